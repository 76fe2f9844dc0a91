"""A row of signs builds polynomials on a pile.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(signs: list[str]) -> list[int]:
    """
    Build a polynomial from a row of signs.

    Parameters:
        signs (list[str]): 1 to 40 signs: whole numbers such as "12" or "-3" from -20 to 20, the letter "x", and
            "+", "-", "*", "d". Whenever one of the last four comes, there is enough on the pile, and at the end
            one polynomial is left.

    Returns:
        list[int]: The coefficients, the constant term first.
    """
'''
REFERENCE = """\
def solution(signs: list[str]) -> list[int]:
    pile = []
    for sign in signs:
        fresh = [0] * $size
        if sign == "x":
            fresh[1] = 1
        elif sign == "d":
            top = pile.pop()
            for power in range(1, $size):
                fresh[power - 1] = $change
        elif sign in ["+", "-", "*"]:
            top = pile.pop()
            low = pile.pop()
            for power in range($size):
                if sign == "+":
                    fresh[power] = low[power] + top[power]
                elif sign == "-":
                    fresh[power] = low[power] - top[power]
                else:
                    for part in range(power + 1):
                        fresh[power] += low[part] * top[power - part]
        else:
            fresh[0] = int(sign)
        pile.append(fresh)
    return pile.pop()
"""
VARIANTS = {"slope": "power * top[power]", "scaled": "$scale * top[power]"}
PROBLEMS = {
    "slope": (
        "Polynomials lie on a pile, empty at first. Go through the signs. A number puts the constant polynomial "
        "with this value on the pile, the letter x the polynomial x. The signs +, - and * take two polynomials from the top "
        "and put back their sum, difference or product; in a difference the upper one is subtracted from the lower one. The sign "
        "d takes one polynomial from the top and puts back its derivative. In every product all terms from x to the power $size on "
        "are dropped. Return the $size coefficients of the polynomial that is left, for the powers from 0 on."
    ),
    "scaled": (
        "Polynomials lie on a pile, empty at first. Go through the signs. A number puts the constant polynomial "
        "with this value on the pile, the letter x the polynomial x. The signs +, - and * take two polynomials from the top "
        "and put back their sum, difference or product; in a difference the upper one is subtracted from the lower one. The sign "
        "d takes one polynomial from the top, drops its constant term, lowers the powers of all other terms by 1, multiplies "
        "their coefficients by $scale, and puts back the result. In every product all terms from x to the power "
        "$size on are dropped. Return the $size coefficients of the polynomial that is left, for the powers from 0 on."
    ),
}
EQUIVALENT = {
    "1 → 0": "the constant term gives 0 times its coefficient; in the other variant tests fail",
}


def sample(draws: Draws) -> dict[str, Any]:
    def build(depth: int) -> list[str]:
        if depth == 0:
            return [draws.choice(("x", "x", str(draws.integer(-20, 20))))]
        sign = draws.choice(("+", "-", "*", "*", "d"))
        if sign == "d":
            return [*build(depth - 1), "x", "*", "d"]
        return [*build(depth - 1), *build(draws.integer(0, depth - 1)), sign]

    rows: list[list[str]] = []
    while len(rows) < 9:
        row = ["x", "x", "*", str(draws.integer(2, 9)), "-", *build(2 + len(rows) // 3), "*", "d"]
        if len(row) <= 40:
            rows.append(row)
    return {"size": draws.integer(5, 7), "scale": draws.integer(4, 9), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(signs),) for signs in dict.fromkeys(map(tuple, values["rows"]))]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    size = values["size"]
    return [
        (["0"],),
        (["-7"],),
        (["x"],),
        (["5", "d"],),
        (["x", "x", "-"],),
        (["x", "3", "+", "x", "4", "-", "*", "d"],),
        (["x"] * size + ["*"] * (size - 1),),
        (["x"] * (size - 1) + ["*"] * (size - 2) + ["d"],),
    ]

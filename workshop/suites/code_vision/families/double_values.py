"""Every part of a term has a value and a mark.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(term: list, place: int) -> list[int]:
    """
    Work out two numbers for a term.

    Parameters:
        term (list): ["x"]; or ["n", number] with a whole number from 0 to 50; or ["+", a, b] or ["*", a, b] with
            two terms a and b; or ["^", a, number] with a term a and a whole number from 0 to 9. At most 8 lists
            are nested in one another.
        place (int): From 0 to 50.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(term: list, place: int) -> list[int]:
    def product(first: list[int], second: list[int]) -> list[int]:
        value = first[0] * second[0]
        mark = $change
        return [value % $clock, mark % $clock]

    def work(part: list) -> list[int]:
        kind = part[0]
        if kind == "x":
            return [place, 1]
        if kind == "n":
            return [part[1], $fixed]
        low = work(part[1])
        if kind == "^":
            result = [1, 0]
            for turn in range(part[2]):
                result = product(result, low)
            return result
        high = work(part[2])
        if kind == "*":
            return product(low, high)
        return [(low[0] + high[0]) % $clock, (low[1] + high[1]) % $clock]

    return work(term)
"""
VARIANTS = {
    "plus": "first[0] * second[1] + first[1] * second[0]",
    "minus": "first[0] * second[1] - first[1] * second[0]",
}
PROBLEMS = {
    "plus": (
        'Every term has a value and a mark. Those of ["x"] are `place` and 1, those of ["n", number] are the number and '
        "$fixed. Of all results only the remainders modulo $clock are kept. A sum has the sum "
        "of the values and the sum of the marks. A product of a and b has the product of the values, and its mark is the value "
        "of a times the mark of b plus the mark of a times the value of b. A power begins with value 1 and mark 0; "
        "as often as its number says, it is multiplied by its term, as a product of itself and the term. Return value and "
        "mark of the whole term."
    ),
    "minus": (
        'Every term has a value and a mark. Those of ["x"] are `place` and 1, those of ["n", number] are the number and '
        "$fixed. Of all results only the remainders modulo $clock are kept. A sum has the sum "
        "of the values and the sum of the marks. A product of a and b has the product of the values, and its mark is the value "
        "of a times the mark of b minus the mark of a times the value of b. A power begins with value 1 and mark 0; "
        "as often as its number says, it is multiplied by its term, as a product of itself and the term. Return value and "
        "mark of the whole term."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    def build(depth: int) -> list[Any]:
        if depth == 0:
            return ["x"] if draws.chance(2, 3) else ["n", draws.integer(1, 50)]
        kind = draws.choice(("+", "*", "*", "^"))
        if kind == "^":
            return [kind, build(depth - 1), draws.integer(2, 5)]
        return [kind, build(depth - 1), build(draws.integer(0, depth - 1))]

    terms = [["*", build(size), build(2)] for size in (1, 1, 2, 2, 3, 3, 4, 4, 5)]
    return {
        "fixed": draws.integer(2, 9),
        "clock": draws.integer(1000, 9000),
        "terms": terms,
        "places": draws.integers(9, 2, 50),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["terms"], values["places"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    power: list[Any] = ["^", ["x"], 9]
    return [
        (["x"], 0),
        (["n", 0], 5),
        (["n", 50], 50),
        (["^", ["x"], 0], 3),
        (["^", ["n", 7], 1], 3),
        (["+", ["x"], ["n", 4]], 6),
        (["*", ["n", 3], ["x"]], 2),
        (["*", power, ["^", power, 9]], 50),
        (["+", ["+", power, power], ["+", power, power]], 50),
        (["+", ["+", power, power], ["+", power, power]], 49),
    ]

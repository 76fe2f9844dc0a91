"""The next numbers that are marked: two charts call each other digit by digit, and an error leaves both.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 2
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(start: int, count: int) -> list[int]:
    """
    List some numbers.

    Parameters:
        start (int): From 0 to 10 ** 6.
        count (int): From 0 to 6.

    Returns:
        list[int]: As many whole numbers as the second argument says.
    """
'''
REFERENCE = """\
def solution(start: int, count: int) -> list[int]:
    def plain(rest):
        if rest == 0:
            return 0
        if rest % 10 == $turn:
            return plain(rest // 10)
        others = crossed(rest // 10)
        return others + rest % 10

    def crossed(rest):
        if rest % 10 == $void:
            raise ValueError
        others = plain(rest // 10)
        return others + $change

    found = []
    number = start
    while len(found) < count:
        step = 1
        try:
            worth = plain(number)
        except ValueError:
            step = $short
        else:
            if worth % $second == $left:
                found.append(number)
                step = $long
        number += step
    return found
"""
VARIANTS = {"digits": "2 * (rest % 10)", "squares": "(rest % 10) ** 2"}
_PROBLEM = (
    "Find the worth of a whole number by its decimal digits, from the last to the first; 0 has no digits. The last digit is "
    "at a plain place. A digit $turn at a plain place counts nothing, and the digit before it is at a plain place too; any "
    "other digit at a plain place counts its value, and the digit before it is at a crossed place. A digit at a crossed "
    "place counts {}, and the digit before it is at a plain place; but a digit $void at a crossed place makes the whole number "
    "void. The worth is the sum of what the digits count. Begin with the number `start`. If the number at hand is not void and "
    "its worth leaves the remainder $left when it is divided by $second, it is marked, and the next number at hand is $long "
    "larger; if it is void, the next one is $short larger; else it is 1 larger. Return the first `count` marked numbers "
    "in the order in which they are found; the empty list if `count` is 0."
)
PROBLEMS = {
    "digits": _PROBLEM.format("twice its value"),
    "squares": _PROBLEM.format("the square of its value"),
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "turn": draws.integer(1, 9),
        "void": draws.integer(1, 9),
        "second": draws.choice((4, 5, 7, 8)),
        "left": draws.integer(0, 3),
        "short": draws.integer(3, 9),
        "long": draws.integer(11, 19),
        "starts": [draws.integer(0, 10**size) for size in (2, 3, 3, 4, 4, 5, 5, 6, 6)],
        "counts": draws.integers(9, 1, 5),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["starts"], values["counts"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(0, 0), (0, 1), (values["left"], 2), (999, 1), (999_999, 3), (10**6, 6), (99_990, 1)]

"""The next numbers that fit two remainders, one of them of a digit sum.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
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
    found = []
    number = start
    while len(found) < count:
        if number % $first == $left:
            total = 0
            rest = number
            while rest > 0:
                total += $change
                rest = rest // 10
            if total % $second == 0:
                found.append(number)
        number += 1
    return found
"""
VARIANTS = {"digits": "rest % 10", "squares": "(rest % 10) ** 2"}
PROBLEMS = {
    "digits": (
        "A whole number is marked if it fits two rules. First, it leaves the remainder $left when it is divided by "
        "$first. Second, the sum of its decimal digits can be divided by $second without a remainder. The digit sum of 0 "
        "is 0. Return the first `count` marked numbers that are not smaller than `start`, in increasing order; the empty "
        "list if `count` is 0."
    ),
    "squares": (
        "A whole number is marked if it fits two rules. First, it leaves the remainder $left when it is divided by "
        "$first. Second, the sum of the squares of its decimal digits can be divided by $second without a remainder. "
        "This sum is 0 for the number 0. Return the first `count` marked numbers that are not smaller than `start`, in "
        "increasing order; the empty list if `count` is 0."
    ),
}
EQUIVALENT = {
    "total += * → total -= *": "a number and its negative have the same divisors",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "first": draws.choice((7, 11, 13, 17)),
        "left": draws.integer(1, 6),
        "second": draws.choice((4, 5, 7, 8)),
        "starts": [draws.integer(0, 10**size) for size in (2, 3, 3, 4, 4, 5, 5, 6, 6)],
        "counts": draws.integers(9, 1, 5),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["starts"], values["counts"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(0, 0), (0, 1), (values["left"], 2), (999, 1), (999_999, 3), (10**6, 6), (99_990, 1)]

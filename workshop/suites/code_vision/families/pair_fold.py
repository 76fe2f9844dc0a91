"""A pair of numbers is changed by a list from its end, then made small.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(numbers: list[int]) -> list[int]:
    """
    Fold a list of numbers into two numbers.

    Parameters:
        numbers (list[int]): 0 to 20 whole numbers, each from 1 to 40.

    Returns:
        list[int]: Two whole numbers.
    """
'''
REFERENCE = """\
def solution(numbers: list[int]) -> list[int]:
    top = $top
    bottom = $bottom
    for number in reversed(numbers):
        if number % $beat == 0:
            top, bottom = bottom, top
        old = top
        top = $change
        bottom = old
    first = top
    second = bottom
    while second != 0:
        first, second = second, first % second
    return [top // first, bottom // first]
"""
VARIANTS = {"on-top": "number * top + $weight * bottom", "below": "$weight * top + number * bottom"}
PROBLEMS = {
    "on-top": (
        "A pair (a, b) starts as ($top, $bottom). The numbers of the list are taken one by one, the last one first. If "
        "the number is a multiple of $beat, a and b change places first. Then the new a is the number times the old a "
        "plus $weight times the old b, and the new b is the old a. At the end both are divided by the largest whole "
        "number that divides both. Return the new a and b."
    ),
    "below": (
        "A pair (a, b) starts as ($top, $bottom). The numbers of the list are taken one by one, the last one first. If "
        "the number is a multiple of $beat, a and b change places first. Then the new a is $weight times the old a plus "
        "the number times the old b, and the new b is the old a. At the end both are divided by the largest whole "
        "number that divides both. Return the new a and b."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    beat = draws.integer(3, 5)
    shared = draws.choice((6, 10, 12))
    return {
        "top": shared * draws.integer(3, 6),
        "bottom": shared * 2,
        "beat": beat,
        "weight": draws.choice((6, 7, 9, 11)),
        "lists": [draws.integers(draws.integer(2, 10), 1, 40) for _ in range(8)] + [[beat, 2 * beat, 1]],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(numbers,) for numbers in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    beat, weight = values["beat"], values["weight"]
    return [([],), ([1],), ([beat],), ([weight, beat + 1],), ([beat] * 20,), ([40] * 20,), ([1] * 20,)]

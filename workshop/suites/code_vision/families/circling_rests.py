"""Rests follow each other until one of them comes back.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(number: int, start: int) -> list[int]:
    """
    Take two whole numbers and return two others.

    Parameters:
        number (int): From 2 to 3,000.
        start (int): From 0 to 10 ** 9.

    Returns:
        list[int]: Two whole numbers.
    """
'''
REFERENCE = """\
def solution(number: int, start: int) -> list[int]:
    rest = start % number
    seen = []
    while rest not in seen:
        seen.append(rest)
        rest = $change
    first = seen.index(rest)
    return [len(seen) - first, sum(seen[first:])]
"""
VARIANTS = {"same": "(rest * $factor + $more) % number", "growing": "(rest * rest + $more) % number"}
PROBLEMS = {
    "same": (
        "Rests are written in a row. The first is the remainder of `start` when divided by `number`. From each rest the "
        "next one is made: multiply it by $factor, add $more, and take the remainder when divided by `number`. Stop as "
        "soon as the new rest stands in the row already; it is not written again. The place where it stands begins the "
        "circle, which goes on to the end of the row. Return how many rests are in the circle, and their sum."
    ),
    "growing": (
        "Rests are written in a row. The first is the remainder of `start` when divided by `number`. From each rest the "
        "next one is made: multiply it by itself, add $more, and take the remainder when divided by `number`. Stop as "
        "soon as the new rest stands in the row already; it is not written again. The place where it stands begins the "
        "circle, which goes on to the end of the row. Return how many rests are in the circle, and their sum."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    factor = draws.integer(5, 14)
    pairs = [[factor * draws.integer(8, 150), draws.integer(0, 10**6)] for _ in range(5)]
    pairs += [[draws.integer(50, 2500), draws.integer(0, 10**9)] for _ in range(4)]
    return {"factor": factor, "more": draws.integer(2, 17), "pairs": pairs}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number, start) for number, start in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    more = values["more"]
    return [
        (2, 0),
        (2, 1),
        (more + 1, 0),
        (more * 4, more * 4),
        (2048, 10**9),
        (2999, 5),
        (3000, 999_999_999),
    ]

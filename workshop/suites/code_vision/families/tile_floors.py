"""Floors that can be laid with square and long tiles.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(limit: int) -> list[int]:
    """
    Look at all whole numbers up to a limit.

    Parameters:
        limit (int): From 1 to 300.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(limit: int) -> list[int]:
    areas = set()
    for large in range($first, limit):
        for small in range(1, limit):
            area = $change
            if area <= limit:
                areas.add(area)
    pairs = 0
    for area in areas:
        if area + $near in areas:
            pairs += 1
    return [len(areas), pairs]
"""
VARIANTS = {
    "squares": "large * large + $weight * small * small",
    "strips": "large * large + $weight * small * large",
}
PROBLEMS = {
    "squares": (
        "A floor consists of one square tile whose side is a whole number a, at least $first, and $weight square tiles "
        "whose side is a whole number b, at least 1. Its area is the area of all its tiles together. Look at the numbers from "
        "1 to the limit. Return, first, how many of them are the area of such a floor, and second, how many pairs of these "
        "areas differ by exactly $near."
    ),
    "strips": (
        "A floor consists of one square tile whose side is a whole number a, at least $first, and $weight tiles with the "
        "sides a and b, where b is a whole number, at least 1. Its area is the area of all its tiles together. Look at the "
        "numbers from 1 to the limit. Return, first, how many of them are the area of such a floor, and second, how many "
        "pairs of these areas differ by exactly $near."
    ),
}
EQUIVALENT = {
    "area + * → area - *": "counts the same pairs from their other side",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "first": draws.integer(2, 4),
        "weight": draws.integer(2, 6),
        "near": draws.integer(2, 7),
        "limits": draws.sample(range(40, 300), 9),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(limit,) for limit in values["limits"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    first, weight = values["first"], values["weight"]
    smallest = first * first + weight
    return [(1,), (smallest - 1,), (smallest,), (first * (first + weight),), (2,), (300,)]

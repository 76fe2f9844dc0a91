"""Parcels come down a chute and are put on belts by weight.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("greedy",)

TEXT = '''\
def solution(weights: list[int]) -> int:
    """
    Parcels come down a chute one after the other and are put on belts.

    Parameters:
        weights (list[int]): The weights of the parcels in their order: 0 to 200,000 whole numbers, each from 1
            to 20.

    Returns:
        int: A number of belts, from 0 on.
    """
'''

REFERENCE = """\
def solution(weights: list[int]) -> int:
    belts = 0
    load = 0
    for weight in weights:
        if $change:
            belts += 1
            load = 0
        load += weight
    return belts
"""
VARIANTS = {"over": "load + weight > $limit", "at-least": "load + weight >= $limit"}
PROBLEMS = {
    "over": (
        "Parcels come down a chute one after the other, and each goes on the belt in use, which is empty at first. "
        "If the weight on that belt would become greater than $limit, the belt is first sent away and replaced by "
        "an empty one, and the parcel goes on that one. Find how many belts are sent away."
    ),
    "at-least": (
        "Parcels come down a chute one after the other, and each goes on the belt in use, which is empty at first. "
        "If the weight on that belt would become $limit or greater, the belt is first sent away and replaced by "
        "an empty one, and the parcel goes on that one. Find how many belts are sent away."
    ),
}
SLOW = """\
def solution(weights: list[int]) -> int:
    belts = 0
    for place in range(len(weights)):
        belts = 0
        load = 0
        for weight in weights[: place + 1]:
            if $change:
                belts += 1
                load = 0
            load += weight
    return belts
"""
LARGE = """
import random


def large(number):
    draws = random.Random($seed + number)
    return ([draws.randint(1, 20) for _ in range(190_000 + 2_000 * number)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    limit = draws.integer(21, 29)
    rows = [draws.integers(draws.integer(8, 24), 1, 20) for _ in range(18)]
    return {"limit": limit, "rows": rows, "seed": draws.integer(1, 10**6)}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    limit = values["limit"]
    full = [[*row, 10, limit - 10, *row[:3]] for row in values["rows"][:6]]
    return [(row,) for row in [*full, *values["rows"][6:]]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    limit = values["limit"]
    rows = [
        [],
        [1],
        [20],
        [10, limit - 10],
        [10, limit - 10, 1],
        [10, limit - 11],
        [10, limit - 9],
        [1] * limit,
        [1] * (2 * limit + 1),
        [20, 20, 20],
    ]
    return [(row,) for row in rows]

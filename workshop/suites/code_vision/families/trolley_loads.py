"""Parcels are loaded on trolleys, a heavy one and some light ones each.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("greedy",)
TEXT = '''\
def solution(limit: int, weights: list[int]) -> int:
    """
    A postman loads parcels on trolleys.

    Parameters:
        limit (int): What a trolley carries, in kilograms, from 1 to 10,000.
        weights (list[int]): The weights of the parcels, in kilograms: 0 to 150,000 whole numbers, each from 1
            to the limit.

    Returns:
        int: A number of trolleys.
    """
'''
REFERENCE = """\
def solution(limit: int, weights: list[int]) -> int:
    row = sorted(weights)
    light = 0
    heavy = len(row) - 1
    trolleys = 0
    while light <= heavy:
        trolleys += 1
        load = $cover + row[heavy]
        heavy -= 1
        for turn in range($most):
            $change
            if light > heavy or load > limit:
                break
            light += 1
    return trolleys
"""
VARIANTS = {"loose": "load += row[light]", "strapped": "load += $strap + row[light]"}
_PROBLEM = """\
A postman fills one trolley after the other until no parcel is left. On each trolley he first puts the heaviest parcel
that is left, whatever it weighs. Then he adds light parcels, up to $most of them, one by one: always the lightest
parcel that is left. He stops with a trolley as soon as no parcel is left, or as soon as the lightest parcel that is
left would make the load of the trolley greater than its limit; that parcel waits for another trolley. The load is the
weight of all parcels on the trolley and of its cover, {load}. Return the number of trolleys, 0 if there are no
parcels.""".replace("\n", " ")
PROBLEMS = {
    "loose": _PROBLEM.format(load="$cover kg"),
    "strapped": _PROBLEM.format(
        load="$cover kg, and $strap kg more for each light parcel, which needs a strap"
    ),
}
SLOW = {
    "loose": """\
def solution(limit: int, weights: list[int]) -> int:
    left = list(weights)
    trolleys = 0
    while left:
        trolleys += 1
        load = $cover + max(left)
        left.remove(max(left))
        for _ in range($most):
            if not left or load + min(left) > limit:
                break
            load += min(left)
            left.remove(min(left))
    return trolleys
""",
    "strapped": """\
def solution(limit: int, weights: list[int]) -> int:
    left = list(weights)
    trolleys = 0
    while left:
        trolleys += 1
        load = $cover + max(left)
        left.remove(max(left))
        for _ in range($most):
            if not left or load + min(left) + $strap > limit:
                break
            load += min(left) + $strap
            left.remove(min(left))
    return trolleys
""",
}
LARGE = """
import random


def large(number):
    count = 120000
    chance = random.Random($seed + number)
    limit = chance.randint(1000, 10000)
    top = limit * chance.randint(6, 10) // 10
    return limit, [chance.randint(1, top) for _ in range(count)]
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for _ in range(18):
        limit = draws.integer(20, 60)
        top = limit * draws.integer(5, 10) // 10
        rows.append((limit, draws.integers(draws.integer(8, 26), 1, top)))
    return {
        "most": draws.integer(2, 5),
        "cover": draws.integer(1, 15),
        "strap": draws.integer(3, 12),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(limit, list(row)) for limit, row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most, strap, cover = values["most"], values["strap"], values["cover"]
    return [
        (1, []),
        (1, [1]),
        (7, [7] * 9),
        (20, [9] * 11),
        (20 + strap, [10] * 13),
        (10_000, [10_000, 1, 1, 1, 9_999, 9_998]),
        (10_000, [1] * (2 * most + 3)),
        (30 + cover, [30 - most] + [1] * most),
        (30 + cover, [31 - most] + [1] * most),
        (30 + cover + most * strap, [30 - most] + [1] * most),
        (99, list(range(1, 40))),
    ]

"""A porter weighs crates and gets coins for the crates that went before.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(weights: list[int]) -> int:
    """
    A porter puts crates on the scale of a market, one after the other.

    Parameters:
        weights (list[int]): The weights of the crates in this order, in kilograms: 0 to 200,000 whole numbers,
            each from 1 to 5,000.

    Returns:
        int: A number of coins.
    """
'''
REFERENCE = """\
def solution(weights: list[int]) -> int:
    counts = {}
    coins = 0
    for weight in weights:
        lighter = weight - $gap
        coins += counts.get(lighter, 0)
        $change
        coins += $pay * counts.get(other, 0)
        equal = counts.get(weight, 0)
        counts[weight] = equal + 1
    return coins
"""
VARIANTS = {"heavier": "other = weight + $more", "together": "other = $whole - weight"}
_PROBLEM = """\
A porter puts crates on a scale, one after the other, in the order of the list. For each crate he looks back at all
crates that were on the scale before it. He gets one coin for every earlier crate that is lighter than
this one by exactly $gap kg. He also gets $pay coins for every earlier crate {rule}. An earlier crate that fits both
sentences gives the coins of both, and crates of equal weight are counted one by one. Return the number of all coins
that he gets. If there are no crates, or no crate fits, this is 0.""".replace("\n", " ")
PROBLEMS = {
    "heavier": _PROBLEM.format(rule="that is heavier than this one by exactly $more kg"),
    "together": _PROBLEM.format(rule="that weighs exactly $whole kg together with this one"),
}
SLOW = """\
def solution(weights: list[int]) -> int:
    coins = 0
    for place, weight in enumerate(weights):
        lighter = weight - $gap
        $change
        for earlier in weights[:place]:
            if earlier == lighter:
                coins += 1
            if earlier == other:
                coins += $pay
    return coins
"""
LARGE = """
import random


def large(number):
    count = 190000
    chance = random.Random($seed + number)
    top = chance.randint(200, 5000)
    return ([chance.randint(1, top) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    gap, more = draws.sample(range(1, 8), 2)
    whole = draws.integer(13, 24)
    rows = [draws.integers(draws.integer(8, 26), 1, whole - draws.integer(1, 4)) for _ in range(17)]
    return {
        "gap": gap,
        "more": more,
        "whole": whole,
        "pay": draws.integer(2, 5),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    gap, more, whole = values["gap"], values["more"], values["whole"]
    half = whole // 2
    return [
        ([],),
        ([1],),
        ([half, whole - half],),
        ([10, 10 + gap],),
        ([10 + gap, 10],),
        ([10 + more, 10],),
        ([10, 10 + more],),
        ([half] * 6,),
        ([1, whole - 1] * 4,),
        ([1, whole],),
        ([5_000, 5_000 - gap, 5_000, 5_000 - more, 1, 1 + gap, 1],),
        ([10 + more, 10, 10 + gap] * 4,),
    ]

"""Soups are cooked in pots: the smallest pots that are large enough.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("search",)
TEXT = '''\
def solution(soups: list[int], hours: int) -> int:
    """
    A kitchen cooks soups and looks for a size of its pots.

    Parameters:
        soups (list[int]): How many litres of each soup are cooked: 0 to 20,000 whole numbers, each from 1 to
            1,000,000.
        hours (int): The hours that there are, from 1 to 1,000,000; at least as many as there are soups.

    Returns:
        int: A number of litres, from 1 on.
    """
'''
REFERENCE = """\
def solution(soups: list[int], hours: int) -> int:
    low = 1
    high = sum(soups) + len(soups)
    while low < high:
        middle = (low + high) // 2
        used = 0
        for soup in soups:
            need = (soup + middle - 1) // middle
            if need > $free:
                $change
            used += need
        if used <= hours:
            high = middle
        else:
            low = middle + 1
    return low
"""
VARIANTS = {"washed": "need += $wash", "longer": "need *= $times"}
_PROBLEM = """\
All pots of a kitchen have the same size, a whole number of litres. Soups are cooked one after the other, each in as
few pots of that size as hold it; a pot never holds two soups, and the last pot of a soup need not be full. Each pot
takes one hour, except that {more} a soup for which the number of pots is greater than $free. The hours of all soups are
added. Return the smallest size, at least 1 litre, with which this sum is at most the hours that there are. If there are no soups,
this is 1.""".replace("\n", " ")
PROBLEMS = {
    "washed": _PROBLEM.format(more="the kitchen must wash up for $wash hours more, once, after"),
    "longer": _PROBLEM.format(more="each pot takes $times hours for"),
}
SLOW = """\
def solution(soups: list[int], hours: int) -> int:
    middle = 1
    while True:
        used = 0
        for soup in soups:
            need = (soup + middle - 1) // middle
            if need > $free:
                $change
            used += need
        if used <= hours:
            return middle
        middle += 1
"""
LARGE = """
import random


def large(number):
    count = 15000
    chance = random.Random($seed + number)
    top = chance.randint(700000, 1000000)
    soups = [chance.randint(1, top) for _ in range(count)]
    return soups, count * chance.randint(25, 60) // 10
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for _ in range(18):
        count = draws.integer(2, 8)
        rows.append((draws.integers(count, 1, draws.integer(9, 60)), count + draws.integer(count, 6 * count)))
    return {
        "free": draws.integer(1, 2),
        "wash": draws.integer(9, 24),
        "times": draws.integer(2, 4),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(soups), hours) for soups, hours in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    free, wash = values["free"], values["wash"]
    return [
        ([], 1),
        ([], 1_000_000),
        ([1], 1),
        ([1], 1_000_000),
        ([49], 49 + wash),
        ([10 * free], free),
        ([10 * free - 1], free),
        ([10 * free + 10], free + 1),
        ([10 * free + 9], free + 1),
        ([1_000_000], 1),
        ([1_000_000, 1, 1], 3),
        ([1_000_000, 999_999], 4),
        ([60] * 7, 14 + 7 * wash),
        ([720_720], 12 + wash),
    ]

"""A trader picks days whose prices follow on one another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(prices: list[int]) -> int:
    """
    A trader writes down the price of a cheese on every market day.

    Parameters:
        prices (list[int]): The prices in the order of the days, in coins: 0 to 200,000 whole numbers, each from
            1 to 100,000.

    Returns:
        int: A number of days.
    """
'''
REFERENCE = """\
def solution(prices: list[int]) -> int:
    best = {}
    longest = 0
    for price in prices:
        days = best.get(price - $small, 0)
        $change
        if other in best:
            days = max(days, best[other])
        days += 1
        best[price] = days
        longest = max(longest, days)
    return longest
"""
VARIANTS = {"rises": "other = price - $large", "falls": "other = price + $large"}
_PROBLEM = """\
A trader has the prices of a cheese in the order of the days. He picks some of the days and leaves out the others; the
order stays as it is. From each picked day to the next picked day, the price in coins must {rule}, nothing else; what
the price does on the days in between does not matter. A single picked day is always right. Return the greatest number of days
that he can pick. Without prices this is 0.""".replace("\n", " ")
PROBLEMS = {
    "rises": _PROBLEM.format(rule="rise by exactly $small or rise by exactly $large"),
    "falls": _PROBLEM.format(rule="rise by exactly $small or fall by exactly $large"),
}
SLOW = """\
def solution(prices: list[int]) -> int:
    best = []
    for place, price in enumerate(prices):
        days = 0
        $change
        for before in range(place):
            if prices[before] == price - $small or prices[before] == other:
                days = max(days, best[before])
        best.append(days + 1)
    return max(best, default=0)
"""
LARGE = """
import random


def large(number):
    count = 100000
    chance = random.Random($seed + number)
    top = chance.randint(300, 100000)
    return ([chance.randint(1, top) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    small = draws.integer(1, 9)
    large = small + draws.integer(1, 9)
    rows = []
    for _ in range(18):
        price, row = draws.integer(40, 90), []
        for _ in range(draws.integer(8, 26)):
            row.append(price)
            price += draws.choice((small, small, large, -large, -large, draws.integer(-3, 3)))
            price = max(price, 1)
        rows.append(row)
    return {"small": small, "large": large, "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    small, large = values["small"], values["large"]
    return [
        ([],),
        ([1],),
        ([100_000] * 6,),
        ([30, 30 + small, 30 + small + large],),
        ([30, 30 + small, 30 + small - large],),
        ([90 - small * step for step in range(9)],),
        ([10 + small * step for step in range(8)],),
        ([10 + large * step for step in range(7)],),
        ([200 - large * step for step in range(10)],),
        ([1, 100_000, 1 + small, 100_000 - large],),
    ]

"""Customers with little money at a market stall: what they pay together.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("search",)
TEXT = '''\
def solution(prices: list[int], purses: list[int]) -> int:
    """
    Customers come to a stall with toys.

    Parameters:
        prices (list[int]): The prices of the toys, in coins, in any order: 0 to 120,000 whole numbers, each from
            1 to 1,000,000.
        purses (list[int]): The coins that each customer has: 0 to 60,000 whole numbers, each from 0 to
            1,000,000.

    Returns:
        int: A number of coins.
    """
'''
REFERENCE = """\
def solution(prices: list[int], purses: list[int]) -> int:
    row = sorted(prices)
    total = 0
    for purse in purses:
        low = 0
        high = len(row)
        while low < high:
            middle = (low + high) // 2
            price = row[middle]
            $change
            if cost <= purse:
                low = middle + 1
            else:
                high = middle
        if low == 0:
            total += min($sweet, purse)
        else:
            total += row[low - 1]
    return total
"""
VARIANTS = {"boxed": "cost = price + $box", "taxed": "cost = price + price // $part"}
_PROBLEM = """\
The stall has enough toys of each price. Each customer takes one toy, the dearest one that she can afford. To afford a
toy, a customer needs its price and, on top of it, {more}. Only the price of the toy counts for the stall; what is paid
on top goes to the town. A customer who can afford no toy buys sweets instead, for $sweet coins or, if she has fewer,
for all her coins. Return the sum of the prices of all toys that are bought and of the coins paid for sweets. Without
customers this is 0.""".replace("\n", " ")
PROBLEMS = {
    "boxed": _PROBLEM.format(more="$box coins for a box"),
    "taxed": _PROBLEM.format(more="a tax, which is the price divided by $part, rounded down"),
}
SLOW = """\
def solution(prices: list[int], purses: list[int]) -> int:
    row = list(prices)
    total = 0
    for purse in purses:
        best = 0
        for price in row:
            $change
            if cost <= purse and price > best:
                best = price
        if best == 0:
            best = min($sweet, purse)
        total += best
    return total
"""
LARGE = """
import random


def large(number):
    count = 80000
    chance = random.Random($seed + number)
    top = chance.randint(300000, 1000000)
    prices = [chance.randint(1, top) for _ in range(count)]
    return prices, [chance.randint(0, top) for _ in range(count // 3)]
"""


def sample(draws: Draws) -> dict[str, Any]:
    part = draws.integer(3, 7)
    rows = []
    for _ in range(18):
        top = draws.integer(30, 120)
        prices = draws.integers(draws.integer(3, 12), 5, top)
        rows.append((prices, draws.integers(draws.integer(3, 10), 0, top + 20)))
    return {
        "part": part,
        "box": draws.integer(2, 12),
        "sweet": draws.integer(3, 9),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(prices), list(purses)) for prices, purses in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    part, box, sweet = values["part"], values["box"], values["sweet"]
    price = 20 * part
    return [
        ([], []),
        ([5], []),
        ([], [sweet - 1, sweet, sweet + 1]),
        ([90], [0]),
        ([price, 1], [price + box]),
        ([price, 2], [price + box - 1]),
        ([price, 3], [price + 20]),
        ([price, 4], [price + 19]),
        ([1_000_000] * 3, [1_000_000] * 3),
        ([50] * 8, [100, 10, 49, 50, 51]),
        ([1, 2, 3, 4, 5, 6, 7, 8], list(range(30))),
        (list(range(400, 0, -40)), [1_000_000, 400, 200]),
    ]

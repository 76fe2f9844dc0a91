"""Baskets of cheese and bread for the money of a customer: how many there are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("search",)
TEXT = '''\
def solution(cheeses: list[int], breads: list[int], money: int) -> int:
    """
    A merchant packs baskets of cheese and bread for a customer.

    Parameters:
        cheeses (list[int]): The prices of the cheeses, in coins, in any order: 0 to 80,000 whole numbers, each
            from 1 to 1,000,000.
        breads (list[int]): The prices of the breads, in coins, in any order: 0 to 80,000 whole numbers, each from
            1 to 1,000,000.
        money (int): The coins that the customer has, from 0 to 4,000,000.

    Returns:
        int: A number of baskets, from 0 on.
    """
'''
REFERENCE = """\
def solution(cheeses: list[int], breads: list[int], money: int) -> int:
    row = sorted(breads)
    end = len(row)
    baskets = 0
    for cheese in sorted(cheeses):
        $change
        if cheese >= $dear:
            spare -= $gold
        while end > 0 and row[end - 1] > spare:
            end -= 1
        baskets += end
    return baskets
"""
VARIANTS = {"single": "spare = money - cheese", "double": "spare = money - 2 * cheese"}
_PROBLEM = """\
A basket consists of {what}. It costs what is in it and, if one piece of its cheese costs at least $dear coins, $gold
coins more for a golden basket; other baskets cost nothing. Every element of the first list is a kind of cheese and
every element of the second list is a kind of bread, also if kinds cost the same. Return the number of different
baskets that the customer can afford when she buys a single one: the number of pairs of a kind of cheese and a kind
of bread whose basket costs at most as many coins as she has. If there is none, this is 0.""".replace(
    "\n", " "
)
PROBLEMS = {
    "single": _PROBLEM.format(what="one piece of cheese and one bread"),
    "double": _PROBLEM.format(what="two pieces of the same kind of cheese and one bread"),
}
SLOW = """\
def solution(cheeses: list[int], breads: list[int], money: int) -> int:
    baskets = 0
    for cheese in cheeses:
        $change
        if cheese >= $dear:
            spare -= $gold
        for bread in breads:
            if bread <= spare:
                baskets += 1
    return baskets
"""
LARGE = """
import random


def large(number):
    count = 80000
    chance = random.Random($seed + number)
    top = chance.randint(200000, 1000000)
    cheeses = [chance.randint(1, top) for _ in range(count)]
    breads = [chance.randint(1, top) for _ in range(count)]
    return cheeses, breads, top * chance.randint(8, 16) // 10
"""


def sample(draws: Draws) -> dict[str, Any]:
    dear, gold = draws.integer(15, 40), draws.integer(6, 25)
    rows = []
    for _ in range(18):
        cheeses = draws.integers(draws.integer(3, 10), 2, 2 * dear)
        breads = draws.integers(draws.integer(3, 10), 1, draws.integer(20, 60))
        rows.append((cheeses, breads, dear + draws.integer(0, 2 * dear)))
    return {"dear": dear, "gold": gold, "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(cheeses), list(breads), money) for cheeses, breads, money in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    dear, gold = values["dear"], values["gold"]
    return [
        ([], [], 0),
        ([], [5], 100),
        ([5], [], 4),
        ([1], [1], 0),
        ([6], [8], 14),
        ([6], [8], 20),
        ([6, 7], [8, 9, 7], 14),
        ([dear] * 3, [7] * 2, dear + gold + 7),
        ([dear] * 3, [7] * 3, 2 * dear + gold + 7),
        ([dear - 1] * 2, [7] * 4, dear + 6),
        ([dear - 1] * 2, [7] * 4, 2 * dear + 5),
        ([dear, dear - 1], [7] * 3, 2 * dear + gold + 6),
        ([dear, dear - 1, dear + 1], [7, 8, 9, 6], dear + gold + 8),
        ([1_000_000] * 2, [1_000_000, 999_999], 3_000_000 + gold - 1),
        ([1_000_000] * 4, [1_000_000, 1] * 3, 4_000_000),
        ([3, 2, 1], [1, 2, 3], 5),
    ]

"""A stall that must rest after each day on the market: the most that it can earn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(takings: list[int]) -> int:
    """
    A baker may have a stall on the market.

    Parameters:
        takings (list[int]): What the stall takes on each day, in coins, in the order of the days: 0 to 100,000
            whole numbers, each from 0 to 10,000.

    Returns:
        int: A number of coins, at least 0.
    """
'''

REFERENCE = """\
def solution(takings: list[int]) -> int:
    best = [0]
    for day, coins in enumerate(takings):
        $change
        if (day + 1) % $week == 0:
            opened += $bonus
        before = max(day - $rest, 0)
        opened += best[before]
        best.append(max(opened, best[day]))
    return best[-1]
"""
VARIANTS = {"free": "opened = coins", "fee": "opened = coins - $fee"}
_PROBLEM = """\
A baker chooses the days on which she has a stall on the market. On a chosen day she takes in the coins of that day{fee}.
On the days $week, 2 · $week, 3 · $week and so on (the first day is day 1) the town also gives $bonus coins to every
stall that is there. After each chosen day she must bake, so none of the $rest days that follow it may be chosen. On
days that are not chosen she neither earns nor pays anything, and she may choose no day at all. Return the greatest
number of coins that she can have at the end, if she begins without any. Without days this is 0.""".replace(
    "\n", " "
)
PROBLEMS = {
    "free": _PROBLEM.format(fee=", and the place costs nothing"),
    "fee": _PROBLEM.format(fee=" and pays $fee coins for the place, so that a chosen day can be a loss"),
}
SLOW = """\
def solution(takings: list[int]) -> int:
    best = [0]
    for day, coins in enumerate(takings):
        $change
        if (day + 1) % $week == 0:
            opened += $bonus
        if day >= $rest:
            opened += max(best[: day - $rest + 1])
        best.append(max(opened, max(best)))
    return best[-1]
"""
LARGE = """
import random


def large(number):
    count = 100000
    chance = random.Random($seed + number)
    top = chance.randint(1000, 10000)
    return ([chance.randint(0, top) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = [draws.integers(draws.integer(6, 20), 0, draws.integer(40, 120)) for _ in range(17)]
    return {
        "rest": draws.integer(2, 4),
        "fee": draws.integer(12, 30),
        "week": draws.integer(4, 7),
        "bonus": draws.integer(11, 35),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    rest, fee, week = values["rest"], values["fee"], values["week"]
    return [
        ([],),
        ([fee + 1],),
        ([fee - 1],),
        ([0] * (week - 1),),
        ([0] * week,),
        ([fee] * 12,),
        ([10_000] * (rest + 1),),
        ([10_000] * (rest + 2),),
        ([50] + [60] * rest + [50],),
        ([0] * rest + [70, 90, 71],),
        ([10_000, 0, 10_000, 1, 9_999],),
    ]

"""A lake stores power: the largest gain of pumping and releasing water.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(prices: list[int]) -> int:
    """
    A power plant has a lake that stores water. Find the largest gain.

    Parameters:
        prices (list[int]): The price of power in each hour, 0 to 3,000 whole numbers from 0 to 1,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(prices: list[int]) -> int:
    gains = {(0, 0): 0}
    for price in prices:
        later = {}
        for (level, last), gain in gains.items():
            for step in (-1, 0, 1):
                if level + step < 0 or level + step > $full:
                    continue
                if $change:
                    continue
                total = gain - step * price
                if step == 1:
                    total -= $loss
                state = (level + step, step)
                if state not in later or total > later[state]:
                    later[state] = total
        gains = later
    return max(gains.values())
"""
VARIANTS = {"no-refill": "last == -1 and step == 1", "no-quick-sale": "last == 1 and step == -1"}
EQUIVALENT = {
    "0 → 1": "what was done before the first hour forbids nothing then",
    "0 → -1": "what was done before the first hour forbids nothing then",
    "total > later[state] → total >= later[state]": "both gains are the same",
}
_PROBLEM = (
    "A power plant has a lake that holds at most $full units of water and is empty at first. In each hour of the list "
    "it does one of three things: it pumps one unit up into the lake, which costs the price of this hour and $loss "
    "more for losses; or it releases one unit from the lake, which brings the price of this hour; or it rests, which "
    "costs and brings nothing. The lake can never hold less than nothing or more than $full units. Because the "
    "machines have to turn round, {} in the hour directly after an hour in which it {}. Water that is left in the "
    "lake at the end is worth nothing. Return the largest possible gain, which is all money brought less all costs. "
    "Resting all the time is always possible, so the result is never below 0; without hours it is 0."
)
PROBLEMS = {
    "no-refill": _PROBLEM.format("the plant must not pump", "released"),
    "no-quick-sale": _PROBLEM.format("the plant must not release", "pumped"),
}
SLOW = """\
def solution(prices: list[int]) -> int:
    def best(hour, level, last):
        if hour == len(prices):
            return 0
        gains = []
        for step in (-1, 0, 1):
            if 0 <= level + step <= $full and not ($change):
                cost = step * prices[hour] + ($loss if step == 1 else 0)
                gains.append(best(hour + 1, level + step, step) - cost)
        return max(gains)

    return best(0, 0, 0)
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    return ([chosen.randint(0, 1000) for _ in range(600 + 50 * number)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    loss = draws.integer(2, 19)
    rows = [[draws.integer(1, 40) for _ in range(3 + number // 3)] for number in range(18)]
    return {"full": draws.integer(2, 4), "loss": loss, "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    full, loss = values["full"], values["loss"]
    return [
        ([],),
        ([1000],),
        ([0, 1000],),
        ([0, 0, 1000],),
        ([1000, 0],),
        ([0, loss],),
        ([0, 500, loss + 1],),
        ([0, 1000, 0, 1000, 0, 1000],),
        ([0] * (full + 1) + [1000] * (full + 1),),
        ([5, 5, 5, 5, 5, 5],),
        ([10, 60, 11, 70, 12, 80, 13, 90],),
        ([*range(full + 2), *range(500, 502 + full)],),
    ]

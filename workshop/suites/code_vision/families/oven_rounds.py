"""Pies are baked in rounds of similar heat: the fewest rounds.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("greedy",)
TEXT = '''\
def solution(size: int, heats: list[int]) -> int:
    """
    Pies are baked in an oven, in several rounds.

    Parameters:
        size (int): The number of pies that fit in the oven, from 1 to 1,000.
        heats (list[int]): The heat that each pie needs, in degrees: 0 to 150,000 whole numbers, each from 1 to
            100,000.

    Returns:
        int: A number of rounds.
    """
'''
REFERENCE = """\
def solution(size: int, heats: list[int]) -> int:
    row = sorted(heats)
    rounds = 0
    place = 0
    while place < len(row):
        heat = row[place]
        $change
        end = min(place + size, len(row))
        while place < end and row[place] <= highest:
            place += 1
        rounds += 1
    return rounds
"""
VARIANTS = {"degrees": "highest = heat + $apart", "share": "highest = heat + heat // $part"}
_PROBLEM = """\
All pies are baked, each in one round. A round holds at most as many pies as fit in the oven. In a round, the pies may
need different heats, but only within a limit: the highest heat that a pie of the round needs may be greater than the
lowest one by at most {limit}. Which pies share a round is free, whatever their order in the list; a round may also
have a single pie. Return the smallest number of rounds in which all pies can be baked, 0 if there are no pies.""".replace(
    "\n", " "
)
PROBLEMS = {
    "degrees": _PROBLEM.format(limit="$apart degrees"),
    "share": _PROBLEM.format(limit="the lowest one divided by $part, rounded down to whole degrees"),
}
SLOW = """\
def solution(size: int, heats: list[int]) -> int:
    left = list(heats)
    rounds = 0
    while left:
        heat = min(left)
        $change
        rounds += 1
        inside = 0
        while left and inside < size and min(left) <= highest:
            left.remove(min(left))
            inside += 1
    return rounds
"""
LARGE = """
import random


def large(number):
    count = 120000
    chance = random.Random($seed + number)
    top = chance.randint(20000, 100000)
    return chance.randint(20, 60), [chance.randint(1, top) for _ in range(count)]
"""


def sample(draws: Draws) -> dict[str, Any]:
    apart, part = draws.integer(5, 24), draws.integer(3, 9)
    rows = []
    for _ in range(18):
        top = draws.integer(100, 300)
        rows.append((draws.integer(2, 6), draws.integers(draws.integer(8, 26), 1, top)))
    return {"apart": apart, "part": part, "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(size, list(row)) for size, row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    apart, part = values["apart"], values["part"]
    return [
        (1, []),
        (1_000, [1]),
        (1, [70] * 9),
        (4, [70] * 8),
        (4, [70] * 9),
        (5, [100, 100 + apart, 99]),
        (5, [100 + apart + 1, 100, 100 + apart]),
        (9, [10 * part, 11 * part, 11 * part + 1, 12 * part]),
        (1_000, [100_000, 1, 99_999, 2]),
        (3, [1, 2, 3, 4, 5, 6, 7]),
        (1_000, list(range(1, 200, 2))),
        (2, [part - 1, part, part + 1, part - 2] * 3),
    ]

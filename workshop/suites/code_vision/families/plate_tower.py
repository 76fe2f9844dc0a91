"""Plates on a tower: the sum of what is noted about the tower.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(events: list[int]) -> int:
    """
    Plates are put on a tower in a kitchen, and taken from it.

    Parameters:
        events (list[int]): What happens, in order: 0 to 150,000 whole numbers. A number from 1 to 1,000,000
            is the weight of a plate, in grams; 0 is the dishwasher, who comes for plates.

    Returns:
        int: A number of grams.
    """
'''
REFERENCE = """\
def solution(events: list[int]) -> int:
    tower = []
    total = 0
    for event in events:
        if event == 0:
            taken = min($most, len(tower))
            del tower[len(tower) - taken:]
        else:
            noted = event
            if len(tower) > 0:
                $change
            tower.append(noted)
        if len(tower) > 0:
            total += tower[-1]
        else:
            total += $none
    return total
"""
VARIANTS = {"heaviest": "noted = max(event, tower[-1])", "lightest": "noted = min(event, tower[-1])"}
_PROBLEM = """\
A tower of plates is empty at first. The events happen in the order of the list. A number from 1 on is the weight of a
plate that is put on top of the tower. At 0 the dishwasher comes and takes the $most top plates away; if the tower has
fewer plates, he takes all of them. After each event, also after those with 0, the cook notes the weight of the
{which} plate that is in the tower at that moment, anywhere in it; if the tower is empty, she notes $none. Return the
sum of all that she notes. Without events this is 0.""".replace("\n", " ")
PROBLEMS = {"heaviest": _PROBLEM.format(which="heaviest"), "lightest": _PROBLEM.format(which="lightest")}
SLOW = {
    "heaviest": """\
def solution(events: list[int]) -> int:
    tower = []
    total = 0
    for event in events:
        if event == 0:
            tower = tower[: max(len(tower) - $most, 0)]
        else:
            tower.append(event)
        total += max(tower, default=$none)
    return total
""",
    "lightest": """\
def solution(events: list[int]) -> int:
    tower = []
    total = 0
    for event in events:
        if event == 0:
            tower = tower[: max(len(tower) - $most, 0)]
        else:
            tower.append(event)
        total += min(tower, default=$none)
    return total
""",
}
LARGE = """
import random


def large(number):
    count = 150000
    chance = random.Random($seed + number)
    often = chance.randint(25, 60)
    return ([0 if chance.randrange(often) == 0 else chance.randint(1, 1000000) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for _ in range(17):
        top = draws.integer(9, 400)
        length = draws.integer(7, 24)
        rows.append([0 if draws.chance(1, 4) else draws.integer(1, top) for _ in range(length)])
    return {
        "most": draws.integer(2, 7),
        "none": draws.integer(3, 40),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most = values["most"]
    return [
        ([],),
        ([0],),
        ([0] * 3 + [7],),
        ([1_000_000],),
        ([1_000_000] * most + [0, 1],),
        ([3, 3, 3, 0, 3],),
        ([*range(1, most + 2), 0, 1],),
        ([*range(most + 3, 0, -1), 0, 1_000_000],),
        ([5] + [9] * most + [0, 2, 0, 0],),
        ([1, 1_000_000] * (most + 1) + [0, 0, 0],),
    ]

"""Trains leave one after the other on a single track: how late they are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("greedy",)
TEXT = '''\
def solution(planned: list[int]) -> int:
    """
    All trains leave a station on the same track.

    Parameters:
        planned (list[int]): The minutes at which the trains are planned to leave, in any order: 0 to 150,000
            whole numbers, each from 0 to 1,000,000.

    Returns:
        int: A number of minutes.
    """
'''
REFERENCE = """\
def solution(planned: list[int]) -> int:
    free = $open
    total = 0
    for minute in sorted(planned):
        late = max(free - minute, 0)
        if late > $patience:
            $change
        else:
            total += late
            free = minute + late + $gap
    return total
"""
VARIANTS = {"fine": "total += $fine", "shunted": "free += $shunt"}
_PROBLEM = """\
Trains leave on one track in the order in which they are planned; which of several trains of the same minute goes
first does not matter. Each leaves at its planned minute if the track is free then, otherwise as soon as it is free.
From the minute at which a train leaves, the track is free again $gap minutes later. A train that would have to leave
more than $patience minutes late is cancelled instead and does not leave at all; {cancelled}. Before minute
$open the track is not free. Return {result}; without trains this is 0.""".replace("\n", " ")
PROBLEMS = {
    "fine": _PROBLEM.format(
        cancelled="it counts as $fine minutes and leaves the track as it is",
        result="the sum of the minutes by which the trains that leave are late and of those $fine minutes for each "
        "cancelled train",
    ),
    "shunted": _PROBLEM.format(
        cancelled="it is pushed aside over the track, and the minute from which the track is free becomes later "
        "by $shunt",
        result="the sum of the minutes by which the trains that leave are late",
    ),
}
SLOW = """\
def solution(planned: list[int]) -> int:
    left = list(planned)
    free = $open
    total = 0
    while left:
        minute = min(left)
        left.remove(minute)
        late = max(free - minute, 0)
        if late > $patience:
            $change
        else:
            total += late
            free = minute + late + $gap
    return total
"""
LARGE = """
import random


def large(number):
    count = 120000
    chance = random.Random($seed + number)
    last = min(count * chance.randint(4, 8), 1000000)
    return ([chance.randint(0, last) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    gap = draws.integer(4, 7)
    patience = gap + draws.integer(2, 7)
    rows = []
    for _ in range(18):
        count = draws.integer(8, 24)
        rows.append(draws.integers(count, 0, count * draws.integer(2, 6)))
    return {
        "gap": gap,
        "patience": patience,
        "open": draws.integer(2, patience),
        "fine": draws.integer(21, 60),
        "shunt": draws.integer(1, 2),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    gap, patience = values["gap"], values["patience"]
    return [
        ([],),
        ([0],),
        ([0] * 6,),
        ([1_000_000] * 9,),
        ([30 + gap, 30],),
        ([29 + gap, 30],),
        ([25, 25, 25 + 2 * gap - patience],),
        ([25, 25, 24 + 2 * gap - patience],),
        ([3] * 4 + [3 + 2 * gap, 3 + 3 * gap, 3 + 4 * gap],),
        (list(range(0, 200 * gap, 20 * gap)),),
        (list(range(25, 0, -1)),),
        ([2 * gap * place for place in range(5)] * 3,),
    ]

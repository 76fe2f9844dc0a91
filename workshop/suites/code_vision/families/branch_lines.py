"""Branch lines of a railway: the minutes to all stations.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(before: list[int]) -> int:
    """
    A railway begins at station 0 and branches. Every other station has one station before it.

    Parameters:
        before (list[int]): The stations before the stations 1, 2, 3 and so on, in this order: 0 to 150,000
            whole numbers. The number for a station is at least 0 and less than the number of that station.

    Returns:
        int: A number of minutes.
    """
'''
REFERENCE = """\
def solution(before: list[int]) -> int:
    legs = [0]
    times = [0]
    total = 0
    for station in before:
        leg = 1 + legs[station]
        $change
        if leg % $every == $first:
            time += $pause
        legs.append(leg)
        times.append(time)
        total += time
    return total
"""
VARIANTS = {
    "alike": "time = $minutes + times[station]",
    "slower": "time = $minutes + leg + times[station]",
}
_PROBLEM = """\
A train travels from station 0 to each other station, and for each of these journeys the minutes are counted. On the
way to a station it calls at the station before it, at the one before that, and so on back to station 0; from each of
these stations to the next one is a leg, and the legs of a journey are numbered 1, 2, 3 and so on from station 0.
{leg}. At the end of every leg whose number leaves the remainder $first when it is divided by $every, the crew rests
for $pause minutes, also if the journey ends there. Return the sum of the minutes of the journeys to all stations but
station 0; without any, this is 0.""".replace("\n", " ")
PROBLEMS = {
    "alike": _PROBLEM.format(leg="Each leg takes $minutes minutes"),
    "slower": _PROBLEM.format(leg="A leg takes $minutes minutes plus as many minutes as its number says"),
}
SLOW = {
    "alike": """\
def solution(before: list[int]) -> int:
    total = 0
    for station in range(1, len(before) + 1):
        leg = 0
        while station > 0:
            leg += 1
            total += $minutes
            if leg % $every == $first:
                total += $pause
            station = before[station - 1]
    return total
""",
    "slower": """\
def solution(before: list[int]) -> int:
    total = 0
    for station in range(1, len(before) + 1):
        leg = 0
        while station > 0:
            leg += 1
            total += $minutes + leg
            if leg % $every == $first:
                total += $pause
            station = before[station - 1]
    return total
""",
}
LARGE = """
import random


def large(number):
    count = 120000
    chance = random.Random($seed + number)
    wide = chance.randint(2, 4)
    return ([max(station - chance.randint(0, wide), 0) for station in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    every = draws.integer(3, 7)
    rows = []
    for _ in range(17):
        wide, length = draws.integer(1, 4), draws.integer(10, 20)
        rows.append([draws.integer(max(station - wide, 0), station) for station in range(length)])
    return {
        "minutes": draws.integer(4, 15),
        "every": every,
        "first": draws.integer(1, (every - 1) // 2),  # not half of it, so that counting down is not the same
        "pause": draws.integer(16, 40),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    every = values["every"]
    return [
        ([],),
        ([0],),
        ([0] * 21,),
        (list(range(every - 1)),),
        (list(range(every + 1)),),
        (list(range(2 * every + 21)),),
        ([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],),
        ([0, 1, 2, 3, 4] + [5] * 20,),
        ([0] * 20 + [20, 21, 22, 23, 24],),
        ([0, 1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11, 0, 13, 0, 15, 0, 17],),
    ]

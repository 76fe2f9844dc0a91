"""Crews repair outages, one after the other.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "greedy",
    "data-structures",
)
TEXT = '''\
def solution(crews: int, outages: list[list[int]]) -> int:
    """
    Crews of a power company repair outages. Find the sum of all waiting.

    Parameters:
        crews (int): The number of crews, 1 to 100.
        outages (list[list[int]]): 0 to 50,000 outages, each with three numbers: the hour of its report, from 0 to
            1,000,000, the homes without power, from 1 to 5,000, and the hours of its repair, from 1 to 100. They
            are sorted by the hour of the report.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(crews: int, outages: list[list[int]]) -> int:
    from heapq import heappop, heappush

    ready = [0] * crews
    waiting = []
    number = 0
    hour = 0
    result = 0
    while number < len(outages) or len(waiting) > 0:
        hour = max(hour, heappop(ready))
        if len(waiting) == 0:
            hour = max(hour, outages[number][0])
        while number < len(outages) and outages[number][0] <= hour:
            homes = outages[number][1]
            heappush(waiting, ($change, number))
            number += 1
        reported, homes, repair = outages[heappop(waiting)[1]]
        result += homes * (hour - reported)
        if repair >= $long:
            repair += $rest
        heappush(ready, hour + repair)
    return result
"""
VARIANTS = {"most": "-homes", "fewest": "homes"}
EQUIVALENT = {"0 → -1": "nothing starts before the first report"}
_PROBLEM = (
    "Crews of a power company repair outages. At hour 0 all crews are ready. As soon as a crew is ready and an outage "
    "that has been reported waits, a crew starts: of all outages reported up to and in this hour that no crew has "
    "taken, it takes the one with the {} homes, and of several such the one that stands first in the list. A ready "
    "crew never waits while an outage waits. From the start the crew is busy for the hours of the repair, and after a "
    "repair of at least $long hours it also rests for $rest hours; then it is ready again, and can start in that same "
    "hour. Power is back for all who wait as soon as the crew starts, since it brings a generator: an outage adds its "
    "homes multiplied by the hours from its report to the start. Return the sum for all outages; without outages it "
    "is 0."
)
PROBLEMS = {"most": _PROBLEM.format("most"), "fewest": _PROBLEM.format("fewest")}
SLOW = """\
def solution(crews: int, outages: list[list[int]]) -> int:
    ready = [0] * crews
    waiting = []
    number = 0
    hour = 0
    result = 0
    while number < len(outages) or waiting:
        crew = 0
        for other in range(crews):
            if ready[other] < ready[crew]:
                crew = other
        hour = max(hour, ready[crew])
        if not waiting:
            hour = max(hour, outages[number][0])
        while number < len(outages) and outages[number][0] <= hour:
            homes = outages[number][1]
            waiting.append(($change, number))
            number += 1
        best = 0
        for place in range(len(waiting)):
            if waiting[place] < waiting[best]:
                best = place
        reported, homes, repair = outages[waiting.pop(best)[1]]
        result += homes * (hour - reported)
        ready[crew] = hour + repair + ($rest if repair >= $long else 0)
    return result
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    hours = sorted(chosen.randrange(1000) for _ in range(24000 + 500 * number))
    outages = [[hour, chosen.randint(1, 5000), chosen.randint(1, 2 * $long)] for hour in hours]
    return (5 + number, outages)
"""


def sample(draws: Draws) -> dict[str, Any]:
    long = draws.integer(5, 9)
    rows: list[list[Any]] = []
    for number in range(18):
        hour, outages = 0, []
        for _ in range(4 + number):
            hour += draws.choice((0, 0, 1, 2, 5))
            outages.append([hour, draws.integer(1, 9 + 9 * (number % 3)), draws.integer(1, 2 * long)])
        rows.append([1 + number % 4, outages])
    return {"long": long, "rest": draws.integer(2, 6), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(crews, outages) for crews, outages in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    long, rest = values["long"], values["rest"]
    return [
        (1, []),
        (100, [[0, 1, 1]]),
        (1, [[7, 5000, 100]]),
        (1, [[0, 1, long - 1], [0, 1, 1]]),
        (1, [[0, 1, long], [0, 2, long], [0, 3, long]]),
        (1, [[3, 5, long], [4, 7, 1], [4, 6, 1]]),
        (2, [[0, 4, 1], [0, 4, 9], [0, 4, 2], [0, 4, 3], [0, 4, 1]]),
        (2, [[5, 1, 10], [5, 2, 20], [6, 3, 1], [6, 1, 2], [40, 9, 1]]),
        (3, [[10, 7, 4], [10, 8, 4], [30, 1, 1], [30, 2, 30], [31, 3, 1], [31, 4, 1]]),
        (1, [[0, 10, 2], [1, 1, 2], [2, 100, 2], [3, 50, long], [4, 5, 1], [60 + rest, 1, 1]]),
        (2, [[0, 3, 4], [9, 2, 4], [9, 3, 4], [9, 1, 4], [10, 8, 1]]),
    ]

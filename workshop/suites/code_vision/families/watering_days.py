"""Plants in a garden each want water on one of some days; the soil stays wet for a while.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("greedy",)

TEXT = '''\
def solution(plants: list[list[int]]) -> int:
    """
    A gardener waters a garden on some days.

    Parameters:
        plants (list[list[int]]): 0 to 45,000 plants, each with two whole numbers from 0 to 10,000,000: the first
            and the last day of a time. The last day is never before the first.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(plants: list[list[int]]) -> int:
    times = []
    for first, last in plants:
        times.append([last, first])
    times.sort()
    count = 0
    wet = -1
    for last, first in times:
        if first > wet:
            count += 1
            wet = $change
    return count
"""

VARIANTS = {"days": "last + $lasting", "week": "last - last % $week + $end"}

EQUIVALENT = {"1 → 2": "-1 and -2 both lie before the first day"}

_STORY = (
    "A gardener waters a garden on some days, always the whole garden; days are numbered from 0. {rule} Each plant "
    "has a first and a last day, and is content if the soil is wet on at least one day of this time, which includes "
    "both. It does not matter whether the watering itself was before the first day of the plant, as long as the "
    "soil is still wet on the first day. One watering is enough for any number of plants. Return the smallest "
    "number of days on which the gardener must water so that all plants are content; without plants it is 0."
)
PROBLEMS = {
    "days": _STORY.format(
        rule="The soil is wet on a day of watering and on the days directly after it, $lasting in number."
    ),
    "week": _STORY.format(
        rule="The soil is wet on a day of watering and on all later days of the same round; a round has $week days, "
        "and day 0 begins the first one."
    ),
}

SLOW = """\
def solution(plants: list[list[int]]) -> int:
    left = [(first, last) for first, last in plants]
    count = 0
    while left:
        last = left[0][1]
        for _, end in left:
            if end < last:
                last = end
        wet = $change
        count += 1
        left = [(first, end) for first, end in left if first > wet]
    return count
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    plants = []
    for _ in range(36000 + 2000 * number):
        first = chosen.randrange(3000000 + 900000 * number)
        plants.append([first, first + chosen.randrange(30 + 10 * number)])
    return (plants,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    week = draws.integer(6, 12)
    values: dict[str, Any] = {
        "lasting": draws.integer(1, 4),
        "week": week,
        "end": week - 1,
        "seed": draws.integer(1, 10**6),
    }
    values["gardens"] = []
    for number in range(17):
        plants = []
        for _ in range(draws.integer(5, 12) + 2 * number):
            first = draws.integer(0, 60 + 6 * number)
            plants.append([first, first + draws.integer(0, 7)])
        values["gardens"].append(plants)
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(plants,) for plants in values["gardens"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    lasting, week = values["lasting"], values["week"]
    return [
        ([],),
        ([[0, 0]],),
        ([[10000000, 10000000]],),
        ([[0, 10000000]],),
        ([[3, 4], [4 + lasting, 99]],),
        ([[3, 4], [5 + lasting, 99]],),
        ([[0, week - 2], [week - 1, 99], [week, 199]],),
        ([[0, week], [2 * week - 1, 99], [2 * week, 99]],),
        ([[0, 0], [week - 1, week - 1], [week, week]],),
        ([[7, 9]] * 10,),
        ([[day, day] for day in range(40)],),
        ([[day, day + 5] for day in range(60, 0, -3)],),
        ([[0, 50], [10, 12], [40, 41], [41, 45], [11, 30]],),
    ]

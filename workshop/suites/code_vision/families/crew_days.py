"""Turbines are serviced in their order: how long the days of work must be.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "search",
    "greedy",
)
TEXT = '''\
def solution(turbines: list[list[int]], days: int) -> int:
    """
    A crew services turbines. Find the smallest number of hours of a day.

    Parameters:
        turbines (list[list[int]]): 0 to 30,000 turbines in the order of the service, each with two numbers: the
            hours of its service, from 1 to 100,000, and its kind, from 1 to 9.
        days (int): A number from 1 to 30,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(turbines: list[list[int]], days: int) -> int:
    def is_too_short(limit):
        count = 0
        spent = limit
        last = None
        for hours, kind in turbines:
            more = hours
            if $change:
                more += $tools
            if spent + more > limit:
                count += 1
                spent = 0
                more = hours + $travel
                if more > limit:
                    return True
            spent += more
            last = kind
        return count > days

    low = $travel
    high = 0
    for hours, kind in turbines:
        high += hours + $travel
    while high - low > 1:
        middle = (low + high) // 2
        if is_too_short(middle):
            low = middle
        else:
            high = middle
    return high
"""
VARIANTS = {"other": "kind != last", "same": "kind == last"}
EQUIVALENT = {
    "0 → 1": "the search may start higher",
    "9 → 10": "the search may start higher",
    "10 → 11": "the search may start higher",
    "11 → 12": "the search may start higher",
    "12 → 13": "the search may start higher",
    "13 → 14": "the search may start higher",
    "14 → 15": "the search may start higher",
    "15 → 16": "the search may start higher",
    "9 → 8": "the search may start lower",
    "10 → 9": "the search may start lower",
    "11 → 10": "the search may start lower",
    "12 → 11": "the search may start lower",
    "13 → 12": "the search may start lower",
    "14 → 13": "the search may start lower",
    "15 → 14": "the search may start lower",
}
_PROBLEM = (
    "A crew services turbines in the order of the list. Each turbine is serviced within one day, and the crew works "
    "the same number of hours h on every day, or less. Each day begins with the travel to its first turbine, which "
    "takes $travel hours, and then its service. After that the crew goes on to the next turbine on the same day if "
    "this still fits into the h hours of the day: it takes the hours of the service, and $tools hours more for other "
    "tools if this turbine has {} the turbine before it. The first turbine of a day never needs other "
    "tools. The crew needs at most the given number of days. Return the smallest whole number h for which this is "
    "possible. Without turbines no day is needed, and the result is 0."
)
PROBLEMS = {
    "other": _PROBLEM.format("another kind than"),
    "same": _PROBLEM.format("the same kind as"),
}
SLOW = """\
def solution(turbines: list[list[int]], days: int) -> int:
    limit = 0
    while True:
        count = 0
        spent = limit
        last = 0
        for hours, kind in turbines:
            more = hours
            if $change:
                more += $tools
            if spent + more > limit:
                count += 1
                spent = 0
                more = hours + $travel
                if more > limit:
                    count = days + 1
                    break
            spent += more
            last = kind
        if count <= days:
            return limit
        limit += 1
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    turbines = [[chosen.randint(1, 1000), chosen.randint(1, 2)] for _ in range(20000)]
    for place in chosen.sample(range(20000), 20):
        turbines[place][0] = chosen.randint(1001, 3000)
    return (turbines, 60 + 10 * number)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows: list[list[Any]] = []
    for number in range(18):
        count = 3 + number
        turbines = [[draws.integer(1, 20), draws.integer(1, 2 + number % 2)] for _ in range(count)]
        rows.append([turbines, draws.integer(1, 2 + number // 3)])
    return {
        "tools": draws.integer(3, 9),
        "travel": draws.integer(9, 15),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(turbines, days) for turbines, days in values["rows"]]


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([], 1),
        ([], 30000),
        ([[1, 1]], 1),
        ([[1000, 9]], 5),
        ([[5, 1], [5, 1]], 1),
        ([[5, 1], [5, 2]], 1),
        ([[5, 1], [5, 2]], 2),
        ([[5, 1], [5, 1], [5, 1], [5, 2], [5, 2]], 2),
        ([[1, 3]] * 12, 4),
        ([[1, 3]] * 12, 12),
        ([[1, 3]] * 12, 13),
        ([[40, 1], [1, 2], [1, 1], [1, 2], [1, 1]], 2),
        ([[1, 1], [1, 2], [1, 1], [40, 2]], 1),
    ]

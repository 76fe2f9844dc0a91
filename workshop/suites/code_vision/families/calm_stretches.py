"""A satellite's temperatures: how many stretches of minutes were calm.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(readings: list[int]) -> int:
    """
    A satellite sends one temperature every minute. Count stretches of these readings.

    Parameters:
        readings (list[int]): 0 to 200,000 whole numbers, each from 0 to 1,000, in the order of the minutes.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(readings: list[int]) -> int:
    from collections import deque

    high = deque()
    low = deque()
    start = 0
    count = 0
    for minute, reading in enumerate(readings):
        if reading == 0:
            high.clear()
            low.clear()
            start = minute + 1
            continue
        while high and readings[high[-1]] < reading:
            high.pop()
        high.append(minute)
        while low and readings[low[-1]] > reading:
            low.pop()
        low.append(minute)
        while $change:
            start += 1
            if high[0] < start:
                high.popleft()
            if low[0] < start:
                low.popleft()
        count += max(0, minute - start - $short)
    return count
"""
VARIANTS = {
    "at-most": "readings[high[0]] - readings[low[0]] > $spread",
    "less": "readings[high[0]] - readings[low[0]] >= $spread",
}
EQUIVALENT = {
    "readings[high[-1]] < reading → readings[high[-1]] <= reading": "of equal readings the last one is enough",
    "readings[low[-1]] > reading → readings[low[-1]] >= reading": "of equal readings the last one is enough",
}
_PROBLEM = (
    "A satellite sends one temperature every minute, but some are lost: a reading of 0 means that nothing arrived in "
    "this minute. A stretch is a part of the list without a gap, from one minute to the same or a later minute. A "
    "stretch is calm if it has no lost reading, if it has at least {} readings, and if its highest and its lowest "
    "reading differ by {} $spread. Two stretches are different if they begin or end at different minutes, even if the "
    "readings in them are equal, and a stretch that lies inside another calm stretch counts as well. Return how many "
    "calm stretches the list has. If there are none, or the list is empty, return 0."
)
_LEAST = "$least"
PROBLEMS = {
    "at-most": _PROBLEM.format(_LEAST, "at most"),
    "less": _PROBLEM.format(_LEAST, "less than"),
}
_SLOW = """\
def solution(readings: list[int]) -> int:
    count = 0
    for start in range(len(readings)):
        high, low = 0, 2000
        for end in range(start, len(readings)):
            reading = readings[end]
            if reading > high:
                high = reading
            if reading < low:
                low = reading
            if reading == 0 or {}:
                break
            if end - start > $short:
                count += 1
    return count
"""
SLOW = {
    "at-most": _SLOW.format("high - low > $spread"),
    "less": _SLOW.format("high - low >= $spread"),
}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    middle = chosen.randint(100, 800)
    readings = [middle + chosen.randrange($spread) for _ in range(80000 + 5000 * number)]
    for minute in range(9000, len(readings) - 4000, 15000):
        readings[minute + chosen.randrange(4000)] = middle + $spread
    for minute in range(20000, len(readings) - 4000, 30000):
        readings[minute + chosen.randrange(4000)] = middle + $spread + chosen.randint(1, 3)
    readings[50000 + chosen.randrange(9000)] = 0
    return (readings,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    spread, least = draws.integer(5, 12), draws.integer(3, 5)
    rows = []
    for number in range(16):
        middle = draws.integer(1, 60)
        row = [
            middle + draws.integer(0, spread if draws.chance(4, 5) else spread + 4)
            for _ in range(9 + 4 * number)
        ]
        if number % 2:
            row[draws.integer(0, len(row) - 1)] = 0
        rows.append(row)
    return {
        "spread": spread,
        "least": least,
        "short": least - 2,
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    spread, least = values["spread"], values["least"]
    return [
        ([],),
        ([0],),
        ([40],),
        ([40] * (least - 1),),
        ([40] * least,),
        ([40] * (least - 1) + [0] + [40] * (least + 2),),
        ([1000, 1] * 6,),
        ([0] * 9,),
        ([40, 40 + spread] * 8,),
        (list(range(1, 31)),),
        (list(range(31, 0, -1)),),
        ([500] * 20 + [0] + [500 + spread] * 20,),
        ([1] * 7 + [1 + spread] + [1] * 7,),
        ([300] * 6 + [0] + [600] * 6 + [0] + [200] * 6,),
        ([40, 40 + spread, 39 + spread, 38 + spread, 41, 39, 38, 40, 38, 42, 38],),
    ]

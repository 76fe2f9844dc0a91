"""Readings of a tide gauge, compared with the lowest of the last hours.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("data-structures",)

TEXT = '''\
def solution(readings: list[int], span: int) -> int:
    """
    A gauge at the harbour wall is read every hour.

    Parameters:
        readings (list[int]): The readings in centimetres, in the order of the hours: 0 to 120,000 whole
            numbers, each from -10,000 to 10,000.
        span (int): A number of hours, from 1 to 120,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(readings: list[int], span: int) -> int:
    points = 0
    lows = []
    first = 0
    for hour, reading in enumerate(readings):
        while len(lows) > first and readings[lows[-1]] >= reading:
            lows.pop()
        lows.append(hour)
        if lows[first] <= hour - span:
            first += 1
        rise = reading - readings[lows[first]]
        if rise >= $calm:
            points += $change
    return points
"""

VARIANTS = {"excess": "rise - $pardon", "steps": "rise // $full"}

EQUIVALENT = {
    "readings[lows[-1]] >= reading → readings[lows[-1]] > reading": "equal readings are equally low",
}

_STORY = (
    "A gauge at the harbour wall is read every hour; readings lists the readings in centimetres, in the order of "
    "the hours. For each hour take the last hours up to and including this hour, as many as span says, or all "
    "hours so far if there were fewer, and find the lowest reading among them. The rise of the hour is its own reading minus this "
    "lowest reading, so it is 0 if the hour itself is the lowest. If the rise is less than $calm cm, the hour is "
    "calm and gives no points. Otherwise it gives {points}. Return the sum of the points of all hours; without "
    "readings it is 0."
)
PROBLEMS = {
    "excess": _STORY.format(points="as many points as the rise has centimetres, less $pardon"),
    "steps": _STORY.format(
        points="one point for each full $full cm of the rise, and none for what is left over"
    ),
}

SLOW = """\
def solution(readings: list[int], span: int) -> int:
    points = 0
    for hour, reading in enumerate(readings):
        lowest = reading
        for before in range(max(0, hour - span + 1), hour):
            if readings[before] < lowest:
                lowest = readings[before]
        rise = reading - lowest
        if rise >= $calm:
            points += $change
    return points
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    height = 0
    readings = []
    for hour in range(100000 + 4000 * number):
        height += chosen.randrange(-9, 10)
        if number % 2 == 0 and hour % 20 == 0:
            height += 1
        if height > 9900 or height < -9900:
            height //= 2
        readings.append(height)
    return readings, 20000 + 9000 * number
"""


def sample(draws: Draws) -> dict[str, Any]:
    calm = draws.integer(6, 12)
    values: dict[str, Any] = {
        "calm": calm,
        "pardon": draws.integer(2, calm - 2),
        "full": draws.integer(3, 5),
        "seed": draws.integer(1, 10**6),
    }
    values["days"] = [
        (draws.integers(draws.integer(8, 30), -20 - number, 20 + number), draws.integer(1, 9))
        for number in range(16)
    ]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(readings, span) for readings, span in values["days"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    calm = values["calm"]
    return [
        ([], 1),
        ([5], 1),
        ([-10000, 10000], 1),
        ([-10000, 10000], 2),
        ([0, calm], 120000),
        ([0, calm - 1, 2 * calm, 2 * calm - 1], 3),
        ([7] * 10, 4),
        (list(range(0, 90, 3)), 9),
        (list(range(0, 90, 3)), 120000),
        (list(range(90, 0, -4)), 5),
        ([0, 40, 0, 40, 40, 40, 0], 3),
    ]

"""How long machines in a workshop need for a number of parts.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("search",)

TEXT = '''\
def solution(machines: list[int], parts: int) -> int:
    """
    Machines in a workshop make parts of one kind.

    Parameters:
        machines (list[int]): For each machine the minutes that it needs for one part: 1 to 1,500 whole numbers,
            each from 1 to 100,000.
        parts (int): A number of parts, from 0 to 1,000,000,000,000.

    Returns:
        int: A number of minutes.
    """
'''

REFERENCE = """\
def solution(machines: list[int], parts: int) -> int:
    def enough(minutes: int) -> bool:
        made = 0
        for pace in machines:
            busy = $series * pace
            rounds = minutes // (busy + $pause)
            left = minutes % (busy + $pause)
            worked = min(left, busy)
            made += $series * rounds
            made += $change
        return made >= parts

    step = 1
    while not enough(step):
        step *= 2
    minutes = -1
    while step > 0:
        if not enough(minutes + step):
            minutes += step
        step //= 2
    return minutes + 1
"""

VARIANTS = {"single": "worked // pace", "boxes": "worked // busy * $series"}

EQUIVALENT = {"1 → 2": "any power of two may be the first step"}

_STORY = (
    "Machines in a workshop make parts of one kind; machines tells for each how many minutes it needs for one "
    "part. All machines are switched on at minute 0 and work at the same time, each for itself. A machine makes "
    "one part after another without a break until it has made a series of $series parts; then it pauses for $pause "
    "minutes to cool, and goes on with the next series. {rule} parts tells how many parts are wanted. Return the "
    "smallest number of minutes after which the machines together have finished at least that many parts; it is 0 if "
    "no parts are wanted."
)
PROBLEMS = {
    "single": _STORY.format(
        rule="A part counts from the minute at which it is finished: a part that takes 5 minutes and is begun at "
        "minute 3 is finished at minute 8. A part that is still being made does not count."
    ),
    "boxes": _STORY.format(
        rule="The parts of a series are put into a box and count, all $series at once, from the minute at which the "
        "last one of them is made; before that none of them counts as finished. A series that takes 20 minutes and "
        "is begun at minute 3 is finished at minute 23."
    ),
}

SLOW = """\
def solution(machines: list[int], parts: int) -> int:
    minutes = 0
    while True:
        made = 0
        for pace in machines:
            busy = $series * pace
            rounds = minutes // (busy + $pause)
            left = minutes % (busy + $pause)
            worked = min(left, busy)
            made += $series * rounds
            made += $change
        if made >= parts:
            return minutes
        minutes += 1
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    machines = [chosen.randint(100, 40000 + 10000 * number) for _ in range(600 + 60 * number)]
    return machines, 10 ** (7 + number) + chosen.randrange(10 ** 7)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "series": draws.integer(3, 6),
        "pause": 2 * draws.integer(3, 10) - 1,
        "seed": draws.integer(1, 10**6),
    }
    values["shops"] = [
        (draws.integers(draws.integer(1, 5), 2, 12 + number), draws.integer(2, 20) + 2 * number)
        for number in range(17)
    ]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(machines, parts) for machines, parts in values["shops"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    series = values["series"]
    return [
        ([1], 0),
        ([1], 1),
        ([100000], 0),
        ([1], series),
        ([1], series + 1),
        ([7], 2 * series),
        ([7], 2 * series + 1),
        ([9, 9, 9], 3),
        ([9, 9, 9], 4),
        ([1, 100000], 5 * series),
        ([4, 6], 2 * series),
        ([10, 15, 30], 7),
    ]

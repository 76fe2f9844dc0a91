"""Hedges along a garden walk: how far back the nearest one stands that is clearly taller.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("data-structures",)

TEXT = '''\
def solution(heights: list[int]) -> int:
    """
    Hedges stand in a row along a garden walk.

    Parameters:
        heights (list[int]): The height of each hedge in centimetres, in the order of the walk: 0 to 60,000
            whole numbers, each from 1 to 1,000,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(heights: list[int]) -> int:
    total = 0
    tall = []
    for place, height in enumerate(heights):
        while len(tall) > 0 and heights[tall[-1]] <= height:
            tall.pop()
        wanted = $change
        low = 0
        high = len(tall)
        while low < high:
            middle = (low + high) // 2
            if heights[tall[middle]] >= wanted:
                low = middle + 1
            else:
                high = middle
        if low > 0:
            total += place - tall[low - 1]
        else:
            total += $alone
        tall.append(place)
    return total
"""

VARIANTS = {"gap": "height + $gap", "factor": "height * $factor"}

EQUIVALENT = {
    "0 → 1": "a lower hedge that stays first in the list is never tall enough when the next one is not",
    "heights[tall[-1]] <= height → heights[tall[-1]] < height": "of equally tall hedges the later one is nearer",
}

PROBLEMS = {
    "gap": (
        "Hedges stand in a row along a garden walk; heights lists their heights in centimetres, in the order of "
        "the walk. For each hedge look back along the walk, over all hedges before it, and take the nearest one "
        "that is at least $gap cm taller than the hedge itself. Its distance is the difference of the two places "
        "in the row: 1 for the hedge directly before, 2 for the one before that, and so on. Hedges that are not "
        "tall enough are passed over, and no hedge hides another. If no hedge before it is at least $gap cm "
        "taller, the distance counts as $alone. Return the sum of the distances of all hedges; without hedges it "
        "is 0."
    ),
    "factor": (
        "Hedges stand in a row along a garden walk; heights lists their heights in centimetres, in the order of "
        "the walk. For each hedge look back along the walk, over all hedges before it, and take the nearest one "
        "that is at least $factor times as tall as the hedge itself. Its distance is the difference of the two "
        "places in the row: 1 for the hedge directly before, 2 for the one before that, and so on. Hedges that "
        "are not tall enough are passed over, and no hedge hides another. If no hedge before it is at least "
        "$factor times as tall, the distance counts as $alone. Return the sum of the distances of all hedges; "
        "without hedges it is 0."
    ),
}

SLOW = """\
def solution(heights: list[int]) -> int:
    total = 0
    for place, height in enumerate(heights):
        wanted = $change
        distance = $alone
        for before in range(place - 1, -1, -1):
            if heights[before] >= wanted:
                distance = place - before
                break
        total += distance
    return total
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    heights = [1000000 - 900 * place - chosen.randrange(900) for place in range(100 + 20 * number)]
    height = 500
    while len(heights) < 52000 + 2000 * number:
        height += chosen.randrange(5)
        if chosen.randrange(40) == 0:
            heights.append(height + chosen.randrange(2 * $gap + 1))
        else:
            heights.append(height)
    return (heights,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "gap": draws.integer(6, 15),
        "factor": draws.integer(2, 3),
        "alone": draws.integer(3, 9),
        "seed": draws.integer(1, 10**6),
    }
    values["rows"] = [draws.integers(draws.integer(5, 40), 1, 20 + 5 * number) for number in range(16)]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    gap, factor = values["gap"], values["factor"]
    return [
        ([],),
        ([1],),
        ([1000000, 1],),
        ([1, 1000000],),
        ([40 + gap, 90, 30, 40],),
        ([39 + gap, 20, 40],),
        ([40 * factor, 7, 40 * factor - 1, 40],),
        ([40 * factor - 1, 39, 40],),
        ([25] * 12,),
        (list(range(1, 30)),),
        (list(range(90, 1, -3)),),
    ]

"""Beds of a garden are sown so that the soil can rest after each harvest.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("dynamic-programming",)

TEXT = '''\
def solution(crops: list[int]) -> int:
    """
    A long garden is a row of beds.

    Parameters:
        crops (list[int]): The crop of each bed in kilograms if it is sown, in the order of the row: 0 to
            100,000 whole numbers, each from 1 to 1,000.

    Returns:
        int: A number of kilograms.
    """
'''

REFERENCE = """\
def solution(crops: list[int]) -> int:
    last = len(crops) - 1
    best = {len(crops): 0}
    for bed in range(last, -1, -1):
        crop = crops[bed]
        if $change:
            rest = $long
        else:
            rest = $short
        sown = crop + best.get(bed + rest + 1, 0)
        unsown = best[bed + 1]
        best[bed] = max(sown, unsown)
    return best[0]
"""

VARIANTS = {"rich": "crop >= $rich", "poor": "crop < $rich"}

_STORY = (
    "A long garden is a row of beds; crops tells for each bed, in the order of the row, how many kilograms it "
    "yields if it is sown. The gardener chooses which beds to sow. Directly behind each sown bed, further on in the "
    "row, some beds must stay unsown: their number is $long if the crop of the sown bed is {when} $rich kg, and "
    "$short otherwise. Near the end of the row there may be fewer beds behind it; then all of them stay unsown. "
    "Beds in front of a sown bed do not matter for it. Return the largest total crop, in kilograms, that the "
    "gardener can reach; without beds it is 0."
)
PROBLEMS = {"rich": _STORY.format(when="at least"), "poor": _STORY.format(when="less than")}

SLOW = """\
def solution(crops: list[int]) -> int:
    plans = [0] * len(crops)
    for bed in range(len(crops) - 1, -1, -1):
        crop = crops[bed]
        if $change:
            rest = $long
        else:
            rest = $short
        following = 0
        for other in range(bed + rest + 1, len(crops)):
            if plans[other] > following:
                following = plans[other]
        plans[bed] = crop + following
    return max(plans, default=0)
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    most = 2 * $rich + 50 * number
    return ([chosen.randint(1, most) for _ in range(92000 + 2000 * number)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    short = draws.integer(1, 2)
    values: dict[str, Any] = {
        "short": short,
        "long": short + draws.integer(2, 3),
        "rich": draws.integer(20, 40),
        "seed": draws.integer(1, 10**6),
    }
    values["rows"] = [draws.integers(draws.integer(5, 30), 1, 50 + 2 * number) for number in range(16)]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(crops,) for crops in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    rich, short, long = values["rich"], values["short"], values["long"]
    return [
        ([],),
        ([1],),
        ([1000],),
        ([rich, rich],),
        ([rich - 1, rich - 1, rich - 1],),
        ([rich] + [1] * long + [rich],),
        ([rich - 1] + [1] * short + [rich - 1],),
        ([rich] + [1] * (long - 1) + [rich],),
        ([rich - 1] + [1] * (short - 1) + [rich - 1],),
        ([rich] * 20,),
        ([rich - 1] * 20,),
        (list(range(1, 60, 3)),),
        ([1, 1000] * 8,),
    ]

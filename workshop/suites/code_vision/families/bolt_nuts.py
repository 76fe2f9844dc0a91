"""How many pairs of bolts and nuts fit together.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("search",)

TEXT = '''\
def solution(bolts: list[int], nuts: list[int]) -> int:
    """
    A workshop has bolts and nuts.

    Parameters:
        bolts (list[int]): The width of each bolt in micrometres, in no particular order: 0 to 60,000 whole
            numbers, each from 1 to 1,000,000.
        nuts (list[int]): The width of the hole of each nut in micrometres, in the same manner.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(bolts: list[int], nuts: list[int]) -> int:
    holes = sorted(nuts)
    count = 0
    narrow = 0
    wide = 0
    for bolt in sorted(bolts):
        while narrow < len(holes) and holes[narrow] < bolt + $slack:
            narrow += 1
        limit = $change
        while wide < len(holes) and holes[wide] <= limit:
            wide += 1
        count += max(wide - narrow, 0)
    return count
"""

VARIANTS = {"fixed": "bolt + $play", "share": "bolt + bolt // $part"}

EQUIVALENT = {"0 → -1": "with the same play for all bolts, wide is never less than narrow"}

_STORY = (
    "A workshop has bolts and nuts; bolts lists the widths of the bolts, nuts the widths of the holes of the nuts, "
    "in micrometres and in any order. A bolt and a nut fit together if the hole is wider than the bolt by at least "
    "$slack micrometres, since otherwise the nut jams, and by at most {rule}, since otherwise it rattles. {more} "
    "Each bolt is tried with each nut, and two bolts or two nuts of the same width are still two: a pair is one "
    "bolt and one nut. Bolts and nuts are not used up by a pair. Return the number of pairs that fit together; it "
    "is 0 if there are none."
)
PROBLEMS = {
    "fixed": _STORY.format(rule="$play micrometres", more="Both bounds are the same for all bolts."),
    "share": _STORY.format(
        rule="a share of the width of the bolt, which is this width divided by $part and rounded down",
        more="If the share is less than $slack, no nut fits this bolt.",
    ),
}

SLOW = """\
def solution(bolts: list[int], nuts: list[int]) -> int:
    count = 0
    for bolt in bolts:
        limit = $change
        for hole in nuts:
            if bolt + $slack <= hole <= limit:
                count += 1
    return count
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    most = 20000 + 200000 * number
    bolts = [chosen.randint(1, most) for _ in range(44000 + 4000 * number)]
    nuts = [chosen.randint(1, most) for _ in range(60000 - 2000 * number)]
    return bolts, nuts
"""


def sample(draws: Draws) -> dict[str, Any]:
    slack = draws.integer(3, 6)
    values: dict[str, Any] = {
        "slack": slack,
        "play": slack + draws.integer(6, 14),
        "part": draws.integer(4, 7),
        "seed": draws.integer(1, 10**6),
    }
    values["boxes"] = []
    for number in range(17):
        most = 60 + 10 * number
        bolts = draws.integers(draws.integer(4, 14) + number, 1, most)
        nuts = draws.integers(draws.integer(4, 14) + number, 1, most + 20)
        values["boxes"].append((bolts, nuts))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(bolts, nuts) for bolts, nuts in values["boxes"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    slack, play, part = values["slack"], values["play"], values["part"]
    wide = 20 * part
    return [
        ([], []),
        ([9], []),
        ([], [9]),
        ([50], [50]),
        ([50], [50 + slack, 50 + slack - 1, 50 + play, 50 + play + 1]),
        ([wide], [wide + slack, wide + 19, wide + 20, wide + 21]),
        ([1, 2, 3], [4, 5, 6, 7, 8, 9, 10]),
        ([1] * 5, [1 + slack] * 4),
        ([200] * 4, [200 + slack] * 6),
        ([1000000], [1000000, 999999, 1]),
        ([1], [1000000]),
        (list(range(1, 80, 4)), list(range(1, 110, 3))),
        ([slack * part, slack * part - 1], [slack * part + slack, slack * part + slack - 1]),
    ]

"""Planks in a row are glued to panels with as little waste as possible.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("dynamic-programming",)

TEXT = '''\
def solution(lengths: list[int]) -> int:
    """
    Planks lie in a row in a workshop.

    Parameters:
        lengths (list[int]): The length of each plank in centimetres, in the order of the row: 0 to 600 whole
            numbers, each from 1 to 1,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(lengths: list[int]) -> int:
    best = [0]
    for last in range(len(lengths)):
        panel = []
        costs = []
        size = 0
        while size < $most and size <= last:
            panel.append(lengths[last - size])
            size += 1
            length = $change
            waste = abs(sum(panel) - size * length)
            costs.append(best[-size] + waste + $setup)
        best.append(min(costs))
    return best[-1]
"""

VARIANTS = {"cut": "min(panel)", "filled": "max(panel)"}

_STORY = (
    "Planks lie in a row in a workshop; lengths lists their lengths in centimetres, in the order of the row. The "
    "row is divided into panels: each panel is made of 1 to $most planks that follow directly on one another, and "
    "each plank belongs to exactly one panel. In a panel all planks get one length: {rule}, and "
    "each centimetre of this costs 1. Each panel costs $setup more for the glue, however many planks it has. Return the smallest "
    "sum of the costs with which the whole row can be made into panels; without planks it is 0."
)
PROBLEMS = {
    "cut": _STORY.format(rule="the longer ones are cut off to the length of the shortest plank of the panel"),
    "filled": _STORY.format(
        rule="the shorter ones are pieced out to the length of the longest plank of the panel"
    ),
}

SLOW = """\
def solution(lengths: list[int]) -> int:
    def cheapest(count: int) -> int:
        if count == 0:
            return 0
        found = []
        for size in range(1, min($most, count) + 1):
            panel = lengths[count - size : count]
            found.append($setup + abs(sum(panel) - size * $change) + cheapest(count - size))
        return min(found)

    return cheapest(len(lengths))
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    lengths = []
    while len(lengths) < 320 + 70 * number:
        middle = chosen.randint(50, 900)
        for _ in range(chosen.randint(1, 2 * $most)):
            lengths.append(middle + chosen.randrange(-12, 13))
    return (lengths[:320 + 70 * number],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "most": draws.integer(3, 5),
        "setup": draws.integer(12, 25),
        "seed": draws.integer(1, 10**6),
    }
    values["rows"] = [draws.integers(draws.integer(4, 13), 1, 25 + 2 * number) for number in range(16)]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(lengths,) for lengths in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most, setup = values["most"], values["setup"]
    return [
        ([],),
        ([1],),
        ([7, 7],),
        ([1000, 1],),
        ([5] * most,),
        ([5] * (most + 1),),
        ([20, 20 + setup],),
        ([20, 20 + setup, 20 + setup],),
        ([20, 20, 20 + setup - 1],),
        (list(range(1, 40, 3)),),
        (list(range(60, 1, -5)),),
        ([10, 90] * 6,),
        ([90, 88, 10, 90],),
    ]

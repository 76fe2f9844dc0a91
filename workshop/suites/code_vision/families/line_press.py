"""A straight line is pressed by a row of steps into another one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(steps: list[list[int]]) -> list[int]:
    """
    Follow what some steps make of a term.

    Parameters:
        steps (list[list[int]]): 0 to 25 steps, each a kind (0, 1 or 2) and a whole number from -9 to 9.

    Returns:
        list[int]: Two whole numbers.
    """
'''
REFERENCE = """\
def solution(steps: list[list[int]]) -> list[int]:
    slope = 1
    height = 0
    for kind, value in steps:
        if kind == 0:
            height += value
        elif kind == 1:
            slope *= value
            height *= value
        else:
            $change
        if abs(slope) > $cap:
            slope, height = height, slope
            slope -= $cut
    return [slope, height]
"""
VARIANTS = {"inside": "height += slope * value", "turned": "height = slope * value - height"}
PROBLEMS = {
    "inside": (
        "A term a * x + b begins as x, so a is 1 and b is 0. Each step has a kind and a value. Kind 0 adds the value to "
        "the term. Kind 1 multiplies the term by the value. Kind 2 puts x plus the value in the place of x, and the term "
        "is written as a * x + b again. After each step: if a is larger than $cap or smaller than -$cap, a and b change "
        "places, and then a becomes smaller by $cut; this happens once per step at most. Return a and b."
    ),
    "turned": (
        "A term a * x + b begins as x, so a is 1 and b is 0. Each step has a kind and a value. Kind 0 adds the value to "
        "the term. Kind 1 multiplies the term by the value. Kind 2 leaves a as it is, and b becomes a times the value, "
        "minus the old b. After each step: if a is larger than $cap or smaller than -$cap, a and b change places, and "
        "then a becomes smaller by $cut; this happens once per step at most. Return a and b."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    steps = [[0, 1, 2, 2, 1], [2, 0, 1, 2], [1, 0, 2, 1, 2, 0]]
    lists = []
    for begin in steps * 3:
        kinds = [*begin, *draws.choices((0, 1, 2, 2), draws.integer(1, 8))]
        lists.append([[kind, draws.choice((-9, -7, -5, -4, -3, -2, 2, 3, 4, 6, 8))] for kind in kinds])
    return {"cap": draws.choice((20, 24, 27, 35, 48)), "cut": draws.integer(2, 9), "lists": lists}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(steps,) for steps in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    cap = values["cap"]
    low = next(low for low in range(3, 10) if cap % low == 0)
    above = next(above for above in range(3, 10) if (cap + 1) % above == 0)
    return [
        ([],),
        ([[0, 5]],),
        ([[2, -4], [2, 3]],),
        ([[1, low], [1, cap // low], [2, 1]],),
        ([[0, 1], [1, above], [1, -((cap + 1) // above)], [0, 1]],),
        ([[1, 0], [2, 9], [0, -9]],),
        ([[1, -9], [2, 7], [0, 9]] * 8 + [[2, -9]],),
    ]

"""Candles that light one another: when each of them burns.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._candle_rules import candle_rules

VERSION = 3
KINDS = ("tree",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("right-first", "branches", "together", "left-first")

TEXT = '''\
def solution(lit_by: list[int]) -> list[int]:
    """
    Each candle is lit by the one above it, as the picture shows. Find out when every candle begins to burn.

    Parameters:
        lit_by (list[int]): For each candle the index of the candle that lights it, and -1 for the candle at
            the top. Candles are listed row by row from the top, and each row from left to right.

    Returns:
        list[int]: For each candle, in the same order, the second at which it begins to burn.
    """
'''

PASSED_ON = """
def solution(lit_by: list[int]) -> list[int]:
    seconds = [0]
    for candle in range(1, len(lit_by)):
        above = lit_by[candle]
        waiting = {waiting}.count(above)
        seconds.append(seconds[above] + $pause * waiting)
    return seconds
"""
WAITING = {
    "right-first": "lit_by[candle:]",
    "together": "lit_by",
    "left-first": "lit_by[:candle + 1]",
}
BRANCHES = """
def solution(lit_by: list[int]) -> list[int]:
    seconds = list(lit_by)
    clock = 0
    waiting = [0]
    while waiting:
        candle = waiting.pop()
        seconds[candle] = clock
        clock += $pause
        below = [other for other, above in enumerate(lit_by) if above == candle]
        waiting += below[::-1]
    return seconds
"""


@dataclass(frozen=True)
class Candles:
    """Parameters: the mutation, the seconds between two lightings, and trees as lists of who lights whom."""

    mutation: str
    pause: int
    shown: tuple[int, ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Candles:
    pause = draws.integer(2, 15)
    # The branch in the middle is the shortest, so that neither size nor length gives the order; the outer ones
    # have two and three candles in their second row, and two and one in their third.
    left, right = draws.shuffled([2, 3])
    middle = draws.integer(0, 1)
    row = [0] * (left + middle + right)
    row[draws.integer(0, left - 1)] = 4 - left
    row[-1 - draws.integer(0, right - 1)] = 4 - right
    fans = [3, left, middle, right, *row]
    tested = [(-1,), (-1, 0), (-1, 0, 0, 0)]
    tested += [_tree([draws.integer(1, 4), *draws.integers(12, 0, 3)]) for _ in range(8)]
    return Candles(mutation, pause, _tree(fans), tuple(dict.fromkeys(tested)))


def _tree(fans: list[int]) -> tuple[int, ...]:
    """Return which candle lights each candle; ``fans`` has the number that each candle lights, 0 if missing."""
    lit_by = [-1]
    for candle, fan in enumerate(fans):
        if candle < len(lit_by):
            lit_by += [candle] * fan
    return tuple(lit_by)


def calls(candles: Candles) -> list[Call]:
    return [(list(lit_by),) for lit_by in candles.tested]


def examples(candles: Candles) -> list[Call]:
    return [(list(candles.shown),)]


def rule_space(candles: Candles) -> RuleSpace:
    return candle_rules()


def reference(candles: Candles) -> str:
    if candles.mutation == "branches":
        return fill(BRANCHES, pause=candles.pause)
    return fill(PASSED_ON.replace("{waiting}", WAITING[candles.mutation]), pause=candles.pause)


def picture(candles: Candles, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 850)
    lit_by = list(candles.shown)
    places = _places(lit_by)
    for (x, y), above in zip(places, lit_by, strict=True):
        if above >= 0:
            start = places[above]
            arrows.arrow(canvas, (start[0], start[1] + 96), (x, y - 8), stroke="grey", line=3)
    for (x, y), second in zip(places, solve(lit_by), strict=True):
        canvas.rect(x - 14, y + 34, 28, 54, fill="paleblue")
        canvas.line((x, y + 34), (x, y + 24), line=3)
        canvas.polygon([(x, y - 2), (x + 9, y + 15), (x, y + 28), (x - 9, y + 15)], fill="orange", line=2)
        canvas.text(x + 22, y + 64, f"{second} s", size=25, bold=True, anchor="start")
    return canvas


def _places(lit_by: list[int]) -> list[Point]:
    """Return the tips of the flames: the lowest candles side by side, the others centred above their own."""
    below = [
        [other for other, above in enumerate(lit_by) if above == candle] for candle in range(len(lit_by))
    ]
    rows, ends = [0] * len(lit_by), 0
    for candle, above in enumerate(lit_by[1:], 1):
        rows[candle] = rows[above] + 1
    columns = [0.0] * len(lit_by)
    order, waiting = [], [0]
    while waiting:
        candle = waiting.pop()
        order.append(candle)
        waiting += below[candle][::-1]
        if not below[candle]:
            columns[candle] = ends
            ends += 1
    for candle in reversed(order):
        if below[candle]:
            columns[candle] = (columns[below[candle][0]] + columns[below[candle][-1]]) / 2
    return [(60 + 139 * column, 40 + 220 * row) for column, row in zip(columns, rows, strict=True)]


def describe(candles: Candles, solve: Solve) -> str:
    lit_by = list(candles.shown)
    seconds = solve(lit_by)
    parts = []
    for candle, second in enumerate(seconds):
        below = [f"{seconds[other]} s" for other, above in enumerate(lit_by) if above == candle]
        if below:
            parts.append(f"from the one at {second} s to {', '.join(below)}")
    return (
        f"The picture shows {len(lit_by)} burning candles in four rows, joined by arrows like a tree: from a candle "
        "the arrows lead down to the candles below it. Beside each candle stands the second at which it began to "
        f"burn; the one at the top has {seconds[0]} s. The arrows lead, each time named from left to right: "
        f"{'; '.join(parts)}."
    )

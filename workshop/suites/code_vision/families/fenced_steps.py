"""A chart with two fences around boxes, which change what happens in them; small charts show how.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _marked_walks as walks
from workshop.suites.code_vision.families._mark_meanings import Charts
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, answered_ways
from workshop.suites.code_vision.families._marked_charts import draw_chart, drawn_chart
from workshop.suites.code_vision.families._stranded_charts import stranded_chart

VERSION = 2
FIRST = 6  #: those before it had other charts
START = 1  #: two tasks keep the charts of this instance
RENUMBERED = {"three-marks": 11, "five-marks": 12, "four-marks": 13}
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

EQUIVALENT = {
    "'A9' → 'A9~'": "the last branch takes every other name",
    "t + n → t - n": "a sum and a difference are even at the same time",
}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, which keeps a total t. Find the total after the last number. A blue fence
    changes the steps in it. If there is a dashed fence, a way over it does something, too, and where both are
    around a step, more may change. Small charts with their results show how, and what any other mark does.

    The total t is 0 at first. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n. Every walk begins at the
    circle from which a way leads: n is then the next number, and p the one that was taken before it, or 0. A
    walk ends at a circle to which a way leads. A way that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL, sample, typical, edge = walks.DIAL, walks.sample, walks.typical, walks.edge

MARKS = ("wall", "gate", "over", "filled", "thick")
#: Boxes that each way leads from and to: 0 is the circle, 1 to 3 ask, 4 to 9 do, 10 and 11 are circles.
WAYS = (
    (0, 1), (1, 4), (1, 5), (4, 2), (5, 3), (2, 6), (2, 7), (3, 7), (3, 8), (6, 9), (7, 9), (8, 10), (9, 11),
)  # fmt: skip
STEPS = range(4, 10)
SLOTS = [(100.0 + 198 * column, 86.0 + 206 * row) for row in range(4) for column in range(5)]
_ATTEMPTS = 5
#: Boxes of a small chart: a question, two steps, one after both, and a question that leads to one more.
SMALL = ((0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (5, 6), (5, 7), (6, 8))
SPOTS = [(30.0, 34.0), (100.0, 120.0), (270.0, 45.0), (300.0, 178.0), (436.0, 80.0), (640.0, 84.0)]
SPOTS += [(470.0, 178.0), (762.0, 40.0), (600.0, 196.0)]
WIDE, HIGH = 790.0, 256.0
#: Steps that a fence of a small chart may be around; a walk may pass the fence of the last ones twice.
GROUPS = ((2,), (3,), (4,), (2, 3), (2, 4), (3, 6), (3, 6))


def _main(draws: Draws, marks: list[str]) -> MarkedChart:
    """Draw a chart in which a fence is around three steps and one around two, which meet or are nested."""
    walled = draws.sample(STEPS, 3)
    rest = [step for step in STEPS if step not in walled]
    gated = draws.choice(([walled[0], rest[0]], walled[:2])) if "over" in marks else rest[:2]
    steps = draws.shuffled(walks.STEPS)
    filled = draws.sample((1, 2, 3), 2) if "filled" in marks else []
    boxes = [Box("at", "A")]
    boxes += [
        Box("ask", label, "filled" * (number in filled))
        for number, label in enumerate(draws.shuffled(walks.ASKED), 1)
    ]
    boxes += [
        Box("do", step, _fenced(number in walled, "gate" in marks and number in gated))
        for number, step in zip(STEPS, steps, strict=False)
    ]
    ways = answered_ways(draws, WAYS, (1, 2, 3), {})
    if "thick" in marks:
        fit = [way for way in WAYS if way[1] in walled]
        thick = draws.sample(fit, 2)
        if "meet" in marks:  # one over the dashed fence, if there is any, and one not
            met = [way for way in fit if (way[0] in gated) != (way[1] in gated)]
            thick = [draws.choice(met or fit), draws.choice([way for way in fit if way not in met] or fit)]
        ways = tuple(way._replace(mark="thick" * ((way.start, way.end) in thick)) for way in ways)
    return MarkedChart((*boxes, Box("at", "A"), Box("at", "A")), ways)


def _fenced(wall: bool, gate: bool) -> str:
    return " ".join(["wall"] * wall + ["gate"] * gate)


def _small(draws: Draws, marks: list[str]) -> MarkedChart:
    """Draw a small chart with some marks that has room for its labels."""
    while True:
        steps, asked = draws.sample(walks.STEPS, 4), draws.sample(walks.ASKED, 2)
        filled = draws.choice(((1, 5), (1,), (5,))) if "filled" in marks else ()
        walled = draws.choice(GROUPS) if {"wall", "over"} & {*marks} else ()
        gated = draws.choice(GROUPS) if {"gate", "over"} & {*marks} else ()
        marked = {number: _fenced(number in walled, number in gated) for number in (2, 3, 4, 6)}
        boxes = [Box("at", "A"), Box("ask", asked[0], "filled" * (1 in filled))]
        boxes += [Box("do", step, marked[number]) for number, step in enumerate(steps[:3], 2)]
        boxes += [Box("ask", asked[1], "filled" * (5 in filled)), Box("do", steps[3], marked[6])]
        boxes += [Box("at", "A")] * 2
        ways = answered_ways(draws, SMALL, (1, 5), {})
        if "thick" in marks:
            thick = draws.sample((1, 2, 3, 4, 6), draws.integer(1, 3))
            ways = tuple(way._replace(mark="thick" * (place in thick)) for place, way in enumerate(ways))
        chart = MarkedChart(tuple(boxes), ways)
        meet = bool({*walled} & {*gated})
        if meet != ("over" in marks):
            continue
        with contextlib.suppress(UnfitError):
            draw_chart(Canvas(round(WIDE), round(HIGH)), chart, SPOTS)
            return chart


def _sheets(charts: Charts, draws: Draws) -> list[Canvas]:
    return [drawn_chart(charts[0][1], draws, SLOTS, range(2, 7), {0: 0}, (1000, 800))]


def _stranded(charts: Charts, draws: Draws) -> list[Canvas]:
    """Draw the circle and the questions above a strip, and the steps with their fences below it."""
    return [stranded_chart(charts[0][1], range(4), draws, range(8))]


_PLAN = walks.Plan(
    order=MARKS,
    main=lambda draws, marks: (("A", _main(draws, marks)),),
    small=lambda draws, marks: (("A", _small(draws, marks)),),
    sheets=_sheets,
    spots=[SPOTS],
    high=HIGH,
    shown=8,
    wide=WIDE,
    columns=1,
    sheet=4,
    runs=((1, 2), (3, 3), (4, 5)),
    endings=[f" {attempt}" for attempt in range(_ATTEMPTS)],
)
_JOINT = replace(_PLAN, joint=True)
_HARD = replace(_JOINT, sheets=_stranded, meet=True)
marked = walks.marked_by(
    walks.longer(_PLAN, 24, 1), {4: walks.longer(_JOINT, 24, 1), 5: walks.longer(_HARD, 24, 1)}
)

"""A chart whose marks on ways and boxes have a meaning that small charts with their results show.

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

VERSION = 3
FIRST = 11  #: those before it had other charts
RENUMBERED = {
    "two-marks": 21,
    "four-marks-other": 22,
    "five-marks-other": 23,
    "five-marks": 24,
    "four-marks": 25,
    "three-marks": 26,
}
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

EQUIVALENT = {
    "'A9' → 'A9~'": "the last branch takes every other name",
    "if answer: → if not answer:": "the counters of the two bars of a question change their names",
    "t + n → t - n": "a sum and a difference are even at the same time",
}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, which keeps a total t. Find the total after the last number. Small charts
    with their results show what its marks do.

    The total t is 0 at first. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n. Every walk begins at the
    circle from which a way leads: n is then the next number, and p the one that was taken before it, or 0. A
    walk ends at a circle to which a way leads. A way that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL, sample, typical, edge = walks.DIAL_TWICE, walks.sample, walks.typical, walks.edge

MARKS = ("filled", "ring", "bar", "dashed", "thick")
#: Boxes that each way leads from and to: 0 is the circle, 1 to 3 ask, 4 to 9 do, 10 and 11 are circles.
WAYS = (
    (0, 1),
    (1, 4),
    (1, 5),
    (4, 2),
    (5, 3),
    (2, 6),
    (2, 7),
    (3, 7),
    (3, 8),
    (6, 9),
    (7, 9),
    (8, 10),
    (9, 11),
)
SLOTS = [(100.0 + 198 * column, 92.0 + 225 * row) for row in range(4) for column in range(5)]
#: A small chart: a question, a step that one of its answers passes, and a question after which one of two steps ends.
SMALL = ((0, 1), (1, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 7))
SPOTS = [(26.0, 56.0), (142.0, 56.0), (352.0, 50.0), (186.0, 192.0), (398.0, 134.0), (318.0, 276.0)]
SPOTS += [(490.0, 134.0), (412.0, 276.0)]
WIDE, HIGH = 512.0, 344.0


def _main(draws: Draws, marks: list[str]) -> MarkedChart:
    """Draw a chart in which each mark stands twice, where the marks meet."""
    asked = draws.shuffled(walks.ASKED)
    last = draws.choice(("t + n", "t - n"))
    usual = draws.shuffled([step for step in walks.STEPS if step[0] == "t" and step != last])
    steps = [*draws.shuffled([draws.choice(("n + 2", "n - 1")), usual[3]]), *usual[:3], last]
    filled = draws.sample((1, 2, 3), 2) if "filled" in marks else []
    dashed = draws.sample(range(4, 10), 2) if "dashed" in marks else []
    boxes = [Box("at", "A")]
    boxes += [Box("ask", label, "filled" * (number in filled)) for number, label in enumerate(asked, 1)]
    boxes += [Box("do", step, "dashed" * (number in dashed)) for number, step in enumerate(steps, 4)]
    boxes += [Box("at", "A")] * 2
    chosen: dict[int, str] = {}
    allowed = {"bar": range(1, 4), "thick": range(4, 10), "ring": range(1, 10)}
    for mark, places in allowed.items():
        if mark in marks:
            free = draws.shuffled([place for place in range(1, len(WAYS)) if place not in chosen])
            fit = [place for place in free if WAYS[place][mark != "bar"] in places]
            fit.sort(key=lambda place: mark == "thick" and WAYS[place][1] not in dashed)
            if mark == "ring" and "meet" in marks:
                fit.sort(key=lambda place: WAYS[place][0] not in {*filled, *dashed})
                fit = [fit[0], fit[-1]]
            chosen |= dict.fromkeys(fit[:2], mark)
    return MarkedChart(tuple(boxes), answered_ways(draws, WAYS, (1, 2, 3), chosen))


def _small(draws: Draws, marks: list[str]) -> MarkedChart:
    """Draw a small chart with some marks that has room for its labels."""
    while True:
        steps, asked = draws.sample(walks.STEPS, 3), draws.sample(walks.ASKED, 2)
        filled, dashed = draws.choice(((1, 3), (1,), (3,))), draws.sample((2, 4, 5), draws.integer(1, 3))
        kinds = ("at", "ask", "do", "ask", "do", "do", "at", "at")
        labels = {"at": ["A"] * 3, "ask": asked, "do": steps}
        boxes = []
        for number, kind in enumerate(kinds):
            mark = "filled" * (kind == "ask" and "filled" in marks and number in filled)
            mark += "dashed" * ("dashed" in marks and number in dashed)
            boxes.append(Box(kind, labels[kind].pop(), mark))
        chosen: dict[int, str] = {}
        for mark, places in {"bar": (1, 2, 4, 5), "thick": (1, 4, 5), "ring": (1, 2, 3, 4, 5)}.items():
            if mark in marks:
                free = [place for place in places if place not in chosen]
                chosen |= dict.fromkeys(draws.sample(free, min(len(free), draws.integer(1, 3))), mark)
        chart = MarkedChart(tuple(boxes), answered_ways(draws, SMALL, (1, 3), chosen))
        with contextlib.suppress(UnfitError):
            draw_chart(Canvas(round(WIDE), round(HIGH)), chart, SPOTS)
            return chart


def _sheets(charts: Charts, draws: Draws) -> list[Canvas]:
    return [drawn_chart(charts[0][1], draws, SLOTS, range(3, 7), {0: 0}, (1000, 900))]


def _stranded(charts: Charts, draws: Draws) -> list[Canvas]:
    """Draw the circle and the questions above a strip, and the steps below it."""
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
    sheet=4,
    endings=[f" {attempt}" for attempt in range(5)],
)
_HARD = replace(_PLAN, sheets=_stranded, joint=True, meet=True)
marked = walks.marked_by(walks.longer(_PLAN, 26), {5: walks.longer(_HARD, 26)})

"""A chart on several sheets: boxes that stand for charts on another sheet, and letters that join ways.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from dataclasses import replace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _marked_walks as walks
from workshop.suites.code_vision.families._mark_meanings import Charts
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way, answered_ways
from workshop.suites.code_vision.families._marked_charts import draw_chart, drawn_chart

VERSION = 3
FIRST = 11  #: those before it had other charts
RENUMBERED = {
    "four-marks": 21,
    "five-marks-other": 22,
    "three-marks": 23,
    "three-marks-other": 24,
    "four-marks-other": 25,
    "five-marks": 26,
}
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {
    "'A9' → 'A9~'": "the last branch takes every other name",
    "'F4' → 'F4~'": "the last branch takes every other name",
    "'G3' → 'G3~'": "the last branch takes every other name",
    "if answer: → if not answer:": "the counters of the two bars of a question change their names",
    "before = t → pass": "after a call that gives t back, the next one begins with the same t",
    "t + n → t - n": "a sum and a difference are even at the same time",
}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through chart A, which keeps a total t. Find the total after the last number. A box with
    double sides stands for a walk through the chart with its letter. Small charts with their results show what
    other marks do.

    The total t is 0 at first. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n. At the begin of chart A, n
    is the next number, and p the one that was taken before it, or 0. All charts share t; a chart for which a
    box stands begins with the n of that box, and leaves its own n. A chart begins at the circle with its
    letter from which a way leads, and ends at one to which a way leads. Another letter goes on where it begins.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL, sample, typical, edge = walks.DIAL_TWICE, walks.sample, walks.typical, walks.edge

MARKS = ("left", "right", "filled", "ring", "bar")
#: Chart A: 0 and 12 to 13 are circles A, 10 ends at the letter X and 11 begins there; 1 and 2 ask.
WAYS_A = (
    (0, 1), (1, 4), (1, 5), (4, 2), (5, 10), (11, 6), (2, 6), (2, 7), (6, 3), (7, 8), (3, 8), (3, 9), (8, 12), (9, 13),
)  # fmt: skip
WAYS_F = ((0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5))
WAYS_G = ((0, 1), (1, 2), (1, 3), (2, 4), (3, 5))
SLOTS = [(100.0 + 198 * column, 92.0 + 205 * row) for row in range(4) for column in range(5)]
SPOTS_F = [(70.0, 160.0), (240.0, 160.0), (450.0, 70.0), (450.0, 250.0), (640.0, 160.0), (800.0, 160.0)]
SPOTS_G = [(70.0, 500.0), (240.0, 500.0), (450.0, 410.0), (450.0, 590.0), (680.0, 410.0), (680.0, 590.0)]
#: The same next to each other, below chart A.
BELOW_F = [(26.0, 160.0), (150.0, 160.0), (300.0, 66.0), (300.0, 254.0), (425.0, 160.0), (425.0, 285.0)]
BELOW_G = [(560.0, 160.0), (688.0, 160.0), (845.0, 66.0), (845.0, 254.0), (960.0, 66.0), (960.0, 254.0)]
#: Boxes of a small chart, and of the one that it calls twice.
SPOTS = [(22.0, 21.0), (84.0, 79.0), (262.0, 79.0), (426.0, 79.0), (491.0, 21.0)]
SPOTS_SUB = [(26.0, 144.0), (118.0, 202.0), (276.0, 150.0), (276.0, 254.0), (430.0, 196.0), (490.0, 262.0)]
WIDE, HIGH = 512.0, 341.0
#: A called chart with two questions, and where its boxes are in a higher small chart.
WAYS_TWO = ((0, 1), (1, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 7))
SPOTS_TWO = [(26.0, 172.0), (142.0, 172.0), (352.0, 172.0), (186.0, 310.0), (398.0, 258.0), (318.0, 392.0)]
SPOTS_TWO += [(490.0, 258.0), (412.0, 392.0)]
HIGH_TWO = 482.0


def _main(draws: Draws, marks: list[str]) -> Charts:
    """Draw three charts in which each mark stands where it meets others; A calls F twice and G once, F calls G."""
    asked, usual = (
        draws.shuffled(walks.ASKED),
        draws.shuffled([step for step in walks.STEPS if step[0] == "t"]),
    )
    sides = [" ".join(mark for mark in ("left", "right") if mark in marks), "", ""]
    if "right" in marks and "left" in marks:
        sides = [*draws.shuffled(["left", "right"]), "left right"]
    elif sides[0]:
        sides = [sides[0], sides[0], ""]
    fill = draws.shuffled(["filled", "filled", "", "filled", ""]) if "filled" in marks else [""] * 5
    places = draws.shuffled(range(1, 5)) if "ring" in marks else []
    bars = draws.sample((1, 2, 6, 7, 10, 11), 2) if "bar" in marks else []
    rings = {place: "ring" for place in (3, 8, 9) if place in draws.sample((3, 8, 9), 2)} if places else {}
    change = draws.choice(("n + 2", "n - 1"))
    boxes = [Box("at", "A"), *(Box("ask", label, mark) for label, mark in zip(asked, fill, strict=False))]
    calls = [Box("call", "F", sides[0]), Box("call", "G", sides[1]), Box("call", "F", sides[2])]
    first, second, third = draws.shuffled(calls)
    boxes += [first, Box("do", usual[0]), second, third, Box("do", draws.choice(("t + n", "t - n")))]
    boxes += [Box("do", usual[1]), Box("at", "X"), Box("at", "X"), Box("at", "A"), Box("at", "A")]
    main = MarkedChart(
        tuple(boxes), answered_ways(draws, WAYS_A, (1, 2, 3), rings | dict.fromkeys(bars, "bar"))
    )
    inner = [Box("at", "F"), Box("ask", draws.choice(walks.ASKED), fill[3]), Box("do", usual[2])]
    inner += [Box("call", "G"), Box("do", draws.choice(("t + n", "t - n"))), Box("at", "F")]
    ring = {draws.choice((1, 3)): "ring"} if "ring" in marks else {}
    sub = MarkedChart(tuple(inner), answered_ways(draws, WAYS_F, (1,), ring))
    inner = [
        Box("at", "G"),
        Box("ask", draws.choice(walks.ASKED), fill[4]),
        Box("do", change),
        Box("do", usual[3]),
    ]
    other = MarkedChart((*inner, *[Box("at", "G")] * 2), answered_ways(draws, WAYS_G, (1,), {}))
    return ("A", main), ("F", sub), ("G", other)


def _small(draws: Draws, marks: Any, *, two: bool = False) -> Charts:
    """Draw a small chart that calls another one twice, which may have two questions, with some marks that have room."""
    called, spots_sub = (WAYS_TWO, SPOTS_TWO) if two else (WAYS_F, SPOTS_SUB)
    while True:
        sides = ["", ""]
        for side in ("left", "right"):
            if side in marks:
                both = draws.choice((1, 2, 3, 3))
                sides = [
                    f"{given} {side}".strip() if both & bit else given
                    for given, bit in zip(sides, (1, 2), strict=True)
                ]
        # The last step takes n, which shows what the second call leaves.
        steps = ("t + n", "t - n") if "right" in marks else walks.STEPS
        boxes = [Box("at", "A"), *(Box("call", "F", mark) for mark in sides), Box("do", draws.choice(steps))]
        inner = _asked_twice(draws, marks) if two else _asked_once(draws, marks)
        signs: dict[int, str] = {}
        barred, ringed = ((1, 2, 4, 5), (1, 2, 3, 4, 5)) if two else ((1, 2), (1, 2, 3, 4))
        for mark, places in {"bar": barred, "ring": ringed}.items():
            if mark in marks:
                free = [place for place in places if place not in signs]
                signs |= dict.fromkeys(draws.sample(free, min(len(free), draws.integer(1, 2 + two))), mark)
        rings = {*draws.sample((1, 2), draws.integer(0, 2))} if "ring" in marks else ()
        ways = tuple(Way(number, number + 1, "", "ring" * (number in rings)) for number in range(4))
        chart = MarkedChart((*boxes, Box("at", "A")), ways)
        asks = [number for number, box in enumerate(inner) if box.kind == "ask"]
        sub = MarkedChart(tuple(inner), answered_ways(draws, called, asks, signs))
        with contextlib.suppress(UnfitError):
            for drawn, spots in ((chart, SPOTS), (sub, spots_sub)):
                draw_chart(Canvas(round(WIDE), round(HIGH_TWO)), drawn, spots)
            return ("A", chart), ("F", sub)


def _asked_once(draws: Draws, marks: Any) -> list[Box]:
    inner = [Box("at", "F"), Box("ask", draws.choice(walks.ASKED), "filled" * ("filled" in marks))]
    return [*inner, *(Box("do", step) for step in draws.sample(walks.STEPS, 3)), Box("at", "F")]


def _asked_twice(draws: Draws, marks: Any) -> list[Box]:
    filled = draws.choice(((0, 1), (0,), (1,))) if "filled" in marks else ()
    asks = [
        Box("ask", label, "filled" * (number in filled))
        for number, label in enumerate(draws.sample(walks.ASKED, 2))
    ]
    steps = [Box("do", step) for step in draws.sample(walks.STEPS, 3)]
    return [Box("at", "F"), asks[0], steps[0], asks[1], *steps[1:], *[Box("at", "F")] * 2]


def _sheets(charts: Charts, draws: Draws) -> list[Canvas]:
    other = Canvas(900, 660)
    for (_, chart), spots in zip(charts[1:], (SPOTS_F, SPOTS_G), strict=True):
        draw_chart(other, chart, spots)
    return [_main_sheet(charts, draws, 800), other]


def _one_sheet(charts: Charts, draws: Draws) -> list[Canvas]:
    """Draw all charts on one sheet, so that a task with two sheets of small charts has three pictures."""
    sheet = _main_sheet(charts, draws, 1122)
    for (_, chart), spots in zip(charts[1:], (BELOW_F, BELOW_G), strict=True):
        draw_chart(sheet, chart, [(x, 800 + y) for x, y in spots])
    return [sheet]


def _main_sheet(charts: Charts, draws: Draws, high: int) -> Canvas:
    return drawn_chart(charts[0][1], draws, SLOTS, range(3, 7), {0: 0}, (1000, high))


_PLAN = walks.Plan(
    order=MARKS,
    main=_main,
    small=_small,
    sheets=_sheets,
    spots=[SPOTS, SPOTS_SUB],
    high=HIGH,
    shown=6,
    wide=WIDE,
    runs=((1, 2), (3, 3), (4, 5)),
    endings=[f" {attempt}" for attempt in range(5)],
)
_TWO = replace(
    _PLAN,
    small=lambda draws, marks: _small(draws, marks, two=True),
    sheets=_one_sheet,
    spots=[SPOTS, SPOTS_TWO],
    high=HIGH_TWO,
    shown=8,
    sheet=4,
    runs=((1, 1), (1, 1), *_PLAN.runs[1:]),
)
marked = walks.marked_by(replace(_PLAN, wider=_TWO))

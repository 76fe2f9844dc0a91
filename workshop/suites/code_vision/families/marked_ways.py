"""A chart whose marks on ways and boxes have a meaning that small charts with their results show.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _marked_walks as walks
from workshop.suites.code_vision.families._mark_meanings import Charts
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way, answered_ways
from workshop.suites.code_vision.families._marked_charts import drawn_chart
from workshop.suites.code_vision.families._stranded_charts import stranded_chart

VERSION = 2
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
    with their results show what the marks on ways and boxes do.

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
#: Boxes of a small chart.
SPOTS = [(28.0, 96.0), (148.0, 96.0), (322.0, 38.0), (322.0, 154.0), (446.0, 38.0), (446.0, 154.0)]


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
    """Draw a small chart with some marks."""
    steps = draws.sample(walks.STEPS, 2)
    dashed = draws.integer(1, 3) if "dashed" in marks else 0
    boxes = [Box("at", "A"), Box("ask", draws.choice(walks.ASKED), "filled" * ("filled" in marks))]
    boxes += [Box("do", step, "dashed" * bool(dashed & bit)) for step, bit in zip(steps, (1, 2), strict=True)]
    boxes += [Box("at", "A")] * 2
    answers = draws.shuffled(("yes", "no"))
    ways = [Way(0, 1), Way(1, 2, answers[0]), Way(1, 3, answers[1]), Way(2, 4), Way(3, 5)]
    for mark, places in {"bar": (1, 2), "thick": (1, 2), "ring": (1, 2, 3, 4)}.items():
        if mark in marks:
            free = [place for place in places if not ways[place].mark]
            for place in draws.sample(free, min(len(free), draws.integer(1, 2))):
                ways[place] = ways[place]._replace(mark=mark)
    return MarkedChart(tuple(boxes), tuple(ways))


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
    high=208,
    shown=8,
)
_ROOMY = replace(_PLAN, high=224)  # so that the slips of paper below results cover no box
_HARD = replace(
    _ROOMY, sheets=_stranded, shown=6, joint=True, meet=True, endings=[f" {attempt}" for attempt in range(5)]
)
marked = walks.marked_by(_PLAN, {4: _ROOMY, 5: _HARD})

"""A chart with switches, whose needles turn as numbers walk through it; small charts show when.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _marked_walks as walks
from workshop.suites.code_vision.families._mark_meanings import Charts
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way
from workshop.suites.code_vision.families._marked_charts import drawn_chart
from workshop.suites.code_vision.families._stranded_charts import stranded_chart

VERSION = 3
FIRST = 6  #: those before it had other charts
RENUMBERED = {"five-marks": 11, "three-marks": 12, "four-marks": 13, "one-mark": 14}
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

EQUIVALENT = {
    "'A12' → 'A12~'": "the last branch takes every other name",
    "'A16' → 'A16~'": "the last branch takes every other name",
    "t + n → t - n": "a sum and a difference are even at the same time",
}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, which keeps a total t. Find the total after the last number. A round
    switch has a needle: small charts with their results show when it turns, and what marks do, if there are any.

    The total t is 0 at first, and needles are as drawn. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n.
    Every walk begins at the circle A from which a way leads: n is then the next number, and p the one that was
    taken before it, or 0. A walk ends at a circle A to which a way leads; another letter, if there is one,
    goes on where it begins. A needle points to one of two ways; it turns to the other, and stays there for later
    walks, unless a mark does otherwise. A way that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL, sample, typical, edge = walks.DIAL, walks.sample, walks.typical, walks.edge

MARKS = ("turn", "blue", "cross", "ring", "thick")


@dataclass(frozen=True, kw_only=True)
class Form:
    """Boxes and ways of a chart; boxes of no kind are steps."""

    switches: tuple[int, ...]
    asks: tuple[int, ...]
    letters: Mapping[int, str]  #: number of a circle → its letter
    ways: tuple[tuple[int, int], ...]
    places: Mapping[str, tuple[int, ...]]  #: mark → numbers of the ways that it may stand on


TOP = 9  #: boxes of a chart on two sheets that are on the first: X and Y begin on the second
TWO_SHEETS = Form(
    switches=(1, 5, 10),
    asks=(2, 14),
    letters={0: "A", 7: "X", 8: "Y", 9: "X", 12: "Y", 17: "A", 18: "A"},
    ways=(
        (0, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (5, 6), (5, 7), (4, 8), (6, 8),
        (9, 10), (10, 11), (10, 14), (12, 13), (13, 14), (14, 15), (14, 16), (11, 16), (15, 17), (16, 18),
    ),
    places={
        "cross": (1, 2, 6, 7, 10, 11, 12, 14),
        "ring": (1, 3, 5, 7, 11, 12, 13, 17),
        "thick": (2, 3, 4, 6, 11, 15, 16, 17),
    },
)  # fmt: skip
ABOVE = (0, 1, 2, 5, 7, 10)  #: boxes of a chart with strands that are above them
STRANDED = Form(
    switches=(1, 5, 7),
    asks=(2, 10),
    letters={0: "A", 13: "A", 14: "A"},
    ways=(
        (0, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (5, 6), (5, 7), (4, 9), (6, 9),
        (7, 8), (7, 10), (9, 10), (10, 11), (10, 12), (8, 12), (11, 13), (12, 14),
    ),
    places={
        "cross": (1, 2, 6, 7, 10, 11, 12),
        "ring": (1, 2, 3, 5, 7, 10, 11, 15),
        "thick": (2, 3, 4, 6, 10, 13, 14, 15),
    },
)  # fmt: skip
SLOTS = [(90.0 + 190 * column, 82.0 + 186 * row) for row in range(3) for column in range(5)]
SMALL = ((0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (3, 5), (4, 6), (5, 7))
SPOTS = [(24.0, 112.0), (98.0, 112.0), (204.0, 30.0), (204.0, 186.0), (350.0, 104.0), (350.0, 200.0)]
SPOTS += [(446.0, 104.0), (446.0, 200.0)]


def _chart(
    draws: Draws, boxes: Sequence[Box], ways: Sequence[tuple[int, int]], chosen: dict[int, str]
) -> MarkedChart:
    """Return a chart whose answers and needles are drawn."""
    pairs = {"ask": ("yes", "no"), "switch": ("on", "off")}
    labels = {number: draws.shuffled(pairs.get(box.kind, ("",))) for number, box in enumerate(boxes)}
    made = [
        Way(start, end, labels[start].pop() if boxes[start].kind in pairs else "", chosen.get(place, ""))
        for place, (start, end) in enumerate(ways)
    ]
    return MarkedChart(tuple(boxes), tuple(made))


def _main(draws: Draws, marks: list[str], form: Form) -> MarkedChart:
    """Draw a chart in which each mark stands twice or three times, after switches."""
    blue = draws.sample(form.switches, draws.integer(1, 2)) if "blue" in marks else []
    steps = draws.shuffled(walks.STEPS)
    boxes = []
    for number in range(max(form.letters) + 1):
        if number in form.letters:
            boxes.append(Box("at", form.letters[number]))
        elif number in form.switches:
            boxes.append(Box("switch", "", "blue" * (number in blue)))
        elif number in form.asks:
            boxes.append(Box("ask", draws.choice(walks.ASKED)))
        else:
            boxes.append(Box("do", steps.pop()))
    chosen: dict[int, str] = {}
    for mark, places in form.places.items():
        if mark in marks:
            free = [place for place in places if place not in chosen]
            picked = draws.sample(free, 3 if mark == "cross" else 2)
            if mark == "ring" and "meet" in marks:  # one on a way from a blue switch, one not
                free.sort(key=lambda place: form.ways[place][0] not in blue)
                away = sum(form.ways[place][0] in blue for place in free)
                picked = [draws.choice(free[:away] or free), *draws.sample(free[away:], 1)]
            chosen |= dict.fromkeys(picked, mark)
    return _chart(draws, boxes, form.ways, chosen)


def _small(draws: Draws, marks: Sequence[str]) -> MarkedChart:
    """Draw a small chart with two switches and some marks."""
    steps = draws.sample(walks.STEPS, 3)
    blue = draws.integer(1, 3) if "blue" in marks else 0
    boxes = [Box("at", "A"), Box("switch", "", "blue" * (blue & 1)), Box("do", steps[0])]
    boxes += [Box("switch", "", "blue" * (blue >> 1)), Box("do", steps[1]), Box("do", steps[2])]
    chosen: dict[int, str] = {}
    for mark, places in {"cross": (1, 2, 4, 5), "ring": (1, 2, 3, 4, 5), "thick": (1, 3, 4, 5)}.items():
        if mark in marks:
            free = [place for place in places if place not in chosen]
            chosen |= dict.fromkeys(draws.sample(free, min(len(free), draws.integer(1, 2))), mark)
    return _chart(draws, [*boxes, Box("at", "A"), Box("at", "A")], SMALL, chosen)


def _sheets(charts: Charts, draws: Draws) -> list[Canvas]:
    """Draw the boxes before and after the letters on a sheet each."""
    chart, pages = charts[0][1], []
    for first, last in ((0, TOP), (TOP, len(chart.boxes))):
        ways = [way for way in chart.ways if first <= way.start < last]
        part = [way._replace(start=way.start - first, end=way.end - first) for way in ways]
        sheet = MarkedChart(chart.boxes[first:last], tuple(part))
        pages.append(drawn_chart(sheet, draws, SLOTS, range(2, 5), {0: 0}, (940, 536)))
    return pages


def _stranded(charts: Charts, draws: Draws) -> list[Canvas]:
    """Draw the circle, the switches and the questions above a strip, and the steps below it."""
    return [stranded_chart(charts[0][1], ABOVE, draws, range(9))]


_PLAN = walks.Plan(
    order=MARKS,
    main=lambda draws, marks: (("A", _main(draws, marks, TWO_SHEETS)),),
    small=lambda draws, marks: (("A", _small(draws, marks)),),
    sheets=_sheets,
    spots=[[(x, y - 3) for x, y in SPOTS]],  # so that the slips of paper below results cover no box
    high=256,
    shown=8,
    endings=[f" {attempt}" for attempt in range(5)],
)
_JOINT = replace(_PLAN, joint=True)
_HARD = replace(
    _JOINT,
    main=lambda draws, marks: (("A", _main(draws, marks, STRANDED)),),
    sheets=_stranded,
    meet=True,
)
marked = walks.marked_by(walks.longer(_PLAN, 24), {4: walks.longer(_JOINT, 24), 5: walks.longer(_HARD, 24)})

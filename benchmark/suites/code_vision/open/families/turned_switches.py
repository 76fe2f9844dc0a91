"""A chart with switches, whose needles turn as numbers walk through it; small charts show when.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.code_vision.open.families import _marked_walks as walks
from benchmark.suites.code_vision.open.families._marked_charts import (
    Box,
    MarkedChart,
    Way,
    drawn_chart,
)

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

EQUIVALENT = {
    "'A16' → 'A16~'": "the last branch takes every other name",
    "t + n → t - n": "a sum and a difference are even at the same time",
}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, which keeps a total t. Find the total after the last number. A round
    switch has a needle: small charts with their results show when it turns, and what marks do.

    The total t is 0 at first, and needles are as drawn. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n.
    Every walk begins at the circle A from which a way leads: n is then the next number, and p the one that was
    taken before it, or 0. A walk ends at a circle A to which a way leads; another letter goes on where it
    begins. A needle points to one of two ways; it turns to the other, and stays there for later walks. A way
    that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL, sample, typical, edge = walks.DIAL, walks.sample, walks.typical, walks.edge

MARKS = ("turn", "blue", "cross", "ring", "thick")
#: 0 to 8 are on the first sheet: X and Y begin on the second. 1, 5 and 10 are switches, 2 and 14 ask.
FIRST = 9
SWITCHES, ASKS = (1, 5, 10), (2, 14)
LETTERS = {0: "A", 7: "X", 8: "Y", 9: "X", 12: "Y", 17: "A", 18: "A"}
WAYS = (
    (0, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (5, 6), (5, 7), (4, 8), (6, 8),
    (9, 10), (10, 11), (10, 14), (12, 13), (13, 14), (14, 15), (14, 16), (11, 16), (15, 17), (16, 18),
)  # fmt: skip
#: Ways that a mark may stand on.
PLACES = {
    "cross": (1, 2, 6, 7, 10, 11, 12, 14),
    "ring": (1, 3, 5, 7, 11, 12, 13, 17),
    "thick": (2, 3, 4, 6, 11, 15, 16, 17),
}
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


def _main(draws: Draws, marks: list[str]) -> MarkedChart:
    """Draw a chart in which each mark stands twice or three times, after switches."""
    blue = draws.sample(SWITCHES, draws.integer(1, 2)) if "blue" in marks else []
    steps = draws.shuffled(walks.STEPS)
    boxes = []
    for number in range(19):
        if number in LETTERS:
            boxes.append(Box("at", LETTERS[number]))
        elif number in SWITCHES:
            boxes.append(Box("switch", "", "blue" * (number in blue)))
        elif number in ASKS:
            boxes.append(Box("ask", draws.choice(walks.ASKED)))
        else:
            boxes.append(Box("do", steps.pop()))
    chosen: dict[int, str] = {}
    for mark, places in PLACES.items():
        if mark in marks:
            free = [place for place in places if place not in chosen]
            chosen |= dict.fromkeys(draws.sample(free, 3 if mark == "cross" else 2), mark)
    return _chart(draws, boxes, WAYS, chosen)


def _small(draws: Draws, marks: Sequence[str]) -> MarkedChart:
    """Draw a small chart with two switches and some marks."""
    steps = draws.sample(walks.STEPS, 3)
    blue = draws.integer(1, 2) if "blue" in marks else 0
    boxes = [Box("at", "A"), Box("switch", "", "blue" * (blue == 1)), Box("do", steps[0])]
    boxes += [Box("switch", "", "blue" * (blue > 1)), Box("do", steps[1]), Box("do", steps[2])]
    chosen: dict[int, str] = {}
    for mark, places in {"cross": (1, 2, 4, 5), "ring": (1, 2, 3, 4, 5), "thick": (1, 3, 4, 5)}.items():
        if mark in marks:
            free = [place for place in places if place not in chosen]
            chosen |= dict.fromkeys(draws.sample(free, min(len(free), draws.integer(1, 2))), mark)
    return _chart(draws, [*boxes, Box("at", "A"), Box("at", "A")], SMALL, chosen)


def _sheets(charts: walks.Charts, draws: Draws) -> list[Canvas]:
    """Draw the boxes before and after the letters on a sheet each."""
    chart, pages = charts[0][1], []
    for first, last in ((0, FIRST), (FIRST, len(chart.boxes))):
        ways = [way for way in chart.ways if first <= way.start < last]
        part = [way._replace(start=way.start - first, end=way.end - first) for way in ways]
        sheet = MarkedChart(chart.boxes[first:last], tuple(part))
        pages.append(drawn_chart(sheet, draws, SLOTS, range(2, 5), {0: 0}, (940, 536)))
    return pages


marked = walks.marked_by(
    walks.Plan(
        order=MARKS,
        main=lambda draws, marks: (("A", _main(draws, marks)),),
        small=lambda draws, marks: (("A", _small(draws, marks)),),
        sheets=_sheets,
        spots=[SPOTS],
        high=256,
        shown=8,
    )
)

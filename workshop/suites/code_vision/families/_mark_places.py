"""Charts with marks, prepared for many walks, and what is true of each place in them where a mark may act.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable, Mapping
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import Charts, ends_at, meets
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way

#: What may be true of a way with a mark: a mark acts everywhere, only where one of these is true, or only elsewhere.
WAY_FACTS = (
    "meets",
    "from a question or switch",
    "from a switch",
    "from a filled, dashed or blue box",
    "from a filled question",
    "to a filled, dashed or blue box",
    "to the blue fence",
    "to the dashed fence",
    "to both fences",
    "thick",
)
BOX_FACTS = ("even", "with two marks", "blue", "with bars", "on a thick way")
#: Bits of each place in the bits of a reading: the first block stands for everywhere, and two for each fact.
BLOCK = 96
_BOX_MARKS = {"filled", "dashed", "blue"}


def _way_facts(chart: MarkedChart, way: Way, end: Box) -> tuple[bool, ...]:
    """Return what is true of a way, in the order of ``WAY_FACTS``."""
    start, before, after = (
        chart.boxes[way.start],
        *({*box.mark.split()} for box in (chart.boxes[way.start], end)),
    )
    return (
        meets(chart, way),
        start.kind in ("ask", "switch"),
        start.kind == "switch",
        bool(_BOX_MARKS & before),
        "filled" in before,
        bool(_BOX_MARKS & after),
        "wall" in after,
        "gate" in after,
        {"wall", "gate"} <= after,
        way.mark == "thick",
    )


def _box_facts(chart: MarkedChart, number: int, *, thick: bool) -> tuple[bool, ...]:
    """Return what is true of a box to which a thick way or another one leads, in the order of ``BOX_FACTS``."""
    box = chart.boxes[number]
    return (
        "even" in box.label,
        " " in box.mark,
        box.mark == "blue",
        any(way.start == number and way.mark == "bar" for way in chart.ways),
        thick,
    )


def _wheres(facts: Iterable[bool]) -> int:
    """Return the first bits of the blocks that a place belongs to: everywhere, and where each fact is true, or not."""
    return 1 | sum(1 << BLOCK * (1 + 2 * number + (not true)) for number, true in enumerate(facts))


class Course:
    """Charts, prepared for many walks."""

    def __init__(self, charts: Charts) -> None:
        self.first, self.charts = charts[0][0], dict(charts)
        self.ways = {letter: {(way.start, way.label): way for way in chart.ways} for letter, chart in charts}
        self.ends = {
            letter: [ends_at(letter, chart, number) for number in range(len(chart.boxes))]
            for letter, chart in charts
        }
        self.gated = {
            letter: {number for number, box in enumerate(chart.boxes) if "gate" in box.mark}
            for letter, chart in charts
        }
        self.switches = {
            (letter, number): box.mark
            for letter, chart in charts
            for number, box in enumerate(chart.boxes)
            if box.kind == "switch"
        }
        self.blue = [switch for switch, mark in self.switches.items() if mark]
        self.facts = self._facts()
        self.counters: dict[Any, list[tuple[int, str, int]]] = {}  #: of passages, for all walks

    def _facts(self) -> Mapping[Any, int]:
        """Return the blocks of each place, and of each box behind a thick way."""
        found: dict[Any, int] = {}
        for letter, chart in self.charts.items():
            for way in chart.ways:
                end = self.ends[letter][way.end]
                box = Box("at", letter) if end is None else chart.boxes[end]
                found[letter, way.start, way.label] = _wheres(_way_facts(chart, way, box))
            for number in range(len(chart.boxes)):
                for key, thick in (((letter, number), False), ((letter, number, "thick"), True)):
                    found[key] = _wheres(_box_facts(chart, number, thick=thick))
        return found

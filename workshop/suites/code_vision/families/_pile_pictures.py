"""Drawings of charts whose boxes have piles of coins, buttons and shells.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.heaps import heap_places
from workshop.drawing.items import Point
from workshop.suites.code_vision.families._pile_charts import Box, Chart
from workshop.suites.code_vision.families._pile_programs import parts_text
from workshop.suites.code_vision.families._routed_ways import draw_ways
from workshop.suites.code_vision.families._settled_signs import Spot

WIDE, HIGH = 64.0, 38.0  #: half of the sides of a box, px
STRIP = 26.0  #: height of the strip with a question below a box, px
_SIZE, _SEEN = 13.0, 0.5  #: radius of a thing, px, and share of it that is seen, at least
_ROOM = 23  #: px from the middle of a pile up or down to that of a thing, at most
_PILE = 10.0  #: px from the middle of a box to that of its pile
_DENSE = 1.35  #: least distance of two things in the densest piles; half of their width is 1
_DOT = 4.0  #: px from the side of a box to the middle of the dot for yes
_TEXT = 19.0  #: size of texts, px
_SMALL_Y, _LEFT, _STEP = (
    66.0,
    86.0,
    154.0,
)  #: of a worked example: middle of boxes, first box, and box to box, px


@lru_cache(maxsize=512)
def pile_places(box: Box, close: float) -> list[tuple[int, float, Point]]:
    """Return the things of a pile, those behind first: kind, turn in radians, and place from its middle, px."""
    draws = Draws("pile", box.look, *box.pile)
    kinds = draws.shuffled([kind for kind, count in enumerate(box.pile) for _ in range(count)])
    half = _SIZE / 100, _SIZE / 100
    deep = min(_ROOM, round((10 + 1.2 * len(kinds)) * close / _DENSE)) if len(kinds) > 1 else 4
    places = heap_places(draws, len(kinds), half, (deep * 3 // 2, deep), close=close, seen=_SEEN)
    return [
        (kind, math.radians(draws.integer(-30, 30)), (100 * x, 100 * y))
        for kind, (x, y) in zip(kinds, places, strict=True)
    ]


def draw_thing(canvas: Canvas, kind: int, x: float, y: float, turn: float) -> None:
    """Draw a coin, a button or a shell."""

    def at(across: float, down: float) -> Point:
        return (
            x + across * math.cos(turn) - down * math.sin(turn),
            y + across * math.sin(turn) + down * math.cos(turn),
        )

    canvas.circle(x, y, _SIZE, fill="paleorange", line=2.0)
    if kind == 0:
        canvas.polygon([at(-4.2, -4.2), at(4.2, -4.2), at(4.2, 4.2), at(-4.2, 4.2)], fill="white", line=2.0)
    elif kind == 1:
        canvas.line(at(-5, 0), at(5, 0), line=2.2)
        canvas.line(at(0, -5), at(0, 5), line=2.2)
    else:
        for across in (-6.5, 0, 6.5):
            canvas.line(at(0, 8), at(across, -7.5 if not across else -4.5), line=2.0)


def draw_box(canvas: Canvas, box: Box, spot: Spot, close: float) -> None:
    """Draw a box around a point, and below it the strip with its question."""
    x, y = spot
    canvas.rect(x - WIDE, y - HIGH, 2 * WIDE, 2 * HIGH, fill="white", line=2.4)
    sign = x - WIDE + 13
    canvas.line((sign - 7, y), (sign + 7, y), line=3.2)
    if not box.takes:
        canvas.line((sign, y - 7), (sign, y + 7), line=3.2)
    for kind, turn, (across, down) in pile_places(box, close):
        draw_thing(canvas, kind, x + _PILE + across, y + down, turn)
    if box.ask:
        canvas.rect(x - WIDE, y + HIGH, 2 * WIDE, STRIP, fill="paleblue", line=2.4)
        canvas.text(x, y + HIGH + STRIP / 2, box.ask, size=_TEXT)


def draw_main(chart: Chart) -> Canvas:
    """Draw the chart of a task, and the letters of the parts of the rule that hold."""
    right, low = max(x for x, _ in chart.spots), chart.spots[-1][1]
    canvas = Canvas(round(max(480.0, right + 120)), round(low + HIGH + 72))
    draw_ways(canvas, chart.lines, chart.spots, lambda _: WIDE, HIGH, 0)
    for box, spot in zip(chart.boxes, chart.spots, strict=True):
        draw_box(canvas, box, spot, chart.close)
    for line in chart.lines:
        if line.answer == "yes":
            x, y = chart.spots[line.start]
            way = 1 if line.track > x else -1
            canvas.circle(x + way * (WIDE + _DOT), y + line.ports[0] * HIGH / 2, 6.5, fill="ink", stroke=None)
    canvas.text(14, low + HIGH + 54, f"parts: {parts_text(chart)}", size=_TEXT, anchor="start")
    return canvas


def draw_small(canvas: Canvas, chart: Chart, left: float, top: float) -> None:
    """Draw a worked example: boxes in a row, and over a box the way that leaves it out."""
    y, spots = top + _SMALL_Y, [left + _LEFT + _STEP * place for place in range(len(chart.boxes))]
    arrow(canvas, (spots[0] - WIDE - 18, y), (spots[0] - WIDE, y), line=2.2, head=12)
    for box, x in zip(chart.boxes, spots, strict=True):
        draw_box(canvas, box, (x, y), chart.close)
        for place, way in enumerate(box.ways):
            if spots[way] - x < 1.5 * _STEP:
                dot, points = (x + WIDE + _DOT, y + 14), [(x + WIDE, y + 14), (spots[way] - WIDE, y + 14)]
            else:
                dot, over = (x + 24, y - HIGH - _DOT), y - HIGH - 18
                ends = (x + 24, y - HIGH), (spots[way] - 24, y - HIGH)
                points = [ends[0], (ends[0][0], over), (ends[1][0], over), ends[1]]
            arrow(canvas, *points, line=2.2, head=12)
            if box.ask and not place:
                canvas.circle(*dot, 6.5, fill="ink", stroke=None)
    end = spots[-1] + WIDE
    canvas.line((end, y), (end + 14, y), line=2.2)
    canvas.circle(end + 20, y, 8, fill="ink", stroke=None)

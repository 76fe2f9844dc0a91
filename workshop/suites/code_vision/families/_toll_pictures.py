"""Drawings of charts whose boxes have kinds of borders and whose arrows have kinds of lines.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_signs import Spot, hopped
from workshop.suites.code_vision.families._toll_charts import LINES, SIGNS, Chart

_TEXT = 19.0  #: size of texts, px
#: Radius of the dots in heaps, px; radii between two of them, at first; and share of a dot that is seen.
_DOT, _CLOSE, _SEEN = 7.8, 1.3, 0.5
_TRIES = 10_000  #: drawings of a heap


def draw(canvas: Canvas, chart: Chart, left: float, top: float, half: tuple[float, float]) -> None:
    """Draw a chart whose boxes have these half sizes."""
    spots, (wide, high) = [(left + x, top + y) for x, y in chart.spots], half
    ends = {}
    for each in chart.arrows:
        sides = [
            (
                spots[box][0] + wide * (1 if left + each.track > spots[box][0] else -1),
                spots[box][1] + port * high / 2,
            )
            for box, port in zip(each[:2], each.ports, strict=True)
        ]
        ends[each] = sides[0], sides[1]
    for each, ((ax, ay), (bx, by)) in ends.items():
        x = left + each.track
        others = [
            (left + other.track, *sorted((one[1], two[1])))
            for other, (one, two) in ends.items()
            if other != each
        ]
        first = hopped((ax, ay), x, [at for at, low, far in others if low - 4 < ay < far + 4])
        last = hopped((x, by), bx, [at for at, low, far in others if low - 4 < by < far + 4])
        _draw_arrow(canvas, each.line, [*first, *last])
    x, y = spots[0]
    _draw_arrow(canvas, chart.first, [(x, y - high - 38), (x, y - high)])
    for label, border, spot in zip(chart.boxes, chart.borders, spots, strict=True):
        _draw_box(canvas, border, spot, half)
        _write(canvas, label, spot, dots=chart.dots)
    for each, (start, _) in ends.items():
        if each.answer == "yes":
            away = 4 if left + each.track > start[0] else -4
            canvas.circle(start[0] + away, start[1], 6.5, fill="ink", stroke=None)


def _draw_arrow(canvas: Canvas, line: str, points: Sequence[Spot]) -> None:
    arrow(canvas, *points, line=LINES[line], head=13, dashed=line == "dashed line")


def _draw_box(canvas: Canvas, border: str, spot: Spot, half: tuple[float, float]) -> None:
    (x, y), (wide, high) = spot, half
    canvas.rect(
        x - wide, y - high, 2 * wide, 2 * high, fill="white", line=5.5 if border == "heavy" else 2.4,
        radius=high if border == "round" else 0, dashed=border == "dashed",
    )  # fmt: skip
    if border == "double":
        canvas.rect(x - wide + 5, y - high + 5, 2 * wide - 10, 2 * high - 10, line=2.0)


def _heap(count: int, name: str) -> list[Spot]:
    """Return the middles of dots in a heap, px from its middle; later ones lie in front.

    Unlike those of ``heap_places``, they lie in no order, and may cover the middles of others.

    Raises:
        UnfitError: if so many dots have no room.
    """
    draws, close, wide = Draws("heap", count, name), _CLOSE * _DOT, min(1.0, math.sqrt(count / 8))
    for _ in range(_TRIES):
        found: list[Spot] = []
        for _ in range(40 * count):
            spot = wide * draws.integer(-185, 185) / 10, wide * draws.integer(-100, 100) / 10
            if len(found) < count and all(math.dist(spot, other) >= close for other in found):
                found.append(spot)
        close = max(1.02 * _DOT, close * 0.99)
        if len(found) == count and all(_seen(spot, found[place + 1 :]) for place, spot in enumerate(found)):
            return found
    raise UnfitError("a heap has no room for its dots")


def _seen(spot: Spot, later: Sequence[Spot]) -> bool:
    """Whether dots that lie in front leave enough of one open."""
    steps = [step / 4 * _DOT for step in range(-4, 5)]
    inside = [(spot[0] + x, spot[1] + y) for x in steps for y in steps if math.hypot(x, y) <= _DOT]
    open_ = [each for each in inside if all(math.dist(each, other) > _DOT for other in later)]
    return len(open_) >= _SEEN * len(inside)


def _write(canvas: Canvas, label: str, spot: Spot, *, dots: bool) -> None:
    """Write what a box does; ``dots`` draws a number as a heap of them."""
    (x, y), (value, what, *rest) = spot, (label.split() if " " in label else (label, "", ""))
    if rest[0] in SIGNS:
        canvas.text(x - 16, y, f"{value} {what}", size=_TEXT)
        canvas.polygon(
            [(x + 12 + across, y + down) for across, down in SIGNS[rest[0]]], fill="ink", stroke=None
        )
        canvas.text(x + 31, y, "?", size=_TEXT)
    elif dots and rest[0].isdigit():
        asked = rest[1:] == ["?"]
        canvas.text(x - 49, y, f"{value} {what}", size=_TEXT, anchor="start")
        for across, down in _heap(int(rest[0]), f"{x:.0f} {y:.0f}"):
            canvas.circle(x + 13 + 6 * (not asked) + across, y + down, _DOT, fill="white", line=2.0)
        if asked:
            canvas.text(x + 46, y, "?", size=_TEXT)
    else:
        canvas.text(x, y, label, size=_TEXT)

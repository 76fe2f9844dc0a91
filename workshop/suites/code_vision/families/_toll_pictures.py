"""Drawings of charts whose boxes have kinds of borders and whose arrows have kinds of lines.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_signs import Spot, hopped
from workshop.suites.code_vision.families._toll_charts import LINES, SIGNS, Chart

_TEXT = 19.0  #: size of texts, px
_DOT, _APART = 4.2, 11.0  #: radius of dots that are a number, and px between their middles


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


def _write(canvas: Canvas, label: str, spot: Spot, *, dots: bool) -> None:
    """Write what a box does; ``dots`` draws the number of a step."""
    (x, y), (value, what, *rest) = spot, (label.split() if " " in label else (label, "", ""))
    if rest[0] in SIGNS:
        canvas.text(x - 16, y, f"{value} {what}", size=_TEXT)
        canvas.polygon(
            [(x + 12 + across, y + down) for across, down in SIGNS[rest[0]]], fill="ink", stroke=None
        )
        canvas.text(x + 31, y, "?", size=_TEXT)
    elif dots and what in ("+", "-"):
        count = int(rest[0])
        begin = x - (30 + _APART * count) / 2
        canvas.text(begin, y, f"{value} {what}", size=_TEXT, anchor="start")
        for place in range(count):
            canvas.circle(begin + 39 + _APART * place, y, _DOT, fill="ink", stroke=None)
    else:
        canvas.text(x, y, label, size=_TEXT)

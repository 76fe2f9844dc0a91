"""Draw arrows, curves and arcs."""

import math

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import (
    LINE_WIDTH,
    Point,
    length_text,
    point_before,
    point_on_circle,
    points_text,
)

#: Default length of an arrowhead, px.
HEAD_LENGTH = 14.0

_HALF_HEIGHT = 0.46  #: half the height of an arrowhead, as a share of its length
_HALF_TURN = 180


def arrow(
    canvas: Canvas,
    *points: Point,
    stroke: Colour = "ink",
    line: float = LINE_WIDTH,
    head: float = HEAD_LENGTH,
    dashed: bool = False,
) -> None:
    """Draw a line through two or more points, with an arrowhead at the last."""
    base = point_before(points[-1], points[-2], head)
    canvas.line(*points[:-1], base, stroke=stroke, line=line, dashed=dashed)
    _head(canvas, points[-2], points[-1], head, stroke)


def curve(
    canvas: Canvas,
    start: Point,
    bend: Point,
    end: Point,
    *,
    stroke: Colour = "ink",
    line: float = LINE_WIDTH,
    head: float = 0,
    dashed: bool = False,
) -> None:
    """Draw a quadratic Bézier curve from ``start`` to ``end`` with the control point ``bend``.

    ``head`` is the length of the arrowhead at ``end``; 0 draws none.
    """
    last = point_before(end, bend, head) if head else end
    canvas.path(
        f"M {points_text([start])} Q {points_text([bend, last])}", stroke=stroke, line=line, dashed=dashed
    )
    if head:
        _head(canvas, bend, end, head, stroke)


def arc(
    canvas: Canvas,
    centre: Point,
    radius: float,
    start: float,
    end: float,
    *,
    stroke: Colour = "ink",
    line: float = LINE_WIDTH,
    head: float = 0,
) -> None:
    """Draw a part of a circle's outline from ``start`` to ``end`` degrees; 0 is at the top.

    It runs clockwise if ``end`` is larger than ``start``, else anticlockwise, and less than a whole turn.
    ``head`` is the length of the arrowhead at the end; 0 draws none.
    """
    x, y = centre
    clockwise = end > start
    stop = end - math.degrees(head / radius) * (1 if clockwise else -1)
    last = point_on_circle(x, y, radius, stop)
    large = int(abs(stop - start) > _HALF_TURN)
    sweep = f"A {length_text(radius)} {length_text(radius)} 0 {large} {int(clockwise)} {points_text([last])}"
    canvas.path(f"M {points_text([point_on_circle(x, y, radius, start)])} {sweep}", stroke=stroke, line=line)
    if head:
        _head(canvas, last, point_on_circle(x, y, radius, end), head, stroke)


def _head(canvas: Canvas, towards: Point, tip: Point, size: float, colour: Colour) -> None:
    base = point_before(tip, towards, size)
    dx, dy = (tip[0] - base[0]) * _HALF_HEIGHT, (tip[1] - base[1]) * _HALF_HEIGHT
    corners = [tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx)]
    canvas.polygon(corners, fill=colour, stroke=None, line_end=True)

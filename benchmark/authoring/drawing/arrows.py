"""Curves, and lines with a head."""

import math

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.items import STROKE, Point, around, number, pairs, short_of
from benchmark.authoring.drawing.palette import Colour

#: Length of a head unless said otherwise.
HEAD = 14.0

_HALF_HEIGHT = 0.46  #: of a head, in lengths of it
_HALF_TURN = 180


def arrow(
    canvas: Canvas,
    *points: Point,
    stroke: Colour = "ink",
    line: float = STROKE,
    head: float = HEAD,
    dashed: bool = False,
) -> None:
    """A line through two or more points, with a head at the last."""
    base = short_of(points[-1], points[-2], head)
    canvas.line(*points[:-1], base, stroke=stroke, line=line, dashed=dashed)
    _head(canvas, points[-2], points[-1], head, stroke)


def curve(
    canvas: Canvas,
    start: Point,
    bend: Point,
    end: Point,
    *,
    stroke: Colour = "ink",
    line: float = STROKE,
    head: float = 0,
    dashed: bool = False,
) -> None:
    """A curve that leaves ``start`` and reaches ``end`` in the direction of ``bend``; without a head at 0."""
    last = short_of(end, bend, head) if head else end
    canvas.path(f"M {pairs([start])} Q {pairs([bend, last])}", stroke=stroke, line=line, dashed=dashed)
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
    line: float = STROKE,
    head: float = 0,
) -> None:
    """A part of a circle's outline from ``start`` to ``end`` degrees, 0 at the top; without a head at 0.

    Clockwise when ``end`` is larger than ``start``, else anticlockwise; less than a whole turn.
    """
    x, y = centre
    clockwise = end > start
    stop = end - math.degrees(head / radius) * (1 if clockwise else -1)
    last = around(x, y, radius, stop)
    large = int(abs(stop - start) > _HALF_TURN)
    sweep = f"A {number(radius)} {number(radius)} 0 {large} {int(clockwise)} {pairs([last])}"
    canvas.path(f"M {pairs([around(x, y, radius, start)])} {sweep}", stroke=stroke, line=line)
    if head:
        _head(canvas, last, around(x, y, radius, end), head, stroke)


def _head(canvas: Canvas, towards: Point, tip: Point, size: float, colour: Colour) -> None:
    base = short_of(tip, towards, size)
    dx, dy = (tip[0] - base[0]) * _HALF_HEIGHT, (tip[1] - base[1]) * _HALF_HEIGHT
    corners = [tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx)]
    canvas.polygon(corners, fill=colour, stroke=None)

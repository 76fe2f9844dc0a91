"""Drawings of ``stacked_slides``: slides in perspective, and what is seen from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

Grid = list[list[int]]


@dataclass(frozen=True)
class Layout:
    """Sizes of a picture, px."""

    across: int  #: drawings side by side
    wide: int  #: size of a drawing
    high: int
    first: int  #: height of the middle of the highest slide
    gap: int  #: height between two slides
    side: int  #: of a field as it is seen from above
    edge: float  #: of a field of a slide, the mean one
    slides: int  #: the middle of the slides, from the left
    arrow: tuple[int, int]
    result: int


FEW = Layout(3, 267, 260, 48, 80, 33, 28.0, 75, (144, 164), 167)
MANY = Layout(4, 208, 177, 33, 56, 24, 21.2, 59, (115, 131), 133)


def draw_slides(shown: Sequence[tuple[list[Grid], Grid]], draws: Draws, form: Layout) -> Canvas:
    """Draw slides with what is seen of them, in lines; draws choose to which side slides lean."""
    canvas = Canvas(form.across * form.wide + 16, len(shown) // form.across * form.high + 8)
    for number, (slides, seen) in enumerate(shown):
        left, top = 8 + number % form.across * form.wide, number // form.across * form.high + 4
        lean = draws.integer(-7, 7)
        for level, slide in reversed(list(enumerate(slides))):
            height = top + form.first + form.gap * level
            _draw(canvas, slide, _lying(left + form.slides, height, form.edge, lean))
        middle = top + form.high / 2
        start, end = form.arrow
        arrow(canvas, (left + start, middle), (left + end, middle), line=3)
        _draw(canvas, seen, _from_above(left + form.result, middle - 1.5 * form.side, form.side))
    return canvas


def _lying(x: float, y: float, edge: float, lean: int) -> Callable[[float, float], Point]:
    """Return where a point of a slide is drawn; its front is nearer, and leans to a side."""

    def place(u: float, v: float) -> Point:
        near = 1 + 0.075 * (v - 1.5)
        return x + edge * near * 1.32 * (u - 1.5) + lean * (v - 1.5), y + edge * 0.74 * near * (v - 1.5)

    return place


def _from_above(x: float, y: float, side: float) -> Callable[[float, float], Point]:
    return lambda u, v: (x + side * u, y + side * v)


def _draw(canvas: Canvas, fields: Grid, place: Callable[[float, float], Point]) -> None:
    canvas.polygon([place(0, 0), place(3, 0), place(3, 3), place(0, 3)], fill="paleblue", line=2.5)
    for at in (1, 2):
        canvas.line(place(at, 0), place(at, 3), line=2)
        canvas.line(place(0, at), place(3, at), line=2)
    for row, marks in enumerate(fields):
        for column, mark in enumerate(marks):
            u, v = column + 0.5, row + 0.5
            if mark == 1:
                turns = [math.radians(30 * step) for step in range(12)]
                points = [place(u + 0.29 * math.cos(turn), v + 0.29 * math.sin(turn)) for turn in turns]
                canvas.polygon(points, fill="ink", stroke=None)
            elif mark:
                for tilt in (0.27, -0.27):
                    canvas.line(place(u - 0.27, v - tilt), place(u + 0.27, v + tilt), stroke="red", line=5)

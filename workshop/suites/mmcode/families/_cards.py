"""Cards that cover a part of a picture, and drawings of that part as it is seen from behind or in a mirror.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas

Point = tuple[float, float]
_PIN = 24.0  #: side of the yellow corner, px


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A covered rectangle of a picture and the drawing of it; all lengths in px.

    The drawing is mirrored left to right; with ``turned``, it is then turned upside down, and by ``degrees``.
    """

    left: float
    top: float
    wide: float
    high: float
    x: float  #: left side of the drawing
    y: float  #: top of the drawing
    scale: float = 1.0
    turned: bool = False
    double: bool = False  #: whether both frames are double
    degrees: float = 0.0  #: by which the drawing is turned clockwise around its middle

    def place(self, x: float, y: float) -> Point:
        """Return where the drawing shows a point of the covered part."""
        across, down = self.wide - (x - self.left), y - self.top
        if self.turned:
            across, down = self.wide - across, self.high - down
        if self.degrees:
            dx, dy, angle = across - self.wide / 2, down - self.high / 2, math.radians(self.degrees)
            across = self.wide / 2 + dx * math.cos(angle) - dy * math.sin(angle)
            down = self.high / 2 + dx * math.sin(angle) + dy * math.cos(angle)
        return self.x + self.scale * across, self.y + self.scale * down

    def holds(self, point: Point, more: float = 0.0) -> bool:
        """Whether a point is covered, or less than ``more`` px beside the card."""
        x, y = point[0] - self.left, point[1] - self.top
        return -more < x < self.wide + more and -more < y < self.high + more

    def parts(self, points: Iterable[Point]) -> list[list[Point]]:
        """Return the parts of a line of close points that are covered, as the drawing shows them."""
        parts: list[list[Point]] = [[]]
        for point in points:
            if self.holds(point):
                parts[-1].append(self.place(*point))
            elif parts[-1]:
                parts.append([])
        return [part for part in parts if len(part) > 1]

    def cover(self, canvas: Canvas) -> None:
        """Draw the card over the part that it covers."""
        self._frame(canvas, (self.left, self.top), (self.left + self.wide, self.top + self.high), fill=True)

    def frame(self, canvas: Canvas) -> None:
        """Draw the frame of the drawing."""
        if self.degrees:
            for inset in (-4.0, 4.0) if self.double else (-4.0,):
                canvas.polygon(self._corners(inset), line=3)
            pin = ((0, 0), (_PIN, 0), (0, _PIN))
            canvas.polygon([self.place(self.left + x, self.top + y) for x, y in pin], fill="yellow", line=2.5)
            return
        first, last = self.place(self.left, self.top), self.place(self.left + self.wide, self.top + self.high)
        self._frame(canvas, first, last, fill=False)

    def _corners(self, inset: float) -> list[Point]:
        left, top = self.left + inset, self.top + inset
        right, low = self.left + self.wide - inset, self.top + self.high - inset
        return [self.place(*corner) for corner in ((left, top), (right, top), (right, low), (left, low))]

    def _frame(self, canvas: Canvas, pinned: Point, other: Point, *, fill: bool) -> None:
        """Draw a rectangle from the corner with the yellow triangle to the opposite one."""
        (ax, ay), (bx, by) = pinned, other
        for inset in (0.0, 8.0) if self.double else (0.0,):
            left, top = min(ax, bx) - 4 + inset, min(ay, by) - 4 + inset
            wide, high = abs(bx - ax) + 8 - 2 * inset, abs(by - ay) + 8 - 2 * inset
            canvas.rect(left, top, wide, high, fill="grey" if fill else None, line=3)
        dx, dy = (_PIN if bx > ax else -_PIN), (_PIN if by > ay else -_PIN)
        canvas.polygon([(ax, ay), (ax + dx, ay), (ax, ay + dy)], fill="yellow", line=2.5)


@dataclass(frozen=True, slots=True)
class Behind:
    """Draws on a canvas what a card hides, at the places of the drawing."""

    canvas: Canvas
    card: Card

    def line(self, *points: Point, line: float, stroke: Colour = "ink", guide: bool = False) -> None:
        """Draw a line through points of the covered part."""
        places = (self.card.place(*point) for point in points)
        self.canvas.line(*places, line=line * self.card.scale, stroke=stroke, guide=guide)

    def circle(self, x: float, y: float, radius: float, *, fill: Colour, line: float) -> None:
        """Draw a circle around a point of the covered part."""
        self.canvas.circle(*self.card.place(x, y), radius * self.card.scale, fill=fill, line=line)

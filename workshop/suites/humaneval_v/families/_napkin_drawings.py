"""Drawings of ``punched_napkin``: a napkin before each fold, under its punch, and unfolded.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.files.palette import Colour
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import Box

WIDE = 264.0  #: side of a napkin, px
Span = tuple[int, int]  #: the first of some rows or columns, and the one after the last


def still_span(still: str, side: int) -> Span:
    """Return the rows or columns that are not moved."""
    return {
        "start": (0, side // 2),
        "end": (side // 2, side),
        "middle": (side // 4, side - side // 4),
    }[still]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """A napkin in a frame of the picture."""

    canvas: Canvas
    room: Box
    side: int  #: squares along each side

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return the place of a corner of the squares, in px."""
        left, square = self.room.x + (self.room.width - WIDE) / 2, WIDE / self.side
        return left + column * square, self.room.y + 10 + row * square

    def paper(
        self,
        across: Span,
        down: Span,
        *,
        columns: Span | None = None,
        rows: Span | None = None,
        plain: bool = False,
    ) -> None:
        """Draw the napkin as it is; the parts outside ``columns`` and ``rows`` are the next to be moved."""
        canvas, square = self.canvas, WIDE / self.side
        canvas.rect(*self.at(0, 0), WIDE, WIDE, stroke="silver", line=2, dashed=True, guide=True)
        for row in range(*down):
            for column in range(*across):
                rests = all(
                    span is None or span[0] <= place < span[1]
                    for span, place in ((columns, column), (rows, row))
                )
                fill: Colour = "white" if rests or plain else "paleorange"
                canvas.rect(*self.at(column, row), square, square, fill=fill, stroke="grey", line=2)
        for column in columns or ():
            if across[0] < column < across[1]:
                (x, top), (_, bottom) = (self.at(column, edge) for edge in down)
                canvas.line((x, top - 9), (x, bottom + 9), stroke="red", line=4, dashed=True)
        for row in rows or ():
            if down[0] < row < down[1]:
                (left, y), (right, _) = (self.at(edge, row) for edge in across)
                canvas.line((left - 9, y), (right + 9, y), stroke="red", line=4, dashed=True)
        width, height = (across[1] - across[0]) * square, (down[1] - down[0]) * square
        canvas.rect(*self.at(across[0], down[0]), width, height, line=4)

    def fold(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a bent arrow over a fold, between places in squares."""
        (a, b), (c, d) = start, end
        bend = ((a + c) / 2, b - 1.7) if b == d else (a + 1.7, (b + d) / 2)
        first, middle, last = (self.at(*place) for place in (start, bend, end))
        arrows.curve(self.canvas, first, middle, last, stroke="blue", line=6, head=24)

    def punch(self, column: int, row: int, down: int, right: int) -> None:
        """Draw the punch: a green bar with two pins, the first of which has a ring."""
        first, second = self.at(column + 0.5, row + 0.5), self.at(column + right + 0.5, row + down + 0.5)
        self.canvas.line(first, second, stroke="green", line=WIDE / self.side / 4)
        self.canvas.circle(*first, 0.44 * WIDE / self.side, fill="sky")

    def hole(self, column: int, row: int) -> None:
        """Draw a hole."""
        self.canvas.circle(*self.at(column + 0.5, row + 0.5), 0.28 * WIDE / self.side, fill="ink")


def moves(still: Span, side: int) -> Sequence[tuple[float, float]]:
    """Return the middle of each part that is moved, before and after the move."""
    first, last = still
    found = [(first / 2, first + first / 2)] if first else []
    return [*found, ((last + side) / 2, last - (side - last) / 2)] if last < side else found

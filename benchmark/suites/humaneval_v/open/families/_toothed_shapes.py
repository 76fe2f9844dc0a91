"""Draw blocks with toothed sides, their joints, and squared paper.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import product

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.drawing.items import Point
from benchmark.authoring.drawing.palette import Colour

#: The teeth of a side from top to bottom, squares.
Side = tuple[int, int, int]
UNIT = 24.0  #: side of a square, px


def draw_grid(canvas: Canvas, x: float, y: float, columns: int, rows: int) -> None:
    for column in range(columns + 1):
        at = x + column * UNIT
        canvas.line((at, y), (at, y + rows * UNIT), stroke="silver", line=2, guide=True)
    for row in range(rows + 1):
        canvas.line(
            (x, y + row * UNIT), (x + columns * UNIT, y + row * UNIT), stroke="silver", line=2, guide=True
        )


def draw_block(
    canvas: Canvas, x: float, y: float, left: Side, right: Side, width: float, fill_with: Colour
) -> None:
    """Draw a block; ``x`` is the left edge of its body."""
    points: list[Point] = []
    for row, tooth in enumerate(right):
        at = x + (width + tooth) * UNIT
        points += [(at, y + row * UNIT), (at, y + (row + 1) * UNIT)]
    for row, tooth in reversed(list(enumerate(left))):
        at = x - tooth * UNIT
        points += [(at, y + (row + 1) * UNIT), (at, y + row * UNIT)]
    canvas.polygon(points, fill=fill_with, line=3)


def draw_joints(canvas: Canvas, loose: tuple[list[int], list[int]]) -> None:
    """Draw a joint without a gap and with one in each row, between blocks of one wood and of two.

    Args:
        canvas: the canvas.
        loose: the rows that may have a gap, between blocks of the same wood and of different woods.
    """
    frame(canvas, 15, 300, 950, 205, title="Joints")
    for place, (different, gap) in enumerate(product((False, True), (None, 0, 1, 2))):
        x, y = 42.0 + place * 114.0, 358.0
        left: list[int] = [1, 2, 1]
        if gap is not None:
            left[gap] -= 1
        first: Colour = "yellow" if place % 2 == different else "sky"
        second: Colour = "sky" if (first == "yellow") == different else "yellow"
        draw_block(canvas, x, y, (0, 0, 0), (left[0], left[1], left[2]), 1, first)
        draw_block(canvas, x + 3 * UNIT, y, (1, 0, 1), (0, 0, 0), 1, second)
        good = gap is None or gap in loose[different]
        middle, low = x + 2 * UNIT, y + 3 * UNIT + 40
        if good:
            canvas.line(
                (middle - 18, low), (middle - 4, low + 16), (middle + 20, low - 18), stroke="green", line=7
            )
        else:
            for way in (-1, 1):
                canvas.line(
                    (middle - 16, low - 16 * way), (middle + 16, low + 16 * way), stroke="red", line=7
                )

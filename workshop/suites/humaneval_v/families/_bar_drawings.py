"""Drawings of the sign of ``shared_bars`` and of its digits.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._bar_rules import Sign

#: Part → where it begins and ends, in lengths of a bar from the top left corner of its place.
ENDS = (
    ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)),
    ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((0, 2), (1, 2)),
)  # fmt: skip


def draw_sign(
    canvas: Canvas,
    sign: Sign,
    count: int,
    corner: Point,
    side: float,
    thick: float,
    lit: Sequence[int] = (),
) -> None:
    """Draw the first places of a sign; ``lit`` has the numbers of the lit bars."""
    for place, part, number in sign.each_bar(count):
        colour: Colour | None = "red" if number in lit else "grey" if number in sign.broken else None
        draw_bar(canvas, (corner[0] + place * side, corner[1]), part, side, thick, colour)


def part_ends(corner: Point, place: int, part: int, side: float) -> tuple[Point, Point]:
    """Return where a part of a place begins and ends."""
    x = corner[0] + place * side
    first, last = ((x + side * across, corner[1] + side * down) for across, down in ENDS[part])
    return first, last


def draw_bar(
    canvas: Canvas, corner: Point, part: int, side: float, thick: float, fill: Colour | None
) -> None:
    """Draw one part of a digit as a bar with a point at each end."""
    (x, y), (end_x, end_y) = part_ends(corner, 0, part, side)
    gap, half = thick / 8, thick / 2
    if y == end_y:
        x, end_x = x + gap, end_x - gap
        corners = [(x, y), (x + half, y - half), (end_x - half, y - half)]
        corners += [(end_x, y), (end_x - half, y + half), (x + half, y + half)]
    else:
        y, end_y = y + gap, end_y - gap
        corners = [(x, y), (x + half, y + half), (x + half, end_y - half)]
        corners += [(x, end_y), (x - half, end_y - half), (x - half, y + half)]
    canvas.polygon(corners, fill=fill, stroke="grey", line=2)

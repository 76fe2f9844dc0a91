"""Draw blocks with toothed sides, their joints, and squared paper.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

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


@dataclass(frozen=True)
class Joint:
    """A joint of the picture: its two woods, the row of its gap, and whether the gap is two squares wide."""

    woods: tuple[Colour, Colour]
    gap: int | None
    is_wide: bool = False

    @property
    def sides(self) -> tuple[Side, Side]:
        """The teeth of both blocks at the joint."""
        left, right = [1, 2, 1], [1, 0, 1]
        if self.gap is not None:
            left[self.gap] -= 1
        if self.gap is not None and self.is_wide:
            left[self.gap] = right[self.gap] = 0
        return (left[0], left[1], left[2]), (right[0], right[1], right[2])

    def is_good(self, loose: tuple[list[int], list[int]]) -> bool:
        """Tell whether it is good; ``loose``: the rows that may have a gap, for one wood and for two."""
        return self.gap is None or self.gap in loose[self.woods[0] != self.woods[1]]


#: One wood, then two, each in two ways.
WOODS: tuple[tuple[tuple[Colour, Colour], tuple[Colour, Colour]], ...] = (
    (("yellow", "yellow"), ("sky", "sky")),
    (("yellow", "sky"), ("sky", "yellow")),
)
#: The row of the gap, which of the two ways, and whether it is wide.
GAPS = ((None, 0, False), (0, 0, False), (0, 1, True), (1, 1, False), (2, 0, False), (2, 1, True))
#: The joints of the picture, from left to right and from top to bottom.
JOINTS = tuple(Joint(woods[place], gap, is_wide) for woods in WOODS for gap, place, is_wide in GAPS)


def draw_joints(canvas: Canvas, loose: tuple[list[int], list[int]]) -> None:
    """Draw the joints with a tick or a cross each, between blocks of one wood above, of two woods below.

    Args:
        canvas: the canvas.
        loose: the rows that may have a gap, between blocks of the same wood and of different woods.
    """
    frame(canvas, 15, 300, 950, 340, title="Joints")
    for place, joint in enumerate(JOINTS):
        x, y = 46.0 + place % 6 * 158.0, 356.0 + place // 6 * 147.0
        first, second = joint.woods
        left, right = joint.sides
        draw_block(canvas, x, y, (0, 0, 0), left, 1, first)
        draw_block(canvas, x + 3 * UNIT, y, right, (0, 0, 0), 1, second)
        middle, low = x + 2 * UNIT, y + 3 * UNIT + 32
        if joint.is_good(loose):
            canvas.line(
                (middle - 18, low), (middle - 4, low + 16), (middle + 20, low - 18), stroke="green", line=7
            )
        else:
            for way in (-1, 1):
                canvas.line(
                    (middle - 16, low - 16 * way), (middle + 16, low + 16 * way), stroke="red", line=7
                )

"""Axes of a mosaic: where a tile has its opposite, and how an axis is drawn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

SIDE = 8  #: tiles along a side of the mosaic
Place = tuple[int, int]


@dataclass(frozen=True)
class Axis:
    """An axis of the plan: where it is for each kind, and the two colours that are exchanged across it."""

    across: int  #: sum of the columns of two opposite tiles
    down: int  #: sum of their rows
    shift: int  #: row minus column of a tile on a falling axis
    pair: Place

    def opposite(self, kind: str, row: int, column: int) -> Place:
        """Return the row and column opposite to a tile; they may be outside of the mosaic."""
        match kind:
            case "upright":
                return row, self.across - column
            case "level":
                return self.down - row, column
            case "falling":
                return column + self.shift, row - self.shift
            case "rising":
                return self.across - column, self.across - row
            case _:
                return self.down - row, self.across - column


TILE = 35.0  #: side of a tile, px


def draw_badge(canvas: Canvas, x: float, y: float, number: int) -> None:
    canvas.circle(x, y, 17, fill="white", stroke="red", line=3)
    canvas.text(x, y, number, bold=True)


def draw_axis(canvas: Canvas, kind: str, axis: Axis, number: int, x: float, y: float) -> None:
    """Draw an axis of the plan with its number at one end: the first at the start, the second at the end."""
    across, down, shift = (axis.across + 1) / 2, (axis.down + 1) / 2, axis.shift
    beyond = 0.55
    start: Point
    end: Point
    match kind:
        case "upright":
            start, end = (across, -beyond), (across, SIDE + beyond)
        case "level":
            start, end = (-beyond, down), (SIDE + beyond, down)
        case "falling":
            low, high = max(0, -shift) - beyond, min(SIDE, SIDE - shift) + beyond
            start, end = (low, low + shift), (high, high + shift)
        case "rising":
            total = axis.across + 1
            low, high = max(0, total - SIDE) - beyond, min(SIDE, total) + beyond
            start, end = (low, total - low), (high, total - high)
        case _:
            centre = x + across * TILE, y + down * TILE
            for turn in (20, 200):
                arrows.arc(canvas, centre, 34, turn, turn + 140, stroke="red", line=4, head=16)
            draw_badge(canvas, *centre, number)
            return
    ends = [(x + TILE * px, y + TILE * py) for px, py in (start, end)]
    canvas.line(*ends, stroke="red", line=4)
    badge_x, badge_y = ends[0] if number == 1 else ends[1]
    draw_badge(canvas, badge_x, badge_y, number)


def described_axis(kind: str, axis: Axis) -> str:
    """Say where an axis is."""
    match kind:
        case "upright":
            return f"an upright line {(axis.across + 1) / 2:g} tiles from the left edge"
        case "level":
            return f"a level line {(axis.down + 1) / 2:g} tiles from the top edge"
        case "falling":
            side = f"{axis.shift} tiles below" if axis.shift > 0 else f"{-axis.shift} tiles to the right of"
            return f"a line that falls at 45 degrees to the right and begins {side} the top left corner"
        case "rising":
            return (
                "a line that rises at 45 degrees to the right, along which row and column, both counted from 0, "
                f"make {axis.across}"
            )
        case _:
            across, down = (axis.across + 1) / 2, (axis.down + 1) / 2
            return (
                f"a point with two turning arrows, {across:g} tiles from the left and {down:g} from the top"
            )

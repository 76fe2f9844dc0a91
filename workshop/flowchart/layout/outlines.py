"""The outlines of the standard shapes: their corners, where lines begin and end, and the room for text."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from benchmark.files.chart import Shape
from workshop.flowchart.layout.values import EdgePath, Point, Rectangle

Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")

#: The direction that leads away from a side.
AWAY: dict[Side, Point] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}

SLANT = 24  #: how far the sides of a parallelogram lean, px
BAR = 12  #: the distance of a sub-routine's inner bars from its sides, px
_MAX_RADIUS = 36  # of a stadium's corners


def corners(shape: Shape, place: Rectangle) -> list[Point]:
    """Return the corners of a shape; of a stadium, those of the rectangle around it."""
    x, y, right, bottom = place.x, place.y, place.right, place.bottom
    middle_x, middle_y = place.centre
    if shape is Shape.DECISION:
        return [(middle_x, y), (right, middle_y), (middle_x, bottom), (x, middle_y)]
    if shape is Shape.DATA:
        return [(x + SLANT, y), (right, y), (right - SLANT, bottom), (x, bottom)]
    return [(x, y), (right, y), (right, bottom), (x, bottom)]


def radius(place: Rectangle) -> int:
    """Return the radius of a stadium's corners."""
    return min(place.height // 2, _MAX_RADIUS)


def port(shape: Shape | None, place: Rectangle, side: Side) -> Point:
    """Return the middle of a shape's side, where lines begin and end; None is a circle or a plain label."""
    x, y = place.centre
    lean = SLANT // 2 if shape is Shape.DATA else 0
    return {
        "top": (x, place.y),
        "right": (place.right - lean, y),
        "bottom": (x, place.bottom),
        "left": (place.x + lean, y),
    }[side]


def room(shape: Shape, place: Rectangle, top: float, bottom: float) -> float:
    """Return the width that text may have between two heights of a shape, both from its top."""
    width, height = place.width, place.height
    if shape is Shape.DECISION:
        away = max(abs(top - height / 2), abs(bottom - height / 2))
        return max(0.0, width * (1 - 2 * away / height))
    if shape is Shape.DATA:
        return width - 2 * SLANT
    if shape is Shape.SUBROUTINE:
        return width - 2 * BAR
    if shape is Shape.TERMINAL:
        bend = radius(place)
        away = max(0.0, bend - min(top, height - bottom))
        return width - 2 * (bend - math.sqrt(bend**2 - away**2))
    return width


def pieces_of(path: EdgePath) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of a path."""
    yield from zip(path.points, path.points[1:], strict=False)


def crossings(paths: Sequence[EdgePath]) -> list[Point]:
    """Return where a vertical piece crosses a horizontal one of a line to another target."""
    found: dict[Point, None] = {}
    for first in paths:
        for second in paths:
            if first.points[-1] != second.points[-1]:
                found.update(dict.fromkeys(_crossings_of(first, second)))
    return list(found)


def _crossings_of(steep: EdgePath, flat: EdgePath) -> Iterator[Point]:
    for (x, y), (to_x, to_y) in pieces_of(steep):
        for (left, at), (right, to_at) in pieces_of(flat):
            inside = min(left, right) < x < max(left, right) and min(y, to_y) < at < max(y, to_y)
            if x == to_x and at == to_at and inside:
                yield x, at


def joints(paths: Sequence[EdgePath]) -> list[Point]:
    """Return where a line joins another one to the same target."""
    found: dict[Point, None] = {}
    for number, path in enumerate(paths):
        for other in paths[:number]:
            if path.points[-1] == other.points[-1] and (point := _joint(path.points, other.points)):
                found[point] = None
    return list(found)


def _joint(first: Sequence[Point], second: Sequence[Point]) -> Point | None:
    """Return where two lines with the same end meet; None if they share no piece."""
    shared = 1
    while shared < min(len(first), len(second)) and first[-1 - shared] == second[-1 - shared]:
        shared += 1
    if shared == min(len(first), len(second)):
        return None
    end, a, b = first[-shared], first[-1 - shared], second[-1 - shared]
    for axis in (0, 1):
        if end[axis] == a[axis] == b[axis]:
            other = 1 - axis
            if (a[other] > end[other]) == (b[other] > end[other]):
                return min(a, b, key=lambda point: abs(point[other] - end[other]))
            return end
    return end if shared > 1 else None

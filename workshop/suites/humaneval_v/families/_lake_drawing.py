"""Draw a map with lakes, its compass and a walk; curves stay clear of the arrows of the walk.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from itertools import pairwise, product

from benchmark.files.palette import Colour
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_before
from workshop.suites.humaneval_v.families._lake_walks import COLUMNS, ROWS, LakeMap, Square, WalkStep

SIDE = 56.0  #: side of a square, px

#: From the middle of a square towards its corners, px.
_CORNERS: tuple[Point, ...] = ((-16, -16), (-16, 16), (16, -16), (16, 16))
_BENDS = (0.0, 0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)  #: shares of a curve's length
_CLEARANCE = 13.0  #: wanted distance from an arrow, px
_CROSS = 27.0  #: wanted distance from the cross at the end of a walk, px
_SHORTEST = 48.0  #: wanted length of a curve, px
_SAMPLES = 24  #: points of a curve at which its distances are measured

Curve = tuple[Point, Point, Point]  #: start, control point and end


def draw_map(canvas: Canvas, land: LakeMap, x: float, y: float) -> None:
    """Draw the squares of a map, whose top left corner is at a point."""
    for c, column in enumerate(COLUMNS):
        canvas.text(x + SIDE * (c + 0.5), y - 18, column, size=20, fill="grey", tick=True)
    for r, row in enumerate(ROWS):
        canvas.text(x - 20, y + SIDE * (r + 0.5), row, size=20, fill="grey", tick=True)
        for c in range(len(COLUMNS)):
            special: dict[bool, Colour] = {(c, r) in land.lakes: "paleblue", (c, r) == land.start: "yellow"}
            fill = special.get(True, "white")
            canvas.rect(x + SIDE * c, y + SIDE * r, SIDE, SIDE, fill=fill, stroke="grey", line=2)


def draw_walk(canvas: Canvas, rule: str, walk: Sequence[WalkStep], x: float, y: float) -> None:
    """Draw the steps of a walk by a rule on a map, and what follows them."""

    def at(square: Square) -> Point:
        return x + SIDE * (square[0] + 0.5), y + SIDE * (square[1] + 0.5)

    walked = [(at(step.start), at(step.into)) for step in walk]
    for start, end in walked:
        arrows.arrow(canvas, start, point_before(end, start, 6), stroke="blue", line=5, head=18)
    corners = (x, y), (x + SIDE * len(COLUMNS), y + SIDE * len(ROWS))
    for start, end in ((at(step.into), at(step.end)) for step in walk if step.into != step.end):
        if rule == "slide":
            tip = point_before(end, start, 8)
            arrows.arrow(canvas, start, tip, stroke="red", line=4, head=17, dashed=True)
        else:
            curve = _clear_curve(walked, start, end, corners)
            arrows.curve(canvas, *curve, stroke="red", line=4, head=17, dashed=True)
    end_x, end_y = at(walk[-1].end)
    for turn in (-1, 1):
        canvas.line((end_x - 15, end_y - 15 * turn), (end_x + 15, end_y + 15 * turn), line=6)


def draw_compass(canvas: Canvas, land: LakeMap, x: float, y: float) -> None:
    """Draw the compass of a map around a point."""
    canvas.circle(x, y, 88, fill="white")
    for letter, (right, down) in land.ways.items():
        tip, side = (x + 74 * right, y + 74 * down), 14
        corners = [
            tip,
            (x + side * (right - down), y + side * (down + right)),
            (x, y),
            (x + side * (right + down), y + side * (down - right)),
        ]
        canvas.polygon(corners, fill="ink" if letter == "N" else "white")
        canvas.text(x + 112 * right, y + 112 * down, letter, bold=True, size=32)


def _clear_curve(
    walked: Sequence[tuple[Point, Point]], start: Point, end: Point, corners: tuple[Point, Point]
) -> Curve:
    """Return a short curve between the middles of two squares of a map, away from the arrows of a walk.

    ``corners`` are the top left and the bottom right one of the map. The last arrow ends at a cross.
    """
    (left, top), (right, bottom) = corners

    def cost(curve: Curve) -> float:
        points = [_point_on(curve, place / _SAMPLES) for place in range(_SAMPLES + 1)]
        near = sum(
            sum(max(0.0, _CLEARANCE - _distance(point, *arrow)) for arrow in walked)
            + max(0.0, _CROSS - math.dist(point, walked[-1][1]))
            for point in points
        )
        outside = sum(not (left < x < right and top < y < bottom) for x, y in points)
        length = sum(math.dist(*pair) for pair in pairwise(points))
        return round(length + 10 * (near + max(0.0, _SHORTEST - length)) + 1000 * outside, 3)

    ends = product(_CORNERS, _CORNERS, _BENDS)
    return min((_curve(_moved(start, a), _moved(end, b), bend) for a, b, bend in ends), key=cost)


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _curve(start: Point, end: Point, bend: float) -> Curve:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start, ((start[0] + end[0]) / 2 + bend * dy, (start[1] + end[1]) / 2 - bend * dx), end


def _point_on(curve: Curve, share: float) -> Point:
    x, y = (
        (1 - share) ** 2 * start + 2 * share * (1 - share) * bend + share**2 * end
        for start, bend, end in zip(*curve, strict=True)
    )
    return x, y


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two points that is level or upright."""
    nearest = (
        min(max(at, min(ends)), max(ends))
        for at, ends in zip(point, zip(start, end, strict=True), strict=True)
    )
    return math.dist(point, tuple(nearest))

"""Points of the plane as pairs of numbers, and what can be computed from them."""

import math
from collections.abc import Sequence

from workshop.authoring.figures.numbers import plain

Point = tuple[float, float]
#: A segment, given by its ends.
Span = tuple[Point, Point]


def rounded(point: Point) -> Point:
    """Return the point with both coordinates rounded to two digits."""
    return plain(point[0]), plain(point[1])


def moved(point: Point, by: Point, times: float = 1) -> Point:
    """Return ``point + times * by``."""
    return point[0] + times * by[0], point[1] + times * by[1]


def vector(start: Point, end: Point) -> Point:
    """Return the vector from ``start`` to ``end``."""
    return end[0] - start[0], end[1] - start[1]


def length(start: Point, end: Point) -> float:
    """Return the distance of two points."""
    return math.dist(start, end)


def dot(a: Point, b: Point) -> float:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """Return the signed area between two vectors, positive if ``b`` is to the left of ``a``."""
    return a[0] * b[1] - a[1] * b[0]


def unit(a: Point) -> Point:
    """Return the vector of length 1 with the same direction; the vector is not zero."""
    size = math.hypot(*a)
    return a[0] / size, a[1] / size


def angle(first: Point, vertex: Point, second: Point) -> float:
    """Return the angle at ``vertex`` between the rays to the two other points, in degrees from 0 to 180."""
    a, b = vector(vertex, first), vector(vertex, second)
    return math.degrees(math.atan2(abs(cross(a, b)), dot(a, b)))


def midpoint(start: Point, end: Point) -> Point:
    """Return the point halfway between two points."""
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def foot(point: Point, start: Point, end: Point) -> Point:
    """Return the foot of the perpendicular from ``point`` to the line through two other points."""
    along = vector(start, end)
    return moved(start, along, dot(vector(start, point), along) / dot(along, along))


def bisector_foot(vertex: Point, first: Point, second: Point) -> Point:
    """Return where the bisector of the angle at ``vertex`` meets the segment between the two other points.

    It divides the segment in the ratio of the two sides of the angle.
    """
    near, far = length(vertex, first), length(vertex, second)
    return moved(first, vector(first, second), near / (near + far))


def bisector_direction(first: Point, vertex: Point, second: Point) -> Point:
    """Return the direction, of length 1, of the bisector of an angle of less than 180°."""
    a, b = unit(vector(vertex, first)), unit(vector(vertex, second))
    return unit((a[0] + b[0], a[1] + b[1]))


def distance(point: Point, span: Span) -> float:
    """Return the distance of a point from a segment."""
    # Written out, without calls: this runs thousands of times per figure.
    (left, low), end = span
    x, y = end[0] - left, end[1] - low
    share = ((point[0] - left) * x + (point[1] - low) * y) / (x * x + y * y)
    share = min(1, max(0, share))
    return math.dist(point, (left + share * x, low + share * y))


def crosses_box(span: Span, centre: Point, half: Point) -> bool:
    """Whether a segment meets an upright box, given by its centre and half its width and height."""
    low, high = 0.0, 1.0
    for first, second, middle, reach in zip(*span, centre, half, strict=True):  # across, then up
        start, step = first - middle, second - first
        if step == 0:
            if abs(start) >= reach:
                return False
            continue
        enter, leave = (-reach - start) / step, (reach - start) / step
        if step < 0:
            enter, leave = leave, enter
        low = max(low, enter)
        high = min(high, leave)
        if low >= high:
            return False
    return True


def boxes_overlap(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """Whether two upright boxes, each a centre with half its width and height, have points in common."""
    (a, a_half), (b, b_half) = first, second
    return abs(a[0] - b[0]) < a_half[0] + b_half[0] and abs(a[1] - b[1]) < a_half[1] + b_half[1]


def bends(points: Sequence[Point]) -> list[float]:
    """Return the signed turns along a closed line, as cross products."""
    count = len(points)
    return [
        cross(
            vector(points[place], points[(place + 1) % count]),
            vector(points[(place + 1) % count], points[(place + 2) % count]),
        )
        for place in range(count)
    ]

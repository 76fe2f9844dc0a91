"""Straight parts of lines: where two meet, and how far a point is away."""

import math

Point = tuple[float, float]
Part = tuple[Point, Point]

_PARALLEL = 1e-9


def meeting(part: Part, other: Part) -> list[Point]:
    """Return the point where two parts meet, if they do."""
    ((x, y), (end, last)), ((other_x, other_y), (other_end, other_last)) = part, other
    a, b, c, d = end - x, last - y, other_end - other_x, other_last - other_y
    turned = a * d - b * c
    if abs(turned) < _PARALLEL:
        return []
    along = ((other_x - x) * d - (other_y - y) * c) / turned
    beside = ((other_x - x) * b - (other_y - y) * a) / turned
    return [(x + along * a, y + along * b)] if 0 <= along < 1 and 0 <= beside < 1 else []


def distance(point: Point, part: Part) -> float:
    """Return the distance of a point from a part."""
    (x, y), (end, last) = part
    along = ((point[0] - x) * (end - x) + (point[1] - y) * (last - y)) / math.dist(*part) ** 2
    along = min(1.0, max(0.0, along))
    return math.dist(point, (x + along * (end - x), y + along * (last - y)))


def slope(part: Part) -> float:
    """Return how steeply a part rises that goes to the right."""
    (x, y), (end, last) = part
    return (last - y) / (end - x)


def angle(part: Part, other: Part) -> float:
    """Return the angle between two parts that both go to the right, in degrees."""
    one, two = (math.atan2(end[1] - start[1], end[0] - start[0]) for start, end in (part, other))
    return math.degrees(abs(one - two))

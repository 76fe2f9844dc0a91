"""Straight parts of lines: where two meet, and how far a point is away."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from workshop.authoring.family import UnfitError

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


def angle(part: Part, other: Part) -> float:
    """Return the angle between two parts that both go to the right, in degrees."""
    one, two = (math.atan2(end[1] - start[1], end[0] - start[0]) for start, end in (part, other))
    return math.degrees(abs(one - two))


def heading(part: Part) -> float:
    """Return the direction of a part, from -180 to 180 degrees."""
    return math.degrees(math.atan2(part[1][1] - part[0][1], part[1][0] - part[0][0]))


def crossing_angle(part: Part, other: Part) -> float:
    """Return the angle at which two parts cross, from 0 to 90 degrees."""
    turn = abs(heading(part) - heading(other)) % 180
    return min(turn, 180 - turn)


def slope(part: Part) -> float:
    """Return how steeply a part rises that goes to the right."""
    (x, y), (end, last) = part
    return (last - y) / (end - x)


def cut(line: Sequence[Point], gaps: Sequence[tuple[Point, float]], short: float) -> list[list[Point]]:
    """Return the parts of a line that are left without some gaps.

    Args:
        line: corners.
        gaps: the middle of each gap, which is on the line, and half its length.
        short: minimum length of a part.

    Raises:
        UnfitError: if a part would be shorter.
    """
    places = [0.0, *accumulate(math.dist(*part) for part in pairwise(line))]

    def place(point: Point) -> float:
        near = min(range(len(line) - 1), key=lambda part: distance(point, (line[part], line[part + 1])))
        return places[near] + math.dist(line[near], point)

    def at(where: float) -> Point:
        part = min(bisect_right(places, where), len(places) - 1)
        (x, y), (end, last) = line[part - 1], line[part]
        share = (where - places[part - 1]) / (places[part] - places[part - 1])
        return x + share * (end - x), y + share * (last - y)

    bounds = [0.0]
    for middle, half in sorted((place(point), half) for point, half in gaps):
        bounds += middle - half, middle + half
    bounds.append(places[-1])
    if any(high - low < short for low, high in zip(bounds[::2], bounds[1::2], strict=True)):
        raise UnfitError("two gaps of a line are too near to each other")
    return [
        [
            at(low),
            *(corner for corner, where in zip(line, places, strict=True) if low < where < high),
            at(high),
        ]
        for low, high in zip(bounds[::2], bounds[1::2], strict=True)
    ]

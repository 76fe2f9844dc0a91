"""Recognises polygons that are slices of a circle."""

import math
from collections.abc import Sequence
from itertools import pairwise

_FEWEST = 4  #: corners along the arc
_TURN = 360.0
_ROUND = 0.01  #: share of the radius by which corners may be away from the arc

Slice = tuple[list[float], float, list[float]]  #: middle, radius, and first and last angle in degrees


def sector(points: Sequence[Sequence[float]]) -> Slice | None:
    """Return the slice that a polygon is; None if it is not one.

    Its corners are the middle, first or last, and an arc around it in one direction, less than a turn.
    """
    corners = [point for i, point in enumerate(points) if not i or math.dist(point, points[i - 1]) > 0]
    while len(corners) > 1 and math.dist(corners[0], corners[-1]) <= 1e-9 * (1 + math.hypot(*corners[0])):
        corners.pop()
    for middle, arc in ((corners[0], corners[1:]), (corners[-1], corners[:-1])):
        if len(arc) < _FEWEST:
            return None
        radius = math.dist(middle, arc[0])
        if not radius or any(abs(math.dist(middle, place) - radius) > _ROUND * radius for place in arc):
            continue
        angles = [math.degrees(math.atan2(y - middle[1], x - middle[0])) for x, y in arc]
        steps = [math.remainder(b - a, _TURN) for a, b in pairwise(angles)]
        turn = sum(steps)
        if abs(turn) < _TURN and (all(step > 0 for step in steps) or all(step < 0 for step in steps)):
            first = angles[0] if turn > 0 else angles[-1]
            return [float(value) for value in middle], radius, [first, first + abs(turn)]
    return None

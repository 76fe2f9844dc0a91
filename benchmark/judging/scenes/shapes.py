"""Polygons with a name: rectangles along the axes, and circles."""

import math
from collections.abc import Sequence
from itertools import pairwise

from benchmark.judging.scenes.values import Place

_RECTANGLE = 4  #: corners
_STRAIGHT = 1e-6  #: coordinates along a rectangle's side differ by at most this share of its size
_CIRCLE = 12  #: minimum corners of a polygon that stands for a circle
_ROUND = 0.03  #: share of a circle's radius by which its corners may be away from it


def is_rectangle(points: Sequence[Place]) -> bool:
    """Whether a polygon is a rectangle along the axes. Points that repeat the one before do not count."""
    width, height = (max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1))
    corners = [
        point
        for before, point in pairwise([points[-1], *points])
        if abs(point.x - before.x) > _STRAIGHT * width or abs(point.y - before.y) > _STRAIGHT * height
    ]
    if len(corners) != _RECTANGLE:
        return False
    sides = [
        (abs(a.x - b.x) <= _STRAIGHT * width, abs(a.y - b.y) <= _STRAIGHT * height)
        for a, b in pairwise([*corners, corners[0]])
    ]
    return sides in ([(True, False), (False, True)] * 2, [(False, True), (True, False)] * 2)


def is_circle(points: Sequence[Place]) -> bool:
    """Whether a polygon goes around a middle at one distance, and fills the box around it."""
    if len(points) < _CIRCLE:
        return False
    (left, right), (low, high) = ((min(p[i] for p in points), max(p[i] for p in points)) for i in (0, 1))
    middle, radius = Place((left + right) / 2, (low + high) / 2), (right - left) / 2
    return radius > 0 and all(abs(math.dist(point, middle) - radius) <= _ROUND * radius for point in points)

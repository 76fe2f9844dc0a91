"""Recognises lines that only draw the edges of slices, which matplotlib draws with the slices."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

from benchmark.judging.scenes.values import Mark, Place, Stroke, Wedge

_NEAR = 0.01  #: share of the radius by which a point may be away from an edge


def slice_edges(marks: Sequence[Mark]) -> Callable[[Stroke], bool]:
    """Return a function that says whether a line follows the circle of the first slice, or sides."""
    slices = [mark for mark in marks if isinstance(mark, Wedge)]
    if not slices:
        return lambda _: False
    middle, radius = slices[0].middle, slices[0].radii[0]
    angles = sorted({angle % 360 for mark in slices for angle in mark.turn})
    around = [angles[-1] - 360, *angles, angles[0] + 360]

    def on_edge(place: Place) -> bool:
        away = math.dist(place, middle)
        if abs(away - radius) <= _NEAR * radius or away <= _NEAR * radius:
            return True
        angle = math.degrees(math.atan2(place.y - middle.y, place.x - middle.x)) % 360
        after = bisect_left(around, angle)
        nearest = min(abs(angle - around[at]) for at in (after - 1, after) if 0 <= at < len(around))
        return away < radius and away * math.radians(nearest) <= _NEAR * radius

    def follows(line: Stroke) -> bool:
        middles = (Place((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(line.points))
        return all(map(on_edge, line.points)) and all(map(on_edge, middles))

    return follows

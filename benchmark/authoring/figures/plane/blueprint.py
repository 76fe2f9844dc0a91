"""A kind of shape, and which of its figures are clear."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmark.authoring.draws import Draws
from benchmark.authoring.figures.plane.points import Point, angle, bends, distance, length

#: A point, or a size as a tuple of one number.
Parameter = tuple[float, ...]
#: The numbers of two points that are joined.
Join = tuple[int, int]

#: Half the width and height of a frame of scale 1.
HALF_FRAME: Point = (6.0, 4.5)
_WIDTH, _HEIGHT = 5.0, 3.5  # how far points may be from the middle, at scale 1
_MIN_DISTANCE = 1.2
_MIN_CLEARANCE = 0.55
_MIN_ANGLE = 16.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """A kind of shape with everything fixed except its parameters."""

    noun: str  #: such as ``trapezoid``
    joins: tuple[Join, ...]  #: which points are joined by segments
    outline: int = 0  #: how many points, from the first, form a convex outline; 0 if that is not asked for
    radius: float = 0  #: of a circle around the last point; 0 without circle
    scale: float = 1  #: the frame is so many times 12 × 9
    draw: Callable[[Draws], tuple[Parameter, ...]]
    build: Callable[[Sequence[Parameter]], tuple[Point, ...]]

    def points(self, parameters: Sequence[Parameter]) -> tuple[Point, ...] | None:
        """Return the points, relative to the middle of the frame, or None if they make no clear figure."""
        points = self.build(parameters)
        return points if self._is_clear(points) else None

    def _is_clear(self, points: Sequence[Point]) -> bool:
        scale = self.scale
        if any(abs(x) > _WIDTH * scale or abs(y) > _HEIGHT * scale for x, y in points):
            return False
        if any(length(a, b) < _MIN_DISTANCE * scale for a, b in itertools.combinations(points, 2)):
            return False
        for place, point in enumerate(points):
            others = [join for join in self.joins if place not in join]
            if any(distance(point, (points[a], points[b])) < _MIN_CLEARANCE * scale for a, b in others):
                return False
            rays = [points[b if a == place else a] for a, b in self.joins if place in (a, b)]
            if any(angle(a, point, b) < _MIN_ANGLE for a, b in itertools.combinations(rays, 2)):
                return False
        turns = bends(points[: self.outline])
        return all(turn > 1 for turn in turns) or all(turn < -1 for turn in turns)

"""Lines as ink: compared point by point along their length, however they were drawn.

Coordinates here are shares of the axes, so that 1 is the whole axis. A triangle is the same ink as three
segments, in any order and direction, and a curve the same with any number of points.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from benchmark.judging.scenes.values import Place

_STRAIGHT = 0.0004  #: a point this near to the straight line between others is left out
_STEP = 0.01  #: distance of the points at which two lines are compared
_MOST_SAMPLES = 4_000  #: maximum for all lines of a figure; longer lines have a larger step
_EDGE = 1e-6  #: a line this far outside of the axes is on their edge
_CELLS = 48  #: cells of the grid, along each axis
#: Weight of a line with at least as many straight parts; one part weighs 1. A longer line weighs its length,
#: so that a line that fills the axes weighs as much as parallel lines that fill them.
_HEAVIEST = 10.0
#: Lines of one figure that are tried while it is compared. The limit bounds the time for scribbles. Of 193
#: real charts, one needs 0.9 million, and the others less.
MOST_WORK = 1_500_000
_OPEN = frozenset({"--", ":", "-."})  #: styles of lines that do not cover what is below them


class TooDense(Exception):  # noqa: N818 - a finding about the answer
    """A figure with so many lines at the same places that comparing it takes too long."""


class Look(NamedTuple):
    """What distinguishes marks of a kind from each other, besides their colour."""

    style: Hashable
    series: tuple[str, ...] = ()  #: the entry of the legend; empty if it has none

    def agrees(self, other: "Look") -> bool:
        """Whether both have the same style, and do not belong to different series."""
        return self.style == other.style and (
            self.series == other.series or not self.series or not other.series
        )


class Line(NamedTuple):
    """A line, with what distinguishes it from others."""

    places: tuple[Place, ...]
    look: Look
    color: str
    name: str  #: description of the line for messages
    width: float = 0.0  #: in points; 0 if unknown


class InkSample(NamedTuple):
    """A point on a line, at which two figures are compared."""

    place: Place
    line: Line
    weight: float
    order: int  #: the line's order, as in :class:`Cover`


class Cover(NamedTuple):
    """A line that covers a place."""

    same: bool  #: whether the line has the wanted look
    color: str
    look: Look
    order: int  #: a line with a larger number was drawn later
    width: float = 0.0

    def hides(self, order: int) -> bool:
        """Whether this line covers a line with the given order at the same place."""
        return self.order > order and self.look.style not in _OPEN


class Ink:
    """All lines of a figure, inside of its axes, in the order in which they were drawn."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._segments: list[tuple[Place, Place, Line, int, float]] = []  #: start, end, line, order, weight
        self.work = 0  #: lines and cells that were tried so far
        for order, line in enumerate(lines):
            for run in _visible(_straightened(line.places)):
                length = sum(math.dist(start, end) for start, end in pairwise(run))
                weight = min(1.0, max(_HEAVIEST, length) / (len(run) - 1))
                self._segments += [(start, end, line, order, weight) for start, end in pairwise(run)]
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for i, (start, end, *_) in enumerate(self._segments):
            for cell in _cells_of(start, end):
                self._cells[cell].append(i)
                self.work += 1

    def parts(self) -> list[tuple[Place, Place]]:
        """Return the straight parts of all lines."""
        return [segment[:2] for segment in self._segments]

    def samples(self) -> list[InkSample]:
        """Return points on all lines: the ends of straight parts, and points between them."""
        length = sum(math.dist(start, end) for start, end, *_ in self._segments)
        step = max(_STEP, (length + _STEP * len(self._segments)) / _MOST_SAMPLES)
        found = []
        for start, end, line, order, weight in self._segments:
            parts = max(1, math.ceil(math.dist(start, end) / step))
            share = weight / (parts + 1)
            places = (start.towards(end, i / parts) for i in range(parts + 1))
            found += [InkSample(place, line, share, order) for place in places]
        return found

    def at(
        self, place: Place, look: Look, tolerance: float, color: str = "", width: float = 0.0
    ) -> Cover | None:
        """Return the line at a place, with the given look if there is one; None if there is no line.

        Of several lines with the look, such as two that cross, the one with the nearest colour is returned,
        and of several with this colour the one with the nearest width.
        """
        x, y = place
        limit = tolerance * tolerance
        other = chosen = None
        nearest = (math.inf, math.inf, math.inf)
        column, row = int(x * _CELLS), int(y * _CELLS)
        tried: set[int] = set()
        reach = 1 + int(tolerance * _CELLS)
        if self.work > MOST_WORK:
            raise TooDense
        near = range(-reach, reach + 1)
        for cell in [(column + i, row + j) for i in near for j in near]:
            for i in self._cells.get(cell, ()):
                if i in tried:
                    continue
                tried.add(i)
                start, end, line, order, _ = self._segments[i]
                same = look.agrees(line.look)
                if not same and other is not None:
                    continue
                distance = _squared_distance(x, y, start, end)
                if distance > limit:
                    continue
                if not same:
                    other = Cover(False, line.color, line.look, order)
                else:
                    away = color_distance(line.color, color) if line.color else 1.0
                    found = (away, abs(line.width - width), distance)
                    if found < nearest:
                        nearest, chosen = found, Cover(True, line.color, line.look, order, line.width)
        self.work += len(tried) + len(near) * len(near)
        return chosen or other


def color_distance(one: str, other: str) -> float:
    """Return the largest difference of a colour channel, from 0 to 1; 0 if one of them has no colour."""
    if not one or not other:
        return 0.0
    return max(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5)) / 255


def _squared_distance(x: float, y: float, start: Place, end: Place) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((x - start.x) * dx + (y - start.y) * dy) / length
    along = min(1.0, max(0.0, along))
    away_x, away_y = x - start.x - along * dx, y - start.y - along * dy
    return away_x * away_x + away_y * away_y


def _straightened(places: Sequence[Place]) -> list[Place]:
    """Leave out points on a straight line between their neighbours, in one pass.

    From the last point that was kept, the directions that pass all later points at most ``_STRAIGHT`` away
    form an angle. A point outside of it begins a new straight part.
    """
    kept = [places[0]]
    last = places[0]
    low, high, middle, reach = -math.inf, math.inf, 0.0, 0.0
    for place in places[1:]:
        dx, dy = place.x - kept[-1].x, place.y - kept[-1].y
        distance = math.hypot(dx, dy)
        if distance <= _STRAIGHT / 4:
            continue
        direction = math.atan2(dy, dx)
        if low == -math.inf:
            # Angles are counted from the first direction: near ±180° they would jump.
            middle = direction
        turned = math.remainder(direction - middle, math.tau)
        width = math.asin(min(1.0, _STRAIGHT / distance))
        if last is not kept[-1] and not (low <= turned <= high and distance >= reach):
            kept.append(last)
            dx, dy = place.x - last.x, place.y - last.y
            distance = math.hypot(dx, dy)
            middle, turned = math.atan2(dy, dx), 0.0
            width = math.asin(min(1.0, _STRAIGHT / max(distance, 1e-12)))
            low, high, reach = -math.inf, math.inf, 0.0
        low, high, reach = max(low, turned - width), min(high, turned + width), distance
        last = place
    kept.append(last)
    return kept


def _visible(places: Sequence[Place]) -> list[list[Place]]:
    """Return the parts of a line inside of the axes."""
    runs: list[list[Place]] = [[]]
    for start, end in pairwise(places):
        clipped = _clipped(start, end)
        if clipped is None:
            runs.append([])
        elif runs[-1] and runs[-1][-1] == clipped[0]:
            runs[-1].append(clipped[1])
        else:
            runs.append(list(clipped))
    return [run for run in runs if run]


def _clipped(start: Place, end: Place) -> tuple[Place, Place] | None:
    """Return the part of a segment inside of the axes (Liang and Barsky 1984); None if there is none."""
    first, last = 0.0, 1.0
    for a, b in ((start.x, end.x), (start.y, end.y)):
        delta = b - a
        for distance, way in ((a + _EDGE, delta), (1 + _EDGE - a, -delta)):  # distances to both limits
            if way == 0:
                if distance < 0:
                    return None
            elif way > 0:
                first = max(first, -distance / way)
            else:
                last = min(last, distance / -way)
    if first > last:
        return None
    inner = start.towards(end, first), start.towards(end, last)
    # Ends inside stay exactly as they are, or `_visible` would not join the segments of one line.
    return start if first == 0 else inner[0], end if last == 1 else inner[1]


def _cells_of(start: Place, end: Place) -> Iterator[tuple[int, int]]:
    """Yield the cells through which a segment goes, and no cell twice in a row."""
    steps = max(1, math.ceil(_CELLS * max(abs(end.x - start.x), abs(end.y - start.y)) * 2))
    before = None
    for i in range(steps + 1):
        at = i / steps
        cell = (
            int((start.x + at * (end.x - start.x)) * _CELLS),
            int((start.y + at * (end.y - start.y)) * _CELLS),
        )
        if cell != before:
            before = cell
            yield cell

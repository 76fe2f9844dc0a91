"""Bent lines that cross plainly, in any direction, and where they do."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise, takewhile
from typing import NamedTuple

from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.by_eye.segments import (
    Part,
    Point,
    crossing_angle,
    distance,
    heading,
    meeting,
)

Line = list[Point]
_STEPS = 14  #: straight parts of a line
_TRIES = 100  #: for one line


class ArcMeeting(NamedTuple):
    """A crossing of two lines."""

    place: float  #: on the line, in parts from its start
    other: int
    point: Point
    leftward: int  #: in which direction the other line goes to the left, seen along this line: 1 or -1
    angle: float  #: degrees


def arc(start: Point, end: Point, bend: float) -> Line:
    """Return a line between two points, whose middle is so far to the left of the straight way."""
    long = math.dist(start, end)
    points = []
    for step in range(_STEPS + 1):
        share = step / _STEPS
        aside = 4 * bend * share * (1 - share) / long
        x = start[0] + share * (end[0] - start[0]) - aside * (end[1] - start[1])
        y = start[1] + share * (end[1] - start[1]) + aside * (end[0] - start[0])
        points.append((round(x, 4), round(y, 4)))
    return points


class Arcs:
    """Lines that are clear of one another.

    Args:
        angle: minimum angle of a crossing, degrees.
        apart: minimum distance of two crossings.
        clear: minimum distance of an end from other lines, and half that of two ends.
    """

    def __init__(self, angle: float, apart: float, clear: float) -> None:
        self._angle, self._apart, self._clear = angle, apart, clear
        self.lines: list[Line] = []
        self.crossings: list[Point] = []

    def add(self, draw: Callable[[], Line]) -> None:
        """Add a drawn line that is clear of the others, with its crossings.

        Raises:
            UnfitError: if none of some tries is clear.
        """
        for _ in range(_TRIES):
            line = draw()
            tips = [tip for other in self.lines for tip in (other[0], other[-1])]
            if any(math.dist(tip, end) < 2 * self._clear for tip in tips for end in (line[0], line[-1])):
                continue
            met = list(takewhile(lambda found: found is not None, (self._met(line, of) for of in self.lines)))
            points = [point for found in met for point in found or ()]
            known = [*self.crossings, *points]
            if len(met) == len(self.lines) and all(
                math.dist(point, other) >= self._apart
                for place, point in enumerate(points)
                for other in known[: len(self.crossings) + place]
            ):
                self.lines.append(line)
                self.crossings += points
                return
        raise UnfitError("a line would not be clear of the others")

    def _met(self, line: Line, other: Line) -> list[Point] | None:
        """Return where two lines cross; None if ends are too near, or the lines nearly parallel."""
        found = []
        for part in pairwise(line):
            for against in _beside(part, other):
                for point in meeting(part, against):
                    if crossing_angle(part, against) < self._angle:
                        return None
                    found.append(point)
        tips = [(point, its) for one, its in ((line, other), (other, line)) for point in (one[0], one[-1])]
        if any(distance(tip, part) < self._clear for tip, its in tips for part in pairwise(its)):
            return None
        return found

    def meetings(self) -> list[list[ArcMeeting]]:
        """Return the crossings of each line, in order."""
        found: list[list[ArcMeeting]] = [[] for _ in self.lines]
        for line, other in ((j, i) for j in range(len(self.lines)) for i in range(j)):
            for place, part in enumerate(pairwise(self.lines[line])):
                for there, against in enumerate(pairwise(self.lines[other])):
                    for point in meeting(part, against):
                        left = 1 if math.sin(math.radians(heading(against) - heading(part))) > 0 else -1
                        turn = crossing_angle(part, against)
                        at = place + math.dist(part[0], point) / math.dist(*part)
                        at_other = there + math.dist(against[0], point) / math.dist(*against)
                        found[line].append(ArcMeeting(at, other, point, left, turn))
                        found[other].append(ArcMeeting(at_other, line, point, -left, turn))
        return [sorted(row, key=lambda met: met.place) for row in found]


def _beside(part: Part, line: Line) -> Iterator[Part]:
    """Yield the parts of a line that may meet a part."""
    (x, y), (end, last) = part
    left, right, low, high = min(x, end), max(x, end), min(y, last), max(y, last)
    for one, two in pairwise(line):
        is_aside = max(one[0], two[0]) < left or min(one[0], two[0]) > right
        if not (is_aside or max(one[1], two[1]) < low or min(one[1], two[1]) > high):
            yield one, two

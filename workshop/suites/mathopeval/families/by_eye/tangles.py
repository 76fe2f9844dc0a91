"""Interlaced lines that a careful reader can follow: straight parts, clear corners, plain crossings."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.by_eye.segments import Part, Point, angle, distance, meeting

WIDE, TALL = 425.0, 370.0  #: size of the chart, px
CLEAR, ANGLE = 8.0, 13.0  #: minimum distances and angle of plain tangles
_LOW, _HIGH = 0.04, 0.90
_STEP = (0.04, 0.45)  #: smallest and largest difference of the heights at the ends of a part
_ENDS, _STARTS = 25, 40  #: tries for the end of a part, and for a line


class Tangle:
    """Lines from left to right, each with corners of its own.

    Args:
        parts: straight parts of a line.
        clear: minimum distance of a corner from other lines, px.
        apart: minimum distance of two crossings, px.
        angle: minimum angle at which two lines cross, degrees.
        ends: minimum distance of a crossing from the left and right edge, px.
        steep: largest difference of the heights at the ends of a part.
    """

    def __init__(
        self,
        parts: int = 8,
        clear: float = CLEAR,
        apart: float = CLEAR,
        angle: float = ANGLE,
        ends: float = 0,
        steep: float = _STEP[1],
    ) -> None:
        self._parts, self._clear, self._apart, self._angle, self._ends = parts, clear, apart, angle, ends
        self._steep = steep
        self.lines: list[list[Point]] = []  #: corners; places and heights are shares of the chart
        self._crossings: list[Point] = []  #: px
        self._kept: tuple[float, float] | None = None  #: a place, and the least difference of heights there

    def keep_apart(self, place: float, gap: float) -> None:
        """Let lines that are added from now on differ by a gap from all others at a place."""
        self._kept = place, gap

    def add(self, draws: Draws, start: float, through: Sequence[Point] = ()) -> None:
        """Add a line from a height at the left to the right edge, through some points.

        Raises:
            UnfitError: if none of many tries is clear of the other lines.
        """
        for _ in range(_STARTS):
            crossings = len(self._crossings)
            if line := self._tried(draws, start, through):
                self.lines.append(line)
                return
            del self._crossings[crossings:]
        raise UnfitError("a line would not be clear of the others")

    def height(self, line: int, place: float) -> float:
        """Return the height of a line at a place from 0 to 1."""
        for (x, y), (end, last) in pairwise(self.lines[line]):
            if x <= place <= end:
                return y + (last - y) * (place - x) / (end - x)
        raise ValueError(f"{place} is not from 0 to 1")

    def _tried(self, draws: Draws, start: float, through: Sequence[Point]) -> list[Point]:
        """Return a line, or nothing if one of its parts is not clear."""
        line = [(0.0, start)]
        for part in range(1, self._parts + 1):
            x, y = line[-1]
            end = (
                1.0 if part == self._parts else round((part + draws.integer(-25, 25) / 100) / self._parts, 3)
            )
            passed = [point for point in through if x < point[0] <= end]
            heights: Iterable[float] = (
                draws.integer(round(100 * _LOW), round(100 * _HIGH)) / 100 for _ in range(_ENDS)
            )
            if passed:
                (place, wanted), *more = passed
                heights = [] if more or place == x else [y + (wanted - y) * (end - x) / (place - x)]
            for height in heights:
                is_inside = _LOW <= height <= _HIGH and (passed or _STEP[0] <= abs(height - y) <= self._steep)
                if is_inside and self._is_clear((px(line[-1]), px((end, height)))):
                    line.append((end, height))
                    break
            else:
                return []
        return line

    def _is_clear(self, part: Part) -> bool:
        """Return whether a part is clear of the other lines; if so, its crossings are kept."""
        met: list[Point] = []
        for other in self._beside(part):
            if any(distance(corner, part) < self._clear for corner in other):
                return False
            if any(distance(corner, other) < self._clear for corner in part):
                return False
            for crossing in meeting(part, other):
                is_inside = self._ends <= crossing[0] <= WIDE - self._ends
                if (
                    not is_inside
                    or angle(part, other) < self._angle
                    or any(math.dist(crossing, known) < self._apart for known in (*self._crossings, *met))
                ):
                    return False
                met.append(crossing)
        if not self._is_apart(part):
            return False
        self._crossings += met
        return True

    def _is_apart(self, part: Part) -> bool:
        """Return whether a part keeps the difference at the place, if it passes it."""
        if self._kept is None:
            return True
        place, gap = self._kept
        (x, y), (end, last) = part
        if not x <= place * WIDE <= end:
            return True
        height = (y + (last - y) * (place * WIDE - x) / (end - x)) / TALL
        return all(abs(height - self.height(line, place)) >= gap for line in range(len(self.lines)))

    def _beside(self, part: Part) -> Iterator[Part]:
        for line in self.lines:
            for start, end in pairwise(map(px, line)):
                if start[0] < part[1][0] + self._clear and end[0] > part[0][0] - self._clear:
                    yield start, end


def px(point: Point) -> Point:
    """Return a point of the chart in px."""
    return point[0] * WIDE, point[1] * TALL


def starts(draws: Draws, count: int) -> list[float]:
    """Return heights of lines at the left, with room for names, in random order."""
    return draws.shuffled([0.06 + 0.82 * start / (count - 1) for start in range(count)])

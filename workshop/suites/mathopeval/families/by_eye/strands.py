"""Wavy arrows of one ink between the parts of a ring, which pass over and under one another."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.by_eye.segments import Point, cut
from workshop.suites.mathopeval.families.charts.edits import first_fit

Rows = npt.NDArray[np.float64]
_STEPS, _TRIES, _SHUFFLES = 24, 300, 5000  #: straight parts of an arrow, and tries for it and for all hits
_FAR = 3  #: minimum of parts from one to the part that its arrow hits
_AT = (26, 34), (66, 74)  #: where one end of an arrow, and the other, are in a part, % of it
_BEND, _WAVE = (
    (0, 24),
    (4, 15),
)  #: how far the middles of an arrow, and of its halves, are aside, % of its length
#: Minimum angle of two arrows, and distances: of two crossings, of an end from other arrows, and of two arrows
#: that go nearly the same way.
_ANGLE, _APART, _CLEAR, _BESIDE = 18, 0.053, 0.03, 0.024
_GAP, _SHORT = 0.0125, 0.016  #: half of a gap between two pieces at a right angle, and length of a piece


class Meeting(NamedTuple):
    """A crossing, as it is met along an arrow."""

    place: float  #: in parts from the start
    other: int
    point: Point
    sine: float  #: of the angle


class Strands:
    """Arrows from each part of a ring to another one.

    Args:
        draws: random choices.
        turns: ends of the parts, degrees.
        radii: of starts and tips.
        tilt: height of the ring by its width; lines have this slant.

    Raises:
        UnfitError: if one would not be clear of the others.
    """

    def __init__(self, draws: Draws, turns: Sequence[float], radii: tuple[float, float], tilt: float) -> None:
        self._draws, self._radius, self._tilt = draws, radii[0], tilt
        self.lines: list[list[Point]] = []
        self.met: list[list[Meeting]] = []  #: of each arrow, from its start
        self._parts = np.empty((0, 2, 2))  #: start and way of each part of each line
        count = len(turns) - 1
        self.hits = first_fit(lambda: self._all_hits(count), _SHUFFLES)
        ends = [
            [low + (high - low) * draws.integer(*at) / 100 for at in draws.shuffled(_AT)]
            for low, high in pairwise(turns)
        ]
        turned = [[end[of] for end in ends] for of in (0, 1)]
        self._ends = [
            (radius * math.cos(math.radians(turn)), tilt * radius * math.sin(math.radians(turn)))
            for radius, row in zip(radii, turned, strict=True)
            for turn in row
        ]
        for start, hit in zip(self._ends, self.hits, strict=False):
            first_fit(lambda: self._add(start, self._ends[count + hit]), _TRIES)  # noqa: B023 - called at once

    def laid(self) -> tuple[list[list[list[Point]]], list[bool]]:
        """Draw which of two arrows lies on top; return what is seen of each, and whether its gaps are odd.

        Raises:
            UnfitError: if two gaps of an arrow would be too near to each other.
        """
        tops = {
            met.point: self._draws.choice((part, met.other))
            for part, row in enumerate(self.met)
            for met in row
        }
        under = [[met for met in row if tops[met.point] == met.other] for row in self.met]
        gaps = [[(met.point, _GAP / met.sine) for met in row] for row in under]
        pieces = [cut(line, row, _SHORT) for line, row in zip(self.lines, gaps, strict=True)]
        return pieces, [len(row) % 2 == 1 for row in gaps]

    def _all_hits(self, count: int) -> list[int]:
        hits = self._draws.shuffled(range(count))
        if not all(_FAR <= (hit - part) % count <= count - _FAR for part, hit in enumerate(hits)):
            raise UnfitError("an arrow would be short")
        return hits

    def _add(self, start: Point, end: Point) -> None:
        """Add a random arrow with its crossings."""
        bend, wave = (self._draws.choice((-1, 1)) * self._draws.integer(*of) / 100 for of in (_BEND, _WAVE))
        line: list[Point] = []
        for step in range(_STEPS + 1):
            share = step / _STEPS
            aside = 4 * bend * share * (1 - share) + wave * math.sin(2 * math.pi * share)
            x = start[0] + share * (end[0] - start[0]) - aside * (end[1] - start[1])
            y = start[1] + share * (end[1] - start[1]) + aside * (end[0] - start[0])
            line.append((round(x, 4), round(y, 4)))
        if max(math.hypot(x, y / self._tilt) for x, y in line[1:-1]) > self._radius:
            raise UnfitError("an arrow leaves the hole")
        parts = np.stack([np.array(line[:-1]), np.diff(line, axis=0)], axis=1)
        others = np.array([point for point in self._ends if point not in (start, end)])
        if _gaps(others, parts).min() < _CLEAR:
            raise UnfitError("an arrow is near the end of another one")
        own, known = len(self.lines), [met.point for row in self.met for met in row]
        found = _crossings(parts, self._parts) if own else []
        for _, _, point, _ in found:
            if any(math.dist(point, other) < _APART for other in known):
                raise UnfitError("two crossings are near to each other")
            known.append(point)
        self.lines.append(line)
        self.met.append([])
        self._parts = np.concatenate([self._parts, parts])
        for place, there, point, sine in found:
            other = int(there // _STEPS)
            self.met[own].append(Meeting(place, other, point, sine))
            self.met[other].append(Meeting(there % _STEPS, own, point, sine))
        for row in self.met:
            row.sort()


def _crossings(parts: Rows, others: Rows) -> list[tuple[float, float, Point, float]]:
    """Return crossings: the places among the parts and among the others, the point, and the angle's sine.

    Raises:
        UnfitError: if a part is near another one that goes nearly the same way.
    """
    (x, y), (its_x, its_y) = parts[:, 1].T[..., None], others[:, 1].T
    turned = x * its_y - y * its_x
    sines = np.abs(turned) / (np.hypot(x, y) * np.hypot(its_x, its_y))
    if ((_gaps(parts[:, 0], others) < _BESIDE) & (sines < math.sin(math.radians(_ANGLE)))).any():
        raise UnfitError("two arrows go nearly the same way")
    off_x, off_y = np.moveaxis(others[:, 0] - parts[:, 0, None], 2, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (off_x * its_y - off_y * its_x) / turned
        beside = (off_x * y - off_y * x) / turned
    found = []
    for part, other in np.argwhere((along >= 0) & (along < 1) & (beside >= 0) & (beside < 1)):
        share = float(along[part, other])
        px, py = (float(at) for at in parts[part, 0] + share * parts[part, 1])
        places = int(part) + share, int(other) + float(beside[part, other])
        found.append((*places, (px, py), float(sines[part, other])))
    return found


def _gaps(points: Rows, parts: Rows) -> Rows:
    """Return the distance of each point from each part."""
    starts, ways = parts[:, 0], parts[:, 1]
    off = points[:, None] - starts
    share = np.clip((off * ways).sum(axis=2) / (ways**2).sum(axis=1), 0, 1)
    gap = off - share[..., None] * ways
    distances: Rows = np.hypot(gap[..., 0], gap[..., 1])
    return distances

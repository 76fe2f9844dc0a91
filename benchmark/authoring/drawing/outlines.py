"""The outline of a shape as points, read from its SVG attributes."""

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.authoring.drawing.items import Point

_STEP = 6.0  #: px between two points of a curve
_TURN = 2 * math.pi
_NUMBERS = re.compile(r"-?[0-9.]+")
_COMMANDS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Outline:
    """A line through points; a closed one returns to its first point, which is not repeated."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, px."""
        across, down = zip(*self.points, strict=True)
        return min(across), min(down), max(across), max(down)

    def contains(self, point: Point) -> bool:
        """Whether a point is inside, by counting the edges to its right."""
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in zip(self.points, (*self.points[1:], self.points[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    def spread(self, step: float) -> tuple[Point, ...]:
        """Return its corners and points between them, at most ``step`` px apart."""
        ends = (*self.points[1:], self.points[0]) if self.closed else self.points[1:]
        found: list[Point] = []
        for (ax, ay), (bx, by) in zip(self.points, ends, strict=False):
            parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step))
            found += [(ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts) for k in range(parts)]
        return tuple(found) if self.closed else (*found, self.points[-1])


def outline(tag: str, where: str) -> Outline | None:
    """Return the outline of a shape; None for a path with commands that the canvas does not write."""
    if tag in ("polygon", "polyline"):
        return Outline(tuple(_pairs(_values(where)["points"])), tag == "polygon")
    if tag == "path":
        return _path(_values(where)["d"])
    values = {name: float(text) for name, text in _values(where).items()}
    if tag == "circle":
        turn = _arc((values["cx"], values["cy"]), values["r"], 0, _TURN)
        return Outline(tuple(turn)[:-1], True)
    x, y, width, height = (values[name] for name in ("x", "y", "width", "height"))
    round_ = min(values.get("rx", 0.0), width / 2, height / 2)
    if not round_:
        return Outline(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), True)
    right, low = x + width - round_, y + height - round_
    corners = [(x + round_, y + round_), (right, y + round_), (right, low), (x + round_, low)]
    points = [
        point
        for quarter, corner in enumerate(corners)
        for point in _arc(corner, round_, (quarter + 2) * _TURN / 4, _TURN / 4)
    ]
    return Outline(tuple(points), True)


def _values(where: str) -> dict[str, str]:
    return dict(re.findall(r'(\w+)="([^"]*)"', where))


def _pairs(text: str) -> list[Point]:
    numbers = [float(number) for number in _NUMBERS.findall(text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _arc(centre: Point, radius: float, start: float, turn: float) -> Iterator[Point]:
    """Yield points of an arc; angles in radians, clockwise from the right."""
    parts = max(4, math.ceil(abs(turn) * radius / _STEP))
    for part in range(parts + 1):
        angle = start + turn * part / parts
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _path(commands: str) -> Outline | None:
    """Follow the commands M, L, Q, C, A (of a circle) and Z; one line without gaps."""
    points: list[Point] = []
    closed = False
    for letter, text in _COMMANDS.findall(commands):
        if (letter == "M") != (not points) or letter not in "MLQCAZ":
            return None
        if letter == "Z":
            closed = True
        elif letter == "A":
            radius, _, _, large, sweep, x, y = (float(number) for number in _NUMBERS.findall(text))
            points += _arc_between(points[-1], (x, y), radius, bool(large), bool(sweep))
        elif letter in "ML":
            points += _pairs(text)
        else:
            size = _PAIR if letter == "Q" else _PAIR + 1
            pairs = _pairs(text)
            for first in range(0, len(pairs), size):
                points += _bezier([points[-1], *pairs[first : first + size]])
    return Outline(tuple(points), closed)


def _bezier(controls: Sequence[Point]) -> Iterator[Point]:
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(controls))
    parts = max(4, math.ceil(length / _STEP))
    for part in range(1, parts + 1):
        share, level = part / parts, list(controls)
        while len(level) > 1:
            level = [
                (ax + (bx - ax) * share, ay + (by - ay) * share)
                for (ax, ay), (bx, by) in itertools.pairwise(level)
            ]
        yield level[0]


def _arc_between(start: Point, end: Point, radius: float, large: bool, clockwise: bool) -> list[Point]:
    """Return the points of an arc after ``start`` (SVG 2, B.2.4, for a circle)."""
    half = math.dist(start, end) / 2
    if not half:
        return []
    height = math.sqrt(max(0.0, radius * radius - half * half)) * (1 if large != clockwise else -1)
    dx, dy = (end[0] - start[0]) / (2 * half), (end[1] - start[1]) / (2 * half)
    centre = (start[0] + end[0]) / 2 - dy * height, (start[1] + end[1]) / 2 + dx * height
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - first) % _TURN
    return list(_arc(centre, max(radius, half), first, turn if clockwise else turn - _TURN))[1:]

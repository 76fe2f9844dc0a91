"""Charts with marks: their boxes and ways, and how they are placed so that all ways can be followed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError

HALF = {"ask": (74.0, 46.0), "do": (48.0, 24.0), "call": (62.0, 27.0), "at": (19.0, 19.0)}  #: of boxes, px
HALF |= {"switch": (29.0, 29.0), "port": (1.0, 1.0)}
ROUND = ("at", "switch", "port")
FENCES = {"wall": 8.0, "gate": 18.0}  #: fence → its distance from the boxes in it, px
_FENCES_APART = 8.0  #: px between sides of two fences
_APART = 40.0  #: px between two crossings
_FREE = 15.0  #: px between a way and a box that it does not touch
_MIN_ANGLE = math.radians(28)  #: between two ways that cross
Spot = tuple[float, float]


class Box(NamedTuple):
    """A box of a chart: a question, a step, the name of another chart, a switch, or a circle with a letter."""

    kind: str  #: ``ask``, ``do``, ``call``, ``switch``, ``at``, or ``port``: nothing, where a way goes on as a strand
    label: str
    #: Words: ``filled`` or ``dashed``; ``blue`` of a switch; ``wall`` and ``gate`` for the fences around it.
    mark: str = ""


class Way(NamedTuple):
    """An arrow from a box to a box, by their numbers."""

    start: int
    end: int
    label: str = ""  #: of a switch's way ``on``, where its needle points, or ``off``
    mark: str = ""  #: ``ring``, ``bar``, ``cross`` or ``thick``


class MarkedChart(NamedTuple):
    """Boxes and ways; plain tuples, so that charts can be compared."""

    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]


def answered_ways(
    draws: Draws,
    ways: Sequence[tuple[int, int]],
    asks: Iterable[int],
    marks: Mapping[int, str],
) -> tuple[Way, ...]:
    """Return ways whose answers are drawn.

    Args:
        draws: decides which way from a question is for which answer.
        ways: the boxes that each way leads from and to.
        asks: numbers of the boxes that ask.
        marks: number of a way → its mark.
    """
    answers = {number: draws.shuffled(("yes", "no")) for number in asks}
    return tuple(
        Way(start, end, answers[start].pop() if start in answers else "", marks.get(place, ""))
        for place, (start, end) in enumerate(ways)
    )


def _border(kind: str, centre: Spot, towards: Spot) -> Spot:
    """Return where the line to another point leaves a box."""
    half, high = HALF[kind]
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    if kind == "ask":
        share = 1 / (abs(dx) / half + abs(dy) / high)
    elif kind in ROUND:
        share = half / math.hypot(dx, dy)
    else:
        share = min(half / abs(dx) if dx else math.inf, high / abs(dy) if dy else math.inf)
    return centre[0] + dx * share, centre[1] + dy * share


def way_line(chart: MarkedChart, spots: Sequence[Spot], way: Way) -> tuple[Spot, Spot]:
    """Return the ends of a way, on the borders of its boxes."""
    start, end = spots[way.start], spots[way.end]
    return (
        _border(chart.boxes[way.start].kind, start, end),
        _border(chart.boxes[way.end].kind, end, start),
    )


def crossing(first: tuple[Spot, Spot], second: tuple[Spot, Spot]) -> tuple[float, float] | None:
    """Return where two lines cross, as shares of their lengths; None if they do not."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not area:
        return None
    one = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
    two = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
    return (one, two) if 0 < one < 1 and 0 < two < 1 else None


def distance(point: Spot, line: tuple[Spot, Spot]) -> float:
    """Return the distance of a point from a line, px."""
    (x, y), ((ax, ay), (bx, by)) = point, line
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def _hits(line: tuple[Spot, Spot], kind: str, centre: Spot) -> bool:
    """Whether a line comes too near to a box."""
    half, high = HALF[kind][0] + _FREE, HALF[kind][1] + _FREE
    (ax, ay), (bx, by) = line
    x, y = centre
    if max(ax, bx) < x - half or min(ax, bx) > x + half or max(ay, by) < y - high or min(ay, by) > y + high:
        return False
    if kind in ROUND:
        return distance(centre, line) < half
    steps = max(2, round(math.dist(*line) / 8))
    for step in range(steps + 1):
        x, y = ax + (bx - ax) * step / steps - centre[0], ay + (by - ay) * step / steps - centre[1]
        if abs(x) < half and abs(y) < high and (kind != "ask" or abs(x) / half + abs(y) / high < 1):
            return True
    return False


def fences(chart: MarkedChart, spots: Sequence[Spot]) -> dict[str, tuple[float, float, float, float]]:
    """Return the left, top, right and bottom of each fence, px."""
    found = {}
    for name, away in FENCES.items():
        inside = [
            (x, y, *HALF[box.kind])
            for box, (x, y) in zip(chart.boxes, spots, strict=True)
            if name in box.mark.split()
        ]
        if inside:
            found[name] = (
                min(x - half for x, _, half, _ in inside) - away,
                min(y - high for _, y, _, high in inside) - away,
                max(x + half for x, _, half, _ in inside) + away,
                max(y + high for _, y, _, high in inside) + away,
            )
    return found


def area_sides(area: tuple[float, float, float, float]) -> list[tuple[Spot, Spot]]:
    """Return the sides of a rectangle."""
    left, top, right, bottom = area
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def fences_touch(chart: MarkedChart, spots: Sequence[Spot]) -> bool:
    """Whether a side of a fence lies on, or nearly on, one of another fence."""
    areas = [area_sides(area) for area in fences(chart, spots).values()]
    return any(
        abs(one[0][axis] - one[1][axis]) < 1 > abs(two[0][axis] - two[1][axis])
        and abs(one[0][axis] - two[0][axis]) < _FENCES_APART
        and min(max(end[1 - axis] for end in one), max(end[1 - axis] for end in two))
        > max(min(end[1 - axis] for end in one), min(end[1 - axis] for end in two)) - _FENCES_APART
        for first, second in combinations(areas, 2)
        for one in first
        for two in second
        for axis in (0, 1)
    )


def _fence_faults(chart: MarkedChart, spots: Sequence[Spot], lines: Sequence[tuple[Spot, Spot]]) -> float:
    """Return how many boxes and ways a fence touches that do not belong to it."""
    bad = 0.0
    for name, area in fences(chart, spots).items():
        left, top, right, bottom = area
        within = [name in box.mark.split() for box in chart.boxes]
        for inside, box, (x, y) in zip(within, chart.boxes, spots, strict=True):
            half, high = (size + 12 for size in HALF[box.kind])
            touches = left - half < x < right + half and top - high < y < bottom + high
            bad += 4 * (touches and not inside)
        for way, line in zip(chart.ways, lines, strict=True):
            crossed = sum(crossing(line, side) is not None for side in area_sides(area))
            bad += 2 * (crossed != (within[way.start] != within[way.end]))
    return bad


def placing_faults(
    chart: MarkedChart, spots: Sequence[Spot], crossings: range, most: float = math.inf
) -> float:
    """Return how bad a placing is; 0 if all ways can be followed, and any higher number if it is over ``most``."""
    lines = [way_line(chart, spots, way) for way in chart.ways]
    bad, points = _fence_faults(chart, spots, lines), list[Spot]()
    for way, line in zip(chart.ways, lines, strict=True):
        bad += 3 * (math.dist(*line) < 62)
        for number, (box, spot) in enumerate(zip(chart.boxes, spots, strict=True)):
            bad += 4 * (number not in (way.start, way.end) and _hits(line, box.kind, spot))
        if bad > most:
            return bad
    for one, two in combinations(range(len(lines)), 2):
        first, second = lines[one], lines[two]
        if places := crossing(first, second):
            turn = abs(line_angle(first) - line_angle(second)) % math.pi
            turn = min(turn, math.pi - turn)
            points.append(point_along(first, places[0]))
            ends = [
                min(place, 1 - place) * math.dist(*line)
                for place, line in zip(places, (first, second), strict=True)
            ]
            bad += 2 * (turn < _MIN_ANGLE) + 2 * (min(ends) < 34)
        elif (
            min(distance(spot, first) for spot in second) < 12
            or min(distance(spot, second) for spot in first) < 12
        ):
            bad += 2  # two arrowheads in the same place, or one way along another
        ways = chart.ways[one], chart.ways[two]
        shared = {ways[0].start, ways[0].end} & {ways[1].start, ways[1].end}
        bad += 2 * (bool(shared) and _parting(lines[one], lines[two], spots[min(shared)]) < 0.4)
    # Three ways that cross in one place have jumps that lie over each other.
    bad += 2.0 * sum(math.dist(*pair) < _APART for pair in combinations(points, 2))
    return bad + 1.5 * max(0, crossings.start - len(points), len(points) - crossings.stop + 1)


def _parting(first: tuple[Spot, Spot], second: tuple[Spot, Spot], at: Spot) -> float:
    """Return the angle between two lines as seen from the box that both touch, radians."""
    turns = []
    for line in (first, second):
        far = max(line, key=lambda spot: math.dist(spot, at))
        turns.append(math.atan2(far[1] - at[1], far[0] - at[0]))
    turn = abs(turns[0] - turns[1]) % (2 * math.pi)
    return min(turn, 2 * math.pi - turn)


def line_angle(line: tuple[Spot, Spot]) -> float:
    """Return the direction of a line, radians."""
    return math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0])


def place_boxes(
    chart: MarkedChart, draws: Draws, slots: Sequence[Spot], crossings: range, fixed: Mapping[int, int]
) -> list[Spot]:
    """Place the boxes of a chart on slots so that every way is a straight line that can be followed.

    Args:
        chart: the chart.
        draws: choices.
        slots: centres of places, at least as many as boxes.
        crossings: how many ways may cross.
        fixed: box → slot, for boxes that stay where they are.

    Raises:
        UnfitError: if no placing was found.
    """
    free = [slot for slot in range(len(slots)) if slot not in fixed.values()]
    loose = [number for number in range(len(chart.boxes)) if number not in fixed]
    jitter = [(draws.integer(-16, 16), draws.integer(-14, 14)) for _ in slots]
    shifted = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(slots, jitter, strict=True)]

    def spots(order: Sequence[int]) -> list[Spot]:
        where = dict(zip(loose, order, strict=False)) | dict(fixed)
        return [shifted[where[number]] for number in range(len(chart.boxes))]

    for _ in range(6):
        order = draws.shuffled(free)
        worst = placing_faults(chart, spots(order), crossings)
        for _ in range(500):
            if not worst:
                return spots(order)
            one, two = draws.integer(0, len(loose) - 1), draws.integer(0, len(free) - 1)
            tried = list(order)
            tried[one], tried[two] = tried[two], tried[one]
            if (bad := placing_faults(chart, spots(tried), crossings, worst)) <= worst:
                order, worst = tried, bad
    raise UnfitError("no place was found for the boxes")


def point_along(line: tuple[Spot, Spot], share: float) -> Spot:
    """Return the point at a share of a line."""
    (ax, ay), (bx, by) = line
    return ax + (bx - ax) * share, ay + (by - ay) * share

"""Maps of ``textured_trams``: stops, lines with their hops, and where one hop crosses another on a bridge.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

LINES, HOPS, FEWEST = 4, 4, 3  #: lines of a map, hops of each, and bridges
COLUMNS, ROWS, ACROSS, DOWN = 4, 3, 250, 206  #: grid of the stops, and px between two of them
STOPS = "ABCDEFGHIJKL"
STEPS = 24  #: parts of a drawn hop
CLEAR, FAR, STEEP = 15.0, 52.0, 0.62  #: px between hops, px from a bridge to a stop, and sine of their angle
RADIUS, HEIGHT = 19.0, 590  #: of a stop and of the map, px


@dataclass(frozen=True)
class TramMap:
    """Stops and hops of a map."""

    places: Mapping[str, Point]
    squares: str  #: stops that are drawn as squares
    hops: dict[str, int]  #: two stops in the order of the alphabet → line, from 0
    curves: dict[str, Sequence[Point]]  #: hop → its points in that order
    #: Hop → -1 if it bends to the left of who rides in that order, 1 if to the right, else 0.
    bends: dict[str, int]
    #: Hop above, hop below, and the number of the first hop's point.
    bridges: list[tuple[str, str, int]] = field(default_factory=list)

    def side(self, ride: str) -> str:
        """Return to which side a ride of one hop bends: left, right, or an empty text."""
        bend = self.bends[ride] if ride in self.bends else -self.bends[ride[::-1]]
        return {-1: "left", 0: "", 1: "right"}[bend]

    def names(self, place: int) -> list[str]:
        """Return the hops above a bridge (0) or below one (1)."""
        return sorted((above, below)[place] for above, below, _ in self.bridges)


def _curve(start: Point, end: Point, bend: int) -> list[Point]:
    """Return the points of a hop; a negative bend is to the left."""
    (ax, ay), (bx, by) = start, end
    shift = 0.42 * bend
    middle = (ax + bx) / 2 - shift * (by - ay), (ay + by) / 2 + shift * (bx - ax)
    shares = [step / STEPS for step in range(STEPS + 1)]
    weights = [((1 - s) ** 2, 2 * s * (1 - s), s * s) for s in shares]
    return [(u * ax + v * middle[0] + w * bx, u * ay + v * middle[1] + w * by) for u, v, w in weights]


def _crossing(first: Sequence[Point], second: Sequence[Point]) -> Iterator[tuple[int, float]]:
    """Yield where two hops cross: the part of the first, and the sine of the angle."""
    for place, ((ax, ay), (bx, by)) in enumerate(pairwise(first)):
        for (cx, cy), (dx, dy) in pairwise(second):
            ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
            turn = ux * vy - uy * vx
            if abs(turn) > 1e-9:
                along = ((cx - ax) * vy - (cy - ay) * vx) / turn
                other = ((cx - ax) * uy - (cy - ay) * ux) / turn
                if 0 <= along < 1 and 0 <= other < 1:
                    yield place, abs(turn) / (math.hypot(ux, uy) * math.hypot(vx, vy))


@lru_cache(maxsize=8)
def tram_map(seed: str) -> TramMap:
    """Return the map of a seed.

    Raises:
        UnfitError: if the tries of the seed make no legible map.
    """
    draws = Draws(seed, "map")
    for _ in range(300):
        found = _tried(draws)
        if found is not None and len(found.bridges) >= 4:
            return found
    raise UnfitError("no legible map")


def _tried(draws: Draws) -> TramMap | None:
    """Draw a map; None if it is not legible."""
    places = {
        stop: (
            105.0 + ACROSS * (number % COLUMNS) + draws.integer(-26, 26),
            90.0 + DOWN * (number // COLUMNS) + draws.integer(-20, 20),
        )
        for number, stop in enumerate(draws.shuffled(STOPS))
    }
    grid = {stop: divmod(number, COLUMNS) for number, stop in enumerate(places)}
    made = TramMap(places, "".join(sorted(draws.sample(STOPS, 5))), {}, {}, {})
    for line in range(LINES):
        stop = draws.choice(STOPS)
        passed = {stop}
        for _ in range(HOPS):
            near = [
                other
                for other in STOPS
                if other not in passed
                and max(abs(a - b) for a, b in zip(grid[stop], grid[other], strict=True)) == 1
                and "".join(sorted(stop + other)) not in made.hops
            ]
            options = [(other, bend) for other in draws.shuffled(near) for bend in draws.shuffled((-1, 0, 1))]
            fitting = (option for option in options if _added(made, draws, stop, *option, line))
            chosen = next(fitting, None)
            if chosen is None:
                return None
            stop = chosen[0]
            passed.add(stop)
    return made


def _added(made: TramMap, draws: Draws, stop: str, other: str, bend: int, line: int) -> bool:
    """Add a hop to a map if it can be told from all others."""
    name = "".join(sorted(stop + other))
    curve = _curve(made.places[name[0]], made.places[name[1]], bend)
    inner = curve[STEPS // 4 : -STEPS // 4]
    if any(math.dist(point, place) < 2.3 * RADIUS for point in inner for place in made.places.values()):
        return False
    if not all(30 < x < 934 and 30 < y < HEIGHT - 30 for x, y in curve):
        return False
    found: list[tuple[str, int]] = []
    for old, drawn in made.curves.items():
        if _far(curve, drawn):
            continue
        ends = [made.places[end] for end in {*name} & {*old}]
        crossings = [
            crossing
            for crossing in _crossing(curve, drawn)
            if all(math.dist(curve[crossing[0]], end) > RADIUS for end in ends)
        ]
        taken = any(old in bridge for bridge in made.bridges)
        if len(crossings) > 1 or (crossings and (ends or found or taken or crossings[0][1] < STEEP)):
            return False
        for place, _ in crossings:
            if any(math.dist(curve[place], stop) < FAR for stop in made.places.values()):
                return False
            found.append((old, place))
        if not crossings and not _apart(curve, drawn, ends):
            return False
    made.hops[name], made.curves[name], made.bends[name] = line, curve, bend
    for old, place in found:
        if draws.chance(1, 2):
            made.bridges.append((name, old, place))
        else:
            made.bridges.append((old, name, next(iter(_crossing(made.curves[old], curve)))[0]))
    return True


def _far(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Whether the boxes around two hops are apart."""
    return any(
        max(a) + CLEAR < min(b) or max(b) + CLEAR < min(a)
        for a, b in zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    )


def _apart(first: Sequence[Point], second: Sequence[Point], ends: Sequence[Point]) -> bool:
    """Whether two hops that do not cross are apart, except close to a stop of both."""
    return not any(
        math.dist(a, b) < CLEAR and all(math.dist(a, end) > 2.4 * RADIUS for end in ends)
        for a in first[::2]
        for b in second[::2]
    )


def _moved(points: Sequence[Point], shift: float) -> list[Point]:
    """Return a line beside another."""
    ways = [*pairwise(points), (points[-2], points[-1])]
    made = []
    for (x, y), ((ax, ay), (bx, by)) in zip(points, ways, strict=True):
        long = math.hypot(bx - ax, by - ay)
        made.append((x - shift * (by - ay) / long, y + shift * (bx - ax) / long))
    return made


def _textured(canvas: Canvas, points: Sequence[Point], line: int) -> None:
    """Draw a hop in the texture of its line: a band, two lines, dots, or a line with ties."""
    even = _even(points, 13.0)
    if line == 0:
        canvas.line(*points, line=8)
    elif line == 1:
        for shift in (-4.5, 4.5):
            canvas.line(*_moved(points, shift), line=2.5)
    elif line == 2:
        for x, y in even[1:-1]:
            canvas.circle(x, y, 4.2, fill="ink", stroke=None)
    else:
        canvas.line(*points, line=2.5)
        for a, b in zip(_moved(even, -7), _moved(even, 7), strict=True):
            canvas.line(a, b, line=2.5)


def _even(points: Sequence[Point], step: float) -> list[Point]:
    """Return points of a line that are ``step`` px apart."""
    found, left = [points[0]], step
    for (ax, ay), (bx, by) in pairwise(points):
        long, gone = math.hypot(bx - ax, by - ay), 0.0
        while long - gone >= left:
            gone, left = gone + left, step
            found.append((ax + (bx - ax) * gone / long, ay + (by - ay) * gone / long))
        left -= long - gone
    return found


def draw_map(canvas: Canvas, shown: TramMap) -> None:
    """Draw the hops, the bridges over others, and the stops."""
    for name, points in shown.curves.items():
        _textured(canvas, points, shown.hops[name])
    for above, _, place in shown.bridges:
        points = shown.curves[above][place - 1 : place + 4]
        deck = [*_moved(points, -13), *reversed(_moved(points, 13))]
        canvas.polygon(deck, fill="white", line=2.5)
        _textured(canvas, points, shown.hops[above])
    for stop, (x, y) in shown.places.items():
        if stop not in "".join(shown.hops):
            continue
        if stop in shown.squares:
            canvas.rect(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, fill="white", line=3)
        else:
            canvas.circle(x, y, RADIUS, fill="white", line=3)
        canvas.text(x, y, stop, size=23, bold=True)

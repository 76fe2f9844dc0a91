"""Maps of ``flooded_hollows``: grounds inside one another, told by colour, with walls, spots and a pipe.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._culverts import TANGLE_HIGH, Culverts

AROUND = "000112233"  #: the ground around each of the grounds 1 to 9; 0 is around all


@dataclass(frozen=True)
class Ground:
    """What the map shows."""

    tones: list[int]  #: place of each ground's colour on the bar, from 0 for the lowest
    walls: list[int]  #: grounds with a broad contour
    spots: str  #: letters of the spots in the last six grounds
    squares: list[str]
    pipe: tuple[int, int]  #: grounds from and to which an arrow along the pipe points
    #: Instead of the pipe: grounds from and to which an arrow along each culvert points, and at how many crossings
    #: it lies below another one and over one.
    culverts: tuple[tuple[int, int, int, int], ...] = ()

    def at(self, spot: str) -> int:
        """Return the ground of a spot."""
        return 4 + self.spots.index(spot)


@lru_cache(maxsize=8)
def ground(seed: str) -> Ground:
    """Return the map of a seed."""
    draws, tones, left = Draws(seed, "map"), list[int](), 5
    while {*tones[4:]} != {0, 1, 2, 3, 4} or min(tones[left // 2 - 1], tones[left // 2]) < 3:
        large = [draws.choice((1, 3, 4)) for _ in range(3)]
        small = [draws.choice([tone for tone in range(5) if tone != large[n // 2]]) for n in range(6)]
        tones, left = [2, *large, *small], draws.choice((5, 7))
    start, end = draws.shuffled((left, left + 1))
    walls = sorted([draws.integer(1, 3), *draws.sample(range(4, 10), 2)])
    return Ground(
        tones,
        walls,
        "".join(draws.shuffled("ABCDEF")),
        sorted(draws.sample("ABCDEF", 3)),
        (start, end),
    )


RAMP: tuple[Colour, ...] = (
    "yellow",
    "white",
    "paleblue",
    "sky",
    "grey",
)  #: colours, of which the seed chooses the order
WIDE, HIGH = 964, 400  #: of the picture and its map, px


def _blob(draws: Draws, x: float, y: float, across: float, down: float) -> list[Point]:
    """Return a crooked closed curve around a point."""
    waves = [(draws.integer(2, 5), draws.integer(0, 359), draws.integer(2, 4) / 100) for _ in range(3)]
    points = []
    for step in range(48):
        turn = math.radians(7.5 * step)
        near = 1 + sum(size * math.sin(many * turn + math.radians(start)) for many, start, size in waves)
        points.append((x + across * near * math.cos(turn), y + down * near * math.sin(turn)))
    return points


def _places(draws: Draws) -> list[Point]:
    """Return the middle of each ground."""
    large = [
        (162.0 + 283 * number + draws.integer(-4, 4), 200.0 + draws.integer(-10, 10)) for number in range(3)
    ]
    small = []
    for x, y in large:
        lean = draws.integer(-36, 36)
        small += [(x - 54, y + lean), (x + 54, y - lean)]
    return [(0.0, 0.0), *large, *small]


def draw_hollows(
    shown: Ground, draws: Draws, table: Sequence[tuple[str, float, list[float]]], laid: Culverts | None = None
) -> Canvas:
    """Draw the map, the bar of colours, the culverts if there are any, and a table of springs, levels and depths."""
    colours, places = draws.shuffled(RAMP), _places(draws)
    low = HIGH + (TANGLE_HIGH if laid else 0)
    canvas = Canvas(WIDE, low + 44 + 30 * (1 + -(-len(table) // 2)))
    canvas.rect(10, 10, 862, HIGH - 20, fill=colours[shown.tones[0]], line=2.5)
    for number in range(1, 10):
        size = (122, 154) if number in (1, 2, 3) else (40, 50)
        broad = 9 if number in shown.walls else 2.5
        canvas.polygon(_blob(draws, *places[number], *size), fill=colours[shown.tones[number]], line=broad)
    if laid:
        laid.draw(canvas, HIGH, lambda spot, x, y: _spot(canvas, shown, spot, x, y))
    else:
        _pipe(canvas, *(places[number] for number in shown.pipe))
    for number, spot in enumerate(shown.spots, 4):
        _spot(canvas, shown, spot, *places[number])
    for number, colour in enumerate(reversed(colours)):
        canvas.rect(894, 40 + 64 * number, 56, 64, fill=colour, line=2.5)
    for half in (0, 1):
        for column, name in enumerate("ABCDEF"):
            canvas.text(170 + 490 * half + 52 * column, low + 22, name, size=20, bold=True)
    for number, (spot, level, depths) in enumerate(table):
        left, y = 490 * (number % 2), low + 54 + 30 * (number // 2)
        canvas.text(left + 34, y, spot, size=20, bold=True)
        canvas.text(left + 90, y, f"{level:g}", size=20)
        for column, depth in enumerate(depths):
            canvas.text(left + 170 + 52 * column, y, f"{depth:g}", size=18)
    return canvas


def _spot(canvas: Canvas, shown: Ground, spot: str, x: float, y: float) -> None:
    if spot in shown.squares:
        canvas.rect(x - 15, y - 15, 30, 30, fill="white", line=2.5)
    else:
        canvas.circle(x, y, 16, fill="white", line=2.5)
    canvas.text(x, y, spot, size=20, bold=True)


def _pipe(canvas: Canvas, start: Point, end: Point) -> None:
    """Draw a pipe of small rings, with an arrowhead in the middle."""
    long = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    for step in range(26, round(long) - 22, 14):
        canvas.circle(start[0] + ux * step, start[1] + uy * step, 5, fill="white", line=2)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    corners = [(18, 0), (-12, 13), (-12, -13)]
    canvas.polygon([(x + a * ux - b * uy, y + a * uy + b * ux) for a, b in corners], fill="red", line=2)

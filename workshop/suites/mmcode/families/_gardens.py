"""Gardens of ``garden_ways``: ponds, paths and crossings with their places in the picture.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.items import Point

ACROSS, DOWN = 5, 4
#: Ponds that are next to each other or one below the other.
_NEXT = [(pond, pond + 1) for pond in range(20) if pond % ACROSS < ACROSS - 1]
_NEXT += [(pond, pond + ACROSS) for pond in range(15)]
#: A path between two ponds, or its part between a pond and a crossing, which has a number from 20 on. A sign on it is "|"
#: for a gate, ">" for a turnstile that points away from the first of the two, or "<" for one that points towards it.
Part = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    """How much a garden has of everything."""

    crossings: int = 8
    bridges: int = 6  #: crossings that are no open places
    paths: int = 9  #: that cross nothing
    signs: int = 18
    bars: int = 9  #: signs of gates; all others are turnstiles
    red: int = 4
    covered: tuple[int, int] = (3, 1)  #: bridges and open places below a card, from level 4 on


def crossed(cell: int) -> list[int]:
    """Return the ponds around a cell: top left, bottom right, top right, bottom left."""
    first = cell % (ACROSS - 1) + cell // (ACROSS - 1) * ACROSS
    return [first, first + ACROSS + 1, first + 1, first + ACROSS]


def garden_of(draws: Draws, level: int, density: Density) -> dict[str, Any]:
    """Return a garden with its places in the picture; one of its ponds is out of reach."""
    while True:
        cells, paths = draws.sample(range(12), density.crossings), draws.sample(_NEXT, density.paths)
        used = {pond for path in paths for pond in path} | {pond for cell in cells for pond in crossed(cell)}
        if len(used) != 19:  # one pond is out of reach
            continue
        parts = [*paths, *((pond, 20 + cell) for cell in cells for pond in crossed(cell))]
        signs = dict.fromkeys(parts, "")
        for place, part in enumerate(draws.sample(parts, density.signs)):
            signs[part] = "|" if place < density.bars else draws.choice("<>")
        garden: dict[str, Any] = {
            "crossings": {cell: draws.integer(0, 1) if place < density.bridges else None for place, cell in enumerate(cells)},
            "paths": paths, "signs": signs, "ponds": [
                (90 + 210 * (pond % ACROSS) + draws.integer(-18, 18), 80 + 205 * (pond // ACROSS) + draws.integer(-18, 18))
                for pond in range(20)
            ],
            "bends": [(draws.integer(-16, 16), draws.integer(-16, 16)) for _ in range(21)],
        }  # fmt: skip
        points = [point for line in lines_of(garden).values() for point in line[::3]]
        spots = {pond: _free_spot(garden["ponds"][pond], points) for pond in range(20)}
        best = sorted(used, key=lambda pond: -spots[pond][0])[:10]
        if spots[best[-1]][0] < 34:
            continue
        first, second, third = (2 * shape for shape in draws.sample(range(5), 3))
        names = draws.shuffled([first, first + 1, second, second + 1, third] * 2)
        garden["passages"] = dict(zip(best, names, strict=True)) if level > 2 else {}
        garden["spots"] = {pond: spots[pond][1] for pond in best}
        kinds = [_free_cells(garden, part) for part in (cells[: density.bridges], cells[density.bridges :])]
        counts = density.covered if level > 3 else (0, 0)
        if any(len(kind) < count for kind, count in zip(kinds, counts, strict=True)):
            continue
        garden["covered"] = [
            c for kind, count in zip(kinds, counts, strict=True) for c in draws.sample(kind, count)
        ]
        garden["red"] = draws.sample(range(20), density.red)
        return garden


def _free_cells(garden: dict[str, Any], cells: list[int]) -> list[int]:
    """Return the crossings over which a card hides no path that crosses nothing."""
    lines = lines_of(garden)
    near = [point for path in garden["paths"] for point in lines[path]]
    middles = {cell: lines[crossed(cell)[0], crossed(cell)[1]][20] for cell in cells}
    return [
        cell
        for cell, (x, y) in middles.items()
        if all(max(abs(a - x), abs(b - y)) > 66 + 26 for a, b in near)
    ]


def _free_spot(pond: Point, points: Sequence[Point]) -> tuple[float, Point]:
    """Return the place beside a pond that is furthest from all points of paths, and how far it is."""
    (x, y), found = pond, []
    for step in range(24):
        a, b = x + 62 * math.cos(math.tau * step / 24), y + 62 * math.sin(math.tau * step / 24)
        edge = min(a, b, 1020 - a, 780 - b) + 8
        found.append((min(edge, *map(partial(math.dist, (a, b)), points)), (a, b)))
    return max(found)


def lines_of(garden: dict[str, Any]) -> dict[tuple[int, int], list[Point]]:
    """Return the line of each path, by its ponds."""
    ponds, bends, lines = garden["ponds"], garden["bends"], {}
    for (first, second), (dx, dy) in zip(garden["paths"], bends, strict=False):
        (ax, ay), (bx, by) = ponds[first], ponds[second]
        lines[first, second] = bent((ax, ay), ((ax + bx) / 2 + dx, (ay + by) / 2 + dy), (bx, by))
    for cell in garden["crossings"]:
        corners, (dx, dy) = crossed(cell), bends[9 + cell]
        x, y = (sum(ponds[pond][axis] for pond in corners) / 4 for axis in (0, 1))
        for first, second in (corners[:2], corners[2:]):
            lines[first, second] = bent(ponds[first], (x + 0.6 * dx, y + 0.6 * dy), ponds[second])
    return lines


def bent(start: Point, through: Point, end: Point) -> list[Point]:
    """Return the points of a curve that is in the middle at ``through``."""
    bend = [2 * mid - (a + b) / 2 for a, mid, b in zip(start, through, end, strict=True)]
    made = []
    for step in range(41):
        t = step / 40
        x, y = (
            (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b
            for a, c, b in zip(start, bend, end, strict=True)
        )
        made.append((x, y))
    return made

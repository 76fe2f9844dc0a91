"""The wall of ``bell_peal``: ropes that begin at plates with dots, and run through bells and stairs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import cmath
import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas

_NEAR = 64.0  #: px between a rope and what does not hang on it
_CROSSINGS, _APART = 9, 48.0  #: fewest crossings of all ropes, and px between two of them
_DOTS = (0, 1, 6, 7)  #: of the plate of each rope


def _faults(ropes: list[list[complex]]) -> int:
    """Return in how many places ropes cannot be followed well, and how many crossings are lacking."""
    lines = [line for rope in ropes for line in pairwise(rope)]
    spots = {spot for rope in ropes for spot in rope}
    found, crossings = 0, list[complex]()
    for a, b in lines:
        for spot in spots - {a, b}:
            share = min(1.0, max(0.0, ((spot - a) / (b - a)).real))
            found += abs(a + share * (b - a) - spot) < _NEAR
    for (a, b), (c, d) in combinations(lines, 2):
        turn = cmath.phase((d - c) / (b - a))
        if b == c:
            found += abs(turn) > 2.5
            continue
        area = ((b - a).conjugate() * (d - c)).imag or 1.0
        shares = [((c - a).conjugate() * along).imag / area for along in (d - c, b - a)]
        if all(0 < share < 1 for share in shares):
            crossings.append(a + shares[0] * (b - a))
            found += abs(math.sin(turn)) < 0.5
    found += sum(abs(one - other) < _APART for one, other in combinations(crossings, 2))
    return found + max(0, _CROSSINGS - len(crossings))


def _hung(draws: Draws, sizes: list[int]) -> list[list[complex]]:
    """Return for each rope the places of its plate and of what hangs on it.

    Raises:
        UnfitError: if no places were found where all ropes can be followed.
    """
    jitter = [complex(draws.integer(-20, 20), draws.integer(-16, 16)) for _ in range(20)]
    hooks = [complex(240 + 168 * (n % 5), 218 + 158 * (n // 5)) + shift for n, shift in enumerate(jitter)]
    plates = [complex(74, 218 + 158 * row) for row in draws.shuffled(range(4))]

    def along(order: list[int]) -> list[list[complex]]:
        free = iter(order)
        return [
            [plate, *(hooks[next(free)] for _ in range(size))]
            for plate, size in zip(plates, sizes, strict=True)
        ]

    order = draws.shuffled(range(20))
    fewest = _faults(along(order))
    for _ in range(4000):
        if not fewest:
            return along(order)
        one, other = draws.integer(0, sum(sizes) - 1), draws.integer(0, 19)
        tried = list(order)
        tried[one], tried[other] = tried[other], tried[one]
        if (count := _faults(along(tried))) <= fewest:
            order, fewest = tried, count
    raise UnfitError("the ropes have no room")


def _bell(wall: Canvas, x: float, y: float, bands: int) -> None:
    half = [(-34, 5), (-28, 14), (-14, 18), (6, 22), (20, 30), (28, 37)]
    wall.circle(x, y + 31, 8, fill="ink")
    wall.polygon(
        [(x - wide, y + down) for down, wide in half] + [(x + wide, y + down) for down, wide in half[::-1]],
        fill="yellow",
        line=3,
    )
    for band in range(bands):
        down, wide = ((12, 24), (-4, 19))[band]
        wall.line((x - wide, y + down), (x + wide, y + down), line=5)


def _stairs(wall: Canvas, x: float, y: float, steps: int) -> None:
    wall.rect(x - 38, y - 32, 76, 64, fill="paleblue", line=3)
    wide, high = 56 / (steps + 1), 40 / steps
    points = [(x - 28, y - 20)]
    for step in range(steps):
        points += [(x - 28 + wide * (step + 1), y - 20 + high * down) for down in (step, step + 1)]
    wall.line(*points, (x + 28, y + 20), line=5)


def _plate(wall: Canvas, x: float, y: float, dots: int) -> None:
    wall.rect(x - 38, y - 50, 76, 100, fill="mist", line=4, radius=10)
    rows = (dots + 1) // 2
    for dot in range(dots):
        left = 0 if dots == 1 else 16 * (2 * (dot % 2) - 1)
        wall.circle(x + left, y + 24 * (dot // 2 - (rows - 1) / 2), 7.5, fill="ink")


def tower_wall(draws: Draws, ropes: Sequence[Sequence[str]], bands: Mapping[str, int]) -> Canvas:
    """Draw a wall with a rope for 0, for 1, for other even numbers and for other odd ones.

    Args:
        draws: decides where everything is.
        ropes: what hangs on each rope: letters of bells, or the number of steps of stairs.
        bands: letter of a bell → number of its bands.

    Raises:
        UnfitError: if no places were found where all ropes can be followed.
    """
    wall, places = Canvas(1000, 780), _hung(draws, list(map(len, ropes)))
    for line in (line for rope in places for line in pairwise(rope)):
        ends = [(spot.real, spot.imag) for spot in line]
        wall.line(*ends, stroke="white", line=15, guide=True)
        wall.line(*ends, line=5)
    for number, (bell, count) in enumerate(bands.items()):
        _bell(wall, 350 + 150 * number, 70, count)
        wall.text(350 + 150 * number + 56, 70, bell, bold=True, size=30)
    for (plate, *spots), dots, hung in zip(places, _DOTS, ropes, strict=True):
        _plate(wall, plate.real, plate.imag, dots)
        for spot, what in zip(spots, hung, strict=True):
            if what in bands:
                _bell(wall, spot.real, spot.imag, bands[what])
            else:
                _stairs(wall, spot.real, spot.imag, int(what))
    return wall

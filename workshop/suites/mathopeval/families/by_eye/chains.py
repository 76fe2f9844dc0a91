"""Closed figures on a grid: corners in order, which are easy to tell from crossings of sides."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.by_eye.motions import Chain, Corner, Numbers
from workshop.suites.mathopeval.families.by_eye.segments import crossing_angle, distance, heading, meeting

Side = tuple[Corner, Corner]

_TRIES = 100_000
_APART = 1.9  #: minimum distance of two corners, in units of the grid
_BESIDE = 0.8  #: minimum distance of a corner from sides that do not end there
_CORNER = 20, 155  #: minimum and maximum angle of a corner, degrees
_CROSSED = 24  #: minimum angle between two sides that cross, degrees
_CLEAR = 0.45  #: minimum distance of a corner from the sides of the other figure in its panel


def draw_chain(draws: Draws, count: int, box: int, crossings: tuple[int, int], *, is_twofold: bool) -> Chain:
    """Return a figure in a square with the lower left corner (0, 0).

    Args:
        draws: random choices.
        count: number of corners; even, if the figure is twofold.
        box: maximum width and height.
        crossings: minimum and maximum number of crossings of sides.
        is_twofold: whether a half turn nearly maps the figure to itself.

    Raises:
        UnfitError: if none of many draws is fit.
    """
    for _ in range(_TRIES):
        half = count // 2 if is_twofold else count
        corners = [(draws.integer(0, box), draws.integer(0, box)) for _ in range(half)]
        if is_twofold:
            corners += [(box - x, box - y) for x, y in corners]
            for place in draws.sample(range(count), 2):
                x, y = corners[place]
                corners[place] = (
                    (x, y + draws.choice((-1, 1))) if draws.chance(1, 2) else (x + draws.choice((-1, 1)), y)
                )
        left, low = (min(corner[axis] for corner in corners) for axis in (0, 1))
        chain = tuple((x - left, y - low) for x, y in corners)
        if _is_fit(chain, box, crossings):
            return chain
    raise UnfitError("no figure with plain corners")


def sides(chain: Chain) -> list[Side]:
    """Return the sides; side ``n`` begins at corner ``n``."""
    return [*zip(chain, (*chain[1:], chain[0]), strict=True)]


def in_order(chain: Chain) -> Chain:
    """Return the same figure from its leftmost corner, or the lower one of these, in a fixed direction."""
    start = chain.index(min(chain))
    turned = chain[start:] + chain[:start]
    return turned if turned[1] < turned[-1] else (turned[0], *turned[:0:-1])


def at(chain: Chain, place: Corner) -> Chain:
    """Return a figure moved by a vector."""
    return tuple((x + place[0], y + place[1]) for x, y in chain)


def are_clear(one: Chain, other: Chain, *, share: bool) -> bool:
    """Return whether corners of each are off the sides of the other; they may ``share`` corners."""
    for chain, its in ((one, other), (other, one)):
        for corner in chain:
            for side in sides(its):
                if corner in side:
                    if not share:
                        return False
                elif distance(corner, side) < _CLEAR:
                    return False
    return True


def are_told(chain: Chain, matrices: Numbers) -> bool:
    """Return whether a figure shows which of some matrices was applied to it, wherever it went."""
    found = set()
    for matrix in matrices:
        moved = np.array(chain) @ matrix.T
        found.add(tuple(sorted(map(tuple, moved - moved.min(axis=0)))))
    return len(found) == len(matrices)


def _is_fit(chain: Chain, box: int, crossings: tuple[int, int]) -> bool:
    for axis in (0, 1):
        places = sorted(corner[axis] for corner in chain)
        if places[0] == places[1] or places[-1] == places[-2] or not box - 1 <= places[-1] <= box:
            return False
    if any(math.dist(*pair) < _APART for pair in combinations(chain, 2)):
        return False
    parts = sides(chain)
    if any(not _CORNER[0] <= angle <= _CORNER[1] for angle in _corner_angles(parts)):
        return False
    for corner in chain:
        if any(corner not in part and distance(corner, part) < _BESIDE for part in parts):
            return False
    crossed = [pair for pair in combinations(parts, 2) if not {*pair[0]} & {*pair[1]} and meeting(*pair)]
    return crossings[0] <= len(crossed) <= crossings[1] and all(
        crossing_angle(*pair) >= _CROSSED for pair in crossed
    )


def _corner_angles(parts: Sequence[Side]) -> Iterator[float]:
    for (start, middle), (_, end) in zip(parts, (*parts[1:], parts[0]), strict=True):
        turned = abs(heading((middle, start)) - heading((middle, end)))
        yield min(turned, 360 - turned)

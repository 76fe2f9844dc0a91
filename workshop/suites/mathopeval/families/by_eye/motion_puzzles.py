"""Puzzles of rules that move figures in steps: pairs of figures that prove what a rule makes of another one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.by_eye.chains import are_clear, are_told, at, draw_chain, sides
from workshop.suites.mathopeval.families.by_eye.motions import Chain, Flags, Space, space_of
from workshop.suites.mathopeval.families.by_eye.segments import distance
from workshop.suites.mathopeval.families.charts.edits import first_fit

_SETS, _TRIES = 12, 50  #: sets of figures that are tried for a sample, and rules for each of them
PAIRS = 3
_POOL = 28  #: figures among which those of a sample are chosen
_TRIED = 15  #: of these, with room for a rule, in each combination
#: As shares of the grid: by how much ``_WAYS`` are multiplied, and how far a letter's middle is from sides at least.
_LETTER, _FREE = 0.055, 0.028
_NEARER = 1.7  #: by this factor, a letter is nearer to its corner than to any other
#: Ways from a corner to its letter.
_WAYS = tuple((0.85 * math.cos(turn * math.pi / 4), 0.85 * math.sin(turn * math.pi / 4)) for turn in range(8))


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionLevel:
    """What a level shows."""

    kinds: tuple[tuple[str, ...], ...]  #: kinds of each step
    corners: int
    box: int  #: maximum width and height of figures before the rule
    crossings: tuple[int, int]  #: minimum and maximum of crossings of their sides
    grid: int  #: width and height of panels
    tick: int  #: distance of the ticks with numbers
    is_twofold: bool = False
    needed: int = 1  #: number of pairs of which any fewer leave several results


_ANY = ("turn", "mirror", "slide")
MOTION_LEVELS = (
    MotionLevel(kinds=(("turn",),), corners=5, box=6, crossings=(0, 0), grid=14, tick=2),
    MotionLevel(kinds=(("slide",),), corners=5, box=6, crossings=(0, 0), grid=14, tick=2),
    MotionLevel(kinds=(("turn",), ("slide",)), corners=6, box=7, crossings=(0, 2), grid=16, tick=4, needed=2),
    MotionLevel(
        kinds=(_ANY,) * 2,
        corners=6,
        box=7,
        crossings=(1, 3),
        grid=20,
        tick=20,
        is_twofold=True,
        needed=2,
    ),
    MotionLevel(
        kinds=((*_ANY, "double"),) * 3,
        corners=8,
        box=8,
        crossings=(2, 6),
        grid=24,
        tick=24,
        is_twofold=True,
        needed=3,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionPuzzle:
    """A rule, the figures before it and after it; the last ones are asked for."""

    rule: int
    before: tuple[Chain, ...]
    after: tuple[Chain, ...]  #: corners in the same order


def fit_motion(draws: Draws, of: MotionLevel) -> MotionPuzzle:
    """Return a rule of a level, and figures before and after it.

    Raises:
        UnfitError: if none of many rules does.
    """
    space = space_of(of.kinds)

    def attempt() -> MotionPuzzle:
        chains = _chains(draws, of, space)
        return first_fit(lambda: _puzzle(draws, of, space, chains), _TRIES)

    return first_fit(attempt, _SETS)


def _chains(draws: Draws, of: MotionLevel, space: Space) -> list[Chain]:
    """Return figures that show by their shapes in which way they were turned, mirrored and stretched."""
    matrices = np.unique(space.matrices, axis=0)
    found = (
        draw_chain(draws, of.corners, of.box, of.crossings, is_twofold=of.is_twofold) for _ in range(_POOL)
    )
    return [chain for chain in found if are_told(chain, matrices)]


def _puzzle(draws: Draws, of: MotionLevel, space: Space, chains: Sequence[Chain]) -> MotionPuzzle:
    """Return a rule and figures for it: all rules that agree with the pairs make the same of the last figure.

    Raises:
        UnfitError: if the rule that is drawn does not do.
    """
    rule = draws.integer(0, len(space.paths) - 1)
    if space.is_short[rule] or len({step.kind for step in space.path(rule)}) < len(of.kinds):
        raise UnfitError("fewer steps, or steps of one kind")
    pool = []
    for chain in chains:
        moved = space.moved(rule, chain)
        both = [*chain, *moved]
        lows = [min(corner[axis] for corner in both) for axis in (0, 1)]
        room = [of.grid - 2 - max(corner[axis] for corner in both) + lows[axis] for axis in (0, 1)]
        if min(room) >= 0 and moved != chain and are_clear(chain, moved, share=len(of.kinds) == 1):
            x, y = (draws.integer(0, room[axis]) + 1 - lows[axis] for axis in (0, 1))
            pool.append((at(chain, (x, y)), at(moved, (x, y))))
    pool = pool[:_TRIED]
    chosen = [pool[number] for number in _chosen(draws, of, space, rule, [before for before, _ in pool])]
    if any(space.stands_still(rule, before) for before, _ in chosen):
        raise UnfitError("a slide that moves nothing")
    return MotionPuzzle(rule=rule, before=tuple(b for b, _ in chosen), after=tuple(a for _, a in chosen))


def _chosen(
    draws: Draws, of: MotionLevel, space: Space, rule: int, chains: Sequence[Chain]
) -> tuple[int, ...]:
    """Return the numbers of figures that prove what the rule makes of another one, whose number is the last.

    Other rules turn or mirror figures in another way, which each pair shows, or move them by another vector.

    Raises:
        UnfitError: if there are none.
    """
    if len(chains) <= PAIRS:
        raise UnfitError("too few figures with room for the rule")
    alike = np.flatnonzero((space.matrices == space.matrices[rule]).all(axis=(1, 2)))
    offsets = space.offsets(alike, chains)
    agree = (offsets == offsets[alike == rule]).all(axis=2).astype(np.float32)

    def left(size: int) -> dict[tuple[int, ...], Flags]:
        """Return for so many pairs, and each figure, whether rules that agree with them differ there."""
        known = [*combinations(range(len(chains)), size)]
        agreeing = agree[:, np.array(known, dtype=int)].prod(axis=2)
        return dict(zip(known, agreeing.T @ (1 - agree) > 0, strict=True))

    fewer, enough = left(of.needed - 1), left(PAIRS)
    named = [number for number, chain in enumerate(chains) if letter_places(chain, of.grid)]
    found = [
        (*pairs, asked)
        for pairs, differ in enough.items()
        for asked in named
        if asked not in pairs
        and not differ[asked]
        and all(fewer[part][asked] for part in combinations(pairs, of.needed - 1))
    ]
    if not found:
        raise UnfitError("no pairs prove the result")
    *pairs, asked = draws.choice(found)
    return (*draws.shuffled(pairs), asked)


def letter_places(chain: Chain, grid: int) -> list[tuple[float, float]]:
    """Return where the letters of corners are written; nothing, if there is no room."""
    found: list[tuple[float, float]] = []
    for x, y in chain:
        free = {}
        for across, up in _WAYS:
            way = x + grid * _LETTER * across, y + grid * _LETTER * up
            own = math.dist(way, (x, y))
            off = min(distance(way, side) for side in sides(chain))
            is_own = all(math.dist(way, other) > _NEARER * own for other in chain if other != (x, y))
            is_apart = all(
                max(abs(a - b) for a, b in zip(way, other, strict=True)) > grid * _LETTER for other in found
            )
            is_inside = all(0.4 < place / (grid * _LETTER) < 1 / _LETTER - 0.4 for place in way)
            if is_own and is_apart and is_inside and off > grid * _FREE:
                free[way] = off
        if not free:
            return []
        found.append(max(free, key=lambda way: free[way]))
    return found

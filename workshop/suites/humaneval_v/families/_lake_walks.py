"""Maps with lakes, the steps that each rule allows, and walks that can be drawn clearly.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from benchmark.core.draws import Draws

COLUMNS, ROWS = "ABCDEFG", "123456"
RULES = ("slide", "start", "stay")  #: what a lake does to a walker; see treasure_steps.md
LONGEST = 8  #: steps of a walk in a picture, at most
Square = tuple[int, int]  #: column and row, from 0
AROUND: tuple[Square, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  #: the ways, clockwise from the top


@dataclass(frozen=True)
class LakeMap:
    """A map: its lakes, the start of all walks, and the compass."""

    north: int  #: quarter turns, clockwise, from the top of the map to north
    lakes: tuple[Square, ...]
    start: Square

    @property
    def ways(self) -> dict[str, Square]:
        """Letter of a step → what it adds to column and row."""
        return {letter: AROUND[(self.north + turn) % 4] for turn, letter in enumerate("NESW")}

    def is_land(self, square: Square) -> bool:
        return 0 <= square[0] < len(COLUMNS) and 0 <= square[1] < len(ROWS) and square not in self.lakes


@dataclass(frozen=True)
class WalkStep:
    """One step of a walk, from the square ``start`` into its neighbour ``into``; the rule moves it to ``end``."""

    letter: str
    start: Square
    into: Square
    end: Square


def step(land: LakeMap, rule: str, at: Square, letter: str) -> WalkStep:
    """Take a step as the reference does; it may leave the map."""
    right, down = land.ways[letter]
    into = end = at[0] + right, at[1] + down
    if into in land.lakes:
        match rule:
            case "slide":
                while end in land.lakes:
                    end = end[0] + right, end[1] + down
            case "start":
                end = land.start
            case _:
                end = at
    return WalkStep(letter, at, into, end)


def steps_of(land: LakeMap, rule: str, walk: str) -> list[WalkStep]:
    """Return the steps of a walk from the start."""
    at, steps = land.start, []
    for letter in walk:
        steps.append(step(land, rule, at, letter))
        at = steps[-1].end
    return steps


def end_of(land: LakeMap, rule: str, walk: str) -> Square:
    """Return the square where a walk from the start ends."""
    return steps_of(land, rule, walk)[-1].end if walk else land.start


def random_walk(draws: Draws, land: LakeMap, length: int) -> str:
    """Choose a walk whose every step ends on land under every rule."""
    walk, places = "", dict.fromkeys(RULES, land.start)
    tries = 0
    while len(walk) < length:
        tries += 1
        if tries % 60 == 0:  # probably a dead end: begin again
            walk, places = "", dict.fromkeys(RULES, land.start)
        letter = draws.choice("NESW")
        ends = {rule: step(land, rule, at, letter).end for rule, at in places.items()}
        if all(map(land.is_land, ends.values())):
            walk, places = walk + letter, ends
    return walk


@lru_cache(maxsize=64)  # the same for every mutation
def clear_walks(land: LakeMap) -> Mapping[str, int]:
    """Return walks that meet lakes on the way and can be drawn clearly under every rule, and how many at least."""
    found, growing = {}, [""]
    while growing:
        walk = growing.pop()
        for longer in (walk + letter for letter in "NESW"):
            walks = [steps_of(land, rule, longer) for rule in RULES]
            if all(_is_clear(land, steps) for steps in walks):
                growing += [longer] if len(longer) < LONGEST else []
                if all(steps[-1].into == steps[-1].end for steps in walks):
                    found[longer] = min(len(_met(steps)) for steps in walks)
    return {walk: lakes for walk, lakes in found.items() if lakes}


def _is_clear(land: LakeMap, steps: Sequence[WalkStep]) -> bool:
    """Whether no arrow is on another, the start and the end are met once, and three lakes at most."""
    met = _met(steps)
    ways = {frozenset((step.start, step.into)) for step in steps}
    squares = [step.into for step in steps]
    return (
        len(ways) == len(steps)
        and land.start not in squares
        and squares[-1] not in squares[:-1]
        and all(land.is_land(step.end) for step in steps)
        and len(met) < 4
        and all(_are_apart(*pair) for pair in combinations(met, 2))
    )


def _are_apart(first: WalkStep, second: WalkStep) -> bool:
    """Whether two steps are into different lakes, or across both squares of a lake."""
    right, down = second.into[0] - first.into[0], second.into[1] - first.into[1]
    ways = [(step.into[0] - step.start[0], step.into[1] - step.start[1]) for step in (first, second)]
    across = all(right * x + down * y == 0 for x, y in ways)
    return abs(right) + abs(down) > (0 if across else 1)


def _met(steps: Sequence[WalkStep]) -> list[WalkStep]:
    """Return the steps into lakes."""
    return [step for step in steps if step.into != step.end]


def random_lakes(draws: Draws) -> tuple[Square, ...]:
    """Choose a lake of two squares and up to four of one square, away from the edges and from one another."""
    squares: list[Square] = []
    pair = draws.choice((((0, 0), (0, 1)), ((0, 0), (1, 0))))
    for shape in (pair, *[((0, 0),)] * 4):
        for _ in range(50):
            c, r = draws.integer(1, 5), draws.integer(1, 4)
            lake = [(c + right, r + down) for right, down in shape]
            is_inside = all(column < 6 and row < 5 for column, row in lake)
            if is_inside and all(max(abs(a - x), abs(b - y)) > 1 for a, b in lake for x, y in squares):
                squares += lake
                break
    return tuple(squares)


def other_lakes(lakes: tuple[Square, ...]) -> list[tuple[Square, ...]]:
    """Return the lakes with one square moved by one step, for every square and direction."""
    return [
        (*lakes[:place], (c + right, r + down), *lakes[place + 1 :])
        for place, (c, r) in enumerate(lakes)
        for right, down in AROUND
    ]

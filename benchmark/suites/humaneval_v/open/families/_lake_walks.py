"""Walks on a map with lakes: the steps that each rule allows, and walks that can be drawn clearly.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.draws import Draws

COLUMNS, ROWS = "ABCDEFG", "123456"
RULES = ("slide", "start", "stay")  #: what a lake does to a walker; see treasure_steps.md
Square = tuple[int, int]  #: column and row, from 0


@dataclass(frozen=True)
class LakeMap:
    """A map: its lakes, the start of all walks, and the compass."""

    north: int  #: quarter turns, clockwise, from the top of the map to north
    lakes: tuple[Square, ...]
    start: Square

    @property
    def ways(self) -> dict[str, Square]:
        """Letter of a step → what it adds to column and row."""
        around_clock = ((0, -1), (1, 0), (0, 1), (-1, 0))
        return {letter: around_clock[(self.north + turn) % 4] for turn, letter in enumerate("NESW")}

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


@lru_cache(maxsize=512)  # the same for every mutation
def clear_walks(land: LakeMap) -> tuple[str, ...]:
    """Return walks that, under every rule, meet one lake on the way and can be drawn clearly."""
    found, growing = [], [""]
    while growing:
        walk = growing.pop()
        for longer in (walk + letter for letter in "NESW"):
            met = {_lake_met(land, rule, longer) for rule in RULES}
            if met == {-1} or (len(met) == 1 and min(met) > 0):
                growing += [longer] if len(longer) < 6 else []
                found += [longer] if -1 < min(met) < len(longer) - 1 else []
    return tuple(found)


def _lake_met(land: LakeMap, rule: str, walk: str) -> int:
    """Return the number of the step that meets a lake; -1 for none, -2 if the drawing would be unclear."""
    steps = steps_of(land, rule, walk)
    wet = [at for at, step in enumerate(steps) if step.into != step.end]
    ways = {frozenset((step.start, step.into)) for step in steps}
    squares = [land.start, *(step.into for step in steps)]
    is_clear = len(ways) == len(steps) and land.start not in squares[1:] and squares[-1] not in squares[:-1]
    if len(wet) > 1 or not is_clear or not all(land.is_land(step.end) for step in steps):
        return -2
    return wet[0] if wet else -1


def are_telling(land: LakeMap, walks: Sequence[str]) -> bool:
    """Whether walks use all directions, and meet three lakes from two or more sides.

    One lake must be crossed lengthwise, and one met in a later step right after a turn.
    """
    met, is_long, is_turned = set(), False, False
    for walk in walks:
        steps = steps_of(land, "slide", walk)
        (at,) = (at for at, step in enumerate(steps) if step.into != step.end)
        wet = steps[at]
        met.add((wet.letter, wet.into))
        is_long |= abs(wet.end[0] - wet.into[0]) + abs(wet.end[1] - wet.into[1]) > 1
        is_turned |= at > 1 and walk[at] != walk[at - 1]
    sides, lakes = ({meeting[part] for meeting in met} for part in (0, 1))
    return is_long and is_turned and len(sides) > 1 and len(lakes) == 3 and set("".join(walks)) == set("NESW")

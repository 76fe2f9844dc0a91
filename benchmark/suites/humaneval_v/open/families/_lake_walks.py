"""Walks on a map with lakes: what each rule makes of a step, and which walks can be drawn clearly.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchmark.authoring.draws import Draws

COLUMNS, ROWS = "ABCDEFG", "123456"
RULES = ("slide", "start", "stay")  #: what a lake does to a walker; see treasure_steps.md
Square = tuple[int, int]  #: column and row, from 0


@dataclass(frozen=True)
class LakeMap:
    """Lakes, the start, and a compass."""

    north: int  #: quarter turns clockwise from the top to where north is
    lakes: tuple[Square, ...]
    start: Square

    @property
    def ways(self) -> dict[str, Square]:
        """What a step adds to column and row."""
        around_clock = ((0, -1), (1, 0), (0, 1), (-1, 0))
        return {letter: around_clock[(self.north + turn) % 4] for turn, letter in enumerate("NESW")}

    def is_land(self, square: Square) -> bool:
        return 0 <= square[0] < len(COLUMNS) and 0 <= square[1] < len(ROWS) and square not in self.lakes


@dataclass(frozen=True)
class WalkStep:
    """One step of a walk; it ends at ``end``, wherever it first led."""

    letter: str
    start: Square
    into: Square
    end: Square


def step(land: LakeMap, rule: str, at: Square, letter: str) -> WalkStep:
    """A step as the reference makes it, over the edge of the map too."""
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
    """The steps of a walk from the start."""
    at, steps = land.start, []
    for letter in walk:
        steps.append(step(land, rule, at, letter))
        at = steps[-1].end
    return steps


def end_of(land: LakeMap, rule: str, walk: str) -> Square:
    """Where a walk from the start ends."""
    return steps_of(land, rule, walk)[-1].end if walk else land.start


def random_walk(draws: Draws, land: LakeMap, length: int) -> str:
    """Steps that stay on the map and end on land, whatever the rule is."""
    walk, places = "", dict.fromkeys(RULES, land.start)
    tries = 0
    while len(walk) < length:
        tries += 1
        if tries % 60 == 0:  # nowhere to go
            walk, places = "", dict.fromkeys(RULES, land.start)
        letter = draws.choice("NESW")
        ends = {rule: step(land, rule, at, letter).end for rule, at in places.items()}
        if all(map(land.is_land, ends.values())):
            walk, places = walk + letter, ends
    return walk


@lru_cache(maxsize=512)  # every mutation asks for the same ones
def clear_walks(land: LakeMap) -> tuple[str, ...]:
    """Walks that meet one lake on the way and take no way twice, whatever the rule is."""
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
    """At which step a walk meets a lake; -1 for none, and -2 when its drawing would not be clear."""
    steps = steps_of(land, rule, walk)
    wet = [at for at, one in enumerate(steps) if one.into != one.end]
    ways = {frozenset((one.start, one.into)) for one in steps}
    squares = [land.start, *(one.into for one in steps)]
    is_clear = len(ways) == len(steps) and land.start not in squares[1:] and squares[-1] not in squares[:-1]
    if len(wet) > 1 or not is_clear or not all(land.is_land(one.end) for one in steps):
        return -2
    return wet[0] if wet else -1


def are_telling(land: LakeMap, walks: Sequence[str]) -> bool:
    """All directions; three lakes met from two sides or more, one lengthwise, and one after a turn, not at once."""
    met, is_long, is_turned = set(), False, False
    for walk in walks:
        steps = steps_of(land, "slide", walk)
        (at,) = (at for at, one in enumerate(steps) if one.into != one.end)
        wet = steps[at]
        met.add((wet.letter, wet.into))
        is_long |= abs(wet.end[0] - wet.into[0]) + abs(wet.end[1] - wet.into[1]) > 1
        is_turned |= at > 1 and walk[at] != walk[at - 1]
    sides, lakes = ({one[part] for one in met} for part in (0, 1))
    return is_long and is_turned and len(sides) > 1 and len(lakes) == 3 and set("".join(walks)) == set("NESW")

"""Rules of ``palace_rounds`` as arrays of all of them, and the rounds that they are about.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices

#: Ways on a triangular lattice, in sixths of a turn from 30 degrees above the right, to the left.
ACROSS = (1, 0, -1, -1, 0, 1)
DOWN = (0, -1, 0, 0, 1, 0)

#: Mutation → what a turn is compared with, and whether it has to be like it or unlike it. ``point`` means left
#: in rooms that point up and right in those that point down.
RULES: Mapping[str, tuple[str, str]] = {
    "like-sign": ("checked", "like"),
    "unlike-last": ("last", "unlike"),
    "point-up": ("point", "like"),
    "unlike-sign": ("checked", "unlike"),
    "like-last": ("last", "like"),
    "point-down": ("point", "unlike"),
}

#: A rule checks the turn in rooms with some signs (a dot stands for none),
SUBJECTS = ("c", "d", "s", ".", "cd", "cs", "ds", "cds", ".cds")
#: and compares it with the last turn of all, of rooms with a sign, without one, or that were checked; with the
#: last but one, the first, left, the way that the room points, the door in its level wall, or the last wall.
MODELS = (
    "last",
    "earlier",
    "first",
    "checked",
    *"cds.",
    *("not c", "not d", "not s"),
    "left",
    "point",
    "level",
    "wall",
)
WANTED = ("like", "unlike")
#: Rooms with some signs turn the rule into its opposite: never, each time, for good, for one checked turn, for
#: one room, by their number in the whole round, apart from the first room, only after a checked one, twice at
#: most, or until a room with a certain sign.
TURNERS = ("c", "d", "s", "cd", "cs", "ds", "cds")
EFFECTS = ("turn", "never", "for good", "once", "next", "whole", "later", "after checked", "twice", *"cds.")
#: Rooms after which the turns before them are forgotten.
CLEARED = ("", *"cds")
#: Floors on which the rule holds (1), its opposite does (2), or neither (0); and those on which turners act.
FLOORS = [("111", "111")]
FLOORS += [
    (floors, "111")
    for floors in map("".join, product("012", repeat=3))
    if len({*floors}) == 2 and floors.count("0") * floors.count("2") == 0
]
FLOORS += [("111", floors) for floors in map("".join, product("01", repeat=3)) if len({*floors}) == 2]
STEPS = (SUBJECTS, MODELS, WANTED, TURNERS, EFFECTS, CLEARED, FLOORS)
SHAPE = tuple(map(len, STEPS))
COMPARING = int(np.prod(SHAPE))
#: Or up to three kinds of rooms are forbidden, each by sign, floor and turn, or by some of these.
KINDS = [*product((*".cds", None), (*"012", None), (*"LR", None))]
FORBIDDEN = np.array([*combinations_with_replacement(range(len(KINDS)), 3)])
PARTS = {"rule": COMPARING + len(FORBIDDEN)}


@dataclass(frozen=True)
class Small:
    """A small round: the sign of each room that is left, the turns, the first room's way, and floors."""

    signs: str
    turns: str
    heading: int
    floors: str  #: as many as rooms, or as turns


def right_rule(mutation: str, sign: str, turner: str) -> dict[str, int]:
    """Return the rule of a mutation by its number."""
    choices = (sign, *RULES[mutation], turner, "turn", "", FLOORS[0])
    places = [step.index(choice) for step, choice in zip(STEPS, choices, strict=True)]
    return {"rule": int(np.ravel_multi_index(places, SHAPE))}


def kept(rules: Choices, call: Call) -> Any:
    """Return whether a round keeps each rule."""
    (small,) = call
    compares = rules["rule"] < COMPARING
    subject, model, wanted, turner, effect, cleared, floor = np.unravel_index(rules["rule"][compares], SHAPE)
    same, is_turned, holds, opposite, has_kind = _tables(small)
    like = same[subject, cleared, model]
    turned = is_turned[effect, subject, turner, floor] ^ opposite[floor] ^ wanted[:, None].astype(bool)
    found = np.empty(len(compares), bool)
    found[compares] = ~(holds[floor] & (like >= 0) & ((like == 0) ^ turned)).any(axis=1)
    found[~compares] = ~has_kind[FORBIDDEN[rules["rule"][~compares] - COMPARING]].any(axis=1)
    return found


@lru_cache(maxsize=256)
def _tables(small: Small) -> tuple[Any, ...]:
    """Return what the choices of a rule mean for each turn of a round; the last axis are the turns.

    Returns:
        1 where a checked turn is like what it is compared with, 0 where not, and -1 for others; whether a turner
        has turned the rule; whether floors let the rule hold; whether they turn it; and the kinds of its rooms.
    """
    rooms = list(zip(small.signs, small.turns, small.floors, strict=False))
    same = [
        [list(zip(*_same(small, subject, clear), strict=True)) for clear in CLEARED] for subject in SUBJECTS
    ]
    checked = np.array([[[[sign in subject]] for subject in SUBJECTS] for sign in small.signs])
    acting = np.array(
        [
            [[sign in turner and acts[int(floor)] == "1" for _, acts in FLOORS] for turner in TURNERS]
            for sign, _, floor in rooms
        ]
    )
    turned = np.stack([_turned(effect, small.signs, checked, acting[:, None]) for effect in EFFECTS])
    floors = np.array([[holds[int(floor)] for _, _, floor in rooms] for holds, _ in FLOORS])
    has_kind = [
        any(
            all(own in (None, part) for own, part in zip(kind, (sign, floor, turn), strict=True))
            for sign, turn, floor in rooms
        )
        for kind in KINDS
    ]
    return np.array(same, np.int8), turned, floors != "0", floors == "2", np.array(has_kind)


def _same(small: Small, subject: str, clear: str) -> Iterator[list[int]]:
    """Yield for each turn of a round whether it is like each model; -1 without a model, or if not checked."""
    heading, seen = small.heading, dict[str, str]()
    for sign, turn in zip(small.signs, small.turns, strict=True):
        if sign == clear:
            seen.clear()
        wall = str((heading + (1 if turn == "L" else -1)) % 6)
        models = {**seen, "left": "L", "point": "RL"[heading % 2], "level": "LR"[heading % 3 > 0]}
        yield [
            int((wall if model == "wall" else turn) == models[model])
            if sign in subject and model in models
            else -1
            for model in MODELS
        ]
        seen |= {"earlier": seen["last"]} if "last" in seen else {}
        seen |= {"last": turn, "first": seen.get("first", turn), sign: turn}
        seen |= {f"not {other}": turn for other in "cds" if other != sign}
        seen |= {"checked": turn, "wall": wall} if sign in subject else {}
        heading = int(wall)


def _turned(effect: str, signs: str, checked: Any, acting: Any) -> Any:
    """Return whether the rule is turned at each turn, for each subject, turner and floors.

    Args:
        effect: what the turner does.
        signs: of the rooms.
        checked: whether the turn in a room is checked, of shape (turns, subjects, 1, 1).
        acting: whether a room is a turner, of shape (turns, 1, turners, floors).
    """
    if effect == "never":
        acting = np.zeros_like(acting)
    state, count = np.zeros_like(checked[0] | acting[0]), np.cumsum(acting, axis=0)
    found = []
    for place, acting_here in enumerate(acting):
        acts = acting_here
        if effect == "later":
            acts = acts & (place > 0)
        elif effect == "after checked":
            acts = acts & checked[:place].any(axis=0)
        elif effect == "twice":
            acts = acts & (count[place] <= 2)
        state = state | acts if effect == "for good" else state ^ acts
        if signs[place] == effect:
            state = state & acts
        found.append(state if effect != "whole" else state & False | count[-1] % 2 == 1)
        if effect == "once":
            state = state & ~checked[place]
        elif effect == "next":
            state = state & acts
    return np.moveaxis(np.array(found), 0, -1)


def walk(small: Small) -> list[tuple[int, int, bool]]:
    """Return row, column and whether it points up for each room of a small round."""
    row, column, heading = 0, 0, small.heading
    rooms = [(row, column, heading % 2 == 1)]
    for turn in small.turns:
        heading = (heading + (1 if turn == "L" else -1)) % 6
        row, column = row + DOWN[heading], column + ACROSS[heading]
        rooms.append((row, column, heading % 2 == 1))
    return rooms


def draw_round(draws: Draws) -> Small:
    """Draw a small round through two rows of rooms."""
    while True:
        count = draws.integer(2, 5)
        signs = "".join(draws.choices("cccdddsss.", count))
        small = Small(signs, draws.text("LR", count), draws.choice(range(6)), draws.text("012", count + 1))
        rows, columns, _ = zip(*walk(small), strict=True)
        if max(rows) - min(rows) <= 1 and max(columns) - min(columns) <= 4:
            return small

"""Rules of two days on which the holes of a mosaic are filled.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules, rule_of
from workshop.suites.humaneval_v.families._mosaic_axes import SIDE, Axis

HOLE, PILLAR = 0, 5
KINDS = ("upright", "level", "falling", "rising", "half-turn")
#: The marks by which a wall is filled, one after the other; with ``at once`` both from the wall that was found.
DAYS = {"1, 2": (0, 1), "2, 1": (1, 0), "at once": (0, 1), "1": (0,), "2": (1,)}
#: Parts of what a reader may see in the plan and the wall → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "days": tuple(DAYS),
    "beyond": ("nothing", "the other side", "the edge"),  # what is opposite outside of the wall
    # What is not copied; or black tiles are replaced like holes.
    "apart": ("black", "none", "replaced", "black and 1", "black and 2", "black and 3", "black and 4"),
    "kind 1": KINDS,
    "off 1": (-1, 0, 1),  # half tiles
    "exchange 1": ("own", "other", "none"),
    "kind 2": KINDS,
    "off 2": (-1, 0, 1),
    "exchange 2": ("own", "other", "none"),
}

Tiles = npt.NDArray[np.int8]


@lru_cache(maxsize=256)
def _opposite(kind: str, axis: Axis, beyond: str) -> npt.NDArray[np.int64]:
    """Return for each place the number of the opposite one; one more than all for none."""
    found = []
    for place in product(range(SIDE), repeat=2):
        down, across = axis.opposite(kind, *place)
        if beyond == "the other side":
            down, across = down % SIDE, across % SIDE
        elif beyond == "the edge":
            down, across = (min(max(at, 0), SIDE - 1) for at in (down, across))
        inside = 0 <= down < SIDE and 0 <= across < SIDE
        found.append(down * SIDE + across if inside else SIDE * SIDE)
    return np.array(found)


def _filled(walls: Tiles, sources: Tiles, choices: Sequence[str], axes: Sequence[Axis], day: int) -> Tiles:
    """Return walls after a day; tiles are copied from ``sources``."""
    beyond, apart, kind, off, exchange = choices
    own = axes[day]
    axis = replace(own, across=own.across + int(off), down=own.down + int(off), shift=own.shift + int(off))
    copied = np.arange(PILLAR + 1, dtype=np.int8)
    if exchange != "none":
        pair = [*(own if exchange == "own" else axes[1 - day]).pair]
        copied[pair] = pair[::-1]
    copied[[int(word) for word in apart.split() if word.isdigit()]] = HOLE
    if apart != "none":
        copied[PILLAR] = HOLE
    padded = np.concatenate([sources, np.full((len(sources), 1), HOLE, np.int8)], axis=1)
    tiles = copied[padded[:, _opposite(kind, axis, beyond)]]
    is_open = (walls == HOLE) | ((walls == PILLAR) & (apart == "replaced"))
    return np.where(is_open & (tiles != HOLE), tiles, walls)


def _results(axes: Sequence[Axis], rules: Choices, call: Call) -> Tiles:
    """Return the wall after both days by each rule; rules that do the same on a day are taken together."""
    found = np.ravel(call[0]).astype(np.int8)[None]
    walls = np.repeat(found, count_rules(rules), axis=0)
    for step in range(2):
        marks = np.array([(*days, 2)[step] for days in DAYS.values()])[rules["days"]]
        for day in range(2):
            names = ["beyond", "apart", *(f"{part} {day + 1}" for part in ("kind", "off", "exchange"))]
            (chosen,) = np.nonzero(marks == day)
            at_once = rules["days"][chosen] == [*DAYS].index("at once")
            same = np.ravel_multi_index(
                (at_once, *(rules[name][chosen] for name in names)),
                (2, *(len(PARTS[name]) for name in names)),
            )
            order = np.argsort(same, kind="stable")
            _, starts = np.unique(same[order], return_index=True)
            for group in np.split(chosen[order], starts[1:]) if len(chosen) else ():
                choices = [PARTS[name][rules[name][group[0]]] for name in names]
                from_found = PARTS["days"][rules["days"][group[0]]] == "at once"
                before = walls[group]
                walls[group] = _filled(before, found if from_found else before, choices, axes, day)
    return walls


def right_rule(kinds: Sequence[str]) -> Mapping[str, int]:
    """Return the rule of two kinds of marks by the choice of each part."""
    first, second = kinds
    return rule_of(PARTS, ("1, 2", "nothing", "black", first, 0, "own", second, 0, "own"))


@lru_cache(maxsize=4)
def mosaic_rules(axes: tuple[Axis, Axis]) -> RuleSpace:
    """Return the space of a plan with two marks."""
    return RuleSpace(
        parts=choice_counts(PARTS),
        results=partial(_results, axes),  # type: ignore[arg-type]
        coded=np.ravel,
    )

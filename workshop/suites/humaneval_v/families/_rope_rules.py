"""Rules of ``rope_wall``: all that a reader may see in the small drawings, tried at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.rule_space import Choices

NAMES = "ABCDEF"
ANY = 9  #: more crossings than a rope has
#: When crossings hold a rope that is behind and in front at some: more than this many of the one or of the
#: other, of both at once, of both together, or more of the one than of the other by this many.
HELD = [
    *(("or", behind, front) for behind, front in product((0, 1, 2, 3, ANY), repeat=2)),
    *(("and", behind, front) for behind, front in product((0, 1, 2, 3), repeat=2)),
    *((name, most, ANY) for name in ("sum", "behind", "front") for most in range(4)),
]  # fmt: skip
#: What a crossing with a rope that has a ball does.
LOADS = (
    "none",
    "holds behind",
    "holds in front",
    "holds",
    "frees behind",
    "frees in front",
    "not counted",
    "twice",
)
#: Which crossings count: all, the first or the last one of each other rope, or only the first or the last one.
COUNTED = ("all", "first of each", "last of each", "first", "last")
#: Parts of a rule; ``own`` ones are about ropes with a ball at their end.
PARTS = {
    "held": len(HELD), "load": len(LOADS), "own held": len(HELD), "own load": len(LOADS), "counted": len(COUNTED),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A small drawing: a rope that is pulled, and the ropes across it, from the top."""

    laid: str  #: for each crossing o if the other rope lies over it, u if under; a capital: with a ball
    is_one: bool = False  #: whether all crossings belong to one rope that winds
    has_ball: bool = False

    @property
    def words(self) -> str:
        """Say what is drawn."""
        told = {"o": "in front", "u": "behind", "O": "in front with a ball", "U": "behind with a ball"}
        across = ", ".join(told[sign] for sign in self.laid)
        return f"{across}{' (one rope that winds)' * self.is_one}{'; a ball at its end' * self.has_ball}"


#: A crossing of a rope: the other one, whether that lies over it, and whether that has a ball.
Crossing = tuple[int, bool, bool]


@lru_cache(maxsize=100_000)
def _stays(crossings: tuple[Crossing, ...]) -> npt.NDArray[np.bool_]:
    """Return whether a rope stays, by each choice for held, load and counted."""
    first = {rope: crossing for crossing in reversed(crossings) for rope in crossing[:1]}
    last = {crossing[0]: crossing for crossing in crossings}
    counted = crossings, (*first.values(),), (*last.values(),), crossings[:1], crossings[-1:]
    return np.array(
        [[[_holds(*parts) for parts in product([held], [load], counted)] for load in LOADS] for held in HELD]
    )


def _holds(held: tuple[str, int, int], load: str, crossings: Sequence[Crossing]) -> bool:
    loads = {is_over for _, is_over, has_ball in crossings if has_ball}
    if load in ("holds behind", "frees behind") and True in loads:
        return load == "holds behind"
    if load in ("holds in front", "frees in front") and False in loads:
        return load == "holds in front"
    if load == "holds" and loads:
        return True
    weight = {"not counted": 0, "twice": 2}.get(load, 1)
    behind, front = (
        sum(weight if has_ball else 1 for _, is_over, has_ball in crossings if is_over is side)
        for side in (True, False)
    )
    kind, most, other = held
    return {
        "or": behind > most or front > other,
        "and": behind > most and front > other,
        "sum": behind + front > most,
        "behind": behind - front > most,
        "front": front - behind > most,
    }[kind]


def _by_rule(rules: Choices, crossings: tuple[Crossing, ...], has_ball: bool) -> npt.NDArray[np.bool_]:
    own = "own " * has_ball
    found: npt.NDArray[np.bool_] = _stays(crossings)[
        rules[f"{own}held"], rules[f"{own}load"], rules["counted"]
    ]
    return found


def case_stays(rules: Choices, case: Case) -> npt.NDArray[np.bool_]:
    """Return whether the rope of a small drawing stays, by each rule."""
    crossings = [
        (0 if case.is_one else place, sign in "oO", sign.isupper()) for place, sign in enumerate(case.laid)
    ]
    return _by_rule(rules, tuple(crossings), case.has_ball)


def pulled(rules: Choices, order: str, pairs: Sequence[tuple[str, str]], balls: Sequence[str]) -> Any:
    """Return which ropes of a wall come out, coded, by each rule.

    Args:
        rules: the rules.
        order: the letters of the ropes, as they are pulled.
        pairs: the ropes of each crossing, the upper one first.
        balls: the ropes with balls.
    """
    out, code = np.zeros((2, len(rules["held"])), dtype=np.int64)
    for rope in order:
        bit = 1 << NAMES.index(rope)
        for gone in np.unique(out):
            if gone & bit:
                continue
            crossings = [
                (NAMES.index(other), upper != rope, other in balls)
                for upper, lower in pairs
                for other in {upper, lower} - {rope}
                if rope in (upper, lower) and not gone & 1 << NAMES.index(other)
            ]
            comes = (out == gone) & ~_by_rule(rules, tuple(crossings), rope in balls)
            out, code = (
                np.where(comes, out | bit, out),
                np.where(comes, code * 7 + NAMES.index(rope) + 1, code),
            )
    return code


def coded(result: str) -> int:
    """Return the number that :func:`pulled` has for ropes that come out."""
    code = 0
    for rope in result:
        code = code * 7 + NAMES.index(rope) + 1
    return code


def right_rule(mutation: str, most: int) -> Mapping[str, int]:
    """Return the rule of a mutation, by the choice of its parts."""
    behind, front = ("or", most, ANY), ("or", ANY, most)
    held, load, own_held = {
        "loads": (behind, "holds behind", behind),
        "balls": (behind, "none", ("or", ANY, 0)),
        "over": (front, "none", ("or", ANY, 0)),
        "carries": (front, "holds in front", front),
        "under": (behind, "none", ("or", 0, ANY)),
    }[mutation]
    loads = LOADS.index(load)
    return {
        "held": HELD.index(held), "load": loads, "own held": HELD.index(own_held), "own load": loads, "counted": 0,
    }  # fmt: skip


#: Largest number of crossings that do not hold a rope → small drawings, without and with a ball at the end of
#: the pulled rope, that leave one rule. A one after the crossings: one rope winds.
_CASES = {
    1: (
        "o u oo uu oo1 uu1 OU oouu uUOo uuuU Oooo",
        "o u oo uu oo1 uu1 OU uuoo uuuU Oooo",
    ),
    2: (
        "oo uu ooo uuu ooo1 uuu1 ouUO oUoo Ouuu uuoU uuuu OOoo",
        "oo uu ooo uuu ooo1 uuu1 OU uuou uooo OooO Uuuu",
    ),
}  # fmt: skip


def cases(most: int) -> list[Case]:
    """Return the small drawings; ``most`` is the number of crossings that do not hold a rope."""
    return [
        Case(laid.rstrip("1"), is_one="1" in laid, has_ball=bool(has_ball))
        for has_ball, row in enumerate(_CASES[most])
        for laid in row.split()
    ]

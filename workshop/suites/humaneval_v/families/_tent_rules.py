"""Rules of ``tent_walk``: all that a reader may see in the small walks, tried at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from workshop.authoring.rule_space import Choices

#: A walk: T for each place with a tent, o for another; p for each plain path, d for a dashed one.
Walk = tuple[str, str]
ANY = 9  #: more paths than a walk has
#: How many paths a walk may have, of both kinds or plain ones, and how many dashed ones.
LONG = [("pd", ANY), *product(("pd", "p"), (1, 2, 3, 4))]
DASHED = (0, 1, 2, 3, ANY)
#: Where these paths are counted: between tents, in the whole walk, or one after the other.
COUNTED = ("tents", "walk", "row")
#: Where a kind of path may be: by whether it starts and ends at a tent.
AT: dict[str, Callable[[bool, bool], bool]] = {
    "anywhere": lambda _start, _end: True,
    "from a tent": lambda start, _end: start,
    "to a tent": lambda _start, end: end,
    "at a tent": lambda start, end: start or end,
    "between tents": lambda start, end: start and end,
    "not from a tent": lambda start, _end: not start,
    "not to a tent": lambda _start, end: not end,
    "not at a tent": lambda start, end: not (start or end),
}
PLACES = ("any", "T", "o")  #: where a walk may begin or end
#: Which kind the paths have up to the first tent, whose kind then changes at each; in capitals also at a tent at
#: the start. Or the first path may have either.
TURNS = ("none", "p", "d", "P", "D", "either")
PARTS = {
    "long": len(LONG), "dashed": len(DASHED), "counted": len(COUNTED), "dashed at": len(AT), "plain at": len(AT),
    "first": len(PLACES), "last": len(PLACES), "turn": len(TURNS),
}  # fmt: skip


@lru_cache(maxsize=100_000)
def _counts(walk: Walk) -> npt.NDArray[np.bool_]:
    """Return whether a walk keeps the limits, by each choice for long, dashed and counted."""
    places, paths = walk

    def most(kinds: str, counted: str) -> int:
        found = count = 0
        for path, end in zip(paths, places[1:], strict=True):
            count = count + 1 if path in kinds else 0 if counted == "row" else count
            found = max(found, count)
            count = 0 if counted == "tents" and end == "T" else count
        return found

    return np.array(
        [
            [[most(kinds, how) <= limit and most("d", how) <= dashed for how in COUNTED] for dashed in DASHED]
            for kinds, limit in LONG
        ]
    )


@lru_cache(maxsize=100_000)
def _others(walk: Walk) -> tuple[npt.NDArray[np.bool_], ...]:
    """Return whether a walk is allowed by each choice for dashed at, plain at, first, last and turn."""
    places, paths = walk
    steps = [
        (path, start == "T", end == "T") for path, (start, end) in zip(paths, pairwise(places), strict=True)
    ]
    kinds = [
        [all(may(start, end) for path, start, end in steps if path == kind) for may in AT.values()]
        for kind in "dp"
    ]
    ends = [[wanted in ("any", place) for wanted in PLACES] for place in (places[0], places[-1])]
    return tuple(map(np.array, (*kinds, *ends, [_turns(turn, places, paths) for turn in TURNS])))


def _turns(turn: str, places: str, paths: str) -> bool:
    if turn == "none":
        return True
    kind = paths[0] if turn == "either" else turn.lower()
    if turn.isupper() and places[0] == "T":
        kind = "pd"[kind == "p"]
    for path, end in zip(paths, places[1:], strict=True):
        if path != kind:
            return False
        if end == "T":
            kind = "pd"[kind == "p"]
    return True


def is_allowed(rules: Choices, walk: Walk) -> npt.NDArray[np.bool_]:
    """Return whether a walk is allowed, by each rule."""
    allowed: npt.NDArray[np.bool_] = _counts(walk)[rules["long"], rules["dashed"], rules["counted"]]
    for name, table in zip(("dashed at", "plain at", "first", "last", "turn"), _others(walk), strict=True):
        allowed = allowed & table[rules[name]]
    return allowed


def right_rule(mutation: str, legs: int, few: int) -> dict[str, int]:
    """Return the rule of a mutation, by the choice of its parts."""
    long, at = LONG.index(("pd", legs)), [*AT]
    changed = {
        "from-tents": {"long": long, "dashed at": at.index("from a tent")},
        "into-tents": {"long": long, "dashed at": at.index("to a tent")},
        "few": {"dashed": DASHED.index(few), "last": PLACES.index("T")},
        "turns": {"turn": TURNS.index("p")},
        "dashed-first": {"turn": TURNS.index("d")},
    }[mutation]
    return {**dict.fromkeys(PARTS, 0), "dashed": DASHED.index(ANY), **changed}


#: Limits of the rules → small walks that leave one rule for each mutation: places and paths in turn.
_SMALL = {
    (2, 1): (
        "Tdo odT opopo Tdopopo opopodT TpTdodododT ododTpTdodT "
        "opopopopopT odododododo TpopTpTpTdTdT odTpopopopopo odopTdTdTdTdT"
    ),
    (2, 2): (
        "Tpo odTpo Tdopopo odododT opopodT ododododo TdTdTdTdopT "
        "ododTpTdodT opopopopopo TdTpopopTdodT odTpopopopopT opTdododododT opopTpTdTdTdT"
    ),
    (3, 1): (
        "Tdo odT Tdopopopo opopopodT TdTpopopopT TdodTpTdodT opTdodododT "
        "odododododo TpopopTdTpopo odTpopopopopo odopTdTdTdTdT opopopTpTpTdT opopopopopopT"
    ),
    (3, 2): (
        "Tdo odododT Tdopopopo opopopodT ododododo TpTdodTpTdT TpodTdTdTdT "
        "ododTpTdodT opopopopopo odTpopopopopT opTdododododT opopTpopTpTdT opopopTdTpopo"
    ),
}


def small_walks(legs: int, few: int) -> list[Walk]:
    """Return the small walks of the picture.

    Args:
        legs: the number of paths that are allowed without a tent.
        few: the number of dashed paths that are allowed without a tent.
    """
    return [(walk[::2], walk[1::2]) for walk in _SMALL[legs, few].split()]

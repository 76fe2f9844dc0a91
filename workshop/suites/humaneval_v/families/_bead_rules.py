"""Rules by which the beads of a thread with knots change places.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space

LETTERS = "ABCDEF"

Beads = tuple[str, ...]


def _in_groups(size: int) -> Callable[[Beads], Beads]:
    """Return the move that reverses so many beads after the other."""
    return lambda p: sum((p[at : at + size][::-1] for at in range(0, len(p), size)), ())


def _halves(p: Beads) -> Beads:
    return p[len(p) // 2 :] + p[: len(p) // 2]


def _halves_around(p: Beads) -> Beads:
    half = len(p) // 2
    return p[len(p) - half :] + p[half : len(p) - half] + p[:half]


def _outside_in(p: Beads) -> Beads:
    return tuple(p[place // 2] if place % 2 == 0 else p[-1 - place // 2] for place in range(len(p)))


def _woven(p: Beads) -> Beads:
    half = -(-len(p) // 2)
    return tuple(p[place // 2 + half * (place % 2)] for place in range(len(p)))


def _every_other_reversed(p: Beads) -> Beads:
    turned = list(p)
    turned[::2] = turned[::2][::-1]
    return tuple(turned)


def _least_first(p: Beads) -> Beads:
    at = p.index(min(p))
    return p[at : at + 1] + p[:at] + p[at + 1 :]


#: What happens to the beads of a part, counted from its left end → their new order.
MOVES: dict[str, Callable[[Beads], Beads]] = {
    "reversed": lambda p: p[::-1],
    "first-last": lambda p: p[1:] + p[:1],
    "first two last": lambda p: p[2:] + p[:2],
    "ends": lambda p: p[-1:] + p[1:-1] + p[:1] if len(p) > 1 else p,
    "pairs": _in_groups(2),
    "threes": _in_groups(3),
    "fours": _in_groups(4),
    "inner pairs": lambda p: p[:1] + _in_groups(2)(p[1:]),
    "first pair": lambda p: p[1::-1] + p[2:],
    "all but the first reversed": lambda p: p[:1] + p[:0:-1],
    "all but the ends reversed": lambda p: p[:1] + p[-2:0:-1] + p[-1:] if len(p) > 1 else p,
    "all but the first, one up": lambda p: p[:1] + p[2:] + p[1:2],
    "first half reversed": lambda p: p[: len(p) // 2][::-1] + p[len(p) // 2 :],
    "halves": _halves,
    "halves around the middle": _halves_around,
    "halves reversed": lambda p: p[: len(p) // 2][::-1] + p[len(p) // 2 :][::-1],
    "every-other": lambda p: p[::2] + p[1::2],
    "every other second": lambda p: p[1::2] + p[::2],
    "every other, back": lambda p: p[::2] + p[1::2][::-1],
    "every other reversed": _every_other_reversed,
    "every third": lambda p: p[::3] + p[1::3] + p[2::3],
    "outside in": _outside_in,
    "woven halves": _woven,
    "middle first": lambda p: p[len(p) // 2 : len(p) // 2 + 1] + p[: len(p) // 2] + p[len(p) // 2 + 1 :],
    "alphabet": lambda p: tuple(sorted(p)),
    "least first": _least_first,
    "turned to the least": lambda p: p[p.index(min(p)) :] + p[: p.index(min(p))],
}

#: Parts of what a reader may see in a pulled thread → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "knot": ("", *LETTERS),
    "knots": ("part the thread", "only stay", "end a part", "begin a part"),
    "move": tuple(MOVES),
    "from": ("left", "right"),
    "every second part": ("the same", "stays", "from the other end"),
    "parts": ("all", "between knots", "not the first", "not the last"),
    "fewest": (1, 3, 4),  # beads of a part that moves
    "most": (99, 5, 4),  # beads of a part that move
    "equal neighbours": ("alone", "as one"),
}


@lru_cache(maxsize=100_000)
def _moved(move: str, right: bool, fewest: int, most: int, together: bool, part: str) -> str:
    """Return a part after its move."""
    beads = tuple(found[0] for found in re.finditer(r"(.)\1*", part)) if together else tuple(part)
    if not beads or len(beads) < fewest:
        return part
    beads = beads[::-1] if right else beads
    beads = MOVES[move](beads[:most]) + beads[most:]
    return "".join(beads[::-1] if right else beads)


@lru_cache(maxsize=1_000)
def _parted(beads: str, knot: str, knots: str) -> list[str]:
    """Return the parts of a thread, and what lies between them at the odd places."""
    if not knot:
        return [beads]
    if knots == "end a part":
        return re.sub(f"({knot})(?=.)", r"\1|", beads).replace("|", "||").split("|")
    if knots == "begin a part":
        return re.sub(f"(?<=.)({knot})", r"|\1", beads).replace("|", "||").split("|")
    return re.split(f"({knot})", beads)


def pulled(choices: Sequence[Any], beads: str) -> str:
    """Return a thread after it has been pulled by a rule of the space."""
    knot, knots, move, start, second, which, fewest, most, equal = choices
    right, together = start == "right", equal == "as one"
    if knot and knots == "only stay":
        others = iter(_moved(move, right, fewest, most, together, beads.replace(knot, "")))
        return "".join(bead if bead == knot else next(others) for bead in beads)
    parts = _parted(beads, knot, knots)
    last, new = len(parts) - 1, []
    for place, part in enumerate(parts):
        turned = place % 4 == 2 and second == "from the other end"
        if (
            place % 2
            or (place % 4 == 2 and second == "stays")
            or (not place and which in ("between knots", "not the first"))
            or (place == last and which in ("between knots", "not the last"))
        ):
            new.append(part)
        else:
            new.append(_moved(move, right != turned, fewest, most, together, part))
    return "".join(new)


@lru_cache(maxsize=1)
def thread_rules() -> RuleSpace:
    """Return the space of all threads."""
    return program_space(PARTS, pulled)

"""Rules of ``glass_table``: all that a reader may see in the rings and the table, tried at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from workshop.authoring.rule_space import Choices, one_rule

#: The squares that a heading leads to, from the top, clockwise by 45 degrees.
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
EAST = 2
LONGEST = 120  #: squares of a way; longer ones are taken for endless
ENDS = -1  #: instead of a heading: a colour that ends

#: What a prism adds to the headings of the colours, or the headings that it gives them.
TURNS, BENDS = [*product(range(8), repeat=3)], ("adds", "gives")
PARTED = (
    "always",
    "together",
    "alone",
)  #: when a prism bends a colour: by whether it was parted from others before
MIRRORS = ("mirrored", "back", "right", "left")  #: where a mirror sends a colour
COLOURS = [
    *product((True, False), repeat=3)
]  #: whether each colour meets the mirror, or is stopped by the filter
PANES = ("nothing", "turns")
PARTS = {
    "turns": len(TURNS), "bends": len(BENDS), "parted": len(PARTED), "mirror": len(MIRRORS), "tint": len(COLOURS),
    "stops": len(COLOURS), "pane": len(PANES),
}  # fmt: skip


@dataclass(frozen=True)
class Ring:
    """Colours that come to a piece of glass together, or one alone."""

    sign: str
    colours: tuple[int, ...]
    heading: int


def right_rule(mutation: str, turns: tuple[int, ...], tint: int, kept: int) -> Choices:
    """Return the rule of a mutation, as the only one of some.

    Args:
        mutation: its name.
        turns: eighths of a turn by which a prism bends each colour.
        tint: the colour that a tinted mirror throws back.
        kept: the colour of the filter.
    """
    colours = range(3)
    met = tuple(colour == tint or "tinted" not in mutation for colour in colours)
    stopped = tuple((colour == kept) == ("blocks" in mutation) for colour in colours)
    choices = {
        **dict.fromkeys(PARTS, 0), "turns": TURNS.index(tuple(turn % 8 for turn in turns)),
        "parted": int(mutation == "once"), "tint": COLOURS.index(met), "stops": COLOURS.index(stopped),
    }  # fmt: skip
    return one_rule(choices)


def _after(rules: Choices, axis: int, sign: str, colour: int, heading: Any, is_alone: Any) -> Any:
    """Return the heading of a colour behind a piece of glass by each rule; ``ENDS`` if it ends there."""
    match sign:
        case "prism":
            turn = np.array(TURNS)[rules["turns"], colour]
            bent = (turn + heading * (rules["bends"] == 0)) % 8
            acts = (rules["parted"] == 0) | (is_alone == (rules["parted"] == PARTED.index("alone")))
            return np.where(acts, bent, heading)
        case "mirror":
            sent = np.choose(rules["mirror"], [axis - heading, heading + 4, heading + 2, heading - 2]) % 8
            return np.where(np.array(COLOURS)[rules["tint"], colour], sent, heading)
        case "filter":
            return np.where(np.array(COLOURS)[rules["stops"], colour], ENDS, heading)
        case _:
            return (heading + 2 * rules["pane"]) % 8


def seen(rules: Choices, axis: int, ring: Ring) -> Any:
    """Return the headings behind the glass in a ring by each rule, of shape (rules, colours)."""
    is_alone = len(ring.colours) == 1
    each = [_after(rules, axis, ring.sign, colour, ring.heading, is_alone) for colour in ring.colours]
    return np.stack([np.broadcast_to(headings, len(rules["turns"])) for headings in each], axis=1)


def lit(rules: Choices, axis: int, names: Mapping[str, str], rows: Sequence[str], start: int) -> Any:
    """Return the number of colours on each square of a table by each rule, of shape (rules, rows, columns).

    Args:
        rules: the rules.
        axis: direction of the mirror.
        names: letter of a sign → the piece of glass.
        rows: squares of the table.
        start: row in which the light comes in.
    """
    count, high, wide = len(rules["turns"]), len(rows), len(rows[0])
    signs = np.array([[names.get(letter, ".") for letter in line] for line in rows])
    found = np.zeros((count, high, wide), dtype=int)
    every = np.arange(count)
    for colour in range(3):
        row, column, heading = np.full(count, start), np.zeros(count, dtype=int), np.full(count, EAST)
        is_alone, reached = np.zeros(count, dtype=bool), np.zeros_like(found, dtype=bool)
        for _ in range(LONGEST):
            inside = (heading != ENDS) & (row >= 0) & (row < high) & (column >= 0) & (column < wide)
            if not inside.any():
                break
            at = every[inside], row[inside], column[inside]
            reached[at] = True
            here = np.full(count, ".", dtype=signs.dtype)
            here[inside] = signs[at[1:]]
            heading = np.where(inside, heading, ENDS)
            for sign in names.values():
                after = _after(rules, axis, sign, colour, heading, is_alone)
                heading = np.where(here == sign, after, heading)
            is_alone |= (here == "prism") | (here == "filter")
            steps = np.array([*STEPS, (0, 0)])[heading]
            row, column = row + steps[:, 0], column + steps[:, 1]
        found += reached
    return found

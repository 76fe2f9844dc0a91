"""Rules of ``kiln_shelf`` as programs, and as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from operator import ge, gt, le, lt
from typing import Any

import numpy as np

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices

SIGNATURE = """import pandas as pd


def solution(shelf: pd.DataFrame, heat: float) -> pd.DataFrame:"""
COLUMNS = ("glaze", "rings", "beads")
GLAZES = ("red", "yellow", "blue")
PLACES = 7  #: maximum number of pots on a shelf
Pot = tuple[str, int, int]
Pots = tuple[Pot, ...]
#: By what pots are put in order, whether the largest comes first, and whether equal ones change sides.
ORDERS = list(product(("rings", "beads", "sum"), (False, True), (False, True)))
#: Which pots the heat takes, and where to.
SIDES = {"none": lambda _value, _heat: False, ">": gt, ">=": ge, "<": lt, "<=": le}
HEATS = [None, *product(("rings", "beads"), list(SIDES)[1:], ("gone", "right", "left"))]
#: How many beads pots have afterwards.
BEADS = (
    "", "shelf['beads'] + shelf.groupby('glaze').cumcount()", "shelf['beads'].shift(fill_value=0)",
    "shelf['beads'].shift(-1, fill_value=0)", "shelf['beads'].cummax()",
    "shelf['beads'] + shelf['glaze'].duplicated()",
)  # fmt: skip
#: Of which pots with the same value one stays.
MERGES = [None, *product(COLUMNS, ("first", "last"))]
LIMITS = (1.5, 2, 2.5, 3)
#: When the shelf is turned; by the heat only if misread, like the last beads.
TURNS = (
    "", "len(shelf) % 2 == 1", "len(shelf) % 2 == 0",
    *(f"(shelf['glaze'] == '{glaze}').sum() > 1" for glaze in GLAZES),
    *(f"heat {side} {heat}" for side in ("<", ">=") for heat in LIMITS),
)  # fmt: skip
PARTS = {
    "order": len(ORDERS), "heat": len(HEATS), "beads": 5, "merge": len(MERGES), "turn": 6,
    "beads first": 2,
}  # fmt: skip


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    key, downwards, sides = ORDERS[rule["order"]]
    values = "shelf['rings'] + shelf['beads']" if key == "sum" else f"shelf['{key}']"
    beads = [f"    shelf['beads'] = {BEADS[rule['beads']]}"] * bool(rule["beads"])
    lines = [*SIGNATURE.splitlines(), *beads * rule["beads first"]]
    lines += ["    shelf = shelf[::-1]"] * sides + [f"    values = {values}"]
    lines += [f"    shelf = shelf.loc[sorted(shelf.index, key=values.get{', reverse=True' * downwards})]"]
    if taken := HEATS[rule["heat"]]:
        column, side, where = taken
        moved = f"shelf.loc[sorted(shelf.index, key=hot.get{', reverse=True' * (where == 'left')})]"
        lines += [f"    hot = shelf['{column}'] {side} heat"]
        lines += [f"    shelf = {'shelf[~hot]' if where == 'gone' else moved}"]
    lines += beads * (1 - rule["beads first"])
    if merged := MERGES[rule["merge"]]:
        lines += [f"    shelf = shelf.drop_duplicates('{merged[0]}', keep='{merged[1]}')"]
    if turn := TURNS[rule["turn"]]:
        lines += [f"    if {turn}:", "        shelf = shelf[::-1]"]
    return "\n".join([*lines, "    return shelf.reset_index(drop=True)"])


def _in_order(pots: Pots, choice: int) -> Pots:
    key, downwards, sides = ORDERS[choice]
    values = {"rings": lambda pot: pot[1], "beads": lambda pot: pot[2], "sum": lambda pot: pot[1] + pot[2]}
    return tuple(sorted(pots[::-1] if sides else pots, key=values[key], reverse=downwards))


def _heated(pots: Pots, choice: int, heat: float) -> Pots:
    column, side, where = HEATS[choice] or ("rings", "none", "gone")
    values = [pot[COLUMNS.index(column)] for pot in pots]
    hot = [pot for pot, value in zip(pots, values, strict=True) if SIDES[side](value, heat)]
    cold = [pot for pot, value in zip(pots, values, strict=True) if not SIDES[side](value, heat)]
    return tuple({"gone": cold, "right": cold + hot, "left": hot + cold}[where])


def _beaded(pots: Pots, choice: int) -> Pots:
    beads, glazes = [pot[2] for pot in pots], [pot[0] for pot in pots]
    new = (
        beads, [number + glazes[:at].count(glazes[at]) for at, number in enumerate(beads)], [0, *beads[:-1]],
        [*beads[1:], 0], [max(beads[: at + 1]) for at in range(len(beads))],
        [number + (glazes[at] in glazes[:at]) for at, number in enumerate(beads)],
    )[choice]  # fmt: skip
    return tuple((glaze, rings, number) for (glaze, rings, _), number in zip(pots, new, strict=False))


def _merged(pots: Pots, choice: int) -> Pots:
    if not (merged := MERGES[choice]):
        return pots
    way, at = (-1 if merged[1] == "last" else 1), COLUMNS.index(merged[0])
    stay = {pot[at]: pot for pot in pots[::-way]}
    return tuple(pot for pot in pots if stay[pot[at]] is pot)


def _turned(pots: Pots, choice: int, heat: float) -> Pots:
    many = [sum(pot[0] == glaze for pot in pots) > 1 for glaze in GLAZES]
    hot = [*(heat < than for than in LIMITS), *(heat >= than for than in LIMITS)]
    return pots[::-1] if (False, len(pots) % 2 == 1, len(pots) % 2 == 0, *many, *hot)[choice] else pots


def pots_of(shelf: dict[str, list[Any]]) -> Pots:
    return tuple(zip(*shelf.values(), strict=True))


def numbered(pots: Sequence[Pot]) -> Any:
    """Return a shelf as numbers, of shape (places, columns); -1 where no pot is."""
    rows = [(GLAZES.index(glaze), rings, beads) for glaze, rings, beads in pots]
    return np.array([*rows, *[(-1, -1, -1)] * (PLACES - len(pots))])


def after(rules: Choices, call: Call) -> Any:
    """Return the shelf after a fire by each rule, coded, of shape (rules, places, columns)."""
    steps: list[Any] = [cache(step) for step in (_in_order, _heated, _beaded, _merged, _turned)]
    ordered, heated, beaded, merged, turned = steps
    before, heat = pots_of(call[0]), call[1]
    numbers: dict[Pots, int] = {}
    found = []
    for order, hot, beads, merge, turn, first in zip(*(rules[name].tolist() for name in PARTS), strict=True):
        pots = heated(ordered(beaded(before, beads) if first else before, order), hot, heat)
        pots = turned(merged(pots if first else beaded(pots, beads), merge), turn, heat)
        found.append(numbers.setdefault(pots, len(numbers)))
    return np.array([numbered(pots) for pots in numbers])[found]

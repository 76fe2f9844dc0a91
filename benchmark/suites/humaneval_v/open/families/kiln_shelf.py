"""Pots on the shelf of a kiln before and after a fire of a certain heat.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from operator import ge, gt, le, lt
from typing import Any

import numpy as np

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.rule_space import Choices, RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
KINDS = ("table", "sequence")
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True

TEXT = '''\
import pandas as pd


def solution(shelf: pd.DataFrame, heat: float) -> pd.DataFrame:
    """
    Each drawing in the picture shows pots on the shelf of a kiln, the heat of a fire, and the shelf after it.
    Find the shelf after other fires.

    Parameters:
        shelf (pd.DataFrame): A row for each pot, from left to right, with the columns
            glaze (str): its colour: red, yellow or blue,
            rings (int): of how many rings it is made, from 1 to 4, and
            beads (int): how many beads are on it, from 0 to 3.
        heat (float): The number at the flame.

    Returns:
        pd.DataFrame: The same columns, with a row for each pot on the shelf after the fire, from left to right.
    """
'''

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
)  # fmt: skip
#: Of which pots with the same value one stays.
MERGES = [None, *product(COLUMNS, ("first", "last"))]
#: When the shelf is turned.
TURNS = (
    "", "len(shelf) % 2 == 1", "len(shelf) % 2 == 0",
    *(f"(shelf['glaze'] == '{glaze}').sum() > 1" for glaze in GLAZES),
)  # fmt: skip
PARTS = {
    "order": len(ORDERS), "heat": len(HEATS), "beads": len(BEADS), "merge": len(MERGES),
    "turn": len(TURNS), "beads first": 2,
}  # fmt: skip
CONTEXTS = ("heat", "beads", "merge", "turn")


@dataclass(frozen=True)
class Kiln:
    """Parameters: the mutation, the seed of the shelves, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Kiln:
    orders, rules = draws.sample(range(len(ORDERS)), len(MUTATIONS)), []
    for level, order in enumerate(orders):
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        contexts = {name: active[name] * (number < level) for number, name in enumerate(CONTEXTS)}
        first = draws.integer(0, 1) * bool(contexts["beads"])
        rules.append(tuple({"order": order, **contexts, "beads first": first}.items()))
    return Kiln(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(kiln: Kiln) -> str:
    return program(dict(kiln.rules[MUTATIONS.index(kiln.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    key, downwards, sides = ORDERS[rule["order"]]
    values = "shelf['rings'] + shelf['beads']" if key == "sum" else f"shelf['{key}']"
    beads = [f"    shelf['beads'] = {BEADS[rule['beads']]}"] * bool(rule["beads"])
    lines = [*TEXT.splitlines()[:4], *beads * rule["beads first"]]
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
    )[choice]  # fmt: skip
    return tuple((glaze, rings, number) for (glaze, rings, _), number in zip(pots, new, strict=False))


def _merged(pots: Pots, choice: int) -> Pots:
    if not (merged := MERGES[choice]):
        return pots
    way, at = (-1 if merged[1] == "last" else 1), COLUMNS.index(merged[0])
    stay = {pot[at]: pot for pot in pots[::-way]}
    return tuple(pot for pot in pots if stay[pot[at]] is pot)


def _turned(pots: Pots, choice: int) -> Pots:
    many = [sum(pot[0] == glaze for pot in pots) > 1 for glaze in GLAZES]
    return pots[::-1] if (False, len(pots) % 2 == 1, len(pots) % 2 == 0, *many)[choice] else pots


def _pots_of(shelf: dict[str, list[Any]]) -> Pots:
    return tuple(zip(*shelf.values(), strict=True))


def _numbered(pots: Sequence[Pot]) -> Any:
    """Return a shelf as numbers, of shape (places, columns); -1 where no pot is."""
    rows = [(GLAZES.index(glaze), rings, beads) for glaze, rings, beads in pots]
    return np.array([*rows, *[(-1, -1, -1)] * (PLACES - len(pots))])


def _after(rules: Choices, call: Call) -> Any:
    """Return the shelf after a fire by each rule, coded, of shape (rules, places, columns)."""
    steps: list[Any] = [cache(step) for step in (_in_order, _heated, _beaded, _merged, _turned)]
    ordered, heated, beaded, merged, turned = steps
    before, heat = _pots_of(call[0]), call[1]
    numbers: dict[Pots, int] = {}
    found = []
    for order, hot, beads, merge, turn, first in zip(*(rules[name].tolist() for name in PARTS), strict=True):
        pots = heated(ordered(beaded(before, beads) if first else before, order), hot, heat)
        pots = turned(merged(pots if first else beaded(pots, beads), merge), turn)
        found.append(numbers.setdefault(pots, len(numbers)))
    return np.array([_numbered(pots) for pots in numbers])[found]


def rule_space(_kiln: Kiln) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=_after, coded=lambda shelf: _numbered(_pots_of(shelf)))


def _fire(draws: Draws, pots: int) -> Call:
    columns = draws.choices(GLAZES, pots), draws.integers(pots, 1, 4), draws.integers(pots, 0, 3)
    return dict(zip(COLUMNS, columns, strict=True)), draws.integer(2, 6) / 2


def calls(kiln: Kiln) -> list[Call]:
    draws = Draws(kiln.seed, "calls")
    return [_fire(draws, draws.integer(4, PLACES)) for _ in range(14)]


def examples(kiln: Kiln) -> list[Call]:
    return _shown(kiln.seed, kiln.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return fires that leave one rule of the space for each mutation."""
    draws, kiln = Draws(seed, "examples"), Kiln("", seed, rules)
    return telling_examples(
        rule_space(kiln), rules=[dict(rule) for rule in rules], asked=calls(kiln), shown=[_fire(draws, 6)],
        candidate=lambda: _fire(draws, draws.integer(5, 6)), numbers=range(6, 8),
    )  # fmt: skip


WIDE, HIGH, RING = 50, 128, 18  #: of a place on the shelf, of a drawing, and of a ring, px
FLAME = ((-17, 0), (-21, -20), (-9, -14), (-2, -44), (9, -18), (18, -26), (17, 0))


def picture(kiln: Kiln, solve: Solve) -> Canvas:
    shown = examples(kiln)
    canvas = Canvas(12 * WIDE + 160, HIGH * len(shown) + 12)
    for number, (shelf, heat) in enumerate(shown):
        base, middle = HIGH * (number + 1) - 8, 6 * WIDE + 80
        _pots(canvas, 20, base, _pots_of(shelf))
        canvas.polygon([(middle + x, base - 36 + y) for x, y in FLAME], fill="orange", line=2.5)
        canvas.text(middle, base - 18, str(heat), size=24, bold=True)
        _pots(canvas, middle + 60, base, _pots_of(solve(shelf, heat)))
    return canvas


def _pots(canvas: Canvas, left: float, base: float, pots: Sequence[Pot]) -> None:
    canvas.line((left, base + 2), (left + 6 * WIDE, base + 2), line=4)
    for place, (glaze, rings, beads) in enumerate(pots):
        x = left + WIDE * (place + 0.5)
        for ring in range(rings):
            half = 19 - 3 * (ring % 2)
            canvas.rect(x - half, base - RING * (ring + 1), 2 * half, RING, fill=glaze, line=2.5, radius=5)  # type: ignore[arg-type]
        for bead in range(beads):
            y = base - RING * rings - 8 - 11 * (bead // 4)
            canvas.circle(x - 16.5 + 11 * (bead % 4), y, 4, fill="ink", stroke=None)


def describe(kiln: Kiln, solve: Solve) -> str:
    def words(shelf: dict[str, list[Any]]) -> str:
        return ", ".join(" ".join(map(str, pot)) for pot in _pots_of(shelf)) or "no pots"

    shown = " ".join(
        f"Drawing {number}: {words(shelf)}; heat {heat}; after it: {words(solve(shelf, heat))}."
        for number, (shelf, heat) in enumerate(examples(kiln), 1)
    )
    return (
        "The picture has drawings one below the other. Each shows a shelf with six red, yellow or blue pots, made of one to "
        "four rings, with black beads on top; a flame with a number; and the shelf after the fire. Colour, rings and beads of "
        f"the pots, from left to right: {shown}"
    )

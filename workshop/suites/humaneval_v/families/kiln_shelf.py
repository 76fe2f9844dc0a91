"""Pots on the shelf of a kiln before and after a fire of a certain heat.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._kiln_rules import (
    BEADS,
    COLUMNS,
    GLAZES,
    ORDERS,
    PARTS,
    PLACES,
    TURNS,
    Pot,
    after,
    numbered,
    pots_of,
    program,
)

VERSION = 1
KINDS = ("table", "sequence")
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
CAPTURED = {"3": "scan", "4": "folded", "5": "notebook"}

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

CONTEXTS = ("heat", "beads", "merge", "turn")


@dataclass(frozen=True)
class Kiln:
    """Parameters: the mutation, the seed of the shelves, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]
    told: tuple[tuple[tuple[str, int], ...], ...]  #: those that the drawings of levels 1 to 4 tell apart


def sample(mutation: str, draws: Draws) -> Kiln:
    orders, rules = draws.sample(range(len(ORDERS)), len(MUTATIONS)), []
    for level, order in enumerate(orders):
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        contexts = {name: active[name] * (number < level) for number, name in enumerate(CONTEXTS)}
        first = draws.integer(0, 1) * bool(contexts["beads"])
        rules.append({"order": order, **contexts, "beads first": first})
    told = tuple(tuple(rule.items()) for rule in rules)
    for rule in rules[
        3:
    ]:  # if only one of each colour stayed, beads by colour would not show how they are counted
        rule["merge"] += 2 * (rule["beads"] == 1 and rule["merge"] in (1, 2))
    return Kiln(mutation, draws.text("ABCDEFGH", 16), tuple(tuple(rule.items()) for rule in rules), told)


def reference(kiln: Kiln) -> str:
    return program(dict(kiln.rules[MUTATIONS.index(kiln.mutation)]))


def rule_space(kiln: Kiln) -> RuleSpace:
    return _space({"beads": len(BEADS)} | ({"turn": len(TURNS)} if kiln.mutation == MUTATIONS[-1] else {}))


def _space(more: dict[str, int]) -> RuleSpace:
    return RuleSpace(parts=PARTS | more, results=after, coded=lambda shelf: numbered(pots_of(shelf)))


def _fire(draws: Draws, pots: int) -> Call:
    columns = draws.choices(GLAZES, pots), draws.integers(pots, 1, 4), draws.integers(pots, 0, 3)
    return dict(zip(COLUMNS, columns, strict=True)), draws.integer(2, 6) / 2


def calls(kiln: Kiln) -> list[Call]:
    return _asked(kiln.seed)


def _asked(seed: str) -> list[Call]:
    draws = Draws(seed, "calls")
    return [_fire(draws, draws.integer(4, PLACES)) for _ in range(14)]


def examples(kiln: Kiln) -> list[Call]:
    shown, last = _shown(kiln.seed, kiln.told), [dict(kiln.rules[-1])]
    if kiln.mutation != MUTATIONS[-1]:
        return shown
    return _telling(kiln.seed, rule_space(kiln), last, shown, Draws(kiln.seed, "more examples"))


@lru_cache(maxsize=8)
def _shown(seed: str, told: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return fires that leave one rule of the space for each mutation."""
    draws = Draws(seed, "examples")
    return _telling(seed, _space({}), [*map(dict, told)], [_fire(draws, 6)], draws)


def _telling(seed: str, space: RuleSpace, rules: list[Any], shown: list[Call], draws: Draws) -> list[Call]:
    return telling_examples(
        space, rules=rules, asked=_asked(seed), shown=shown, candidate=lambda: _fire(draws, draws.integer(5, 6)),
        numbers=range(6, 8),
    )  # fmt: skip


WIDE, HIGH, RING = 50, 128, 18  #: of a place on the shelf, of a drawing, and of a ring, px
FLAME = ((-17, 0), (-21, -20), (-9, -14), (-2, -44), (9, -18), (18, -26), (17, 0))


def picture(kiln: Kiln, solve: Solve) -> Canvas:
    shown = examples(kiln)
    canvas = Canvas(12 * WIDE + 160, HIGH * len(shown) + 12)
    for number, (shelf, heat) in enumerate(shown):
        base, middle = HIGH * (number + 1) - 8, 6 * WIDE + 80
        _pots(canvas, 20, base, pots_of(shelf))
        canvas.polygon([(middle + x, base - 36 + y) for x, y in FLAME], fill="orange", line=2.5)
        canvas.text(middle, base - 18, str(heat), size=24, bold=True)
        _pots(canvas, middle + 60, base, pots_of(solve(shelf, heat)))
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
        return ", ".join(" ".join(map(str, pot)) for pot in pots_of(shelf)) or "no pots"

    shown = " ".join(
        f"Drawing {number}: {words(shelf)}; heat {heat}; after it: {words(solve(shelf, heat))}."
        for number, (shelf, heat) in enumerate(examples(kiln), 1)
    )
    return (
        "The picture has drawings one below the other. Each shows a shelf with six red, yellow or blue pots, made of one to "
        "four rings, with black beads on top; a flame with a number; and the shelf after the fire. Colour, rings and beads of "
        f"the pots, from left to right: {shown}"
    )

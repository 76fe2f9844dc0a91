"""Ink that soaks through the layers of a folded sheet, and the stains on the sheet when it is unfolded.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules, one_rule
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._fold_drawings import draw_sheets, random_sheet
from workshop.suites.humaneval_v.families._ink_rules import (
    PARTS,
    READINGS,
    SHADES,
    program,
    stains,
    stains_of_reading,
)

VERSION = 1
KINDS = ("folding", "grid")
TASK_TYPE = "Expansion"
ASPECTS = ("Spatial Transformations", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
RENUMBERED = {
    name: number for number, name in enumerate(MUTATIONS, 11)
}  #: those before them had other sheets
EXCLUDED_STYLES = {"dark": "the light edge of a sheet would touch a number"}
FOLDED = "the text and the arrows say how a sheet is folded"
SETTLED = {
    "packet = *": FOLDED, "turned = *": FOLDED,
    "below, beside = *": "the next field is in one direction",
}  # fmt: skip

TEXT = '''\
def solution(folds: str, drops: list[list[int]]) -> list[str]:
    """
    A square sheet with 16 fields is folded, ink drips on it, and it is unfolded again, front side up. Each line
    of the picture shows the folds (arrows; a dashed arrow folds behind), the drops (1, then 2) and the sheet.
    Find the stains of another sheet.

    Parameters:
        folds (str): The side to which a half is folded: L, R, U (up) or D (down); small letters fold it behind.
        drops (list[list[int]]): Row and column on the folded sheet of both drops, from 0 at its top left.

    Returns:
        list[str]: The rows of the unfolded sheet: "#" is a dark stain, "+" a pale one and "." a clean field.
    """
'''

_POOL, _LEAST, _MOST = 120, 6, 8  #: possible examples, and how many are shown
_CALL_POOL, _CALLS = 40, 16  #: possible calls, and how many are in the tests
CONTEXTS = ("face", "wax", "spread", "again")


Rules = tuple[tuple[tuple[str, int], ...], ...]  #: the parts of each mutation's rule with their choices


@dataclass(frozen=True)
class Sheets:
    """Parameters: the mutation, the seed of the sheets, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: Rules


def sample(mutation: str, draws: Draws) -> Sheets:
    order, rules = draws.shuffled(CONTEXTS), []
    for level in range(len(MUTATIONS)):
        rule = {
            "reading": 0,
            "depth": draws.integer(2, 3 - ("face" in order[:level])),
            "low": draws.integer(0, 1),
            "shade": draws.integer(1, 3),
        }
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rules.append(
            tuple({**rule, **{name: active[name] * (name in order[:level]) for name in CONTEXTS}}.items())
        )
    return Sheets(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(sheets: Sheets) -> str:
    return program(_rule(sheets))


def _rule(sheets: Sheets) -> dict[str, int]:
    return dict(sheets.rules[MUTATIONS.index(sheets.mutation)])


def rule_space(sheets: Sheets) -> RuleSpace:
    return _space(frozenset(name for name in CONTEXTS if _rule(sheets)[name]))


@lru_cache(maxsize=8)
def _space(contexts: frozenset[str]) -> RuleSpace:
    """Return the space of a level: a reading changes the stains, or one of the rules that the level has."""
    own = np.array([n for n, name in enumerate(READINGS) if name.split(" ")[0] in contexts | {"", "shade"}])
    parts = PARTS | {"reading": len(own)}

    def results(rules: Choices, call: Call) -> npt.NDArray[Any]:
        if count_rules(rules) == math.prod(parts.values()):
            return np.concatenate([stains_of_reading(int(number), repr(call)) for number in own])
        return stains({**rules, "reading": own[rules["reading"]]}, call)

    return RuleSpace(
        parts=parts, results=results, coded=lambda rows: [".+#".index(mark) for mark in "".join(rows)]
    )


def calls(sheets: Sheets) -> list[Call]:
    return list(_chosen(sheets.seed, sheets.rules)[1])


def examples(sheets: Sheets) -> list[Call]:
    return list(_chosen(sheets.seed, sheets.rules)[0])


@lru_cache(maxsize=8)
def _chosen(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> tuple[list[Call], list[Call]]:
    """Return sheets that show the rule of each mutation, and the first calls for which no other rule is left."""
    draws, levels = Draws(seed, "examples"), [Sheets(mutation, seed, rules) for mutation in MUTATIONS]
    draws_of_calls = Draws(seed, "calls")
    asked = [random_sheet(draws_of_calls, (3, 2, 3, 2, 1)[number % 5]) for number in range(_CALL_POOL)]
    _refuse_idle(rules, asked[:_CALLS])  # sooner than the rules of a space are tried
    shown = [random_sheet(draws, count) for count in (2, 3, 3)]
    pool = [random_sheet(draws, draws.integer(1, 3)) for _ in range(_POOL)]
    pool = [call for call in pool if call not in asked]
    found = [_contradicted(sheets, shown, asked, pool) for sheets in levels]
    wrong, told = (
        np.concatenate([wrong for wrong, _ in found], axis=1),
        np.concatenate([by for _, by in found], axis=1),
    )
    left = np.ones(told.shape[1], dtype=bool)
    while len(shown) < _MOST and (left.any() or len(shown) < _LEAST):
        best = int((told & left).sum(axis=1).argmax())
        shown.append(pool[best])
        left &= ~told[best]
    settled = [call for call, differ in zip(asked, wrong, strict=True) if not (differ & left).any()]
    if len(settled) < _CALLS:
        raise UnfitError(f"{len(shown)} examples leave several rules")
    settled = _telling(rules, settled)
    _refuse_idle(rules, settled)
    return shown, settled


def _telling(rules: Rules, calls: list[Call]) -> list[Call]:
    """Return calls for the tests: each next one notices most readings that those before do not, then most readings."""
    every, noticed = np.arange(len(READINGS)), []
    for call in calls:
        found = [
            stains({name: every if name == "reading" else 0 * every + choice for name, choice in rule}, call)
            for rule in rules
        ]
        noticed.append(np.concatenate([(sheet != sheet[0]).any(axis=1) for sheet in found]))
    chosen: list[int] = []
    fresh = np.ones(len(noticed[0]), dtype=bool)
    for _ in range(_CALLS):
        others = [number for number in range(len(calls)) if number not in chosen]
        chosen.append(max(others, key=lambda n: ((noticed[n] & fresh).sum(), noticed[n].sum())))
        fresh &= ~noticed[chosen[-1]]
    return [calls[number] for number in sorted(chosen)]


def _contradicted(
    sheets: Sheets, shown: list[Call], asked: list[Call], pool: list[Call]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return where the rules of a level that are left and wrong for a call differ: by calls, and by sheets of the pool."""
    space, rule = rule_space(sheets), _rule(sheets)
    left = space.agreeing(rule, shown)

    def differ(call: Call) -> npt.NDArray[np.bool_]:
        return np.asarray((space.results(left, call) != space.results(one_rule(rule), call)).any(axis=1))

    by_calls = np.array([differ(call) for call in asked])
    wrong = by_calls.any(axis=0)
    left = {name: choice[wrong] for name, choice in left.items()}
    return by_calls[:, wrong], np.array([differ(call) for call in pool])


def _refuse_idle(rules: Rules, asked: list[Call]) -> None:
    for rule in rules:
        if idle := _idle(dict(rule), asked):
            raise UnfitError(f"no call needs the {idle} of a rule")


def _idle(rule: dict[str, int], asked: list[Call]) -> str:
    """Return a part of a rule that may be another one, or absent, for all calls; empty if there is none."""
    others = [("depth", rule["depth"] + 1), ("depth", rule["depth"] - 1), ("low", 1 - rule["low"])]
    others += [("shade", shade) for shade in range(len(SHADES)) if shade != rule["shade"]]
    others += [(name, 0) for name in CONTEXTS if rule[name]]
    tried = [rule, *({**rule, name: choice} for name, choice in others)]
    choices = {name: np.array([each[name] for each in tried]) for name in PARTS}
    found = np.concatenate([stains(choices, call) for call in asked], axis=1)
    differ = (found != found[0]).any(axis=1)
    return next((name for (name, _), differs in zip(others, differ[1:], strict=True) if not differs), "")


def picture(sheets: Sheets, solve: Solve) -> Canvas:
    return draw_sheets([(*call, solve(*call)) for call in examples(sheets)])


def describe(sheets: Sheets, solve: Solve) -> str:
    shown = "; ".join(
        f"{folds}, {drops}, {' '.join(solve(folds, drops))}" for folds, drops in examples(sheets)
    )
    return (
        "Each line of the picture shows a sheet of 16 fields while it is folded, with arrows, then two blue drops on the folded "
        "sheet with the numbers 1 and 2, and the unfolded sheet with dark and pale stains. In words, the letters of the folds "
        'with small ones for dashed arrows, row and column of both drops, and the rows of the sheet, with "#" for dark, "+" for '
        f'pale and "." for clean fields: {shown}.'
    )

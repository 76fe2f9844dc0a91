"""Rounds through a palace of three-cornered rooms: which of them are allowed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.balanced_calls import balanced_calls
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule, telling_examples
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._palace_drawings import (
    SIGNS,
    draw_entrance,
    draw_plan,
    draw_small,
    is_up,
    small_words,
)
from workshop.suites.humaneval_v.families._palace_rules import (
    ACROSS,
    DOWN,
    PARTS,
    RULES,
    Small,
    draw_round,
    kept,
    right_rule,
)

VERSION = 3
KINDS = ("lattice", "map")
LEVEL = "hard"
TASK_TYPE = "Validation"
ASPECTS = ("Spatial Transformations", "Topological Relations", "Dynamic Patterns")
MUTATIONS = tuple(RULES)
EXCLUDED_STYLES = {"dark": "the heads of red arrows lie on floors of light colours"}

TEXT = '''\
def solution(turns: str) -> bool:
    """
    The rooms of a palace have three walls each, and a door in every wall between two rooms; where the plan is
    grey there is no room. A guard comes in at the arrow, and leaves each room by the door at the left or at the
    right, as somebody sees them who has just come in. Tell whether a round is allowed, by the plan and the small
    rounds in the picture.

    Parameters:
        turns (str): "L" for left or "R" for right, for each room that the guard leaves, the room behind the
            arrow first. The last letter leads to the room in which the round ends.

    Returns:
        bool: Whether all rooms of the round are in the palace, and its turns are allowed.
    """
'''

PROGRAM = """
def solution(turns: str) -> bool:
    plan = $plan.split()
    across = $across
    down = $down
    row = $row
    column = $column
    heading = $heading
    is_turned = False{state}
    for turn in turns:
        room = plan[row][column]
        if room == $turner:
            is_turned = not is_turned
        {rule}
        if turn == "L":
            heading = (heading + 1) % 6
        else:
            heading = (heading - 1) % 6
        row += down[heading]
        column += across[heading]
        if plan[row][column] == "#":
            return False
    return True
"""
LAST = """if room == $sign and (turn == before) {breaks} is_turned:
            return False
        before = turn"""
SIGN = """if room == $sign:
            if before and (turn == before) {breaks} is_turned:
                return False
            before = turn"""
POINT = """if room == $sign:
            wanted = "{down}"
            if heading % 2 == 1:
                wanted = "{up}"
            if (turn == wanted) == is_turned:
                return False"""

ROWS, COLUMNS = 5, 15
CALLS = 12
ROUNDS, TRIES = 15, 5  #: small rounds in the picture, and choices of them that are tried
SHORTEST, LONGEST = 4, 11  #: turns of a tested round
KEPT, ALIKE = 12, 40  #: rounds with the same results that are continued, and that are candidates

EQUIVALENT = {
    "'####* → *": "no round gets beyond the border of the plan",
    "before = '' → pass": "the first room has no sign",
    "'' → '~'": "the first room has no sign",
}


@dataclass(frozen=True)
class Palace:
    """Parameters: the mutation, the plan with a border, the entrance, the signs, and the rounds."""

    mutation: str
    #: A letter of ``SIGNS`` for each room with a sign, ``.`` without, ``#`` for no room.
    plan: tuple[str, ...]
    floors: tuple[str, ...]  #: a digit for the colour of each room's floor
    row: int  #: of the room behind the entrance
    column: int
    heading: int  #: the way into it, in sixths of a turn
    sign: str  #: the sign that the rule is about
    turner: str  #: the sign that turns the rule around
    seed: str = ""  #: of the small rounds
    tested: tuple[str, ...] = ()


def sample(mutation: str, draws: Draws) -> Palace:
    return replace(_palace(draws.text("ABCDEFGH", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _palace(seed: str) -> Palace:
    """Choose a palace, and rounds that notice faults of every rule."""
    draws = Draws(seed)
    palace = _plan(draws)
    programs = {name: reference(replace(palace, mutation=name)) for name in MUTATIONS}
    rules = [compile_solution(text) for text in programs.values()]
    candidates = [(turns,) for turns in _rounds(draws, rules)]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(palace, seed=seed, tested=tuple(turns for (turns,) in tested))


def _plan(draws: Draws) -> Palace:
    spots = [(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    row = draws.choice((1, ROWS))
    column = draws.integer(6, 10)
    heading = 1 if row == ROWS else 4
    sign, turner, other = draws.shuffled(list(SIGNS))
    free = [spot for spot in spots if abs(spot[0] - row) + abs(spot[1] - column) > 1]
    chosen = draws.sample(free, 42)
    rooms = dict.fromkeys(spots, ".")
    parts = (("#", chosen[:7]), (sign, chosen[7:25]), (turner, chosen[25:35]), (other, chosen[35:]))
    for letter, part in parts:
        rooms |= dict.fromkeys(part, letter)
    every = [[rooms.get((r, c), "#") for c in range(COLUMNS + 2)] for r in range(ROWS + 2)]
    floors = tuple(draws.text("012", COLUMNS + 2) for _ in every)
    return Palace("", tuple(map("".join, every)), floors, row, column, heading, sign, turner)


def _rounds(draws: Draws, rules: Sequence[Solve]) -> list[str]:
    """Choose rounds of 4 to 11 turns; few of them have the same results by all rules."""
    chosen: dict[tuple[bool, ...], list[str]] = {}
    level = [""]
    for length in range(1, LONGEST + 1):
        alike: dict[tuple[bool, ...], list[str]] = {}
        for turns in draws.shuffled([turns + turn for turns in level for turn in "LR"]):
            alike.setdefault(tuple(rule(turns) for rule in rules), []).append(turns)
        level = [turns for results, some in alike.items() if any(results) for turns in some[:KEPT]]
        if length >= SHORTEST:
            for results, some in alike.items():
                chosen.setdefault(results, []).extend(some[:KEPT])
    return [turns for some in chosen.values() for turns in draws.shuffled(some)[:ALIKE]]


def calls(palace: Palace) -> list[Call]:
    return [(turns,) for turns in palace.tested]


def examples(_palace: Palace) -> list[Call]:
    return []


def rule_space(palace: Palace) -> RuleSpace:
    drawn = [((small,), _is_good(palace, small)) for small in _small_rounds(palace)]
    return replace(_space(replace(palace, mutation="")), drawn=drawn)


@lru_cache(maxsize=2)
def _space(palace: Palace) -> RuleSpace:
    """Return all rules; a call has the turns of a round through the palace, or a small round."""

    def results(rules: Choices, call: Call) -> Any:
        (asked,) = call
        small = asked if isinstance(asked, Small) else _round(palace, asked)
        return kept(rules, (small,)) if small else np.zeros(len(rules["rule"]), bool)

    return RuleSpace(parts=PARTS, results=results)


@lru_cache(maxsize=16)
def _small_rounds(palace: Palace) -> list[Small]:
    """Choose small rounds that leave one rule.

    Raises:
        UnfitError: if no choice was found.
    """
    for number in range(TRIES):
        draws = Draws(palace.seed, palace.mutation, number)
        first = [_candidate(Draws(palace.seed, "first", number)), _candidate(draws)]
        with suppress(UnfitError):
            chosen = telling_examples(
                _space(replace(palace, mutation="")), rules=[_right_rule(palace)], asked=calls(palace), shown=first,
                candidate=partial(_candidate, draws), numbers=range(ROUNDS, ROUNDS + 1),
            )  # fmt: skip
            return sorted((small for (small,) in chosen), key=lambda small: (len(small.turns), small.turns))
    raise UnfitError("no small rounds prove the rule")


def _candidate(draws: Draws) -> Call:
    return (draw_round(draws),)


def _right_rule(palace: Palace) -> dict[str, int]:
    return right_rule(palace.mutation, palace.sign, palace.turner)


def _round(palace: Palace, turns: str) -> Small | None:
    """Return a round through the palace; None if it leaves the rooms."""
    row, column, heading, rooms = palace.row, palace.column, palace.heading, [(palace.row, palace.column)]
    for turn in turns:
        heading = (heading + (1 if turn == "L" else -1)) % 6
        row, column = row + DOWN[heading], column + ACROSS[heading]
        if palace.plan[row][column] == "#":
            return None
        rooms.append((row, column))
    signs, floors = ("".join(grid[r][c] for r, c in rooms[:-1]) for grid in (palace.plan, palace.floors))
    return Small(signs, turns, palace.heading, floors)


def _is_good(palace: Palace, small: Small) -> bool:
    return bool(kept(one_rule(_right_rule(palace)), (small,))[0])


def reference(palace: Palace) -> str:
    compared, wanted = RULES[palace.mutation]
    breaks, down, up = ("==", "R", "L") if wanted == "like" else ("!=", "L", "R")
    rule = {"last": LAST, "checked": SIGN, "point": POINT}[compared]
    rule = rule.replace("{breaks}", breaks).replace("{down}", down).replace("{up}", up)
    program = PROGRAM.replace("{state}", "" if compared == "point" else '\n    before = ""').replace(
        "{rule}", rule
    )
    return fill(
        program, plan=" ".join(palace.plan), across=list(ACROSS), down=list(DOWN),
        row=palace.row, column=palace.column, heading=palace.heading, sign=palace.sign, turner=palace.turner,
    )  # fmt: skip


def picture(palace: Palace, _solve: Solve) -> Canvas:
    canvas = Canvas(1016, 1003)
    frame(canvas, 12, 12, 992, 496, title="Plan of the palace")
    draw_plan(canvas, palace.plan, palace.floors, palace.row, palace.column)
    draw_entrance(canvas, palace.row, palace.column, palace.heading)
    frame(canvas, 12, 520, 992, 471, title="Small rounds")
    for place, small in enumerate(_small_rounds(palace)):
        left, top = 22 + 195.0 * (place % 5), 566 + 140.0 * (place // 5)
        good = _is_good(palace, small)
        draw_small(canvas, small, left, top, is_good=good)
    return canvas


def describe(palace: Palace, _solve: Solve) -> str:
    rows = []
    for row, letters in enumerate(palace.plan[1:-1], 1):
        words = []
        for column, letter in enumerate(letters[1:-1], 1):
            points = "up" if is_up(palace.row, row, column, palace.column) else "down"
            words.append(f"{points} {SIGNS.get(letter, 'grey' if letter == '#' else 'plain')}")
        rows.append(f"Row {row}: {', '.join(words)}.")
    small = []
    for entry in _small_rounds(palace):
        good = _is_good(palace, entry)
        small.append(f"{small_words(entry)}: {'tick' if good else 'cross'}.")
    side = "below" if palace.heading == 1 else "above"
    return (
        "At the top, Plan of the palace, are five rows of triangles that point up and down by turns, in three colours. Some "
        "have a disc, a square or a diamond, and some triangles are grey. From left to right, with the way each one points: "
        f"{' '.join(rows)} An arrow comes from {side} into triangle {palace.column} of row {palace.row}. Below, Small "
        "rounds, are fifteen strips of triangles with a line from one to the next and an arrow at its end. In the order of "
        f"their way, with L and R for the side to which each triangle is left: {' '.join(small)}"
    )

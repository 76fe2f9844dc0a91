"""Rounds through a palace of three-cornered rooms: which of them are allowed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.authoring.balanced_calls import balanced_calls
from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import compile_solution, fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.suites.humaneval_v.open.families._palace_drawings import (
    SIGNS,
    draw_entrance,
    draw_plan,
    draw_small,
    is_up,
    small_words,
)
from benchmark.suites.humaneval_v.open.families._palace_rules import (
    ACROSS,
    DOWN,
    RULES,
    Small,
    is_kept,
    small_rounds,
)

VERSION = 2
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
    plan: tuple[
        str, ...
    ]  #: a letter of ``SIGNS`` for each room with a sign, ``.`` without, ``#`` for no room
    floors: tuple[str, ...]  #: a digit for the colour of each room's floor
    row: int  #: of the room behind the entrance
    column: int
    heading: int  #: the way into it, in sixths of a turn
    sign: str  #: the sign that the rule is about
    turner: str  #: the sign that turns the rule around
    small: tuple[Small, ...] = ()
    tested: tuple[str, ...] = ()


def sample(mutation: str, draws: Draws) -> Palace:
    return replace(_palace(draws.text("ABCDEFGH", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _palace(seed: str) -> Palace:
    """Choose a palace, small rounds that show every rule, and rounds that notice faults of every rule."""
    draws = Draws(seed)
    palace = _plan(draws)
    small = small_rounds(draws, palace.sign, palace.turner)
    programs = {name: reference(replace(palace, mutation=name)) for name in MUTATIONS}
    rules = [compile_solution(text) for text in programs.values()]
    candidates = [(turns,) for turns in _rounds(draws, rules)]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(palace, small=small, tested=tuple(turns for (turns,) in tested))


def _plan(draws: Draws) -> Palace:
    spots = [(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    row = draws.choice((1, ROWS))
    column = draws.integer(6, 10)
    heading = 1 if row == ROWS else 4
    sign, turner, other = draws.shuffled(list(SIGNS))
    free = [spot for spot in spots if abs(spot[0] - row) + abs(spot[1] - column) > 1]
    chosen = draws.sample(free, 42)
    rooms = dict.fromkeys(spots, ".")
    for letter, part in (
        ("#", chosen[:7]),
        (sign, chosen[7:25]),
        (turner, chosen[25:35]),
        (other, chosen[35:]),
    ):
        rooms |= dict.fromkeys(part, letter)
    every = [[rooms.get((r, c), "#") for c in range(COLUMNS + 2)] for r in range(ROWS + 2)]
    floors = tuple(draws.text("012", COLUMNS + 2) for _ in every)
    return Palace(MUTATIONS[0], tuple(map("".join, every)), floors, row, column, heading, sign, turner)


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


def reference(palace: Palace) -> str:
    compared, wanted = RULES[palace.mutation]
    breaks, down, up = ("==", "R", "L") if wanted == "like" else ("!=", "L", "R")
    rule = {"last": LAST, "sign": SIGN, "point": POINT}[compared]
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
    for place, small in enumerate(palace.small):
        left, top = 22 + 195.0 * (place % 5), 566 + 140.0 * (place // 5)
        good = is_kept(RULES[palace.mutation], small, palace.sign, palace.turner)
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
    for entry in palace.small:
        good = is_kept(RULES[palace.mutation], entry, palace.sign, palace.turner)
        small.append(f"{small_words(entry)}: {'tick' if good else 'cross'}.")
    side = "below" if palace.heading == 1 else "above"
    return (
        "At the top, Plan of the palace, are five rows of triangles that point up and down by turns, in three colours. Some "
        "have a disc, a square or a diamond, and some triangles are grey. From left to right, with the way each one points: "
        f"{' '.join(rows)} An arrow comes from {side} into triangle {palace.column} of row {palace.row}. Below, Small "
        "rounds, are fifteen strips of triangles with a line from one to the next and an arrow at its end. In the order of "
        f"their way, with L and R for the side to which each triangle is left: {' '.join(small)}"
    )

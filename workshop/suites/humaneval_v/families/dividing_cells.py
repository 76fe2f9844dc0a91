"""A row of cells that changes from day to day: which cells change, and what they become.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._cell_rules import (
    LETTERS,
    cell_rules,
    children,
    right_choices,
    right_rule,
    row_after,
    rules_left,
)

VERSION = 3
KINDS = ("sequence", "growth")
TASK_TYPE = "Expansion"
ASPECTS = ("Data Structures", "Dynamic Patterns")
MUTATIONS = ("ends", "turned", "by-turns", "inner")

COLOURS: tuple[Colour, ...] = ("sky", "yellow", "white")

TEXT = '''\
def solution(cells: str, days: int) -> str:
    """
    A row of cells changes from day to day. Find the row after some days, by the two rows that the picture
    shows from day 0 on.

    Parameters:
        cells (str): The row on day 0 from left to right, a letter A, B or C for each of at least one cell.
        days (int): The number of days, from 0 to 6.

    Returns:
        str: The row on that day from left to right.
    """
'''

GROW = """
def solution(cells: str, days: int) -> str:
    becomes = $becomes
    for day in range(days):
        row = ""
        for place, cell in enumerate(cells):
            if {changes}:
                row += becomes[cell]
            else:
                row += {kept}
        cells = row
    return cells
"""
WAYS = {
    "ends": ("place == 0 or place == len(cells) - 1", "cell"),
    "turned": ("day % 2 == 0", "becomes[cell][::-1]"),
    "by-turns": ("place % 2 == 0", "cell"),
    "inner": ("0 < place < len(cells) - 1 or len(cells) < 3", "cell"),
}
SHOWN_DAYS = (4, 2)
MAX_CELLS = 14  #: maximum number of cells that fit into a row of the picture
TRIES = 200


@dataclass(frozen=True)
class Cells:
    """Parameters: the mutation, what each letter becomes, the two rows of the picture, and the rows of the tests."""

    mutation: str
    becomes: tuple[str, ...]  #: what A, B and C become
    shown: tuple[str, ...]
    tested: tuple[tuple[str, int], ...]

    def children(self, cells: str, day: int) -> list[str]:
        """Return what each cell of a row becomes on the next day."""
        rule = right_choices(self.mutation, self.becomes)
        return [after for after, _ in children(rule, cells, day, cells)]


def sample(mutation: str, draws: Draws) -> Cells:
    # The first letter becomes the other two, the second becomes itself and the first, the third becomes the
    # first.
    first, second, third = draws.shuffled(LETTERS)
    pair = "".join(draws.shuffled(second + third))
    becomes = {first: pair, second: "".join(draws.shuffled(second + first)), third: first}
    rules = tuple(becomes[letter] for letter in LETTERS)
    tested = [(first, 0), (second, 1), (third, 2), (first + third, 3), (draws.text(LETTERS, 7), 0)]
    tested += [(draws.text(LETTERS, draws.integer(2, 6)), draws.integer(1, 5)) for _ in range(7)]
    tested += [(draws.text(LETTERS, 3), 6)]
    shown = _rows(rules, first, draws.text(LETTERS, 16), tuple(dict.fromkeys(tested)))
    return Cells(mutation, rules, shown, tuple(dict.fromkeys(tested)))


@lru_cache(maxsize=4)
def _rows(
    becomes: tuple[str, ...], first: str, seed: str, tested: tuple[tuple[str, int], ...]
) -> tuple[str, ...]:
    """Choose rows for the picture that fit into it and leave one rule of the space for every mutation."""
    draws, space, one = Draws(seed, "shown"), cell_rules(), tuple(_days((first,)))

    def proves(mutation: str, days: Sequence[Call]) -> bool:
        rule, left = right_rule(mutation, becomes), rules_left(mutation, becomes, one)
        return space.proves(days, rule, tested, left)

    for _ in range(TRIES):
        shown = first, "".join(draws.shuffled(LETTERS + draws.text(LETTERS, 2)))
        days = _days(shown)
        if {*days} & {*tested} or any(
            len(row_after(right_choices(name, becomes), *days[-1])) > MAX_CELLS for name in MUTATIONS
        ):
            continue
        if all(proves(name, days) for name in MUTATIONS):
            return shown
    raise UnfitError("the rows of the picture leave several rules")


def _days(shown: tuple[str, ...]) -> list[tuple[str, int]]:
    return [
        (cells, day) for cells, days in zip(shown, SHOWN_DAYS, strict=False) for day in range(1, days + 1)
    ]


def calls(cells: Cells) -> list[Call]:
    return list(cells.tested)


def examples(cells: Cells) -> list[Call]:
    return [*_days(cells.shown)]


def rule_space(_cells: Cells) -> RuleSpace:
    return cell_rules()


def reference(cells: Cells) -> str:
    changes, kept = WAYS[cells.mutation]
    program = GROW.replace("{changes}", changes).replace("{kept}", kept)
    if cells.mutation == "turned":
        program = program.replace("for place, cell in enumerate(cells)", "for cell in cells")
    else:
        program = program.replace("for day in", "for _ in")
    return fill(program, becomes=dict(zip(LETTERS, cells.becomes, strict=True)))


def picture(cells: Cells, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 960)
    tops, heights = (12, 588), (568, 360)
    for number, (row, days) in enumerate(zip(cells.shown, SHOWN_DAYS, strict=True)):
        frame(canvas, 12, tops[number], 976, heights[number], title=f"Row {number + 1}")
        _draw(canvas, cells, [solve(row, day) for day in range(days + 1)], tops[number] + 82)
    return canvas


def _draw(canvas: Canvas, cells: Cells, rows: list[str], y: float) -> None:
    side, down = 46, 110

    def x(row: str, place: int) -> float:
        return 550 + (place - (len(row) - 1) / 2) * min(840 / len(row), 96)

    for day, row in enumerate(rows):
        top = y + day * down
        canvas.text(36, top, f"day {day}", anchor="start")
        if day + 1 < len(rows):
            after, place = rows[day + 1], 0
            for start, child in enumerate(cells.children(row, day)):
                for _ in child:
                    canvas.line((x(row, start), top), (x(after, place), top + down), stroke="grey", line=3)
                    place += 1
    for day, row in enumerate(rows):
        for place, cell in enumerate(row):
            left, top = x(row, place) - side / 2, y + day * down - side / 2
            canvas.rect(left, top, side, side, fill=COLOURS[LETTERS.index(cell)], radius=14)
            canvas.text(left + side / 2, top + side / 2, cell, bold=True, size=24)


def describe(cells: Cells, solve: Solve) -> str:
    parts = []
    for number, (row, days) in enumerate(zip(cells.shown, SHOWN_DAYS, strict=True), 1):
        steps = []
        for day in range(days):
            now = solve(row, day)
            lines = ", ".join(
                f"{cell} to {' '.join(child)}"
                for cell, child in zip(now, cells.children(now, day), strict=True)
            )
            steps.append(f"day {day} {' '.join(now)}, lines from {lines}")
        steps.append(f"day {days} {' '.join(solve(row, days))}")
        parts.append(f"Row {number}: {'; '.join(steps)}.")
    return (
        "The picture shows two rows of cells, each on several days below one another. Cells are rounded squares with a "
        "letter, sky blue for A, yellow for B and white for C. Grey lines lead from every cell down to one cell or "
        f"two cells of the following day. From left to right: {' '.join(parts)}"
    )

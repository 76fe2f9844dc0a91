"""A table in which numbers are circled and others struck out, step by step.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._strike_rules import right_rule, strike_rules

VERSION = 4
KINDS = ("matrix",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Geometric Objects", "Mathematical Operations")
MUTATIONS = ("diagonals", "lines", "around", "column")

SIDE = 5  #: rows and columns of the table in the picture
MAX_STEPS = 8
TRIES = 400

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "if number % *": "the table at the start, and the key with the first numbers that are taken out",
}

TEXT = '''\
def solution(table: list[list[int]]) -> list[int]:
    """
    In a table of numbers, one number after the other is circled, and each time others are taken out. It ends
    when nothing is left. The picture shows it step by step. Find the circled numbers.

    Parameters:
        table (list[list[int]]): The rows of the table, all of one length; its numbers, from 1 to 99, are all
            different.

    Returns:
        list[int]: The circled numbers, in the order in which they are circled.
    """
'''

STEPS = """
def solution(table: list[list[int]]) -> list[int]:
    left = []
    for r, row in enumerate(table):
        for c, number in enumerate(row):
            if number % $struck:
                left.append(({sign}number, r, c))
    left.sort()
    circled = []
    while left:
        _, r, c = left[0]
        circled.append(table[r][c])
        left = [(number, i, j) for number, i, j in left if {stays}]
    return circled
"""
STAYS = {
    "diagonals": "abs(i - r) != abs(j - c)",
    "lines": "i != r and j != c",
    "around": "max(abs(i - r), abs(j - c)) > 1",
    "column": "j != c",
}
Cell = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]
_STAYS: dict[str, Callable[[int, int], bool]] = {
    "diagonals": lambda down, right: abs(down) != abs(right),
    "lines": lambda down, right: down != 0 and right != 0,
    "around": lambda down, right: max(abs(down), abs(right)) > 1,
    "column": lambda _down, right: right != 0,
}


@dataclass(frozen=True)
class Table:
    """Parameters: the mutation, whether the largest or the smallest number is circled, and the tables of the tests."""

    mutation: str
    chosen: str  #: ``max`` or ``min``
    struck: int  #: its multiples are taken out before the first step
    seed: str  #: of the table in the picture
    tested: tuple[Rows, ...]

    def begin(self, shown: Rows) -> dict[Cell, int]:
        """Return the numbers of a table that are left before the first step."""
        every = {(r, c): number for r, row in enumerate(shown) for c, number in enumerate(row)}
        return {at: number for at, number in every.items() if number % self.struck}

    def steps(self, shown: Rows, mutation: str) -> list[tuple[Cell, list[Cell]]]:
        """Return each circled cell of a table, with the cells that are left after it."""
        left = self.begin(shown)
        steps = []
        while left:
            r, c = (max if self.chosen == "max" else min)(left, key=left.__getitem__)
            left = {at: number for at, number in left.items() if _STAYS[mutation](at[0] - r, at[1] - c)}
            steps.append(((r, c), list(left)))
        return steps


def sample(mutation: str, draws: Draws) -> Table:
    chosen, struck = draws.choice(("max", "min")), draws.integer(3, 10)
    sizes = [(1, 1), (1, 5), (4, 1), (2, 2), (3, 3), (3, 5), (5, 4), (5, 5), (4, 5)]
    tested = tuple(_table(draws, rows, columns, 1) for rows, columns in sizes)
    return Table(mutation, chosen, struck, draws.text("ABCDEFGH", 16), tested)


def _table(draws: Draws, rows: int, columns: int, least: int) -> Rows:
    numbers = draws.sample(range(least, 100), rows * columns)
    return tuple(tuple(numbers[row * columns : (row + 1) * columns]) for row in range(rows))


def _is_clear(table: Table, shown: Rows) -> bool:
    """Whether the first circle is not at an edge, there are 3 to 5, and they are in no order of rows or columns.

    Two numbers or more are taken out before the first step.
    """
    if len(table.begin(shown)) > SIDE * SIDE - 2:
        return False
    (r, c), _ = table.steps(shown, "lines")[0]
    if not (0 < r < SIDE - 1 and 0 < c < SIDE - 1):
        return False
    for mutation in STAYS:
        circled = [cell for cell, _ in table.steps(shown, mutation)]
        if not 3 <= len(circled) <= MAX_STEPS:
            return False
        for lines in zip(*circled, strict=True):
            if list(lines) in (sorted(lines), sorted(lines, reverse=True)):
                return False
    return True


def calls(table: Table) -> list[Call]:
    return [([list(row) for row in rows],) for rows in table.tested]


def examples(table: Table) -> list[Call]:
    return [([list(row) for row in _shown(replace(table, mutation=""))],)]


@lru_cache(maxsize=4)
def _shown(table: Table) -> Rows:
    """Choose a table whose steps leave no other rule of the space that is near that of a mutation."""
    draws, space = Draws(table.seed, "shown"), strike_rules(table.struck)
    rules = [right_rule(mutation, table.chosen) for mutation in MUTATIONS]
    asked = [space.given(rule, calls(table)) for rule in rules]
    for _ in range(TRIES):
        shown = _table(draws, SIDE, SIDE, 10)
        if _is_clear(table, shown) and not any(
            space.ambiguity(space.given(rule, [(shown, True)]), right, space.near(rule, 1))
            for rule, right in zip(rules, asked, strict=True)
        ):
            return shown
    raise UnfitError("no table proves the rules")


def rule_space(table: Table) -> RuleSpace:
    space, steps = strike_rules(table.struck), (_shown(replace(table, mutation="")), True)
    return replace(space, drawn=space.given(right_rule(table.mutation, table.chosen), [steps]))


def reference(table: Table) -> str:
    program = STEPS.replace("{sign}", "-" if table.chosen == "max" else "")
    return fill(program.replace("{stays}", STAYS[table.mutation]), struck=table.struck)


def picture(table: Table, solve: Solve) -> Canvas:
    shown = _shown(replace(table, mutation=""))
    steps = table.steps(shown, table.mutation)
    down = (len(steps) + 3) // 3
    canvas = Canvas(873, 15 + 294 * down + 112)
    before, left = [(r, c) for r in range(SIDE) for c in range(SIDE)], list(table.begin(shown))
    for number, (circled, after) in enumerate([(None, left), *steps]):
        x, y = 15 + number % 3 * 286.0, 15 + number // 3 * 294.0
        frame(canvas, x, y, 272, 286, title=f"Step {number}" if number else "Start")
        _draw(canvas, shown, circled, before, after, x + 21, y + 44)
        before = after
    numbers = solve([list(row) for row in shown])
    if numbers != [shown[r][c] for (r, c), _ in steps]:
        raise ValueError("the steps that are drawn are not those of the reference")
    y = 15.0 + 294 * down
    canvas.text(25, y + 26, "circled", anchor="start", size=24)
    for place, number in enumerate(numbers):
        canvas.circle(160 + 70 * place, y + 26, 22, fill="orange", line=3)
        canvas.text(160 + 70 * place, y + 26, number, size=22, bold=True)
    canvas.text(25, y + 80, "start", anchor="start", size=24)
    for place in range(4):
        canvas.rect(137 + 70 * place, y + 57, 46, 46, fill="silver")
        canvas.text(160 + 70 * place, y + 80, table.struck * (place + 1), size=22)
    canvas.text(420, y + 80, "and so on", anchor="start", size=24)
    return canvas


def _draw(
    canvas: Canvas, rows: Rows, circled: Cell | None, before: list[Cell], left: list[Cell], x: float, y: float
) -> None:
    side = 46.0
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            corner = x + c * side, y + r * side
            middle = corner[0] + side / 2, corner[1] + side / 2
            state = "white" if (r, c) in left else "silver" if (r, c) in before else "grey"
            if (r, c) == circled:
                canvas.rect(*corner, side, side, fill="white")
                canvas.circle(*middle, 20, fill="orange", line=3)
                canvas.text(*middle, number, size=22, bold=True)
            elif state == "grey":
                canvas.rect(*corner, side, side, fill="grey")
            else:
                canvas.rect(*corner, side, side, fill="white" if state == "white" else "silver")
                canvas.text(*middle, number, size=22)


def describe(table: Table, solve: Solve) -> str:
    shown = _shown(replace(table, mutation=""))

    def numbers(kept: list[Cell]) -> str:
        return ", ".join(str(shown[r][c]) for r, c in kept) or "none"

    rows = " / ".join(" ".join(map(str, row)) for row in shown)
    before = list(table.begin(shown))
    every = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    parts = [
        f"Start: silver {numbers([cell for cell in every if cell not in before])}; white {numbers(before)}."
    ]
    for number, (circled, left) in enumerate(table.steps(shown, table.mutation), 1):
        taken = [cell for cell in before if cell not in left and cell != circled]
        parts.append(
            f"Step {number}: orange circle around {numbers([circled])}; silver {numbers(taken)}; white {numbers(left)}."
        )
        before = left
    key = ", ".join(str(table.struck * times) for times in range(1, 5))
    order = ", ".join(map(str, solve([list(row) for row in shown])))
    return (
        "The picture shows the same table of five rows and five columns at the start and at several steps. Its rows from top to bottom "
        f"are {rows}. At each step one number has an orange circle, some cells are silver, some are white, and those "
        f"that were circled or silver at an earlier step are dark grey and empty. {' '.join(parts)} Below them stands "
        f"a row of orange circles, named circled: {order}. Under it a row named start has silver cells with {key} and so on."
    )

"""A table in which numbers are circled and others struck out, step by step.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.rivals.orders import NUMBER, PLACE, Feature, Order, choose, orders
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 3
KINDS = ("matrix",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Geometric Objects", "Mathematical Operations")
MUTATIONS = ("diagonals", "lines", "around", "column")

SIDE = 4  #: rows and columns of the table in the picture
MAX_STEPS = 5

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
import heapq


def solution(table: list[list[int]]) -> list[int]:
    left = []
    for r, row in enumerate(table):
        for c, number in enumerate(row):
            if number % $struck:
                heapq.heappush(left, ({sign}number, r, c))
    circled = []
    while left:
        _, r, c = heapq.heappop(left)
        circled.append(table[r][c])
        left = [(number, i, j) for number, i, j in left if {stays}]
        heapq.heapify(left)
    return circled
"""
STAYS = {
    "diagonals": "abs(i - r) != abs(j - c)",
    "lines": "i != r and j != c",
    "around": "max(abs(i - r), abs(j - c)) > 1",
    "column": "j != c",
}
Cell = tuple[int, int]
_STAYS: dict[str, Callable[[int, int], bool]] = {
    "diagonals": lambda down, right: abs(down) != abs(right),
    "lines": lambda down, right: down != 0 and right != 0,
    "around": lambda down, right: max(abs(down), abs(right)) > 1,
    "column": lambda _down, right: right != 0,
}


@dataclass(frozen=True)
class Table:
    """Parameters: the mutation, whether the largest or the smallest number is circled, and the tables."""

    mutation: str
    chosen: str  #: ``max`` or ``min``
    struck: int  #: its multiples are taken out before the first step
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def begin(self) -> dict[Cell, int]:
        """The numbers of the table in the picture that are left before the first step."""
        every = {(r, c): number for r, row in enumerate(self.shown) for c, number in enumerate(row)}
        return {at: number for at, number in every.items() if number % self.struck}

    def steps(self, mutation: str) -> list[tuple[Cell, list[Cell]]]:
        """Return each circled cell of the table in the picture, with the cells that are left after it."""
        left = self.begin
        steps = []
        while left:
            r, c = (max if self.chosen == "max" else min)(left, key=left.__getitem__)
            left = {at: number for at, number in left.items() if _STAYS[mutation](at[0] - r, at[1] - c)}
            steps.append(((r, c), list(left)))
        return steps


def sample(mutation: str, draws: Draws) -> Table:
    chosen, struck = draws.choice(("max", "min")), draws.integer(3, 10)
    sizes = [(1, 1), (1, 5), (4, 1), (2, 2), (3, 3), (3, 5), (5, 4), (5, 5), (4, 6)]
    tested = tuple(_table(draws, rows, columns, 1) for rows, columns in sizes)
    while True:
        table = Table(mutation, chosen, struck, _table(draws, SIDE, SIDE, 10), tested)
        if _is_telling(table):
            return table


def _table(draws: Draws, rows: int, columns: int, least: int) -> tuple[tuple[int, ...], ...]:
    numbers = draws.sample(range(least, 100), rows * columns)
    return tuple(tuple(numbers[row * columns : (row + 1) * columns]) for row in range(rows))


def _is_telling(table: Table) -> bool:
    """Whether the first circle is not at an edge, there are 3 to 5, and they are in no order of rows or columns.

    Two numbers or more are taken out before the first step.
    """
    if len(table.begin) > SIDE * SIDE - 2:
        return False
    (r, c), _ = table.steps("lines")[0]
    if not (0 < r < SIDE - 1 and 0 < c < SIDE - 1):
        return False
    for mutation in STAYS:
        circled = [cell for cell, _ in table.steps(mutation)]
        if not 3 <= len(circled) <= MAX_STEPS:
            return False
        for lines in zip(*circled, strict=True):
            if list(lines) in (sorted(lines), sorted(lines, reverse=True)):
                return False
    return True


def rivals(table: Table) -> dict[str, Solve]:
    stays = {
        **_STAYS,
        "row": lambda down, _right: down != 0,
        "itself": lambda down, right: (down, right) != (0, 0),
    }
    every = product(orders(FEATURES).items(), stays.items())
    return {
        f"{first}, {name}": partial(_struck, order, stay, table.struck)
        for (first, order), (name, stay) in every
    }


def _of_number(feature: Feature, cell: tuple[int, int, int]) -> int:
    return int(feature(cell[0]))


def _of_place(feature: Feature, cell: tuple[int, int, int]) -> int:
    return int(feature(cell[1:]))


#: Features of a number and its place, by which a reader may think that it is circled.
FEATURES: dict[str, Feature] = {
    **{name: partial(_of_number, feature) for name, feature in NUMBER.items()},
    **{name: partial(_of_place, feature) for name, feature in PLACE.items()},
}


def _struck(order: Order, stay: Callable[[int, int], bool], struck: int, table: list[list[int]]) -> list[int]:
    left = [(number, r, c) for r, row in enumerate(table) for c, number in enumerate(row) if number % struck]
    circled = []
    while left:
        number, r, c = choose(order, left)
        circled.append(number)
        left = [cell for cell in left if stay(cell[1] - r, cell[2] - c) and cell != (number, r, c)]
    return circled


def calls(table: Table) -> list[Call]:
    return [([list(row) for row in rows],) for rows in table.tested]


def examples(table: Table) -> list[Call]:
    return [([list(row) for row in table.shown],)]


def reference(table: Table) -> str:
    program = STEPS.replace("{sign}", "-" if table.chosen == "max" else "")
    return fill(program.replace("{stays}", STAYS[table.mutation]), struck=table.struck)


def picture(table: Table, solve: Solve) -> Canvas:
    steps = table.steps(table.mutation)
    across = 2 if len(steps) <= 3 else 3
    down = (len(steps) + across) // across
    canvas = Canvas(15 + 322 * across, 15 + 352 * down + 150)
    before = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    frame(canvas, 15, 15, 310, 342, title="Start")
    _draw(canvas, table.shown, None, before, list(table.begin), 38, 73)
    before = list(table.begin)
    for number, (circled, left) in enumerate(steps, 1):
        x, y = 15 + number % across * 322.0, 15 + number // across * 352.0
        frame(canvas, x, y, 310, 342, title=f"Step {number}")
        _draw(canvas, table.shown, circled, before, left, x + 23, y + 58)
        before = left
    numbers = solve([list(row) for row in table.shown])
    if numbers != [table.shown[r][c] for (r, c), _ in steps]:
        raise ValueError("the steps that are drawn are not those of the reference")
    y = 15.0 + 352 * down
    canvas.text(30, y + 36, "circled", anchor="start", size=26)
    for place, number in enumerate(numbers):
        canvas.circle(175 + 76 * place, y + 36, 28, fill="orange", line=3)
        canvas.text(175 + 76 * place, y + 36, number, size=26, bold=True)
    canvas.text(30, y + 106, "start", anchor="start", size=26)
    for place in range(4):
        canvas.rect(147 + 70 * place, y + 78, 56, 56, fill="silver")
        canvas.text(175 + 70 * place, y + 106, table.struck * (place + 1), size=26)
    canvas.text(430, y + 106, "and so on", anchor="start", size=26)
    return canvas


def _draw(
    canvas: Canvas,
    rows: Sequence[Sequence[int]],
    circled: Cell | None,
    before: list[Cell],
    left: list[Cell],
    x: float,
    y: float,
) -> None:
    side = 66.0
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            corner = x + c * side, y + r * side
            middle = corner[0] + side / 2, corner[1] + side / 2
            state = "white" if (r, c) in left else "silver" if (r, c) in before else "grey"
            if (r, c) == circled:
                canvas.rect(*corner, side, side, fill="white")
                canvas.circle(*middle, 28, fill="orange", line=3)
                canvas.text(*middle, number, size=26, bold=True)
            elif state == "grey":
                canvas.rect(*corner, side, side, fill="grey")
            else:
                canvas.rect(*corner, side, side, fill="white" if state == "white" else "silver")
                canvas.text(*middle, number, size=26)


def describe(table: Table, solve: Solve) -> str:
    def numbers(kept: list[Cell]) -> str:
        return ", ".join(str(table.shown[r][c]) for r, c in kept) or "none"

    rows = " / ".join(" ".join(map(str, row)) for row in table.shown)
    before = list(table.begin)
    every = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    parts = [
        f"Start: silver {numbers([cell for cell in every if cell not in before])}; white {numbers(before)}."
    ]
    for number, (circled, left) in enumerate(table.steps(table.mutation), 1):
        taken = [cell for cell in before if cell not in left and cell != circled]
        parts.append(
            f"Step {number}: orange circle around {numbers([circled])}; silver {numbers(taken)}; white {numbers(left)}."
        )
        before = left
    key = ", ".join(str(table.struck * times) for times in range(1, 5))
    order = ", ".join(map(str, solve([list(row) for row in table.shown])))
    return (
        "The picture shows the same table of four rows and four columns at the start and at several steps. Its rows from top to bottom "
        f"are {rows}. At each step one number has an orange circle, some cells are silver, some are white, and those "
        f"that were circled or silver at an earlier step are dark grey and empty. {' '.join(parts)} Below them stands "
        f"a row of orange circles, named circled: {order}. Under it a row named start has silver cells with {key} and so on."
    )

"""The front of a house at night: a number at the end of every row and column of windows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby, pairwise

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 2
KINDS = ("grid",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Data Structures", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("longest", "groups", "dark", "changes")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "result sorted": "the text: the numbers of the rows come first",
}

TEXT = '''\
def solution(windows: list[str]) -> list[list[int]]:
    """
    At night some windows of a house are lit. Find the numbers that belong to its rows and to its columns, as
    they stand at the right of the house and below it in the picture.

    Parameters:
        windows (list[str]): The rows of windows from the top down, each from left to right: "*" is a lit
            window, "." a dark one. There is at least one window.

    Returns:
        list[list[int]]: Two lists, the numbers of the rows from the top down and those of the columns from
            left to right.
    """
'''

PROGRAM = """
def solution(windows: list[str]) -> list[list[int]]:
    columns = ["".join(column) for column in zip(*windows)]
    return [[of_row(row) for row in windows], [of_column(column) for column in columns]]


def of_row(line: str) -> int:
    return {row}


def of_column(line: str) -> int:
    return {column}
"""
RULES = {
    "longest": 'max(len(lit) for lit in line.split("."))',
    "groups": 'sum(lit != "" for lit in line.split("."))',
    "dark": 'max(len(dark) for dark in line.split("*"))',
    "changes": "sum(one != other for one, other in zip(line, line[1:]))",
}
#: What a column's number may be; the rules of the rows are among them.
COLUMN_RULES = (
    *RULES.values(),
    'line.count("*")',
    'line.count(".")',
    'sum(dark != "" for dark in line.split("*"))',
    'line.find("*") + 1',
    'line.rfind("*") + 1',
    'len(line.split(".")[0])',
    'len(line.split(".")[-1])',
    'len(line.split("*")[0])',
    'len(line.split("*")[-1])',
    'sum(one == other == "*" for one, other in zip(line, line[1:]))',
)


@dataclass(frozen=True)
class House:
    """Parameters: the mutation, which is the rule for rows, the rule for columns, and the houses."""

    mutation: str
    column: str
    shown: tuple[str, ...]
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> House:
    column = draws.choice(COLUMN_RULES)
    shown = _clear_house(draws)
    tested: list[tuple[str, ...]] = [("*",), (".",), ("**.*..*",), (".", "*", "*", ".", ".", "*")]
    tested.append(("***.", "****", "*..*", "...."))
    for _ in range(7):
        rows, columns = draws.integer(2, 7), draws.integer(2, 9)
        tested.append(tuple(draws.text("**.", columns) for _ in range(rows)))
    return House(mutation, column, shown, tuple(dict.fromkeys(tested)))


ROWS, COLUMNS = 6, 8


def _clear_house(draws: Draws) -> tuple[str, ...]:
    """Choose a house in which no two readings agree, neither of the rows nor of the columns."""
    for _ in range(300):
        rows = [draws.text("*.", COLUMNS) for _ in range(ROWS)]
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if all(_all_differ(lines) for lines in (rows, columns)):
            return tuple(rows)
    raise UnfitError


def _all_differ(lines: Sequence[str]) -> bool:
    """Whether any two readings give different numbers for two or more of the lines."""
    every = zip(*(_readings(line) for line in lines), strict=True)
    pairs = combinations(every, 2)
    return all(sum(number != other for number, other in zip(*pair, strict=True)) > 1 for pair in pairs)


def _readings(line: str) -> list[int]:
    """Return everything that the number next to a line of windows could mean."""
    lit = [len(part) for part in line.split(".")]
    dark = [len(part) for part in line.split("*")]
    inner = [len(part) for part in line.strip(".").split("*")]
    return [
        max(lit),
        max(dark),
        max(inner),
        sum(map(bool, lit)),
        sum(map(bool, dark)),
        sum(map(bool, inner)),
        sum(window != other for window, other in pairwise(line)),
        len(list(groupby(line))),
        line.count("*"),
        line.count("."),
        line.count("**"),
        sum(window == other == "*" for window, other in pairwise(line)),
        line.find("*") + 1,
        line.rfind("*") + 1,
        lit[0],
        lit[-1],
        dark[0],
        dark[-1],
        len(line.strip(".")),
        len([length for length in lit if length > 1]),
        len([length for length in lit if length == 1]),
    ]


def rivals(_house: House) -> dict[str, Solve]:
    count = len(_readings("*"))
    return {
        f"rows {row}, columns {column}": partial(_numbers, row, column)
        for row in range(count)
        for column in range(count)
    }


def _numbers(row: int, column: int, windows: list[str]) -> list[list[int]]:
    columns = ["".join(line) for line in zip(*windows, strict=True)]
    return [[_readings(line)[row] for line in windows], [_readings(line)[column] for line in columns]]


def calls(house: House) -> list[Call]:
    return [(list(windows),) for windows in house.tested]


def examples(house: House) -> list[Call]:
    return [(list(house.shown),)]


def reference(house: House) -> str:
    return PROGRAM.format(row=RULES[house.mutation], column=house.column)


WIDE, HIGH = 84.0, 82.0


def picture(house: House, solve: Solve) -> Canvas:
    canvas = Canvas(920, 800)
    x, y = 75.0, 160.0
    rows, columns = solve(list(house.shown))
    right, bottom = x + WIDE * COLUMNS, y + HIGH * ROWS
    canvas.rect(x + 470, 45, 60, 90, fill="silver")
    canvas.polygon([(x - 35, y), (x + 90, 70), (right - 90, 70), (right + 35, y)], fill="red")
    canvas.rect(x, y, right - x, bottom - y, fill="silver")
    for r, row in enumerate(house.shown):
        for c, sign in enumerate(row):
            left, top = x + c * WIDE, y + r * HIGH
            canvas.rect(left + 17, top + 14, WIDE - 34, HIGH - 28, fill="yellow" if sign == "*" else "ink")
    for r, number in enumerate(rows):
        _tag(canvas, number, right + 62, y + (r + 0.5) * HIGH)
    for c, number in enumerate(columns):
        _tag(canvas, number, x + (c + 0.5) * WIDE, bottom + 62)
    return canvas


def _tag(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.rect(x - 27, y - 24, 54, 48, fill="white", radius=8)
    canvas.text(x, y, number, bold=True, size=26)


def describe(house: House, solve: Solve) -> str:
    rows, columns = solve(list(house.shown))
    lines = "; ".join(f"{row} {number}" for row, number in zip(house.shown, rows, strict=True))
    return (
        f"The picture shows the front of a house with a red roof and {ROWS} rows of {COLUMNS} windows. Lit windows are "
        "yellow and written here as a star, dark ones are black and written as a dot. At the right end of each row, "
        "and below each column, a number stands in a white box. The rows from the top down, each with its number: "
        f"{lines}. The numbers below the columns, from left to right: {' '.join(map(str, columns))}."
    )

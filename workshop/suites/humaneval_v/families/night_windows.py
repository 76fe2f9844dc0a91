"""The front of a house at night: a number at the end of every row and column of windows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._window_rules import (
    WINDOW_RULES,
    are_telling,
    columns_of,
)

VERSION = 3
KINDS = ("grid",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Data Structures", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("longest", "groups", "dark", "changes")
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
COLUMN_RULES = {
    RULES["longest"]: ("lit", "whole", "longest"),
    RULES["groups"]: ("lit", "whole", "groups"),
    RULES["dark"]: ("dark", "whole", "longest"),
    RULES["changes"]: ("lit", "whole", "changes"),
    'line.count("*")': ("lit", "whole", "windows"),
    'line.count(".")': ("dark", "whole", "windows"),
    'sum(dark != "" for dark in line.split("*"))': ("dark", "whole", "groups"),
    'line.find("*") + 1': ("lit", "whole", "first"),
    'line.rfind("*") + 1': ("lit", "whole", "last"),
    'len(line.split(".")[0])': ("lit", "whole", "at the beginning"),
    'len(line.split(".")[-1])': ("lit", "whole", "at the end"),
    'len(line.split("*")[0])': ("dark", "whole", "at the beginning"),
    'len(line.split("*")[-1])': ("dark", "whole", "at the end"),
    'sum(one == other == "*" for one, other in zip(line, line[1:]))': ("lit", "whole", "neighbours"),
}


@dataclass(frozen=True)
class House:
    """Parameters: the mutation, which is the rule for rows, the rule for columns, and the houses."""

    mutation: str
    column: str
    shown: tuple[str, ...]
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> House:
    column = draws.choice(tuple(COLUMN_RULES))
    tested: list[tuple[str, ...]] = [("*",), (".",), ("**.*..*",), (".", "*", "*", ".", ".", "*")]
    tested.append(("***.", "****", "*..*", "...."))
    for _ in range(7):
        rows, columns = draws.integer(2, 7), draws.integer(2, 9)
        tested.append(tuple(draws.text("**.", columns) for _ in range(rows)))
    houses = tuple(dict.fromkeys(tested))
    return House(mutation, column, _telling_house(draws, column, houses), houses)


ROWS, COLUMNS, TRIES = 6, 8, 3_000


def _telling_house(draws: Draws, column: str, tested: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Choose a house whose numbers leave one rule for rows, under every mutation, and one for columns."""
    columns = [columns_of(windows) for windows in tested]
    for _ in range(TRIES):
        rows = tuple(draws.text("*.", COLUMNS) for _ in range(ROWS))
        if are_telling(COLUMN_RULES[column], columns_of(rows), columns) and all(
            are_telling(COLUMN_RULES[rule], rows, tested) for rule in RULES.values()
        ):
            return rows
    raise UnfitError("no house that tells the rule")


def rule_space(_house: House) -> RuleSpace:
    return WINDOW_RULES


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

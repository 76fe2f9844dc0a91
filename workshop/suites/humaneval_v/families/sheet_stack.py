"""Sheets of paper on a table: which lies on which, and how much of each is seen.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._sheet_rules import (
    COLUMNS,
    FEATURES,
    RIGHT,
    ROWS,
    Bars,
    Cells,
    Sheet,
    right_rule,
    seen_sheets,
    sheet_rules,
)

VERSION = 4
KINDS = ("geometry",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Geometric Objects", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("smaller", "first", "lower", "left")

COLOURS: tuple[Colour, ...] = ("yellow", "sky", "orange", "green")

TEXT = '''\
def solution(sheets: list[list[int]]) -> list[int]:
    """
    Sheets of paper lie on a table of unit squares, and cover one another in part. Two black bars lie across the
    table and cover everything, one over a column and one over a row. Which of two sheets lies on
    the other follows a rule, which the tables in the picture show. Find how much of each sheet is seen.

    Parameters:
        sheets (list[list[int]]): Left edge, top edge, width and height of each sheet, in squares from the left
            and the top of the table. The sheets are called A, B, C and so on in this order.

    Returns:
        list[int]: For each sheet the number of its squares that are seen.
    """
'''

#: Mutation → value of a sheet; of two sheets, the one with the higher value lies on top.
KEYS = {
    "first": "-number",
    "smaller": "-sheets[number][2] * sheets[number][3]",
    "lower": "sheets[number][1]",
    "left": "-sheets[number][0]",
}


@dataclass(frozen=True)
class Tables:
    """Parameters: the mutation, and the tables of sheets."""

    mutation: str
    bars: Bars
    seed: str  #: of the tables in the picture
    tested: tuple[tuple[Sheet, ...], ...]


def sample(mutation: str, draws: Draws) -> Tables:
    bars = draws.integer(1, COLUMNS - 2), draws.integer(1, ROWS - 2)
    tested = [_table(draws, count, 12, 12) for count in (1, 2, 2, 3, 3, 4, 4, 5, 6)]
    return Tables(mutation, bars, draws.text("abc", 16), tuple(tested))


def _table(draws: Draws, count: int, columns: int, rows: int) -> tuple[Sheet, ...]:
    """Choose a table of sheets; under every rule all of them have different values."""
    while True:
        sheets = []
        for _ in range(count):
            width, height = draws.integer(2, 8), draws.integer(2, 7)
            left, top = draws.integer(0, columns - width), draws.integer(0, rows - height)
            sheets.append((left, top, width, height))
        if _all_values_differ(sheets):
            return tuple(sheets)


def _clear_table(draws: Draws, bars: Bars) -> tuple[Sheet, ...]:
    """Choose four sheets with no two edges on one line; under every rule three or more squares of each are seen."""
    while True:
        across, down = draws.sample(range(COLUMNS + 1), 8), draws.sample(range(ROWS + 1), 8)
        sheets = []
        for place in range(0, 8, 2):
            (left, right), (top, bottom) = sorted(across[place : place + 2]), sorted(down[place : place + 2])
            sheets.append((left, top, right - left, bottom - top))
        if all(width > 1 and height > 1 for _, _, width, height in sheets) and _all_values_differ(sheets):
            owners = [list(seen_sheets(sheets, mutation, bars).values()) for mutation in RIGHT]
            if min(seen.count(number) for seen in owners for number in range(4)) > 2:
                return tuple(sheets)


def _all_values_differ(sheets: Sequence[Sheet]) -> bool:
    """Whether under every rule all sheets have different values."""
    return all(
        len({FEATURES[feature](sheet) for sheet in sheets}) == len(sheets)
        for feature in ("area", "top edge", "left edge")
    )


def calls(tables: Tables) -> list[Call]:
    return [([list(sheet) for sheet in sheets],) for sheets in tables.tested]


def examples(tables: Tables) -> list[Call]:
    return [([list(sheet) for sheet in sheets],) for sheets in _shown(replace(tables, mutation=""))]


@lru_cache(maxsize=4)
def _shown(tables: Tables) -> list[tuple[Sheet, ...]]:
    """Choose tables that leave one rule of the space for every mutation."""
    draws = Draws(tables.seed, "shown")
    chosen = telling_examples(
        sheet_rules(),
        rules=[right_rule(mutation, tables.bars) for mutation in MUTATIONS],
        asked=calls(tables),
        shown=[(_clear_table(draws, tables.bars),)],
        candidate=lambda: (_clear_table(draws, tables.bars),),
        numbers=range(2, 3),
    )
    return [sheets for (sheets,) in chosen]


def rule_space(_tables: Tables) -> RuleSpace:
    return sheet_rules()


def reference(tables: Tables) -> str:
    return f"""
def solution(sheets: list[list[int]]) -> list[int]:
    table = {{}}
    for number in sorted(range(len(sheets)), key=lambda number: {KEYS[tables.mutation]}):
        left, top, width, height = sheets[number]
        for x in range(left, left + width):
            for y in range(top, top + height):
                if x != {tables.bars[0]} and y != {tables.bars[1]}:
                    table[x, y] = number
    seen = list(table.values())
    return [seen.count(number) for number in range(len(sheets))]
"""


SIDE = 40.0  #: side of a square, px


def picture(tables: Tables, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 545)
    for number, (sheets,) in enumerate(examples(tables)):
        x = 15.0 + number * 490
        frame(canvas, x, 15, 480, 515, title=f"Table {number + 1}")
        table = [tuple(sheet) for sheet in sheets]
        _draw(canvas, table, seen_sheets(table, tables.mutation, tables.bars), x + 20, 70)
        _bars(canvas, tables.bars, x + 20, 70)
        for place, squares in enumerate(solve(sheets)):
            middle = x + 62 + 108 * place
            canvas.rect(middle - 19, 468, 38, 38, fill=COLOURS[place])
            canvas.text(middle, 487, "ABCD"[place], bold=True, fill=_ink(place))
            canvas.text(middle + 27, 487, squares, anchor="start")
    return canvas


def _bars(canvas: Canvas, bars: Bars, x: float, y: float) -> None:
    canvas.rect(x + bars[0] * SIDE, y - 6, SIDE, ROWS * SIDE + 12, fill="ink")
    canvas.rect(x - 6, y + bars[1] * SIDE, COLUMNS * SIDE + 12, SIDE, fill="ink")


def _ink(number: int) -> Colour:
    return "white" if COLOURS[number] == "green" else "ink"


def _draw(canvas: Canvas, sheets: Sequence[Sheet], seen: Cells, x: float, y: float) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            owner = seen.get((column, row))
            colour: Colour = "white" if owner is None else COLOURS[owner]
            place = x + column * SIDE, y + row * SIDE
            canvas.rect(*place, SIDE, SIDE, fill=colour, stroke="grey", line=2, guide=True)
    for number, sheet in enumerate(sheets):
        for start, end, inside in _edges(sheet):
            ends = [(x + px * SIDE, y + py * SIDE) for px, py in (start, end)]
            canvas.line(
                *ends, line=4 if seen.get(inside) == number else 2.5, dashed=seen.get(inside) != number
            )
    for number in range(len(sheets)):
        column, row = _label(seen, number)
        at = x + (column + 0.5) * SIDE, y + (row + 0.5) * SIDE
        canvas.text(*at, "ABCD"[number], size=24, bold=True, fill=_ink(number))


Corner = tuple[int, int]


def _edges(sheet: Sheet) -> list[tuple[Corner, Corner, Corner]]:
    """Return the outline in pieces of one square: start, end, and the square inside."""
    left, top, width, height = sheet
    right, bottom = left + width, top + height
    edges = []
    for x in range(left, right):
        edges += [((x, top), (x + 1, top), (x, top)), ((x, bottom), (x + 1, bottom), (x, bottom - 1))]
    for y in range(top, bottom):
        edges += [((left, y), (left, y + 1), (left, y)), ((right, y), (right, y + 1), (right - 1, y))]
    return edges


def _label(seen: Cells, number: int) -> Corner:
    """Return the square of a sheet with the most seen squares of the same sheet around it."""
    own = sorted(square for square, owner in seen.items() if owner == number)

    def around(square: Corner) -> int:
        x, y = square
        return sum((x + dx, y + dy) in own for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    return max(own, key=around)


def describe(tables: Tables, solve: Solve) -> str:
    parts = []
    for number, (sheets,) in enumerate(examples(tables), 1):
        seen = seen_sheets([tuple(sheet) for sheet in sheets], tables.mutation, tables.bars)
        rows = " / ".join(
            "".join("ABCD"[seen[x, y]] if (x, y) in seen else "." for x in range(COLUMNS))
            for y in range(ROWS)
        )
        places = "; ".join(
            f"{name} left {left}, top {top}, width {width}, height {height}, seen {squares}"
            for name, (left, top, width, height), squares in zip("ABCD", sheets, solve(sheets), strict=True)
        )
        parts.append(f"Table {number}: {rows}. {places}.")
    return (
        f"The picture shows two tables of {COLUMNS} by {ROWS} unit squares, with four sheets of paper on each: A is "
        "yellow, B sky blue, C orange and D green. The letter of a sheet stands on a part of it that is seen. "
        "Where another sheet covers it, its outline is dashed. Below each table stands how many squares of each sheet "
        f"are seen. Two black bars lie over everything: one covers the column {tables.bars[0]} and one the row {tables.bars[1]} of each "
        "table, counted from 0. The rows of the tables show the letter of the upper sheet on each square, and a dot where there "
        f"is none or a bar. {' '.join(parts)}"
    )

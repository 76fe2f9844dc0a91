"""Rules of which sheet of paper lies on which, and of what is counted of each.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

COLUMNS, ROWS = 11, 9  #: size of the tables in the picture, squares
WIDTH = 16  #: squares in a row of the masks, at least those of every table

Sheet = tuple[int, int, int, int]  #: left, top, width, height
Cells = dict[tuple[int, int], int]  #: column and row of a square → the sheet that is seen on it
Bars = tuple[int, int]  #: the column and the row that a bar covers
#: Properties of a sheet by which one could order it.
FEATURES: Mapping[str, Callable[[Sheet], float]] = {
    "left edge": lambda sheet: sheet[0],
    "right edge": lambda sheet: sheet[0] + sheet[2],
    "middle across": lambda sheet: 2 * sheet[0] + sheet[2],
    "top edge": lambda sheet: sheet[1],
    "bottom edge": lambda sheet: sheet[1] + sheet[3],
    "middle down": lambda sheet: 2 * sheet[1] + sheet[3],
    "width": lambda sheet: sheet[2],
    "height": lambda sheet: sheet[3],
    "shorter side": lambda sheet: min(sheet[2], sheet[3]),
    "longer side": lambda sheet: max(sheet[2], sheet[3]),
    "outline": lambda sheet: sheet[2] + sheet[3],
    "area": lambda sheet: sheet[2] * sheet[3],
    "slimness": lambda sheet: max(sheet[2], sheet[3]) / min(sheet[2], sheet[3]),
    "distance from the corner": lambda sheet: sheet[0] + sheet[1],
}
#: Orders of the sheets, the lowest first: that of the list and of each feature, in both directions.
ORDERS = ("first", "last", *(f"{side} {name}" for name in FEATURES for side in ("smallest", "largest")))
#: Sheets that lie above all others → whether one does, by its place in a list of some length, and the sheet.
ABOVE: Mapping[str, Callable[[int, int, Sheet], bool]] = {
    "none": lambda _place, _count, _sheet: False,
    "wide": lambda _place, _count, sheet: sheet[2] > sheet[3],
    "tall": lambda _place, _count, sheet: sheet[2] < sheet[3],
    "square": lambda _place, _count, sheet: sheet[2] == sheet[3],
    "not square": lambda _place, _count, sheet: sheet[2] != sheet[3],
    "first": lambda place, _count, _sheet: place == 0,
    "not the first": lambda place, _count, _sheet: place > 0,
    "last": lambda place, count, _sheet: place == count - 1,
    "not the last": lambda place, count, _sheet: place < count - 1,
    "every second from A": lambda place, _count, _sheet: place % 2 == 0,
    "every second from B": lambda place, _count, _sheet: place % 2 == 1,
}
#: Parts of what a reader may see in tables of sheets → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "lowest first": ORDERS,
    "above all others": tuple(ABOVE),
    "column": tuple(range(COLUMNS + 1)),  # under a bar
    "row": tuple(range(ROWS)),
    "counted": ("seen", "less what each covers", "less what the next covers"),
}


@lru_cache(maxsize=16_384)
def from_top(order: str, above: str, sheets: tuple[Sheet, ...]) -> tuple[int, ...]:
    """Return the numbers of the sheets from the highest down."""
    lowest_first = _in_order(order, sheets)
    high = [ABOVE[above](number, len(sheets), sheet) for number, sheet in enumerate(sheets)]
    return tuple(sorted(lowest_first, key=high.__getitem__)[::-1])


def _in_order(order: str, sheets: Sequence[Sheet]) -> list[int]:
    """Return the numbers of the sheets by an order; equal sheets keep the order of the list."""
    numbers = range(len(sheets))
    if order in {"first", "last"}:
        return list(numbers[:: 1 if order == "first" else -1])
    side, _, name = order.partition(" ")
    sign = 1 if side == "smallest" else -1
    return sorted(numbers, key=lambda number: sign * FEATURES[name](sheets[number]))


@lru_cache(maxsize=16_384)
def _mask(left: int, top: int, width: int, height: int) -> int:
    row = ((1 << width) - 1) << left
    return sum(row << WIDTH * y for y in range(top, top + height))


def seen_squares(choices: Sequence[Any], sheets: Sequence[Sequence[int]]) -> list[int]:
    """Return what is counted of each sheet by a rule of the space."""
    order, above, column, row, counted = choices
    table = tuple((left, top, width, height) for left, top, width, height in sheets)
    free = ~(_mask(column, 0, 1, WIDTH) | _mask(0, row, WIDTH, 1))
    covered, found = 0, [0] * len(table)
    before: list[int] = []
    for number in from_top(order, above, table):
        cells = _mask(*table[number]) & free
        if counted == "seen":
            found[number] = (cells & ~covered).bit_count()
            covered |= cells
        else:
            over = before if counted == "less what each covers" else before[-1:]
            found[number] = cells.bit_count() - sum((cells & other).bit_count() for other in over)
            before.append(cells)
    return found


#: Mutation → the order of the sheets, the lowest first.
RIGHT = {
    "first": "last",
    "smaller": "largest area",
    "lower": "smallest top edge",
    "left": "largest left edge",
}


def seen_sheets(sheets: Sequence[Sheet], mutation: str, bars: Bars) -> Cells:
    """Return which sheet is seen on each square by the rule of a mutation."""
    seen: Cells = {}
    for number in reversed(from_top(RIGHT[mutation], "none", tuple(sheets))):
        left, top, width, height = sheets[number]
        for column in range(left, left + width):
            for row in range(top, top + height):
                if column != bars[0] and row != bars[1]:
                    seen[column, row] = number
    return seen


def right_rule(mutation: str, bars: Bars) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part; ``bars`` are the column and row below them."""
    return rule_of(PARTS, (RIGHT[mutation], "none", *bars, "seen"))


@lru_cache(maxsize=1)
def sheet_rules() -> RuleSpace:
    """Return the space of all rules."""
    return program_space(PARTS, seen_squares)

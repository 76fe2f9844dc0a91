"""A price table of a market stall, and customers' slips: which column of the table gives the price of a line.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, combinations

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 3
KINDS = ("table",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("so-far", "slip", "largest", "line")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "table = *": "the price table is in the picture",
    "for start in *": "the headings of the price table have these numbers",
    "if *start: * >= start → * > start": "the headings of the price table begin with these numbers",
}

TEXT = '''\
def solution(goods: str, numbers: list[int]) -> int:
    """
    A stall sells four kinds of fruit. Find what a customer has to pay in all, by the price table and the slips of
    other customers in the picture.

    Parameters:
        goods (str): The letter of the fruit on each line of the customer's slip, each letter once at most.
        numbers (list[int]): How many pieces each line has, at least 1. There are 90 pieces on a slip at most.

    Returns:
        int: What is to pay for the whole slip; 0 for an empty one.
    """
'''

PROGRAM = """
def solution(goods: str, numbers: list[int]) -> int:
    table = $table
    pay = 0
    for line, (good, number) in enumerate(zip(goods, numbers)):
        column = 0
        for start in $starts:
            if {amount} >= start:
                column += 1
        pay += number * table[good][column]
    return pay
"""
#: Mutation → the amount that chooses a line's column.
AMOUNTS = {
    "line": "number",
    "slip": "sum(numbers)",
    "so-far": "sum(numbers[: line + 1])",
    "largest": "max(numbers)",
}
GOODS = {"A": "apple", "B": "banana", "C": "cherry", "D": "damson"}

#: These amounts, and others that a reader could think of: numbers of a slip → the amount for each line.
READINGS: tuple[Callable[[list[int]], list[int]], ...] = (
    lambda numbers: numbers,
    lambda numbers: [sum(numbers)] * len(numbers),
    lambda numbers: list(accumulate(numbers)),
    lambda numbers: [max(numbers)] * len(numbers),
    lambda numbers: [min(numbers)] * len(numbers),
    lambda numbers: [numbers[0]] * len(numbers),
    lambda numbers: [numbers[-1]] * len(numbers),
    lambda numbers: [sum(numbers[:line]) for line in range(len(numbers))],
    lambda numbers: [max(numbers[: line + 1]) for line in range(len(numbers))],
    lambda numbers: [sum(numbers[line:]) for line in range(len(numbers))],
    lambda numbers: [sum(numbers) // len(numbers)] * len(numbers),
    lambda numbers: [number + other for number, other in zip([0, *numbers], numbers, strict=False)],
    *(
        lambda numbers, amount=amount: [amount] * len(numbers) for amount in (1, 7, 90)
    ),  # always the same column
)

MAX_CALLS = 16

Slip = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Stall:
    """Parameters: the mutation, which says what chooses a column, the table, and the slips."""

    mutation: str
    table: dict[str, list[int]]  #: prices of each fruit, column by column
    starts: tuple[int, int]  #: the amounts from which the second and the third column count
    shown: tuple[Slip, ...]
    tested: tuple[Slip, ...]


def sample(mutation: str, draws: Draws) -> Stall:
    second = draws.integer(5, 7)
    third = second + draws.integer(5, 8)
    highest = draws.sample(range(9, 20), 4)
    table = {}
    for good, price in zip(GOODS, highest, strict=True):
        middle = price - draws.integer(2, 3)
        table[good] = [price, middle, middle - draws.integer(2, 4)]
    shown = _example_slips(draws, (second, third))
    return Stall(mutation, table, (second, third), shown, _test_slips(draws, (second, third)))


def _test_slips(draws: Draws, starts: tuple[int, int]) -> tuple[Slip, ...]:
    """Choose slips on both sides of each boundary, and some that use the whole table under every rule."""
    chosen: list[Slip] = [("", ())]
    chosen += [(_goods(draws, 1), (number,)) for start in starts for number in (start - 1, start)]
    # Three slips that use the whole table under every rule; only rule `line` does not use its second column.
    for first, others in ((1, 1), (starts[0], 1), (starts[1], starts[1] + 1)):
        chosen.append((_goods(draws, len(GOODS)), (first, others, others, others)))
    offered: dict[Slip, set[tuple[int, str, int]]] = {}
    for _ in range(250):
        count = draws.integer(2, 4)
        goods, numbers = _goods(draws, count), draws.integers(count, 1, draws.choice((3, 6, 9, 20)))
        columns = [
            [_column(amount, starts) for amount in reading(numbers)] for reading in READINGS[: len(AMOUNTS)]
        ]
        if len(set(map(tuple, columns))) == len(AMOUNTS):
            offered[goods, tuple(numbers)] = {
                (rule, good, column)
                for rule, used in enumerate(columns)
                for good, column in zip(goods, used, strict=True)
            }
    found = set[tuple[int, str, int]]()
    while len(chosen) < MAX_CALLS:
        best = max(offered, key=lambda slip: len(offered[slip] - found))
        found |= offered.pop(best)
        chosen.append(best)
    return tuple(chosen)


def _column(amount: int, starts: tuple[int, int]) -> int:
    return sum(amount >= start for start in starts)


def _goods(draws: Draws, count: int) -> str:
    return "".join(draws.sample(list(GOODS), count))


def _example_slips(draws: Draws, starts: tuple[int, int]) -> tuple[Slip, ...]:
    """Choose three slips with nine lines in all: any two readings differ on one or more, any two rules on three or more."""
    for _ in range(400):
        slips = [draws.integers(3, 1, starts[1] + 2) for _ in range(3)]
        charged = [
            [_column(amount, starts) for numbers in slips for amount in reading(numbers)]
            for reading in READINGS
        ]
        apart = [
            sum(column != other for column, other in zip(*pair, strict=True))
            for pair in combinations(charged, 2)
        ]
        rules = [
            sum(column != other for column, other in zip(*pair, strict=True))
            for pair in combinations(charged[: len(AMOUNTS)], 2)
        ]
        if min(apart) > 0 and min(rules) > 2:
            return tuple((_goods(draws, 3), tuple(numbers)) for numbers in slips)
    raise UnfitError


def rivals(stall: Stall) -> dict[str, Solve]:
    return {f"reading {number}": partial(_pay, stall, reading) for number, reading in enumerate(READINGS)}


def _pay(stall: Stall, reading: Callable[[list[int]], list[int]], goods: str, numbers: list[int]) -> int:
    columns = [_column(amount, stall.starts) for amount in (reading(numbers) if numbers else [])]
    lines = zip(goods, numbers, columns, strict=True)
    return sum(number * stall.table[good][column] for good, number, column in lines)


def calls(stall: Stall) -> list[Call]:
    return [(goods, list(numbers)) for goods, numbers in stall.tested]


def examples(stall: Stall) -> list[Call]:
    return [(goods, list(numbers)) for goods, numbers in stall.shown]


def reference(stall: Stall) -> str:
    program = PROGRAM.replace("{amount}", AMOUNTS[stall.mutation])
    return fill(program, table=stall.table, starts=stall.starts)


def _headings(stall: Stall) -> list[str]:
    second, third = stall.starts
    return [f"1 to {second - 1}", f"{second} to {third - 1}", f"{third} to 90"]


def picture(stall: Stall, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 800)
    _table(canvas, stall)
    for place, (goods, numbers) in enumerate(stall.shown):
        _slip(canvas, stall, place, goods, list(numbers), solve)
    return canvas


def _table(canvas: Canvas, stall: Stall) -> None:
    room = frame(canvas, 110, 15, 780, 370, title="Prices")
    x, y = room.x + 20, room.y + 30
    canvas.text(x + 470, room.y - 4, "pieces", bold=True)
    for column, heading in enumerate(["fruit", *_headings(stall)]):
        left, wide = (x, 220) if not column else (x + 220 + 166 * (column - 1), 166)
        canvas.rect(left, y, wide, 52, fill="ink")
        canvas.text(left + wide / 2, y + 26, heading, fill="white", bold=True)
    for row, (good, prices) in enumerate(stall.table.items()):
        top = y + 52 + 52 * row
        canvas.rect(x, top, 220, 52, fill="paleorange")
        canvas.text(x + 30, top + 26, good, bold=True)
        canvas.text(x + 62, top + 26, GOODS[good], anchor="start")
        for column, price in enumerate(prices):
            canvas.rect(x + 220 + 166 * column, top, 166, 52, fill="white")
            canvas.text(x + 303 + 166 * column, top + 26, price)


def _slip(canvas: Canvas, stall: Stall, place: int, goods: str, numbers: list[int], solve: Solve) -> None:
    x, y = 15 + 328 * place, 405.0
    teeth = [(x + 314 - 15.7 * step, y + (375 if step % 2 else 363)) for step in range(21)]
    canvas.polygon([(x, y), (x + 314, y), *teeth], fill="white", line=3)
    canvas.text(x + 20, y + 30, f"Slip {place + 1}", bold=True, anchor="start")
    columns = (x + 62, x + 142, x + 208, x + 292)
    for middle, name in zip(columns, ("fruit", "pieces", "price", "to pay"), strict=True):
        canvas.text(middle, y + 78, name, size=19, anchor="end")
    canvas.line((x + 20, y + 98), (x + 294, y + 98))
    pays = _charges(stall, goods, numbers)
    for line, (good, number, each) in enumerate(zip(goods, numbers, pays, strict=True)):
        values = (good, number, each, number * each)
        for middle, value in zip(columns, values, strict=True):
            canvas.text(middle - 12, y + 132 + 52 * line, str(value), anchor="end", bold=value == good)
    canvas.line((x + 20, y + 270), (x + 294, y + 270))
    canvas.text(columns[3] - 12, y + 306, solve(goods, numbers), anchor="end", bold=True, size=26)


def _charges(stall: Stall, goods: str, numbers: list[int]) -> list[int]:
    """Return the price per piece on each line."""
    amounts = READINGS[list(AMOUNTS).index(stall.mutation)](numbers)
    return [
        stall.table[good][_column(amount, stall.starts)] for good, amount in zip(goods, amounts, strict=True)
    ]


def describe(stall: Stall, solve: Solve) -> str:
    rows = [f"{good} {GOODS[good]} {' '.join(map(str, prices))}" for good, prices in stall.table.items()]
    slips = []
    for place, (goods, numbers) in enumerate(examples(stall), 1):
        charges = _charges(stall, goods, numbers)
        lines = [
            f"{good} {number} {each} {number * each}"
            for good, number, each in zip(goods, numbers, charges, strict=True)
        ]
        slips.append(f"Slip {place}: {', '.join(lines)}; at the bottom {solve(goods, numbers)}.")
    return (
        "The upper part shows a table with the title Prices. Its headings are fruit and, for the pieces, "
        f"{', '.join(_headings(stall))}. Its rows: {'; '.join(rows)}. The lower part shows three slips of paper with the "
        f"columns fruit, pieces, price, to pay, three lines and a bold number at the bottom. {' '.join(slips)}"
    )

"""A price table of a market stall, and customers' slips: which column of the table gives the price of a line.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._slip_rules import Prices, right_rule, slip_rules

VERSION = 4
KINDS = ("table",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("so-far", "slip", "largest", "line")
SETTLED = {
    "table = *": "the price table is in the picture",
    "for start in *": "the headings of the price table have these numbers",
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

MAX_CALLS = 16

Slip = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Stall:
    """Parameters: the mutation, which says what chooses a column, the table, and the slips of the tests."""

    mutation: str
    table: dict[str, list[int]]  #: prices of each fruit, column by column
    starts: tuple[int, int]  #: the amounts from which the second and the third column count
    seed: str  #: of the slips in the picture
    tested: tuple[Slip, ...]


def sample(mutation: str, draws: Draws) -> Stall:
    second = draws.integer(5, 7)
    third = second + draws.integer(5, 8)
    highest = draws.sample(range(9, 20), 4)
    table = {}
    for good, price in zip(GOODS, highest, strict=True):
        middle = price - draws.integer(2, 3)
        table[good] = [price, middle, middle - draws.integer(2, 4)]
    tested = _test_slips(draws, (second, third))
    return Stall(mutation, table, (second, third), draws.text("ABCDEFGH", 12), tested)


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
        columns = [_columns(rule, numbers, starts) for rule in AMOUNTS]
        if len(set(map(tuple, columns))) == len(AMOUNTS):
            offered[goods, tuple(numbers)] = {
                (rule, good, number)
                for rule, used in enumerate(columns)
                for good, number in zip(goods, used, strict=True)
            }
    found = set[tuple[int, str, int]]()
    while len(chosen) < MAX_CALLS:
        best = max(offered, key=lambda slip: len(offered[slip] - found))
        found |= offered.pop(best)
        chosen.append(best)
    return tuple(chosen)


def _columns(mutation: str, numbers: list[int], starts: tuple[int, int]) -> list[int]:
    """Return the column of each line, from 0."""
    amounts = {
        "line": numbers,
        "slip": [sum(numbers)] * len(numbers),
        "so-far": list(accumulate(numbers)),
        "largest": [max(numbers)] * len(numbers),
    }
    return [sum(amount >= start for start in starts) for amount in amounts[mutation]]


def _goods(draws: Draws, count: int) -> str:
    return "".join(draws.sample(list(GOODS), count))


def calls(stall: Stall) -> list[Call]:
    return [(goods, list(numbers)) for goods, numbers in stall.tested]


def examples(stall: Stall) -> list[Call]:
    return _shown(stall.seed, _prices(stall), stall.tested)


def _prices(stall: Stall) -> Prices:
    return tuple((good, tuple(prices)) for good, prices in stall.table.items()), stall.starts


@lru_cache(maxsize=4)
def _shown(seed: str, prices: Prices, tested: tuple[Slip, ...]) -> list[Call]:
    """Choose slips that leave one rule of the space for every mutation."""
    draws, (second, third) = Draws(seed, "shown"), prices[1]

    # Two slips have a total just before a column, and just in it by a single piece.
    few = (third - second) // 2
    rest = third - second - few
    first = [few, second - 1, rest], [second, few, rest - 1, 1]
    equal = [third + 1, second - 1, second - 1, 2]
    edges = draws.shuffled([second - 1, second, third - 1, third])
    shown: list[Call] = [(_goods(draws, len(numbers)), numbers) for numbers in (*first, equal, edges)]

    def candidate() -> Call:
        columns = [range(1, second), range(second, third), range(third, third + 9)]
        one_each = draws.shuffled([draws.choice(column) for column in columns])
        numbers = one_each if draws.chance(1, 2) else draws.sample(range(1, third + 3), 3)
        numbers.insert(draws.integer(0, 3), draws.choice((*numbers, *edges)))
        return _goods(draws, len(numbers)), numbers

    return telling_examples(
        slip_rules(prices),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=[(goods, list(numbers)) for goods, numbers in tested],
        shown=shown,
        candidate=candidate,
        numbers=range(8, 11),
    )


def rule_space(stall: Stall) -> RuleSpace:
    return slip_rules(_prices(stall))


def reference(stall: Stall) -> str:
    program = PROGRAM.replace("{amount}", AMOUNTS[stall.mutation])
    return fill(program, table=stall.table, starts=stall.starts)


def _headings(stall: Stall) -> list[str]:
    second, third = stall.starts
    return [f"1 to {second - 1}", f"{second} to {third - 1}", f"{third} to 90"]


def picture(stall: Stall, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 254 + 246 * -(-len(examples(stall)) // 4))
    _table(canvas, stall)
    for place, (goods, numbers) in enumerate(examples(stall)):
        _slip(canvas, stall, place, goods, numbers, solve)
    return canvas


def _table(canvas: Canvas, stall: Stall) -> None:
    room = frame(canvas, 110, 10, 780, 236, title="Prices")
    x, y = room.x + 20, room.y + 2
    canvas.text(x + 470, room.y - 22, "pieces", bold=True)
    for column, heading in enumerate(["fruit", *_headings(stall)]):
        left, wide = (x, 220) if not column else (x + 220 + 166 * (column - 1), 166)
        canvas.rect(left, y, wide, 35, fill="ink")
        canvas.text(left + wide / 2, y + 18, heading, fill="white", bold=True)
    for row, (good, prices) in enumerate(stall.table.items()):
        top = y + 35 + 35 * row
        canvas.rect(x, top, 220, 35, fill="paleorange")
        canvas.text(x + 30, top + 18, good, bold=True)
        canvas.text(x + 62, top + 18, GOODS[good], anchor="start")
        for column, price in enumerate(prices):
            canvas.rect(x + 220 + 166 * column, top, 166, 35, fill="white")
            canvas.text(x + 303 + 166 * column, top + 18, price)


def _slip(canvas: Canvas, stall: Stall, place: int, goods: str, numbers: list[int], solve: Solve) -> None:
    x, y = 11 + 246 * (place % 4), 254.0 + 246 * (place // 4)
    teeth = [(x + 240 - 12 * step, y + (236 if step % 2 else 226)) for step in range(21)]
    canvas.polygon([(x, y), (x + 240, y), *teeth], fill="white", line=3)
    canvas.text(x + 16, y + 20, f"Slip {place + 1}", bold=True, anchor="start")
    columns = (x + 50, x + 113, x + 165, x + 228)
    for middle, name in zip(columns, ("fruit", "pieces", "price", "to pay"), strict=True):
        canvas.text(middle, y + 48, name, size=17, anchor="end")
    canvas.line((x + 14, y + 62), (x + 228, y + 62))
    pays = _charges(stall, goods, numbers)
    for line, (good, number, each) in enumerate(zip(goods, numbers, pays, strict=True)):
        for middle, value in zip(columns, (good, number, each, number * each), strict=True):
            canvas.text(middle - 12, y + 80 + 29 * line, str(value), anchor="end", bold=value == good)
    canvas.line((x + 14, y + 184), (x + 228, y + 184))
    canvas.text(columns[3] - 12, y + 205, solve(goods, numbers), anchor="end", bold=True)


def _charges(stall: Stall, goods: str, numbers: list[int]) -> list[int]:
    """Return the price per piece on each line."""
    columns = _columns(stall.mutation, numbers, stall.starts)
    return [stall.table[good][column] for good, column in zip(goods, columns, strict=True)]


def describe(stall: Stall, solve: Solve) -> str:
    rows = [f"{good} {GOODS[good]} {' '.join(map(str, prices))}" for good, prices in stall.table.items()]
    slips = []
    for place, (goods, numbers) in enumerate(examples(stall), 1):
        charges = zip(goods, numbers, _charges(stall, goods, numbers), strict=True)
        lines = [f"{good} {number} {each} {number * each}" for good, number, each in charges]
        slips.append(f"Slip {place}: {', '.join(lines)}; at the bottom {solve(goods, numbers)}.")
    return (
        "The upper part shows a table with the title Prices. Its headings are fruit and, for the pieces, "
        f"{', '.join(_headings(stall))}. Its rows: {'; '.join(rows)}. The lower part shows slips of paper with the "
        f"columns fruit, pieces, price, to pay, some lines and a bold number at the bottom. {' '.join(slips)}"
    )

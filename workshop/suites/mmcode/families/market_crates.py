"""Crates on a market: what do they cost while goods move from crate to crate?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._crate_pictures import crate_words, drawn_examples, drawn_shelf
from workshop.suites.mmcode.families._crate_programs import program, wrong_programs
from workshop.suites.mmcode.families._crate_stalls import LEVELS, priced_crates, shelf_of, sold_of
from workshop.suites.mmcode.families._crates import COLUMNS, KINDS, LINES, ROWS, Crate, Rule, space_size

VERSION = 1
TITLE = "Crates at the Market"
CATEGORY = "table"
PICTURES = (("table", "math"), ("table",))
VARIANTS = ("two-kinds", "three-kinds", "threes", "neighbours", "frames")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
A merchant sells crates. A crate has three rows of four compartments. In a compartment are up to nine pieces of one kind, or nothing.
Kinds differ in form; colours say nothing. The price of a crate, in coins, is the sum of these parts:

Each piece has the price of its kind, from 1 to 9. Kinds can have the same price.

N: There are kinds X and Y, maybe the same. Each compartment with X that has a compartment with Y next to it (on the left or right, above
or below, in the same crate) adds d, from -5 to 5 but not 0. It adds d once, however many pieces it holds and however many
compartments with Y are next to it.

T: One kind is sold in threes: if all compartments of a crate together hold k pieces of it, k / 3 of them, rounded down, are free.

F: A crate with a double frame costs f more, from 1 to 9, for each full row, or for each full column: one or the other, the same for all
crates. Full means that no compartment of it is empty.

N, T and F hold if they have a tick on the board in the first picture, and not if they have a cross. Kinds, prices, X, Y, d and f
are the same for all crates in both pictures. Row 1 and column 1 are at the red corner. A crate can be shown turned, with its goods still
upright; a row has four compartments then, too.

The first picture shows crates with their prices.

![image](1.png)

The second picture shows six crates on a shelf.

![image](2.png)

The merchant gets orders, one after the other. For each order all that is in two compartments on the shelf is exchanged; it stays so
for the next orders. Then the merchant says the sum of the prices of some crates.

Input

The first line has an integer n, the number of orders (1 <= n <= 40). Each of the next n lines has the two compartments and the letters
of the crates that are asked for, with spaces between them. For example, B13 is row 1, column 3 of crate B, and BDE are three crates.
If it is twice the same compartment, nothing changes.

Output

Print n lines: for each order the sum of the prices.
"""


LETTERS = "ABCDEF"
REFERENCE = {name: program(int(level), LEVELS[int(level)].rules) for name, level in DIAL.items()}
_WRONG = {name: wrong_programs(int(level), LEVELS[int(level)].rules) for name, level in DIAL.items()}
WRONG = {wrong: {name: _WRONG[name][wrong] for name in VARIANTS} for wrong in _WRONG["frames"]}
EQUIVALENT = {"'*' → '*~'": "what follows the last compartment or letter of a list is not read"}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9), "sold": 0}
    values["unique_among"] = {
        name: space_size(LEVELS[int(level)].kinds, LEVELS[int(level)].rules) for name, level in DIAL.items()
    }
    for number, level in LEVELS.items():
        own = Draws("market_crates", values["seed"], number)
        rule, examples = priced_crates(own, level)
        shelf = shelf_of(own, level, rule, values["sold"])
        values["sold"] = sold_of(rule, shelf[5])
        values |= {f"{key}{number}": value for key, value in _tables(rule, shelf).items()}
        values |= {f"examples{number}": examples, f"rule{number}": rule, f"shelf{number}": shelf}
    return values


def _tables(rule: Rule, shelf: Sequence[Crate]) -> dict[str, Any]:
    """Return the tables of a program."""
    return {
        "crates": {letter: " ".join(crate.cells) for letter, crate in zip(LETTERS, shelf, strict=True)},
        "prices": dict(zip(KINDS, rule.prices, strict=False)),
        "free": rule.free, "own": rule.pair[:1], "other": rule.pair[1:], "delta": rule.change,
        "double": "".join(letter for letter, crate in zip(LETTERS, shelf, strict=True) if crate.double),
        "lines": LINES[rule.lines], "added": rule.added,
    }  # fmt: skip


def check_input(_values: dict[str, Any], text: str) -> None:
    count, *orders = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(orders) <= 40:
        raise ValueError("another number of orders")
    for first, second, names in (order.split(" ") for order in orders):
        if not {first, second} <= {*_COMPARTMENTS}:
            raise ValueError("not two compartments")
        if not names or len({*names}) < len(names) or not {*names} <= {*LETTERS}:
            raise ValueError("not letters of crates, each once")


_COMPARTMENTS = [
    f"{letter}{row}{column}"
    for letter in LETTERS
    for row in range(1, ROWS + 1)
    for column in range(1, COLUMNS + 1)
]


def _list(orders: Sequence[tuple[str, ...]]) -> str:
    return f"{len(orders)}\n" + "".join(f"{' '.join(order)}\n" for order in orders)


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list([("F11", "F12", "F"), ("A14", "A34", "F")])]


def _drawn(values: dict[str, Any], name: str, counts: list[int], most: int) -> list[str]:
    draws = Draws("market_crates", values["seed"], name)
    return [
        _list([(*draws.sample(_COMPARTMENTS, 2), "".join(draws.sample(LETTERS, draws.integer(1, most)))) for _ in range(count)])
        for count in counts
    ]  # fmt: skip


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 4, 5, 6, 7, 8], 3)


def edge(values: dict[str, Any]) -> list[str]:
    alone = [_list([("A11", "A11", letter) for letter in LETTERS]), _list([("D34", "D34", "ABCDEF")])]
    corners = _list([("A11", "B34", "AB"), ("C14", "D31", "CD"), ("A11", "B34", "BA"), ("E34", "E11", "E")])
    return [*alone, corners, *_drawn(values, "edge", [2, 2], 1), _list([("C22", "F12", "FC")]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("market_crates", values["seed"], "filled")
    alone = []
    for letter in 2 * LETTERS[:5]:
        own = [name for name in _COMPARTMENTS if name[0] == letter]
        alone.append(_list([(draws.choice(own), draws.choice(_COMPARTMENTS), letter) for _ in range(40)]))
    return [*_drawn(values, "large", [39, 40], 4), *alone]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    number = int(DIAL[variant])
    level, examples, seed = LEVELS[number], values[f"examples{number}"], values["seed"] + number
    crates, totals = zip(*examples, strict=True)
    return [
        drawn_examples(crates, totals, level.rules, level.side, seed, turned=level.turned),
        drawn_shelf(values[f"shelf{number}"], level.side, seed, turned=level.turned),
    ]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    number = int(DIAL[variant])
    told = [
        f"A crate {crate_words(crate)}, costs {total} coins." for crate, total in values[f"examples{number}"]
    ]
    ticks = ", ".join(
        f"{letter} has a {'tick' if letter in LEVELS[number].rules else 'cross'}" for letter in "NTF"
    )
    shelf = [
        f"Crate {letter}, {crate_words(crate)}."
        for letter, crate in zip(LETTERS, values[f"shelf{number}"], strict=True)
    ]
    return [
        f"Crates with price tags. {' '.join(told)} On a board, {ticks}.",
        f"Six crates on a shelf, each as it is when it is not turned. {' '.join(shelf)}",
    ]

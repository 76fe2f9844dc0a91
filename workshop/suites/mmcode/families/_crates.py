"""Crates of ``market_crates``: what they hold, what they cost, and all rules that fit crates with prices.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws

ROWS, COLUMNS = 3, 4
PLACES = ROWS * COLUMNS
EMPTY = ".0"
KINDS = "abcde"
#: Price changes that two kinds beside each other can make, and additions for a full row or column.
CHANGES, ADDED = [*range(-5, 0), *range(1, 6)], range(1, 10)
#: The places of each row, and of each column.
LINES = (
    [[COLUMNS * row + column for column in range(COLUMNS)] for row in range(ROWS)],
    [[COLUMNS * row + column for row in range(ROWS)] for column in range(COLUMNS)],
)
#: The places beside each place: left, right, above and below.
BESIDE = [
    [
        other
        for other in range(PLACES)
        if abs(other // COLUMNS - own // COLUMNS) + abs(other % COLUMNS - own % COLUMNS) == 1
    ]
    for own in range(PLACES)
]


@dataclass(frozen=True, slots=True)
class Crate:
    """Compartments row by row, each with the letter of its kind and a number of pieces; and its frame."""

    cells: tuple[str, ...]
    double: bool = False
    quarters: int = 0  #: quarter turns clockwise of its drawing


@dataclass(frozen=True, slots=True)
class Rule:
    """What settles the price of a crate; parts that do not hold are empty or 0."""

    prices: tuple[int, ...]  #: of one piece of each kind, coins
    free: str = ""  #: the kind of which one piece in three costs nothing
    pair: str = ""  #: a kind, and the one that changes the price of compartments beside it
    change: int = 0  #: coins for each such compartment
    added: int = 0  #: coins for each full line of a crate with a double frame
    lines: int = 0  #: 0 if these lines are rows, 1 if columns

    def price(self, crate: Crate) -> int:
        """Return the price of a crate in coins."""
        held = counts(crate, len(self.prices))
        total = sum(number * price for number, price in zip(held, self.prices, strict=True))
        if self.free:
            kind = KINDS.index(self.free)
            total -= held[kind] // 3 * self.prices[kind]
        if self.pair:
            total += self.change * meetings(crate, self.pair)
        return total + self.added * full_lines(crate, self.lines)


def counts(crate: Crate, kinds: int) -> list[int]:
    """Return the number of pieces of each kind."""
    return [sum(int(cell[1]) for cell in crate.cells if cell[0] == kind) for kind in KINDS[:kinds]]


def meetings(crate: Crate, pair: str) -> int:
    """Return the number of compartments with the first kind of a pair that are beside one with the other."""
    return sum(
        cell[0] == pair[0] and any(crate.cells[place][0] == pair[1] for place in BESIDE[at])
        for at, cell in enumerate(crate.cells)
    )


def full_lines(crate: Crate, lines: int) -> int:
    """Return the number of full rows, or columns, of a crate with a double frame; 0 with another one."""
    return int(crate.double) * sum(all(crate.cells[at] != EMPTY for at in line) for line in LINES[lines])


def drawn_rule(draws: Draws, kinds: int, rules: str) -> Rule:
    """Draw a rule for a number of kinds, with those of the parts N, T and F that hold."""
    prices = tuple(draws.integers(kinds, 1, 9))
    free = draws.choice(KINDS[:kinds]) if "T" in rules else ""
    pair = "".join(draws.choices(KINDS[:kinds], 2)) if "N" in rules else ""
    change = draws.choice(CHANGES) if "N" in rules else 0
    added, lines = (draws.choice(ADDED), draws.integer(0, 1)) if "F" in rules else (0, 0)
    return Rule(prices, free, pair, change, added, lines)


def space_size(kinds: int, rules: str) -> int:
    """Return the number of rules for a number of kinds, with those of the parts N, T and F that hold."""
    size: int = 9**kinds
    size *= kinds if "T" in rules else 1
    size *= kinds**2 * len(CHANGES) if "N" in rules else 1
    return size * (2 * len(ADDED) if "F" in rules else 1)


def fitting(crates: Sequence[Crate], totals: Sequence[int], kinds: int, rules: str) -> Iterator[Rule]:
    """Yield every rule that gives crates their prices, by trying all of them.

    Args:
        crates: the crates whose prices are known.
        totals: their prices, coins.
        kinds: number of kinds of pieces.
        rules: letters of the parts N, T and F that hold.
    """
    every, weights = _every_prices(kinds), _WEIGHTS[: len(crates)]
    pairs = ["".join(pair) for pair in product(KINDS[:kinds], repeat=2)] if "N" in rules else [""]
    steps = np.array(list(product(CHANGES if "N" in rules else [0], ADDED if "F" in rules else [0])))
    more = [
        (pair, lines, np.array([[meetings(crate, pair) if pair else 0, full_lines(crate, lines)] for crate in crates]))
        for pair in pairs
        for lines in range(2 if "F" in rules else 1)
    ]  # fmt: skip
    held = np.array([counts(crate, kinds) for crate in crates])
    for free in KINDS[:kinds] if "T" in rules else [""]:
        paid = held.copy()
        if free:
            paid[:, KINDS.index(free)] -= held[:, KINDS.index(free)] // 3
        codes = every @ (paid.T @ weights)  # sums of products modulo 2**64; equal prices have equal codes
        order = np.argsort(codes)
        ranked = codes[order]
        for pair, lines, found in more:
            wanted = (np.array(totals) - steps @ found.T) @ weights
            firsts, lasts = (np.searchsorted(ranked, wanted, side) for side in ("left", "right"))
            for step in np.flatnonzero(firsts < lasts):
                change, added = map(int, steps[step])
                for place in order[firsts[step] : lasts[step]]:
                    rule = Rule(tuple(map(int, every[place])), free, pair, change, added, lines)
                    if [rule.price(crate) for crate in crates] == list(totals):
                        yield rule


_WEIGHTS = np.array([(0x9E3779B97F4A7C15 * (2 * n + 1) ** 3) % 2**61 for n in range(16)], dtype=np.int64)


@cache
def _every_prices(kinds: int) -> npt.NDArray[np.int64]:
    return np.array(list(product(range(1, 10), repeat=kinds)), dtype=np.int64)

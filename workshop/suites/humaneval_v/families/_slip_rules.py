"""Rules of a price table with columns of amounts: what chooses the column of a line of a slip.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

Numbers = npt.NDArray[np.int64]

#: (place of a line in an order, that of another, number of lines) → whether the other one counts for the line.
LINES: dict[str, Callable[[Numbers, Numbers, int], Any]] = {
    "this one": lambda place, other, _: other == place,
    "all": lambda _place, other, _: other >= 0,
    "this one and those before": lambda place, other, _: other <= place,
    "those before": lambda place, other, _: other < place,
    "this one and those after": lambda place, other, _: other >= place,
    "those after": lambda place, other, _: other > place,
    "this one and the one before": lambda place, other, _: (other == place) | (other == place - 1),
    "this one and the next": lambda place, other, _: (other == place) | (other == place + 1),
    "the one before": lambda place, other, _: other == place - 1,
    "the next": lambda place, other, _: other == place + 1,
    "the first": lambda _place, other, _: other == 0,
    "the last": lambda _place, other, count: other == count - 1,
    "all others": lambda place, other, _: other != place,
}
#: (pieces of the lines that count, 0 for the others, and how many lines count) → the amount.
MEASURES: dict[str, Callable[[Numbers, Numbers], Any]] = {
    "sum": lambda pieces, _: pieces.sum(-1),
    "largest": lambda pieces, _: _largest(pieces),
    "smallest": lambda pieces, _: _smallest(pieces),
    "mean, rounded down": lambda pieces, lines: pieces.sum(-1) // np.maximum(lines, 1),
    "mean, rounded up": lambda pieces, lines: -(-pieces.sum(-1) // np.maximum(lines, 1)),
    "largest less smallest": lambda pieces, _: _largest(pieces) - _smallest(pieces),
    "number of lines": lambda _pieces, lines: lines,
}
#: (letter, pieces, and price of one piece of a line, those of another) → whether the other one may count.
WHICH: dict[str, Callable[[Sequence[Numbers], Sequence[Numbers]], Any]] = {
    "any": lambda _line, other: other[1] > 0,
    "with two pieces or more": lambda _line, other: other[1] > 1,
    "with as many pieces or more": lambda line, other: other[1] >= line[1],
    "with as many pieces or fewer": lambda line, other: other[1] <= line[1],
    "as dear or dearer": lambda line, other: other[2] >= line[2],
    "as dear or cheaper": lambda line, other: other[2] <= line[2],
    "with this letter or an earlier one": lambda line, other: other[0] <= line[0],
    "with this letter or a later one": lambda line, other: other[0] >= line[0],
}
#: (letters, pieces, and prices of one piece of the lines) → by what they are sorted.
ORDERS: dict[str, Callable[[Sequence[Numbers]], Numbers]] = {
    "of the slip": lambda lines: 0 * lines[0],
    "of letters": lambda lines: lines[0],
    "fewest pieces first": lambda lines: lines[1],
    "most pieces first": lambda lines: -lines[1],
    "cheapest first": lambda lines: lines[2],
}
#: (place on the slip, pieces of all lines) → whether a line counts only its own pieces.
ALONE: dict[str, Callable[[Numbers, Numbers], Any]] = {
    "none": lambda place, _: place < 0,
    "the first line": lambda place, _: place == 0,
    "the last line": lambda place, pieces: place == len(pieces) - 1,
    "the largest line": lambda _, pieces: pieces == pieces.max(initial=0),
    "the smallest line": lambda _, pieces: pieces == _smallest(pieces),
    "lines of one piece": lambda _, pieces: pieces == 1,
}
#: Pieces of all lines → what is added to the amount of each.
MORE: dict[str, Callable[[Numbers], Any]] = {
    "0": lambda pieces: 0 * pieces,
    "1": lambda pieces: 0 * pieces + 1,
    "-1": lambda pieces: 0 * pieces - 1,
    "number of lines": lambda pieces: 0 * pieces + len(pieces),
    "pieces of the line": lambda pieces: pieces,
}
#: Parts of what a reader may see on the slips → their choices.
PARTS: dict[str, Sequence[str]] = {
    "lines": tuple(LINES),  # that count for a line
    "measure": tuple(MEASURES),  # of their pieces
    "which": tuple(WHICH),  # of these lines
    "order": tuple(ORDERS),
    "alone": tuple(ALONE),
    "more": tuple(MORE),
    "priced": ("the whole line", "piece by piece"),
}
#: Mutation → the lines that count for a line, and the measure of their pieces.
RIGHT = {
    "line": ("this one", "sum"),
    "slip": ("all", "sum"),
    "so-far": ("this one and those before", "sum"),
    "largest": ("all", "largest"),
}

#: The prices of each fruit, column by column, and the amounts from which the second and the third count.
Prices = tuple[tuple[tuple[str, tuple[int, ...]], ...], tuple[int, int]]

_MANY = 999  #: pieces, more than on any slip


def _largest(pieces: Numbers) -> Any:
    return pieces.max(-1, initial=0)


def _smallest(pieces: Numbers) -> Any:
    """Return the smallest number but 0 along the last axis; 0 if there is none."""
    return np.where(pieces > 0, pieces, _MANY).min(-1, initial=_MANY) % _MANY


@lru_cache(maxsize=64)
def _amounts(slip: tuple[tuple[int, ...], ...]) -> Numbers:
    """Return the amount of each line of a slip, on the last axis, by the choices of the first four parts."""
    lines = [np.array(column, int) for column in slip]
    beside, square = [column[:, None] for column in lines], np.ones((len(slip[0]),) * 2, bool)
    places = [np.argsort(np.argsort(key(lines), kind="stable")) for key in ORDERS.values()]
    chosen = [which(beside, lines) for which in WHICH.values()]
    counts = [
        [[within(at[:, None], at, len(at)) & which & square for at in places] for which in chosen]
        for within in LINES.values()
    ]
    counting = np.array(counts) * lines[1]
    count = (counting > 0).sum(-1)
    return np.stack([measure(counting, count) for measure in MEASURES.values()], axis=1)


def _paid(prices: Prices, rules: Choices, call: Call) -> Numbers:
    """Return what a slip costs by each rule, of shape (rules,)."""
    goods, pieces = call[0], np.array(call[1], int)
    table = np.array([dict(prices[0])[good] for good in goods], int).reshape(len(goods), 3)
    slip = tuple(map(ord, goods)), tuple(call[1]), tuple(table[:, 0].tolist())
    lines, measure, which, order, alone, more, priced = (rules[name] for name in PARTS)
    places = np.arange(len(goods))
    own = np.array([of(places, pieces) for of in ALONE.values()])[alone]
    added = np.array([of(pieces) for of in MORE.values()])[more]
    amounts = np.where(own, pieces, _amounts(slip)[lines, measure, which, order]) + added
    whole, one_by_one = pieces * table[:, 0], pieces * table[:, 0]
    for start, drop in zip(prices[1], np.diff(table).T, strict=True):
        whole = whole + pieces * drop * (amounts >= start)
        one_by_one = one_by_one + drop * np.clip(amounts + 1 - start, 0, pieces)
    paid: Numbers = np.where(priced == 0, whole.sum(-1), one_by_one.sum(-1))
    return paid


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (*RIGHT[mutation], "any", "of the slip", "none", "0", "the whole line"))


@lru_cache(maxsize=4)
def slip_rules(prices: Prices) -> RuleSpace:
    """Return the space of a price table."""
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=partial(_paid, prices))

"""The search for all rules that fit pairs of cords which make a third one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import prod

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import UnfitError
from workshop.suites.mmcode.families._knots import LARGEST, NONE, PAIRS, RATES, SINGLE, SUM, Example, Order

_FIXED = (SINGLE, SUM)  #: what cords hang from where the text says what they make
_TWICE = 2  #: examples that have each kind of knot, and each bar
_TRIED = 6  #: candidates for each example
_COMPARED = 3_000  #: rules that are tried to choose an example

Numbers = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Readings:
    """Rules that fit some examples: digits and rates, and for each of them what bars with dots may count."""

    digits: Mapping[str, Numbers]  #: kind of knot → its digit under each rule, of shape (rules,)
    rates: Sequence[Numbers]  #: of each place, of shape (rules,)
    fits: Mapping[
        int, npt.NDArray[np.bool_]
    ]  #: dots → whether each of ``PAIRS`` fits, of shape (rules, pairs)

    @property
    def count(self) -> int:
        """Number of rules; those of bars that no example has are not counted apart."""
        found = np.ones(len(self.rates[0]), np.int64)
        for fit in self.fits.values():
            found *= fit.sum(axis=1)
        return int(found.sum())

    def thinned(self, most: int) -> "Readings":
        """Return at most this number of the rules, from all parts of the space."""
        return self._only(slice(None, None, -(-len(self.rates[0]) // most) or 1))

    def fitting(self, examples: Sequence[Example]) -> "Readings":
        """Return the rules under which examples are right, and the digits of their cords are below the rates.

        Args:
            examples: with cords whose places are in the order of the rates.
        """
        cords = [cord for example in examples for cord in example.all_cords]
        below = np.ones(len(self.rates[0]), np.bool_)
        for rate, *kinds in zip(self.rates, *cords, strict=False):
            used = [self.digits[kind] for kind in sorted({*kinds} - {NONE})]
            if used:
                below &= np.maximum.reduce(used) < rate
        left = self._only(below)
        for example in sorted(examples, key=lambda example: example.bar):
            left = left._right(example)
        return left

    def _right(self, example: Example) -> "Readings":
        numbers = list(map(self._numbers, example.cords))
        total = self._numbers(example.result) if isinstance(example.result, str) else example.result
        if example.bar in _FIXED:
            return self._only(np.asarray(np.sum(numbers, axis=0) == total))
        left, right = numbers
        fit = np.stack([times * left + others * right == total for times, others in PAIRS], axis=1)
        if example.bar in self.fits:
            fit &= self.fits[example.bar]
        found = Readings(self.digits, self.rates, {**self.fits, example.bar: fit})
        return found._only(np.asarray(fit.any(axis=1)))

    def _only(self, rules: slice | npt.NDArray[np.bool_]) -> "Readings":
        return Readings(
            {kind: digits[rules] for kind, digits in self.digits.items()},
            [rates[rules] for rates in self.rates],
            {bar: fit[rules] for bar, fit in self.fits.items()},
        )

    def _numbers(self, cord: str) -> Numbers:
        total = np.zeros(len(self.rates[0]), np.int16)
        weight = total + np.int16(1)
        for place, kind in enumerate(cord):
            if kind != NONE:
                total = total + self.digits[kind] * weight
            if place < len(self.rates):
                weight = weight * self.rates[place]
        return total


@lru_cache(maxsize=2)  # of tens of megabytes each
def every_reading(kinds: str, known: tuple[int, ...]) -> Readings:
    """Return all rules for some kinds of knots.

    Args:
        kinds: of knots.
        known: each rate, 0 if it is unknown.
    """
    digits = np.array(list(permutations(range(1, LARGEST + 1), len(kinds))), np.int16)
    rates = np.array(list(product(*([rate] if rate else RATES for rate in known))), np.int16)
    of_kinds = np.repeat(digits, len(rates), axis=0).T
    return Readings(dict(zip(kinds, of_kinds, strict=True)), list(np.tile(rates, (len(digits), 1)).T), {})


@dataclass(frozen=True, slots=True)
class Space:
    """Rules by the order of places."""

    by_order: Mapping[Order, Readings]

    @property
    def count(self) -> int:
        """Number of rules."""
        return sum(readings.count for readings in self.by_order.values())

    def fitting(self, examples: Sequence[Example]) -> "Space":
        """Return the rules that fit all examples."""
        found = {
            order: readings.fitting([example.ordered(order) for example in examples])
            for order, readings in self.by_order.items()
        }
        return Space({order: readings for order, readings in found.items() if readings.count})

    def size(self, bars: Sequence[int]) -> int:
        """Return the number of rules before there are examples, if cords can hang from some bars."""
        rules = sum(len(readings.rates[0]) for readings in self.by_order.values())
        return rules * prod(len(PAIRS) for bar in bars if bar not in _FIXED)

    def thinned(self) -> "Space":
        """Return some of the rules, from all parts of the space."""
        most = _COMPARED // len(self.by_order)
        return Space({order: readings.thinned(most) for order, readings in self.by_order.items()})


def space_of(kinds: str, known: tuple[int, ...], order: Order) -> Space:
    """Return all rules for some kinds of knots, each rate (0 if it is unknown), and an order (empty if it is unknown)."""
    orders = [order] if order else [*permutations(range(len(known) + 1))]
    return Space(dict.fromkeys(orders, every_reading(kinds, known)))


def telling(
    space: Space, kinds: str, bars: Sequence[int], candidate: Callable[[], Example], numbers: range
) -> list[Example]:
    """Choose examples that leave one rule, have each kind of knot twice, and each bar twice.

    Args:
        space: all rules.
        kinds: of knots.
        bars: what the cords of examples hang from.
        candidate: draws an example.
        numbers: how many examples there may be; there are more than the minimum only if these leave several rules.

    Raises:
        UnfitError: if so many examples leave several rules.
    """
    chosen: list[Example] = []

    def lacking() -> list[str | int]:
        """Return the bars and kinds that too few examples have."""
        has = [{example.bar, *"".join(example.all_cords)} for example in chosen]
        return [mark for mark in (*bars, *kinds) if sum(mark in marks for marks in has) < _TWICE]

    while len(chosen) < numbers.start:
        marks = lacking()
        few = [example for example in (candidate() for _ in range(_TRIED)) if example not in chosen]
        chosen.append(
            max(few, key=lambda one: sum(mark in (one.bar, *"".join(one.all_cords)) for mark in marks))
        )
    if lacking():
        raise UnfitError("a kind of knot or a bar is too rare")
    left = space.fitting(chosen)
    while left.count > 1:
        if len(chosen) + 1 not in numbers:
            raise UnfitError("the examples leave several rules")
        some = left.thinned()
        chosen.append(min((candidate() for _ in range(_TRIED)), key=lambda one: some.fitting([one]).count))
        left = left.fitting(chosen[-1:])
    return chosen

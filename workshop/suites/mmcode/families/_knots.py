"""Numbers that are written as knots on cords, and pairs of cords that make a third one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError

#: Kinds of knots: 1 to 4 turns, each without a loop, with one on the left, or on the right.
FORMS = "abcdefghijkl"
NONE = "."  #: a place without a knot
LARGEST = 7  #: digit
RATES = range(3, 9)  #: how many ones of a place make a one of the next place
TIMES = (-3, -2, -1, 1, 2, 3)  #: how often a cord on a bar with dots counts
PAIRS = tuple(product(TIMES, repeat=2))
SINGLE, SUM = -1, 0  #: what cords hang from: a ring, or a bar without dots; else it is the number of dots

Cords = tuple[str, ...]  #: the kind of knot at each place, from the tassel on
Order = tuple[int, ...]  #: the first place, the second one, ..., each counted from the tassel, from 0


@dataclass(frozen=True, slots=True)
class Rule:
    """What knots, places and bars count."""

    digits: Mapping[str, int]  #: kind of knot → its digit
    order: Order
    rates: tuple[int, ...]  #: of the second place to the first, the third to the second, ...
    bars: Mapping[int, tuple[int, ...]]  #: dots of a bar → how often its left and its right cord count

    @property
    def weights(self) -> list[int]:
        """What the digit 1 counts at each place, from the tassel on."""
        return [prod(self.rates[: self.order.index(place)]) for place in range(len(self.order))]

    @property
    def limits(self) -> list[int]:
        """What the digits at each place are less than, from the tassel on."""
        limits = (*self.rates, LARGEST + 1)
        return [limits[self.order.index(place)] for place in range(len(self.order))]

    def number(self, bar: int, cords: Sequence[str]) -> int:
        """Return the number of one cord, or of two cords on a bar."""
        return sum(
            times * self.digits.get(kind, 0) * weight
            for times, cord in zip(self.bars[bar], cords, strict=True)
            for kind, weight in zip(cord, self.weights, strict=True)
        )

    def written(self, number: int) -> str:
        """Return the cord of a number.

        Raises:
            UnfitError: if the number is not positive, or no kinds of knots write it.
        """
        signs = {digit: kind for kind, digit in self.digits.items()} | {0: NONE}
        cord = [
            signs.get(number // weight % limit, "?")
            for weight, limit in zip(self.weights, self.limits, strict=True)
        ]
        if not 0 < number < prod(self.limits) or "?" in cord:
            raise UnfitError("no cord has this number")
        return "".join(cord)


@dataclass(frozen=True, slots=True)
class Example:
    """One cord, or two on a bar, and the number of them."""

    bar: int  #: what they hang from
    cords: Cords
    result: str | int  #: the cord of the number, or the number

    @property
    def all_cords(self) -> Cords:
        """All cords, with that of the number."""
        return (*self.cords, self.result) if isinstance(self.result, str) else self.cords

    def ordered(self, order: Order) -> "Example":
        """Return the example with the places of its cords in an order."""
        cords = ["".join(cord[place] for place in order) for cord in self.all_cords]
        count = len(self.cords)
        return Example(self.bar, tuple(cords[:count]), cords[count] if cords[count:] else self.result)


def drawn_rule(draws: Draws, forms: str, count: int, known: Sequence[int]) -> Rule:
    """Return a rule in which two kinds of knots or more can be at each place.

    Args:
        draws: the choices.
        forms: the kinds of knots to choose from.
        count: kinds of knots.
        known: each rate, 0 if it is to be drawn.
    """
    while True:
        kinds, digits = sorted(draws.sample(forms, count)), draws.sample(range(1, LARGEST + 1), count)
        order = tuple(draws.shuffled(range(len(known) + 1)))
        rates = tuple(
            rate or draws.choice([other for other in RATES if other not in known]) for rate in known
        )
        enough = all(sum(digit < rate for digit in digits) > 1 for rate in rates)
        in_line = [*order] in (sorted(order), sorted(order)[::-1]) or digits == sorted(digits)
        if enough and not in_line and (len({*rates}) > 1 or all(known)):
            break
    more = draws.choice([(p, q) for p, q in PAIRS if p != q and min(p, q) > 0])
    less = draws.choice([(p, q) for p, q in PAIRS if p + q > 0 > min(p, q)])
    bars = dict(zip((1, 2), draws.shuffled([more, less]), strict=True))
    return Rule(dict(zip(kinds, digits, strict=True)), order, rates, {SINGLE: (1,), SUM: (1, 1), **bars})


def drawn_cord(draws: Draws, rule: Rule) -> str:
    """Return a cord with two knots or more."""
    while True:
        cord = ""
        for limit in rule.limits:
            kinds = [kind for kind, digit in rule.digits.items() if digit < limit]
            cord += NONE if draws.chance(3, 10) else draws.choice(kinds)
        if len(cord) - cord.count(NONE) > 1:
            return cord


def drawn_example(draws: Draws, rule: Rule, bars: Sequence[int]) -> Example:
    """Return one cord and its number, or two cords and the cord of their number."""
    while True:
        bar = draws.choice(bars)
        cords = tuple(drawn_cord(draws, rule) for _ in range(1 + (bar != SINGLE)))
        number = rule.number(bar, cords)
        if bar == SINGLE:
            return Example(bar, cords, number)
        try:
            return Example(bar, cords, rule.written(number))
        except UnfitError:
            continue


def drawn_bundles(
    draws: Draws, rule: Rule, letters: str, hung: Sequence[int]
) -> dict[str, tuple[int, Cords]]:
    """Return by their letters bundles that have different numbers and all kinds of knots: a bar or ring, and cords."""
    while True:
        bundles = {
            letter: (bar, tuple(drawn_cord(draws, rule) for _ in range(1 + (bar != SINGLE))))
            for letter, bar in zip(letters, draws.shuffled(hung), strict=True)
        }
        numbers = {rule.number(bar, cords) for bar, cords in bundles.values()}
        used = {kind for _, cords in bundles.values() for cord in cords for kind in cord}
        if len(numbers) == len(bundles) and used == {*rule.digits, NONE}:
            return bundles

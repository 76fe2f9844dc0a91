"""The sign of ``shared_bars``, and the readings that its examples have to rule out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.family import Solve

PLACES = 4
BARS = 22
MUTATIONS = ("both", "either", "one", "left", "right")

Shape = tuple[int, ...]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sign:
    """Parameters: the mutation, the look of the sign, what a broken bar leads to, and the numbers."""

    mutation: str
    shapes: tuple[Shape, ...]
    level: Rows  #: numbers of the level bars, three rows of four
    upright: Rows  #: numbers of the upright bars, two rows of five
    broken: tuple[int, ...]
    fault: Shape  #: what a place shows whose digit needs a broken bar
    shown: tuple[str, ...]
    tested: tuple[str, ...]

    def bars(self, place: int) -> tuple[int, ...]:
        """Return the numbers of the seven bars of a place."""
        (top, middle, bottom), (upper, lower) = self.level, self.upright
        return (
            top[place], upper[place], upper[place + 1], middle[place],
            lower[place], lower[place + 1], bottom[place],
        )  # fmt: skip


#: (bars that the left place asks for, bars that the right one asks for, all bars that they share; as bits)
#: → the shared bars that are lit, as a reader may think.
READINGS: dict[str, Callable[[int, int, int], int]] = {
    "both": lambda left, right, _all: left & right,
    "either": lambda left, right, _all: left | right,
    "one": lambda left, right, _all: left ^ right,
    "left": lambda left, _right, _all: left,
    "right": lambda _left, right, _all: right,
    "never": lambda _left, _right, _all: 0,
    "not one": lambda left, right, shared: shared & ~(left ^ right),
}
#: When a broken bar matters, and what the place then shows.
FAULTS: tuple[tuple[str, Shape], ...] = (
    *product(("asked", "asked at the left", "asked at the right", "lit"), ((3,), (), (0, 6), (0, 3, 6))),
    ("dark", ()),  # the whole place is dark, with the bars that it shares
    ("off", ()),  # only the broken bars are dark
    ("never", ()),
)


def _lit(sign: Sign, shared: str, when: str, fault: Shape, number: str) -> int:
    """Return the lit bars as bits, by one reading of shared and broken bars."""
    every = [_bits(sign.bars(place)) for place in range(PLACES)]
    wishes = [
        _bits([sign.bars(place)[part] for part in sign.shapes[int(digit)]])
        for place, digit in enumerate(number)
    ]
    lit, broken = _shared(shared, wishes, every), _bits(sign.broken)
    if when == "off":
        return lit & ~broken
    if when == "never":
        return lit
    if when == "dark":
        for place, bars in enumerate(wishes):
            lit &= ~every[place] if bars & broken else lit
        return lit
    changed = list(wishes)
    for place, bars in enumerate(wishes):
        asked = bars & lit if when == "lit" else bars
        if when == "asked at the left" and place:
            asked &= ~every[place - 1]
        if when == "asked at the right" and place + 1 < PLACES:
            asked &= ~every[place + 1]
        if asked & broken:
            changed[place] = _bits([sign.bars(place)[part] for part in fault])
    return _shared(shared, changed, every)


def _bits(bars: Sequence[int]) -> int:
    return sum(1 << bar for bar in bars)


def _shared(shared: str, wishes: Sequence[int], every: Sequence[int]) -> int:
    """Return the lit bars, as bits, for the bars that each place asks for."""
    lit = 0
    for bars in wishes:
        lit |= bars
    for place in range(PLACES - 1):
        common = every[place] & every[place + 1]
        lit &= ~common
        lit |= READINGS[shared](wishes[place] & common, wishes[place + 1] & common, common)
    return lit


def asks_for_all(sign: Sign) -> bool:
    """Whether each bar that is not broken is lit for some tests and dark for some, by every mutation."""
    for name in MUTATIONS:
        lit = [_lit(sign, name, "asked", sign.fault, number) for number in sign.tested]
        for bar in set(range(1, BARS + 1)) - set(sign.broken):
            if not 0 < sum(bits >> bar & 1 for bits in lit) < len(lit):
                return False
    return True


def is_clear(sign: Sign) -> bool:
    """Whether all readings with the same results for both numbers have the same results for all tests."""
    if not all(_lit(sign, "either", "asked", (), number) != _lit(sign, "either", "never", (), number)
               for number in sign.shown):  # fmt: skip
        return False
    groups: dict[tuple[int, ...], list[tuple[str, str, Shape]]] = {}
    for shared, (when, fault) in product(READINGS, FAULTS):
        results = tuple(_lit(sign, shared, when, fault, number) for number in sign.shown)
        groups.setdefault(results, []).append((shared, when, fault))
    for name in MUTATIONS:
        own = (name, "asked", sign.fault)
        (group,) = (readings for readings in groups.values() if own in readings)
        if any(_lit(sign, *own, number) != _lit(sign, *other, number)
               for other in group if other != own for number in sign.tested):  # fmt: skip
            return False
    return True


def _bars_of(sign: Sign, shared: str, when: str, fault: Shape, number: str) -> list[int]:
    lit = _lit(sign, shared, when, fault, number)
    return [bar for bar in range(1, BARS + 1) if lit >> bar & 1]


def _without_zeros(sign: Sign, number: str) -> list[int]:
    """Return the lit bars if leading zeros are dark."""
    zeros = len(number) - len(number.lstrip("0"))
    dark = {bar for place in range(zeros) for bar in sign.bars(place)}
    return [bar for bar in _bars_of(sign, sign.mutation, "asked", sign.fault, number) if bar not in dark]


def rivals(sign: Sign) -> dict[str, Solve]:
    readings: dict[str, Solve] = {
        f"{shared}; broken: {when}; {fault}": partial(_bars_of, sign, shared, when, fault)
        for shared, (when, fault) in product(READINGS, FAULTS)
    }
    return {**readings, "leading zeros are dark": partial(_without_zeros, sign)}

"""The sign of ``shared_bars``, and the rules that a reader may see in the numbers it shows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from operator import and_, or_
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

PLACES = 4
BARS = 22

Shape = tuple[int, ...]
Rows = tuple[tuple[int, ...], ...]
#: A number, the choice for zeros, the places that give up, and what they then ask for.
State = tuple[str, str, frozenset[int], str]


@dataclass(frozen=True)
class Sign:
    """Parameters: the mutation, the look of the sign, what a broken bar leads to, and the numbers."""

    mutation: str
    shapes: tuple[Shape, ...]
    level: Rows  #: numbers of the level bars, three rows of four
    upright: Rows  #: numbers of the upright bars, two rows of five
    broken: tuple[int, ...]
    fault: str  #: what a place shows whose digit needs a broken bar, of ``FAULTS``
    seed: str  #: of the numbers in the picture
    tested: tuple[str, ...]

    def bars(self, place: int) -> tuple[int, ...]:
        """Return the numbers of the seven bars of a place."""
        (top, middle, bottom), (upper, lower) = self.level, self.upright
        return (
            top[place], upper[place], upper[place + 1], middle[place],
            lower[place], lower[place + 1], bottom[place],
        )  # fmt: skip

    def each_bar(self, count: int) -> Iterator[tuple[int, int, int]]:
        """Yield place, part and number of each bar of the first places; a common one is of the left place."""
        for place in range(count):
            for part, number in enumerate(self.bars(place)):
                if part not in (1, 4) or not place:
                    yield place, part, number


#: (whether the left place asks for a common bar, whether the right one does, whether the left one shows the
#: larger digit) → whether the bar is lit.
SHARED: dict[str, Callable[[bool, bool, bool], bool]] = {
    "both": lambda left, right, _larger: left and right,
    "either": lambda left, right, _larger: left or right,
    "one": lambda left, right, _larger: left != right,
    "both or none": lambda left, right, _larger: left == right,
    "left": lambda left, _right, _larger: left,
    "right": lambda _left, right, _larger: right,
    "left alone": lambda left, right, _larger: left and not right,
    "right alone": lambda left, right, _larger: right and not left,
    "larger digit": lambda left, right, larger: left if larger else right,
    "smaller digit": lambda left, right, larger: right if larger else left,
    "never": lambda _left, _right, _larger: False,
}
MUTATIONS = ("both", "either", "one", "left", "right")
#: What a place asks for that gives up its digit → the parts, and those that it asks for if the digit has them.
FAULTS: dict[str, tuple[Shape, Shape]] = {
    "nothing": ((), ()),
    "middle": ((3,), ()),
    "top and bottom": ((0, 6), ()),
    "level bars": ((0, 3, 6), ()),
    "the digit 0": ((0, 1, 2, 4, 5, 6), ()),
    "its level bars": ((), (0, 3, 6)),
    "its upright bars": ((), (1, 2, 4, 5)),
}
#: Parts of what a reader may see in the numbers → their choices. A broken bar is dark by all of them.
PARTS: dict[str, Sequence[str]] = {
    "upper": tuple(SHARED),  # when an upper bar of two places is lit
    "lower": tuple(SHARED),
    "edge": ("asked", "like a common bar"),  # when an upright bar of only one place is lit
    # which places give up their digit
    "when": ("asked", "asked at the left", "asked at the right", "lit", "any digit", "never"),
    "fault": tuple(FAULTS),
    "also": ("nobody", "the next place", "the place before"),  # who else gives up
    "common": ("asked anew", "by the digit", "by the neighbour", "dark"),  # bars of a place that gave up
    "zeros": ("shown", "dark at the left"),
}


def right_choices(mutation: str, fault: str) -> tuple[str, ...]:
    """Return the choices of a mutation in the order of the parts."""
    return (mutation, mutation, "asked", "asked", fault, "nobody", "asked anew", "shown")


def right_rule(mutation: str, fault: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, right_choices(mutation, fault))


@lru_cache(maxsize=4)
def bar_rules(sign: Sign) -> RuleSpace:
    """Return the space of a sign."""
    space = program_space(PARTS, Lights(sign).lit)
    return replace(space, coded=lambda bars: space.coded(sum(1 << bar for bar in bars)))


class Lights:
    """What a sign of up to four places shows by the rules of the space; steps that rules share are kept."""

    def __init__(self, sign: Sign) -> None:
        self._bars = cache(lambda number: [sign.bars(place) for place in range(len(number))])
        self._sign, self._broken = sign, sum(1 << bar for bar in sign.broken)
        self._asked, self._given_up = cache(self._find_asked), cache(self._find_given_up)
        self._level, self._row = cache(self._find_level), cache(self._find_row)

    def lit(self, choices: Sequence[Any], number: str) -> int:
        """Return the lit bars for a number by a rule of the space, as bits."""
        upper, lower, edge, when, fault, also, common, zeros = choices
        shared = (upper, lower, edge) if when == "lit" else ()
        state = number, zeros, self._given_up(number, zeros, when, also, shared), fault
        rows = self._row(state, common, edge, 0, upper) | self._row(state, common, edge, 1, lower)
        return (self._level(state) | rows) & ~self._broken

    def shown(self, number: str) -> list[int]:
        """Return the numbers of the lit bars by the right rule."""
        lit = self.lit(right_choices(self._sign.mutation, self._sign.fault), number)
        return [bar for bar in range(1, BARS + 1) if lit >> bar & 1]

    def _find_asked(
        self, number: str, zeros: str, given_up: Collection[int], fault: str
    ) -> tuple[set[int], ...]:
        """Return the parts of a digit that each place asks for."""
        asked = []
        for place, digit in enumerate(number):
            shape = set(self._sign.shapes[int(digit)])
            if zeros != "shown" and not number[: place + 1].strip("0"):
                shape = set()
            if place in given_up:
                always, own = FAULTS[fault]
                shape = {*always, *(shape & {*own})}
            asked.append(shape)
        return tuple(asked)

    def _find_given_up(
        self, number: str, zeros: str, when: str, also: str, shared: Sequence[str]
    ) -> frozenset[int]:
        """Return the places that give up their digit."""
        state: State = number, zeros, frozenset(), "nothing"
        given_up, lit = set[int](), 0
        if shared:
            upper, lower, edge = shared
            lit = self._level(state) | self._row(state, "asked anew", edge, 0, upper)
            lit |= self._row(state, "asked anew", edge, 1, lower)
        places, last = self._bars(number), len(number) - 1
        for place, parts in enumerate(self._asked(*state)):
            bars = places[place]
            needed = {*bars} if when == "any digit" else {bars[part] for part in parts}
            if when == "asked at the left" and place:
                needed -= {*places[place - 1]}
            if when == "asked at the right" and place < last:
                needed -= {*places[place + 1]}
            if when == "lit":
                needed = {bar for bar in needed if lit >> bar & 1}
            if when != "never" and needed & {*self._sign.broken}:
                given_up |= {place, place + {"the next place": 1, "the place before": -1}.get(also, 0)}
        return frozenset(given_up)

    def _find_level(self, state: State) -> int:
        """Return the lit level bars as bits."""
        asked = zip(self._bars(state[0]), self._asked(*state), strict=True)
        return sum(1 << bars[part] for bars, parts in asked for part in parts & {0, 3, 6})

    def _find_row(self, state: State, common: str, edge: str, row: int, shared: str) -> int:
        """Return the lit upright bars of a row, as bits."""
        number, zeros, given_up, _ = state
        own = self._asked(*state)
        common_asked = self._asked(number, zeros, frozenset(), "") if common == "by the digit" else own
        bits, count = 0, len(number)
        for column, bar in enumerate(self._sign.upright[row][: count + 1]):
            places, at_edge = (column - 1, column), column in (0, count)
            asked = own if at_edge else common_asked
            left, right = (
                0 <= place < count and part + 3 * row in asked[place]
                for place, part in zip(places, (2, 1), strict=True)
            )
            gone = [place in given_up for place in places]
            if at_edge and edge == "asked":
                is_lit = left or right
            elif not at_edge and common == "dark" and any(gone):
                is_lit = False
            elif not at_edge and common == "by the neighbour" and sum(gone) == 1:
                is_lit = right if gone[0] else left
            else:
                is_lit = SHARED[shared](left, right, number[:column][-1:] >= number[column : column + 1])
            bits |= is_lit << bar
        return bits


def asks_for_all(sign: Sign) -> bool:
    """Whether each bar that is not broken is lit for some tests and dark for some, by every mutation."""
    lights, bars = Lights(sign), sum(1 << bar for bar in range(1, BARS + 1) if bar not in sign.broken)
    for name in MUTATIONS:
        lit = [lights.lit(right_choices(name, sign.fault), number) for number in sign.tested]
        if reduce(or_, lit) != bars or reduce(and_, lit):
            return False
    return True


def numbered_bars(draws: Draws) -> tuple[Rows, Rows]:
    """Number the bars row by row, from the top or the bottom and from the left or the right."""
    from_top, from_left, turns = (draws.chance(1, 2) for _ in range(3))
    rows: list[list[int]] = []
    start = 1
    for row, width in enumerate((PLACES, PLACES + 1, PLACES, PLACES + 1, PLACES)):
        numbers = list(range(start, start + width))
        start += width
        rows.append(numbers if from_left == (row % 2 == 0 or not turns) else numbers[::-1])
    if not from_top:
        rows.reverse()
    first, second, third, fourth, fifth = map(tuple, rows)
    return (first, third, fifth), (second, fourth)

"""Rules by which sprinklers wet a garden of square plots.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

Ways = tuple[tuple[int, int], ...]
#: The eight directions in which water may go, as steps down and to the right.
WAYS: Ways = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
EVERYWHERE = 99  #: plots that water goes, if nothing stops it
_SPREAD = 5  #: plots that water goes to all sides, at most

#: Parts of what a reader may see in a garden → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "pattern": (*range(1, 256), "square", "diamond", "disc"),  # directions as bits, or to all sides
    "twice": ("wet", "dry"),  # a plot that two jets reach
    "reach": (1, 2, 3, 4, EVERYWHERE),
    "wet": ("all", "not the next", "the last"),  # of the plots that a jet reaches
    "stone": ("stops", "is passed", "shuts its way", "shadows one plot", "keeps the plot before it dry"),
    "sprinkler": ("is passed", "stops"),  # another one in the way
    "edge": ("is the end", "leads to the other side", "turns back"),
}
#: Numbers of wet plots, as bits, are kept modulo this prime.
_PRIME = 2**61 - 1
_Garden = tuple[str, ...]


@lru_cache(maxsize=100_000)
def _jet(
    garden: _Garden,
    head: tuple[int, int],
    steps: tuple[tuple[int, int], ...],
    stone: str,
    other: str,
    edge: str,
) -> list[int]:
    """Return the plots of a jet, from the sprinkler on, as one bit each; 0 for one that it does not wet."""
    size = len(garden), len(garden[0])
    jet: list[int] = []
    dry = False
    for step in steps:
        row, column = (start + far for start, far in zip(head, step, strict=True))
        if edge == "leads to the other side":
            row, column = row % size[0], column % size[1]
        elif edge == "turns back":
            row, column = _turned_back(row, size[0]), _turned_back(column, size[1])
        elif not (0 <= row < size[0] and 0 <= column < size[1]):
            break
        sign = garden[row][column]
        if sign == "#" and stone == "shuts its way":
            return []
        if sign == "#" and stone == "keeps the plot before it dry":
            return [*jet[:-1], 0]
        if (sign == "#" and stone == "stops") or (sign == "S" and other == "stops"):
            break
        jet.append(1 << row * size[1] + column if sign == "." and not dry else 0)
        dry = sign == "#" and stone == "shadows one plot"
    return jet


def _turned_back(place: int, size: int) -> int:
    place %= 2 * size
    return min(place, 2 * size - 1 - place)


def _line(down: int, right: int) -> tuple[tuple[int, int], ...]:
    """Return the steps on the straight line to a plot."""
    far = max(abs(down), abs(right))
    return tuple((round(down * step / far), round(right * step / far)) for step in range(1, far + 1))


#: Steps on the line to a plot at the sides, and its distance as squares, diamonds and discs count it.
_AROUND = [
    (_line(down, right), (max(abs(down), abs(right)), abs(down) + abs(right), round(hypot(down, right))))
    for down, right in product(range(-_SPREAD, _SPREAD + 1), repeat=2)
    if down or right
]


@lru_cache(maxsize=20_000)
def _wet_plots(way: int, garden: _Garden, reach: int, wet: str, *others: str) -> tuple[int, int]:
    """Return the plots that one way of the water, or a measure of distance, wets, and those that are wetted twice."""
    heads = [(r, c) for r, row in enumerate(garden) for c, plot in enumerate(row) if plot == "S"]
    first = {"all": 1, "not the next": 2, "the last": reach}[wet]
    if way < len(WAYS):
        down, right = WAYS[way]
        longest = max(len(garden), len(garden[0])) if reach == EVERYWHERE else reach
        steps = tuple((down * far, right * far) for far in range(1, longest + 1))
        kept = slice(-1, None) if first == EVERYWHERE else slice(first - 1, None)
        bits = [bit for head in heads for bit in _jet(garden, head, steps, *others)[kept]]
    else:
        lines = [steps for steps, far in _AROUND if first <= far[way - len(WAYS)] <= reach]
        jets = [(_jet(garden, head, steps, *others), len(steps)) for head in heads for steps in lines]
        bits = [jet[-1] for jet, length in jets if len(jet) == length]
    return _joined((bit, 0) for bit in bits)


def _joined(wet: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the plots that are in any of some sets of plots, and those that are in two."""
    once = twice = 0
    for more, again in wet:
        twice |= again | (once & more)
        once |= more
    return once, twice


#: The ways of each pattern, or its measure of distance after them.
_PATTERNS = [
    *([way for way in range(len(WAYS)) if pattern >> way & 1] for pattern in range(1, 256)),
    *([len(WAYS) + measure] for measure in range(3)),
]
_OTHERS = list(PARTS.values())[2:]
_SETTINGS = list(product(*_OTHERS))


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    pattern, twice, *others = (rules[name] for name in PARTS)
    sizes = [*map(len, _OTHERS), len(_PATTERNS)]
    kinds, kind = np.unique(np.ravel_multi_index([*others, pattern], sizes), return_inverse=True)
    numbers, garden = [], tuple(call[0])
    for number in kinds.tolist():
        settings = _SETTINGS[number // len(_PATTERNS)]
        ways = _PATTERNS[number % len(_PATTERNS)]
        once, again = _joined(_wet_plots(way, garden, *settings) for way in ways)
        numbers.append((once % _PRIME, (once & ~again) % _PRIME))
    return np.array(numbers)[kind, twice]


def _coded(rows: Sequence[str]) -> int:
    plots = "".join(rows)
    return sum(1 << place for place, plot in enumerate(plots) if plot == "w") % _PRIME


def right_rule(mutation: str, reach: int, ways: Mapping[str, Ways]) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    if mutation == "ring":
        return rule_of(PARTS, ("square", "wet", reach, "the last", "is passed", "is passed", "is the end"))
    pattern = sum(1 << WAYS.index(way) for way in ways[mutation])
    return rule_of(PARTS, (pattern, "wet", reach, "all", "stops", "is passed", "is the end"))


#: The space of all gardens.
SPRAYS = RuleSpace(
    parts=choice_counts(PARTS),
    results=_results,
    coded=_coded,
    compared=2_000,
)

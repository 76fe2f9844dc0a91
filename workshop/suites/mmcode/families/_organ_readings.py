"""All rules of water organs that worked examples leave, found bell by bell and pipe by pipe.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training

A pattern says which of the three ways change each press of an example, because a bell rings. Given a pattern, the kinds of pipes come
apart: what the keys do to one of them is tried alone, and so is whether its water rings a bell when the pattern says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mmcode.families._water_organs import MOST, STEPS, WAYS, Example, Rule, Scale, play

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint64]
#: The kind of pipe to which the bell of each way belongs; None if no bell acts in this way.
Bells = tuple[int | None, ...]
_EFFECTS = 2 * MOST + 1  #: changes that a press can make
_MANY = 1_000  #: rules that are too many to list
_CANDIDATES, _FEWEST, _MOST_EXAMPLES = 40, 2, 6


def size(scale: Scale) -> int:
    """Return the number of rules."""
    return int(_EFFECTS ** (scale.kinds * scale.signs)) * len(_all_bells(scale))


def _all_bells(scale: Scale) -> list[Bells]:
    kinds = [*range(scale.kinds), *[None] * (len(WAYS) - scale.bells)]
    every = {
        bells for bells in permutations(kinds, len(WAYS)) if bells.count(None) == len(WAYS) - scale.bells
    }
    return sorted(every, key=str)


@lru_cache(maxsize=8)
def _choices(signs: int) -> npt.NDArray[np.int8]:
    """Return what the keys can do to one kind of pipe, of shape (choices, signs)."""
    return np.indices((_EFFECTS,) * signs).reshape(signs, -1).T.astype(np.int8) - np.int8(MOST)


@dataclass(frozen=True, slots=True)
class _Table:
    """What each choice for one kind of pipe gives in an example."""

    fits: Mapping[int, Bools]  #: kind → whether its water ends where it should, of shape (patterns, choices)
    #: Way and kind → the patterns in which that bell rings as it should, as bits, of shape (choices, words).
    codes: Mapping[tuple[int, int | None], Codes]


@lru_cache(maxsize=64)
def _table(example: Example, scale: Scale) -> _Table:
    organ, steps, every = example.organ, len(example.presses), _choices(scale.signs).T
    patterns = np.arange(1 << steps * len(WAYS) if scale.bells else 1)
    bits = [patterns >> steps * way & (1 << steps) - 1 for way in range(len(WAYS))]
    moves = []
    for step, place in enumerate(example.presses):
        moved, factor = np.full(len(patterns), place), np.ones(len(patterns), np.int8)
        for rung, way in zip(bits, WAYS, strict=True):
            moved += (rung >> step & 1) * STEPS[way][0]
            factor[rung >> step & 1 == 1] *= STEPS[way][1]
        moves.append(every[np.array(organ.keys)[moved % len(organ.keys)]] * factor[:, None])
    fits: dict[int, Bools] = {}
    rings: dict[int | None, npt.NDArray[np.uint8]] = {
        kind: np.zeros(moves[0].shape, np.uint8) for kind in range(scale.kinds)
    }
    for kind, marks, red, first, last in zip(
        organ.kinds, organ.marks, organ.reds, organ.levels, example.after, strict=True
    ):
        level = np.full(moves[0].shape, first, np.int8)
        for step, move in enumerate(moves):
            rings[kind] |= (level >= red).astype(np.uint8) << step
            level += move
            level %= np.int8(marks)
        fits[kind] = (level == last) & fits.get(kind, True)
    codes: dict[tuple[int, int | None], Codes] = {}
    for number, rung in enumerate(bits):
        codes[number, None] = _code((rung == 0)[:, None])
        for kind in range(scale.kinds):
            codes[number, kind] = _code((rings[kind] == rung[:, None]) & fits.get(kind, True))
    return _Table(fits, codes)


def _code(has: Bools) -> Codes:
    """Return the rows in which each column is true, as bits of some words."""
    padded = np.zeros((max(64, len(has)), has.shape[1]), bool)
    padded[: len(has)] = has
    return np.packbits(padded, axis=0, bitorder="little").T.copy().view(np.uint64)


@lru_cache(maxsize=512)
def _pairs(scale: Scale, examples: tuple[Example, ...], *bells: tuple[int, int | None]) -> tuple[Ints, Ints]:
    """Return the choices for two bells, given as way and kind, that examples leave, whatever the third bell does.

    A way without a bell has a single choice.
    """
    one, other = (_table(examples[-1], scale).codes[bell] for bell in bells)
    if len(examples) == 1:
        both = np.zeros((len(one), len(other)), bool)
        for word in range(one.shape[1]):
            both |= (one[:, None, word] & other[None, :, word]) != 0
        first, second = np.nonzero(both)
        return first, second
    first, second = _pairs(scale, examples[:-1], *bells)
    keep = (one[first] & other[second]).any(axis=1)
    return first[keep], second[keep]


def _belled(scale: Scale, examples: tuple[Example, ...], bells: Bells) -> tuple[list[Ints], list[Ints]]:
    """Return the choices for the kinds of all bells that examples leave, and the pattern of each example then."""
    tables = [_table(example, scale).codes for example in examples]
    turn, right, left = enumerate(bells)
    one, other = _pairs(scale, examples, turn, right)
    allowed = np.ones((len(one), len(tables[0][left])), bool)
    for bell, choices in ((turn, one), (right, other)):
        both = np.zeros((len(tables[0][bell]), allowed.shape[1]), bool)
        both[_pairs(scale, examples, bell, left)] = True
        allowed &= both[choices]
    pairs, third = np.nonzero(allowed)
    chosen: list[Ints] = [one[pairs], other[pairs], third]
    codes: list[Codes] = []
    for table in tables:
        every = [table[bell][choices] for bell, choices in zip(enumerate(bells), chosen, strict=True)]
        code = every[0] & every[1] & every[2]
        keep = code.any(axis=1)
        chosen, codes = [choices[keep] for choices in chosen], [own[keep] for own in [*codes, code]]
    return chosen, [_first_bit(code) for code in codes]


def _first_bit(codes: Codes) -> Ints:
    """Return the number of the first bit of each code."""
    found: Ints = np.unpackbits(codes.view(np.uint8), axis=1, bitorder="little").argmax(axis=1)
    return found


def fitting(scale: Scale, examples: Sequence[Example], most: int = _MANY) -> list[Rule] | None:
    """Return the rules that fit worked examples; None if there are more than ``most``."""
    found: list[Rule] = []
    for bells in _all_bells(scale):
        chosen, patterns = _belled(scale, tuple(examples), bells)
        free = [kind for kind in range(scale.kinds) if kind not in bells]
        left = {kind: np.ones((len(chosen[0]), _EFFECTS**scale.signs), bool) for kind in free}
        for example, pattern in zip(examples, patterns, strict=True):
            for kind, fits in _table(example, scale).fits.items():
                if kind in left:
                    left[kind] &= fits[pattern]
        counts = [fits.sum(axis=1).astype(float) for fits in left.values()]
        if len(found) + np.prod([np.ones(len(chosen[0])), *counts], axis=0).sum() > most:
            return None
        found += _rules(scale, bells, chosen, left)
    return found


def _rules(scale: Scale, bells: Bells, chosen: Sequence[Ints], left: Mapping[int, Bools]) -> Iterator[Rule]:
    """Yield the rules of choices for the bells' kinds, and those that are left for the other kinds."""
    every = [tuple(map(int, choice)) for choice in _choices(scale.signs)]
    belled = sorted((kind, WAYS[way]) for way, kind in enumerate(bells) if kind is not None)
    for row in range(len(chosen[0])):
        free = {kind: np.flatnonzero(fits[row]) for kind, fits in left.items()}
        free |= {
            kind: choice[row : row + 1]
            for kind, choice in zip(bells, chosen, strict=True)
            if kind is not None
        }
        for choices in product(*(free[kind] for kind in range(scale.kinds))):
            yield Rule(tuple(every[choice] for choice in choices), tuple(belled))


def telling(draws: Draws, scale: Scale, candidate: Callable[[Draws], Example]) -> list[Example]:
    """Return worked examples that leave one rule; if there are more than two, none can be left out.

    Raises:
        UnfitError: if none of ten choices has at most six examples, for which a picture has room.
    """
    for _ in range(10):
        chosen = [candidate(draws) for _ in range(scale.examples)]
        while (rules := fitting(scale, chosen)) is None:
            chosen.append(candidate(draws))
        while len(rules) > 1 and len(chosen) < 2 * _MOST_EXAMPLES:
            tried = [candidate(draws) for _ in range(_CANDIDATES)]
            left = [[rule for rule in rules if _has(rule, example)] for example in tried]
            rules = min(left, key=len)
            chosen.append(tried[left.index(rules)])
        for example in chosen[::-1]:
            fewer = [other for other in chosen if other is not example]
            if len(rules) == 1 and len(fewer) >= _FEWEST and fitting(scale, fewer, 1):
                chosen = fewer
        if len(rules) == 1 and len(chosen) <= _MOST_EXAMPLES:
            return chosen
    raise UnfitError("six examples leave several rules")


def _has(rule: Rule, example: Example) -> bool:
    """Whether a rule gives a worked example."""
    return play(rule, example.organ, example.presses).levels == example.after

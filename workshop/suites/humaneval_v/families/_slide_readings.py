"""Readings of ``stacked_slides``: when a slide changes, or the order of slides, in many ways.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices
from workshop.suites.humaneval_v.families._slide_rules import PARTS, laid_slides, seen

Truth = npt.NDArray[np.bool_]
Array = npt.NDArray[np.int64]
Worked = tuple[Call, Any]  #: a call and its result
EFFECTS = ("exchanged", "turn", "shift", "reversed")  #: each acts by a condition
#: Everything that may act in one drawing; a last part says whether the slides are reversed.
STEPS = ("unlike", "like", "downwards", "shifted first", "exchanged", "turn", "shift")
_ACTING = {**{name: PARTS[name] for name in STEPS}, "reversed": 2}


@lru_cache(maxsize=1)
def _every_rule() -> Choices:
    places = np.unravel_index(np.arange(math.prod(_ACTING.values())), tuple(_ACTING.values()))
    return dict(zip(_ACTING, places, strict=True))


def _fits(call: Call, result: Any) -> Truth:
    """Return whether all that may act in a drawing gives its result, by the choices of :data:`_ACTING`."""
    rules = _every_rule()
    found = seen(rules, call, rules["reversed"] == 1) == np.array(result)
    return np.asarray(found.all(axis=(1, 2)).reshape(tuple(_ACTING.values())))


class Readings:
    """The readings that fit some worked examples.

    A reading has a change of marks, two turns of which one acts while the other does not, a shift and a reversal.
    Each acts by a condition of its own, see :func:`_conditions`, of the slides as they are drawn or as they are
    after the changes before it: always, never, or in some examples and not in all.

    Args:
        asked: calls of the tests and their results.
    """

    def __init__(self, asked: Sequence[Worked]) -> None:
        self.shown: list[Worked] = []
        self._asked = asked
        self._left: Truth = np.array(True)

    def add(self, example: Worked) -> None:
        """Add a worked example, a call and its result."""
        self.shown.append(example)
        self._left = self._left & _possible(*example)

    def wrong(self, more: Sequence[Worked] = ()) -> Iterator[Truth]:
        """Yield for each reading that fits the worked examples, and not the tests, which of ``more`` it fits."""
        every, asked = [*self.shown, *self._asked, *more], len(self.shown) + len(self._asked)
        for effects in np.argwhere(self._left):
            acting = np.array([_states(*each, tuple(map(int, effects))) for each in every])
            for right in _acting_readings(
                [call for call, _ in every], tuple(map(int, effects)), acting, len(self.shown)
            ):
                if not right[len(self.shown) : asked].all():
                    yield right[asked:]


def _possible(call: Call, result: Any) -> Truth:
    """Return for all effects whether some of them act so that the result of a call is seen."""
    some: Truth = np.asarray(_fits(call, result).any(axis=-1))
    some = some[..., 1:] | some[..., :1]
    some = some[..., 1:, :, :] | some[..., :1, :, :]
    return some[..., :, None, :] | some[..., None, :, :]


def _states(call: Call, result: Any, effects: tuple[int, ...]) -> Truth:
    """Return whether a result is seen if the effects act or not: exchanged, turn, shift, reversed."""
    exchanged, turn, other, shift = effects[4:]
    acts = np.indices((2, 2, 2, 2)).reshape(4, 16)
    chosen = (acts[0] * (exchanged + 1), np.where(acts[1], turn, other), acts[2] * (shift + 1))
    rules = dict(zip(STEPS, [*(np.full(16, effect) for effect in effects[:4]), *chosen], strict=True))
    found = seen(rules, call, acts[3] == 1) == np.array(result)
    return np.asarray(found.all(axis=(1, 2)).reshape(2, 2, 2, 2))


def _acting_readings(
    calls: Sequence[Call], effects: tuple[int, ...], acting: Truth, shown: int
) -> Iterator[Truth]:
    """Yield for all conditions under which effects fit the worked examples, the first calls, which calls they fit."""
    order = (0, 2, 1, 3) if effects[3] else (0, 1, 2, 3)
    drawn, each = _conditions(np.array([call[0] for call in calls]).reshape(-1, 3, 9)), np.arange(len(calls))

    def fitting(left: Truth, done: Mapping[str, Truth]) -> Iterator[Truth]:
        if len(done) == len(order):
            yield left
            return
        conditions = np.concatenate([drawn, _conditions(_now(calls, effects, done))]) if done else drawn
        few = conditions[:, :shown]
        some = few.any(axis=1) & ~few.all(axis=1)
        possible: Truth = np.asarray(left.any(axis=tuple(range(2, left.ndim))))[:shown]
        fit = some & possible[each[:shown], few.astype(int)].all(axis=1)
        constant = np.repeat([[False], [True]], len(calls), axis=1)
        constant = constant[[possible[:, act].all() for act in (0, 1)]]
        for holds in np.unique(np.concatenate([constant, conditions[fit]]), axis=0):
            yield from fitting(left[each, holds.astype(int)], {**done, EFFECTS[order[len(done)]]: holds})

    return fitting(acting.transpose(0, *(1 + place for place in order)), {})


def _now(calls: Sequence[Call], effects: tuple[int, ...], done: Mapping[str, Truth]) -> Array:
    """Return the slides after the effects that are done, of shape (calls, 3, 9)."""
    none, (exchanged, turn, other, shift) = np.zeros(len(calls), dtype=int), effects[4:]
    rules = {
        "exchanged": np.where(done["exchanged"], exchanged + 1, 0),
        "turn": np.where(done["turn"], turn, other) if "turn" in done else none,
        "shift": np.where(done["shift"], shift + 1, 0) if "shift" in done else none,
        "shifted first": none + effects[3],
    }
    each = [{name: choice[[place]] for name, choice in rules.items()} for place in range(len(calls))]
    return np.array([laid_slides(rule, call) for rule, call in zip(each, calls, strict=True)])[:, :, 0]


def _conditions(slides: Array) -> Truth:
    """Return which conditions hold for slides of shape (calls, 3, 9), of shape (conditions, calls).

    They ask for the mark of one field, compare a field of two slides, count marks of a kind on a slide, compare two
    kinds on a slide or on all, or a kind on two slides; and each the other way round.
    """
    marks = np.array([slides == mark for mark in range(3)])  # mark, call, slide, field
    counts = marks.sum(axis=3)
    compared = [(counts[one], counts[other]) for one, other in permutations(range(3), 2)]
    compared += [
        (one.sum(axis=1, keepdims=True), other.sum(axis=1, keepdims=True)) for one, other in compared
    ]
    compared += [(counts[..., [one]], counts[..., [other]]) for one, other in permutations(range(3), 2)]
    found = [
        np.moveaxis(marks, 1, -1).reshape(81, -1),
        *((slides[:, one] == slides[:, other]).T for one, other in combinations(range(3), 2)),
        *((counts >= least).transpose(0, 2, 1).reshape(9, -1) for least in range(1, 6)),
        (counts % 2 == 1).transpose(0, 2, 1).reshape(9, -1),
    ]
    for one, other in compared:
        found += [
            np.moveaxis(compare(one, other), -2, -1).reshape(-1, len(slides))
            for compare in (np.greater, np.equal)
        ]
    every = np.concatenate(found)
    return np.unique(np.concatenate([every, ~every]), axis=0)

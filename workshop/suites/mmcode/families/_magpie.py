"""What signs on cards change for a magpie of ``counter_cards``: the space of their meanings, and small heaps that settle them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
from workshop.suites.mmcode.families._card_heap import Heap
from workshop.suites.mmcode.families._magpie_rules import ACTS, ALWAYS, EFFECTS, SIGNS, TIMES, signs_of

_CHUNK = 60_000  #: rules that are tried together, which fit a cache
#: Rules that are compared to choose a small heap, and small heaps of which one is chosen.
_COMPARED, _TRIED = 1_000, 24
_FIRST = 2  #: signs of the first small heap; each further heap has one more, whose meanings are then tried with all that are left
Bits = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SmallHeap:
    """A small heap, and what a magpie whose list is the alphabet keeps of it."""

    heap: Heap
    letters: list[str]
    backs: list[str]  #: a digit for each card
    worn: list[int]  #: the signs of each card, as bits
    kept: list[str]  #: the digits of the cards that the magpie keeps, in its order


def call_of(heap: Heap, ranks: Sequence[int], worn: Sequence[int]) -> Call:
    """Return a heap as a call: cards on each card as bits, the place of each card in the list, and its signs as bits."""
    on = [sum(1 << upper for upper, lower in heap.above if lower == card) for card in range(len(ranks))]
    return tuple(on), tuple(ranks), tuple(worn)


def _results(rules: Choices, call: Call) -> npt.NDArray[Any]:
    """Return the cards that the magpie keeps under each rule, in its order, and then -1: of shape (rules, cards)."""
    count = count_rules(rules)
    return np.concatenate(
        [np.zeros((0, len(call[0])), np.int8)]
        + [
            _chunk([rules[sign][first : first + _CHUNK] for sign in SIGNS if sign in rules], *call)
            for first in range(0, count, _CHUNK)
        ]
    )


def _chunk(codes: list[npt.NDArray[np.int64]], on: Call, ranks: Call, worn: Call) -> npt.NDArray[Any]:
    size, count, every = len(on), len(codes[0]), np.arange(len(codes[0]))
    wears = [sum(1 << card for card in range(size) if worn[card] >> sign & 1) for sign in range(len(codes))]

    def having(effect: str) -> Bits:
        parts = [
            np.where(code == EFFECTS.index(effect), own, 0) for code, own in zip(codes, wears, strict=True)
        ]
        return np.asarray(np.bitwise_or.reduce(parts), np.int32)

    first, last, start, end, loose, thin, bare = map(having, ALWAYS[1:])
    below = np.array(
        [sum(1 << low for low in range(size) if on[low] >> card & 1) for card in range(size)], np.int32
    )
    places, signs = np.array(ranks), np.array(worn)
    left = np.full(count, (1 << size) - 1, np.int32)
    turned, origin = np.zeros(count, bool), np.full(count, -1)
    liked, shunned = np.zeros(count, np.int32), np.zeros(count, np.int32)  # cards, as bits, from now on
    once_turned, once_origin, once_liked, once_shunned = turned, origin, liked, shunned
    times, kept, before = np.zeros((len(codes), count), int), np.zeros(count, int), np.full(count, -1)
    found = np.full((count, size + 1), -1, np.int8)
    for _ in range(size):
        blocking, back = left & ~thin, turned ^ once_turned
        sense = np.where(back, -1, 1)
        begin = np.where(once_origin >= 0, once_origin, origin)
        begin = np.where((begin < 0) & back, size, begin)
        keys = np.empty((size, count), np.int32)
        for card in range(size):
            above = on[card] & blocking
            free = (
                (above == 0)
                | (((above & (above - 1)) == 0) & (loose >> card & 1 == 1))
                | (bare >> card & 1 == 1)
            )
            read = np.where(back, begin - 1 - places[card], places[card] - begin - 1) % size
            weight = (
                (last >> card & 1) - (first >> card & 1) + sense * ((end >> card & 1) - (start >> card & 1))
            )
            weight += ((shunned | once_shunned) >> card & 1) - ((liked | once_liked) >> card & 1)
            keys[card] = np.where(free & (left >> card & 1 == 1), weight * 64 + read, 9999)
        card = keys.argmin(axis=0)
        left = left & ~(1 << card).astype(np.int32)
        once_turned, once_origin = np.zeros(count, bool), np.full(count, -1)
        once_liked, once_shunned = np.zeros(count, np.int32), np.zeros(count, np.int32)
        dropped, was = np.zeros(count, bool), np.where(before < 0, 0, signs[before])
        uncovered = (before >= 0) & (below[before] >> card & 1 == 1)
        laden = (below[card] & left) > 0
        for sign, code in enumerate(codes):
            wearing = signs[card] >> sign & 1 == 1
            number = times[sign] = times[sign] + wearing
            act, time = np.divmod(code - len(ALWAYS), len(TIMES))
            again, both = was >> sign & 1 == 1, signs[card] & (12 if sign < 2 else 3) > 0
            holds = np.array([
                number > 0, number == 1, number == 2, number > 1, number % 2 == 0, number % 2 == 1,
                uncovered, ~uncovered, again, ~again, laden, ~laden, both, ~both,
            ])  # fmt: skip
            due = wearing & (code >= len(ALWAYS)) & holds[time, every]
            does = [due & (act == number) for number in range(len(ACTS))]
            turned, once_turned = turned ^ does[0], once_turned ^ does[1]
            origin, once_origin = (
                np.where(does[2], places[card], origin),
                np.where(does[3], places[card], once_origin),
            )
            liked, once_liked = liked | below[card] * does[4], once_liked | below[card] * does[5]
            shunned, once_shunned = shunned | below[card] * does[6], once_shunned | below[card] * does[7]
            dropped |= does[8]
        found[every, np.where(dropped, size, kept)] = card
        kept, before = kept + ~dropped, card
    return found[:, :-1]


@cache
def space(number: int) -> RuleSpace:
    """Return the meanings of the first signs."""
    return RuleSpace(parts=dict.fromkeys(SIGNS[:number], len(EFFECTS)), results=_results)


def kept_by(rules: Sequence[Mapping[str, int]], calls: Sequence[Call]) -> list[list[list[int]]]:
    """Return the cards that the magpie keeps under each rule, for each call."""
    every = {sign: np.array([rule[sign] for rule in rules]) for sign in rules[0]}
    found = [_results(every, call).tolist() for call in calls]
    return [
        [[card for card in kept if card >= 0] for kept in by_call] for by_call in zip(*found, strict=True)
    ]


def small_heaps(
    draws: Draws, heaps: Sequence[Heap], rule: Mapping[str, int], asked: Sequence[Call]
) -> list[SmallHeap]:
    """Return small heaps that leave one rule: each time the one of some that most rules contradict.

    Args:
        draws: the choices.
        heaps: the cards of each heap.
        rule: the meaning of each sign.
        asked: the calls of the large heap, for which all rules that are left must agree.

    Raises:
        UnfitError: if several rules are left.
    """
    found: list[SmallHeap] = []
    known = dict(list(rule.items())[:_FIRST])
    left = space(len(known)).rules()
    for heap in heaps:
        few = _every(left, -(-count_rules(left) // _COMPARED))
        tried = [_small_heap(draws, heap, known) for _ in range(_TRIED)]
        counts = [count_rules(space(len(known)).agreeing(known, [call], few)) for call, _ in tried]
        call, small = tried[counts.index(min(counts))]
        left = space(len(known)).agreeing(known, [call], left)
        found.append(small)
        if len(known) < len(rule):
            known, left = dict(list(rule.items())[: len(known) + 1]), _with_one_more(left)
    if count_rules(space(len(rule)).agreeing(rule, asked, left)) < count_rules(left):
        raise UnfitError("small heaps leave several rules")
    return draws.shuffled(found)


def _every(rules: Choices, step: int) -> Choices:
    return {sign: choice[::step] for sign, choice in rules.items()}


def _with_one_more(rules: Choices) -> Choices:
    """Return rules with each meaning of the next sign."""
    found = {sign: np.repeat(choice, len(EFFECTS)) for sign, choice in rules.items()}
    return {**found, SIGNS[len(rules)]: np.tile(np.arange(len(EFFECTS)), count_rules(rules))}


def _small_heap(draws: Draws, heap: Heap, rule: Mapping[str, int]) -> tuple[Call, SmallHeap]:
    count = len(heap.cards)
    letters = draws.shuffled("ABCDEFGH"[:count])
    worn, backs = (
        signs_of(draws, count, len(rule), evenly=False),
        list(map(str, draws.sample(range(1, 10), count))),
    )
    call = call_of(heap, list(map("ABCDEFGH".index, letters)), worn)
    return call, SmallHeap(
        heap, letters, backs, worn, [backs[card] for card in kept_by([rule], [call])[0][0]]
    )

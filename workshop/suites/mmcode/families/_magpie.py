"""What signs on cards change for a magpie of ``counter_cards``: the space of their meanings, and small heaps that settle them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
from workshop.suites.mmcode.families._card_heap import Heap

SIGNS = ("front ring", "front square", "back ring", "back square")
#: What a sign does to its card at any time: its place among free cards, or in the list, and what keeps cards from being free. A
#: loose card is free under one other, a bare one under any, and a thin one keeps none from being free.
_ALWAYS = ("none", "first", "last", "list start", "list end", "loose", "thin", "bare")
#: What it does when its card is taken: ``on`` is from then on, and otherwise the next choice alone is changed.
_ACTS = (
    "turn on", "turn", "onward on", "onward", "under first on", "under first", "under last on", "under last", "drop",
)  # fmt: skip
TIMES = (
    "each",
    "once",
    "second",
)  #: which of the cards with the sign it does it: all, the first one, or every second one
EFFECTS = (*_ALWAYS, *(f"{time}: {act}" for act, time in product(_ACTS, TIMES)))
_CHUNK = 60_000  #: rules that are tried together, which fit a cache
_COMPARED, _TRIED = (
    1_500,
    16,
)  #: rules that are compared to choose a small heap, and small heaps of which one is chosen
SMALL = (520, 440)  #: room for a small heap, px
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


def _results(rules: Choices, call: Call, taken: int = 99) -> npt.NDArray[Any]:
    """Return the cards that the magpie keeps under each rule, in its order, and then -1: of shape (rules, cards).

    With ``taken``, only of so many cards that it takes first.
    """
    on, ranks, worn = call
    parts = [np.zeros((0, len(on)), np.int8)]
    for first in range(0, count_rules(rules), _CHUNK):
        codes = [rules[sign][first : first + _CHUNK].astype(np.int8) for sign in SIGNS if sign in rules]
        parts.append(_chunk(codes, on, ranks, worn, taken))
    return np.concatenate(parts)


def _chunk(
    codes: list[npt.NDArray[np.int8]], on: Call, ranks: Call, worn: Call, taken: int
) -> npt.NDArray[Any]:
    size, count, every = len(on), len(codes[0]), np.arange(len(codes[0]))
    wears = [sum(1 << card for card in range(size) if worn[card] >> sign & 1) for sign in range(len(codes))]

    def having(effect: str) -> Bits:
        parts = [
            np.where(code == EFFECTS.index(effect), own, 0) for code, own in zip(codes, wears, strict=True)
        ]
        return np.asarray(np.bitwise_or.reduce(parts), np.int32)

    first, last, start, end, loose, thin, bare = map(having, _ALWAYS[1:])
    below = np.array(
        [sum(1 << low for low in range(size) if on[low] >> card & 1) for card in range(size)], np.int32
    )
    places, signs = np.array(ranks, np.int16), np.array(worn)
    left = np.full(count, (1 << size) - 1, np.int32)
    turned, origin = np.zeros(count, bool), np.full(count, -1, np.int16)
    liked, shunned = np.zeros(count, np.int32), np.zeros(count, np.int32)  # cards, as bits, from now on
    once_turned, once_origin, once_liked, once_shunned = turned, origin, liked, shunned
    times, kept = np.zeros((len(codes), count), np.int8), np.zeros(count, int)
    acts = [np.where(code < len(_ALWAYS), -1, (code - len(_ALWAYS)) // len(TIMES)) for code in codes]
    doing = [[act == number for number in range(len(_ACTS))] for act in acts]
    when = [(code - len(_ALWAYS)) % len(TIMES) for code in codes]
    found = np.full((count, size + 1), -1, np.int8)
    for _ in range(min(size, taken)):
        blocking, back = left & ~thin, turned ^ once_turned
        sense = np.where(back, np.int16(-1), np.int16(1))
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
        once_turned, once_origin = np.zeros(count, bool), np.full(count, -1, np.int16)
        once_liked, once_shunned, dropped = (
            np.zeros(count, np.int32),
            np.zeros(count, np.int32),
            np.zeros(count, bool),
        )
        for sign, time in enumerate(when):
            wearing = signs[card] >> sign & 1 == 1
            times[sign] += wearing
            due = wearing & (
                (time == 0) | ((time == 1) & (times[sign] == 1)) | ((time == 2) & (times[sign] % 2 == 0))
            )
            does = [due & is_act for is_act in doing[sign]]
            turned, once_turned = turned ^ does[0], once_turned ^ does[1]
            origin, once_origin = (
                np.where(does[2], places[card], origin),
                np.where(does[3], places[card], once_origin),
            )
            liked, once_liked = liked | below[card] * does[4], once_liked | below[card] * does[5]
            shunned, once_shunned = shunned | below[card] * does[6], once_shunned | below[card] * does[7]
            dropped |= does[8]
        found[every, np.where(dropped, size, kept)] = card
        kept += ~dropped
    return found[:, :-1]


@cache
def space(number: int) -> RuleSpace:
    """Return the meanings of the first signs."""
    return RuleSpace(parts=dict.fromkeys(SIGNS[:number], len(EFFECTS)), results=_results)


def kept_of(rule: Mapping[str, int], call: Call) -> list[int]:
    """Return the cards that the magpie keeps."""
    return kept_by([rule], call)[0]


def kept_by(rules: Sequence[Mapping[str, int]], call: Call) -> list[list[int]]:
    """Return the cards that the magpie keeps under each of several rules with the same signs."""
    found = _results({sign: np.array([rule[sign] for rule in rules]) for sign in rules[0]}, call)
    return [[card for card in kept if card >= 0] for kept in found.tolist()]


def _agreeing(rules: Choices, call: Call, kept: Sequence[int]) -> Choices:
    """Return the rules under which the magpie keeps these cards; most of many fail with the first or second card."""
    size = len(call[0])
    wanted = np.array([*kept, *[-1] * (size - len(kept))])
    for taken in (1, 2, size) if count_rules(rules) > _COMPARED else (size,):
        found = _results(rules, call, taken)
        fits = ((found == wanted) | ((found < 0) & (taken < size))).all(axis=1)
        rules = {sign: choice[fits] for sign, choice in rules.items()}
    return rules


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
    every, found = space(len(rule)), []
    left = every.rules()
    for heap in heaps:
        step = -(-count_rules(left) // _COMPARED)
        few = {sign: choice[::step] for sign, choice in left.items()}
        tried = [_small_heap(draws, heap, rule) for _ in range(_TRIED)]
        counts = [count_rules(_agreeing(few, call, kept)) for call, kept, _ in tried]
        call, kept, small = tried[counts.index(min(counts))]
        left = _agreeing(left, call, kept)
        found.append(small)
    if count_rules(every.agreeing(rule, asked, left)) < count_rules(left):
        raise UnfitError("small heaps leave several rules")
    return found


def _small_heap(draws: Draws, heap: Heap, rule: Mapping[str, int]) -> tuple[Call, list[int], SmallHeap]:
    count = len(heap.cards)
    letters = draws.shuffled("ABCDEFGH"[:count])
    worn, backs = signs_of(draws, count, len(rule)), list(map(str, draws.sample(range(1, 10), count)))
    call = call_of(heap, list(map("ABCDEFGH".index, letters)), worn)
    kept = kept_of(rule, call)
    return call, kept, SmallHeap(heap, letters, backs, worn, [backs[card] for card in kept])


def drawn_rule(draws: Draws, level: int) -> dict[str, int]:
    """Return a rule of level 4 or 5, in which each sign does another kind of thing."""
    turn = draws.choice(("each", "second"))
    kinds = [f"each: under {draws.choice(('first', 'last'))}"]
    kinds += ["thin", "each: turn on"] if level == 4 else ["loose", f"{turn}: turn on", "second: drop"]
    return dict(zip(SIGNS, map(EFFECTS.index, draws.shuffled(kinds)), strict=False))


def tables(rule: Mapping[str, int], letters: Sequence[str], worn: Sequence[int]) -> dict[str, str | int]:
    """Return what a program needs: the letters of the cards that do each thing, and how they do it."""
    found: dict[str, str | int] = {}
    for number, code in enumerate(rule.values()):
        time, _, act = EFFECTS[code].rpartition(": ")
        kind, *how = act.split()
        wearing = sorted(letter for letter, own in zip(letters, worn, strict=True) if own >> number & 1)
        found[kind] = " ".join(wearing)
        if kind == "under":
            found["upfront"] = how == ["first"]
        elif kind == "turn":
            found["half"] = 2 if time == "second" else 1
            found["cycle"] = 4 if time == "second" else 2
    return found


def signs_of(draws: Draws, count: int, number: int) -> list[int]:
    """Return the signs of some cards as bits: on each side of a card one of its signs or none, each equally often."""
    fronts = [(0, 1, 2)[place % 3] for place in range(count)]
    backs = [(0, 4, 8)[place % (number - 1)] for place in range(count)]
    return [front + back for front, back in zip(draws.shuffled(fronts), draws.shuffled(backs), strict=True)]

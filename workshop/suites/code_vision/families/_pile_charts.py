"""Charts whose boxes have piles of things: walks, and what piles are worth by a rule.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from workshop.authoring.family import Call
from workshop.suites.code_vision.families._routed_ways import Way
from workshop.suites.code_vision.families._settled_programs import answer
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import Spot

KINDS = ("coin", "button", "shell")
#: Part of a rule → how the picture names it.
PARTS = {"odd": "O", "most": "M", "pairs": "P"}
WORTHS = tuple(map(str, range(1, 7)))
_TIMES, _EXTRAS, _JOINED = (2, 3, -1), (*range(-9, 0), *range(1, 10)), (-2, -1, 1, 2)
CHOICES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(KINDS, ("", *WORTHS)),
    "odd": ("", *(f"{kind} x {times}" for kind, times in product(KINDS, _TIMES))),
    "most": ("", *(f"{kind} {extra:+}" for kind, extra in product(KINDS, _EXTRAS))),
    "pairs": ("", *(f"{one} {two} {more:+}" for one, two, more in product(KINDS, KINDS, _JOINED))),
}
Pile = tuple[int, ...]  #: number of things of each kind


class Box(NamedTuple):
    """A box of a chart."""

    takes: bool  #: whether the pile is taken from n, and not added to it
    pile: Pile
    ask: str  #: a question such as ``n > 12 ?``, or empty
    ways: tuple[int, ...]  #: the next box; for yes and for no, if there is a question; empty in the last box
    look: int  #: settles how the pile lies


class Chart(NamedTuple):
    """A chart: each way leads to a later box; walks enter the first one and end after the last."""

    boxes: tuple[Box, ...]
    parts: tuple[str, ...]  #: of the rule that hold, besides worths
    close: float  #: least distance of two things of a pile; half of their width is 1
    spots: tuple[Spot, ...]  #: middles of the boxes, px; empty in worked examples
    lines: tuple[Way, ...]  #: ways as drawn; empty in worked examples


class Meaning(NamedTuple):
    """A rule, read: numbers of kinds, and what they change."""

    worths: tuple[int, ...]  #: of a thing of each kind
    odd: tuple[int, int]  #: a kind, and how many times it counts more if n is odd
    most: tuple[int, int]  #: a kind, and what is added to a pile with most of it
    pairs: tuple[int, int, int]  #: two kinds, and what is added for each pair


class Worth(NamedTuple):
    """What entering a box adds to n; all numbers are negative where it takes."""

    base: int
    odd: int  #: added if n is odd
    times: int  #: added for each thing that counts in the box before
    held: int  #: things that count in a pair with those of the next box


@lru_cache(maxsize=256)
def _meaning(rule: tuple[tuple[str, str], ...], parts: tuple[str, ...]) -> Meaning:
    said = {name: text.split() for name, text in rule if text and (name in KINDS or name in parts)}
    worths = tuple(int(said.get(kind, ["0"])[0]) for kind in KINDS)
    odd, most, pairs = (said.get(part) for part in PARTS)
    return Meaning(
        worths,
        (KINDS.index(odd[0]), int(odd[2]) - 1) if odd else (0, 0),
        (KINDS.index(most[0]), int(most[1])) if most else (0, 0),
        (KINDS.index(pairs[0]), KINDS.index(pairs[1]), int(pairs[2])) if pairs else (0, 0, 0),
    )


def meaning_of(chart: Chart, rule: Rule) -> Meaning:
    """Return the parts of a rule that hold for a chart."""
    return _meaning(tuple(rule.items()), chart.parts)


def has_most(pile: Pile, kind: int) -> bool:
    """Whether a pile has more things of a kind than of each other one."""
    return all(count < pile[kind] for other, count in enumerate(pile) if other != kind)


def worth_of(box: Box, meaning: Meaning) -> Worth:
    """Return what entering a box adds to n."""
    sign, pile = -1 if box.takes else 1, box.pile
    base = sum(count * worth for count, worth in zip(pile, meaning.worths, strict=True))
    base += meaning.most[1] * has_most(pile, meaning.most[0])
    kind, more = meaning.odd
    one, two, joined = meaning.pairs
    odd = pile[kind] * meaning.worths[kind] * more
    return Worth(sign * base, sign * odd, sign * pile[one] * joined, pile[two])


@lru_cache(maxsize=256)
def _course(chart: Chart, rule: tuple[tuple[str, str], ...]) -> list[tuple[Worth, str, tuple[int, ...]]]:
    meaning = _meaning(rule, chart.parts)
    return [(worth_of(box, meaning), box.ask, box.ways) for box in chart.boxes]


def walk(chart: Chart, rule: Rule, n: int) -> list[tuple[int, int]]:
    """Return the boxes that a walk enters, each with n after its pile."""
    course, here, held, found = _course(chart, tuple(rule.items())), 0, 0, list[tuple[int, int]]()
    while True:
        worth, ask, ways = course[here]
        n += worth.base + worth.odd * (n % 2) + worth.times * held
        found.append((here, n))
        if not ways:
            return found
        held, here = worth.held, ways[bool(ask) and not answer(ask, {"n": n})]


def run(chart: Chart, rule: Rule, call: Call) -> int:
    """Return the sum of n at the ends of all walks."""
    return sum(walk(chart, rule, n)[-1][1] for n in call[0])


def needed(chart: Chart) -> set[str]:
    """Return what can change the results of a chart: the kinds of things in it, and the parts that hold."""
    found = {kind for place, kind in enumerate(KINDS) if any(box.pile[place] for box in chart.boxes)}
    return found | {*chart.parts}


def pile_text(pile: Pile) -> str:
    """Return what a pile holds, such as ``2 coins, 1 shell``."""
    pairs = zip(pile, KINDS, strict=True)
    return ", ".join(f"{count} {kind}{'s' * (count != 1)}" for count, kind in pairs if count)

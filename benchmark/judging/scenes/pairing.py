"""Finds for each item of the reference the item of another figure that stands for it."""

import bisect
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.items import Item

_MOST_TRIED = 300  #: items that are compared with one item of the reference


@dataclass(frozen=True, slots=True)
class Pair:
    """An item of the reference and the item that stands for it."""

    reference: Item
    other: Item
    content: bool  #: whether both say the same
    position: bool  #: whether both are at the same place

    @property
    def exact(self) -> bool:
        """Whether both are the same."""
        return self.content and self.position


@dataclass(frozen=True, slots=True)
class Pairing:
    """All pairs of two figures, and what is only in one of them."""

    pairs: tuple[Pair, ...]
    missing: tuple[Item, ...]
    extra: tuple[Item, ...]


def same_content(reference: Item, other: Item) -> bool:
    """Whether two items of a kind say the same, wherever they are."""
    if not reference.look.agrees(other.look) or len(reference.values) != len(other.values):
        return False
    if reference.text is not None and other.text is not None:
        same = labels.same_value if reference.by_value else labels.same_text
        if not same(reference.text, other.text):
            return False
    limit = reference.value_tolerance
    return all(abs(a - b) <= limit for a, b in zip(reference.values, other.values, strict=True))


def distance(reference: Item, other: Item) -> float:
    """Return how far apart two items of a kind are, as a multiple of the tolerance."""
    nearest = min(
        max((abs(a - b) for a, b in zip(one, two, strict=True)), default=0.0)
        for one in reference.places
        for two in other.places
    )
    return nearest / reference.place_tolerance


def pair(reference: Sequence[Item], others: Sequence[Item]) -> Pairing:
    """Pair items one to one: first those that are the same, then by their places, then by their content."""
    by_kind: dict[str, tuple[list[Item], list[Item]]] = defaultdict(lambda: ([], []))
    for item in reference:
        by_kind[item.kind][0].append(item)
    for item in others:
        by_kind[item.kind][1].append(item)
    pairs: list[Pair] = []
    missing: list[Item] = []
    extra: list[Item] = []
    for ours, theirs in by_kind.values():
        found, left, over = _pair_kind(ours, theirs)
        pairs += found
        missing += left
        extra += over
    return Pairing(tuple(pairs), tuple(missing), tuple(extra))


def _pair_kind(ours: list[Item], theirs: list[Item]) -> tuple[list[Pair], list[Item], list[Item]]:
    index = _Index(theirs)
    near: list[tuple[bool, float, int, int]] = []  # whether the contents differ, distance, number of each
    for i, item in enumerate(ours):
        for j in index.near(item):
            away = distance(item, theirs[j])
            if away <= 1:
                near.append((not same_content(item, theirs[j]), away, i, j))
    near.sort()
    free, open_ = set(range(len(theirs))), set(range(len(ours)))
    pairs = []
    for differs, _, i, j in near:
        if i in open_ and j in free:
            pairs.append(Pair(ours[i], theirs[j], not differs, True))
            open_.remove(i)
            free.remove(j)
    for i in sorted(open_):
        tried = [j for j in sorted(free)[:_MOST_TRIED] if same_content(ours[i], theirs[j])]
        if tried:
            j = min(tried, key=lambda j: distance(ours[i], theirs[j]))
            pairs.append(Pair(ours[i], theirs[j], True, False))
            open_.remove(i)
            free.remove(j)
    return pairs, [ours[i] for i in sorted(open_)], [theirs[j] for j in sorted(free)]


class _Index:
    """Finds items by the first number of their places."""

    def __init__(self, items: Sequence[Item]) -> None:
        firsts = [(place[0] if place else 0.0, j) for j, item in enumerate(items) for place in item.places]
        self._sorted = sorted(firsts)

    def near(self, item: Item) -> Iterator[int]:
        seen: set[int] = set()
        for place in item.places:
            first = place[0] if place else 0.0
            start = bisect.bisect_left(self._sorted, (first - item.place_tolerance * (1 + 1e-9), -1))
            end = bisect.bisect_right(self._sorted, (first + item.place_tolerance * (1 + 1e-9), math.inf))
            for _, j in self._sorted[start : min(end, start + _MOST_TRIED)]:
                if j not in seen:
                    seen.add(j)
                    yield j

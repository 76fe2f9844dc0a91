"""Heaps of cards on glass of ``counter_cards``: what lies on what, and what is seen from above and from below.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.items import Point

_CELL = 4  #: side of a cell in which all points count as the same, px
_TEXTS = (
    12,
    9,
    7,
    5,
)  #: cells to each side of a letter or number that show its card; the most that are possible
_APART, _OVERLAP = (
    2,
    36,
)  #: cells between two cards that do not touch, and cells that two cards share if they do
_SEEN = 5  #: cells of an edge that show which of two cards lies on the other
Mask = npt.NDArray[np.bool_]
#: Pairs of cards, the upper one first.
Pairs = set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that lie across each other, the lowest one first."""

    cards: list[list[Point]]  #: corners of each card, px
    tops: list[Point]  #: where the letter of each card is, which is seen from above
    lows: list[Point]  #: where its number is, which is seen from below
    above: list[tuple[int, int]]  #: each card with each one on which it lies, straight or with others between

    @property
    def straight(self) -> list[tuple[int, int]]:
        """The pairs that do not follow from others."""
        cards = range(len(self.cards))
        return [
            (upper, lower)
            for upper, lower in self.above
            if not any((upper, card) in self.above and (card, lower) in self.above for card in cards)
        ]


def heap_of(draws: Draws, count: int, size: tuple[int, int], long: int, room: int = 5) -> Heap:
    """Return a heap in which both views together show what lies on what.

    Args:
        draws: the choices.
        count: number of cards.
        size: of the counter, px.
        long: length of each card, px; 0 if cards differ.
        room: minimum number of free cells to each side of a letter or number.

    Raises:
        UnfitError: if none was found.
    """
    laid: list[tuple[list[Point], Mask]] = []
    for place in range(2000):
        # The order in which cards were found would show which ones are low, so it is not used.
        laid = draws.shuffled(laid if place % 20 else _cards(draws, count, size, long))
        cards, masks = [card for card, _ in laid], [mask for _, mask in laid]
        if not cards or not (tops := _spots(masks, room)) or not (lows := _spots(masks[::-1], room)[::-1]):
            continue
        every = {
            (upper, lower)
            for upper in range(count)
            for lower in range(upper)
            if (masks[upper] & masks[lower]).any()
        }
        last = count - 1
        shown = _shown(masks) | {(last - lower, last - upper) for upper, lower in _shown(masks[::-1])}
        whole = _closed(every, count)
        if _closed(shown, count) == whole and not any(lower == last for _, lower in whole):
            return Heap(
                cards, [spot for spot in tops if spot], [spot for spot in lows if spot], sorted(whole)
            )
    raise UnfitError("no heap whose views show what lies on what")


def _cards(draws: Draws, count: int, size: tuple[int, int], long: int) -> list[tuple[list[Point], Mask]]:
    """Return cards with the cells that they cover, each but the first near an earlier one; none if there was no room."""
    middles: list[tuple[float, float, float]] = []
    cards: list[list[Point]] = []
    masks: list[Mask] = []
    for _ in range(100 * count):
        wide, high = (long, 16 * long // 25) if long else (draws.integer(150, 250), draws.integer(100, 170))
        x, y, turned = (
            draws.integer(120, size[0] - 120),
            draws.integer(110, size[1] - 110),
            draws.integer(0, 35) * 5,
        )
        near = [math.hypot(x - a, y - b) for a, b, _ in middles]
        if near and not 0.42 * wide < min(near) < 0.72 * wide:
            continue
        # Two cards that are nearly parallel could share an edge, and then nothing shows which one is on top.
        if any(
            math.hypot(x - a, y - b) < 1.2 * wide and abs((turned - t + 45) % 90 - 45) < 9
            for a, b, t in middles
        ):
            continue
        corners = _corners(x, y, wide, high, math.radians(turned))
        if any(not (8 < a < size[0] - 8 and 8 < b < size[1] - 8 and a + b > 80) for a, b in corners):
            continue
        mask = _mask(corners, size)
        if not _is_clear(mask, masks):
            continue
        masks.append(mask)
        middles.append((x, y, turned))
        cards.append(corners)
        if len(cards) == count:
            return list(zip(cards, masks, strict=True))
    return []


def _corners(x: float, y: float, wide: float, high: float, turned: float) -> list[Point]:
    cos, sin = math.cos(turned), math.sin(turned)
    ends = ((-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2))
    return [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in ends]


def _mask(card: list[Point], size: tuple[int, int]) -> Mask:
    """Return which cells a card covers, of shape (rows, columns)."""
    covered = np.zeros((size[1] // _CELL, size[0] // _CELL), bool)
    # Only cells near the card are tried; one more on each side, because corners are rounded.
    near = [
        slice(max(0, int(min(ends)) // _CELL - 1), int(max(ends)) // _CELL + 2)
        for ends in zip(*card, strict=True)
    ]
    x, y = (np.arange(side // _CELL)[part] * _CELL + _CELL / 2 for side, part in zip(size, near, strict=True))
    inside = np.ones((len(y), len(x)), bool)
    for (ax, ay), (bx, by) in zip(card, [*card[1:], card[0]], strict=True):
        inside &= (bx - ax) * (y[:, None] - ay) - (by - ay) * (x[None] - ax) > 0
    covered[near[1], near[0]] = inside
    return covered


def _is_clear(mask: Mask, others: list[Mask]) -> bool:
    """Whether a card and each other one overlap clearly, or are clearly apart."""
    near = mask.copy()
    for axis in (0, 1):
        near |= np.roll(near, _APART, axis) | np.roll(near, -_APART, axis)
    return all(not (near & other).any() or (mask & other).sum() >= _OVERLAP for other in others)


def _spots(masks: list[Mask], room: int) -> list[Point]:
    """Return for each card the middle of a square of it that no later card covers; none if one is too small."""
    covered = np.zeros_like(masks[0])
    found: list[Point] = []
    for mask in masks[::-1]:
        free = mask & ~covered
        rows, columns = (np.flatnonzero(free.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return []
        top, left = rows[0], columns[0]
        free = free[top : rows[-1] + 1, left : columns[-1] + 1]
        sums = np.pad(free, ((1, 0), (1, 0))).astype(np.int32).cumsum(axis=0).cumsum(axis=1)
        for half in (*(half for half in _TEXTS if half > room), room):
            side = 2 * half + 1
            whole = (
                sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
                == side * side
            )
            if whole.any():
                row, column = np.argwhere(whole)[int(whole.sum()) // 2]
                found.append((_CELL * (left + column + half + 0.5), _CELL * (top + row + half + 0.5)))
                break
        else:
            return []
        covered |= mask
    return found[::-1]


def _shown(masks: list[Mask]) -> Pairs:
    """Return the pairs of which a view, in which later cards cover earlier ones, shows that one lies on the other."""
    top = np.full(masks[0].shape, -1)
    for card, mask in enumerate(masks):
        top[mask] = card
    seen: dict[tuple[int, int], int] = {}
    for axis in (0, 1):
        for shift in (-1, 1):
            other = np.roll(top, shift, axis)
            for row, column in np.argwhere((top > other) & (other >= 0)):
                upper, lower = int(top[row, column]), int(other[row, column])
                if masks[lower][row, column]:
                    seen[upper, lower] = seen.get((upper, lower), 0) + 1
    return {pair for pair, cells in seen.items() if cells >= _SEEN}


def _closed(pairs: Pairs, count: int) -> Pairs:
    """Return pairs with those that follow from them."""
    found = set(pairs)
    for middle in range(count):
        over, under = [a for a, b in found if b == middle], [b for a, b in found if a == middle]
        found |= {(upper, lower) for upper in over for lower in under}
    return found

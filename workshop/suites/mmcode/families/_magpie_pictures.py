"""Drawings of cards with signs, and of the small heaps of ``counter_cards``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence

from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._card_heap import Heap
from workshop.suites.mmcode.families._magpie import SmallHeap

CELL = (236, 236)  #: frame of a small heap, px
_HIGHEST = 505  #: height of a large heap above small ones, px
_ACROSS = 4  #: frames in a row
_SCALE = 0.52  #: of small heaps
Place = Callable[[float, float], Point]


def draw_cards(
    canvas: Canvas,
    heap: Heap,
    place: Place,
    texts: Sequence[str],
    worn: Sequence[int],
    size: int,
    *,
    below: bool,
) -> None:
    """Draw the cards of a heap from above or from below.

    Args:
        canvas: what is drawn on.
        heap: the cards.
        place: px of the heap → px of the picture.
        texts: letter or number of each card.
        worn: the signs of each card, as bits.
        size: of the texts, px.
        below: whether they are seen from below.
    """
    order = range(len(heap.cards))[:: -1 if below else 1]
    for card in order:
        canvas.polygon([place(x, y) for x, y in heap.cards[card]], fill="white", line=3)
    for card in order:
        x, y = place(*(heap.lows if below else heap.tops)[card])
        radius = 0.55 * size + 3 * len(texts[card])
        sign = signs_on(worn, below=below)[card]
        if sign == 1:
            canvas.circle(x, y, radius, line=2.5)
        elif sign == 2:
            canvas.rect(x - radius + 1, y - radius + 1, 2 * radius - 2, 2 * radius - 2, line=2.5)
        canvas.text(x, y, texts[card], size=size, bold=True)


def signs_on(worn: Sequence[int], *, below: bool) -> list[int]:
    """Return the sign on one side of each card: 0 is none, 1 a ring and 2 a square."""
    return [signs >> 2 if below else signs & 3 for signs in worn]


def low_angles(heap: Heap, scale: float, angles: Sequence[int]) -> list[int]:
    """Return the angles at which a large heap, seen from below, has room above small ones.

    Raises:
        UnfitError: if there is none.
    """
    found = []
    for angle in angles:
        _, top, _, bottom = _bounds(heap, turned(scale, angle, mirrored=True))
        found += [angle] if bottom - top < _HIGHEST else []
    if not found:
        raise UnfitError("no room for a large heap")
    return found


def angles_of(heap: Heap) -> list[int]:
    """Return the angles at which a small heap can be shown from below; none if its frame is too small."""
    if not _has_room(heap, turned(_SCALE, 0, mirrored=False)):
        return []
    return [angle for angle in range(25, 360, 10) if _has_room(heap, turned(_SCALE, angle, mirrored=True))]


def turned(scale: float, degrees: float, *, mirrored: bool) -> Place:
    """Return the function of a view of a heap, which mirrors places if it is from below, and then turns them."""
    cos, sin = scale * math.cos(math.radians(degrees)), scale * math.sin(math.radians(degrees))
    sense = -1 if mirrored else 1
    return lambda x, y: (sense * x * cos - y * sin, sense * x * sin + y * cos)


def _moved(place: Place, x: float, y: float) -> Place:
    """Return a function whose places are moved."""
    return lambda a, b: (place(a, b)[0] + x, place(a, b)[1] + y)


def _bounds(heap: Heap, place: Place) -> tuple[float, float, float, float]:
    """Return where the cards of a heap begin and end: left, top, right and bottom."""
    xs, ys = zip(*(place(*corner) for card in heap.cards for corner in card), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _has_room(heap: Heap, place: Place) -> bool:
    left, top, right, bottom = _bounds(heap, place)
    return right - left < CELL[0] - 16 and bottom - top < CELL[1] - 50


def with_small_heaps(
    heap: Heap, smalls: Sequence[SmallHeap], order: Sequence[tuple[int, int]], views: Sequence[Place]
) -> list[tuple[Canvas, Place]]:
    """Return a picture for both views with the small heaps, and the function of the places of the large heap above them."""
    shown = [(smalls, [turned(_SCALE, 0, mirrored=False)] * len(smalls))]
    shown.append(
        (
            [smalls[number] for number, _ in order],
            [turned(_SCALE, angle, mirrored=True) for _, angle in order],
        )
    )
    found = []
    for below, (view, (some, places)) in enumerate(zip(views, shown, strict=True)):
        left, top, right, bottom = _bounds(heap, view)
        wide = math.ceil(max(right - left + 24, _ACROSS * CELL[0] + 12))
        high = math.ceil(bottom - top + 36)
        canvas = Canvas(wide, high + -(-len(some) // _ACROSS) * CELL[1] + 6)
        for number, (small, place) in enumerate(zip(some, places, strict=True)):
            edge = (
                (wide - _ACROSS * CELL[0]) / 2 + number % _ACROSS * CELL[0],
                high + number // _ACROSS * CELL[1],
            )
            _draw_small_heap(canvas, edge, small, place, below=bool(below))
        found.append((canvas, _moved(view, (wide - left - right) / 2, 14 - top)))
    return found


def _draw_small_heap(canvas: Canvas, edge: Point, small: SmallHeap, place: Place, *, below: bool) -> None:
    x, y = edge
    canvas.rect(x + 3, y + 3, CELL[0] - 6, CELL[1] - 6, stroke="grey", line=3)
    left, top, right, bottom = _bounds(small.heap, place)
    middle = y + (CELL[1] - 34 * below) / 2
    there = _moved(place, x + (CELL[0] - left - right) / 2, middle - (top + bottom) / 2)
    draw_cards(
        canvas, small.heap, there, small.backs if below else small.letters, small.worn, 19, below=below
    )
    if below:
        canvas.text(x + CELL[0] / 2, y + CELL[1] - 22, "  ".join(small.kept), size=19, bold=True)


def words(
    names: Sequence[str],
    worn: Sequence[int],
    smalls: Sequence[SmallHeap],
    order: Sequence[tuple[int, int]],
    *,
    below: bool,
) -> str:
    """Describe the signs on one side of all cards, and small heaps with what lies on what."""
    told = [
        f" The texts with their signs are {_sign_words(names, worn, below=below)}. Small heaps in frames, one after the other"
    ]
    for small in [smalls[number] for number, _ in order] if below else smalls:
        cards = _sign_words(small.backs if below else small.letters, small.worn, below=below)
        pairs = ", ".join(
            f"{small.letters[upper]} on {small.letters[lower]}" for upper, lower in small.heap.above
        )
        backs = ", ".join(
            f"{back} behind {letter}" for back, letter in zip(small.backs, small.letters, strict=True)
        )
        told.append(
            f"{cards}; {backs}; below it is {'  '.join(small.kept)}" if below else f"{cards}; {pairs}"
        )
    return ": ".join([told[0], "; then ".join(told[1:])]) + "."


def _sign_words(names: Sequence[str], worn: Sequence[int], *, below: bool) -> str:
    looks = ("", " in a ring", " in a square")
    return ", ".join(
        f"{name}{looks[sign]}" for name, sign in zip(names, signs_on(worn, below=below), strict=True)
    )

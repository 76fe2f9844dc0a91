"""Where an annotation is: at the element to which its text is nearest, or to which an arrow from it points.

Elements are the reference's bars, points, slices, and the ends and middles of straight lines. A text may be
above its bar or inside of it, left or right of its point, and as far away as no other element is nearer.
"""

import dataclasses
import math
from collections.abc import Iterator, Sequence
from itertools import product

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.frame import own_frame
from benchmark.judging.scenes.items import Item, View
from benchmark.judging.scenes.values import Arrow, Axes, AxesText, Mark, Scene, Stroke

_AT_TEXT = 0.05  #: share of the axes by which an arrow may begin away from its text
_FAR = 0.2  #: share of the axes by which a text may be away from its element
_INSIDE = 0.6  #: share of the radius at which a slice has its middle
_CAPS = ("_", "|")  #: markers at the ends of error bars
_ON_BAR = 0.01  #: share of the axes by which the middle of an error bar may be away from its bar
_MOST_PARTS = 60  #: with more straight parts a figure has curves, and their parts are not elements

_Box = tuple[float, float, float, float]  #: least x and y, then largest, in shares of the axes


def without_arrows(scene: Scene, original: Scene) -> Scene:
    """Return a scene in which a text with an arrow is where that points to; arrows of the original stay."""
    known = {mark for axes in original.axes for mark in axes.marks}
    return dataclasses.replace(scene, axes=tuple(_without_arrows(axes, known) for axes in scene.axes))


def _without_arrows(axes: Axes, known: set[Mark]) -> Axes:
    frame, marks = own_frame(axes), list(axes.marks)
    for i, text in enumerate(marks):
        if not isinstance(text, AxesText):
            continue
        for mark in axes.marks:
            match mark:
                case Arrow():
                    start, tip = (mark.start, mark.end)[:: -1 if mark.heads == "start" else 1]
                    away = math.dist(frame.place(start), frame.place(text.middle))
                case Stroke(points=(start, tip)):
                    away = 0.0 if start == text.middle else math.inf
                case _:
                    continue
            if away <= _AT_TEXT and mark not in known and mark in marks:
                marks[i] = dataclasses.replace(text, at=tip)
                # Removing the arrow would shift the places of this loop; an empty text is left out below.
                marks[marks.index(mark)] = dataclasses.replace(text, text="")
                break
    kept = (mark for mark in marks if not isinstance(mark, AxesText) or mark.text)
    return dataclasses.replace(axes, marks=tuple(kept))


def at_elements(wanted: View, got: View, before: View) -> View:
    """Return the answer's view with texts at the right element moved to where the reference has them."""
    old = [item.text for item in before.items if item.kind == "text"]
    added = [item for item in wanted.items if item.kind == "text" and item.text not in old]
    elements = list(_elements(wanted))
    texts = [item for item in got.items if item.kind == "text"]
    free = [item for item in added if not any(_is_there(item, text) for text in texts)]
    moved: dict[int, Item] = {}
    for text in texts:
        element = None if any(_is_there(item, text) for item in added) else _nearest(text, elements)
        for item in free if element is not None else ():
            if labels.same_value(item.text or "", text.text or "") and _nearest(item, elements) == element:
                moved[id(text)] = dataclasses.replace(text, places=item.places)
                free.remove(item)
                break
    return dataclasses.replace(got, items=tuple(moved.get(id(item), item) for item in got.items))


def _is_there(item: Item, text: Item) -> bool:
    """Whether a text says what it should, within the tolerance of its place."""
    away = (max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in product(item.places, text.places))
    return min(away) <= item.place_tolerance and labels.same_value(item.text or "", text.text or "")


def _elements(view: View) -> Iterator[_Box]:
    bars: list[_Box] = []
    for item in view.items:
        place = item.places[0]
        if item.kind == "bar":
            (low, high), (first, last) = item.values, place
            is_flat = isinstance(item.look.style, tuple) and item.look.style[0] == "flat"
            bars.append((low, first, high, last) if is_flat else (first, low, last, high))
            yield bars[-1]
        elif item.kind == "point" and item.look.style not in _CAPS:
            yield (*place, *place)  # type: ignore[misc]  # two numbers each
        elif item.kind == "slice":
            turn, x, y, radius = place[:4]
            angle = math.tau * (turn + item.values[0] / 2)
            radius = _INSIDE * abs(radius - x)
            yield (x + radius * math.cos(angle), y + radius * math.sin(angle)) * 2
    parts = view.lines.parts()
    if len(parts) <= _MOST_PARTS:
        for start, end in parts:
            places = [start.towards(end, share) for share in (0.0, 0.5, 1.0)]
            on_bar = any(_away(bar, places[1]) <= _ON_BAR for bar in bars)
            if not (on_bar and (start.x == end.x or start.y == end.y)):  # an error bar belongs to its bar
                yield from ((*place, *place) for place in places)


def _away(element: _Box, place: Sequence[float]) -> float:
    (left, bottom, right, top), (x, y, *_) = element, place
    return math.hypot(max(left - x, 0.0, x - right), max(bottom - y, 0.0, y - top))


def _nearest(item: Item, elements: Sequence[_Box]) -> _Box | None:
    """Return the element that is nearest to any place of a text, if it is near."""

    def away(element: _Box) -> float:
        return min(_away(element, place) for place in item.places)

    found = min(elements, key=away, default=None)
    return found if found is not None and away(found) <= _FAR else None

"""Orders and choices that people think of first, for the objects that families draw.

A family names the features of its objects, or takes a table from here: ``orders(BOX)`` has both directions of
each feature of a rectangle, and the order of the list.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import total_ordering
from typing import Any, TypeVar

Item = TypeVar("Item")

#: A property of an object by which one could order it.
Feature = Callable[[Any], Any]
#: (place in the list, object) → sort key; the object with the smallest key comes first.
Order = Callable[[int, Any], Any]

#: Features of a rectangle ``left, top, width, height``.
BOX: Mapping[str, Feature] = {
    "left edge": lambda box: box[0],
    "right edge": lambda box: box[0] + box[2],
    "middle across": lambda box: 2 * box[0] + box[2],
    "top edge": lambda box: box[1],
    "bottom edge": lambda box: box[1] + box[3],
    "middle down": lambda box: 2 * box[1] + box[3],
    "width": lambda box: box[2],
    "height": lambda box: box[3],
    "shorter side": lambda box: min(box[2], box[3]),
    "longer side": lambda box: max(box[2], box[3]),
    "outline": lambda box: box[2] + box[3],
    "area": lambda box: box[2] * box[3],
    "slimness": lambda box: max(box[2], box[3]) / min(box[2], box[3]),
    "distance from the corner": lambda box: box[0] + box[1],
}
#: Features of a span ``start, end``, such as the hours of a watch.
SPAN: Mapping[str, Feature] = {
    "start": lambda span: span[0],
    "end": lambda span: span[1],
    "middle": lambda span: span[0] + span[1],
    "length": lambda span: span[1] - span[0],
}
#: Features of a whole number.
NUMBER: Mapping[str, Feature] = {
    "number": lambda number: number,
    "last digit": lambda number: abs(number) % 10,
    "sum of digits": lambda number: sum(map(int, str(abs(number)))),
}
#: Features of a list of numbers that is never empty, such as a pile of cards.
NUMBERS: Mapping[str, Feature] = {
    "first number": lambda numbers: numbers[0],
    "last number": lambda numbers: numbers[-1],
    "lowest number": min,
    "highest number": max,
    "sum": sum,
    "mean": lambda numbers: sum(numbers) / len(numbers),
    "count": len,
    "spread": lambda numbers: max(numbers) - min(numbers),
}
#: Features of a text that is never empty.
TEXT: Mapping[str, Feature] = {
    "alphabet": lambda text: text,
    "length": len,
    "last letter": lambda text: text[-1],
    "different letters": lambda text: len(set(text)),
}
#: Features of a place ``row, column``.
PLACE: Mapping[str, Feature] = {
    "row": lambda place: place[0],
    "column": lambda place: place[1],
    "row and column": lambda place: place[0] + place[1],
    "diagonal": lambda place: place[1] - place[0],
}


@total_ordering
class _Downward:
    """A sort key that turns the order around, of numbers and texts alike."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Downward) and bool(self.value == other.value)

    def __lt__(self, other: "_Downward") -> bool:
        return bool(other.value < self.value)

    def __hash__(self) -> int:
        return hash(self.value)


def orders(features: Mapping[str, Feature]) -> dict[str, Order]:
    """Return the order of the list and of each feature, in both directions, by name.

    Objects that are equal under an order keep the order of the list.
    """
    found: dict[str, Order] = {"first": lambda place, _object: place, "last": lambda place, _object: -place}
    for name, feature in features.items():
        found[f"smallest {name}"] = _upward(feature)
        found[f"largest {name}"] = _downward(feature)
    return found


def _upward(feature: Feature) -> Order:
    return lambda place, item: (feature(item), place)


def _downward(feature: Feature) -> Order:
    return lambda place, item: (_Downward(feature(item)), place)


def choose(order: Order, objects: Sequence[Item]) -> Item:
    """Return the first object in an order.

    Raises:
        ValueError: if there are no objects.
    """
    return objects[min(range(len(objects)), key=lambda place: order(place, objects[place]))]


def in_order(order: Order, objects: Sequence[Item]) -> list[int]:
    """Return the places of all objects, the first in the order first."""
    return sorted(range(len(objects)), key=lambda place: order(place, objects[place]))

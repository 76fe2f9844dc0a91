"""Checks what a guest sends as a scene, and turns it into values.

The guest runs in the process of the answer, so nothing here may rely on its work: kinds, lengths, types and
sizes are checked, numbers are finite, and texts have a maximum length. Marks are lists: ``["stroke", points,
style, colour, label]``, ``["points", places, marker, colour, label]``, ``["bar", [x0, x1], [y0, y1],
horizontal, hatch, colour, label]``, ``["area", points, hatch, colour, label]``, ``["wedge", middle, [radius,
width], [first, last angle], hatch, colour, label]``, ``["text", text, anchor, middle, colour]``, and
``["arrow", start, end, heads, colour]``.
"""

import math
import re
from collections.abc import Callable

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.values import (
    Area,
    Arrow,
    Axes,
    Axis,
    Bar,
    LegendEntry,
    Mark,
    Place,
    Points,
    Scene,
    Stroke,
    Wedge,
    Words,
)

MOST_POINTS = 20_000  #: points of all marks of a scene
_MOST_AXES = 50
_MOST_TEXTS = 2_000  #: ticks of an axis, entries of a legend, texts outside of the axes
_MOST_CHARACTERS = 500  #: characters of one text
_MOST = 1e200  #: largest number; products of two stay finite
#: Markers that have the shape of another one, and differ in size only.
_SHAPES = {".": "o"}
_COLOUR = re.compile(r"#[0-9a-f]{6}|")


class MalformedScene(Exception):  # noqa: N818 - a finding about the answer
    """A scene that does not follow the protocol."""


def decode(value: object) -> Scene:
    """Return the scene that a message holds.

    Raises:
        MalformedScene: if it does not follow the protocol.
    """
    try:
        return _scene(value)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise MalformedScene(type(error).__name__) from None


def _scene(value: object) -> Scene:
    fields = _fields(value, {"axes", "title", "texts", "legend"})
    budget = [MOST_POINTS]
    texts = []
    for entry in _entries(fields["texts"], _MOST_TEXTS):
        text, place = _entries(entry, 2)
        texts.append((_text(text), _place(place)))
    return Scene(
        axes=tuple(_axes(axes, budget) for axes in _entries(fields["axes"], _MOST_AXES)),
        title=_text(fields["title"]),
        texts=tuple(texts),
        legend=_legend(fields["legend"]),
    )


def _axes(value: object, budget: list[int]) -> Axes:
    fields = _fields(value, {"box", "x", "y", "equal", "title", "legend", "marks"})
    left, bottom, right, top = map(_number, _entries(fields["box"], 4))
    marks = []
    for mark in _entries(fields["marks"], MOST_POINTS):
        marks.append(_mark(mark))
        budget[0] -= len(getattr(marks[-1], "points", ())) + len(getattr(marks[-1], "places", ())) + 1
        if budget[0] < -MOST_POINTS:  # each mark counts as one more
            raise ValueError
    return Axes(
        box=(left, bottom, right, top),
        x=_axis(fields["x"]),
        y=_axis(fields["y"]),
        equal=_flag(fields["equal"]),
        title=_text(fields["title"]),
        legend=_legend(fields["legend"]),
        marks=tuple(marks),
    )


def _axis(value: object) -> Axis:
    fields = _fields(value, {"limits", "scale", "label", "fixed", "ticks"})
    low, high = map(_number, _entries(fields["limits"], 2))
    scale = _text(fields["scale"])
    if low == high or (scale == "log" and min(low, high) <= 0):
        raise ValueError
    ticks = []
    for entry in _entries(fields["ticks"], _MOST_TEXTS):
        position, text = _entries(entry, 2)
        place, text = _number(position), _text(text)
        ticks.append((place, "" if labels.is_number(text, place) else text))
    return Axis((low, high), scale, _text(fields["label"]), _flag(fields["fixed"]), tuple(ticks))


def _legend(value: object) -> tuple[LegendEntry, ...]:
    entries = []
    for entry in _entries(value, _MOST_TEXTS):
        text, colour, kind, style, marker = _entries(entry, 5)
        entries.append(LegendEntry(_text(text), _colour(colour), _text(kind), _text(style), _marker(marker)))
    return tuple(entries)


def _mark(value: object) -> Mark:
    kind, *fields = _entries(value, 7)
    return _MARKS[_text(kind)](*fields)


def _stroke(points: object, style: object, colour: object, label: object) -> Stroke:
    return Stroke(_places(points, 2), _text(style), _colour(colour), _text(label))


def _points(places: object, marker: object, colour: object, label: object) -> Points:
    return Points(_places(places, 0), _marker(marker), _colour(colour), _text(label))


def _bar(x: object, y: object, horizontal: object, *look: object) -> Bar:
    (x0, x1), (y0, y1) = _place(x), _place(y)
    way = None if horizontal is None else _flag(horizontal)
    return Bar((min(x0, x1), max(x0, x1)), (min(y0, y1), max(y0, y1)), way, *_look(*look))


def _area(points: object, *look: object) -> Area:
    return Area(_places(points, 2), *_look(*look))


def _wedge(middle: object, radii: object, turn: object, *look: object) -> Wedge:
    return Wedge(_place(middle), _place(radii), _place(turn), *_look(*look))


def _look(hatch: object, colour: object, label: object) -> tuple[str, str, str]:
    return _text(hatch), _colour(colour), _text(label)


def _words(text: object, at: object, middle: object, colour: object) -> Words:
    return Words(_text(text), _place(at), _place(middle), _colour(colour))


def _arrow(start: object, end: object, heads: object, colour: object) -> Arrow:
    return Arrow(_place(start), _place(end), _text(heads), _colour(colour))


_MARKS: dict[str, Callable[..., Mark]] = {
    "stroke": _stroke,
    "points": _points,
    "bar": _bar,
    "area": _area,
    "wedge": _wedge,
    "text": _words,
    "arrow": _arrow,
}


def _fields(value: object, names: set[str]) -> dict[str, object]:
    if not isinstance(value, dict) or set(value) != names:
        raise ValueError
    return value


def _entries(value: object, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MOST_CHARACTERS:
        raise ValueError
    return value


def _marker(value: object) -> str:
    name = _text(value)
    return _SHAPES.get(name, name)


def _colour(value: object) -> str:
    if not _COLOUR.fullmatch(_text(value)):
        raise ValueError
    return str(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    number = float(value)
    if not math.isfinite(number) or abs(number) > _MOST:
        raise ValueError
    return number


def _place(value: object) -> Place:
    x, y = _entries(value, 2)
    return Place(_number(x), _number(y))


def _places(value: object, fewest: int) -> tuple[Place, ...]:
    places = tuple(map(_place, _entries(value, MOST_POINTS)))
    if len(places) < fewest:
        raise ValueError
    return places

"""Checks what a guest sends as a scene, and turns it into values.

The guest runs in the process of the answer, so nothing here may rely on its work: kinds, lengths, types and
sizes are checked, numbers are finite, and texts have a maximum length. Marks are lists: ``["stroke", points,
style, colour, label, width]``, ``["points", places, marker, colour, label, size]``, ``["bar", [x0, x1],
[y0, y1], horizontal, hatch, colour, label]``, ``["area", points, hatch, colour, label]``, ``["wedge", middle,
[radius, width], [first, last angle], hatch, colour, label]``, ``["text", text, anchor, middle, colour]``, and
``["arrow", start, end, heads, colour]``.
"""

import dataclasses
import math
import re
from collections.abc import Callable
from typing import Any

from benchmark.judging.scenes import labels, values
from benchmark.judging.scenes.values import Axis, Place, Scene
from benchmark.sandbox.guest.shapes import (
    SCENE_AXES,
    SCENE_CHARACTERS,
    SCENE_NUMBER,
    SCENE_POINTS,
    SCENE_TEXTS,
    Mark,
)

#: Markers that have the shape of another one, and differ in size only.
_SHAPES = {".": "o"}
_COLOUR = re.compile(r"#[0-9a-f]{6}|")  # the empty alternative is "no colour"
#: Checks a value and returns it as the scene has it; raises one of the errors that :func:`decode` catches.
_Check = Callable[[object], Any]


class MalformedScene(Exception):  # noqa: N818 - a finding about the answer
    """A scene that does not follow the protocol."""


def decode(value: object) -> Scene:
    """Return the scene that a message holds.

    Raises:
        MalformedScene: if it does not follow the protocol.
    """
    try:
        _check_size(value)
        scene: Scene = _SCENE(value)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise MalformedScene(type(error).__name__) from None
    return scene


def _check_size(value: Any) -> None:
    """Refuse a scene with too many points before any is read; each mark counts as one more."""
    every = _list(value["axes"], SCENE_AXES)
    marks: list[Any] = [mark for axes in every for mark in _list(axes["marks"], SCENE_POINTS)]
    if len(marks) + sum(len(mark[1]) for mark in marks if mark[0] in Mark.WITH_PLACES) > 2 * SCENE_POINTS:
        raise ValueError


def _list(value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > SCENE_CHARACTERS:
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
    # JSON's `true` is an int for Python.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    number = float(value)
    if not math.isfinite(number) or abs(number) > SCENE_NUMBER:
        raise ValueError
    return number


def _place(value: object) -> Place:
    x, y = _list(value, 2)
    return Place(_number(x), _number(y))


def _interval(value: object) -> tuple[float, float]:
    first, last = _place(value)
    return min(first, last), max(first, last)


def _many(check: _Check, most: int, fewest: int = 0) -> _Check:
    """Return the check for a list whose length is between two bounds."""

    def checked(value: object) -> tuple[Any, ...]:
        if len(_list(value, most)) < fewest:
            raise ValueError
        return tuple(map(check, _list(value, most)))

    return checked


def _entries(make: Callable[..., Any], *checks: _Check) -> _Check:
    """Return the check for a list with one entry per given check; it makes a value from the entries."""

    def checked(value: object) -> Any:
        entries = zip(checks, _list(value, len(checks)), strict=True)
        return make(*(check(entry) for check, entry in entries))

    return checked


def _tuple(*entries: Any) -> tuple[Any, ...]:
    return entries


def _fields(make: Callable[..., Any], /, **checks: _Check) -> _Check:
    """Return the check for a dictionary with exactly these fields; it makes a value from the fields."""

    def checked(value: object) -> Any:
        if not isinstance(value, dict) or set(value) != set(checks):
            raise ValueError
        return make(**{name: check(value[name]) for name, check in checks.items()})

    return checked


def _axis(value: object) -> Axis:
    axis: Axis = _AXIS(value)
    low, high = axis.limits
    if low == high or (axis.scale == "log" and min(low, high) <= 0):
        raise ValueError
    ticks = ((place, "" if labels.is_number(text, place) else text) for place, text in axis.ticks)
    return dataclasses.replace(axis, ticks=tuple(ticks))


def _mark(value: object) -> Any:
    kind, *entries = _list(value, 7)
    return _MARKS[_text(kind)](entries)


def _way(value: object) -> bool | None:
    return None if value is None else _flag(value)


_PATH = _many(_place, SCENE_POINTS, fewest=2)
_LOOK = (_text, _colour, _text)  #: style or hatch, colour, label
_MARKS = {
    Mark.STROKE: _entries(values.Stroke, _PATH, *_LOOK, _number),
    Mark.POINTS: _entries(values.Points, _many(_place, SCENE_POINTS), _marker, _colour, _text, _number),
    Mark.BAR: _entries(values.Bar, _interval, _interval, _way, *_LOOK),
    Mark.AREA: _entries(values.Area, _PATH, *_LOOK),
    Mark.WEDGE: _entries(values.Wedge, _place, _place, _place, *_LOOK),
    Mark.TEXT: _entries(values.AxesText, _text, _place, _place, _colour),
    Mark.ARROW: _entries(values.Arrow, _place, _place, _text, _colour),
}
_LEGEND = _many(_entries(values.LegendEntry, _text, _colour, _text, _text, _marker), SCENE_TEXTS)
_PAIR = _entries(_tuple, _number, _number)
_TICKS = _many(_entries(_tuple, _number, _text), SCENE_TEXTS)
_AXIS = _fields(Axis, limits=_PAIR, scale=_text, label=_text, fixed=_flag, ticks=_TICKS)
_BOX = _entries(_tuple, _number, _number, _number, _number)
_MARK_LIST = _many(_mark, SCENE_POINTS)
_AXES = _fields(
    values.Axes, box=_BOX, x=_axis, y=_axis, equal=_text, title=_text, legend=_LEGEND, marks=_MARK_LIST
)
_TEXTS = _many(_entries(_tuple, _text, _place), SCENE_TEXTS)
_SCENE = _fields(Scene, axes=_many(_AXES, SCENE_AXES), title=_text, texts=_TEXTS, legend=_LEGEND)

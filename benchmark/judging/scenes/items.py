"""The items of a pair of axes: everything that is compared one by one, in shares of the axes.

Items are bars, slices, points, arrows and texts, and also titles, labels, axes, ticks and entries of legends.
Lines and outlines of areas are compared as :mod:`.ink`. A horizontal bar is never the same as an upright one.
"""

import dataclasses
import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.frame import AxisSpan, PlotArea, frame_like, own_frame
from benchmark.judging.scenes.ink import Ink, Line, Look
from benchmark.judging.scenes.values import (
    Area,
    Arrow,
    Axes,
    AxesText,
    Axis,
    Bar,
    LegendEntry,
    Mark,
    Place,
    Points,
    Scene,
    Stroke,
    Wedge,
)

# Tolerances, as multiples of the task's.
_HEIGHT = 0.25  #: heights of bars
_TEXT = 7.5  #: positions of texts, but at most half way to the next text
_LIMIT = 2.5  #: limits of axes, and positions of ticks
_ANGLE = 0.5  #: angles, as a share of the whole turn
_TIP = 5.0  #: ends of arrows

# Below one half, so that no place is near to two texts.
_HALF_WAY = 0.45
_INVISIBLE = 0.0005  #: bars and slices smaller than this share cannot be seen
_CUT_OFF = 0.01  #: markers this far outside of the axes cannot be seen
_RECTANGLE = 4  #: corners
_ALONG = 1e-6  #: coordinates along a rectangle's side differ by at most this share of its size
_CIRCLE = 12  #: minimum corners of a polygon that stands for a circle
_ROUND = 0.03  #: share of a circle's radius by which its corners may be away from it
_DOT = 0.02  #: share of an axis up to which the radius of a filled circle is that of a point
_NOTHING = 1e-12  #: numbers nearer to 0 are shown as 0
_MOST_TEXTS = 500  #: texts whose distances from each other count

_PLAIN = Look("")
#: Marks that can be in a legend.
_Drawn = Stroke | Points | Bar | Area | Wedge


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is compared as a whole."""

    kind: str
    name: str  #: description of the item for messages
    look: Look = _PLAIN
    values: tuple[float, ...] = ()  #: numbers that are its content, such as a bar's height
    value_tolerance: float = 0.0
    places: tuple[tuple[float, ...], ...] = ((),)  #: where it is; two items agree if any places do
    place_tolerance: float = 1.0
    color: str = ""
    size: float = 0.0  #: of a point's marker; 0 if unknown
    text: str | None = None  #: text of which only the meaning is compared
    by_value: bool = False  #: whether the text may leave out the name of the element next to it


@dataclass(frozen=True, slots=True)
class View:
    """The items of one pair of axes that are compared."""

    frame: PlotArea
    tolerance: float
    items: tuple[Item, ...] = ()
    lines: Ink = field(default_factory=lambda: Ink(()))
    areas: Ink = field(default_factory=lambda: Ink(()))


def view(axes: Axes, like: Axes, legend: Sequence[LegendEntry], tolerance: float) -> View:
    """Return the items of a pair of axes that are compared, in the frame of the reference's axes.

    ``legend`` are entries of the figure's own legends, which name series too.
    """
    frame = frame_like(axes, like)
    reader = _MarkReader(axes, like, frame, _SeriesMap(axes, legend), tolerance)
    for mark in axes.marks:
        reader.add_mark(mark)
    for kind, text in (("title", axes.title), ("x label", axes.x.label), ("y label", axes.y.label)):
        if text:
            reader.items.append(Item(kind=kind, name=f"{kind} {text!r}", text=text))
    reader.add_axis("x", axes.x, like.x, frame.x)
    reader.add_axis("y", axes.y, like.y, frame.y)
    looks = [item.look for item in reader.items] + [line.look for line in (*reader.lines, *reader.areas)]
    meant = {look.series for look in looks}
    items = [*reader.items, *(_entry(entry, meant) for entry in axes.legend)]
    return View(frame, tolerance, tuple(_apart(items)), Ink(reader.lines), Ink(reader.areas))


def figure_view(scene: Scene, tolerance: float) -> View:
    """Return the items of a figure outside of its axes that are compared."""
    items = [_entry(entry, ()) for entry in scene.legend]
    if scene.title:
        items.append(Item(kind="figure title", name=f"figure title {scene.title!r}", text=scene.title))
    for text, place in scene.texts:
        items.append(_text(text, f"text {text!r} outside of the axes", (place,), tolerance))
    whole = AxisSpan(0, 1, is_log=False)
    return View(PlotArea(whole, whole), tolerance, tuple(items))


def _entry(entry: LegendEntry, meant: Container[tuple[str, ...]]) -> Item:
    """Return the item of a legend entry; ``meant`` are series of marks, one of which it should stand for."""
    means_marks = labels.label(entry.text).pieces in meant
    return Item(
        kind="legend entry",
        name=f"legend entry {entry.text!r}{' of ' + entry.color if entry.color and not means_marks else ''}",
        look=Look((entry.kind == "title", means_marks)),
        text=entry.text,
    )


def _text(text: str, name: str, places: tuple[Place, ...], tolerance: float, color: str = "") -> Item:
    limit = _TEXT * tolerance
    return Item(
        kind="text", name=name, places=places, place_tolerance=limit, color=color, text=text, by_value=True
    )


class _SeriesMap:
    """Finds the series of a mark: the entry of the legend that stands for it.

    A mark belongs to an entry by its label, or else by its colour. A label that no legend shows cannot be
    seen, so it names no series.
    """

    def __init__(self, axes: Axes, legend: Sequence[LegendEntry]) -> None:
        entries = [entry for entry in (*axes.legend, *legend) if entry.kind != "title"]
        self._texts = {entry.text for entry in entries}
        marks = [mark for mark in axes.marks if not isinstance(mark, AxesText | Arrow)]
        carried = {mark.label for mark in marks} & self._texts
        named = [(look, mark.label) for mark in marks if mark.label in carried for look in _looks(mark)]
        # An entry whose label no mark has was made by hand. It stands for all marks of its colour, and of its
        # style if several entries have that colour.
        for entry in entries:
            if entry.text not in carried:
                for kind in (entry.kind, "line", "patch"):
                    looks = [(kind, entry.color, style) for style in (entry.style, entry.marker) if style]
                    named += [(look, entry.text) for look in (*looks, (kind, entry.color))]
        self._by_look: dict[tuple[str, ...], str] = dict(reversed(named))  # the first of a look counts

    def of(self, mark: _Drawn) -> tuple[str, ...]:
        """Return the text of the legend entry of a mark; empty if no entry stands for it."""
        text = mark.label if mark.label in self._texts else None
        if text is None:
            text = next((self._by_look[look] for look in _looks(mark) if look in self._by_look), None)
        return () if text is None else labels.label(text).pieces


def _looks(mark: _Drawn) -> list[tuple[str, ...]]:
    """Return the looks that connect a mark with a legend entry, the more exact look first."""
    if isinstance(mark, Stroke | Points):
        style = mark.style if isinstance(mark, Stroke) else mark.marker
        return [("line", mark.color, style), ("line", mark.color)]
    return [("patch", mark.color)]


class _MarkReader:
    """Turns the marks of one pair of axes into items and lines."""

    def __init__(self, axes: Axes, like: Axes, frame: PlotArea, series: _SeriesMap, tolerance: float) -> None:
        self._frame, self._own = frame, own_frame(axes)
        self._series, self._tolerance = series, tolerance
        self._flat = True in (_ways(axes) or _ways(like))
        self._points: set[tuple[object, ...]] = set()
        self.items: list[Item] = []
        self.lines: list[Line] = []
        self.areas: list[Line] = []

    def add_mark(self, mark: Mark) -> None:
        match mark:
            case Stroke():
                self.lines.append(self._line(mark, mark.points, mark.style, "line"))
            case Points():
                self._add_points(mark)
            case Bar():
                self._add_bar(mark)
            case Area():
                self._add_area(mark)
            case Wedge():
                self._add_wedge(mark)
            case AxesText():
                name = f"text {mark.text!r} at {point_text(mark.at)}"
                places = self._frame.place(mark.at), self._frame.place(mark.middle)
                self.items.append(_text(mark.text, name, places, self._tolerance, mark.color))
            case Arrow():
                self._add_arrow(mark)

    def _line(self, mark: Stroke | Area, points: Sequence[Place], style: str, kind: str) -> Line:
        look = Look(style, self._series.of(mark))
        width = mark.width if isinstance(mark, Stroke) else 0.0
        places = tuple(map(self._frame.place, points))
        return Line(places, look, mark.color, f"{kind}{_of(mark.label)}", width)

    def _add(self, kind: str, mark: Points | Bar | Wedge, where: str, look: Look, **fields: Any) -> None:
        name = f"{kind}{_of(mark.label)} {where}"
        self.items.append(Item(kind=kind, name=name, look=look, color=mark.color, **fields))

    def _add_points(self, mark: Points) -> None:
        look = Look(mark.marker, self._series.of(mark))
        for place in mark.places:
            seen = (place, look, mark.color)  # two equal points at one place look like one point
            if seen not in self._points and all(
                -_CUT_OFF <= share <= 1 + _CUT_OFF for share in self._own.place(place)
            ):
                self._points.add(seen)
                places = (self._frame.place(place),)
                where = f"at {point_text(place)}"
                near = {"places": places, "place_tolerance": self._tolerance}
                self._add("point", mark, where, look, size=mark.size, **near)

    def _add_bar(self, mark: Bar) -> None:
        flat = self._flat if mark.horizontal is None else mark.horizontal
        if min(_visible_size(self._own.x, mark.x), _visible_size(self._own.y, mark.y)) <= _INVISIBLE:
            return
        sides = [(mark.x, self._frame.x), (mark.y, self._frame.y)]
        (along, span), (across, other) = sides if flat else sides[::-1]
        x, y = (" to ".join(map(_number, ends)) for ends in (mark.x, mark.y))
        self._add(
            "bar",
            mark,
            f"from x = {x} and y = {y}",
            Look(("flat" if flat else "upright", mark.hatch), self._series.of(mark)),
            values=tuple(sorted(max(-1.0, min(2.0, span.share(value))) for value in along)),
            value_tolerance=_HEIGHT * self._tolerance,
            places=(tuple(sorted(map(other.share, across))),),
            place_tolerance=self._tolerance,
        )

    def _add_area(self, mark: Area) -> None:
        """Add an area: as a bar or a point if it looks like one, and else as its outline."""
        xs, ys = zip(*mark.points, strict=True)
        x, y = (min(xs), max(xs)), (min(ys), max(ys))
        if is_rectangle(mark.points):
            self._add_bar(Bar(x, y, None, mark.hatch, mark.color, mark.label))
            return
        low, high = (self._frame.place(Place(*corner)) for corner in zip(x, y, strict=True))
        middle = Place(sum(x) / 2, sum(y) / 2)
        if min(abs(low.x - high.x), abs(low.y - high.y)) <= 2 * _DOT and _is_circle(
            mark.points, middle, (x[1] - x[0]) / 2
        ):
            self._add_points(Points((middle,), "o", mark.color, mark.label))
            return
        outline = (*mark.points, mark.points[0])
        self.areas.append(self._line(mark, outline, mark.hatch, "outline of the area"))

    def _add_wedge(self, mark: Wedge) -> None:
        first, last = (angle / 360 for angle in mark.turn)
        # The remainder alone would turn a full circle into nothing.
        share = last - first if 0 < last - first <= 1 else (last - first) % 1
        if share <= _INVISIBLE:
            return
        start = 0.0 if share == 1 else first % 1
        at = self._frame.place(mark.middle)
        radii = [self._frame.place(Place(mark.middle.x + radius, mark.middle.y)).x for radius in mark.radii]
        self._add(
            "slice",
            mark,
            f"from {_number(mark.turn[0])}° to {_number(mark.turn[1])}°",
            Look(mark.hatch, self._series.of(mark)),
            values=(share,),
            value_tolerance=_ANGLE * self._tolerance,
            # A slice that starts at 359° is near to one that starts at 1°.
            places=tuple((turn, *at, *radii) for turn in (start - 1, start, start + 1)),
            place_tolerance=_ANGLE * self._tolerance,
        )

    def _add_arrow(self, mark: Arrow) -> None:
        start, end, heads = mark.start, mark.end, mark.heads
        if heads == "start":
            start, end, heads = end, start, "end"
        there = (*self._frame.place(start), *self._frame.place(end))
        self.items.append(
            Item(
                kind="arrow",
                name=f"arrow from {point_text(start)} to {point_text(end)}",
                look=Look(heads),
                places=(there, (*there[2:], *there[:2])) if heads == "both" else (there,),
                place_tolerance=_TIP * self._tolerance,
                color=mark.color,
            )
        )

    def add_axis(self, letter: str, axis: Axis, like: Axis, span: AxisSpan) -> None:
        """Add the texts of an axis, and its scale and limits if they can be read from it.

        The positions of numbers along the axis count only if the reference's program chose them.
        """
        limit = _LIMIT * self._tolerance
        for position, text in axis.ticks:
            if not text and not like.fixed:
                continue
            self.items.append(
                Item(
                    kind=f"{letter} tick",
                    name=f"{letter} tick {text!r} at {_number(position)}",
                    look=Look(bool(text)),
                    places=((span.share(position),),),
                    place_tolerance=limit,
                    text=text,
                )
            )
        if axis.numeric:
            self.items.append(
                Item(
                    kind=f"{letter} axis",
                    name=f"{letter} axis ({axis.scale}) from {' to '.join(map(_number, axis.limits))}",
                    look=Look(axis.scale),
                    values=tuple(map(span.share, axis.limits)),
                    value_tolerance=limit,
                )
            )


def _apart(items: Sequence[Item]) -> list[Item]:
    """Lower the tolerance of texts near to a different text, so that swapped texts are at wrong places.

    Each of the first 500 texts is compared with the others; those of a figure with more keep their tolerance.
    """
    texts = [(item, item.places[1], item.text) for item in items if item.kind == "text" and item.text]
    found = []
    compared = 0
    for item in items:
        if item.kind != "text" or item.text is None or compared >= _MOST_TEXTS:
            found.append(item)
            continue
        compared += 1
        x, y = item.places[1]
        nearest = item.place_tolerance / _HALF_WAY  # texts further away do not count
        for other, (other_x, other_y), text in texts[:_MOST_TEXTS]:
            away = max(abs(x - other_x), abs(y - other_y))
            if away < nearest and other is not item and not labels.same_value(item.text, text):
                nearest = away
        limit = min(item.place_tolerance, max(item.place_tolerance / _TEXT, _HALF_WAY * nearest))
        found.append(dataclasses.replace(item, place_tolerance=limit))
    return found


def _ways(axes: Axes) -> set[bool | None]:
    """Return whether the bars of axes are horizontal, as far as their program says so."""
    return {mark.horizontal for mark in axes.marks if isinstance(mark, Bar)} - {None}


def is_rectangle(points: Sequence[Place]) -> bool:
    """Whether a polygon is a rectangle along the axes. Points that repeat the one before do not count."""
    width, height = (max(values) - min(values) for values in zip(*points, strict=True))
    corners = [
        point
        for before, point in pairwise([points[-1], *points])
        if abs(point.x - before.x) > _ALONG * width or abs(point.y - before.y) > _ALONG * height
    ]
    if len(corners) != _RECTANGLE:
        return False
    sides = [
        (abs(a.x - b.x) <= _ALONG * width, abs(a.y - b.y) <= _ALONG * height)
        for a, b in pairwise([*corners, corners[0]])
    ]
    return sides in ([(True, False), (False, True)] * 2, [(False, True), (True, False)] * 2)


def _is_circle(points: Sequence[Place], middle: Place, radius: float) -> bool:
    """Whether all corners of a polygon are at nearly the same distance from its middle."""
    if len(points) < _CIRCLE or radius <= 0:
        return False
    return all(abs(math.dist(point, middle) - radius) <= _ROUND * radius for point in points)


def _visible_size(span: AxisSpan, values: tuple[float, float]) -> float:
    first, last = (max(0.0, min(1.0, span.share(value))) for value in values)
    return abs(last - first)


def _of(label: str) -> str:
    return f" of {label!r}" if label else ""


def point_text(place: Place) -> str:
    """Return a point as text."""
    return f"({_number(place.x)}, {_number(place.y)})"


def _number(value: float) -> str:
    return "0" if abs(value) < _NOTHING else f"{value:.4g}"

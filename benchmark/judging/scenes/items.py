"""The items of a pair of axes: everything that is compared one by one, in shares of the axes.

Items are bars, slices, points, arrows and texts, and also titles, labels, axes, ticks and entries of legends.
Lines and outlines of areas are compared as :mod:`.ink`. A horizontal bar is never the same as an upright one.
"""

import dataclasses
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.frame import Frame, Span, frame_like, own_frame
from benchmark.judging.scenes.ink import Ink, Line, Look
from benchmark.judging.scenes.series import Series
from benchmark.judging.scenes.shapes import is_circle, is_rectangle
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

# Tolerances, as multiples of the task's.
_HEIGHT = 0.25  #: heights of bars
_TEXT = 7.5  #: positions of texts, but at most half way to the next text
_LIMIT = 2.5  #: limits of axes, and positions of ticks
_ANGLE = 0.5  #: angles, as a share of the whole turn
_TIP = 5.0  #: ends of arrows

_HALF_WAY = 0.45
_INVISIBLE = 0.0005  #: bars and slices smaller than this share cannot be seen
_CUT_OFF = 0.01  #: markers this far outside of the axes cannot be seen
_DOT = 0.02  #: share of an axis up to which the radius of a filled circle is that of a point
_NOTHING = 1e-12  #: numbers nearer to 0 are shown as 0
_MOST_TEXTS = 500  #: texts whose distances from each other count

_PLAIN = Look("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is compared as a whole."""

    kind: str
    name: str  #: describes it
    look: Look = _PLAIN
    values: tuple[float, ...] = ()  #: numbers that are its content, such as a bar's height
    value_tolerance: float = 0.0
    places: tuple[tuple[float, ...], ...] = ((),)  #: where it is: two items agree if any of these do
    place_tolerance: float = 1.0
    color: str = ""
    text: str | None = None  #: compared by what it says
    by_value: bool = False  #: whether the text may leave out the name of the element at which it is


@dataclass(frozen=True, slots=True)
class View:
    """What is compared of one pair of axes."""

    items: tuple[Item, ...]
    lines: Ink
    areas: Ink
    frame: Frame
    tolerance: float


def view(
    axes: Axes, like: Axes, legend: Sequence[LegendEntry], tolerance: float, also: Sequence[Item] = ()
) -> View:
    """Return what is compared of a pair of axes.

    Args:
        axes: the axes.
        like: those of the reference.
        legend: entries of the figure's own legends, which name series too.
        tolerance: difference that counts as none, as a share of the axes.
        also: further items.
    """
    frame = frame_like(axes, like)
    reader = _Reader(axes, like, frame, Series(axes, legend), tolerance)
    for mark in axes.marks:
        reader.add_mark(mark)
    reader.add_titles(axes)
    reader.add_axis("x", axes.x, like.x, frame.x)
    reader.add_axis("y", axes.y, like.y, frame.y)
    meant = {item.look.series for item in reader.items} | {
        line.look.series for line in (*reader.lines, *reader.areas)
    }
    items = [*also, *reader.items, *(_entry(entry, meant) for entry in axes.legend)]
    return View(tuple(_apart(items)), Ink(reader.lines), Ink(reader.areas), frame, tolerance)


def empty_view(like: View) -> View:
    """Return the view of axes that a figure does not have, to compare it with others."""
    return dataclasses.replace(like, items=(), lines=Ink(()), areas=Ink(()))


def figure_view(scene: Scene, tolerance: float) -> View:
    """Return what is compared of a figure outside of its axes."""
    items = [_entry(entry, ()) for entry in scene.legend]
    if scene.title:
        items.append(Item(kind="figure title", name=f"figure title {scene.title!r}", text=scene.title))
    for text, place in scene.texts:
        name = f"text {text!r} outside of the axes"
        limit = _TEXT * tolerance
        items.append(
            Item(kind="text", name=name, places=(place,), place_tolerance=limit, text=text, by_value=True)
        )
    whole = Span(0, 1, is_log=False)
    return View(tuple(items), Ink(()), Ink(()), Frame(whole, whole), tolerance)


def _entry(entry: LegendEntry, meant: Container[tuple[str, ...]]) -> Item:
    """Return an entry of a legend; ``meant`` are the series of marks, one of which it should stand for."""
    means_marks = labels.label(entry.text).pieces in meant
    return Item(
        kind="legend entry",
        name=f"legend entry {entry.text!r}{' of ' + entry.color if entry.color and not means_marks else ''}",
        look=Look((entry.kind == "title", means_marks)),
        text=entry.text,
    )


class _Reader:
    """Turns the marks of one pair of axes into items and lines."""

    def __init__(self, axes: Axes, like: Axes, frame: Frame, series: Series, tolerance: float) -> None:
        self._frame, self._own = frame, own_frame(axes)
        self._series, self._tolerance = series, tolerance
        ways = _ways(axes) or _ways(like)
        self._flat = True in ways
        self._points: set[tuple[object, ...]] = set()
        self.items: list[Item] = []
        self.lines: list[Line] = []
        self.areas: list[Line] = []

    def add_mark(self, mark: Mark) -> None:
        match mark:
            case Stroke():
                places = tuple(map(self._frame.place, mark.points))
                look = Look(mark.style, self._series.of(mark))
                self.lines.append(Line(places, look, mark.color, f"line{_of(mark.label)}"))
            case Points():
                self._add_points(mark)
            case Bar():
                self._add_bar(mark)
            case Area():
                self._add_area(mark)
            case Wedge():
                self._add_wedge(mark)
            case Words():
                self._add_words(mark)
            case Arrow():
                self._add_arrow(mark)

    def _add_points(self, mark: Points) -> None:
        look = Look(mark.marker, self._series.of(mark))
        for place in mark.places:
            seen = (place, look, mark.color)  # a point on top of the same point cannot be told from one
            if seen not in self._points and all(
                -_CUT_OFF <= share <= 1 + _CUT_OFF for share in self._own.place(place)
            ):
                self._points.add(seen)
                self.items.append(
                    Item(
                        kind="point",
                        name=f"point{_of(mark.label)} at {point_text(place)}",
                        look=look,
                        places=(self._frame.place(place),),
                        place_tolerance=self._tolerance,
                        color=mark.color,
                    )
                )

    def _add_bar(self, mark: Bar) -> None:
        flat = self._flat if mark.horizontal is None else mark.horizontal
        along, across = (mark.x, mark.y) if flat else (mark.y, mark.x)
        seen_along, seen_across = (self._own.x, self._own.y) if flat else (self._own.y, self._own.x)
        if min(_visible_size(seen_along, along), _visible_size(seen_across, across)) <= _INVISIBLE:
            return
        span, other = (self._frame.x, self._frame.y) if flat else (self._frame.y, self._frame.x)
        x, y = (" to ".join(map(_number, ends)) for ends in (mark.x, mark.y))
        name = f"bar{_of(mark.label)} from x = {x} and y = {y}"
        self.items.append(
            Item(
                kind="bar",
                name=name,
                look=Look(("flat" if flat else "upright", mark.hatch), self._series.of(mark)),
                values=_sorted(max(-1.0, min(2.0, span.share(value))) for value in along),
                value_tolerance=_HEIGHT * self._tolerance,
                places=(_sorted(other.share(value) for value in across),),
                place_tolerance=self._tolerance,
                color=mark.color,
            )
        )

    def _add_area(self, mark: Area) -> None:
        xs, ys = [place.x for place in mark.points], [place.y for place in mark.points]
        low, high = Place(min(xs), min(ys)), Place(max(xs), max(ys))
        if is_rectangle(mark.points):
            self._add_bar(Bar((low.x, high.x), (low.y, high.y), None, mark.hatch, mark.color, mark.label))
            return
        sizes = (abs(a - b) for a, b in zip(self._frame.place(low), self._frame.place(high), strict=True))
        if min(sizes) <= 2 * _DOT and is_circle(mark.points):
            middle = Place((low.x + high.x) / 2, (low.y + high.y) / 2)
            self._add_points(Points((middle,), "o", mark.color, mark.label))
            return
        places = tuple(map(self._frame.place, (*mark.points, mark.points[0])))
        self.areas.append(
            Line(
                places,
                Look(mark.hatch, self._series.of(mark)),
                mark.color,
                f"outline of the area{_of(mark.label)}",
            )
        )

    def _add_wedge(self, mark: Wedge) -> None:
        first, last = (angle / 360 for angle in mark.turn)
        share = last - first if 0 < last - first <= 1 else (last - first) % 1
        if share <= _INVISIBLE:
            return
        start = 0.0 if share == 1 else first % 1
        at = self._frame.place(mark.middle)
        radii = [self._frame.place(Place(mark.middle.x + radius, mark.middle.y)).x for radius in mark.radii]
        self.items.append(
            Item(
                kind="slice",
                name=f"slice{_of(mark.label)} from {_number(mark.turn[0])}° to {_number(mark.turn[1])}°",
                look=Look(mark.hatch, self._series.of(mark)),
                values=(share,),
                value_tolerance=_ANGLE * self._tolerance,
                places=tuple((turn, *at, *radii) for turn in (start - 1, start, start + 1)),
                place_tolerance=_ANGLE * self._tolerance,
                color=mark.color,
            )
        )

    def _add_words(self, mark: Words) -> None:
        self.items.append(
            Item(
                kind="text",
                name=f"text {mark.text!r} at {point_text(mark.at)}",
                places=(self._frame.place(mark.at), self._frame.place(mark.middle)),
                place_tolerance=_TEXT * self._tolerance,
                color=mark.color,
                text=mark.text,
                by_value=True,
            )
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

    def add_titles(self, axes: Axes) -> None:
        for kind, text in (("title", axes.title), ("x label", axes.x.label), ("y label", axes.y.label)):
            if text:
                self.items.append(Item(kind=kind, name=f"{kind} {text!r}", text=text))

    def add_axis(self, letter: str, axis: Axis, like: Axis, span: Span) -> None:
        """Add the texts of an axis, and its scale and limits if they can be read from it.

        Where numbers are along the axis counts only if the program of the reference chose it.
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


def _ways(axes: Axes) -> set[bool]:
    """Return whether the bars of axes are horizontal, as far as their program says so."""
    return {mark.horizontal for mark in axes.marks if isinstance(mark, Bar) and mark.horizontal is not None}


def _visible_size(span: Span, values: tuple[float, float]) -> float:
    first, last = (max(0.0, min(1.0, span.share(value))) for value in values)
    return abs(last - first)


def _sorted(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(sorted(values))


def _of(label: str) -> str:
    return f" of {label!r}" if label else ""


def point_text(place: Place) -> str:
    """Return a point as text."""
    return f"({_number(place.x)}, {_number(place.y)})"


def _number(value: float) -> str:
    return "0" if abs(value) < _NOTHING else f"{value:.4g}"

"""Turns a drawing in TikZ into a scene: of an answer one that can be compared with that of the reference.

With ``axis``, everything is in its own units and limits. Without ``axis``, a drawing has no axes, so it gets
those of the reference, and coordinates are the numbers of the figure:

- Options of the whole picture that only set its size (``scale``, ``x``, ``y``) do not count.
- Limits, scales, numbers along the axes and equal units are not compared. Names along the axes, the title,
  the axis labels and entries of the legend are texts: one that says the same stands for them. The name of a
  category must be at its place.
- Numbers that only repeat their own coordinate along an axis, lines and arrows along a whole axis, its ticks,
  a rectangle around the limits, and grids are the drawing's axes. They are not compared, but such an arrow
  stands for a line of the reference.
- A small mark next to the text of an entry of the legend is its sample, and gives it its colour.
- A pie has no units: its drawing is moved and scaled so that its first circle is that of the reference. Lines
  along the edges of its slices belong to them.
- What lies outside of the reference's limits is something extra.
- A reference without ``axis`` gets axes that are wider than its drawing, see :data:`_MARGIN`.

A filled circle is a point if its radius is a length on paper (``2pt``) or at most 2 % of the axes.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.frame import PlotArea, own_frame
from benchmark.judging.scenes.values import (
    Area,
    Arrow,
    Axes,
    AxesText,
    Axis,
    LegendEntry,
    Mark,
    Place,
    Points,
    Scene,
    Stroke,
    Wedge,
)
from benchmark.judging.tikz.pictures import Drawing
from benchmark.judging.tikz.styles import Disc, Drawn, Note
from benchmark.sandbox.guest.shapes import OUTSIDE

_SMALL = 0.02  #: share of an axis up to which the radius of a filled circle is that of a point
_NEAR = 0.06  #: share of an axis by which the name of a category, or an arrow along an axis, may be away
_SAMPLE = 0.12  #: share of an axis up to which a mark is the sample of a legend, and its distance
_OUTSIDE = 0.05  #: share of the axes by which marks may leave their limits
_LETTER, _GAP, _LINE = 0.014, 0.012, 0.04  #: width of a letter, distance and height of a text, as shares
_LEVEL = 0.02  #: share of an axis by which an arrow along the other may rise
_ON_EDGE = 0.005  #: share of an axis by which a frame, a line along an axis or a tick may be away from it
_WHOLE = 0.9  #: share of an axis that a line or an arrow along the whole axis covers at least
_TICK = 0.05  #: share of an axis up to which a line across the other is a tick
_ENDS = 2  #: points of a line that may be an axis or a tick
_MARGIN = 0.1  #: space around a reference without axes, as a share of the drawing's width and height
_NEAR_EDGE = 0.01  #: share of the radius of a pie by which a point may be away from an edge of a slice
_UNIT_AXIS = Axis((0.0, 1.0), "linear", "", False, ())
_UNIT = Axes((0, 0, 1, 1), _UNIT_AXIS, _UNIT_AXIS, "", "", (), ())  #: used if the reference has no axes


@dataclass(frozen=True, slots=True)
class TikzFigure:
    """What a drawing in TikZ shows."""

    scene: Scene
    has_axes: bool  #: whether its axes were drawn by ``axis``; if not, numbers along axes are not compared


def figure(text: str, reference: Scene | None = None) -> TikzFigure:
    """Return what a drawing in TikZ shows; without a reference, the drawing is itself the reference.

    Only the axes, labels and names of categories of the reference's scene are used.
    """
    drawing = Drawing(text)
    like = reference.axes[0] if reference is not None and reference.axes else None
    if drawing.axis is not None:
        if reference is None:
            like = drawing.axis.axes((), [], None)
        rough = drawing.axis.axes((), [], like)
        marks, notes = _resolved(drawing.canvas.marks, own_frame(rough))
        axes = drawing.axis.axes(marks, notes, like)
        frame = own_frame(axes)
        axes = replace(axes, marks=(*axes.marks, *(_words(note, frame) for note in notes)))
        return TikzFigure(Scene((axes,), "", ()), has_axes=True)
    if not drawing.canvas.marks:
        return TikzFigure(Scene((), "", ()), has_axes=False)
    if like is None:
        like = _around(drawing.canvas.marks) if reference is None else _UNIT
    return TikzFigure(_plain(drawing.canvas.marks, like), has_axes=False)


def _around(drawn: Sequence[Drawn]) -> Axes:
    """Return axes around a drawing, with its marks, all of which count."""
    places = [place for mark in drawn for place in _extent(mark)]
    axes = []
    for values in zip(*places, strict=True):
        low, high = min(values), max(values)
        space = _MARGIN * (high - low) or 1.0
        axes.append(replace(_UNIT_AXIS, limits=(low - space, high + space)))
    around = replace(_UNIT, x=axes[0], y=axes[1])
    frame = own_frame(around)
    marks, notes = _resolved(drawn, frame)
    return replace(around, marks=(*marks, *(_words(note, frame) for note in notes)))


def _extent(mark: Drawn) -> Sequence[Place]:
    """Return places of a mark between which all of it lies."""
    match mark:
        case Note():
            return (mark.at,)
        case Disc():
            return mark.outline
        case Wedge():
            (x, y), radius = mark.middle, mark.radii[0]
            return Place(x - radius, y - radius), Place(x + radius, y + radius)
        case _:
            return _places(mark)


def without_numbers(scene: Scene) -> Scene:
    """Return a scene whose axes have neither numbers nor scales; names of categories stay."""

    def plain(axis: Axis) -> Axis:
        return replace(axis, ticks=()) if axis.numeric else axis

    axes = tuple(replace(axes, x=plain(axes.x), y=plain(axes.y), equal="") for axes in scene.axes)
    return replace(scene, axes=axes)


def _plain(drawn: Sequence[Drawn], like: Axes) -> Scene:
    frame = own_frame(like)
    marks, notes = _resolved(_at_pie(drawn, like), frame)
    axes, is_edge = _DrawnAxes(like, frame), _slice_edges(marks)
    marks = [kept for mark in marks if (kept := axes.content(mark)) is not None]
    marks = [mark for mark in marks if not (isinstance(mark, Stroke) and is_edge(mark))]
    left, found = _labels(notes, like, frame, marks)
    outside = sum(_is_outside(mark, frame) for mark in marks)
    # The guest reports marks of a Python program that lie outside in the same way.
    texts = ((OUTSIDE, Place(0.5, 0.5)),) * outside
    shown = replace(found, marks=(*marks, *(_words(note, frame) for note in left)))
    return without_numbers(Scene((shown,), "", texts))


def _resolved(drawn: Sequence[Drawn], frame: PlotArea) -> tuple[list[Mark], list[Note]]:
    """Turn circles into points or areas, and separate texts."""
    marks: list[Mark] = []
    notes: list[Note] = []
    width = abs(frame.x.high - frame.x.low)
    for mark in drawn:
        if isinstance(mark, Note):
            notes.append(mark)
        elif not isinstance(mark, Disc):
            marks.append(mark)
        elif mark.on_paper or mark.radius <= _SMALL * width:
            marks.append(Points((mark.middle,), "o", mark.face, ""))
        else:
            marks.append(Area(mark.outline, "", mark.face, ""))
            if mark.edge and mark.edge != mark.face:
                marks.append(Stroke(mark.outline, mark.dash, mark.edge, ""))
    return marks, notes


def _words(note: Note, frame: PlotArea) -> AxesText:
    x, y = frame.place(note.at)
    x += note.way[0] * (_LETTER * len(note.text) / 2 + _GAP)
    y += note.way[1] * _LINE
    return AxesText(note.text, note.at, frame.point(Place(x, y)), note.color)


def _places(mark: Mark) -> Sequence[Place]:
    """Return the places at which a mark is; none for slices and texts."""
    match mark:
        case Stroke() | Area():
            return mark.points
        case Points():
            return mark.places
        case Arrow():
            return mark.start, mark.end
        case _:
            return ()


def _is_outside(mark: Mark, frame: PlotArea) -> bool:
    """Whether a place of a mark is outside of the limits."""
    shares = (share for place in _places(mark) for share in frame.place(place))
    return not all(-_OUTSIDE <= share <= 1 + _OUTSIDE for share in shares)


def _labels(notes: Sequence[Note], like: Axes, frame: PlotArea, marks: list[Mark]) -> tuple[list[Note], Axes]:
    """Return the texts that are not title, labels, names of categories, or numbers along the axes.

    Samples of a legend are removed from the marks.
    """
    left = list(notes)

    def take(text: str, along: int | None = None, at: float = 0.0) -> Note | None:
        for note in left:
            away = 0.0 if along is None else abs(frame.place(note.at)[along] - at)
            if away <= _NEAR and labels.same_text(note.text, text):
                left.remove(note)
                return note
        return None

    title = like.title if like.title and take(like.title) else ""
    axes = []
    for along, (axis, span) in enumerate(((like.x, frame.x), (like.y, frame.y))):
        label = axis.label if axis.label and take(axis.label) else ""
        ticks = tuple(
            (position, text)
            for position, text in axis.ticks
            if not text or take(text, along, span.share(position))
        )
        axes.append(replace(axis, label=label, ticks=ticks))
    legend = []
    for entry in like.legend:
        note = take(entry.text) if entry.text else None
        if note is not None:
            color = "" if entry.kind == "title" else _taken_sample(note, marks, frame)
            legend.append(LegendEntry(entry.text, color, entry.kind))
    said = [labels.label(mark.text).pieces for mark in like.marks if isinstance(mark, AxesText)]
    left = [note for note in left if labels.label(note.text).pieces in said or not _is_number(note, frame)]
    return left, replace(like, title=title, x=axes[0], y=axes[1], legend=tuple(legend), marks=())


def _taken_sample(note: Note, marks: list[Mark], frame: PlotArea) -> str:
    """Remove the small mark next to the text of a legend's entry; return its colour, empty without one."""
    x, y = frame.place(note.at)
    found: list[tuple[float, int]] = []
    for i, mark in enumerate(marks):
        places = [frame.place(place) for place in _places(mark)]
        if not places or isinstance(mark, Arrow):
            continue
        xs, ys = sorted(place.x for place in places), sorted(place.y for place in places)
        away = max(min(abs(xs[0] - x), abs(xs[-1] - x)), abs((ys[0] + ys[-1]) / 2 - y))
        if xs[-1] - xs[0] <= _SAMPLE and ys[-1] - ys[0] <= _SAMPLE and away <= _SAMPLE:
            found.append((away, i))
    return marks.pop(min(found)[1]).color if found else ""


def _is_number(note: Note, frame: PlotArea) -> bool:
    """Whether a text is a number along an axis."""
    zero = frame.place(Place(0.0, 0.0))
    share = frame.place(note.at)
    return any(
        labels.is_number(note.text, value) and (away <= _NEAR or abs(away - axis) <= _NEAR)
        for value, away, axis in zip(note.at, share[::-1], zero[::-1], strict=True)
    )


def _at_pie(drawn: Sequence[Drawn], like: Axes) -> Sequence[Drawn]:
    """Move and scale a drawing of a pie to the circle of the reference."""
    own = next((mark for mark in drawn if isinstance(mark, Wedge)), None)
    other = next((mark for mark in like.marks if isinstance(mark, Wedge)), None)
    if own is None or other is None:
        return drawn
    factor = other.radii[0] / own.radii[0]

    def moved(place: Place) -> Place:
        return Place(
            other.middle.x + factor * (place.x - own.middle.x),
            other.middle.y + factor * (place.y - own.middle.y),
        )

    def changed(mark: Drawn) -> Drawn:
        match mark:
            case Wedge():
                radii = (factor * mark.radii[0], factor * mark.radii[1])
                return replace(mark, middle=moved(mark.middle), radii=radii)
            case Note():
                return replace(mark, at=moved(mark.at))
            case Stroke() | Area():
                return replace(mark, points=tuple(map(moved, mark.points)))
            case Disc():
                outline, radius = tuple(map(moved, mark.outline)), factor * mark.radius
                return replace(mark, middle=moved(mark.middle), outline=outline, radius=radius)
            case Arrow():
                return replace(mark, start=moved(mark.start), end=moved(mark.end))
            case Points():
                return mark

    return [changed(mark) for mark in drawn]


class _DrawnAxes:
    """Separates the axes of a drawing from its content.

    An arrow along a whole axis stands for a line of ``like``, the reference's axes, which ``frame`` limits.
    """

    def __init__(self, like: Axes, frame: PlotArea) -> None:
        self._frame, self._zero = frame, frame.place(Place(0.0, 0.0))
        self._arrows = any(isinstance(mark, Arrow) for mark in like.marks)
        self._ticks = False  #: whether the reference has lines as short as ticks
        self._whole: list[tuple[int, float, Stroke]] = []  #: the reference's lines along axes, with levels
        for mark in like.marks:
            if isinstance(mark, Stroke):
                xs, ys = zip(*(frame.place(place) for place in mark.points), strict=True)
                width, height = max(xs) - min(xs), max(ys) - min(ys)
                self._ticks |= max(width, height) <= _TICK
                if width > _WHOLE and height <= _ON_EDGE:
                    self._whole.append((0, ys[0], mark))
                elif height > _WHOLE and width <= _ON_EDGE:
                    self._whole.append((1, xs[0], mark))

    def content(self, mark: Mark) -> Mark | None:
        """Return a mark in the form that is compared; None if it is a part of the drawing's axes."""
        match mark:
            case Stroke(points=points):
                places = [self._frame.place(place) for place in points]
                of_axes = _is_frame(places) or (len(places) == _ENDS and self._is_axis(*places))
                return None if of_axes else mark
            case Arrow():
                return self._arrow(mark)
            case _:
                return mark

    def _arrow(self, arrow: Arrow) -> Mark | None:
        start, end = self._frame.place(arrow.start), self._frame.place(arrow.end)
        for along in (0, 1):
            level = start[1 - along]
            if _is_whole(start[along], end[along]) and abs(end[1 - along] - level) <= _LEVEL:
                if (line := self._line_along(along, level)) is not None:
                    return replace(line, color=arrow.color)
                of_axes = any(abs(level - at) <= _NEAR for at in (self._zero[1 - along], 0, 1))
                return None if of_axes and not self._arrows else arrow
        return arrow

    def _is_axis(self, start: Place, end: Place) -> bool:
        """Whether a line is an axis or a tick: it is at 0 or a limit, and the reference has none like it."""
        for along in (0, 1):
            level = start[1 - along]
            low, high = sorted((start[along], end[along]))
            if abs(end[1 - along] - level) > _ON_EDGE:
                continue
            if _is_whole(low, high) and any(
                abs(level - at) <= _ON_EDGE for at in (self._zero[1 - along], 0, 1)
            ):
                return self._line_along(along, level) is None
            crossed = (low - _ON_EDGE <= at <= high + _ON_EDGE for at in (self._zero[along], 0, 1))
            if high - low <= _TICK and -_ON_EDGE <= level <= 1 + _ON_EDGE and any(crossed):
                return not self._ticks
        return False

    def _line_along(self, along: int, level: float) -> Stroke | None:
        """Return the reference's line along a whole axis at this level of the other axis, or None."""
        near = (line for way, at, line in self._whole if way == along and abs(at - level) <= _ON_EDGE)
        return next(near, None)


def _is_whole(start: float, end: float) -> bool:
    """Whether a line covers a whole axis, given the shares at which it starts and ends."""
    return min(start, end) <= 1 - _WHOLE and max(start, end) >= _WHOLE


def _is_frame(places: Sequence[Place]) -> bool:
    """Whether a line goes around the whole axes."""
    corners = {
        (round(x), round(y)) for x, y in places if max(abs(x - round(x)), abs(y - round(y))) <= _ON_EDGE
    }
    return corners == {(0, 0), (0, 1), (1, 0), (1, 1)} and len(places) == len(corners) + 1


def _slice_edges(marks: Sequence[Mark]) -> Callable[[Stroke], bool]:
    """Return a function that says whether a line follows an edge of the pie's slices: circle or sides."""
    slices = [mark for mark in marks if isinstance(mark, Wedge)]
    if not slices:
        return lambda _: False
    middle, radius = slices[0].middle, slices[0].radii[0]
    angles = sorted({angle % 360 for mark in slices for angle in mark.turn})
    # An angle of 359° is near to an edge at 0°.
    around = [angles[-1] - 360, *angles, angles[0] + 360]

    def on_edge(place: Place) -> bool:
        away = math.dist(place, middle)
        if abs(away - radius) <= _NEAR_EDGE * radius or away <= _NEAR_EDGE * radius:
            return True
        angle = math.degrees(math.atan2(place.y - middle.y, place.x - middle.x)) % 360
        after = bisect_left(around, angle)
        nearest = min(abs(angle - around[at]) for at in (after - 1, after) if 0 <= at < len(around))
        return away < radius and away * math.radians(nearest) <= _NEAR_EDGE * radius

    def follows(line: Stroke) -> bool:
        middles = (Place((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(line.points))
        return all(map(on_edge, (*line.points, *middles)))

    return follows

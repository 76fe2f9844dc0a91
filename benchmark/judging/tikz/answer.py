"""Turns an answer in TikZ into a scene that can be compared with that of the reference.

With ``axis``, everything is in its own units and limits. Without, a drawing has no axes, so it gets those of
the reference, and coordinates are the numbers of the figure:

- Options of the whole picture that only set its size (``scale``, ``x``, ``y``) do not count.
- Limits, scales, numbers along the axes and equal units are not compared. Names along the axes, the title,
  the axis labels and entries of the legend are texts: one that says the same stands for them. The name of a
  category must be at its place.
- Numbers that only repeat their own coordinate along an axis, lines and arrows along a whole axis, its ticks,
  a rectangle around the limits, and grids are the drawing's axes. They are not compared, but such an arrow
  stands for a line of the reference.
- A small mark next to the text of an entry of the legend is its sample, and gives it its colour.
- Filled rectangles are horizontal bars if the reference has such.
- A pie has no units: its drawing is moved and scaled so that its first circle is that of the reference. Lines
  along the edges of its slices belong to them.
- What lies outside of the reference's limits is something extra.

A filled circle is a point if its radius is a length on paper (``2pt``) or at most 2 % of the axes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.frame import Frame, own_frame
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
from benchmark.judging.tikz.canvas import Disc, Note
from benchmark.judging.tikz.drawn_axes import DrawnAxes
from benchmark.judging.tikz.pictures import Drawing
from benchmark.judging.tikz.slice_edges import slice_edges

_SMALL = 0.02  #: share of an axis up to which the radius of a filled circle is that of a point
_NEAR = 0.06  #: share of an axis by which the name of a category may be away from it
_SAMPLE = 0.12  #: share of an axis up to which a mark is the sample of a legend, and its distance
_OUTSIDE = 0.05  #: share of the axes by which marks may leave their limits
_LETTER, _GAP, _LINE = 0.014, 0.012, 0.04  #: width of a letter, distance and height of a text, as shares
_UNIT_AXIS = Axis((0.0, 1.0), "linear", "", False, ())
_UNIT = Axes((0, 0, 1, 1), _UNIT_AXIS, _UNIT_AXIS, False, "", (), ())  #: for a reference without axes


@dataclass(frozen=True, slots=True)
class TikzFigure:
    """What an answer in TikZ shows."""

    scene: Scene
    has_axes: bool  #: whether its axes were drawn by ``axis``

    def comparable(self, other: Scene) -> Scene:
        """Return the part of another scene with which this one is compared: without numbers along axes."""
        return other if self.has_axes else _without_numbers(other)


def figure(text: str, reference: Scene) -> TikzFigure:
    """Return what an answer in TikZ shows.

    Args:
        text: the answer.
        reference: scene of the reference; only its axes, labels and names of categories are used.

    Raises:
        Refused: if the answer has a part outside of the subset.
        NotTikz: if it is not TikZ.
        TooMuch: if it exceeds a limit.
    """
    drawing = Drawing(text)
    like = reference.axes[0] if reference.axes else None
    if drawing.axis is not None:
        rough = drawing.axis.axes((), [], like)
        marks, notes = _resolved(drawing.canvas.marks, own_frame(rough))
        axes = drawing.axis.axes(marks, notes, like)
        frame = own_frame(axes)
        axes = replace(axes, marks=(*axes.marks, *(_words(note, frame) for note in notes)))
        return TikzFigure(Scene((axes,), "", ()), has_axes=True)
    if not drawing.canvas.marks:
        return TikzFigure(Scene((), "", ()), has_axes=False)
    return TikzFigure(_plain(drawing.canvas.marks, like or _UNIT), has_axes=False)


def _without_numbers(scene: Scene) -> Scene:
    """Return a scene whose axes have neither numbers nor scales; names of categories stay."""

    def plain(axis: Axis) -> Axis:
        return replace(axis, ticks=()) if axis.numeric else axis

    axes = tuple(replace(axes, x=plain(axes.x), y=plain(axes.y), equal=False) for axes in scene.axes)
    return replace(scene, axes=axes)


def _plain(drawn: Sequence[Mark | Disc | Note], like: Axes) -> Scene:
    frame = own_frame(like)
    marks, notes = _resolved(_at_pie(drawn, like), frame)
    axes, is_edge = DrawnAxes(like, frame), slice_edges(marks)
    marks = [kept for mark in marks if (kept := axes.content(mark)) is not None]
    marks = [mark for mark in marks if not (isinstance(mark, Stroke) and is_edge(mark))]
    left, found = _labels(notes, like, frame, marks)
    outside = [place for mark in marks if (place := _outside(mark, frame)) is not None]
    texts = tuple(("a mark outside of the limits", Place(0.5, 0.5)) for _ in outside)
    shown = replace(found, marks=(*marks, *(_words(note, frame) for note in left)))
    return _without_numbers(Scene((shown,), "", texts))


def _resolved(drawn: Sequence[Mark | Disc | Note], frame: Frame) -> tuple[list[Mark], list[Note]]:
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


def _words(note: Note, frame: Frame) -> Words:
    x, y = frame.place(note.at)
    x += note.way[0] * (_LETTER * len(note.text) / 2 + _GAP)
    y += note.way[1] * _LINE
    return Words(note.text, note.at, frame.point(Place(x, y)), note.color)


def _outside(mark: Mark, frame: Frame) -> Place | None:
    """Return a place of a mark that is outside of the limits; None if there is none."""
    match mark:
        case Stroke() | Area():
            places = mark.points
        case Points():
            places = mark.places
        case Bar():
            places = (Place(mark.x[0], mark.y[0]), Place(mark.x[1], mark.y[1]))
        case Arrow():
            places = (mark.start, mark.end)
        case _:
            places = ()
    for place in places:
        if not all(-_OUTSIDE <= share <= 1 + _OUTSIDE for share in frame.place(place)):
            return place
    return None


def _labels(notes: Sequence[Note], like: Axes, frame: Frame, marks: list[Mark]) -> tuple[list[Note], Axes]:
    """Return the texts that are not title, labels, names of categories, or numbers along the axes.

    Samples of a legend are removed from the marks.
    """
    left = list(notes)
    inside = [mark for mark in like.marks if isinstance(mark, Words)]

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
            sample = None if entry.kind == "title" else _sample(note, marks, frame)
            if sample is not None:
                marks.remove(sample)
            legend.append(LegendEntry(entry.text, "" if sample is None else sample.color, entry.kind))
    said = [labels.label(mark.text).pieces for mark in inside]
    left = [note for note in left if labels.label(note.text).pieces in said or not _is_number(note, frame)]
    return left, replace(like, title=title, x=axes[0], y=axes[1], legend=tuple(legend), marks=())


def _sample(note: Note, marks: Sequence[Mark], frame: Frame) -> Mark | None:
    """Return the small mark next to the text of a legend's entry; None if there is none."""
    x, y = frame.place(note.at)
    found: list[tuple[float, int]] = []
    for i, mark in enumerate(marks):
        if not isinstance(mark, Area | Stroke | Points | Bar):
            continue
        points: Sequence[Place]
        if isinstance(mark, Bar):
            points = (Place(mark.x[0], mark.y[0]), Place(mark.x[1], mark.y[1]))
        else:
            points = mark.places if isinstance(mark, Points) else mark.points
        places = [frame.place(place) for place in points]
        xs, ys = sorted(place.x for place in places), sorted(place.y for place in places)
        away = max(min(abs(xs[0] - x), abs(xs[-1] - x)), abs((ys[0] + ys[-1]) / 2 - y))
        if xs[-1] - xs[0] <= _SAMPLE and ys[-1] - ys[0] <= _SAMPLE and away <= _SAMPLE:
            found.append((away, i))
    return marks[min(found)[1]] if found else None


def _is_number(note: Note, frame: Frame) -> bool:
    """Whether a text is a number along an axis."""
    zero = frame.place(Place(0.0, 0.0))
    share = frame.place(note.at)
    for along, value in enumerate(note.at):
        away = share[1 - along]
        if labels.is_number(note.text, value) and (away <= _NEAR or abs(away - zero[1 - along]) <= _NEAR):
            return True
    return False


def _at_pie(drawn: Sequence[Mark | Disc | Note], like: Axes) -> Sequence[Mark | Disc | Note]:
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

    found: list[Mark | Disc | Note] = []
    for mark in drawn:
        match mark:
            case Wedge():
                radii = (factor * mark.radii[0], factor * mark.radii[1])
                found.append(replace(mark, middle=moved(mark.middle), radii=radii))
            case Note() | Words():
                found.append(replace(mark, at=moved(mark.at)))
            case Stroke() | Area():
                found.append(replace(mark, points=tuple(map(moved, mark.points))))
            case Disc():
                outline = tuple(map(moved, mark.outline))
                found.append(
                    replace(mark, middle=moved(mark.middle), outline=outline, radius=factor * mark.radius)
                )
            case Arrow():
                found.append(replace(mark, start=moved(mark.start), end=moved(mark.end)))
            case Points() | Bar():
                found.append(mark)
    return found

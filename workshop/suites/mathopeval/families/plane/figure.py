"""The values of a geometric figure, and where its names and values are written."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workshop.suites.mathopeval.families.plane.points import (
    Point,
    Span,
    boxes_overlap,
    crosses_box,
    distance,
    length,
    moved,
    rounded,
)

#: Height of digits and capitals, and width of one, in units of a frame of scale 1 (text of 10 points).
TEXT_HEIGHT, TEXT_WIDTH = 0.27, 0.22
_NAME_DISTANCES = (0.45, 0.6)
_DIRECTIONS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """Segments and points that an edit adds."""

    segment: str  #: the names of its ends, such as ``AM``
    #: The new points by name; each gets a dot, and a name if the figure has names.
    points: Mapping[str, Point]
    kind: str  #: such as ``median``
    base: str  #: the segment to which it is constructed


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text of the figure, centred at a point."""

    text: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaneFigure:
    """A geometric figure with everything that its program writes."""

    title: str
    points: Mapping[str, Point]  #: the original points by name, a capital letter each
    segments: tuple[str, ...]  #: each the names of its two ends
    circle: tuple[str, float] | None = None  #: the name of the centre, and the radius
    colour: str = "navy"  #: of segments and circle
    added_colour: str = "crimson"  #: of what an edit adds
    dots: Mapping[str, str] = field(default_factory=dict)  #: colours of dots by point
    names: tuple[Label, ...] = ()  #: the names of points, as they are written
    values: tuple[Label, ...] = ()  #: what an edit writes
    addition: Addition | None = None
    scale: float = 1
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    axes: bool  #: whether axes and grid are shown

    @property
    def all_points(self) -> dict[str, Point]:
        """The points by name, with those that an edit adds."""
        return {**self.points, **(self.addition.points if self.addition else {})}

    def span(self, segment: str) -> Span:
        """Return the ends of a segment, given by their names."""
        points = self.all_points
        return points[segment[0]], points[segment[1]]

    @property
    def spans(self) -> list[Span]:
        """The ends of all segments."""
        added = (self.addition.segment,) if self.addition else ()
        points = self.all_points
        return [(points[segment[0]], points[segment[1]]) for segment in (*self.segments, *added)]

    def without(self, segments: Sequence[str]) -> "PlaneFigure":
        """Return the figure without some segments."""
        return replace(self, segments=tuple(name for name in self.segments if name not in segments))

    def value(self) -> dict[str, object]:
        """Return the figure as plain values for JSON, without places that follow from others."""
        added = self.addition
        return {
            "title": self.title,
            "points": {name: list(point) for name, point in self.points.items()},
            "segments": list(self.segments),
            "circle": {"centre": self.circle[0], "radius": self.circle[1]} if self.circle else {},
            "colour": self.colour,
            "dots": dict(self.dots),
            "names": {label.text: list(label.at) for label in self.names},
            "values": [label.text for label in self.values],
            "added": {"segment": added.segment, "kind": added.kind, "base": added.base} if added else {},
            "limits": [list(self.xlim), list(self.ylim)] if self.axes else [],
            "axes": self.axes,
        }


def text_box(text: str, at: Point, scale: float) -> tuple[Point, Point]:
    """Return the box of a text: its centre, and half its width and height, with a small margin."""
    width = sum({".": 0.5, "°": 0.8}.get(letter, 1) for letter in text) * TEXT_WIDTH
    return at, ((width / 2 + 0.05) * scale, (TEXT_HEIGHT / 2 + 0.05) * scale)


def is_free(figure: PlaneFigure, text: str, at: Point, *, on: str = "") -> bool:
    """Whether a text covers nothing of a figure; a label in the middle of segment ``on`` covers that one."""
    return _is_free(figure, _taken(figure), text, at, on)


def with_names(figure: PlaneFigure, letters: Sequence[str]) -> PlaneFigure | None:
    """Return the figure with the names of some points, each where it is farthest from lines, or None."""
    for letter in letters:
        point, taken = figure.all_points[letter], _taken(figure)
        places = [
            (_clearance(figure, taken.spans, place), place)
            for reach in _NAME_DISTANCES
            for place in _ring(point, reach * figure.scale)
            if _is_free(figure, taken, letter, place)
        ]
        if not places:
            return None
        best = max(places)[1]
        figure = replace(figure, names=(*figure.names, Label(text=letter, at=best)))
    return figure


@dataclass(frozen=True, slots=True)
class _Taken:
    """What texts must not cover, computed once for many places of a text."""

    spans: Sequence[Span]
    boxes: Sequence[tuple[Point, Point]]  #: those of texts and points


def _taken(figure: PlaneFigure) -> _Taken:
    boxes = [text_box(label.text, label.at, figure.scale) for label in (*figure.names, *figure.values)]
    boxes += [(point, (0.12 * figure.scale,) * 2) for point in figure.all_points.values()]
    return _Taken(figure.spans, boxes)


def _is_free(figure: PlaneFigure, taken: _Taken, text: str, at: Point, on: str = "") -> bool:
    centre, half = box = text_box(text, at, figure.scale)
    if not (
        figure.xlim[0] + half[0] < at[0] < figure.xlim[1] - half[0]
        and figure.ylim[0] + half[1] < at[1] < figure.ylim[1] - half[1]
    ):
        return False
    if any(boxes_overlap(box, other) for other in taken.boxes):
        return False
    own = set(figure.span(on)) if on else None
    if any(crosses_box(span, centre, half) for span in taken.spans if own is None or set(span) != own):
        return False
    if figure.circle is None:
        return True
    middle, radius = figure.points[figure.circle[0]], figure.circle[1]
    corners = [length(middle, corner) for corner in _corners(centre, half)]
    return max(corners) < radius or min(*corners, length(middle, centre)) > radius


def _clearance(figure: PlaneFigure, spans: Sequence[Span], place: Point) -> float:
    """Return how far a place is from lines, points and texts; more than 0.5 counts as 0.5."""
    far = [distance(place, span) for span in spans]
    far += [length(place, label.at) - 0.2 * figure.scale for label in (*figure.names, *figure.values)]
    if figure.circle:
        far.append(abs(length(place, figure.points[figure.circle[0]]) - figure.circle[1]))
    return min(*far, 0.5 * figure.scale)


def _corners(centre: Point, half: Point) -> list[Point]:
    signs = itertools.product((-1, 1), repeat=2)
    return [(centre[0] + x * half[0], centre[1] + y * half[1]) for x, y in signs]


def _ring(centre: Point, radius: float) -> Iterator[Point]:
    for step in range(_DIRECTIONS):
        turn = math.tau * step / _DIRECTIONS
        yield rounded(moved(centre, (math.cos(turn), math.sin(turn)), radius))

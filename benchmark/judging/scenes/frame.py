"""Positions as shares of an axis: 0 at its lower limit, 1 at its upper one, on a log axis by logarithms."""

import math
from dataclasses import dataclass, replace
from statistics import median

from benchmark.judging.scenes.values import (
    Area,
    Arrow,
    Axes,
    AxesText,
    Axis,
    Bar,
    Mark,
    Place,
    Points,
    Scene,
    Stroke,
    Wedge,
)

_SAME_BOX = 1e-3  #: shares of the figure by which axes over each other may differ
_FAR = 1e4  #: positions further outside than this count as if they were here


@dataclass(frozen=True, slots=True)
class AxisSpan:
    """The visible part of one axis."""

    low: float
    high: float
    is_log: bool

    @classmethod
    def of(cls, axis: Axis) -> "AxisSpan":
        """Return the visible part of an axis."""
        return cls(*axis.limits, axis.scale == "log")

    def share(self, value: float) -> float:
        """Return the share of the axis at which a value is."""
        low, high = self.low, self.high
        if self.is_log:
            if value <= 0:
                return -_FAR
            value, low, high = math.log(value), math.log(low), math.log(high)
        return max(-_FAR, min(_FAR, (value - low) / (high - low))) if high != low else 0.0

    def value(self, share: float) -> float:
        """Return the value at a share of the axis."""
        low, high = self.low, self.high
        if self.is_log:
            return math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
        return low + share * (high - low)


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The visible part of a pair of axes."""

    x: AxisSpan
    y: AxisSpan

    def place(self, place: Place) -> Place:
        """Return the place of a point, in shares of both axes."""
        return Place(self.x.share(place.x), self.y.share(place.y))

    def point(self, place: Place) -> Place:
        """Return the point of a place inside of the axes, in their own coordinates."""
        return Place(self.x.value(place.x), self.y.value(place.y))


def own_frame(axes: Axes) -> PlotArea:
    """Return the frame of a pair of axes by its own limits."""
    return PlotArea(AxisSpan.of(axes.x), AxisSpan.of(axes.y))


def frame_like(axes: Axes, reference: Axes) -> PlotArea:
    """Return the frame in which axes are compared with the reference's axes.

    Positions count by the reference's limits. Where the ticks of both have texts and no numbers, as those of
    categories have, positions have no numbers either, so each axis counts by its own limits. Pies without
    numbers along the axes have no units: the circle of one counts as that of the other.
    """
    circles = _circle(axes), _circle(reference)
    if circles[0] is not None and circles[1] is not None and circles[0] != circles[1]:
        return _scaled(own_frame(reference), circles[1], circles[0])

    def span(own: Axis, other: Axis) -> AxisSpan:
        return AxisSpan.of(own if own.named and other.named else other)

    return PlotArea(span(axes.x, reference.x), span(axes.y, reference.y))


def without_twins(scene: Scene) -> Scene:
    """Return a scene in which axes over other axes, such as those of ``twinx``, show only their own axis.

    A reader sees marks and legends where they are, whichever of the axes they were drawn in.
    """
    every = list(scene.axes)
    for j, upper in enumerate(every):
        i = next((i for i in range(j) if math.dist(every[i].box, upper.box) <= _SAME_BOX), None)
        if i is None or not (upper.marks or upper.legend):
            continue
        own, other = own_frame(upper), own_frame(every[i])
        marks = [_moved(mark, own, other) for mark in upper.marks]
        legend = (*every[i].legend, *upper.legend)
        every[i] = replace(every[i], marks=(*every[i].marks, *marks), legend=legend)
        every[j] = replace(upper, marks=(), legend=())
    return replace(scene, axes=tuple(every))


def _moved(mark: Mark, own: PlotArea, other: PlotArea) -> Mark:
    """Return a mark in the coordinates of another frame."""

    def move(place: Place) -> Place:
        return other.point(own.place(place))

    match mark:
        case Stroke() | Area():
            return replace(mark, points=tuple(map(move, mark.points)))
        case Points():
            return replace(mark, places=tuple(map(move, mark.places)))
        case Bar():
            (x0, y0), (x1, y1) = map(move, map(Place, mark.x, mark.y))
            return replace(mark, x=(min(x0, x1), max(x0, x1)), y=(min(y0, y1), max(y0, y1)))
        case AxesText():
            return replace(mark, at=move(mark.at), middle=move(mark.middle))
        case Arrow():
            return replace(mark, start=move(mark.start), end=move(mark.end))
        case Wedge():
            return mark


def _circle(axes: Axes) -> tuple[Place, float] | None:
    """Return the middle and the radius of a pie; None if there is none, or numbers are along the axes."""
    slices = [mark for mark in axes.marks if isinstance(mark, Wedge)]
    if not slices or axes.x.numeric or axes.y.numeric or "log" in (axes.x.scale, axes.y.scale):
        return None
    middle = Place(median(mark.middle.x for mark in slices), median(mark.middle.y for mark in slices))
    return middle, max(abs(mark.radii[0]) for mark in slices)


def _scaled(frame: PlotArea, circle: tuple[Place, float], other: tuple[Place, float]) -> PlotArea:
    """Return a frame in which ``other`` has the same place and size as ``circle`` has in ``frame``."""
    factor = other[1] / circle[1] if circle[1] else 1.0

    def span(old: AxisSpan, middle: float, new: float) -> AxisSpan:
        return AxisSpan(new + factor * (old.low - middle), new + factor * (old.high - middle), is_log=False)

    return PlotArea(span(frame.x, circle[0].x, other[0].x), span(frame.y, circle[0].y, other[0].y))

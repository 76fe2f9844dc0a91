"""A scene: what a figure shows, in data coordinates."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """A point in the coordinates of its axes."""

    x: float
    y: float

    def towards(self, other: "Place", share: float) -> "Place":
        """Return the point at a share of the way to another."""
        return Place(self.x + share * (other.x - self.x), self.y + share * (other.y - self.y))


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, without gaps: a curve, a segment, the outline of a shape."""

    points: tuple[Place, ...]  #: at least two points
    style: str  #: style of the line as matplotlib writes it, such as ``--``
    color: str  #: ``#rrggbb``, or empty; so are all colours of marks
    label: str
    width: float = 0.0  #: in points; 0 if unknown


@dataclass(frozen=True, slots=True)
class Points:
    """Points with one kind of marker."""

    places: tuple[Place, ...]
    marker: str  #: marker as matplotlib writes it, such as ``o``
    color: str
    label: str
    size: float = 0.0  #: of a marker, in points; 0 if unknown, or if they differ


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle along the axes."""

    x: tuple[float, float]
    y: tuple[float, float]
    horizontal: bool | None  #: None if the program does not say whether
    hatch: str
    color: str
    label: str


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: tuple[Place, ...]  #: at least two points
    hatch: str
    color: str
    label: str


@dataclass(frozen=True, slots=True)
class Wedge:
    """A slice of a pie."""

    middle: Place
    radii: tuple[float, float]  #: outer radius, and width of the ring
    turn: tuple[float, float]  #: first and last angle, counterclockwise in degrees
    hatch: str
    color: str
    label: str


@dataclass(frozen=True, slots=True)
class AxesText:
    """A text inside of the axes."""

    text: str
    at: Place  #: the anchor
    middle: Place  #: middle of the box around the text
    color: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two points."""

    start: Place
    end: Place
    heads: str  #: ``start``, ``end`` or ``both``
    color: str


Mark = Stroke | Points | Bar | Area | Wedge | AxesText | Arrow


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a pair."""

    limits: tuple[float, float]  #: different and finite; the first is the larger one on an inverted axis
    scale: str
    label: str
    fixed: bool  #: whether the program chose where the ticks are
    #: Positions and texts of the ticks that have one; the text is empty if it is the number at the position.
    ticks: tuple[tuple[float, str], ...]

    @property
    def numeric(self) -> bool:
        """Whether positions can be read as numbers."""
        return any(not text for _, text in self.ticks)

    @property
    def named(self) -> bool:
        """Whether positions have names, as those of categories do, and no numbers."""
        return bool(self.ticks) and not self.numeric


class LegendEntry(NamedTuple):
    """An entry of a legend, or its title, whose kind is ``title``."""

    text: str
    color: str
    kind: str  #: ``line``, ``patch`` or ``title``
    style: str = ""  #: style of the entry's line
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Axes:
    """A pair of axes with what is drawn in it."""

    box: tuple[float, float, float, float]  #: left, bottom, right and top, as shares of the figure
    x: Axis
    y: Axis
    equal: str  #: ``set`` if a unit is as long on the x axis as on the y axis, ``seen`` if so by accident
    title: str
    legend: tuple[LegendEntry, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a figure shows."""

    axes: tuple[Axes, ...]
    title: str
    texts: tuple[tuple[str, Place], ...]  #: texts outside of the axes; positions as shares of the figure
    legend: tuple[LegendEntry, ...] = field(default=())  #: the figure's own legends

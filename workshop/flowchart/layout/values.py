"""The layout of a chart as a value: one or several pages with places in whole px, and its JSON form.

x points right and y down. A place of a rectangle is its top left corner.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from benchmark.core.errors import BadInput

Point = tuple[int, int]

_STRICT = ConfigDict(extra="forbid", strict=True)


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A rectangle with whole numbers as sides."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The y of its lower side."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Its centre, rounded down."""
        return self.x + self.width // 2, self.y + self.height // 2

    def grown(self, by: int) -> "Rectangle":
        """Return the rectangle with ``by`` px more on each side."""
        return Rectangle(x=self.x - by, y=self.y - by, width=self.width + 2 * by, height=self.height + 2 * by)

    def moved(self, dx: int, dy: int) -> "Rectangle":
        """Return the rectangle at another place."""
        return Rectangle(x=self.x + dx, y=self.y + dy, width=self.width, height=self.height)

    def overlaps(self, other: "Rectangle") -> bool:
        """Whether the two have an area in common; sharing a side is not enough."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def contains(self, other: "Rectangle") -> bool:
        """Whether the other lies inside; sides may touch."""
        inside = self.x <= other.x and other.right <= self.right
        return inside and self.y <= other.y and other.bottom <= self.bottom


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBox:
    """A node's place, and its label broken into lines."""

    id: str  #: of the node
    place: Rectangle  #: the smallest one around its shape
    lines: tuple[str, ...]


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFrame:
    """The frame of a group, with its title inside at the top left."""

    id: str  #: of the group
    place: Rectangle
    lines: tuple[str, ...]  #: the title


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeLabel:
    """The place of an edge's label."""

    edge: int  #: 0-based index in the chart's edges
    place: Rectangle
    lines: tuple[str, ...]


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Connector:
    """A circle with letters: an edge goes on at the circle with the same letters in another picture."""

    letters: str
    place: Rectangle
    leads: Literal["away", "here"]  #: to another picture, or from one to a node of this


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EdgePath:
    """A line of horizontal and vertical pieces from the outline of one shape to that of another."""

    edges: tuple[int, ...]  #: 0-based indexes in the chart's edges; several only after a connector
    points: tuple[Point, ...]  #: at least two, with no three on a line
    arrow: bool = True  #: whether it has a head; False for the piece from a node to a label in the line


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPage:
    """One picture of a chart."""

    width: int
    height: int
    boxes: tuple[NodeBox, ...] = ()
    frames: tuple[GroupFrame, ...] = ()  #: outer ones before those inside
    paths: tuple[EdgePath, ...] = ()
    labels: tuple[EdgeLabel, ...] = ()
    connectors: tuple[Connector, ...] = ()

    def rectangles(self) -> Iterator[tuple[str, Rectangle]]:
        """Yield the name and place of everything but frames and paths."""
        yield from ((f"node {box.id}", box.place) for box in self.boxes)
        yield from ((f"label {' '.join(label.lines)!a}", label.place) for label in self.labels)
        yield from ((f"connector {made.letters}", made.place) for made in self.connectors)


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLayout:
    """The pictures of a chart; the picture of a page follows from it and the chart alone."""

    engine: str  #: what placed the nodes, such as ``graphviz 14.0.0``
    pages: tuple[ChartPage, ...]


_ADAPTER = TypeAdapter(ChartLayout)


def layout_json(layout: ChartLayout) -> str:
    """Write a layout as JSON text of one line, without spaces and defaults; equal layouts give equal text."""
    return _ADAPTER.dump_json(layout, exclude_defaults=True).decode()


def read_layout(text: str, file: str = "layout") -> ChartLayout:
    """Read a layout from JSON text.

    Args:
        text: the JSON text.
        file: its name, for messages.

    Raises:
        BadInput: names the first field that is missing, unknown or of the wrong type.
    """
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise BadInput(file, ".".join(map(str, first["loc"])), first["msg"]) from None

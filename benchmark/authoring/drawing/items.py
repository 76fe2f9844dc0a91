"""The items of a picture (shapes and texts), and functions for points and lengths."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.authoring.drawing.palette import Colour

Point = tuple[float, float]

#: Default width of a line, px.
LINE_WIDTH = 2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape as SVG text, with the properties that the gates check."""

    svg: str
    fill: Colour | None
    stroke: Colour | None  #: colour of the outline
    width: float  #: width of the outline, px; 0 without one
    extent: float  #: the smaller side of the box around the shape, px, with its outline
    guide: bool = False  #: whether it only helps to count or to align, and has no meaning of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLabel:
    """A line of text in the picture."""

    svg: str
    text: str
    fill: Colour
    size: float  #: font size, px
    box: tuple[float, float, float, float]  #: left, top, right and bottom of its capital letters, px
    tick: bool = False  #: whether it is a number along an edge, which a description need not list


Item = Shape | TextLabel


def point_on_circle(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point on a circle around (x, y), ``degrees`` clockwise from the top."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def point_before(tip: Point, towards: Point, distance: float) -> Point:
    """Return the point at ``distance`` from ``tip`` on the line from ``tip`` to ``towards``."""
    dx, dy = tip[0] - towards[0], tip[1] - towards[1]
    length = math.hypot(dx, dy)
    return tip[0] - dx / length * distance, tip[1] - dy / length * distance


def length_text(value: float) -> str:
    """Write a length with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points_text(points: Sequence[Point]) -> str:
    """Write points as SVG lists them."""
    return " ".join(f"{length_text(x)},{length_text(y)}" for x, y in points)

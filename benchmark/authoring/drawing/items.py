"""What a picture is made of, and where things are in it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.authoring.drawing.palette import Colour

Point = tuple[float, float]

#: Width of a line unless said otherwise.
STROKE = 2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape as it stands in the SVG, with what the gates ask about it."""

    svg: str
    fill: Colour | None
    stroke: Colour | None
    width: float  #: of the stroke; 0 without one
    extent: float  #: the smaller side of the box around it, stroke included
    guide: bool = False  #: a line that helps to count or to align, and says nothing by itself


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLabel:
    """A text in the picture."""

    svg: str
    text: str
    fill: Colour
    size: float
    box: tuple[float, float, float, float]  #: left, top, right, bottom of its capitals
    tick: bool = False  #: one of a row of numbers along an edge, which a description need not list


Item = Shape | TextLabel


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at a distance from (x, y), ``degrees`` clockwise from the top."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def short_of(tip: Point, towards: Point, distance: float) -> Point:
    """The point before ``tip`` on the way from ``towards``."""
    dx, dy = tip[0] - towards[0], tip[1] - towards[1]
    length = math.hypot(dx, dy)
    return tip[0] - dx / length * distance, tip[1] - dy / length * distance


def number(value: float) -> str:
    """A length with two digits at most, and none that are not needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pairs(points: Sequence[Point]) -> str:
    """Points as SVG lists them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)

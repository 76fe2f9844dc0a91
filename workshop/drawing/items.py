"""The items of a picture (shapes and texts), and functions for points and lengths."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from benchmark.files import font
from benchmark.files.palette import COLOURS, Paint

Point = tuple[float, float]

#: Default width of a line, px.
LINE_WIDTH = 2.5
GRAIN = '<filter id="grain"'  #: begins the grain in the SVG text of a picture on paper


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnShape:
    """A shape as SVG text, with the properties that the gates check."""

    svg: str
    tag: str  #: SVG element, such as ``rect``
    where: str  #: the SVG attributes that give its place and size
    fill: Paint | None
    stroke: Paint | None  #: colour of the outline
    width: float  #: width of the outline, px; 0 without one
    extent: float  #: the smaller side of the box around the shape, px, with its outline
    guide: bool = False  #: whether it only helps to count or to align, and has no meaning of its own
    dashed: bool = False
    line_end: bool = False  #: whether it is the head of an arrow
    panel: bool = False  #: whether it is the frame around a part of the picture
    edged: bool = False  #: whether its line has a light edge on both sides


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLabel:
    """A line of text in the picture."""

    svg: str
    text: str
    fill: Paint
    size: float  #: font size, px
    box: tuple[float, float, float, float]  #: left, top, right and bottom of its capital letters, px
    tick: bool = False  #: whether it is a number along an edge, which a description need not list
    bold: bool = False
    title: bool = False  #: whether it is the title of a frame


Item = DrawnShape | TextLabel


def shape_svg(
    tag: str, where: str, fill: Paint | None, stroke: Paint | None, line: float, *, dashed: bool
) -> str:
    """Write a shape as SVG text; see :meth:`.canvas.Canvas.add`."""
    paint = f' fill="{COLOURS[fill] if fill else "none"}"'
    if stroke:
        paint += f' stroke="{COLOURS[stroke]}" stroke-width="{length_text(line)}" stroke-linejoin="round"'
    if stroke and dashed:
        paint += f' stroke-dasharray="{length_text(3 * line)} {length_text(2.4 * line)}"'
    return f"<{tag} {where}{paint}/>"


def grain_svg(seed: int, width: int, height: int) -> str:
    """Write the grain of paper as SVG text: fibres and stains in a few tones, so that the PNG stays small."""
    tones = {"R": ".84 .9 .95 .95 .98", "G": ".77 .84 .9 .9 .94", "B": ".63 .72 .8 .8 .86"}
    steps = "".join(f'<feFunc{name} type="discrete" tableValues="{table}"/>' for name, table in tones.items())
    noise = f'<feTurbulence type="fractalNoise" baseFrequency="0.012 0.1" numOctaves="3" seed="{seed}"/>'
    grey = '<feColorMatrix values="1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0 0 0 0 1"/>'
    filtered = f"{noise}{grey}<feComponentTransfer>{steps}</feComponentTransfer>"
    where = 'x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"'
    ground = f'<rect width="{width}" height="{height}" filter="url(#grain)"/>'
    return f"{GRAIN} {where}>{filtered}</filter>{ground}"


def text_svg(
    text: str,
    left: float,
    baseline: float,
    size: float,
    fill: Paint,
    *,
    bold: bool = False,
    hand: bool = False,
) -> str:
    """Write a line of text as SVG text, from its left end."""
    # The left edge comes from our table of widths; for an anchor the renderer would use its own widths.
    where = f'x="{length_text(left)}" y="{length_text(baseline)}" font-size="{length_text(size)}"'
    weight = ' font-weight="bold"' if bold else ""
    paint = f'font-family="{font.HANDWRITING if hand else font.FAMILY}"{weight} fill="{COLOURS[fill]}"'
    return f'<text {where} {paint} xml:space="preserve">{escape(text)}</text>'


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

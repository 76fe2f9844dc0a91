"""A picture while it is drawn: a list of shapes and texts, which becomes SVG text.

Lengths are px of the picture, x to the right and y down. Numbers are written with two digits at most, never
as ``repr`` writes what a sine gave.
"""

import math
from collections.abc import Sequence
from typing import Literal
from xml.sax.saxutils import escape

from benchmark.authoring.canary import CANARY
from benchmark.authoring.drawing import font
from benchmark.authoring.drawing.items import STROKE, Item, Point, Shape, TextLabel, around, number, pairs
from benchmark.authoring.drawing.palette import COLOURS, Colour

Anchor = Literal["start", "middle", "end"]

#: Font size unless said otherwise.
SIZE = 22.0

_HALF_TURN = 180


class Canvas:
    """A picture of ``width`` × ``height`` px on a white ground."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.items: list[Item] = []

    @property
    def labels(self) -> list[TextLabel]:
        """All texts."""
        return [item for item in self.items if isinstance(item, TextLabel)]

    @property
    def shapes(self) -> list[Shape]:
        """Everything but the texts."""
        return [item for item in self.items if isinstance(item, Shape)]

    def svg(self, *, texts: bool = True) -> str:
        """The whole picture; without its texts when ``texts`` is False."""
        size = f'width="{self.width}" height="{self.height}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {self.width} {self.height}">',
            f"<!-- {CANARY} -->",
            f'<rect {size} fill="{COLOURS["white"]}"/>',
            *(item.svg for item in self.items if texts or isinstance(item, Shape)),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = STROKE,
        radius: float = 0,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """A rectangle by its top left corner; ``radius`` rounds its corners."""
        where = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        if radius:
            where += f' rx="{number(radius)}"'
        self.add("rect", where, fill, stroke, line, extent=min(width, height), dashed=dashed, guide=guide)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = STROKE,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """A circle around a point."""
        where = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        self.add("circle", where, fill, stroke, line, extent=2 * radius, dashed=dashed, guide=guide)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = STROKE,
        dashed: bool = False,
    ) -> None:
        """A closed outline."""
        across = min(max(column) - min(column) for column in zip(*points, strict=True))
        where = f'points="{pairs(points)}"'
        self.add("polygon", where, fill, stroke, line, extent=across, dashed=dashed)

    def sector(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = STROKE,
    ) -> None:
        """A slice of a circle, clockwise from ``start`` to ``end`` degrees; 0 is at the top."""
        first, last = around(x, y, radius, start), around(x, y, radius, end)
        large = int((end - start) % 360 > _HALF_TURN)
        arc = f"A {number(radius)} {number(radius)} 0 {large} 1 {pairs([last])}"
        where = f'd="M {pairs([(x, y)])} L {pairs([first])} {arc} Z"'
        self.add("path", where, fill, stroke, line, extent=radius)

    def line(
        self,
        *points: Point,
        stroke: Colour = "ink",
        line: float = STROKE,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """A line through two or more points."""
        where = f'points="{pairs(points)}"'
        self.add("polyline", where, None, stroke, line, dashed=dashed, guide=guide)

    def path(
        self, commands: str, *, stroke: Colour = "ink", line: float = STROKE, dashed: bool = False
    ) -> None:
        """A line by the commands of an SVG path; :mod:`..arrows` has easier ones."""
        self.add("path", f'd="{commands}"', None, stroke, line, dashed=dashed)

    def text(
        self,
        x: float,
        y: float,
        text: str | int,
        *,
        size: float = SIZE,
        anchor: Anchor = "middle",
        bold: bool = False,
        fill: Colour = "ink",
        tick: bool = False,
    ) -> None:
        """One line of text; ``y`` is the middle of its capitals.

        Raises:
            ValueError: for a character that the font lacks.
        """
        text = str(text)
        width = font.width(text, size, bold=bold)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        baseline = y + font.CAP_HEIGHT * size / 2
        # Placed by its left edge, which is ours: an anchor would be resolved by the renderer's own widths.
        where = f'x="{number(left)}" y="{number(baseline)}" font-size="{number(size)}"'
        weight = ' font-weight="bold"' if bold else ""
        paint = f'font-family="{font.FAMILY}"{weight} fill="{COLOURS[fill]}"'
        svg = f'<text {where} {paint} xml:space="preserve">{escape(text)}</text>'
        box = (left, baseline - font.CAP_HEIGHT * size, left + width, baseline)
        self.items.append(TextLabel(svg=svg, text=text, fill=fill, size=size, box=box, tick=tick))

    def add(
        self,
        tag: str,
        where: str,
        fill: Colour | None,
        stroke: Colour | None,
        line: float,
        *,
        extent: float = math.inf,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """Any shape: tag and place as SVG has them, and for the gates its smaller side without the stroke."""
        paint = f' fill="{COLOURS[fill] if fill else "none"}"'
        width = line if stroke else 0.0
        if stroke:
            paint += f' stroke="{COLOURS[stroke]}" stroke-width="{number(line)}" stroke-linejoin="round"'
        if stroke and dashed:
            paint += f' stroke-dasharray="{number(3 * line)} {number(2.4 * line)}"'
        svg = f"<{tag} {where}{paint}/>"
        shape = Shape(svg=svg, fill=fill, stroke=stroke, width=width, extent=extent + width, guide=guide)
        self.items.append(shape)

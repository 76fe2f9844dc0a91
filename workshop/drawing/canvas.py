"""The canvas that families draw on: a list of shapes and texts that becomes SVG text.

Lengths are px of the picture; x points right and y down. Numbers are written with at most two decimals,
because the last digits of a sine can differ between machines.
"""

import math
from collections.abc import Sequence
from typing import Literal

from benchmark.core.canary import CANARY
from benchmark.files import font
from benchmark.files.palette import COLOURS, Colour, Paint
from workshop.drawing.captured import Capture
from workshop.drawing.items import (
    LINE_WIDTH,
    DrawnShape,
    Item,
    Point,
    TextLabel,
    grain_svg,
    length_text,
    point_on_circle,
    points_text,
    shape_svg,
    text_svg,
)
from workshop.drawing.photo import photo_svg

Anchor = Literal["start", "middle", "end"]

#: Default font size, px.
FONT_SIZE = 22.0

_HALF_TURN = 180


class Canvas:
    """A picture of ``width`` × ``height`` px on a white ground; a style may change the ground."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.ground: Paint = "white"
        self.grain: int | None = None  #: seed of the grain of the ground, from 0; None if it is plain
        self.photo: int | None = None  #: seed of a photograph of the drawing, from 0; None if it is none
        self.capture: tuple[Capture, int] | None = None  #: how the drawing is captured, and the seed of that
        self.items: list[Item] = []
        self.things: set[str] = set()  #: what is drawn, in words that the task's text may use

    @property
    def labels(self) -> list[TextLabel]:
        """All texts of the picture."""
        return [item for item in self.items if isinstance(item, TextLabel)]

    @property
    def shapes(self) -> list[DrawnShape]:
        """All shapes of the picture."""
        return [item for item in self.items if isinstance(item, DrawnShape)]

    def svg(self, *, texts: bool = True, flat: bool = False) -> str:
        """Return the picture as SVG text.

        Args:
            texts: whether its texts are drawn.
            flat: whether a photograph or capture is left out and the drawing itself is drawn, each item at
                its place.
        """
        size = f'width="{self.width}" height="{self.height}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {self.width} {self.height}">',
            f"<!-- {CANARY} -->",
            f'<rect {size} fill="{COLOURS[self.ground]}"/>',
            *(
                []
                if flat or self.capture is None
                else [f"<!-- captured {self.capture[0]} {self.capture[1]} -->"]
            ),
            *([] if self.grain is None else [grain_svg(self.grain, self.width, self.height)]),
            *self._drawn(
                [item.svg for item in self.items if texts or isinstance(item, DrawnShape)], flat=flat
            ),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _drawn(self, svgs: list[str], *, flat: bool) -> list[str]:
        if flat or self.photo is None:
            return svgs
        return photo_svg(self.photo, self.width, self.height, svgs)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = LINE_WIDTH,
        radius: float = 0,
        dashed: bool = False,
        guide: bool = False,
        panel: bool = False,
    ) -> None:
        """Draw a rectangle from its top left corner; ``radius`` rounds its corners.

        A ``panel`` is a frame around a part of the picture, which styles may leave out.
        """
        where = f'x="{length_text(x)}" y="{length_text(y)}"'
        where += f' width="{length_text(width)}" height="{length_text(height)}"'
        if radius:
            where += f' rx="{length_text(radius)}"'
        extent = min(width, height)
        self.add("rect", where, fill, stroke, line, extent=extent, dashed=dashed, guide=guide, panel=panel)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = LINE_WIDTH,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """Draw a circle around a point."""
        where = f'cx="{length_text(x)}" cy="{length_text(y)}" r="{length_text(radius)}"'
        self.add("circle", where, fill, stroke, line, extent=2 * radius, dashed=dashed, guide=guide)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Colour | None = None,
        stroke: Colour | None = "ink",
        line: float = LINE_WIDTH,
        line_end: bool = False,
    ) -> None:
        """Draw a polygon; ``line_end`` is for the head of an arrow."""
        across = min(max(column) - min(column) for column in zip(*points, strict=True))
        where = f'points="{points_text(points)}"'
        self.add("polygon", where, fill, stroke, line, extent=across, line_end=line_end)

    def sector(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        *,
        fill: Colour | None = None,
        line: float = LINE_WIDTH,
    ) -> None:
        """Draw a slice of a circle, clockwise from ``start`` to ``end`` degrees; 0 is at the top."""
        first, last = point_on_circle(x, y, radius, start), point_on_circle(x, y, radius, end)
        large = int((end - start) % 360 > _HALF_TURN)
        arc = f"A {length_text(radius)} {length_text(radius)} 0 {large} 1 {points_text([last])}"
        where = f'd="M {points_text([(x, y)])} L {points_text([first])} {arc} Z"'
        self.add("path", where, fill, "ink", line, extent=radius)

    def line(
        self,
        *points: Point,
        stroke: Colour = "ink",
        line: float = LINE_WIDTH,
        dashed: bool = False,
        guide: bool = False,
    ) -> None:
        """Draw a line through two or more points."""
        where = f'points="{points_text(points)}"'
        self.add("polyline", where, None, stroke, line, dashed=dashed, guide=guide)

    def path(
        self, commands: str, *, stroke: Colour = "ink", line: float = LINE_WIDTH, dashed: bool = False
    ) -> None:
        """Draw a line from the commands of an SVG path; :mod:`..arrows` has easier functions."""
        self.add("path", f'd="{commands}"', None, stroke, line, dashed=dashed)

    def text(
        self,
        x: float,
        y: float,
        text: str | int,
        *,
        size: float = FONT_SIZE,
        anchor: Anchor = "middle",
        bold: bool = False,
        fill: Colour = "ink",
        tick: bool = False,
        title: bool = False,
    ) -> None:
        """Write one line of text; ``y`` is the middle of its capital letters.

        A ``tick`` is a number along an edge; a ``title`` is that of the last panel, and styles may move it.

        Raises:
            ValueError: if the font lacks a character.
        """
        text = str(text)
        width = font.text_width(text, size, bold=bold)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        baseline = y + font.CAP_HEIGHT * size / 2
        svg = text_svg(text, left, baseline, size, fill, bold=bold)
        box = (left, baseline - font.CAP_HEIGHT * size, left + width, baseline)
        label = TextLabel(
            svg=svg, text=text, fill=fill, size=size, box=box, tick=tick, bold=bold, title=title
        )
        self.items.append(label)

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
        line_end: bool = False,
        panel: bool = False,
    ) -> None:
        """Add a shape.

        Args:
            tag: SVG element, such as ``rect``.
            where: the SVG attributes that give its place and size.
            fill: colour of its inside, or None.
            stroke: colour of its outline, or None.
            line: width of the outline.
            extent: its smaller side without the outline, for the gates.
            dashed: whether the outline is dashed.
            guide: whether it only helps to count or to align.
            line_end: whether it is the head of an arrow.
            panel: whether it is the frame around a part of the picture.
        """
        width = line if stroke else 0.0
        shape = DrawnShape(
            svg=shape_svg(tag, where, fill, stroke, line, dashed=dashed),
            tag=tag,
            where=where,
            fill=fill,
            stroke=stroke,
            width=width,
            extent=extent + width,
            guide=guide,
            dashed=dashed,
            line_end=line_end,
            panel=panel,
        )
        self.items.append(shape)

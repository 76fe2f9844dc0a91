"""The style ``dark``: a dark ground and dark panels, on which lines and texts are light.

Filled shapes keep their colours, so what a text calls black or white stays so. Only what lies on the dark
ground changes: a line or text gets the light shade of its colour, a dark shape gets a light outline. A line
that crosses both gets a light edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from benchmark.authoring.drawing.items import Point, Shape, TextLabel, shape_svg, text_svg
from benchmark.authoring.drawing.outlines import Outline, outline
from benchmark.authoring.drawing.palette import BACKGROUNDS, COLOURS, ON_DARK, Paint, contrast_ratio

GROUND: Paint = "night"

_STEP = 12.0  #: px between the points of a line that are looked at
_EDGE = 1.75  #: width of a light edge, px
_MIN_CONTRAST = 3.0
_SMALL = 16.0  #: smaller side of a shape that a line can cross without a light edge, px
_MOST_ELSEWHERE = 0.1  #: share of a line that may lie on another ground without a light edge


@dataclass(slots=True)
class Darkened:
    """What lies below the next item of a picture, and the items so far."""

    _filled: list[tuple[Outline, Paint]] = field(default_factory=list)

    def shape(self, shape: Shape) -> Shape:
        """Return a shape as it is drawn on the dark ground."""
        line = outline(shape.tag, shape.where)
        below = [self.below(point) for point in line.spread(_STEP)] if line else [GROUND]
        on_dark = sum(paint in BACKGROUNDS for paint in below) / len(below)
        fill, stroke, edge = shape.fill, shape.stroke, False
        if fill == "mist" and (shape.panel or on_dark > _MOST_ELSEWHERE):
            fill = "dusk"
        if stroke and (fill in BACKGROUNDS or not fill):
            dark_here = 1.0 if fill in BACKGROUNDS else on_dark
            stroke, edge = _line_paint(shape, stroke, below, dark_here)
        elif stroke and fill and on_dark > _MOST_ELSEWHERE and _is_dark(fill):
            stroke = ON_DARK.get(stroke, stroke)
        elif not stroke and fill and shape.line_end and on_dark > _MOST_ELSEWHERE:
            fill = ON_DARK.get(fill, fill)
        if line and line.closed and fill and shape.extent >= _SMALL:
            self._filled.append((line, fill))
        width = shape.width
        if not stroke and fill and on_dark > _MOST_ELSEWHERE and _is_dark(fill) and not shape.guide:
            stroke, width = "chalk", 2.0
        svg = shape_svg(shape.tag, shape.where, fill, stroke, width, dashed=shape.dashed)
        if edge:
            broad = shape_svg(shape.tag, shape.where, None, "chalk", width + 2 * _EDGE, dashed=False)
            svg = broad + svg
        return replace(shape, svg=svg, fill=fill, stroke=stroke, width=width)

    def text(self, label: TextLabel) -> TextLabel:
        """Return a text in a colour that can be read on what lies below it."""
        left, top, right, bottom = label.box
        below = self.below(((left + right) / 2, (top + bottom) / 2))
        fill = ON_DARK.get(label.fill, label.fill) if below in BACKGROUNDS else label.fill
        svg = text_svg(label.text, left, bottom, label.size, fill, bold=label.bold)
        return replace(label, svg=svg, fill=fill)

    def below(self, point: Point) -> Paint:
        """Return the colour of the last filled shape at a point, or of the ground."""
        return next((paint for line, paint in reversed(self._filled) if line.contains(point)), GROUND)


def _line_paint(shape: Shape, stroke: Paint, below: Sequence[Paint], on_dark: float) -> tuple[Paint, bool]:
    """Return the colour of a line, and whether it needs a light edge."""
    if stroke == "white" and on_dark > 1 - _MOST_ELSEWHERE:  # it covers the middle of a broader line
        return max(set(below), key=below.count), False
    if on_dark > 1 - _MOST_ELSEWHERE:
        return ON_DARK.get(stroke, stroke), False
    dark = _is_dark(stroke) and not shape.guide
    return stroke, dark and on_dark > _MOST_ELSEWHERE


def _is_dark(paint: Paint) -> bool:
    return contrast_ratio(COLOURS[paint], COLOURS["dusk"]) < _MIN_CONTRAST

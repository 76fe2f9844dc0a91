"""How large the shape of each node is, and how its label is broken into lines.

Widths and heights are multiples of 24 px, so that the middles of all sides lie on the grid of the lines.
"""

import math
from collections.abc import Iterator

from benchmark.files import font
from benchmark.files.chart import ChartError, Node, Shape
from workshop.flowchart.layout.legible import LINE_HEIGHT
from workshop.flowchart.layout.outlines import BAR, SLANT, radius, room
from workshop.flowchart.layout.values import NodeBox, Rectangle
from workshop.flowchart.layout.wrapping import fill, text_width, wrap, wrap_evenly

UNIT = 24  #: px; sizes are multiples of it
CIRCLE = 48  #: diameter of a connector
TITLE_HEIGHT = 36  #: px of a frame above its first node that belong to the title
#: Maximum lines of a node's label, and of an edge's or a title.
MAX_LINES, MAX_SHORT_LINES = 10, 4

_PADDING = 16  # px between a text and the side of its shape
# Usual and largest px of a line; the first with few lines is taken.
_WIDTHS = ((240, 300), (336, 372), (444, 444))
_NARROW_WIDTHS = ((168, 192), *_WIDTHS)
_FEW_LINES = 4
_INSET = 4  # px between a line's sides and its letters
_SHORT_WIDTH = 228  # px of a line of an edge's label
# Width : height of a rhombus.
_RATIOS, _NARROW_RATIOS = (2.2, 1.8, 2.8, 3.4), (1.3, 1.6)
_RHOMBUS = range(4, 14)  # half its width in units


def size_node(node: Node, *, narrow: bool = False) -> NodeBox:
    """Return a node's shape at (0, 0), large enough for its label.

    Args:
        node: the node.
        narrow: make it as narrow as is still easy to read.

    Raises:
        ChartError: if the label needs more than 10 lines, or the font lacks a character.
    """
    _check_characters(node.label, node.id)
    box = _rhombus(node, narrow) if node.shape is Shape.DECISION else _box(node, narrow)
    if box is None:
        raise ChartError(
            f"label too long for a shape: {len(node.label)} characters need more than {MAX_LINES} lines",
            node.id,
        )
    return box


def size_label(text: str, item: object) -> tuple[tuple[str, ...], int, int]:
    """Return the lines of an edge's label or of a title, with their width and height.

    Raises:
        ChartError: if it needs more than 4 lines, or the font lacks a character.
    """
    _check_characters(text, item)
    lines = wrap(text, _SHORT_WIDTH)
    if len(lines) > MAX_SHORT_LINES:
        raise ChartError(
            f"label too long: {len(text)} characters need more than {MAX_SHORT_LINES} lines",
            item,  # type: ignore[arg-type]
        )
    return tuple(lines), math.ceil(max(map(text_width, lines))), LINE_HEIGHT * len(lines)


def _check_characters(text: str, item: object) -> None:
    if missing := font.missing_characters(text):
        codes = " ".join(f"U+{ord(character):04X}" for character in missing)
        raise ChartError(f"the font of the pictures has no {codes}", item)  # type: ignore[arg-type]


def fits(shape: Shape, box: NodeBox) -> bool:
    """Whether all lines of a box lie inside its shape."""
    widths = _line_widths(shape, box.place, len(box.lines))
    return all(text_width(line) <= width for line, width in zip(box.lines, widths, strict=True))


def _line_widths(shape: Shape, place: Rectangle, count: int) -> Iterator[float]:
    """Yield the width that each of ``count`` lines may have; letters are lower than their line."""
    first = (place.height - LINE_HEIGHT * count) / 2
    for number in range(count):
        top = first + LINE_HEIGHT * number
        yield room(shape, place, top + _INSET, top + LINE_HEIGHT - _INSET)


def _box(node: Node, narrow: bool) -> NodeBox | None:
    choices = _NARROW_WIDTHS if narrow else _WIDTHS
    lines = wrap_evenly(node.label, *choices[0])
    for widths in choices[1:]:
        lines = wrap_evenly(node.label, *widths) if len(lines) > _FEW_LINES else lines
    if len(lines) > MAX_LINES:
        return None
    height = _up(LINE_HEIGHT * len(lines) + UNIT)
    sides = {
        Shape.DATA: 2 * SLANT + 8,
        Shape.SUBROUTINE: 2 * (BAR + _PADDING),
        Shape.TERMINAL: max(2 * _PADDING, radius(Rectangle(x=0, y=0, width=0, height=height))),
    }.get(node.shape, 2 * _PADDING)
    width = max(4 * UNIT, _up(max(map(text_width, lines)) + sides))
    place = Rectangle(x=0, y=0, width=width, height=height)
    return NodeBox(id=node.id, place=place, lines=tuple(lines))


def _rhombus(node: Node, narrow: bool) -> NodeBox | None:
    """Return the smallest rhombus whose lines are as long as its shape lets them be."""
    best: NodeBox | None = None
    for half in _RHOMBUS:
        for ratio in _NARROW_RATIOS if narrow else _RATIOS:
            height = _up(2 * half * UNIT / ratio)
            place = Rectangle(x=0, y=0, width=2 * half * UNIT, height=height)
            if best is not None and height * place.width >= best.place.height * best.place.width:
                continue
            lines = _lines_in_rhombus(node.label, place)
            if lines:
                best = NodeBox(id=node.id, place=place, lines=tuple(lines))
        if best is not None:
            return best
    return None


def _lines_in_rhombus(label: str, place: Rectangle) -> list[str] | None:
    for count in range(1, min(MAX_LINES, place.height // LINE_HEIGHT) + 1):
        widths = [width - 12 for width in _line_widths(Shape.DECISION, place, count)]
        if min(widths) > 0 and (lines := fill(label, widths)) is not None:
            return lines
    return None


def _up(length: float) -> int:
    return UNIT * math.ceil(length / UNIT)

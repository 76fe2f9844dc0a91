"""Move the titles of frames: a layout that the style chooses."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.items import Item, Shape, TextLabel, text_svg
from benchmark.authoring.drawing.outlines import outline

Titles = Literal["left", "middle", "right"]

_MARGIN = 18.0  #: px between a title and the edge of its frame
_FREE = 5.0  #: px around a title that nothing else may reach

_Box = tuple[float, float, float, float]


def can_move(canvas: Canvas, titles: Titles) -> bool:
    """Whether nothing is at the new place of any title."""
    others = [box for item in canvas.items for box in _boxes(item)]
    return not any(
        _touch(moved.box, other)
        for moved in moved_titles(canvas, titles)
        if isinstance(moved, TextLabel) and moved.title
        for other in others
    )


def moved_titles(canvas: Canvas, titles: Titles) -> list[Item]:
    """Return the items of a picture, with the titles at another place."""
    items: list[Item] = []
    panel: _Box | None = None
    for item in canvas.items:
        if isinstance(item, Shape):
            line = outline(item.tag, item.where) if item.panel else None
            panel = line.box if line else panel
            items.append(item)
        else:
            items.append(_moved(item, panel, titles) if item.title and panel else item)
    return items


def _moved(label: TextLabel, panel: _Box, titles: Titles) -> TextLabel:
    left, top, right, bottom = label.box
    width = right - left
    start = {
        "left": left,
        "middle": (panel[0] + panel[2] - width) / 2,
        "right": panel[2] - _MARGIN - width,
    }[titles]
    svg = text_svg(label.text, start, bottom, label.size, label.fill, bold=label.bold)
    return replace(label, svg=svg, box=(start, top, start + width, bottom))


def _boxes(item: Item) -> Iterator[_Box]:
    """Yield the box around an item that titles must not touch."""
    if isinstance(item, TextLabel):
        if not item.title:
            yield item.box
    elif not item.panel and (line := outline(item.tag, item.where)):
        half = item.width / 2
        left, top, right, bottom = line.box
        yield left - half, top - half, right + half, bottom + half


def _touch(first: _Box, second: _Box) -> bool:
    return (
        first[0] - _FREE < second[2]
        and second[0] < first[2] + _FREE
        and first[1] - _FREE < second[3]
        and second[1] < first[3] + _FREE
    )

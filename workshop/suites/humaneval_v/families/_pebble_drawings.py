"""Drawings of ``pebble_rings``: heaps of pebbles in rings and boxes, with their values.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import Any

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas

DOT, PITCH, GAP, PAD = 5.5, 15.0, 30.0, 13.0  #: radius of a pebble, and distances, px
WIDTH, MARGIN = 1000, 34  #: of the picture, and around each drawing, px
VALUE = 62.0  #: height of a value below its drawing, px


def extent(part: Any) -> tuple[float, float]:
    """Return the width and height of a part, px."""
    if isinstance(part, int):
        rows = -(-part // 2) if part > 3 else part
        return 2 * DOT + (PITCH if part > 3 else 0), 2 * DOT + PITCH * (rows - 1)
    sizes = [extent(inner) for inner in part[1:]]
    high = max(height for _, height in sizes) + 2 * PAD
    edge = high / 3 if part[0] == "ring" else PAD
    return sum(width + GAP for width, _ in sizes) - GAP + 2 * edge, high


def _draw(canvas: Canvas, part: Any, left: float, middle: float) -> None:
    """Draw a part from its left edge, in the middle of a line."""
    width, high = extent(part)
    if isinstance(part, int):
        across = 2 if part > 3 else 1
        for number in range(part):
            row, column = divmod(number, across)
            x, y = left + DOT + PITCH * column, middle - high / 2 + DOT + PITCH * row
            canvas.circle(x, y, DOT, fill="ink", stroke=None)
        return
    ring = part[0] == "ring"
    colour: Colour = "paleblue" if ring else "paleorange"
    canvas.rect(left, middle - high / 2, width, high, fill=colour, radius=high / 2 if ring else 0)
    x = left + (high / 3 if ring else PAD)
    for inner in part[1:]:
        _draw(canvas, inner, x, middle)
        x += extent(inner)[0] + GAP


def draw_lines(shown: Sequence[tuple[list[Any], int]]) -> Canvas:
    """Draw drawings from left to right in as many lines as they need, with the value below each."""
    lines: list[list[tuple[list[Any], int]]] = [[]]
    for drawing, value in shown:
        if sum(extent(other)[0] + 2 * MARGIN for other, _ in [*lines[-1], (drawing, value)]) > WIDTH:
            lines.append([])
        lines[-1].append((drawing, value))
    heights = [max(extent(drawing)[1] for drawing, _ in line) + VALUE + 30 for line in lines]
    canvas = Canvas(WIDTH, max(340, round(sum(heights)) + 20))
    top = 10.0
    for line, height in zip(lines, heights, strict=True):
        free = (WIDTH - sum(extent(drawing)[0] for drawing, _ in line)) / (len(line) + 1)
        left = free
        for drawing, value in line:
            width = extent(drawing)[0]
            _draw(canvas, drawing, left, top + (height - VALUE) / 2)
            canvas.text(left + width / 2, top + height - 36, value, size=25, bold=True)
            left += width + free
        top += height
    return canvas

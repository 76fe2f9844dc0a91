"""The style ``hand-drawn``: outlines and lines wobble, as if drawn without a ruler.

The wobble of a shape follows from its place and size alone, so the same shape wobbles alike in all pictures.
"""

import hashlib
import math
from dataclasses import replace

from benchmark.authoring.drawing.items import Shape, length_text, shape_svg
from benchmark.authoring.drawing.outlines import outline

_STEP = 9.0  #: px between two points of a line
_WAVE = 42.0  #: px between two knots of the wobble
#: Maximum shift of a point, px, and as a share of the shape's smaller side or the line's length.
_MOST, _SHARE = 1.9, 0.06


def hand_drawn(shape: Shape) -> Shape:
    """Return a shape with a wobbling outline; as it is if its path is not one of the canvas."""
    line = outline(shape.tag, shape.where)
    if line is None:
        return shape
    points = line.spread(_STEP)
    ends = (*points[1:], points[0]) if line.closed else points[1:]
    lengths = [math.dist(a, b) for a, b in zip(points, ends, strict=False)]
    whole = sum(lengths)
    most = min(_MOST, _SHARE * min(shape.extent, whole))
    knots = max(3, round(whole / _WAVE))
    shifts = _shifts(shape.tag + shape.where, knots if line.closed else knots + 1)
    moved, along = [], 0.0
    for number, (x, y) in enumerate(points):
        place = along / whole * knots if whole else 0.0
        first = int(place)
        share = place - first
        share = share * share * (3 - 2 * share)
        (ax, ay), (bx, by) = shifts[first % len(shifts)], shifts[(first + 1) % len(shifts)]
        moved.append((x + most * (ax + (bx - ax) * share), y + most * (ay + (by - ay) * share)))
        along += lengths[number] if number < len(lengths) else 0.0
    tag = "polygon" if line.closed else "polyline"
    where = f'points="{" ".join(f"{length_text(x)},{length_text(y)}" for x, y in moved)}"'
    svg = shape_svg(tag, where, shape.fill, shape.stroke, shape.width, dashed=shape.dashed)
    return replace(shape, svg=svg, tag=tag, where=where)


def _shifts(name: str, count: int) -> list[tuple[float, float]]:
    """Return shifts in both directions, from -1 to 1, that depend on the name."""
    data = hashlib.shake_128(name.encode()).digest(4 * count)
    numbers = [
        int.from_bytes(data[place : place + 2], "big") / 32767.5 - 1 for place in range(0, 4 * count, 2)
    ]
    return list(zip(numbers[::2], numbers[1::2], strict=True))

"""Drawings of ``glass_table``: pieces of glass, rings of angles, and rays.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence

from benchmark.files.palette import Colour
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_on_circle

COLOURS: tuple[Colour, ...] = ("red", "green", "blue")
RADIUS = 64.0  #: of a ring, px
APART = 8.0  #: distance of rays that run together, px
WIDTH = 4.0  #: of a ray, px


def draw_sign(canvas: Canvas, middle: Point, name: str, axis: int, size: float) -> None:
    """Draw a piece of glass; ``axis`` is the direction of a mirror in sixteenths of a turn from the top."""
    x, y = middle
    match name:
        case "prism":
            corners = [point_on_circle(x, y, size, degrees) for degrees in (0, 120, 240)]
            canvas.polygon(corners, fill="paleblue")
        case "mirror":
            canvas.circle(x, y, size, fill="white", stroke="grey")
            ends = [point_on_circle(x, y, size, axis * 22.5 + half) for half in (0, 180)]
            canvas.line(*ends, line=7)
        case "filter":
            canvas.rect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, fill="yellow")
        case _:
            canvas.circle(x, y, size * 0.9, fill="paleblue")


def draw_cell(canvas: Canvas, x: float, y: float, side: float) -> None:
    """Draw an empty square of a table."""
    canvas.rect(x, y, side, side, fill="white", stroke="silver", line=2, guide=True)


def draw_ring(
    canvas: Canvas, middle: Point, name: str, axis: int, heading: int, ways: Mapping[int, int | None]
) -> None:
    """Draw a piece of glass in a ring of sixteen ticks, with rays that come in and leave.

    Args:
        canvas: the picture.
        middle: centre of the ring.
        name: the piece of glass.
        axis: direction of a mirror.
        heading: heading of the rays that come in, in eighths of a turn clockwise from the top.
        ways: colour → its heading behind the glass; None if it ends there.
    """
    x, y = middle
    canvas.circle(x, y, RADIUS, fill="white", stroke="silver", line=2, guide=True)
    for tick in range(16):
        inner = RADIUS - (10 if tick % 2 == 0 else 5)
        ends = [point_on_circle(x, y, radius, tick * 22.5) for radius in (inner, RADIUS)]
        canvas.line(*ends, stroke="grey", line=2)
    draw_sign(canvas, middle, name, axis, 25)
    for place, colour in enumerate(ways):
        shift = (place - (len(ways) - 1) / 2) * APART
        start = _beside(point_on_circle(x, y, RADIUS - 14, heading * 45 + 180), heading, shift)
        canvas.line(start, _beside(middle, heading, shift), stroke=COLOURS[colour], line=WIDTH)
    for place, (colour, after) in enumerate(ways.items()):
        if after is not None:
            beside = _lane(ways, colour, after)
            end = _beside(point_on_circle(x, y, RADIUS - 13, after * 45), after, beside)
            start = _beside(middle, after, beside)
            arrows.arrow(canvas, start, end, stroke=COLOURS[colour], line=WIDTH, head=15)
        else:
            shift = (place - (len(ways) - 1) / 2) * APART
            canvas.circle(*_beside(middle, heading, shift), 5, fill=COLOURS[colour], stroke=None)


def _lane(ways: Mapping[int, int | None], colour: int, after: int) -> float:
    """Return how far a ray is beside the middle, so that rays with one heading lie next to one another."""
    together = [other for other, way in ways.items() if way == after]
    return (together.index(colour) - (len(together) - 1) / 2) * APART


def _beside(point: Point, heading: int, shift: float) -> Point:
    """Return the point at the right of a point, seen in the direction of a heading."""
    return point_on_circle(*point, shift, heading * 45 + 90)


def draw_rays(
    canvas: Canvas,
    corner: Point,
    side: float,
    start: int,
    path: Sequence[tuple[int, int, int, int | None]],
    colour: int,
) -> None:
    """Draw the way of a colour over a table, beside the ways of the other colours.

    Args:
        canvas: the picture.
        corner: top left corner of the table.
        side: side of a square.
        start: row in which the light comes in.
        path: row, column and headings before and after each square.
        colour: number of the colour.
    """
    shift = (colour - 1) * APART
    left, top = corner
    paint = COLOURS[colour]
    arrows_at = []
    for row, column, before, after in path:
        middle = left + (column + 0.5) * side, top + (row + 0.5) * side
        half = side / 2 * (2**0.5 if before % 2 else 1)
        edge = point_on_circle(*middle, half, before * 45 + 180)
        canvas.line(_beside(edge, before, shift), _beside(middle, before, shift), stroke=paint, line=WIDTH)
        if after is None:
            canvas.circle(*_beside(middle, before, shift), 6, fill=paint, stroke=None)
            continue
        half = side / 2 * (2**0.5 if after % 2 else 1)
        out = point_on_circle(*middle, half, after * 45)
        canvas.line(_beside(middle, after, shift), _beside(out, after, shift), stroke=paint, line=WIDTH)
        arrows_at.append((middle, out, after))
    if path and path[-1][3] is not None:
        middle, out, after = arrows_at[-1]
        tip = point_on_circle(*out, 14, after * 45)
        arrows.arrow(
            canvas, _beside(out, after, shift), _beside(tip, after, shift), stroke=paint, line=WIDTH, head=13
        )
    y = top + (start + 0.5) * side + shift
    canvas.line((left - 30, y), (left, y), stroke=paint, line=WIDTH)

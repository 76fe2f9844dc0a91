"""Drawings of ``rope_braids``: four ropes between two lines of numbers.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import Any

from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, points_text

#: Braids in a line; their sizes, and steps of ropes, px.
ACROSS, WIDE, HIGH, PITCH, DROP = 3, 312, 316, 66, 43
#: Parts of a crossing, of 24, between which the rope below is not drawn.
BREAK = 7, 17


def draw_braids(shown: Sequence[tuple[dict[str, int], list[list[Any]], dict[str, int]]]) -> Canvas:
    """Draw braids from left to right in lines of three, with the numbers at both ends of their ropes."""
    canvas = Canvas(952, 16 + HIGH * -(-len(shown) // ACROSS))
    for place, (ropes, crossings, result) in enumerate(shown):
        row, column = divmod(place, ACROSS)
        _draw(canvas, 65 + WIDE * column, 34 + HIGH * row, ropes, crossings, result)
    return canvas


def _draw(
    canvas: Canvas,
    left: float,
    top: float,
    ropes: dict[str, int],
    crossings: list[list[Any]],
    result: dict[str, int],
) -> None:
    """Draw a braid between two lines of numbers; at a crossing, the rope below has a break."""
    row, start = list(ropes), top + 15
    paths = {name: [[(left + PITCH * place, start)]] for place, name in enumerate(row)}
    for step, (gap, side) in enumerate(crossings):
        y = start + 10 + DROP * step
        for name in row:
            x = left + PITCH * row.index(name)
            to = x + PITCH * (1 if name == row[gap - 1] else -1 if name == row[gap] else 0)
            places = [_bend((x, y), to, share / 24) for share in range(25)]
            if name == row[gap - (side == "right")]:
                paths[name][-1] += places[: BREAK[0] + 1]
                paths[name].append(places[BREAK[1] :])
            else:
                paths[name][-1] += places
        row[gap - 1], row[gap] = row[gap], row[gap - 1]
    low = start + 20 + DROP * len(crossings)
    for place, name in enumerate(row):
        paths[name][-1].append((left + PITCH * place, low))
    for line in (piece for pieces in paths.values() for piece in pieces):
        where = f'points="{points_text(line)}"'
        canvas.add("polyline", where, None, "ink", 14, extent=0)
        canvas.add("polyline", where, None, "paleorange", 8, extent=0, guide=True)
    for names, y, numbers in ((list(ropes), top, ropes), (row, low + 15, result)):
        for place, name in enumerate(names):
            canvas.rect(left + PITCH * place - 25, y - 16, 50, 32, fill="white", radius=8)
            canvas.text(left + PITCH * place, y, numbers[name], size=20, bold=True)


def _bend(start: Point, to: float, share: float) -> Point:
    """Return a point of a rope that goes from one place to the next, steepest at both ends."""
    across = share * (share * (3 - 2 * share) + 1) / 2
    return start[0] + (to - start[0]) * across, start[1] + DROP * share

"""Small signs on lines of charts.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence

from workshop.drawing.canvas import Canvas

Spot = tuple[float, float]

#: Sign → how it looks.
LOOKS = {
    "ring": "a white ring",
    "disk": "a black disk",
    "bars": "two short bars across it",
    "cross": "a cross",
    "square": "a white square",
}


def draw_sign(canvas: Canvas, sign: str, x: float, y: float) -> None:
    """Draw a sign of about 16 px on a level line."""
    if sign in ("ring", "disk"):
        canvas.circle(x, y, 8, fill="white" if sign == "ring" else "ink", line=2.4)
    elif sign == "square":
        canvas.rect(x - 7.5, y - 7.5, 15, 15, fill="white", line=2.4)
    elif sign == "bars":
        for side in (-3.5, 3.5):
            canvas.line((x + side, y - 10), (x + side, y + 10), line=2.6)
    else:
        for way in (-1, 1):
            canvas.line((x - 8, y - 8 * way), (x + 8, y + 8 * way), line=2.8)


#: Border → how it looks.
BORDERS = {
    "thick": "thick",
    "double": "a double line",
    "dashed": "dashed",
    "zigzag": "a zigzag",
    "ticks": "a line with short ticks across it",
}


def draw_border(canvas: Canvas, border: str, start: Spot, end: Spot) -> None:
    """Draw an upright or level border in blue."""
    length, upright = math.dist(start, end), start[0] == end[0]

    def at(along: float, aside: float) -> Spot:
        return (start[0] + aside, start[1] + along) if upright else (start[0] + along, start[1] + aside)

    def line(aside: float, width: float, dashed: bool = False) -> None:
        canvas.line(at(0, aside), at(length, aside), stroke="blue", line=width, dashed=dashed)

    if border == "double":
        line(-3.5, 2.4)
        line(3.5, 2.4)
    elif border == "zigzag":
        count = 2 * round(length / 16)
        points = [at(length * place / count, 5 if place % 2 else -5) for place in range(count + 1)]
        canvas.line(*points, stroke="blue", line=2.6)
    else:
        line(0, 8 if border == "thick" else 3, border == "dashed")
    if border == "ticks":
        for place in range(1, round(length / 15)):
            along = length * place / round(length / 15)
            canvas.line(at(along, -6), at(along, 6), stroke="blue", line=2.4)


def hopped(start: Spot, end: float, crossed: Sequence[float]) -> list[Spot]:
    """Return the points of a level line to another x that hops over upright ones at these x."""
    (x, y), way = start, math.copysign(1.0, end - start[0])
    between = sorted(
        (track for track in crossed if min(x, end) < track < max(x, end)), key=lambda at: way * at
    )
    hops = [
        (track - way * 9 * math.cos(math.pi * part / 6), y - 9 * math.sin(math.pi * part / 6))
        for track in between
        for part in range(7)
    ]
    return [(x, y), *hops, (end, y)]

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

"""Drawings of ``tent_walk``: tents, small walks, ticks and crosses.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas


def draw_tent(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a tent around a point."""
    canvas.polygon(
        [(x - size, y + size * 0.7), (x, y - size * 0.8), (x + size, y + size * 0.7)], fill="orange"
    )
    canvas.line((x, y - size * 0.1), (x, y + size * 0.7), line=3)


def draw_row(canvas: Canvas, places: str, paths: str, x: float, y: float) -> None:
    """Draw a small walk: circles, paths between them and tents above them."""
    step = 46.0
    for number, path in enumerate(paths):
        start, end = (x + step * number, y), (x + step * (number + 1), y)
        canvas.line(
            start,
            end,
            stroke="blue" if path == "d" else "grey",
            line=3.5 if path == "d" else 5,
            dashed=path == "d",
        )
    for number, place in enumerate(places):
        canvas.circle(x + step * number, y, 9, fill="white")
        if place == "T":
            draw_tent(canvas, x + step * number, y - 22, 13)
    arrows.arrow(canvas, (x + step * len(paths) + 14, y), (x + step * len(paths) + 36, y), line=3, head=12)


def draw_mark(canvas: Canvas, x: float, y: float, *, is_good: bool) -> None:
    """Draw a tick or a cross."""
    if is_good:
        canvas.line((x - 13, y), (x - 3, y + 11), (x + 14, y - 12), stroke="green", line=6)
    else:
        canvas.line((x - 11, y - 11), (x + 11, y + 11), stroke="red", line=6)
        canvas.line((x - 11, y + 11), (x + 11, y - 11), stroke="red", line=6)

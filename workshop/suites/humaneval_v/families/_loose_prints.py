"""Drawings of ``loose_frames``: crooked prints of a beetle on a floor, four on a tray.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

SQUARE, HIGH, WIDE = 27.0, 118, 426  #: side of a square; height and width of a tray, px
FILLS: dict[str, Colour] = {"W": "white", "B": "sky", "O": "orange"}
#: The beetle, in shares of a square from its middle; it looks up.
BEETLE = ((0.0, -0.42), (0.34, 0.36), (0.0, 0.14), (-0.34, 0.36))


def draw_prints(trays: Sequence[Sequence[dict[str, Any]]], draws: Draws) -> Canvas:
    """Draw trays in two columns; the draws choose how each print lies."""
    canvas = Canvas(2 * WIDE + 16, HIGH * -(-len(trays) // 2) + 16)
    for number, tray in enumerate(trays):
        left, top = 8 + number % 2 * WIDE, 8 + number // 2 * HIGH
        canvas.rect(left + 5, top + 5, WIDE - 10, HIGH - 10, fill="paleblue", line=2, radius=6)
        for place, frame in enumerate(tray):
            middle = left + 56 + 105 * place + draws.integer(-3, 3), top + HIGH / 2 + draws.integer(-5, 5)
            _print(canvas, frame, _lying(middle, draws.integer(-8, 8), draws.integer(-8, 8)))
    return canvas


def _lying(middle: Point, degrees: int, lean: int) -> Callable[[float, float], Point]:
    """Return where a point of a print lies, which is turned and leans back on one side (by percent)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def place(x: float, y: float) -> Point:
        near = 1 + lean / 100 * y / (1.5 * SQUARE)
        return middle[0] + near * (x * cos - y * sin), middle[1] + near * (x * sin + y * cos)

    return place


def _print(canvas: Canvas, frame: dict[str, Any], place: Callable[[float, float], Point]) -> None:
    for row, letters in enumerate(frame["floor"]):
        for column, letter in enumerate(letters):
            x, y = (column - 1.5) * SQUARE, (row - 1.5) * SQUARE
            square = ((x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE))
            canvas.polygon([place(a, b) for a, b in square], fill=FILLS[letter], line=2)
    row, column = frame["beetle"]
    x, y, turn = (column - 1) * SQUARE, (row - 1) * SQUARE, math.radians(90 * "NESW".index(frame["faces"]))
    points = [
        place(
            x + SQUARE * (a * math.cos(turn) - b * math.sin(turn)),
            y + SQUARE * (a * math.sin(turn) + b * math.cos(turn)),
        )
        for a, b in BEETLE
    ]
    canvas.polygon(points, fill="ink", stroke=None)

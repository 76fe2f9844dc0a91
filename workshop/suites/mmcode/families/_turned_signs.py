"""Signs of squares that lie in pairs of mirror images; each can be drawn turned by any angle.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math

from workshop.drawing.canvas import Canvas

#: Signs, each of which differs from its mirror image however it is turned: squares by column and row.
_SHAPES = (
    ((0, 0), (1, 0), (1, 1), (1, 2), (2, 1)),
    ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3)),
    ((0, 0), (0, 1), (1, 1), (1, 2), (1, 3)),
    ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)),
    ((0, 0), (0, 1), (0, 2), (0, 3), (1, 1)),
)
SIGNS = 2 * len(_SHAPES)  #: sign 2 n + 1 is the mirror image of sign 2 n


def draw_sign(
    canvas: Canvas, x: float, y: float, sign: int, degrees: float, *, side: float = 12.0, line: float = 2
) -> None:
    """Draw a sign around a point.

    Args:
        canvas: the picture.
        x: of its middle, px.
        y: of its middle, px.
        sign: which one, from 0 to ``SIGNS`` - 1.
        degrees: by how much it is turned clockwise.
        side: of one of its squares, px.
        line: width of their outlines, px.
    """
    squares = _SHAPES[sign // 2]
    wide, high = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for column, row in squares:
        corners = []
        for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)):
            across, down = side * (column + dx - wide / 2), side * (row + dy - high / 2)
            across = -across if sign % 2 else across
            corners.append((x + cos * across - sin * down, y + sin * across + cos * down))
        canvas.polygon(corners, fill="ink", stroke="ink", line=line)


def sign_words(sign: int) -> str:
    """Return the words for a sign in a description."""
    return f"sign {'FLNPY'[sign // 2]}{', mirrored' if sign % 2 else ''}"

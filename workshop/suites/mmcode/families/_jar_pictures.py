"""The pictures of ``cooks_shelf``: jars in the cellar and on the shelf.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas


def _jar(canvas: Canvas, x: float, y: float, letter: str) -> None:
    """Draw a jar around a point."""
    canvas.rect(x - 17, y - 32, 34, 12, fill="ink")
    canvas.rect(x - 25, y - 20, 50, 52, fill="paleorange", line=3, radius=9)
    canvas.text(x, y + 6, letter, bold=True, size=28)


def cellar_picture(places: Sequence[str], gaps: Sequence[int]) -> Canvas:
    """Draw the corridor with its jars, and the stairs at the place without a letter."""
    cellar = Canvas(1010, 320)
    cellar.line((20, 190), (990, 190), line=5)
    for at, letter in enumerate(places):
        x = 57 + 112.0 * at
        cellar.line((x, 178), (x, 202), line=5)
        if letter:
            cellar.rect(x - 37, 84, 74, 90, fill="white", line=3)
            _jar(cellar, x, 134, letter)
        else:
            steps = [
                (x - 40, 40),
                (x - 40, 76),
                (x - 20, 76),
                (x - 20, 108),
                (x, 108),
                (x, 140),
                (x + 20, 140),
                (x + 20, 174),
            ]
            cellar.line(*steps, line=4)
            cellar.text(x + 14, 60, "stairs", bold=True, size=24)
        if at < len(gaps):
            cellar.text(x + 56, 232, gaps[at], bold=True, size=26)
            arrows.arrow(cellar, (x + 56, 262), (x + 108, 262), line=3, head=12)
            arrows.arrow(cellar, (x + 56, 262), (x + 4, 262), line=3, head=12)
    return cellar


def shelf_picture(rows: Sequence[tuple[str, Sequence[str]]]) -> Canvas:
    """Draw the shelf after each use of a jar; each row has this jar and those on the shelf from left to right."""
    canvas = Canvas(560, 920)
    for number, (used, shelf) in enumerate(rows):
        y = 56 + 100.0 * number
        canvas.circle(70, y, 34, fill="white", line=3)
        canvas.text(70, y, used, bold=True, size=30)
        arrows.arrow(canvas, (112, y), (176, y), line=4, head=18)
        for place, letter in enumerate(shelf):
            x = 196 + 86.0 * place
            canvas.line((x, y - 38), (x, y + 38), line=3)
            if letter:
                _jar(canvas, x + 43, y + 2, letter)
        canvas.line((540, y - 38), (540, y + 38), line=3)
        canvas.line((190, y + 38), (546, y + 38), line=7)
    return canvas

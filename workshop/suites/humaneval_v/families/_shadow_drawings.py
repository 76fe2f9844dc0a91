"""Drawings of ``lamp_shadows``: floors with pillars and shadows from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from workshop.drawing.canvas import Canvas

SIZE = 6  #: squares on a side of a floor
ACROSS, SIDE, PITCH = 4, 36, 235  #: floors in a line; side of a square and distance of floors, px


def draw_floors(shown: Sequence[tuple[list[list[int]], list[str]]]) -> Canvas:
    """Draw floors from left to right in lines of four."""
    canvas = Canvas(22 + PITCH * ACROSS, 22 + PITCH * -(-len(shown) // ACROSS))
    for number, (pillars, floor) in enumerate(shown):
        line, place = divmod(number, ACROSS)
        _draw(canvas, 22 + PITCH * place, 22 + PITCH * line, pillars, floor)
    return canvas


def _draw(canvas: Canvas, left: float, top: float, pillars: list[list[int]], floor: list[str]) -> None:
    """Draw a floor from above: squares, shadows, and pillars as squares in one another."""
    for line in range(SIZE + 1):
        canvas.line(
            (left + SIDE * line, top),
            (left + SIDE * line, top + SIDE * SIZE),
            stroke="silver",
            line=2,
            guide=True,
        )
        canvas.line(
            (left, top + SIDE * line),
            (left + SIDE * SIZE, top + SIDE * line),
            stroke="silver",
            line=2,
            guide=True,
        )
    for row, marks in enumerate(floor):
        for column, mark in enumerate(marks):
            if mark in "+#":
                x, y = left + SIDE * column + 4, top + SIDE * row + 4
                canvas.rect(
                    x, y, SIDE - 8, SIDE - 8, fill="blue" if mark == "#" else "paleblue", stroke="blue"
                )
    for row, column, height in pillars:
        for inner in range(height):
            room = 3 + 5.5 * inner
            x, y = left + SIDE * column + room, top + SIDE * row + room
            canvas.rect(x, y, SIDE - 2 * room, SIDE - 2 * room, fill="white", line=2.5)

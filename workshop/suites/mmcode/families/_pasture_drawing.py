"""Drawings of the islands of ``island_pastures``, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math

from workshop.drawing.canvas import Canvas


def field_middle(radius: float, column: int, row: int, lower: int) -> tuple[float, float]:
    """Return the middle of a field, px."""
    height = math.sqrt(3) * radius
    return 10 + radius * (1 + 1.5 * column), 10 + height * (row + 0.5 + (column + lower) % 2 / 2)


def draw_island(radius: float, island: str, lower: int) -> Canvas:
    """Draw the fields of an island."""
    lines = island.split()
    height = math.sqrt(3) * radius
    canvas = Canvas(round(radius * (1.5 * len(lines[0]) + 0.5)) + 20, round(height * (len(lines) + 0.5)) + 20)
    for row, line in enumerate(lines):
        for column, kind in enumerate(line):
            x, y = field_middle(radius, column, row, lower)
            corners = [
                (x + radius * math.cos(math.radians(60 * corner)), y + radius * math.sin(math.radians(60 * corner)))
                for corner in range(6)
            ]  # fmt: skip
            canvas.polygon(corners, fill="paleblue" if kind == "w" else "white", line=3)
            _sign(canvas, x, y + radius * 0.42, kind)
    return canvas


def _sign(canvas: Canvas, x: float, y: float, kind: str) -> None:
    if kind == "s":
        for dx in (-15, -5, 5, 15):
            canvas.line((x + dx / 2, y + 14), (x + 1.6 * dx, y - 14), stroke="green", line=4)
    elif kind == "r":
        canvas.polygon([(x - 30, y + 9), (x - 10, y - 20), (x + 8, y + 9)], fill="grey", line=3)
        canvas.polygon([(x - 4, y + 9), (x + 13, y - 13), (x + 29, y + 9)], fill="grey", line=3)
    elif kind == "w":
        for dy in (-6, 10):
            ups = [(x - 26 + 13 * number, y + dy - 2 + (6 if number % 2 else -6)) for number in range(5)]
            canvas.line(*ups, stroke="blue", line=4)


def draw_tent(canvas: Canvas, x: float, y: float) -> None:
    """Draw a tent around a point."""
    canvas.polygon([(x - 24, y + 18), (x, y - 20), (x + 24, y + 18)], fill="orange", line=3)
    canvas.polygon([(x - 8, y + 18), (x, y - 2), (x + 8, y + 18)], fill="ink")


_NAMES = {".": "meadow", "s": "swamp", "r": "rock", "w": "water", "C": "the tent"}


def rows_in_words(island: str, texts: dict[tuple[int, int], str]) -> str:
    """Say which fields an island has, with ``texts`` for what is drawn in some of them."""
    rows = []
    for row, line in enumerate(island.split()):
        fields = [
            f"{_NAMES[kind]} {texts.get((column, row), '')}".strip() for column, kind in enumerate(line)
        ]
        rows.append(f"row {row + 1}: {', '.join(fields)}")
    return "; ".join(rows)


def layout_in_words(lower: int, names: str) -> str:
    """Say where the fields of the columns with these names are."""
    low, high = (", ".join(names[1 - lower :: 2]), ", ".join(names[lower::2]))
    return (
        "Each field is a hexagon with a side at the top and one at the bottom. The columns, named by letters from left to right, are "
        f"vertical rows of fields that share sides. The fields of the columns {low} stand half a field lower than those with the "
        f"same number in the columns {high}, so that each has sides in common with two fields of every column next to it. "
    )

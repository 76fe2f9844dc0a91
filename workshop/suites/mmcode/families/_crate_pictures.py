"""Drawings of the crates of ``market_crates``, of their goods and price tags, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import good_mark
from workshop.drawing.heaps import heap_places
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._crates import COLUMNS, EMPTY, ROWS, Crate

NAMES = {"a": "pear", "b": "jar", "c": "cheese", "d": "plum", "e": "loaf"}
_PLURALS = {"pear": "pears", "jar": "jars", "cheese": "cheeses", "plum": "plums", "loaf": "loaves"}
_BORDER, _PLANK, _GAP = 12, 40, 20  #: of a crate, below it, and around both, px
_NEAR = 9  #: from a frame to a second one around it, px
#: Number of pieces → ways to lay them around the middle of a compartment, in shares of half its side; later ones lie in front.
_HEAPS: dict[int, list[list[Point]]] = {
    1: [[(0, 0)], [(-0.3, 0.25)], [(0.3, -0.25)], [(0.25, 0.3)], [(-0.25, -0.3)]],
    2: [
        [(0.44, -0.1), (-0.44, 0.1)],
        [(-0.36, -0.38), (0.34, 0.38)],
        [(0.34, -0.38), (-0.36, 0.38)],
        [(-0.1, -0.42), (0.1, 0.4)],
        [(-0.42, -0.1), (0.42, 0.14)],
    ],
    3: [
        [(0, -0.4), (-0.42, 0.36), (0.42, 0.36)],
        [(-0.42, -0.36), (0.42, -0.36), (0, 0.4)],
        [(-0.44, -0.42), (0.4, 0), (-0.4, 0.44)],
        [(0.44, -0.42), (-0.4, 0), (0.4, 0.44)],
    ],
    4: [
        [(-0.42, -0.4), (0.42, -0.4), (-0.42, 0.4), (0.42, 0.4)],
        [(-0.5, -0.42), (0.3, -0.42), (-0.3, 0.42), (0.5, 0.42)],
        [(0, -0.5), (-0.46, 0), (0.46, 0.02), (0, 0.5)],
        [(-0.3, -0.42), (0.5, -0.42), (-0.5, 0.42), (0.3, 0.42)],
    ],
}
#: Number of pieces that lie in a heap → how close two of them may be, in shares of half their width and height.
_CLOSE = {5: 1.6, 6: 1.45, 7: 1.35, 8: 1.25, 9: 1.2}
_SIZE = 0.18  #: of a piece, in shares of the side of a compartment
#: Half the width and height of a piece, in sizes.
_HALVES = {"a": (0.85, 1.0), "b": (0.74, 1.0), "c": (0.9, 0.8), "d": (0.8, 0.88), "e": (0.94, 0.62)}
_SEEN = 0.55  #: share of a piece that others in front of it leave open, at least


def _oval(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [
        (x + wide * math.sin(n * math.tau / 28), y - high * math.cos(n * math.tau / 28)) for n in range(28)
    ]


def _pear(canvas: Canvas, x: float, y: float, size: float, fill: Colour) -> None:
    points = []
    for n in range(36):
        angle = n * math.tau / 36
        slim = 0.58 + 0.34 * (1 - math.cos(angle)) / 2
        points.append(
            (x + size * slim * 0.95 * math.sin(angle), y + 0.1 * size - size * 0.92 * math.cos(angle))
        )
    canvas.line((x, y - 0.75 * size), (x + 0.22 * size, y - 1.12 * size), line=2.5)
    canvas.polygon(points, fill=fill, line=2.2)


def _jar(canvas: Canvas, x: float, y: float, size: float, fill: Colour) -> None:
    canvas.rect(x - 0.74 * size, y - 0.5 * size, 1.48 * size, 1.46 * size, fill=fill, line=2.2, radius=4)
    canvas.rect(x - 0.55 * size, y - size, 1.1 * size, 0.5 * size, fill="white", line=2.2)


def _cheese(canvas: Canvas, x: float, y: float, size: float, fill: Colour) -> None:
    corners = [
        (x - 0.96 * size, y + 0.74 * size),
        (x + 0.96 * size, y + 0.74 * size),
        (x + 0.5 * size, y - 0.84 * size),
    ]
    canvas.polygon(corners, fill=fill, line=2.2)
    canvas.circle(x + 0.24 * size, y + 0.24 * size, 0.26 * size, fill="white", line=2.2)


def _plum(canvas: Canvas, x: float, y: float, size: float, fill: Colour) -> None:
    canvas.polygon(_oval(x, y + 0.08 * size, 0.8 * size, 0.88 * size), fill=fill, line=2.2)
    canvas.line(
        *((x + share * size, y + down * size) for share, down in ((0.1, -0.8), (-0.2, -0.1), (0.05, 0.5))),
        line=2.2,
    )


def _loaf(canvas: Canvas, x: float, y: float, size: float, fill: Colour) -> None:
    canvas.rect(
        x - 0.94 * size, y - 0.6 * size, 1.88 * size, 1.25 * size, fill=fill, line=2.2, radius=0.6 * size
    )
    for shift in (-0.3, 0.3):
        canvas.line(
            (x + (shift - 0.12) * size, y + 0.25 * size),
            (x + (shift + 0.16) * size, y - 0.28 * size),
            line=2.2,
        )


_FILLS: list[Colour] = ["white", "paleblue", "orange"]
_GOODS = {"a": _pear, "b": _jar, "c": _cheese, "d": _plum, "e": _loaf}


def _heap(draws: Draws, kind: str, pieces: int) -> list[Point]:
    """Return places around the middle of a compartment, in shares of half its side; later ones lie in front."""
    if pieces in _HEAPS:
        return draws.choice(_HEAPS[pieces])
    wide, high = (2 * _SIZE * half for half in _HALVES[kind])
    return heap_places(draws, pieces, (wide, high), (56, 56), close=_CLOSE[pieces], seen=_SEEN)


def _compartment(canvas: Canvas, x: float, y: float, side: float, cell: str, draws: Draws) -> None:
    """Draw a compartment around a point, and the pieces in it."""
    canvas.rect(x - side / 2, y - side / 2, side, side, fill="white", line=2)
    if cell == EMPTY:
        return
    size = _SIZE * side
    fill = draws.choice(_FILLS)
    for dx, dy in _heap(draws, cell[0], int(cell[1])):
        _GOODS[cell[0]](canvas, x + 0.5 * side * dx, y + 0.5 * side * dy, size, fill)


def _sides(crate: Crate, side: float) -> Point:
    """Return the width and height of a crate with its border, px."""
    across, down = (COLUMNS, ROWS) if crate.quarters % 2 == 0 else (ROWS, COLUMNS)
    return across * side + 2 * _BORDER, down * side + 2 * _BORDER


def _draw_crate(canvas: Canvas, crate: Crate, x: float, low: float, side: float, draws: Draws) -> None:
    """Draw a crate around ``x`` whose lower edge, with a second frame if it has one, is at ``low``."""
    wide, high = _sides(crate, side)
    more = _NEAR if crate.double else 0
    left, top = x - wide / 2, low - more - high
    if crate.double:
        canvas.rect(left - more, top - more, wide + 2 * more, high + 2 * more, fill="white", line=3)
    canvas.rect(left, top, wide, high, fill="paleorange", line=3)
    middle = x, top + high / 2

    def place(across: float, down: float) -> Point:
        """Return where a point is that lies so far from the middle before the crate is turned."""
        for _ in range(crate.quarters):
            across, down = -down, across
        return middle[0] + across, middle[1] + down

    for at, cell in enumerate(crate.cells):
        row, column = divmod(at, COLUMNS)
        centre = place((column - (COLUMNS - 1) / 2) * side, (row - (ROWS - 1) / 2) * side)
        _compartment(canvas, *centre, side, cell, draws)
    a, b = -COLUMNS * side / 2 - _BORDER, -ROWS * side / 2 - _BORDER
    canvas.polygon([place(a, b), place(a + 25, b), place(a, b + 25)], fill="red", line=2.5)


def _stall(count: int, side: float, columns: int, *, turned: bool) -> tuple[Canvas, list[Point]]:
    """Return a canvas with planks, and the middle of the lower edge of each crate on them."""
    wide = COLUMNS * side + 2 * _BORDER + 2 * _NEAR + _GAP
    high = (COLUMNS if turned else ROWS) * side + 2 * _BORDER + 2 * _NEAR * turned + _PLANK + _GAP
    rows = math.ceil(count / columns)
    canvas = Canvas(math.ceil(columns * wide), max(320, math.ceil(rows * high + _GAP / 2)))
    feet = [((n % columns + 0.5) * wide, (n // columns + 1) * high - _PLANK) for n in range(count)]
    for row in range(rows):
        canvas.rect(8, (row + 1) * high - _PLANK, canvas.width - 16, _PLANK - 4, fill="mist", line=2.5)
    return canvas, feet


def drawn_examples(
    crates: Sequence[Crate], totals: Sequence[int], rules: str, side: float, seed: int, *, turned: bool
) -> Canvas:
    """Draw crates with their prices, and the board of the rules N, T and F."""
    columns = 2 if len(crates) == 3 else 3
    canvas, feet = _stall(len(crates) + 1, side, columns, turned=turned)
    for number, (crate, total, (x, low)) in enumerate(zip(crates, totals, feet[:-1], strict=True)):
        _draw_crate(canvas, crate, x, low, side, Draws("crate", seed, number))
        tag = [
            (x - 46, low + 18),
            (x - 30, low + 3),
            (x + 46, low + 3),
            (x + 46, low + 33),
            (x - 30, low + 33),
        ]
        canvas.polygon(tag, fill="white", line=2.5)
        canvas.text(x + 8, low + 18, total, size=24, bold=True)
    x, low = feet[-1]
    canvas.rect(x - 70, low - 172, 140, 172, fill="white", line=3, radius=6)
    for place, letter in enumerate("NTF"):
        canvas.text(x - 28, low - 138 + 52 * place, letter, size=28, bold=True)
        good_mark(canvas, x + 28, low - 138 + 52 * place, is_good=letter in rules)
    return canvas


def drawn_shelf(crates: Sequence[Crate], side: float, seed: int, *, turned: bool) -> Canvas:
    """Draw the crates on the shelf with their letters."""
    canvas, feet = _stall(len(crates), side, 3, turned=turned)
    for letter, crate, (x, low) in zip("ABCDEF", crates, feet, strict=True):
        _draw_crate(canvas, crate, x, low, side, Draws("crate", seed, letter))
        canvas.text(x, low + 18, letter, size=26, bold=True)
    return canvas


def crate_words(crate: Crate) -> str:
    """Describe a crate, row by row, as it is when it is not turned."""

    def told(cell: str) -> str:
        name = NAMES.get(cell[0], "")
        return f"{cell[1]} {name if cell[1] == '1' else _PLURALS[name]}" if name else "nothing"

    rows = [
        f"row {row + 1}: {', '.join(map(told, crate.cells[COLUMNS * row : COLUMNS * row + COLUMNS]))}"
        for row in range(ROWS)
    ]
    frame = "with a double frame" if crate.double else "with a plain frame"
    return f"{frame}, {'; '.join(rows)}"

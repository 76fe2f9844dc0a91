"""The board of ``tilted_board`` in perspective: squares with blocks, signs on them, and what hides what.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.drawing.items import Point

SIZE = 6
FIRST, SECOND = (SIZE, 970, 375, 255), (SIZE, 970, 340, 765)  #: cameras of both views from level 4 on
Place = Callable[[float, float, float], tuple[float, float]]


def camera(size: int, scale: float, x: float, y: float) -> Place:
    """Return the function from a place on a board to a place in the picture."""
    tilt, yaw, distance = math.radians(52), math.radians(24), 15.0

    def place(across: float, deep: float, high: float) -> tuple[float, float]:
        across, deep = across - size / 2, deep - size / 2
        side = across * math.cos(yaw) + deep * math.sin(yaw)
        far = deep * math.cos(yaw) - across * math.sin(yaw)
        depth = distance + far * math.cos(tilt) - high * math.sin(tilt)
        above = far * math.sin(tilt) + high * math.cos(tilt)
        return x + scale * side / depth, y - scale * above / depth

    return place


_BLOCK = 0.42  #: height of a block, as a share of a square


def _faces(place: Place, x: int, y: int, height: int) -> list[list[tuple[float, float]]]:
    """Return the faces of a square with the blocks below it: the right one and the front of each block, then the top."""
    faces = []
    for level in range(height):
        low, high = _BLOCK * level, _BLOCK * (level + 1)
        right = [(x + 1, y, low), (x + 1, y + 1, low), (x + 1, y + 1, high), (x + 1, y, high)]
        front = [(x, y, low), (x + 1, y, low), (x + 1, y, high), (x, y, high)]
        faces += [[place(*corner) for corner in right], [place(*corner) for corner in front]]
    top = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return [*faces, [place(*corner, _BLOCK * height) for corner in top]]


def _square(canvas: Canvas, place: Place, x: int, y: int, height: int, fill: Colour) -> None:
    """Draw a square with the blocks below it."""
    *sides, top = _faces(place, x, y, height)
    for number, face in enumerate(sides):
        canvas.polygon(face, fill="orange" if number % 2 else "grey", line=2.5)
    canvas.polygon(top, fill=fill, line=2.5)


def _flag(canvas: Canvas, place: Place, x: float, y: float) -> None:
    foot, head = place(x, y, 0), place(x, y, 1.2)
    canvas.line(foot, head, line=5)
    canvas.polygon([head, (head[0] - 40, head[1] + 15), (head[0], head[1] + 30)], fill="red", line=2.5)


_HOOK = (
    (-1.5, -1.5),
    (0.5, -1.5),
    (0.5, 0.5),
    (1.5, 0.5),
    (1.5, 1.5),
    (-0.5, 1.5),
    (-0.5, -0.5),
    (-1.5, -0.5),
)


def _view(canvas: Canvas, place: Place, board: str, marks: str, seed: int, *, opposite: bool = False) -> None:
    """Draw the large board; ``opposite`` if it is seen from the opposite corner."""
    for y in range(SIZE - 1, -1, -1):
        for x in range(SIZE):
            cell = SIZE * y + x
            height = 0 if board[cell] == "#" else int(board[cell])
            _square(canvas, place, x, y, height, "paleblue" if marks[cell] == "i" else "white")
            if board[cell] == "#":
                pit = [place(x + a, y + b, 0) for a, b in ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))]
                canvas.polygon(pit, fill="ink")
            if marks[cell] == "s":
                for share in (0.2, 0.4, 0.6, 0.8):
                    ends = (x + share, y + 0.08), (x + share, y + 0.92)
                    canvas.line(*(place(*end, _BLOCK * height) for end in ends), stroke="blue", line=5)
            elif marks[cell] in "zZ":
                shape = _shape(marks[cell], cell, seed, opposite=opposite)
                canvas.polygon([place(*corner, _BLOCK * height) for corner in shape], fill="red", line=2.5)


def _shape(sign: str, cell: int, seed: int, *, opposite: bool) -> list[Point]:
    """Return the outline of a sign on the board: of stripes, or of a hook like an S or a Z."""
    x, y = cell % SIZE, cell // SIZE
    if sign == "s":
        return [(x + 0.18, y + 0.08), (x + 0.82, y + 0.08), (x + 0.82, y + 0.92), (x + 0.18, y + 0.92)]
    number = SIZE * SIZE - 1 - cell if opposite else cell
    turn = 0.35 + math.tau * Draws("hook", seed, number).integer(0, 11) / 12 + math.pi * opposite
    corners = []
    for across, deep in _HOOK:
        a, b = (0.2 * across if sign == "z" else -0.2 * across), 0.2 * deep
        corners.append(
            (
                x + 0.5 + a * math.cos(turn) - b * math.sin(turn),
                y + 0.5 + a * math.sin(turn) + b * math.cos(turn),
            )
        )
    return corners


def is_whole(place: Place, board: str, cell: int, sign: str, seed: int, *, opposite: bool) -> bool:
    """Whether a view of a board hides no part of a sign on a square."""
    heights = [0 if mark == "#" else int(mark) for mark in board]
    shape = _shape(sign, cell, seed, opposite=opposite)
    corners = [place(*corner, _BLOCK * heights[cell]) for corner in shape]
    points = [
        (ax + (bx - ax) * n / 6, ay + (by - ay) * n / 6)
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
        for n in range(6)
    ]
    later = [n for n in range(cell + 1, SIZE * SIZE) if n // SIZE == cell // SIZE]
    later += range(cell // SIZE * SIZE)
    faces = [face for n in later for face in _faces(place, n % SIZE, n // SIZE, heights[n])]
    return not any(_holds(face, point) for face in faces for point in points)


def _holds(face: list[Point], point: Point) -> bool:
    """Whether a point is inside of a convex polygon."""
    sides = [
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        for (ax, ay), (bx, by) in pairwise([*face, face[0]])
    ]
    return min(sides) > 0 or max(sides) < 0


def is_shown(heights: list[int], cell: int, least: float = 0.5) -> bool:
    """Whether a view shows more than a share of the top of a square, and how high it is."""
    own = heights[cell]
    front = heights[cell - SIZE] if cell >= SIZE else 0
    side = heights[cell + 1] if cell % SIZE < SIZE - 1 else 0
    before = heights[cell - 2 * SIZE] if cell >= 2 * SIZE else 0
    left = (1 - 0.3 * max(0, front - own)) * (1 - 0.14 * max(0, side - own))  # shares that one block hides
    return left > least and before < own + 4 and (not own or min(front, side) < own)


def turned(hops: list[tuple[int, int]], quarters: int) -> list[tuple[int, int]]:
    """Turn hops anticlockwise."""
    for _ in range(quarters):
        hops = [(-up, right) for right, up in hops]
    return hops


def pictures_of(values: dict[str, Any], level: int) -> list[Canvas]:
    """Draw the large board and the small one of a level."""
    board, marks = values[f"board{max(level, 3)}"], values[f"marks{level}"] if level > 1 else "." * 36
    canvas, small = (Canvas(930, 720) if level < 4 else Canvas(700, 1020)), Canvas(650, 570)
    place = camera(SIZE, 1380, 508, 330) if level < 4 else camera(*FIRST)
    _view(canvas, place, board, marks, values["seed"])
    _flag(canvas, place, -0.25, -0.25)
    for number in range(SIZE):
        canvas.text(*place(number + 0.5, -0.45, 0), "ABCDEF"[number], size=27, bold=True, tick=True)
        canvas.text(*place(SIZE + 0.4, number + 0.5, 0), number + 1, size=27, bold=True, tick=True)
    if level > 3:
        place = camera(*SECOND)
        _view(canvas, place, board[::-1], marks[::-1], values["seed"], opposite=True)
        _flag(canvas, place, SIZE + 0.25, SIZE + 0.25)
    place = camera(5, 960, 335, 238)
    for y in range(4, -1, -1):
        for x in range(5):
            _square(small, place, x, y, 0, "white")
    small.polygon(
        [place(2.5 + dx, 2.5 + dy, 0) for dx, dy in ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))],
        fill="ink",
    )
    mirror = -1 if level > 2 else 1
    for right, up in values["hops1"]:
        small.circle(*place(2.5 + mirror * right, 2.5 + up, 0), 15, fill="blue", stroke=None)
    corner = turned([(-1, -1)], values["quarters"] if level > 1 else 0)[0]
    _flag(small, place, 2.5 + 2.75 * mirror * corner[0], 2.5 + 2.75 * corner[1])
    for inset in (6, 16) if level > 2 else ():
        small.rect(inset, inset, 650 - 2 * inset, 490 - 2 * inset, line=3)
    _key(small)
    return [canvas, small]


def _key(canvas: Canvas) -> None:
    """Draw the signs of all levels below the small board, seen from above."""

    def sign(kind: str, x: float, y: float) -> None:
        canvas.rect(x - 22, y - 22, 44, 44, fill="paleblue" if kind == "i" else "white", line=2.5)
        for share in (-13, -4, 5, 14) if kind == "s" else ():
            canvas.line((x + share, y - 17), (x + share, y + 17), stroke="blue", line=4)
        if kind in "zZ":
            side = 10 if kind == "z" else -10
            canvas.polygon([(x + side * across, y - 10 * up) for across, up in _HOOK], fill="red", line=2.5)

    entries = (("s", "stripes"), ("i", "ice"), ("Z", "Z sign"), ("z", "S sign"))
    signs = [(partial(sign, kind), name) for kind, name in entries]
    key(canvas, 60, 532, signs, gap=0, across=155, room=32)


def words_of(values: dict[str, Any], level: int) -> list[str]:
    """Describe both pictures of a level."""
    board, marks = values[f"board{max(level, 3)}"], values[f"marks{level}"] if level > 1 else ""
    names = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36)]

    def those(sign: str) -> str:
        return ", ".join(name for name, own in zip(names, board, strict=True) if own == sign)

    first = f"A board of 6 by 6 squares in perspective, with a red flag at the corner of A1. Black pits: {those('#')}."
    for height, words in enumerate(("One block", "Two blocks", "Three blocks", "Four blocks"), 1):
        first += f" {words} high: {those(str(height))}." if str(height) in board else ""
    first += " The others are level with the edge of the board."
    signs = {"i": "Pale blue ice", "s": "Blue stripes", "Z": "Red signs like a Z", "z": "Red signs like an S"}
    for sign, words in signs.items():
        if sign in marks:
            first += (
                f" {words}: {', '.join(name for name, own in zip(names, marks, strict=True) if own == sign)}."
            )
    hops = values["hops1" if level < 2 else "hops2"]
    each = "; ".join(
        f"{right} to the side of higher letters and {up} to the side of higher numbers" for right, up in hops
    )
    second = (
        "A flat board of 5 by 5 squares in perspective, with a black piece in the middle and blue dots on other squares. If it is "
        f"turned so that its red flag is where that of the large board is, the dots are seen from the piece at: {each}. "
        "Below is a key of four signs: stripes, ice, Z sign, S sign."
    )
    return [first, second]

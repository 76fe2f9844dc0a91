"""Drawings of ``palace_rounds``: three-cornered rooms, their signs, and small rounds.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import itertools
import math
from collections.abc import Mapping, Sequence

from benchmark.files.palette import Colour
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import good_mark
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._palace_rules import ACROSS, DOWN, Small, walk

#: Letter of a sign → its name.
SIGNS: Mapping[str, str] = {"c": "disc", "d": "diamond", "s": "square"}
_FLOORS: tuple[Colour, ...] = ("white", "yellow", "paleblue")
_SIDE = 86.0  #: of a room in the plan, px
_SMALL = 56.0  #: of a room in a small round, px
_TALL = math.sqrt(3) / 2


def _corners(row: int, column: int, side: float, *, is_up: bool) -> list[Point]:
    """Return the corners of a room, from the left end of its level wall; row and column begin at 0."""
    left, top = column * side / 2, row * side * _TALL
    low, high = top + side * _TALL, top
    level, tip = (low, high) if is_up else (high, low)
    return [(left, level), (left + side, level), (left + side / 2, tip)]


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _sign(canvas: Canvas, letter: str, at: Point, size: float) -> None:
    x, y = at
    if letter == "c":
        canvas.circle(x, y, size, fill="orange", line=2)
    elif letter == "s":
        canvas.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8, fill="blue", line=2)
    elif letter == "d":
        wide = size * 1.3
        canvas.polygon([(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)], fill="white", line=2.5)


def _shift(points: Sequence[Point], x: float, y: float) -> list[Point]:
    return [(x + left, y + top) for left, top in points]


def _plan_corners(row: int, column: int, *, is_up: bool) -> list[Point]:
    return _shift(_corners(row - 1, column - 1, _SIDE, is_up=is_up), 164.0, 92.0)


def is_up(first: int, row: int, column: int, first_column: int) -> bool:
    """Whether a room points up; the first one does in the last row, and points down in row 1."""
    return (row + column + first + first_column + (first == 1)) % 2 == 0


def draw_plan(canvas: Canvas, plan: Sequence[str], floors: Sequence[str], row: int, column: int) -> None:
    """Draw the rooms; the room at the entrance points away from the border next to it."""
    for r, letters in enumerate(plan[1:-1], 1):
        for c, letter in enumerate(letters[1:-1], 1):
            corners = _plan_corners(r, c, is_up=is_up(row, r, c, column))
            floor: Colour = "grey" if letter == "#" else _FLOORS[int(floors[r][c])]
            canvas.polygon(corners, fill=floor, line=3)
            _sign(canvas, letter, _middle(corners), 12)


def draw_entrance(canvas: Canvas, row: int, column: int, heading: int) -> None:
    """Draw the arrow into the first room."""
    (left, level), (right, _), _tip = _plan_corners(row, column, is_up=heading == 1)
    x, way = (left + right) / 2, 1 if heading == 1 else -1
    arrows.arrow(canvas, (x, level + 34 * way), (x, level - 17 * way), stroke="red", line=5, head=18)


def draw_small(canvas: Canvas, small: Small, x: float, y: float, *, is_good: bool) -> None:
    """Draw a small round in a space of 185 × 135 px, with a tick or a cross."""
    rooms = walk(small)
    shapes = [_corners(row, column, _SMALL, is_up=is_up) for row, column, is_up in rooms]
    every = [point for shape in shapes for point in shape]
    low_x, high_x = min(a for a, _ in every), max(a for a, _ in every)
    low_y, high_y = min(b for _, b in every), max(b for _, b in every)
    left = x + (185 - high_x + low_x) / 2 - low_x
    top = y + (103 - (high_y - low_y)) / 2 - low_y
    shapes = [_shift(shape, left, top) for shape in shapes]
    for shape, floor in zip(shapes, small.floors, strict=True):
        canvas.polygon(shape, fill=_FLOORS[int(floor)], line=2)
    doors = [_door(first, second) for first, second in itertools.pairwise(shapes)]
    back = (small.heading + 3) % 6
    row, column, is_up = rooms[0]
    behind = _shift(_corners(row + DOWN[back], column + ACROSS[back], _SMALL, is_up=not is_up), left, top)
    doors.insert(0, _door(behind, shapes[0]))
    for place, letter in enumerate(small.signs):
        middle = _middle(shapes[place])
        between = _middle([doors[place], doors[place + 1]])
        at = middle[0] + 0.62 * (middle[0] - between[0]), middle[1] + 0.62 * (middle[1] - between[1])
        _sign(canvas, letter, at, 7)
    arrows.arrow(canvas, *doors, _middle(shapes[-1]), line=3.5, head=13, stroke="red")
    good_mark(canvas, x + 92, y + 119, is_good=is_good)


def small_words(small: Small) -> str:
    """Describe a small round: the first room's way, then sign and side of each room that is left."""
    names = [
        f"{SIGNS.get(sign, 'plain')} {turn}" for sign, turn in zip(small.signs, small.turns, strict=True)
    ]
    return f"first one points {'up' if small.heading % 2 else 'down'}, {', '.join(names)}"


def _door(first: Sequence[Point], second: Sequence[Point]) -> Point:
    """Return the middle of the wall between two rooms."""
    return _middle([a for a in first if any(math.dist(a, b) < 1 for b in second)])

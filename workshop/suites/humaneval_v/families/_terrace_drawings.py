"""Drawings of terraces: the map, the heights of the ground, and a view.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._terraces import (
    COLUMNS,
    LEVELS,
    NAMES,
    ROWS,
    Hill,
    seen_parts,
)

SIDE = 44.0  #: side of a square of the map, px
STEP = 24.0  #: height of a floor, px


def draw_map(canvas: Canvas, hill: Hill, x: float, y: float) -> None:
    for row, spots in enumerate(hill.plan):
        top = y + row * SIDE
        canvas.text(x - 70, top + SIDE / 2, row + 1, size=20)
        for column, spot in enumerate(spots):
            left = x + column * SIDE
            canvas.rect(left, top, SIDE, SIDE, fill="white", stroke="grey", line=2)
            if spot == "t":
                canvas.circle(left + SIDE / 2, top + SIDE / 2, 13, fill="green")
    for house in NAMES:
        row = next(number for number, spots in enumerate(hill.plan) if house in spots)
        left, width = x + hill.plan[row].index(house) * SIDE, hill.plan[row].count(house) * SIDE
        canvas.rect(left + 4, y + row * SIDE + 4, width - 8, SIDE - 8, fill="yellow", line=3)
        canvas.text(left + width / 2, y + (row + 0.5) * SIDE, house, bold=True)
    middle_x, middle_y = x + COLUMNS * SIDE / 2, y + ROWS * SIDE / 2
    reach_y = ROWS * SIDE / 2
    way = 1 if hill.mutation.startswith("south") else -1
    edge = middle_y + way * (reach_y + 5)
    for shift in (-60, 60):
        at = middle_x + shift
        arrows.arrow(canvas, (at, edge + way * 42), (at, edge), stroke="red", line=4)
    eye = edge + way * 22
    canvas.polygon(
        [(middle_x - 24, eye), (middle_x, eye - 14), (middle_x + 24, eye), (middle_x, eye + 14)],
        fill="white",
        line=3,
    )
    canvas.circle(middle_x, eye, 7, fill="red")


def draw_ground(canvas: Canvas, hill: Hill, x: float, floor: float) -> None:
    """Draw the heights of the four rows of the map, two rays, and a tree, on one scale."""
    wide, left = 50.0, x + 20
    for height in range(11):
        y = floor - height * STEP
        canvas.line((x, y), (x + 335, y), stroke="silver", line=2, guide=True)
        if height % 2 == 0:
            canvas.text(x - 14, y, height, size=18, anchor="end", tick=True)
    for row in range(ROWS + 1):
        at = left + wide * row
        canvas.line((at, floor), (at, floor - 10 * STEP), stroke="silver", line=2, guide=True)
    points = [(left, floor)]
    for row, level in enumerate(hill.ground):
        at = left + wide * row
        points += [(at, floor - level * STEP), (at + wide, floor - level * STEP)]
        canvas.text(at + wide / 2, floor + 24, row + 1, size=20)
    points.append((left + wide * ROWS, floor))
    canvas.polygon(points, fill="silver", line=3)
    side, _, rays = hill.mutation.partition("-")
    start, end = (left + wide * ROWS, left) if side == "south" else (left, left + wide * ROWS)
    _, slope = LEVELS[rays]
    high = 5 if slope else 7
    for shift in (0, 1):
        ends = [(start, floor - (high + shift) * STEP), (end, floor - (high + shift - slope * ROWS) * STEP)]
        arrows.arrow(canvas, *ends, stroke="red", line=4)
    middle, top = x + 290, floor - hill.tree * STEP
    canvas.rect(middle - 7, floor - 26, 14, 26, fill="grey")
    canvas.polygon([(middle - 28, floor - 22), (middle, top), (middle + 28, floor - 22)], fill="green")
    canvas.line((x, floor), (x + 335, floor), line=3)


def draw_view(canvas: Canvas, hill: Hill, floors: Sequence[int], middle: float, floor: float) -> None:
    seen = seen_parts(hill, hill.mutation, floors)
    wide = 34.0
    left = middle - wide * len(seen) / 2
    for place, parts in enumerate(seen):
        x = left + place * wide
        for name, low, high in parts:
            if name in NAMES:
                for height in range(low, high):
                    canvas.rect(x, floor - (height + 1) * STEP, wide, STEP, fill="yellow")
                    canvas.text(x + wide / 2, floor - (height + 0.5) * STEP, name, size=18)
            elif name == "t":
                canvas.rect(x, floor - high * STEP, wide, (high - low) * STEP, fill="green")
            else:
                canvas.rect(x, floor - high * STEP, wide, (high - low) * STEP, fill="silver")
    canvas.line((left - 20, floor), (left + wide * len(seen) + 20, floor), line=3)

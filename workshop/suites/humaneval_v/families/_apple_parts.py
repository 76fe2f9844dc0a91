"""Draw the parts of an apple sorter: boxes, a gap, a wheel with teeth and a trapdoor.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

SQUARE = 18.0  #: side of a square, px
TRACK, BOX_TOP, BOX_LOW = 226.0, 300.0, 404.0  #: heights, px


def draw_box(canvas: Canvas, x: float, letter: str, slots: int = 0) -> None:
    """Draw an open box under the track, with an arrow into it, and the places of apples in it."""
    arrows.arrow(canvas, (x, TRACK + 12), (x, BOX_TOP + 8), line=4)
    canvas.line((x - 34, BOX_TOP), (x - 34, BOX_LOW), (x + 34, BOX_LOW), (x + 34, BOX_TOP), line=5)
    radius = 40.0 / max(slots, 2)
    for slot in range(slots):
        canvas.circle(
            x, BOX_LOW - 5 - (2 * slot + 1) * (radius + 1), radius, stroke="grey", line=3, dashed=True
        )
    canvas.text(x - 54, BOX_LOW - 14, letter, size=26, bold=True)


def draw_gap(canvas: Canvas, x: float, gap: int, slots: int) -> None:
    """Draw a gap on squared paper, above box A, which holds a number of apples."""
    left = x - gap * SQUARE / 2
    for column in range(-2, gap + 3):
        at = left + column * SQUARE
        canvas.line((at, TRACK - 2 * SQUARE), (at, TRACK), stroke="silver", line=2, guide=True)
    for row in range(3):
        y, end = TRACK - row * SQUARE, left + (gap + 2) * SQUARE
        canvas.line((left - 2 * SQUARE, y), (end, y), stroke="silver", line=2, guide=True)
    for start, end in (
        (left - 2 * SQUARE, left),
        (x + gap * SQUARE / 2, x + (gap / 2 + 2) * SQUARE),
    ):
        canvas.line((start, TRACK), (end, TRACK), line=6)
    draw_box(canvas, x, "A", slots)


def draw_wheel(canvas: Canvas, x: float, teeth: int, steps: int) -> None:
    """Draw a wheel above box B; its red tooth is some steps before the lowest place."""
    y = TRACK - 76
    for tooth in range(teeth):
        turn = 180 + 360 * tooth / teeth
        thrower = tooth == steps
        ends = [point_on_circle(x, y, radius, turn) for radius in (36, 66)]
        canvas.line(*ends, stroke="red" if thrower else "grey", line=14 if thrower else 9)
    canvas.circle(x, y, 38, fill="white", line=4)
    arrows.arc(canvas, (x, y), 22, 150, -120, line=4, head=14)
    draw_box(canvas, x, "B")


def draw_door(canvas: Canvas, x: float, *, is_open: bool) -> None:
    """Draw a trapdoor above box C."""
    end = (x - 40 + 26, TRACK + 60) if is_open else (x + 40, TRACK)
    canvas.line((x - 40, TRACK), end, stroke="blue", line=9)
    canvas.circle(x - 40, TRACK, 9, fill="white", line=4)
    draw_box(canvas, x, "C")

"""Drawings of ``rope_wall``: ropes with gaps, and the small drawings of a pulled rope.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from benchmark.files.palette import Colour
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._rope_rules import Case

ROPE = 8.0  #: width of a rope, px
ARM = 36.0  #: length of a rope that crosses a pulled one, to each side, px


def draw_strand(
    canvas: Canvas, start: Point, across: float, colour: Colour, *, high: float, broken: bool
) -> None:
    """Draw a rope that goes over to the next place in a row, with a gap in its middle if it is below."""
    x, y = start

    def at(part: float) -> Point:
        return x + across * part * part * (3 - 2 * part), y + high * part

    steps = 20
    points = [at(step / steps) for step in range(steps + 1)]
    if broken:
        canvas.line(*points[: 8 + 1], stroke=colour, line=ROPE)
        canvas.line(*points[12:], stroke=colour, line=ROPE)
    else:
        canvas.line(*points, stroke=colour, line=ROPE)


def draw_case(canvas: Canvas, case: Case, comes: bool, x: float, y: float) -> None:
    """Draw a pulled rope and the ropes that it crosses, with a tick if it comes out, else with a cross."""
    top, bottom = y + 24, y + 168
    count = len(case.laid)
    apart = 34 if count < 4 else 30
    heights = [(top + bottom) / 2 + 8 + (number - (count - 1) / 2) * apart for number in range(count)]
    breaks = [height for height, sign in zip(heights, case.laid, strict=True) if sign in "oO"]
    pieces = [top, *(edge for height in breaks for edge in (height - 11, height + 11)), bottom]
    for start, end in zip(pieces[::2], pieces[1::2], strict=True):
        canvas.line((x, start), (x, end), stroke="green", line=ROPE)
    arrows.arrow(canvas, (x, top), (x, y - 6), stroke="green", line=4, head=18)
    if case.has_ball:
        canvas.circle(x, bottom, 11, fill="yellow")
    for number, (height, sign) in enumerate(zip(heights, case.laid, strict=True)):
        whole, parts = ((x - ARM, x + ARM),), ((x - ARM, x - 11), (x + 11, x + ARM))
        for start, end in whole if sign in "oO" else parts:
            canvas.line((start, height), (end, height), stroke="grey", line=ROPE)
        if case.is_one and number:
            side = x + ARM if number % 2 else x - ARM
            canvas.line((side, height - 34 - 4), (side, height + 4), stroke="grey", line=ROPE)
        if sign.isupper():
            canvas.circle(x + ARM, height, 11, fill="yellow")
    _draw_mark(canvas, comes, x, y + 205)


def _draw_mark(canvas: Canvas, good: bool, x: float, y: float) -> None:
    if good:
        canvas.line((x - 14, y), (x - 4, y + 12), (x + 16, y - 14), stroke="blue", line=6)
    else:
        canvas.line((x - 12, y - 12), (x + 12, y + 12), stroke="red", line=6)
        canvas.line((x - 12, y + 12), (x + 12, y - 12), stroke="red", line=6)

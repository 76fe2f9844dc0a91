"""Drawings of ``rope_wall``: ropes with gaps, and the small drawings of a pulled rope.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour

ROPE = 8.0  #: width of a rope, px
ARM = 36.0  #: length of a rope that crosses a pulled one, to each side, px


@dataclass(frozen=True)
class Case:
    """A small drawing: the other ropes that lie over or under the pulled one, and who has a ball."""

    words: str
    over: int = 0  #: crossings at which another rope lies over the pulled one
    under: int = 0
    is_one: bool = False  #: whether all crossings belong to one rope that winds
    has_ball: bool = False
    load: bool = False  #: whether the other ropes have balls

    @property
    def laid(self) -> list[bool]:
        """Whether the other rope lies over the pulled one, for each crossing from the top."""
        if not (self.over and self.under):
            return [self.over > 0] * (self.over + self.under)
        most = self.over >= self.under
        return [most, not most] + [most] * (max(self.over, self.under) - 1)


def cases(most: int) -> list[Case]:
    """Return the small drawings; ``most`` is the number of crossings that do not hold a rope."""
    more = most + 1
    return [
        Case(f"{more} ropes behind it", under=more),
        Case(f"{most} in front", over=most),
        Case(f"{more} in front", over=more),
        Case(f"one that winds and is in front {more} times", over=more, is_one=True),
        Case(f"{more} behind and one in front", over=1, under=more),
        Case(f"{most} behind", under=most),
        Case(f"one that winds and is behind {more} times", under=more, is_one=True),
        Case("a ball at its end and one in front", over=1, has_ball=True),
        Case("a ball at its end and one behind", under=1, has_ball=True),
        Case("a ball at its end, one in front and one behind", over=1, under=1, has_ball=True),
        Case(f"a ball at its end and {more} in front", over=more, has_ball=True),
        Case("one with a ball in front", over=1, load=True),
        Case(f"{more} in front and one behind", over=more, under=1),
        Case("one with a ball behind", under=1, load=True),
        Case(f"a ball at its end and {more} behind", under=more, has_ball=True),
    ]


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
    breaks = [height for height, is_over in zip(heights, case.laid, strict=True) if is_over]
    pieces = [top, *(edge for height in breaks for edge in (height - 11, height + 11)), bottom]
    for start, end in zip(pieces[::2], pieces[1::2], strict=True):
        canvas.line((x, start), (x, end), stroke="green", line=ROPE)
    arrows.arrow(canvas, (x, top), (x, y - 6), stroke="green", line=4, head=18)
    if case.has_ball:
        canvas.circle(x, bottom, 11, fill="yellow")
    for number, (height, is_over) in enumerate(zip(heights, case.laid, strict=True)):
        whole, parts = ((x - ARM, x + ARM),), ((x - ARM, x - 11), (x + 11, x + ARM))
        for start, end in whole if is_over else parts:
            canvas.line((start, height), (end, height), stroke="grey", line=ROPE)
        if case.is_one and number:
            side = x + ARM if number % 2 else x - ARM
            canvas.line((side, height - 34 - 4), (side, height + 4), stroke="grey", line=ROPE)
        if case.load:
            canvas.circle(x + ARM, height, 11, fill="yellow")
    _draw_mark(canvas, comes, x, y + 205)


def _draw_mark(canvas: Canvas, good: bool, x: float, y: float) -> None:
    if good:
        canvas.line((x - 14, y), (x - 4, y + 12), (x + 16, y - 14), stroke="blue", line=6)
    else:
        canvas.line((x - 12, y - 12), (x + 12, y + 12), stroke="red", line=6)
        canvas.line((x - 12, y + 12), (x + 12, y - 12), stroke="red", line=6)

"""Drawings of ``chair_lift``: the slope, and small plans with masts, a cable and a tick or a cross.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

#: Kind of ground → its colour, and the name of that colour in descriptions.
GROUNDS: Mapping[str, tuple[Colour, str]] = {
    "o": ("yellow", "yellow"),
    "x": ("grey", "grey"),
    "s": ("sky", "blue"),
}
SIDE = 16.0  #: side of a square of the small plans, px
DEEP = 0.7  #: depth of the ground below the height 0, squares


@dataclass(frozen=True, slots=True)
class SmallPlan:
    """A plan of few masts: the heights and the kinds of its ground at each metre, its masts, the verdict."""

    ground: str
    kinds: str
    masts: tuple[tuple[int, int], ...]  #: place and height of each
    is_good: bool


def draw_slope(canvas: Canvas, ground: str, kinds: str, x: float, y: float, side: float) -> None:
    """Draw the ground with its axes; (x, y) is the point 0, 0 in the picture."""
    end, top = len(ground) - 1, max(map(int, ground))
    _draw_grid(canvas, x, y, end, top + 1, side)
    _draw_ground(canvas, ground, kinds, x, y, side)
    for metre in range(end + 1):
        at, floor = x + metre * side, y + DEEP * side
        canvas.line((at, floor), (at, floor + 7), line=2)
    for metre in range(0, end + 1, 2):
        canvas.text(x + metre * side, y + DEEP * side + 20, metre, size=18, tick=True)
    for metre in range(top + 2):
        canvas.text(x - 14, y - metre * side, metre, size=18, tick=True)


def draw_small_plan(canvas: Canvas, plan: SmallPlan, x: float, y: float) -> None:
    """Draw a small plan; (x, y) is the ground's point 0, 0 in the picture."""
    end = len(plan.ground) - 1
    tops = [int(plan.ground[place]) + height for place, height in plan.masts]
    _draw_grid(canvas, x, y, end, max(tops), SIDE)
    points: list[Point] = []
    for (place, _), top in zip(plan.masts, tops, strict=True):
        foot = y - int(plan.ground[place]) * SIDE
        points.append((x + place * SIDE, y - top * SIDE))
        canvas.line((points[-1][0], foot), points[-1], line=5)
    _draw_ground(canvas, plan.ground, plan.kinds, x, y, SIDE)
    canvas.line(*points, stroke="blue", line=3)
    middle, low = x + end * SIDE / 2, y + DEEP * SIDE + 20
    if plan.is_good:
        canvas.line((middle - 13, low), (middle - 3, low + 10), (middle + 14, low - 12), line=5)
    else:
        for way in (-1, 1):
            canvas.line((middle - 11, low - 11 * way), (middle + 11, low + 11 * way), stroke="red", line=5)


def _draw_grid(canvas: Canvas, x: float, y: float, columns: int, rows: int, side: float) -> None:
    for column in range(columns + 1):
        at = x + column * side
        canvas.line((at, y), (at, y - rows * side), stroke="silver", line=2, guide=True)
    for row in range(rows + 1):
        canvas.line(
            (x, y - row * side), (x + columns * side, y - row * side), stroke="silver", line=2, guide=True
        )


def _draw_ground(canvas: Canvas, ground: str, kinds: str, x: float, y: float, side: float) -> None:
    """Draw each run of one kind of ground; the kinds change in the middle between two metres."""
    heights = [*map(int, ground)]
    last = len(heights) - 1
    floor = y + DEEP * side

    def surface(metre: float) -> Point:
        low = min(int(metre), last - 1)
        height = heights[low] + (heights[low + 1] - heights[low]) * (metre - low)
        return x + metre * side, y - height * side

    changes = [place + 1 for place, (one, other) in enumerate(pairwise(kinds)) if one != other]
    for start, stop in pairwise([0, *changes, last + 1]):
        left, right = max(0.0, start - 0.5), min(float(last), stop - 0.5)
        metres = [left, *(float(metre) for metre in range(start, stop) if left < metre < right), right]
        points = [surface(metre) for metre in metres]
        outline = [(points[0][0], floor), *points, (points[-1][0], floor)]
        canvas.polygon(outline, fill=GROUNDS[kinds[start]][0], line=2)


def small_plan_words(plan: SmallPlan) -> str:
    """Describe a small plan in words."""
    feet = ", ".join(
        f"at {place} on {GROUNDS[plan.kinds[place]][1]} ground {height} high" for place, height in plan.masts
    )
    uneven = "" if set(plan.ground) == {"0"} else f", ground heights {' '.join(plan.ground)}"
    return f"masts {feet}{uneven}: {'tick' if plan.is_good else 'cross'}."

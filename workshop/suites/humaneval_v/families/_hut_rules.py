"""Rules by which a tour from hut to hut on a hill may take its time.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space
from workshop.drawing.items import Point

#: Parts of what a reader may see in the tours → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "walk": range(5, 31),  # minutes between any two huts
    "up": range(10),  # further minutes for lines up
    "down": range(10),
    "lines": (
        lambda lines: lines,
        lambda lines: min(1, lines),  # any climb is the same
        lambda lines: lines**2,  # steep walks are slow
        lambda lines: max(0, lines - 1),  # the first one costs nothing
        lambda lines: lines + (lines > 0),
    ),
    "way": ("from height to height", "straight over the hill"),
    "more": ("nothing", "tired", "start", "end", "higher", "distance"),  # a minute for each
}

#: A hut's letter, its line counted from the lowest, and its place, px.
Hut = tuple[str, int, Point]
STEPS = 50  #: points on a straight walk at which its height is read
FAR = 60.0  #: distance for a further minute, px


@lru_cache(maxsize=4)
def tour_rules(huts: Sequence[Hut], outlines: Sequence[Sequence[Point]]) -> RuleSpace:
    """Return the space of a hill with huts and contour lines, each as points around it."""
    walks = {
        (start[0], end[0]): _walk(start, end, outlines) for start in huts for end in huts if start is not end
    }

    def minutes(choices: Sequence[Any], tour: str) -> list[int]:
        walk, up, down, counted, way, more = choices
        now, found = 0, [0]
        for stop, pair in enumerate(pairwise(tour)):
            direct, straight, added = walks[pair]
            climbs, falls = direct if way == "from height to height" else straight
            now += walk + up * counted(climbs) + down * counted(falls)
            now += stop if more == "tired" else added[more]
            found.append(now)
        return found

    return program_space(PARTS, minutes)


def _walk(
    start: Hut, end: Hut, outlines: Sequence[Sequence[Point]]
) -> tuple[tuple[int, int], tuple[int, int], dict[str, int]]:
    """Return the lines up and down of a walk, those of a straight walk, and further minutes of other rules."""
    (_, low, (x, y)), (_, high, (right, top)) = start, end
    heights = [low]
    for step in range(1, STEPS):
        point = x + (right - x) * step / STEPS, y + (top - y) * step / STEPS
        heights.append(max(sum(_is_inside(point, outline) for outline in outlines) - 1, 0))
    climbs = [after - before for before, after in pairwise([*heights, high])]
    added = {
        "nothing": 0,
        "start": low,
        "end": high,
        "higher": max(low, high),
        "distance": round(math.dist(start[2], end[2]) / FAR),
    }
    direct = max(0, high - low), max(0, low - high)
    return direct, (sum(max(0, climb) for climb in climbs), sum(max(0, -climb) for climb in climbs)), added


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point is in a shape, by the number of its edges to the right of the point."""
    x, y = point
    inside = False
    for (left, first), (right, second) in pairwise([*outline, outline[0]]):
        if (first > y) != (second > y) and x < left + (y - first) * (right - left) / (second - first):
            inside = not inside
    return inside

"""Rules of ``chair_lift`` as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import hypot
from typing import Any

import numpy as np

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace
from workshop.suites.humaneval_v.families._lift_plans import KINDS_OF_GROUND, Lift

#: A longer span is good by one clause of 46, or by two of them of which all or one has to be true: a kind of
#: ground or another one at one of its ends, what rises or falls along it, equal kinds at both ends, how steep.
CLAUSES = 46
PAIRS = np.array([(one, one) for one in range(CLAUSES)] + [*combinations(range(CLAUSES), 2)] * 2)
IS_OR = np.arange(len(PAIRS)) >= CLAUSES + CLAUSES * (CLAUSES - 1) // 2
#: How much longer than meant both limits of a span are; in the last choice the cable itself is measured.
LIMITS = [*product((0, -1, 1), repeat=2)]
#: Which bends of the cable need a kind of ground, and the kinds on which they are good.
BENDS = ("up", "down", "any", "through the level")
GOOD_KINDS = [{*kinds} for count in range(3) for kinds in combinations(KINDS_OF_GROUND, count)]
#: How high the cable has to be above the ground: as meant, a metre more or less, as meant but only at the masts
#: or only between them, or above the highest ground of the span.
CLEAR = ("every point", "lower", "higher", "masts", "between", "highest")
PARTS = {
    "long": len(PAIRS), "limits": len(LIMITS) + 1, "bend": len(BENDS), "kinds": len(GOOD_KINDS), "clear": len(CLEAR),
}  # fmt: skip
Masts = Sequence[Sequence[int]]


def lift_space(lift: Lift, drawn: Sequence[tuple[Call, bool]]) -> RuleSpace:
    """Return all rules; a call has masts on the slope, or the ground, the kinds and the masts of a small plan."""

    def results(rules: Choices, call: Call) -> Any:
        ground, kinds, masts = call if len(call) > 1 else (lift.ground, lift.kinds, *call)
        tables = _tables(ground, kinds, tuple(map(tuple, masts)), (lift.short, lift.long, lift.clear))
        spans, bends, clear = tables
        return (
            spans[rules["long"], rules["limits"]]
            & bends[rules["bend"], rules["kinds"]]
            & clear[rules["clear"]]
        )

    return RuleSpace(parts=PARTS, results=results, drawn=drawn)


@lru_cache(maxsize=256)
def _tables(
    ground: str, kinds: str, masts: tuple[tuple[int, int], ...], limits: tuple[int, int, int]
) -> tuple[Any, ...]:
    """Return whether a plan is good by each choice about spans, about bends, and about its height."""
    heights = [*map(int, ground)]
    short, long, wanted = limits
    tops = [(place, heights[place] + height) for place, height in masts]
    spans = np.ones((len(PAIRS), len(LIMITS) + 1), bool)
    clear = np.ones(len(CLEAR), bool)
    for mast, other, (start, top), (end, next_top) in zip(masts, masts[1:], tops, tops[1:], strict=False):
        clauses = np.array(_clauses(mast, other, heights, kinds))
        first, second = clauses[PAIRS].T
        good = np.where(IS_OR, first | second, first & second)
        width, length = end - start, hypot(end - start, next_top - top)
        for number, (more, most) in enumerate(LIMITS):
            spans[:, number] &= (width <= short + more) | (good & (width <= long + most))
        spans[:, -1] &= (length <= short) | (good & (length <= long))
        # the ground is straight between two metres: the cable is nearest to it above one of them
        rooms = [top + (next_top - top) * (x - start) / width - heights[x] for x in range(start, end + 1)]
        lowest, ends = min(rooms), min(rooms[0], rooms[-1])
        inner = min(rooms[1:-1], default=lowest)
        above = min(top, next_top) - max(heights[start : end + 1])
        clear &= np.array([lowest, lowest + 1, lowest - 1, ends, inner, above]) >= wanted
    slopes = [(next_top - top) / (end - start) for (start, top), (end, next_top) in pairwise(tops)]
    bends = np.ones((len(BENDS), len(GOOD_KINDS)), bool)
    for (place, _), before, after in zip(masts[1:], slopes, slopes[1:], strict=False):
        ways = after > before, after < before, after != before, before * after < 0
        on_good = np.array([kinds[place] in good for good in GOOD_KINDS])
        bends &= ~np.array(ways)[:, None] | on_good
    return spans, bends, clear


def _clauses(mast: tuple[int, int], other: tuple[int, int], heights: Sequence[int], kinds: str) -> list[bool]:
    """Return which clauses are true of a span."""
    (start, first), (end, second) = mast, other
    rise, ground = heights[end] + second - heights[start] - first, heights[end] - heights[start]
    places = (
        start, end, end if rise > 0 else start, start if rise > 0 else end,
        end if second > first else start, start if second > first else end,
    )  # fmt: skip
    at_ends = [kinds[place] == kind for place in places for kind in KINDS_OF_GROUND]
    alike, steep = kinds[start] == kinds[end], abs(rise) > 1
    signs = [difference * way > 0 for difference in (rise, second - first, ground) for way in (1, -1)]
    return [*at_ends, *(not clause for clause in at_ends), *signs, alike, not alike, steep, not steep]

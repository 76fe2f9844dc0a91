"""Rules by which candles light one another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space

#: Parts of what a reader may see in a tree of candles → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "waits for": (
        "the one above",
        "the row above",
        "the branch before",
        "all in the rows before",
        "all below",
    ),
    "first": ("left", "right", "most below", "fewest below", "longest branch", "middle", "ends"),
    "turned": (
        "never",
        "every second row",
        "below the first of a group",
    ),  # the order of those that one lights
    "pauses": (
        "place",
        "number",
        "one",
        "place less one",
        "number less one",
        "doubled",
        "summed",
        "pairs",
        "both",
    ),
    "longer": ("never", "by row", "above a branch"),
    "lowest": (0, 1, -1),  # pauses more for a candle that lights none
    "alone": (0, 1, -1),  # pauses more for the only one that a candle lights
    "pause": range(1, 21),  # seconds
}


@lru_cache(maxsize=8)
def _tree(lit_by: tuple[int, ...]) -> tuple[list[list[int]], list[int], list[int], list[int]]:
    """Return the candles below each, its row, all that burn because of it, and the rows below it."""
    below: list[list[int]] = [[] for _ in lit_by]
    rows, sizes, heights = [0] * len(lit_by), [1] * len(lit_by), [0] * len(lit_by)
    for candle, above in enumerate(lit_by[1:], 1):
        below[above].append(candle)
        rows[candle] = rows[above] + 1
    for candle in range(len(lit_by) - 1, 0, -1):
        sizes[lit_by[candle]] += sizes[candle]
        heights[lit_by[candle]] = max(heights[lit_by[candle]], heights[candle] + 1)
    return below, rows, sizes, heights


@lru_cache(maxsize=1_000)
def _groups(lit_by: tuple[int, ...], first: str, turned: str) -> list[list[int]]:
    """Return for each candle those below it, in the order in which it lights them."""
    below, rows, sizes, heights = _tree(lit_by)
    groups: list[list[int]] = []
    for group in below:
        last = len(group) - 1
        keys = {
            "left": [0 for _ in group],
            "right": [-place for place in range(len(group))],
            "most below": [-sizes[candle] for candle in group],
            "fewest below": [sizes[candle] for candle in group],
            "longest branch": [-heights[candle] for candle in group],
            "middle": [abs(2 * place - last) for place in range(len(group))],
            "ends": [-abs(2 * place - last) for place in range(len(group))],
        }[first]
        groups.append([group[place] for place in sorted(range(len(group)), key=keys.__getitem__)])
    for candle, above in enumerate(lit_by):
        if {
            "every second row": rows[candle] % 2,
            "below the first of a group": above >= 0 and groups[above][0] == candle,
        }.get(turned):
            groups[candle] = groups[candle][::-1]
    return groups


@lru_cache(maxsize=1_000)
def _units(choices: tuple[Any, ...], lit_by: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pauses before each candle begins to burn."""
    waits, first, turned, pauses, longer, lowest, alone = choices
    groups = _groups(lit_by, first, turned)
    _, rows, _, heights = _tree(lit_by)
    own = [0] * len(lit_by)
    for group in groups:
        size = len(group)
        for place, candle in enumerate(group, 1):
            own[candle] = {
                "place": place,
                "number": size,
                "one": 1,
                "place less one": place - 1,
                "number less one": size - 1,
                "doubled": 2 ** (place - 1),
                "summed": place * (place + 1) // 2,
                "pairs": (place + 1) // 2,
                "both": place + size - 1,
            }[pauses]
            if longer != "never":
                own[candle] *= rows[candle] if longer == "by row" else max(1, heights[candle])
            own[candle] += (lowest if not groups[candle] else 0) + (alone if size == 1 else 0)
    units = [0] * len(lit_by)
    if waits in ("the branch before", "all below"):
        order, waiting = [], [0]
        while waiting:
            candle = waiting.pop()
            order.append(candle)
            waiting += groups[candle] if waits == "all below" else groups[candle][::-1]
        clock = 0
        for candle in order[::-1] if waits == "all below" else order:
            clock += own[candle]
            units[candle] = clock
        return tuple(units)
    row, clock = [0], 0
    while row:
        following = [candle for above in row for candle in groups[above]]
        start = max(units[candle] for candle in row)
        for candle in following:
            clock += own[candle]
            if waits == "all in the rows before":
                units[candle] = clock
            else:
                units[candle] = own[candle] + (units[lit_by[candle]] if waits == "the one above" else start)
        row = following
    return tuple(units)


def seconds(choices: Sequence[Any], lit_by: Sequence[int]) -> list[int]:
    """Return when each candle begins to burn by a rule of the space."""
    *others, pause = choices
    return [pause * units for units in _units(tuple(others), tuple(lit_by))]


@lru_cache(maxsize=1)
def candle_rules() -> RuleSpace:
    """Return the space of all trees."""
    return program_space(PARTS, seconds)

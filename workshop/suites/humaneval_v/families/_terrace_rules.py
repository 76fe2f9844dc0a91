"""Rules of what is visible of houses and trees on terraces.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import RuleSpace, one_rule, program_space, rule_of
from workshop.suites.humaneval_v.families._terraces import LEVELS, NAMES, Floors

#: Parts of what a reader may see in a view → their choices.
PARTS: Mapping[str, Sequence[Any]] = {
    "side": ("south", "north"),
    "slope": range(-3, 4),  # floors by which a row is seen higher than the one in front of it
    "ground": ("as drawn", "from the other end", "flat", "hides nothing"),
    "tree": (0, 1, 2, 3, 4, 5, 99),  # floors; 0 hides nothing
    "trees stand": ("on the ground", "at the bottom", "on the highest row"),
    "houses stand": ("on the ground", "at the bottom"),
    "hidden": ("by all in front", "by the next thing", "by the row in front", "by heights together"),
    "in part": (0, 1, -1),  # squares that are seen besides of a house that is hidden in part
    "counted": ("sum", "most of a line", "least of a line", "lines"),
}


@lru_cache(maxsize=30_000)
def _seen(
    choices: tuple[Any, ...], plan: tuple[str, ...], heights: tuple[int, ...], floors: Floors
) -> list[list[tuple[int, bool]]]:
    """Return for each house, on each of its lines of sight, the visible squares, and whether some are hidden."""
    side, slope, ground, tree, trees, houses, hidden = choices
    rows = plan[::-1] if side == "south" else plan
    levels = [*heights]
    if (side == "south") != (ground == "from the other end"):
        levels.reverse()
    if ground == "flat":
        levels = [0] * len(levels)
    seen: list[list[tuple[int, bool]]] = [[] for _ in floors]
    for line in zip(*rows, strict=True):
        tops = [-99]  # of the things in front; where heights count together, with all before
        for place, spot in enumerate(line):
            bottom, shift = levels[place] + slope * place, slope * place
            hides = [] if ground == "hides nothing" else [bottom]
            if spot == "t" and tree:
                base = {"at the bottom": shift, "on the highest row": max(heights) + shift}
                hides.append(base.get(trees, bottom) + tree)
            top = max(tops)
            if spot in NAMES:
                house = NAMES.index(spot)
                base_of_house = bottom if houses == "on the ground" else shift
                roof = base_of_house + floors[house]
                low = max(top, base_of_house, *(hides if base_of_house < bottom else []))
                seen[house].append((max(0, roof - low), low > base_of_house))
                hides.append(roof)
            highest = max(hides, default=-99)
            if hidden == "by all in front":
                tops.append(highest)
            elif hidden == "by the row in front":
                tops = [highest]
            elif hidden == "by the next thing":
                tops = [highest] if spot != "." else tops
            else:
                tops = [max(top, 0) + max(0, highest)]
    return seen


def visible(
    choices: tuple[Any, ...], floors: Sequence[int], *, plan: tuple[str, ...], heights: tuple[int, ...]
) -> list[int]:
    """Return for each house how much of it is visible by a rule of the space."""
    *rule, in_part, counted = choices
    lines_of_houses = [
        [squares + in_part * (hidden and squares > 0) for squares, hidden in lines]
        for lines in _seen(tuple(rule), plan, heights, tuple(floors))
    ]
    match counted:
        case "sum":
            return [sum(lines) for lines in lines_of_houses]
        case "most of a line":
            return [max(lines) for lines in lines_of_houses]
        case "least of a line":
            return [min(lines) for lines in lines_of_houses]
        case _:
            return [sum(map(bool, lines)) for lines in lines_of_houses]


def right_rule(mutation: str, tree: int) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    side, _, rays = mutation.partition("-")
    on_ground = "on the ground"
    meant = (side, LEVELS[rays][1], "as drawn", tree, on_ground, on_ground, "by all in front", 0, "sum")
    return rule_of(PARTS, meant)


def telling_pair(
    space: RuleSpace, rules: Sequence[Mapping[str, int]], asked: Sequence[Call], candidates: Sequence[Call]
) -> list[Call]:
    """Choose two views that contradict, for each right rule, the wrong ones that differ in at most two parts.

    Raises:
        UnfitError: if no two of the candidates do.
    """
    contradicted = []
    for rule in rules:
        among, alone = space.near(rule, 2), one_rule(rule)
        differ = [
            [space.results(among, call) != space.results(alone, call) for call in some]
            for some in (asked, candidates)
        ]
        contradicted.append(np.array(differ[1])[:, np.any(differ[0], axis=0)])
    for pair in combinations(zip(candidates, np.hstack(contradicted), strict=True), 2):
        if np.any([found for _, found in pair], axis=0).all():
            return [call for call, _ in pair]
    raise UnfitError("no two views tell the rule")


@lru_cache(maxsize=4)
def terrace_rules(plan: tuple[str, ...], heights: tuple[int, ...]) -> RuleSpace:
    """Return the space of a map with the heights of its rows."""
    return program_space(PARTS, partial(visible, plan=plan, heights=heights))

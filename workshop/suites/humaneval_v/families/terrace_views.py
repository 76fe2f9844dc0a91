"""Houses and trees on terraces, seen from one side: how much of each house is visible.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._terrace_drawings import draw_ground, draw_map, draw_view
from workshop.suites.humaneval_v.families._terrace_rules import right_rule, telling_pair, terrace_rules
from workshop.suites.humaneval_v.families._terraces import (
    COLUMNS,
    LEVELS,
    NAMES,
    ROWS,
    Floors,
    Hill,
    ground_levels,
    seen_parts,
    sight_lines,
    visible_squares,
)

VERSION = 2
KINDS = ("section", "map")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "hand-drawn": "heights and sight lines have to be measured",
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
TASK_TYPE = "Computation"
ASPECTS = ("Spatial Transformations", "Geometric Objects", "Common Sense")
MUTATIONS = ("south-rising", "north-level", "north-rising", "south-level")
EQUIVALENT = {"min(ground) → max(ground)": "where the first row is the highest, it is the same"}
#: Readings that the views alone do not contradict, and what does.
SETTLED = {
    "lines = *": "the map shows where houses and trees are",
    "ground = *": "the terraces are measured on their scale",
    "top = max(top, level + *": "the tree is measured on the same scale",
}

TEXT = '''\
def solution(floors: list[int]) -> list[int]:
    """
    Houses stand on four terraces. Somebody far away looks at them through a telescope, along the red rays in
    the picture. Find how much is visible of each house.

    Parameters:
        floors (list[int]): The number of floors of the houses A to H, in this order, each from 0 to 6. A floor
            is as high as a step of the scale.

    Returns:
        list[int]: For each house the number of squares of its front that are visible. A front is as many
            squares high as the house has floors, and as many wide as it has squares on that side of the map.
    """
'''

VIEW = """
def solution(floors: list[int]) -> list[int]:
    lines = $lines
    ground = $ground
    visible = [0] * len(floors)
    for line in lines:
        top = min(ground)
        for place, spot in enumerate(line):
            level = {level}
            top = max(top, level)
            if spot == "t":
                top = max(top, level + $tree)
            elif spot != ".":
                house = ord(spot) - ord("A")
                roof = level + floors[house]
                visible[house] += max(0, roof - top)
                top = max(top, roof)
    return visible
"""

HIGHEST = 6  #: floors


def sample(mutation: str, draws: Draws) -> Hill:
    for _ in range(400):
        names = draws.shuffled(NAMES)
        plan = tuple(_row(draws, names[2 * row : 2 * row + 2]) for row in range(ROWS))
        ground = draws.shuffled([0, *draws.sample(range(1, 5), 3)])
        hill = Hill(mutation, plan, tuple(ground), draws.integer(2, 4), draws.text("NS", 16), ())
        tested = (HIGHEST,) * 8, (2,) * 8, *(_floors(draws, 0) for _ in range(13))
        if _asks_for_all(hill, tested):
            return replace(hill, tested=tuple(dict.fromkeys(tested)))
    raise UnfitError("a height that no test asks for")


def _asks_for_all(hill: Hill, tested: Sequence[Floors]) -> bool:
    """Whether every rule returns something else if a row or the trees are one higher or lower."""
    others = [replace(hill, tree=hill.tree + step) for step in (-1, 1)]
    for row, step in product(range(ROWS), (-1, 1)):
        ground = [height + step * (place == row) for place, height in enumerate(hill.ground)]
        others.append(replace(hill, ground=tuple(ground)))
    return all(
        any(visible_squares(other, name, floors) != visible_squares(hill, name, floors) for floors in tested)
        for name, other in product(MUTATIONS, others)
    )


def _floors(draws: Draws, lowest: int) -> Floors:
    return tuple(draws.integers(len(NAMES), lowest, HIGHEST))


def _row(draws: Draws, names: Sequence[str]) -> str:
    """Choose a row of the map with two houses and one or two trees."""
    widths = draws.choice(((1, 2), (2, 1), (2, 2), (3, 1), (1, 3), (2, 3), (3, 2)))
    things = [name * width for name, width in zip(names, widths, strict=True)]
    trees = draws.integer(1, 2)
    things += ["t"] * trees + ["."] * (COLUMNS - sum(widths) - trees)
    return "".join(draws.shuffled(things))


@lru_cache(maxsize=4)
def _shown(hill: Hill) -> list[Call]:
    """Choose houses whose views leave one rule of the space for every mutation."""
    draws = Draws(hill.seed, "shown")
    candidates: list[Call] = [(list(_floors(draws, 1)),) for _ in range(60)]
    rules = [right_rule(mutation, hill.tree) for mutation in MUTATIONS]
    return telling_pair(rule_space(hill), rules, calls(hill), candidates)


def rule_space(hill: Hill) -> RuleSpace:
    return terrace_rules(hill.plan, hill.ground)


def calls(hill: Hill) -> list[Call]:
    return [(list(floors),) for floors in hill.tested]


def examples(hill: Hill) -> list[Call]:
    return _shown(replace(hill, mutation=""))


def reference(hill: Hill) -> str:
    level, _ = LEVELS[hill.mutation.partition("-")[2]]
    program = VIEW.replace("{level}", level)
    lines, ground = sight_lines(hill, hill.mutation), ground_levels(hill, hill.mutation)
    return fill(program, lines=lines, ground=ground, tree=hill.tree)


def picture(hill: Hill, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 930)
    frame(canvas, 15, 15, 530, 350, title="Map")
    draw_map(canvas, hill, 126, 108)
    frame(canvas, 560, 15, 425, 350, title="Ground")
    draw_ground(canvas, hill, 625, 316)
    for number, (floors,) in enumerate(examples(hill)):
        x = 15 + 490.0 * number
        frame(canvas, x, 380, 480, 535, title=("View in spring", "View in autumn")[number])
        draw_view(canvas, hill, floors, x + 240, 770)
        for row, (name, values) in enumerate((("floors", floors), ("visible", solve(floors)))):
            canvas.text(x + 24, 852 + 36 * row, name, size=19, anchor="start")
            for house, value in enumerate(values):
                canvas.text(x + 128 + 44 * house, 852 + 36 * row, value, size=20)
        for house, letter in enumerate(NAMES):
            canvas.text(x + 128 + 44 * house, 818, letter, size=20, bold=True)
    return canvas


def describe(hill: Hill, solve: Solve) -> str:
    rows = "; ".join(f"{number}: {' '.join(spots)}" for number, spots in enumerate(hill.plan, 1))
    heights = ", ".join(f"row {number} at {level}" for number, level in enumerate(hill.ground, 1))
    parts = []
    for name, (floors,) in zip(("spring", "autumn"), examples(hill), strict=True):
        lines = "; ".join(
            ", ".join(
                f"{({'.': 'ground', 't': 'tree'}).get(spot, spot)} from {low} to {high}"
                for spot, low, high in line
            )
            or "nothing"
            for line in seen_parts(hill, hill.mutation, floors)
        )
        parts.append(
            f"View in {name}: floors of A to H: {' '.join(map(str, floors))}; visible: "
            f"{' '.join(map(str, solve(floors)))}. The columns of the view from left to right: {lines}."
        )
    side, _, rays = hill.mutation.partition("-")
    slope = "are level" if rays == "level" else f"are {rays} by one floor from row to row on their way"
    return (
        f"The picture has a Map of four rows of seven squares, row 1 at the top: {rows}. Letters are yellow houses, which can "
        "be several squares wide, t is a green tree, a dot an empty square. An eye with two red arrows is at the "
        f"{side} side of the map, if the top is north. Under Ground the heights of the rows are drawn on a scale: "
        f"{heights}; two red rays come from the {side} and {slope}; next to them is a tree of the height {hill.tree}. Two views show what is seen, in yellow squares with "
        f"the letters of houses, green for trees and grey for ground. {' '.join(parts)}"
    )

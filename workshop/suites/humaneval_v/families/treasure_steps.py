"""A treasure map with lakes and a turned compass: where a walk ends.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._lake_drawing import draw_compass, draw_map, draw_walk
from workshop.suites.humaneval_v.families._lake_rules import lake_rules, right_rule, tracked
from workshop.suites.humaneval_v.families._lake_walks import (
    COLUMNS,
    ROWS,
    RULES,
    LakeMap,
    Square,
    WalkStep,
    clear_walks,
    end_of,
    other_lakes,
    random_lakes,
    random_walk,
)

VERSION = 4
KINDS = ("map",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Geometric Objects")
MUTATIONS = ("slide", "start", "stay")

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "lakes = *": "the lakes are on the map",
    "ways = *": "the compass is on the map",
    "return chr(*: 1 → *": "the letters and numbers of the squares are on the map",
}

TEXT = '''\
def solution(steps: str) -> str:
    """
    A walker on the map of the picture begins at the start and follows the compass, one square a step. Three
    walks show what happens on the way. Find the square at which a walk ends. It never leaves the map.

    Parameters:
        steps (str): The steps of the walk, each "N", "E", "S" or "W".

    Returns:
        str: The square at the end, such as "C5": its column and its row.
    """
'''

WALKING = """
def solution(steps: str) -> str:
    lakes = $lakes
    ways = $ways
    column, row = $start
    for step in steps:
        right, down = ways[step]
{lake}
    return chr(ord("A") + column) + str(row + 1)
"""
LAKES = {
    "slide": """\
        column, row = column + right, row + down
        while (column, row) in lakes:
            column, row = column + right, row + down""",
    "start": """\
        column, row = column + right, row + down
        if (column, row) in lakes:
            column, row = $start""",
    "stay": """\
        if (column + right, row + down) not in lakes:
            column, row = column + right, row + down""",
}


@dataclass(frozen=True)
class Treasure:
    """Parameters: the mutation, the map with its compass, and the walks."""

    mutation: str
    land: LakeMap
    seed: str  #: of the walks in the picture
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Treasure:
    north = draws.integer(1, 3)
    for _ in range(300):
        lakes = random_lakes(draws)
        dry = [
            (c, r)
            for c in range(2, 5)
            for r in range(2, 4)
            if all(abs(c - lake[0]) + abs(r - lake[1]) > 1 for lake in lakes)
        ]
        if not dry:
            continue
        land = LakeMap(north, lakes, draws.choice(dry))
        can_show = max(clear_walks(land).values(), default=0) > 1
        tested = _test_walks(draws, land) if can_show else []
        if tested:
            return Treasure(mutation, land, draws.text("NESW", 16), tuple(tested))
    raise UnfitError("no walks that tell where the lakes are")


def _shown(treasure: Treasure) -> list[str]:
    return _chosen(replace(treasure, mutation=""))


@lru_cache(maxsize=4)
def _chosen(treasure: Treasure) -> list[str]:
    """Choose walks that leave one rule of the space for every mutation; the first meets two lakes or more."""
    draws, land = Draws(treasure.seed, "shown"), treasure.land
    walks = {
        walk: lakes
        for walk, lakes in clear_walks(land).items()
        if not any(known and walk.startswith(known) for known in treasure.tested)
    }
    first = [walk for walk, lakes in walks.items() if lakes > 1]
    if not first:
        raise UnfitError("no walk that meets two lakes")
    chosen = telling_examples(
        lake_rules(land, tracked),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(treasure),
        shown=[(draws.choice(first),)],
        candidate=lambda: (draws.choice(list(walks)),),
        numbers=range(3, 4),
    )
    return [walk for (walk,) in chosen]


def rule_space(treasure: Treasure) -> RuleSpace:
    return lake_rules(treasure.land)


def _test_walks(draws: Draws, land: LakeMap) -> list[str]:
    """Choose walks whose ends, under every rule, change if any square of a lake moves; empty if there are none."""
    unseen = {(rule, replace(land, lakes=lakes)) for rule in RULES for lakes in other_lakes(land.lakes)}
    tested = [""]
    for length in (3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 10, 11, 11, 12):
        seen = {}
        for walk in (random_walk(draws, land, length) for _ in range(10)):
            if walk not in tested:
                seen[walk] = {
                    (rule, other)
                    for rule, other in unseen
                    if end_of(land, rule, walk) != end_of(other, rule, walk)
                }
        if not seen:
            continue
        best = max(seen, key=lambda walk: len(seen[walk]))
        tested.append(best)
        unseen -= seen[best]
        if not unseen and len(tested) >= 11:
            return tested if _is_varied(land, tested) else []
    return []


def _is_varied(land: LakeMap, tested: Sequence[str]) -> bool:
    """Whether under no rule more than half of the walks have one end, and any two rules differ on half or more."""
    ends = [[end_of(land, rule, walk) for walk in tested] for rule in RULES]
    different = [sum(map(operator.ne, *pair)) for pair in combinations(ends, 2)]
    return all(2 * max(map(squares.count, squares)) <= len(squares) for squares in ends) and 2 * min(
        different
    ) >= len(tested)


def _drawn_steps(treasure: Treasure, letters: str, solve: Solve) -> list[WalkStep]:
    """Return the steps of a walk, with the ends that the reference gives."""
    steps, at = [], treasure.land.start
    for place, letter in enumerate(letters, 1):
        right, down = treasure.land.ways[letter]
        square = str(solve(letters[:place]))
        end = COLUMNS.index(square[0]), ROWS.index(square[1])
        steps.append(WalkStep(letter, at, (at[0] + right, at[1] + down), end))
        at = end
    return steps


def calls(treasure: Treasure) -> list[Call]:
    return [(steps,) for steps in treasure.tested]


def examples(treasure: Treasure) -> list[Call]:
    """Return each walk up to each of its steps, as its arrows show it."""
    return [(walk[: at + 1],) for walk in _shown(treasure) for at in range(len(walk))]


def reference(treasure: Treasure) -> str:
    program = WALKING.replace("{lake}", LAKES[treasure.mutation])
    return fill(program, lakes=list(treasure.land.lakes), ways=treasure.land.ways, start=treasure.land.start)


def picture(treasure: Treasure, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1000)
    for number, steps in enumerate(_shown(treasure)):
        x, y = 12 + number % 2 * 492.0, 12 + number // 2 * 492.0
        frame(canvas, x, y, 484, 484, title=f"Walk {number + 1}: {' '.join(steps)}")
        draw_map(canvas, treasure.land, x + 60, y + 90)
        draw_walk(canvas, treasure.mutation, _drawn_steps(treasure, steps, solve), x + 60, y + 90)
        canvas.text(x + 256, y + 455, f"end: {solve(steps)}", bold=True)
    frame(canvas, 504, 504, 484, 484, title="Map")
    draw_compass(canvas, treasure.land, 746, 690)
    arrows.arrow(canvas, (540, 868), (592, 868), stroke="blue", line=5, head=17)
    canvas.text(608, 868, "step", anchor="start")
    arrows.arrow(canvas, (740, 868), (792, 868), stroke="red", line=4, head=16, dashed=True)
    canvas.text(808, 868, "what follows", anchor="start")
    canvas.rect(546, 916, 40, 40, fill="paleblue", stroke="grey", line=2)
    canvas.text(608, 936, "lake", anchor="start")
    canvas.rect(746, 916, 40, 40, fill="yellow", stroke="grey", line=2)
    canvas.text(808, 936, "start", anchor="start")
    return canvas


def describe(treasure: Treasure, solve: Solve) -> str:
    def name(square: Square) -> str:
        return COLUMNS[square[0]] + ROWS[square[1]]

    sides = dict(zip(((0, -1), (1, 0), (0, 1), (-1, 0)), ("top", "right", "bottom", "left"), strict=True))
    compass = ", ".join(f"{letter} at the {sides[way]}" for letter, way in treasure.land.ways.items())
    lakes = ", ".join(name(lake) for lake in treasure.land.lakes)
    parts = []
    for number, steps in enumerate(_shown(treasure), 1):
        moves = []
        for step in _drawn_steps(treasure, steps, solve):
            dashed = (
                "" if step.into == step.end else f", and from there a dashed red arrow to {name(step.end)}"
            )
            moves.append(f"{step.letter} from {name(step.start)} to {name(step.into)}{dashed}")
        parts.append(f"Walk {number}, {' '.join(steps)}: {'; '.join(moves)}; end: {solve(steps)}.")
    return (
        "The picture shows the same map three times, with the columns A to G from left to right and the rows 1 to 6 "
        f"from top to bottom. The start is yellow, at {name(treasure.land.start)}; each lake is pale blue, at {lakes}. A "
        f"fourth field, named Map, has the compass, with {compass}, and a key: a blue arrow is a step, a dashed red "
        "arrow is what follows. On each map a walk is drawn, one blue arrow for each step, and a black cross at its "
        f"end. {' '.join(parts)}"
    )

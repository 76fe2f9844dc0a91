"""A treasure map with lakes and a turned compass: where a walk ends.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point, point_before
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._lake_curves import clear_curve
from benchmark.suites.humaneval_v.open.families._lake_walks import (
    COLUMNS,
    ROWS,
    RULES,
    LakeMap,
    Square,
    WalkStep,
    are_telling,
    clear_walks,
    end_of,
    random_walk,
)

VERSION = 3
KINDS = ("map",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Geometric Objects")
MUTATIONS = ("slide", "start", "stay")

SIDE = 56.0  #: side of a square, px
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
    shown: tuple[str, ...]
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Treasure:
    north = draws.integer(1, 3)
    for _ in range(300):
        lakes = _lakes(draws)
        dry = [
            (c, r)
            for c in range(2, 5)
            for r in range(2, 4)
            if all(abs(c - lake[0]) + abs(r - lake[1]) > 1 for lake in lakes)
        ]
        if not dry:
            continue
        land = LakeMap(north, lakes, draws.choice(dry))
        clear = draws.shuffled(clear_walks(land))[:14]
        shown = next((three for three in combinations(clear, 3) if are_telling(land, three)), None)
        tested = _test_walks(draws, land, shown) if shown else []
        if shown and tested:
            return Treasure(mutation, land, shown, tuple(tested))
    raise UnfitError("no three walks that tell the rules apart")


def _test_walks(draws: Draws, land: LakeMap, shown: Sequence[str]) -> list[str]:
    """Choose walks whose ends, under every rule, change if any square of a lake moves; empty if there are none."""
    unseen = {(rule, replace(land, lakes=lakes)) for rule in RULES for lakes in _other_lakes(land.lakes)}
    tested = [""]
    for length in (3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 10, 11, 11, 12):
        seen = {}
        for walk in (random_walk(draws, land, length) for _ in range(10)):
            if walk not in shown and walk not in tested:
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


def _lakes(draws: Draws) -> tuple[Square, ...]:
    """Choose a lake of two squares and up to two of one square, away from the edges and from one another."""
    squares: list[Square] = []
    pair = draws.choice((((0, 0), (0, 1)), ((0, 0), (1, 0))))
    for shape in (pair, ((0, 0),), ((0, 0),)):
        for _ in range(50):
            c, r = draws.integer(1, 5), draws.integer(1, 4)
            lake = [(c + right, r + down) for right, down in shape]
            is_inside = all(column < 6 and row < 5 for column, row in lake)
            if is_inside and all(max(abs(a - x), abs(b - y)) > 1 for a, b in lake for x, y in squares):
                squares += lake
                break
    return tuple(squares)


def _other_lakes(lakes: tuple[Square, ...]) -> list[tuple[Square, ...]]:
    """Return the lakes with one square moved by one step, for every square and direction."""
    return [
        (*lakes[:place], (c + right, r + down), *lakes[place + 1 :])
        for place, (c, r) in enumerate(lakes)
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]


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
    return [(steps,) for steps in treasure.shown]


def reference(treasure: Treasure) -> str:
    program = WALKING.replace("{lake}", LAKES[treasure.mutation])
    return fill(program, lakes=list(treasure.land.lakes), ways=treasure.land.ways, start=treasure.land.start)


def picture(treasure: Treasure, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1000)
    for number, steps in enumerate(treasure.shown):
        x, y = 12 + number % 2 * 492.0, 12 + number // 2 * 492.0
        frame(canvas, x, y, 484, 484, title=f"Walk {number + 1}")
        canvas.text(x + 464, y + 26, " ".join(steps), anchor="end", bold=True, size=24, fill="blue")
        _map(canvas, treasure, x + 60, y + 90)
        _draw(canvas, treasure, _drawn_steps(treasure, steps, solve), x + 60, y + 90)
        canvas.text(x + 256, y + 455, f"end: {solve(steps)}", bold=True)
    frame(canvas, 504, 504, 484, 484, title="Map")
    _compass(canvas, treasure, 746, 690)
    arrows.arrow(canvas, (540, 868), (592, 868), stroke="blue", line=5, head=17)
    canvas.text(608, 868, "step", anchor="start")
    arrows.arrow(canvas, (740, 868), (792, 868), stroke="red", line=4, head=16, dashed=True)
    canvas.text(808, 868, "what follows", anchor="start")
    canvas.rect(546, 916, 40, 40, fill="paleblue", stroke="grey", line=2)
    canvas.text(608, 936, "lake", anchor="start")
    canvas.rect(746, 916, 40, 40, fill="yellow", stroke="grey", line=2)
    canvas.text(808, 936, "start", anchor="start")
    return canvas


def _map(canvas: Canvas, treasure: Treasure, x: float, y: float) -> None:
    for c, column in enumerate(COLUMNS):
        canvas.text(x + SIDE * (c + 0.5), y - 18, column, size=20, fill="grey", tick=True)
    for r, row in enumerate(ROWS):
        canvas.text(x - 20, y + SIDE * (r + 0.5), row, size=20, fill="grey", tick=True)
        for c in range(len(COLUMNS)):
            fill: Colour = (
                "paleblue"
                if (c, r) in treasure.land.lakes
                else "yellow"
                if (c, r) == treasure.land.start
                else "white"
            )
            canvas.rect(x + SIDE * c, y + SIDE * r, SIDE, SIDE, fill=fill, stroke="grey", line=2)


def _draw(canvas: Canvas, treasure: Treasure, walk: Sequence[WalkStep], x: float, y: float) -> None:
    def at(square: Square) -> Point:
        return x + SIDE * (square[0] + 0.5), y + SIDE * (square[1] + 0.5)

    ways = [{step.start, step.into} for step in walk]
    for number, step in enumerate(walk):
        start, end = at(step.start), at(step.into)
        if ways.count(ways[number]) > 1:  # walked again: each arrow keeps to its right, a later one farther
            aside = (9 + 9 * ways[:number].count(ways[number])) / SIDE
            dx, dy = aside * (start[1] - end[1]), aside * (end[0] - start[0])
            start, end = (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)
        arrows.arrow(canvas, start, point_before(end, start, 6), stroke="blue", line=5, head=18)
    for step in walk:
        if step.into != step.end:
            start, end = at(step.into), at(step.end)
            if treasure.mutation == "slide":
                tip = point_before(end, start, 8)
                arrows.arrow(canvas, start, tip, stroke="red", line=4, head=17, dashed=True)
                continue
            walked = [(at(other.start), at(other.into)) for other in walk]
            corners = (x, y), (x + SIDE * len(COLUMNS), y + SIDE * len(ROWS))
            curve = clear_curve(walked, start, end, corners)
            arrows.curve(canvas, *curve, stroke="red", line=4, head=17, dashed=True)
    end_x, end_y = at(walk[-1].end)
    for turn in (-1, 1):
        canvas.line((end_x - 15, end_y - 15 * turn), (end_x + 15, end_y + 15 * turn), line=6)


def _compass(canvas: Canvas, treasure: Treasure, x: float, y: float) -> None:
    canvas.circle(x, y, 88, fill="white")
    for letter, (right, down) in treasure.land.ways.items():
        tip, side = (x + 74 * right, y + 74 * down), 14
        corners = [
            tip,
            (x + side * (right - down), y + side * (down + right)),
            (x, y),
            (x + side * (right + down), y + side * (down - right)),
        ]
        canvas.polygon(corners, fill="ink" if letter == "N" else "white")
        canvas.text(x + 112 * right, y + 112 * down, letter, bold=True, size=32)


def describe(treasure: Treasure, solve: Solve) -> str:
    def name(square: Square) -> str:
        return COLUMNS[square[0]] + ROWS[square[1]]

    sides = dict(zip(((0, -1), (1, 0), (0, 1), (-1, 0)), ("top", "right", "bottom", "left"), strict=True))
    compass = ", ".join(f"{letter} at the {sides[way]}" for letter, way in treasure.land.ways.items())
    lakes = ", ".join(name(lake) for lake in treasure.land.lakes)
    parts = []
    for number, steps in enumerate(treasure.shown, 1):
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

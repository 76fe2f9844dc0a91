"""Tilted beds with two kinds of spores and stones, the wind, and the mushrooms that stand there after a rain.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.rule_space import Choices, RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.arrows import arrow
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.items import Point

VERSION = 1
KINDS = ("matrix", "growth")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
EXCLUDED_STYLES = {"dark": "an arrow would not stand out from the dots"}

TEXT = '''\
import numpy as np


def solution(bed: np.ndarray, wind: tuple[int, int]) -> np.ndarray:
    """
    Each drawing in the picture shows a bed with spores and stones, the wind as an arrow between dots, and the
    mushrooms that stand in the bed after a rain. Find the mushrooms for other beds, of any size.

    Parameters:
        bed (np.ndarray): The fields, row by row: 0 empty, 1 a round spore, 2 a spore with corners, 3 a stone.
        wind (tuple[int, int]): How many dots the tip of the arrow is below the middle, and how many to the right
            of it; above and to the left are negative.

    Returns:
        np.ndarray: The number of mushrooms on each field.
    """
'''

#: Where mushrooms grow from a spore, downwards and to the right of it.
SHAPES = (
    ((-1, 0), (0, 1), (1, 0), (0, -1)), ((-1, -1), (-1, 1), (1, 1), (1, -1)), ((0, -2), (0, -1), (0, 1), (0, 2)),
    ((-2, 0), (-1, 0), (1, 0), (2, 0)), ((-2, 0), (0, 2), (2, 0), (0, -2)), ((0, 1), (1, 0), (1, 1)),
    ((0, -1), (1, 0), (1, -1)), ((0, 1), (-1, 0), (-1, 1)), ((0, -1), (-1, 0), (-1, -1)), ((-1, -1), (1, 1)),
    ((-2, 1), (1, 2), (2, -1), (-1, -2)), ((-2, -1), (-1, 2), (2, 1), (1, -2)), ((-1, 1), (1, -1)),
)  # fmt: skip
#: How far the wind carries what grows from round spores, and from those with corners.
WINDS = ((0, 0), (1, 1), (-1, -1), (1, 0), (0, 1), (1, -1))
EDGES = ("lost", "other side", "stopped")
ALONE = "np.where((first > 0) & (second > 0), 0, first + second)"
MEETING = ("first + second", "np.maximum(first, second)", ALONE)
CROWDS = ("", "[grown > 2] = 0", "[grown > 2] = 1", "[grown == 2] = 0", "[grown > 1] -= 1")
STONES = ("", "[bed == 3] = 0", "[bed == 3] *= 2")
PARTS = {
    "round": len(SHAPES), "corners": len(SHAPES), "round own": 2, "corners own": 2, "meeting": len(MEETING),
    "wind": len(WINDS), "edge": len(EDGES), "crowd": len(CROWDS), "stone": len(STONES),
}  # fmt: skip
CONTEXTS = ("wind", "edge", "crowd", "stone")


@dataclass(frozen=True)
class Beds:
    """Parameters: the mutation, the seed of the beds, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Beds:
    rules = []
    for level in range(len(MUTATIONS)):
        rule = {name: draws.integer(0, count - 1) for name, count in PARTS.items() if name not in CONTEXTS}
        rule["round"], rule["corners"] = draws.sample(range(len(SHAPES)), 2)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule |= {name: active[name] * (number < level) for number, name in enumerate(CONTEXTS)}
        rules.append(tuple(rule.items()))
    return Beds(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(beds: Beds) -> str:
    return program(dict(beds.rules[MUTATIONS.index(beds.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    steps = [[*SHAPES[rule[kind]], *[(0, 0)] * rule[f"{kind} own"]] for kind in ("round", "corners")]
    lines = ["from collections import Counter", "", "import numpy as np", "", "", *TEXT.splitlines()[3:4]]
    lines += ["    rows, columns = bed.shape", "    layers = []"]
    blown = WINDS[rule["wind"]]
    kinds = [*zip((1, 2), blown, steps, strict=True)] if any(blown) else [*zip((1, 2), steps, strict=True)]
    lines += [f"    for kind, {'blown, ' * any(blown)}steps in {kinds}:"]
    down, right = (f"{way}{f' + blown * wind[{n}]' * any(blown)}" for n, way in enumerate(("down", "right")))
    lines += ["        grown = Counter()", "        for row, column in np.argwhere(bed == kind):"]
    lines += ["            for down, right in steps:"]
    lines += [f"                row_there, column_there = row + {down}, column + {right}"]
    if EDGES[rule["edge"]] == "other side":
        lines += ["                row_there, column_there = row_there % rows, column_there % columns"]
    elif EDGES[rule["edge"]] == "stopped":
        lines += ["                row_there = min(max(row_there, 0), rows - 1)"]
        lines += ["                column_there = min(max(column_there, 0), columns - 1)"]
    lines += ["                grown[row_there, column_there] += 1"]
    lines += ["        layers.append(np.array([[grown[i, j] for j in range(columns)] for i in range(rows)]))"]
    lines += ["    first, second = layers", f"    grown = {MEETING[rule['meeting']]}"]
    lines += [f"    grown{STONES[rule['stone']]}"] * bool(rule["stone"])
    lines += [f"    grown{CROWDS[rule['crowd']]}"] * bool(rule["crowd"])
    return "\n".join([*lines, "    return grown"])


def _layers(bed: Any, wind: tuple[int, int], kind: int) -> Any:
    """Return what grows from one kind by shape, own field, wind (0, with, against) and edge."""
    rows, columns = bed.shape
    layers = np.zeros((len(SHAPES), 2, 3, len(EDGES), rows, columns), dtype=np.int8)
    places, ends = np.argwhere(bed == kind), np.array([rows, columns])
    for number, shape in enumerate(SHAPES):
        for own, blown in np.ndindex(2, 3):
            steps = np.array([*shape, *[(0, 0)] * own]) + (0, 1, -1)[blown] * np.array(wind)
            there = (places[:, None] + steps).reshape(-1, 2)
            inside = there[((there >= 0) & (there < ends)).all(axis=1)]
            for edge, ended in enumerate((inside, there % ends, np.clip(there, 0, ends - 1))):
                np.add.at(layers[number, own, blown, edge], tuple(ended.T), 1)
    return layers


def _grown(rules: Choices, call: Call) -> Any:
    """Return the mushrooms by each rule, of shape (rules, rows, columns)."""
    bed, wind = np.array(call[0]), call[1]
    layers = []
    for kind, name in enumerate(("round", "corners")):
        blown = np.array([winds[kind] % 3 for winds in WINDS])[rules["wind"]]
        layers.append(_layers(bed, wind, kind + 1)[rules[name], rules[f"{name} own"], blown, rules["edge"]])
    (first, second), meeting = layers, rules["meeting"][:, None, None]
    grown = np.where(meeting == 1, np.maximum(first, second), first + second)
    grown = np.where((meeting == 2) & (first > 0) & (second > 0), 0, grown)
    factor = np.array([1, 0, 2], dtype=np.int8)[rules["stone"], None, None]
    grown = np.where(bed == 3, grown * factor, grown)
    counts = np.arange(60)
    left = [np.where(counts > 2, number, counts) for number in (0, 1)]
    left += [np.where(counts == 2, 0, counts), np.where(counts > 1, counts - 1, counts)]
    return np.array([counts, *left], dtype=np.int8)[rules["crowd"][:, None, None], grown]


def rule_space(_beds: Beds) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=_grown)


def _bed(draws: Draws, rows: int, columns: int) -> Call:
    bed = [draws.choices((0, 0, 0, 0, 0, 1, 2, 3), columns) for _ in range(rows)]
    return bed, tuple(draws.choices((-2, -1, -1, 0, 1, 1, 2), 2))


def calls(beds: Beds) -> list[Call]:
    draws = Draws(beds.seed, "calls")
    return [_bed(draws, draws.integer(3, 6), draws.integer(3, 6)) for _ in range(12)]


def examples(beds: Beds) -> list[Call]:
    return _shown(beds.seed, beds.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return beds that leave one rule of the space for each mutation, with at most nine mushrooms on a field."""
    draws, beds = Draws(seed, "examples"), Beds("", seed, rules)
    chosen = telling_examples(
        rule_space(beds), rules=[dict(rule) for rule in rules], asked=calls(beds), shown=[_bed(draws, 5, 5) for _ in range(3)],
        candidate=lambda: _bed(draws, 5, 5), numbers=range(6, 7),
    )  # fmt: skip
    right = {name: np.array([dict(rule)[name] for rule in rules]) for name in PARTS}
    if max(_grown(right, call).max() for call in chosen) > 9:
        raise UnfitError("too many mushrooms on a field to be drawn")
    return chosen


SIDE, WIDE, HIGH = 36.0, 474, 218  #: of a field, and of a drawing, px
DOT = 13  #: between the dots of a wind, px
Place = Callable[[float, float], Point]


def _lying(x: float, y: float, degrees: float) -> Place:
    """Return where a point of a bed is drawn, by its distance from the middle, in fields."""
    cos, sin = SIDE * math.cos(math.radians(degrees)), SIDE * math.sin(math.radians(degrees))
    return lambda u, v: (x + cos * (u - 2.5) - sin * (v - 2.5), y + sin * (u - 2.5) + cos * (v - 2.5))


def picture(beds: Beds, solve: Solve) -> Canvas:
    draws = Draws(beds.seed, "drawing")
    canvas = Canvas(2 * WIDE + 16, 3 * HIGH + 8)
    for number, (bed, wind) in enumerate(examples(beds)):
        left, y = 8 + number % 2 * WIDE, 4 + number // 2 * HIGH + HIGH / 2
        places = [_lying(left + x, y, draws.integer(-7, 7)) for x in (104, WIDE - 104)]
        _soil(canvas, places[0], bed, _thing)
        _soil(canvas, places[1], solve(bed, wind), _mushrooms)
        x = left + WIDE / 2
        for down, right in np.ndindex(5, 5):
            canvas.circle(
                x + DOT * (right - 2), y + DOT * (down - 2), 4, fill="silver", stroke=None, guide=True
            )
        if any(wind):
            arrow(canvas, (x, y), (x + DOT * wind[1], y + DOT * wind[0]), stroke="blue", line=4, head=10)
        canvas.circle(x, y, 5, fill="blue", stroke=None)
    return canvas


def _soil(
    canvas: Canvas, place: Place, fields: Sequence[Sequence[int]], draw: Callable[[Canvas, Place, int], None]
) -> None:
    canvas.polygon([place(0, 0), place(5, 0), place(5, 5), place(0, 5)], fill="paleorange", line=3)
    for at in range(1, 5):
        canvas.line(place(at, 0), place(at, 5), line=2.4)
        canvas.line(place(0, at), place(5, at), line=2.4)
    for row, numbers in enumerate(fields):
        for column, number in enumerate(numbers):
            draw(canvas, lambda u, v, i=row, j=column: place(u + j + 0.5, v + i + 0.5), number)  # type: ignore[misc]


def _thing(canvas: Canvas, place: Place, number: int) -> None:
    if number == 1:
        canvas.circle(*place(0, 0), 9, fill="white", line=4)
    elif number == 2:
        canvas.polygon([place(0, -0.34), place(0.34, 0.28), place(-0.34, 0.28)], fill="blue", line=2.4)
    elif number:
        corners = ((-0.3, -0.22), (0.05, -0.34), (0.33, -0.1), (0.26, 0.24), (-0.12, 0.32), (-0.34, 0.12))
        canvas.polygon([place(*corner) for corner in corners], fill="grey", line=2.4)


def _mushrooms(canvas: Canvas, place: Place, number: int) -> None:
    for at in range(number):
        canvas.circle(*place((at % 3 - 1) * 0.29, (at // 3 - 1) * 0.29), 4.2, fill="red", stroke=None)


def describe(beds: Beds, solve: Solve) -> str:
    shown = " ".join(
        f"Drawing {number}: bed {', '.join(' '.join('-RTS'[field] for field in row) for row in bed)}; wind {wind[0]} down, "
        f"{wind[1]} right; mushrooms {', '.join(' '.join(map(str, row)) for row in solve(bed, wind))}."
        for number, (bed, wind) in enumerate(examples(beds), 1)
    )
    return (
        "The picture has six drawings. Each shows a bed of five rows of five fields, some with a ring, a triangle or a "
        "stone; an arrow from the middle of five rows of five dots; and the bed again, with up to nine red dots on a field, the "
        f"mushrooms. Row by row, with R for a ring, T for a triangle and S for a stone: {shown}"
    )

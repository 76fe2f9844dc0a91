"""A quilt of equal patches with a house on each: how far every patch is turned.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 3
KINDS = ("grid", "tiling")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Geometric Objects", "Spatial Transformations")
MUTATIONS = ("rings", "faster", "slant", "corner")
EQUIVALENT = {
    "* + 2 * row → * - 2 * row": "two quarters one way are two quarters the other way",
    "* + 2 * column → * - 2 * column": "two quarters one way are two quarters the other way",
}
SETTLED = {"line.append(*% 4): 4 → 5": "the text: a house points in one of four directions"}

TEXT = '''\
def solution(rows: int, columns: int) -> list[list[int]]:
    """
    A quilt is sewn from equal square patches with a house on each. The patches are turned in a pattern, which
    goes on in the same way on quilts of other sizes. Find how they are turned, by the quilts in the picture.

    Parameters:
        rows (int): The number of rows of the quilt, 1 to 9.
        columns (int): The number of patches in each row, 1 to 9.

    Returns:
        list[list[int]]: For each row, from the top, where the roof of each house points, from the left: 0 up,
            1 to the right, 2 down, 3 to the left.
    """
'''

QUILT = """
def solution(rows: int, columns: int) -> list[list[int]]:
    quilt = []
    for row in range(rows):
        line = []
        for column in range(columns):
            line.append(($first + {turns}) % 4)
        quilt.append(line)
    return quilt
"""
TURNS = {
    "rings": "$way * min(row, column, rows - 1 - row, columns - 1 - column)",
    "faster": "$way * row * column",
    "slant": "$down * row + $right * column",
    "corner": "$way * max(row, column)",
}


@dataclass(frozen=True)
class Quilt:
    """Parameters: the mutation, the constants of its rule, and the sizes of the quilts."""

    mutation: str
    first: int  #: quarter turns of the top left patch
    way: int  #: 1 if patches turn clockwise, else 3
    steps: tuple[int, int]  #: quarter turns from a patch to the next one below, and to that on the right
    tested: tuple[tuple[int, int], ...]


def sample(mutation: str, draws: Draws) -> Quilt:
    first = draws.integer(0, 3)
    way = draws.choice((1, 3))
    steps = draws.choice(((1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (1, 1), (3, 3)))
    tested = (
        (1, 1),
        (1, draws.integer(4, 9)),
        (draws.integer(4, 9), 1),
        (3, 3),
        (9, 9),
        *draws.sample([*product(range(2, 10), range(2, 10))], 7),
    )
    return Quilt(mutation, first, way, steps, tuple(dict.fromkeys(tested)))


def _patch_numbers(row: int, column: int, rows: int, columns: int) -> dict[str, int]:
    """Return what a patch may be turned by, from its place in a quilt."""
    ring = min(row, column, rows - 1 - row, columns - 1 - column)
    return {
        "none": 0,
        "row": row,
        "column": column,
        "product": row * column,
        "nearer side": min(row, column),
        "farther side": max(row, column),
        "ring": ring,
        "ring from the middle": (min(rows, columns) - 1) // 2 - ring,
        "from the diagonal": abs(row - column),
        "two rows": row // 2,
        "two columns": column // 2,
        "one after the other": row * columns + column,
    }


NUMBERS = tuple(_patch_numbers(0, 0, 1, 1))
#: Parts of what a reader may see in the quilts → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "corner": ("top left", "top right", "bottom left", "bottom right"),
    "block": (0, 2, 3, 4),  # rows and columns of a block that is repeated; 0 for none
    "number": NUMBERS,
    "times": (1, 2, 3),  # quarter turns
    "other number": NUMBERS,
    "other times": (1, 2, 3),
    "cycle": (4, 3, 2),  # directions that are used
    "first": (0, 1, 2, 3),
}
TURNS_BY = {"times": "number", "other times": "other number"}


@lru_cache(maxsize=64)
def _numbers(rows: int, columns: int) -> npt.NDArray[np.int8]:
    """Return the numbers of the patches by corner, block and kind of number, as remainders of 12."""

    def numbers(corner: str, block: int, row: int, column: int) -> list[int]:
        down = rows - 1 - row if corner.startswith("bottom") else row
        across = columns - 1 - column if corner.endswith("right") else column
        high, wide = (block, block) if block else (rows, columns)
        return [number % 12 for number in _patch_numbers(down % high, across % wide, high, wide).values()]

    patches = [*product(range(rows), range(columns))]
    kinds = product(PARTS["corner"], PARTS["block"])
    found = np.array([[numbers(*kind, *patch) for patch in patches] for kind in kinds], np.int8)
    return found.swapaxes(1, 2).reshape(-1, len(patches))


def _results(rules: Choices, call: Call) -> npt.NDArray[Any]:
    chosen = {
        name: np.array(PARTS[name], np.int8)[rules[name], None] for name in (*TURNS_BY, "cycle", "first")
    }
    kind = rules["corner"] * len(PARTS["block"]) + rules["block"]
    one, other = (
        chosen[times] * _numbers(*call)[kind * len(NUMBERS) + rules[number]]
        for times, number in TURNS_BY.items()
    )
    turned: npt.NDArray[Any] = ((one + other) % chosen["cycle"] + chosen["first"]) % 4
    return turned


SPACE = RuleSpace(parts=choice_counts(PARTS), results=_results, coded=np.ravel)


def rule_space(quilt: Quilt) -> RuleSpace:
    return SPACE


def right_rule(mutation: str, quilt: Quilt) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    down, right = quilt.steps
    turned = {
        "rings": ("ring", quilt.way, "none", 1),
        "faster": ("product", quilt.way, "none", 1),
        "slant": ("row", down, "column", right),
        "corner": ("farther side", quilt.way, "none", 1),
    }[mutation]
    return rule_of(PARTS, ("top left", 0, *turned, 4, quilt.first))


def calls(quilt: Quilt) -> list[Call]:
    return list(quilt.tested)


def examples(quilt: Quilt) -> list[Call]:
    return _shown(replace(quilt, mutation=""))


@lru_cache(maxsize=4)
def _shown(quilt: Quilt) -> list[Call]:
    """Choose two sizes that leave one rule of the space for every mutation."""
    draws, asked = Draws("shown", quilt.first, quilt.way, str(quilt.tested)), calls(quilt)
    sizes = [size for size in product(range(4, 9), range(4, 10)) if size not in asked]
    rules = [right_rule(mutation, quilt) for mutation in MUTATIONS]
    for _ in range(20):
        shown = draws.sample(sizes, 2)
        if all(SPACE.proves(shown, rule, asked) for rule in rules):
            return [*shown]
    raise UnfitError("no two sizes that leave one rule")


def reference(quilt: Quilt) -> str:
    program = QUILT.replace("{turns}", TURNS[quilt.mutation])
    if quilt.mutation == "slant":
        return fill(program, first=quilt.first, down=quilt.steps[0], right=quilt.steps[1])
    return fill(program, first=quilt.first, way=quilt.way)


SIDE = 54


def picture(quilt: Quilt, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 96 + SIDE * max(rows for rows, _ in examples(quilt)))
    for number, (rows, columns) in enumerate(examples(quilt)):
        x, width = 12 + 500 * number, 496
        frame(canvas, x, 15, width, canvas.height - 30, title=f"{rows} rows, {columns} columns")
        left, top = x + (width - columns * SIDE) / 2, 68
        for row, line in enumerate(solve(rows, columns)):
            for column, turns in enumerate(line):
                _patch(canvas, (left + column * SIDE, top + row * SIDE), turns)
        canvas.rect(left, top, columns * SIDE, rows * SIDE, line=4)
    return canvas


def _patch(canvas: Canvas, corner: Point, turns: int) -> None:
    x, y = corner
    canvas.rect(x, y, SIDE, SIDE, fill="white", stroke="grey", line=2)
    angle = math.pi / 2 * turns

    def at(right: float, down: float) -> Point:
        """Turn a point of the upright house, given from the middle of the patch."""
        return (
            x + SIDE / 2 + 0.8 * (right * math.cos(angle) - down * math.sin(angle)),
            y + SIDE / 2 + 0.8 * (right * math.sin(angle) + down * math.cos(angle)),
        )

    canvas.polygon([at(-17, 0), at(17, 0), at(17, 26), at(-17, 26)], fill="yellow", line=2)
    canvas.polygon([at(-4, 10), at(8, 10), at(8, 26), at(-4, 26)], fill="blue", line=2)
    canvas.polygon([at(-26, 1), at(0, -27), at(26, 1)], fill="red", line=2)


def describe(quilt: Quilt, solve: Solve) -> str:
    parts = []
    for rows, columns in examples(quilt):
        lines = " / ".join(" ".join("URDL"[turns] for turns in line) for line in solve(rows, columns))
        parts.append(f"The quilt of {rows} rows, {columns} columns: {lines}.")
    return (
        "The picture shows two quilts of square patches. On each patch is the same small house, yellow with a red roof "
        "and a blue door, upright or turned by quarters. The letters tell where the roof of each house points: U up, "
        "R to the right, D down, L to the left; rows are listed from the top, with a stroke between them. "
        f"{' '.join(parts)}"
    )

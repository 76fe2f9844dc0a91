"""A quilt of equal patches with a house on each: how far every patch is turned.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point

VERSION = 2
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
    steps: tuple[
        int, int
    ]  #: quarter turns from a patch to the next one below, and to the next one on the right
    shown: tuple[tuple[int, int], ...]
    tested: tuple[tuple[int, int], ...]


def sample(mutation: str, draws: Draws) -> Quilt:
    first = draws.integer(0, 3)
    way = draws.choice((1, 3))
    steps = draws.choice(((1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (1, 1), (3, 3)))
    shown = ((4, 6), (6, 5))  # two rings and three rings
    sizes = [
        (rows, columns) for rows in range(2, 10) for columns in range(2, 10) if (rows, columns) not in shown
    ]
    tested = (
        (1, 1),
        (1, draws.integer(4, 9)),
        (draws.integer(4, 9), 1),
        (3, 3),
        (9, 9),
        *draws.sample(sizes, 7),
    )
    return Quilt(mutation, first, way, steps, shown, tuple(dict.fromkeys(tested)))


def calls(quilt: Quilt) -> list[Call]:
    return list(quilt.tested)


def examples(quilt: Quilt) -> list[Call]:
    return list(quilt.shown)


def reference(quilt: Quilt) -> str:
    program = QUILT.replace("{turns}", TURNS[quilt.mutation])
    if quilt.mutation == "slant":
        return fill(program, first=quilt.first, down=quilt.steps[0], right=quilt.steps[1])
    return fill(program, first=quilt.first, way=quilt.way)


SIDE = 72.0


def picture(quilt: Quilt, solve: Solve) -> Canvas:
    canvas = Canvas(950, 530)
    for number, (rows, columns) in enumerate(quilt.shown):
        x, width = (15, 484) if number == 0 else (509, 426)
        frame(canvas, x, 15, width, 500, title=f"{rows} rows, {columns} columns")
        left, top = x + (width - columns * SIDE) / 2, 286 - rows * SIDE / 2
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
            x + SIDE / 2 + right * math.cos(angle) - down * math.sin(angle),
            y + SIDE / 2 + right * math.sin(angle) + down * math.cos(angle),
        )

    canvas.polygon([at(-17, 0), at(17, 0), at(17, 26), at(-17, 26)], fill="yellow", line=2)
    canvas.polygon([at(-4, 10), at(8, 10), at(8, 26), at(-4, 26)], fill="blue", line=2)
    canvas.polygon([at(-26, 1), at(0, -27), at(26, 1)], fill="red", line=2)


def describe(quilt: Quilt, solve: Solve) -> str:
    parts = []
    for rows, columns in quilt.shown:
        lines = " / ".join(" ".join("URDL"[turns] for turns in line) for line in solve(rows, columns))
        parts.append(f"The quilt of {rows} rows, {columns} columns: {lines}.")
    return (
        "The picture shows two quilts of square patches. On each patch is the same small house, yellow with a red roof "
        "and a blue door, upright or turned by quarters. The letters tell where the roof of each house points: U up, "
        "R to the right, D down, L to the left; rows are listed from the top, with a stroke between them. "
        f"{' '.join(parts)}"
    )

"""Towers of cubes on a table: the outline in a photo, and how many towers it shows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "A Photo of Towers"
LEVEL = "easy"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",), ("3d-geometry",))
VARIANTS = ("from-top", "from-right")
COMPARE = "tokens"

STATEMENT = """
A child builds towers of equal cubes on a table that is divided into squares. A tower stands on one square, and its height is its
number of cubes; a square without a tower has the height 0. Then the child takes a photo with a camera that stands on the table,
far away, and looks along the table. The first picture is a plan of such a table, seen from above, with the height of each
square. The camera stands at the black triangle and looks in the direction of the arrow.

![image](1.png)

In the photo all cubes have the same size. The second picture is the photo of these towers: of all the towers that are in one line
for the camera, one sees the outline only. The number below each column of the photo is its height in cubes.

![image](2.png)

All photos are taken from this side of the table. Find the heights of the columns of the photo, from left to right as in the photo,
and the number of towers of which the camera sees at least one cube. It sees a cube of a tower unless a tower that stands nearer to
the camera in the same line is at least as high as that cube.

Input

The first line has two whole numbers r and c, the numbers of rows and columns of squares, both from 1 to 30. Each of the next r lines
has c whole numbers from 0 to 99: the heights of the squares of a row of the plan, from left to right. The rows are listed from the
top of the plan to the bottom.

Output

In the first line print the heights of the columns of the photo, from left to right. In the second line print the number of towers
that can be seen.
"""

REFERENCE = """
def solution(text: str) -> str:
    first, *rows = text.splitlines()
    plan = [list(map(int, row.split())) for row in rows]
    lines = $change
    outline = []
    seen = 0
    for line in lines:
        highest = 0
        for height in line:
            if height > highest:
                highest = height
                seen += 1
        outline.append(highest)
    return " ".join(map(str, outline)) + "\\n" + str(seen) + "\\n"
"""
CHANGE = {"from-top": "list(zip(*plan))[::-1]", "from-right": "[row[::-1] for row in reversed(plan)]"}
WRONG = {
    "mirrored": REFERENCE.replace("lines = $change", "lines = ($change)[::-1]"),
    "seen-from-behind": REFERENCE.replace("lines = $change", "lines = [line[::-1] for line in $change]"),
    "counts-all": REFERENCE.replace(
        "if height > highest:\n                highest = height\n",
        "highest = max(highest, height)\n            if height:\n",
    ),
}
EQUIVALENT: dict[str, str] = {}


def _lines(variant: str, plan: list[list[int]]) -> list[list[int]]:
    """Return what lies in each column of the photo, from left to right, the nearest square first."""
    if variant == "from-top":
        return [list(line) for line in zip(*plan, strict=True)][::-1]
    return [row[::-1] for row in plan[::-1]]


def _text(plan: list[list[int]]) -> str:
    return f"{len(plan)} {len(plan[0])}\n" + "".join(" ".join(map(str, row)) + "\n" for row in plan)


def sample(draws: Draws) -> dict[str, Any]:
    rows, columns = draws.choice(((4, 5), (5, 4)))
    plan = [[draws.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)) for _ in range(columns)] for _ in range(rows)]
    outlines = []
    for grid in (plan, plan[::-1], [row[::-1] for row in plan], [row[::-1] for row in plan[::-1]]):
        outlines += [[max(line) for line in _lines(variant, grid)] for variant in VARIANTS]
    if len(set(outlines[0])) < 3 or len(set(outlines[1])) < 3:
        raise UnfitError("the photo shows too few heights")
    if any(outline == outline[::-1] for outline in outlines):
        raise UnfitError("the photo is its own mirror image")
    return {"plan": plan, "tall": draws.integer(6, 9), "seed": draws.integer(0, 10**9)}


def check_input(values: dict[str, Any], text: str) -> None:
    first, *rows = text.removesuffix("\n").split("\n")
    height, width = map(int, first.split(" "))
    if not (1 <= height <= 30 and 1 <= width <= 30) or len(rows) != height:
        raise ValueError("wrong numbers of rows or columns")
    for row in rows:
        numbers = [int(word) for word in row.split(" ")]
        if len(numbers) != width or not all(0 <= number <= 99 for number in numbers):
            raise ValueError(f"{row} is a wrong row")


def samples(values: dict[str, Any]) -> list[str]:
    tall = values["tall"]
    return [_text([[1, 3, 1], [3, tall, 3], [1, 3, 1]])]


def _plan(draws: Draws, rows: int, columns: int, high: int) -> list[list[int]]:
    return [[max(0, draws.integer(-1, high)) for _ in range(columns)] for _ in range(rows)]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("tower_photo", "typical", values["seed"])
    return [
        _text(_plan(draws, draws.integer(3, 8), draws.integer(3, 8), draws.choice((4, 9, 20))))
        for _ in range(7)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    return [
        _text([[1]]),
        _text([[0, 0, 0], [0, 0, 0]]),
        _text([[1, 2, 3, 4, 5, 99]]),
        _text([[4], [4], [1], [5]]),
        _text([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("tower_photo", "large", values["seed"])
    return [_text(_plan(draws, 30, 30, 99)), _text(_plan(draws, 30, 12, 99)), _text(_plan(draws, 17, 30, 60))]


_SIDE = 84.0


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    grid = values["plan"]
    rows, columns = len(grid), len(grid[0])
    plan = Canvas(720, 720)
    left, top = 120.0, 160.0
    for row, line in enumerate(grid):
        for column, height in enumerate(line):
            x, y = left + column * _SIDE, top + row * _SIDE
            plan.rect(x, y, _SIDE, _SIDE, fill="paleorange" if height else "white")
            plan.text(x + _SIDE / 2, y + _SIDE / 2, height, size=32)
    if variant == "from-top":
        x, y = left + columns * _SIDE / 2, 62.0
        plan.polygon([(x, y), (x - 26, y - 38), (x + 26, y - 38)], fill="ink")
        arrows.arrow(plan, (x, y + 10), (x, y + 80), line=5, head=20)
    else:
        x, y = left + columns * _SIDE + 112, top + rows * _SIDE / 2
        plan.polygon([(x, y), (x + 38, y - 26), (x + 38, y + 26)], fill="ink")
        arrows.arrow(plan, (x - 10, y), (x - 90, y), line=5, head=20)
    outline = [max(line) for line in _lines(variant, grid)]
    photo, floor = Canvas(560, 560), 460.0
    for place, height in enumerate(outline):
        x = 70 + place * _SIDE
        for level in range(height):
            photo.rect(x, floor - (level + 1) * 76, _SIDE, 76, fill="paleorange", line=4)
        photo.text(x + _SIDE / 2, floor + 36, height, size=30, bold=True)
    photo.line((40, floor), (520, floor), line=5)
    return [plan, photo]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = "; ".join(" ".join(map(str, row)) for row in values["plan"])
    outline = [max(line) for line in _lines(variant, values["plan"])]
    side = (
        "above the plan, with an arrow that points down to it"
        if variant == "from-top"
        else ("to the right of the plan, with an arrow that points left to it")
    )
    return [
        (
            f"A plan of {len(values['plan'])} rows and {len(values['plan'][0])} columns of squares with a number in each; squares with a "
            f"number above 0 are pale orange. The rows from top to bottom: {rows}. A black triangle is {side}."
        ),
        (
            "Columns of pale orange squares next to each other on a black ground line, with a number below each column that is also its "
            f"number of squares. From left to right, the columns of the photo have these numbers: {' '.join(map(str, outline))}."
        ),
    ]

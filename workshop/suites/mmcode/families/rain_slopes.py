"""Rain runs down slopes in some directions only: how many pools there are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Rain Slopes"
LEVEL = "medium"
CATEGORY = "map"
PICTURES = (("map",), ("map",))
VARIANTS = ("down-wind", "up-wind")
COMPARE = "tokens"

MOST, HIGHEST = 24, 99

STATEMENT = """
It rains on a terrain of squares. Every square has a height. The wind is so strong that the water of a square cannot run into
all of the eight squares around it. The first picture shows the directions in which water can run: an arrow from
the square in the middle to each square that its water can reach in one step. The arrows have numbers.

![image](1.png)

All water of a square runs into one square. Only squares count to which an arrow leads, which lie inside the terrain, and which
are lower than the square itself; the water runs into the lowest of them. If several of them are equally low, it runs into the
one whose arrow has the smallest number. If there is none, the water stays where it is and the square is a pool.

The second picture shows a small terrain with the heights of its squares. Arrows show where the water of every square runs,
and circles are around the heights of pools.

![image](2.png)

In the end, the water of every square lies in a pool; it may run through many squares before. A pool is fed by
all squares whose water ends there, and by itself. Count the pools, and find the largest number of squares that feed one.

Input

The first line has two integers r and c, the numbers of rows and columns of a terrain (1 <= r, c <= 24). Each of the next r
lines has c integers from 0 to 99: the heights of a row from left to right; the first of these rows is at the top.

Output

Print one line with two integers: the number of pools, and the largest number of squares that feed one pool.
"""

REFERENCE = """
from collections import Counter


def solution(text: str) -> str:
    height = {}
    for row, line in enumerate(text.strip().split("\\n")[1:]):
        for column, word in enumerate(line.split()):
            height[row, column] = int(word)
    pool = {}
    for row, column in sorted(height, key=height.get):
        near = [(row $change down, column $change right) for down, right in $ways]
        lowest = min((square for square in near if square in height), key=height.get, default=(row, column))
        pool[row, column] = pool[lowest] if height[lowest] < height[row, column] else (row, column)
    fed = Counter(pool.values())
    return f"{len(fed)} {max(fed.values())}"
"""
CHANGE = {"down-wind": "+", "up-wind": "-"}

WRONG = {
    "runs-in-all-eight-directions": REFERENCE.replace(
        "in $ways]", "in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]]"
    ),
    "largest-number-on-ties": REFERENCE.replace("in $ways]", "in $ways[::-1]]"),
    "first-lower-square": REFERENCE.replace(
        "lowest = min((square for square in near if square in height), key=height.get, default=(row, column))",
        "lower = [square for square in near if square in height and height[square] < height[row, column]]\n"
        "        lowest = (lower + [(row, column)])[0]",
    ),
    "counts-one-step-only": REFERENCE.replace("pool[lowest] if", "lowest if"),
}

_AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
_ROWS, _COLUMNS = 4, 5


def sample(draws: Draws) -> dict[str, Any]:
    while True:
        ways = draws.sample(_AROUND, 4)
        if not any(
            (-down, -right) in ways for down, right in ways
        ):  # else the two variants would share a direction
            break
    values: dict[str, Any] = {"ways": ways}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    texts = [_random_input(draws, 3 + count % 2, 4, 9) for count in range(500)]
    shown: dict[str, str] = {}
    for text in agreeing(texts, solve):
        shown.setdefault(solve["down-wind"](text), text)
    if len(shown) < 2:
        raise UnfitError("no terrains for the sample")
    values |= {"shown": list(shown.values())[:2], "seed": draws.integer(1, 10**9)}
    return {**values, **{variant: _example(draws, ways, variant) for variant in VARIANTS}}


def _targets(
    heights: list[list[int]], ways: list[tuple[int, int]], variant: str
) -> dict[tuple[int, int], Any]:
    """Return where the water of each square runs; None for pools."""
    sign = 1 if variant == "down-wind" else -1
    targets: dict[tuple[int, int], Any] = {}
    for row, line in enumerate(heights):
        for column, height in enumerate(line):
            near = [(row + sign * down, column + sign * right) for down, right in ways]
            inside = [(y, x) for y, x in near if 0 <= y < len(heights) and 0 <= x < len(line)]
            lowest = min(inside, key=lambda place: heights[place[0]][place[1]], default=None)
            runs = lowest is not None and heights[lowest[0]][lowest[1]] < height
            targets[row, column] = lowest if runs else None
    return targets


def _example(draws: Draws, ways: list[tuple[int, int]], variant: str) -> list[list[int]]:
    """Return a terrain in which water runs along every arrow, a tie is decided, and no two drawn arrows cross."""
    for _ in range(3000):
        heights = [draws.integers(_COLUMNS, 1, 30) for _ in range(_ROWS)]
        targets = _targets(heights, ways, variant)
        moves = [(start, end) for start, end in targets.items() if end]
        used = {(end[0] - start[0], end[1] - start[1]) for start, end in moves}
        middles = [(start[0] + end[0], start[1] + end[1]) for start, end in moves]
        other = _targets(heights, ways[::-1], variant)
        pools = sum(end is None for end in targets.values())
        if (
            len(used) == len(ways)
            and len(set(middles)) == len(middles)
            and other != targets
            and 3 <= pools <= 6
        ):
            return heights
    raise UnfitError("no terrain for the second picture")


def _input(heights: list[list[int]]) -> str:
    rows = [" ".join(map(str, row)) for row in heights]
    return "\n".join([f"{len(heights)} {len(heights[0])}", *rows]) + "\n"


def _random_input(draws: Draws, rows: int, columns: int, highest: int) -> str:
    return _input([draws.integers(columns, 0, highest) for _ in range(rows)])


def _rough_input(draws: Draws, rows: int, columns: int) -> str:
    """Return a terrain with long slopes: heights grow from some low squares, with small differences."""
    low = [(draws.integer(0, rows - 1), draws.integer(0, columns - 1)) for _ in range(4)]
    return _input(
        [
            [
                min(5 * max(abs(r - y), abs(c - x)) for y, x in low) % 96 + draws.integer(0, 3)
                for c in range(columns)
            ]
            for r in range(rows)
        ]
    )


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    r, c = map(int, head.split(" "))
    rows = [line.split(" ") for line in lines]
    if not (1 <= r == len(rows) <= MOST and 1 <= c <= MOST and all(len(row) == c for row in rows)):
        raise ValueError("another number of rows or columns")
    if not all(0 <= int(word) <= HIGHEST for row in rows for word in row):
        raise ValueError("a height out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("rain_slopes", values["seed"], "typical")
    plain = [_random_input(draws, *size) for size in ((4, 5, 9), (6, 6, 20), (9, 7, HIGHEST), (10, 14, 5))]
    return [*plain, *(_rough_input(draws, *size) for size in ((8, 9), (12, 12), (15, 10)))]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("rain_slopes", values["seed"], "edge")
    return [
        _input([[draws.integer(0, HIGHEST)]]),
        _input([draws.integers(MOST, 0, 9)]),
        _input([[height] for height in draws.integers(MOST, 0, 9)]),
        _input([[7] * 5] * 6),
        _input([[5, 5, 5, 5], [5, 9, 9, 5], [5, 9, 9, 5], [5, 5, 5, 5]]),
        _input([[3 * row + 4 * column for column in range(8)] for row in range(9)]),
        _random_input(draws, 7, 7, 1).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("rain_slopes", values["seed"], "large")
    return [
        _rough_input(draws, MOST, MOST),
        _rough_input(draws, MOST - 1, MOST),
        _random_input(draws, MOST, MOST, HIGHEST),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    sign = 1 if variant == "down-wind" else -1
    wind = Canvas(560, 560)
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            fill: Colour = "paleblue" if row == column == 0 else "white"
            wind.rect(205 + 160 * column, 205 + 160 * row, 150, 150, fill=fill, line=3)
    for number, (down, right) in enumerate(values["ways"], 1):
        y, x = sign * down, sign * right
        arrows.arrow(wind, (280 + 40 * x, 280 + 40 * y), (280 + 128 * x, 280 + 128 * y), line=6, head=24)
        wind.text(280 + 170 * x, 280 + 170 * y, number, bold=True, size=40)
    return [wind, _draw_terrain(values[variant], _targets(values[variant], values["ways"], variant))]


def _draw_terrain(heights: list[list[int]], targets: dict[tuple[int, int], Any]) -> Canvas:
    canvas = Canvas(20 + 136 * _COLUMNS, 20 + 136 * _ROWS)
    for row, column in targets:
        canvas.rect(10 + 136 * column, 10 + 136 * row, 136, 136, fill="white", line=2)
    for (row, column), end in targets.items():
        x, y = 78 + 136.0 * column, 78 + 136.0 * row
        if end:
            right, down = end[1] - column, end[0] - row
            far = 109 if right and down else 99
            arrows.arrow(
                canvas, (x + 26 * right, y + 24 * down), (x + far * right, y + far * down), line=5, head=20
            )
        else:
            canvas.circle(x, y, 32, fill="white", line=5)
        canvas.text(x, y, heights[row][column], bold=True, size=28)
    return canvas


_NAMES = {(-1, -1): "up and left", (-1, 0): "up", (-1, 1): "up and right", (0, -1): "left", (0, 1): "right"}
_NAMES |= {(1, -1): "down and left", (1, 0): "down", (1, 1): "down and right"}


def describe(values: dict[str, Any], variant: str) -> list[str]:
    sign = 1 if variant == "down-wind" else -1
    told = [
        f"{number} {_NAMES[sign * down, sign * right]}"
        for number, (down, right) in enumerate(values["ways"], 1)
    ]
    targets = _targets(values[variant], values["ways"], variant)
    rows = []
    for row, line in enumerate(values[variant]):
        squares = []
        for column, height in enumerate(line):
            end = targets[row, column]
            way = f"arrow {_NAMES[end[0] - row, end[1] - column]}" if end else "circle"
            squares.append(f"{height} {way}")
        rows.append(f"row {row + 1}: {', '.join(squares)}")
    return [
        (
            "The picture shows nine squares in three rows. Four arrows lead from the pale blue square in the middle to squares "
            f"around it, and each of these has a number. The numbers and the directions of the arrows: {', '.join(told)}."
        ),
        (
            f"The picture shows a terrain of squares with {_ROWS} rows and {_COLUMNS} columns and a height in each square. An arrow "
            "leads from a square to a square next to it, or a circle is drawn around its height. From left to right, "
            f"{'; '.join(rows)}."
        ),
    ]

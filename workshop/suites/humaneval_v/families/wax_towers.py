"""Hot wax on towers of cubes: how thick it is on each top.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._wax_rules import (
    PARTS,
    coded,
    differences,
    poured,
    program,
    right_rule,
)

VERSION = 4
LEVEL = "hard"
KINDS = ("solid",)
TASK_TYPE = "Iteration"
ASPECTS = ("Geometric Objects", "Dynamic Patterns")
MUTATIONS = ("gathers", "halves", "depth", "thins", "renews")

TEXT = '''\
def solution(towers: list[list[int]], start: list[int], wax: int) -> list[list[int]]:
    """
    Towers of cubes stand close together on a tray. Hot wax is poured on one of them and runs on over the
    tops, as in the picture. Where it comes from several sides, the thickest wax counts. Find
    how thick the wax is on each top.

    Parameters:
        towers (list[list[int]]): The number of cubes of each tower, row by row; 0 is a bare square of the
            tray, on which wax can lie, too.
        start (list[int]): Row and column of the tower on which the wax is poured, both counted from 0.
        wax (int): Thickness of the wax on that tower, from 1 to 12.

    Returns:
        list[list[int]]: The thickness of the wax on each top, row by row; 0 where there is none.
    """
'''

EQUIVALENT = {
    "there > thick[r][c] → there >= thick[r][c]": "the same thickness is written again, and wax ends on level tops",
}
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "if 0 <= r < len(towers) and *": "the text: there is nothing beyond the tray",
    "for r, c in ((row - 1, column), *": "the drawing: a top has four sides, and wax runs backwards, too",
}

SIDE = 5  #: towers along each edge of the trays in the picture
ROWS = 7  #: maximum number of single rows in the picture
POURINGS = 120  #: trays that are tried for the picture
Pouring = tuple[tuple[tuple[int, ...], ...], tuple[int, int], int]  #: towers, start and wax


@dataclass(frozen=True)
class Tray:
    """Parameters: the mutation, the constants of the rule, and the pourings."""

    mutation: str
    constants: tuple[tuple[str, int], ...]
    seed: str  #: of the pourings in the picture
    tested: tuple[Pouring, ...]

    def rule(self, mutation: str) -> dict[str, int]:
        """Return the rule of a mutation."""
        return right_rule(mutation, **dict(self.constants))


def sample(mutation: str, draws: Draws) -> Tray:
    lip, loss, deep = draws.integer(3, 4), draws.integer(1, 2), draws.integer(2, 3)
    constants = {"lip": lip, "loss": loss, "deep": deep, "cap": draws.integer(7, 9)}
    constants |= {"times": draws.integer(2, 3), "fresh": draws.integer(lip + 1, 6)}
    sizes = [(1, 7), (5, 2), (4, 4), (3, 6), (5, 5), (6, 4), (6, 6), (7, 5)]
    tested = [_tray(draws, rows, columns) for rows, columns in sizes]
    wax = draws.integer(7, 9)
    tested += [
        _steps(draws),
        (((6,) * 7, (5, 9, 5, 9, 5, 9, 5)), (0, 0), lip + 3),  # falls after level tops, between walls
        (((9, 4, 9, 5, 9, 4, 9), (6,) * 7), (1, 6), wax + 1),
        (((5, 9, 5), (9, 9, 9), (5, 9, 5)), (0, 0), wax),  # nowhere to go
        (((6, 9, 6, 9), (6, 6, 6, 6), (5, 9, 4, 3)), (1, 0), lip + 2),
    ]
    return Tray(mutation, tuple(constants.items()), draws.text("ABCDEFGH", 16), tuple(tested))


def _steps(draws: Draws) -> Pouring:
    """Choose towers of which none hides a top behind it, and pour near the back."""
    rows: list[list[int]] = []
    for row in range(SIDE):
        rows.append([])
        for column in range(SIDE):
            behind = [rows[row - 1][column]] if row else []
            behind += [rows[row][column - 1]] if column else []
            drop = draws.choice((0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4))
            rows[row].append(max(0, min(behind, default=7) - drop))
    start = draws.choice(((1, 0), (2, 0), (2, 1)))  # a reader who exchanges row and column notices it
    return tuple(map(tuple, rows)), start, draws.integer(4, 12)


def _tray(draws: Draws, rows: int, columns: int) -> Pouring:
    towers = tuple(tuple(draws.choices((0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6), columns)) for _ in range(rows))
    start = draws.integer(0, rows - 1), draws.integer(0, columns - 1)
    heights = [height for row in towers for height in row]
    top = max(range(len(heights)), key=lambda place: heights[place])
    start = start if draws.chance(1, 3) else divmod(top, columns)
    return towers, start, draws.integer(4, 12)


def _row(draws: Draws) -> Pouring:
    """Choose a row of three towers that runs to the front."""
    heights = [6]
    while len(heights) < 3:
        heights.append(max(0, heights[-1] - draws.choice((0, 0, 1, 1, 2, 2, 3, 4, 5))))
    wax = draws.choice((2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12))
    return (tuple(heights),), (0, draws.choice((0, 0, 1, 1, 2))), wax


def calls(tray: Tray) -> list[Call]:
    return [_arguments(pouring) for pouring in tray.tested]


def examples(tray: Tray) -> list[Call]:
    return _shown(replace(tray, mutation=""))[1:3]


def _rows(tray: Tray) -> list[Call]:
    """Return the single rows of the picture."""
    first, _, _, *others = _shown(replace(tray, mutation=""))
    return [first, *others]


@lru_cache(maxsize=8)
def _shown(tray: Tray) -> list[Call]:
    """Choose a row, two trays that most rules with one change contradict, and more rows until one rule is left."""
    draws, asked = Draws(tray.seed, "examples"), calls(tray)
    trays = [_arguments(_steps(draws)) for _ in range(POURINGS)]
    differ = np.hstack([differences(tray.rule(name), trays) for name in MUTATIONS]).astype(int)
    both = differ.sum(axis=1)[:, None] + differ.sum(axis=1) - differ @ differ.T
    chosen = [_arguments(_row(draws)), *(trays[place] for place in divmod(int(both.argmax()), POURINGS))]
    for name in MUTATIONS:
        chosen = telling_examples(
            RuleSpace(parts=PARTS, results=poured),
            rules=[tray.rule(name)],
            asked=asked,
            shown=chosen,
            candidate=lambda: _arguments(_row(draws)),
            numbers=range(len(chosen), ROWS + 3),
        )
    return chosen


def rule_space(tray: Tray) -> RuleSpace:
    space = RuleSpace(parts=PARTS, results=poured, coded=coded)
    return replace(space, drawn=space.given(tray.rule(tray.mutation), _rows(tray)))


def _arguments(pouring: Pouring) -> Call:
    towers, start, wax = pouring
    return [list(row) for row in towers], list(start), wax


def reference(tray: Tray) -> str:
    return program(tray.rule(tray.mutation))


WIDE, HIGH, CUBE = 86.0, 54.0, 36.0  #: width and height of a top, and height of a cube, px
SMALL = 0.75  #: size of the towers of rows, compared with those of trays


def picture(tray: Tray, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1016)
    for number, call in enumerate(examples(tray)):
        x = 15.0 + 490 * number
        frame(canvas, x, 15, 480, 610, title=("First pouring", "Second pouring")[number])
        _draw_towers(canvas, call, solve, x + 240, 345)
    frame(canvas, 15, 635, 970, 325, title="Single rows")
    rows = _rows(tray)
    for number, call in enumerate(rows):
        _draw_towers(canvas, call, solve, 468 + 136 * (number - (len(rows) - 1) / 2), 890, SMALL)
    _top(canvas, 330, 987, 60, 38, "yellow")
    canvas.text(330, 987, 3, size=20, bold=True)
    canvas.text(375, 987, "thickness", size=20, anchor="start")
    canvas.circle(580, 987, 17, stroke="red", line=3)
    canvas.text(612, 987, "poured here", size=20, anchor="start")
    return canvas


def _draw_towers(canvas: Canvas, call: Call, solve: Solve, x: float, base: float, size: float = 1.0) -> None:
    """Draw towers from the back to the front; ``x`` and ``base`` are the middle of the lowest square at the back."""
    (towers, start, _), thick = call, solve(*call)
    places = ((row, column) for row, line in enumerate(towers) for column in range(len(line)))
    for row, column in sorted(places, key=sum):
        left, y = x + (column - row) * WIDE / 2 * size, base + (column + row) * HIGH / 2 * size
        _tower(canvas, left, y, towers[row][column], size)
        top = y - towers[row][column] * CUBE * size
        wax = thick[row][column]
        _top(canvas, left, top, WIDE * size, HIGH * size, "yellow" if wax else "white")
        if start == [row, column]:
            canvas.circle(left, top, 19 * size, stroke="red", line=3)
        if wax:
            canvas.text(left, top, wax, size=21 if size == 1 else 19, bold=True)


def _tower(canvas: Canvas, x: float, base: float, height: int, size: float) -> None:
    """Draw a tower without its top; ``base`` is the middle of its lowest square."""
    for level in range(height):
        y = base - level * CUBE * size
        for side, colour in ((-1, "silver"), (1, "grey")):
            face: Colour = "silver" if colour == "silver" else "grey"
            low = [(x, y + HIGH / 2 * size), (x + side * WIDE / 2 * size, y)]
            canvas.polygon([*low, *((px, py - CUBE * size) for px, py in reversed(low))], fill=face, line=2)


def _top(canvas: Canvas, x: float, y: float, wide: float, high: float, colour: Colour) -> None:
    corners = [(x, y - high / 2), (x + wide / 2, y), (x, y + high / 2), (x - wide / 2, y)]
    canvas.polygon(corners, fill=colour, line=2)


def describe(tray: Tray, solve: Solve) -> str:
    names = ("First pouring", "Second pouring")
    parts = [
        f"{name}: {_words(call, solve(*call))}" for name, call in zip(names, examples(tray), strict=True)
    ]
    return (
        "The picture shows two trays in an isometric drawing, each with five by five towers of cubes; the back corner is at the "
        "top. Towers are never higher than those behind them, so every top is seen, and bare squares of the tray are "
        "tops without a cube. Some tops are yellow with a number, the thickness of the wax (the key has a 3); the others "
        "are white. A red ring marks where the wax was poured. Rows run from the back corner to the right and "
        f"follow one another to the left; rows and columns count from 0, and - is a white top. {' '.join(parts)} Below are "
        f"single rows of three towers. {' '.join(_words(call, solve(*call)) for call in _rows(tray))}"
    )


def _words(call: Call, thick: list[list[int]]) -> str:
    towers, (row, column), _ = call
    heights = " / ".join(" ".join(map(str, line)) for line in towers)
    wax = " / ".join(" ".join(str(value or "-") for value in line) for line in thick)
    return f"cubes {heights}; wax {wax}; poured here: row {row}, column {column}."

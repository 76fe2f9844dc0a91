"""A floor of tiles with signs: the track of a cart that rolls across it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._floor_calls import (
    WIDE,
    Start,
    mixed_floor,
    sign_floors,
    test_floors,
    track_of,
)
from workshop.suites.humaneval_v.families._floor_rules import DOES, Step, floor_rules, right_rule

VERSION = 4
KINDS = ("grid",)
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Geometric Objects")
MUTATIONS = ("turns-first", "leap-first", "leap-between", "turns-exchanged")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "column = 0: *": "the tracks are drawn from the first tile on",
    "while 0 <= row < len(floor) and 0 <= column < len(floor[row]): *": "the text: the cart leaves the floor",
    "row, column = row + down, column + right: *": "every track has an arrow, and the cart rolls on that way by one tile",
}

TEXT = '''\
def solution(floor: list[str], row: int) -> list[int]:
    """
    A cart rolls onto a floor of tiles from the left. Find the tile from which it leaves the floor, by the tracks
    in the picture.

    Parameters:
        floor (list[str]): The rows of tiles, all of one length. The three letters of the picture are tiles with
            signs, "." is a tile without one.
        row (int): The row in which the cart starts to roll, counted from 0 at the top.

    Returns:
        list[int]: Row and column of the last tile that the cart stands on, both counted from 0.
    """
'''

PROGRAM = """
def solution(floor: list[str], row: int) -> list[int]:
    column = 0
    down, right = 0, 1
    while 0 <= row < len(floor) and 0 <= column < len(floor[row]):
        last = [row, column]
        sign = floor[row][column]
        if sign == $left:
            down, right = -right, down
        elif sign == $right:
            down, right = right, -down
        elif sign == $leap:
            row, column = row + down, column + right
        row, column = row + down, column + right
    return last
"""


@dataclass(frozen=True)
class Floors:
    """Parameters: the mutation, which says what the signs do, and the floors with the row of the start.

    The floors have the signs A, B and C, in the place of which the letters are shown.
    """

    mutation: str
    letters: str
    seed: str  #: of the floors in the picture
    tested: tuple[Start, ...]


def sample(mutation: str, draws: Draws) -> Floors:
    letters = "".join(draws.sample("ABCDE", 3))
    return Floors(mutation, letters, draws.text("abcdefgh", 16), test_floors(draws))


def calls(floors: Floors) -> list[Call]:
    return [(_lettered(floors, floor), row) for floor, row in floors.tested]


def examples(floors: Floors) -> list[Call]:
    return [(_lettered(floors, floor), row) for floor, row in _shown(replace(floors, mutation=""))]


@lru_cache(maxsize=4)
def _shown(floors: Floors) -> list[Start]:
    """Choose a floor for each sign and three more, which leave few rules of the space for every mutation."""
    draws, space = Draws(floors.seed, "shown"), floor_rules("ABC")
    shown = list(sign_floors(draws))
    rules = [right_rule(mutation) for mutation in MUTATIONS]
    left = [space.agreeing(rule, shown) for rule in rules]

    def after(floor: Start) -> list[Choices]:
        return [space.agreeing(rule, [floor], among) for rule, among in zip(rules, left, strict=True)]

    for _ in range(3):
        offered = [
            floor for floor in (mixed_floor(draws) for _ in range(TRIES)) if floor not in floors.tested
        ]
        shown.append(min(offered, key=lambda floor: sum(map(count_rules, after(floor)))))
        left = after(shown[-1])
    return shown


def rule_space(floors: Floors) -> RuleSpace:
    return floor_rules(floors.letters)


def _lettered(floors: Floors, signs: Sequence[str]) -> list[str]:
    """Return rows or signs with the letters that are shown."""
    return [row.translate(str.maketrans("ABC", floors.letters)) for row in signs]


def reference(floors: Floors) -> str:
    letters = _lettered(floors, list(DOES[floors.mutation]))
    return fill(PROGRAM, **dict(zip(("left", "right", "leap"), letters, strict=True)))


TRIES = 60  #: floors that are tried for each example
TILE = 43.0
FILLS: dict[str, Colour] = {"A": "yellow", "B": "sky", "C": "silver", ".": "white"}


def picture(floors: Floors, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 752)
    for place, (floor, row) in enumerate(_shown(replace(floors, mutation=""))):
        x, y = 8 + place % 3 * 329, 10 + place // 3 * 371
        frame(canvas, x, y, 323, 361, title=f"row {row}")
        canvas.text(
            x + 300, y + 28, str(solve(_lettered(floors, floor), row)), bold=True, fill="blue", anchor="end"
        )
        _tiles(canvas, floors, floor, x + 44, y + 106)
        _draw_track(canvas, track_of(DOES[floors.mutation], floor, row), x + 44, y + 106)
    return canvas


def _tiles(canvas: Canvas, floors: Floors, floor: tuple[str, ...], x: float, y: float) -> None:
    for c in range(WIDE):
        canvas.text(x + (c + 0.5) * TILE, y - 34, c, size=20, tick=True)
    for r, row in enumerate(floor):
        canvas.text(x - 34, y + (r + 0.5) * TILE, r, size=20, tick=True)
        for c, sign in enumerate(row):
            left, top = x + c * TILE, y + r * TILE
            canvas.rect(left, top, TILE, TILE, fill=FILLS[sign], stroke="grey", line=2)
            if sign != ".":
                canvas.text(left + 10.75, top + 10.5, _lettered(floors, sign)[0], bold=True, size=17)


def _draw_track(canvas: Canvas, track: list[Step], x: float, y: float) -> None:
    def at(row: float, column: float) -> Point:
        return x + (column + 0.5) * TILE, y + (row + 0.5) * TILE

    first, last = track[0], track[-1]
    left, top = at(last.row - 0.5, last.column - 0.5)
    canvas.rect(left + 0.5, top + 0.5, TILE - 1, TILE - 1, stroke="blue", line=3)
    arrows.arrow(canvas, at(first.row, -1.03), at(first.row, -0.45), stroke="blue", line=3.4, head=14)
    canvas.line(at(first.row, -0.5), at(first.row, 0), stroke="blue", line=3.4)
    for step in track:
        start = at(step.row, step.column)
        end = at(step.row + step.length * step.down, step.column + step.length * step.right)
        if step is last:
            end = at(step.row + 0.98 * step.down, step.column + 0.98 * step.right)
            arrows.arrow(canvas, start, end, stroke="blue", line=3.4, head=12)
        elif step.length > 1:
            bend = at(
                step.row + step.down + 0.9 * abs(step.right), step.column + step.right + 0.9 * abs(step.down)
            )
            arrows.curve(canvas, start, bend, end, stroke="blue", line=3.4, head=12)
        else:
            middle = at(step.row + 0.62 * step.down, step.column + 0.62 * step.right)
            arrows.arrow(canvas, start, middle, stroke="blue", line=3.4, head=11)
            canvas.line(middle, end, stroke="blue", line=3.4)


def describe(floors: Floors, solve: Solve) -> str:
    parts = []
    for floor, row in _shown(replace(floors, mutation="")):
        places = []
        for step in track_of(DOES[floors.mutation], floor, row):
            sign = f" ({_lettered(floors, step.sign)[0]})" if step.sign != "." else ""
            bow = ", then in a bow over the next tile" if step.length > 1 else ""
            places.append(f"{step.row} {step.column}{sign}{bow}")
        parts.append(
            f"row {row}: rows of tiles {' / '.join(_lettered(floors, floor))}; the track passes row and column {'; '.join(places)}; there, "
            f"in a tile with a blue frame, it leaves the floor, and at the top right stands {solve(_lettered(floors, floor), row)}."
        )
    a, b, c = list(floors.letters)
    return (
        f"The picture shows six floors of five rows and six columns of tiles, numbered from 0. Tiles with {a} are "
        f"yellow, those with {b} sky blue, those with {c} silver, the others, written as a dot, are white. A blue "
        f"track with arrows comes in from the left and runs from tile to tile. The floors: {' '.join(parts)}"
    )

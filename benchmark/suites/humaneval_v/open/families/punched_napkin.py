"""A napkin is folded twice, punched, and unfolded: where its holes are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import Box, frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour

VERSION = 2
KINDS = ("folding",)
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Geometric Objects", "Spatial Transformations")
MUTATIONS = ("gate-across", "halves", "gate-down", "gates")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "for * in (side // 4 + *: 4 → 3": "the folded parts meet in the middle, so each is a quarter of any side",
    "for * in (side // 4 + *: side // 4* → *": "the folded parts meet in the middle, so each is a quarter of any side",
}

TEXT = '''\
def solution(side: int, holes: list[list[int]]) -> list[str]:
    """
    A square napkin is folded, as the picture shows. Then a punch with two pins makes holes through all the
    layers of the folded napkin, and it is unfolded again. Find the napkin with its holes.

    Parameters:
        side (int): The number of squares along each side of the napkin, a multiple of 4.
        holes (list[list[int]]): Row and column in the folded napkin at which the ringed pin of the punch goes
            through it each time. Both are counted from 0 at its top left square; no pin goes beside it.

    Returns:
        list[str]: The rows of the unfolded napkin, "o" for a square with a hole and "." for one without.
    """
'''

#: Part that is not moved → the two rows (or columns) that lie on one another.
LAYERS = {
    "start": "({0}, side - 1 - {0})",
    "end": "(side // 2 + {0}, side // 2 - 1 - {0})",
    "middle": "(side // 4 + {0}, (side // 4 - 1 - {0}) % side)",
}
#: Mutation → what is folded to the middle from both sides (r: rows, c: columns); the others are folded in
#: half.
GATES = {"halves": "", "gate-across": "c", "gate-down": "r", "gates": "cr"}


@dataclass(frozen=True)
class Napkin:
    """Parameters: the mutation, which says how the napkin is folded, and the holes."""

    mutation: str
    rests_left: bool  #: if columns are folded in half: whether the left half is not moved
    rests_top: bool
    second: tuple[
        int, int
    ]  #: rows down and columns to the right from the first pin of the punch to the second
    shown: tuple[tuple[int, int], ...]  #: holes of the napkin in the picture, which has 8 × 8 squares
    tested: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

    @property
    def columns(self) -> str:
        """The part of the columns that is not moved."""
        if "c" in GATES[self.mutation]:
            return "middle"
        return "start" if self.rests_left else "end"

    @property
    def rows(self) -> str:
        """The part of the rows that is not moved."""
        if "r" in GATES[self.mutation]:
            return "middle"
        return "start" if self.rests_top else "end"

    @property
    def pins(self) -> list[tuple[int, int]]:
        """The holes of all pins in the folded napkin of the picture."""
        down, right = self.second
        return [*self.shown, *((row + down, column + right) for row, column in self.shown)]


def sample(mutation: str, draws: Draws) -> Napkin:
    rests_left, rests_top = draws.chance(1, 2), draws.chance(1, 2)
    second = draws.choice(((0, 1), (1, 0), (1, 1), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)))
    shown = tuple(sorted(draws.sample(_places(8, second), 2)))
    if len({*shown, *((row + second[0], column + second[1]) for row, column in shown)}) < 4:
        raise UnfitError("two pins make one hole")
    tested: list[tuple[int, tuple[tuple[int, int], ...]]] = [(8, ()), (4, (_places(4, second)[0],))]
    for side, count in ((8, 1), (8, 1), (8, 2), (8, 4), (12, 2), (12, 4), (16, 3)):
        tested.append((side, tuple(draws.sample(_places(side, second), count))))
    return Napkin(mutation, rests_left, rests_top, second, shown, tuple(dict.fromkeys(tested)))


def _places(side: int, second: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the places of the first pin at which both pins are over the folded napkin."""
    inside = range(side // 2)
    every = [(row, column) for row in inside for column in inside]
    return [
        (row, column) for row, column in every if row + second[0] in inside and column + second[1] in inside
    ]


def calls(napkin: Napkin) -> list[Call]:
    return [(side, [list(hole) for hole in holes]) for side, holes in napkin.tested]


def examples(napkin: Napkin) -> list[Call]:
    return [(8, [list(hole) for hole in napkin.shown])]


def reference(napkin: Napkin) -> str:
    program = PUNCHED.replace("{rows}", LAYERS[napkin.rows].format("row"))
    program = program.replace("{columns}", LAYERS[napkin.columns].format("column"))
    for name, place, step in zip(("down", "right"), ("row", "column"), napkin.second, strict=True):
        program = program.replace(f"{{{name}}}", f"{place} {'+-'[step < 0]} 1" if step else place)
    return program


PUNCHED = """
def solution(side: int, holes: list[list[int]]) -> list[str]:
    napkin = [["."] * side for _ in range(side)]
    pins = holes + [[{down}, {right}] for row, column in holes]
    for row, column in pins:
        for r in {rows}:
            for c in {columns}:
                napkin[r][c] = "o"
    return ["".join(line) for line in napkin]
"""


SIDE = 36.0  #: side of a square, px
#: Part that is not moved → its first square, and the square after its last, of eight.
KEPT_SPANS = {"start": (0, 4), "end": (4, 8), "middle": (2, 6)}


def picture(napkin: Napkin, solve: Solve) -> Canvas:
    canvas = Canvas(820, 785)
    rooms = [
        frame(canvas, 15 + step % 2 * 400, 15 + step // 2 * 382, 390, 372, title=f"Step {step + 1}")
        for step in range(4)
    ]
    corners = [_corner(room) for room in rooms]
    left, right = KEPT_SPANS[napkin.columns]
    top, bottom = KEPT_SPANS[napkin.rows]
    _paper(canvas, corners[0], (0, 8), (0, 8), columns=(left, right))
    for start, end in _moves(left, right):
        _fold(canvas, corners[0], (start, 4.0), (end, 4.0))
    _paper(canvas, corners[1], (left, right), (0, 8), rows=(top, bottom))
    for start, end in _moves(top, bottom):
        _fold(canvas, corners[1], ((left + right) / 2, start), ((left + right) / 2, end))
    _paper(canvas, corners[2], (left, right), (top, bottom))
    ((side, holes),) = examples(napkin)
    for row, column in holes:
        _punch(canvas, corners[2], (left + column, top + row), napkin.second)
    for row, column in napkin.pins:
        _hole(canvas, corners[2], left + column, top + row)
    _paper(canvas, corners[3], (0, 8), (0, 8), columns=(left, right), rows=(top, bottom), plain=True)
    for row, line in enumerate(solve(side, holes)):
        for column, square in enumerate(line):
            if square == "o":
                _hole(canvas, corners[3], column, row)
    return canvas


def _corner(room: Box) -> Point:
    return room.x + (room.width - 8 * SIDE) / 2, room.y + 10


def _moves(first: int, last: int) -> list[tuple[float, float]]:
    """Return the middle of each part that is moved, before and after the move."""
    moves = []
    if first:
        moves.append((first / 2, first + first / 2))
    if last < 8:
        moves.append(((last + 8) / 2, last - (8 - last) / 2))
    return moves


Span = tuple[int, int]


def _paper(
    canvas: Canvas,
    corner: Point,
    across: Span,
    down: Span,
    *,
    columns: Span = (0, 8),
    rows: Span = (0, 8),
    plain: bool = False,
) -> None:
    """Draw the napkin as it is; the parts outside ``columns`` and ``rows`` are the next to be moved."""
    x, y = corner
    canvas.rect(x, y, 8 * SIDE, 8 * SIDE, stroke="silver", line=2, dashed=True, guide=True)
    for row in range(*down):
        for column in range(*across):
            rests = columns[0] <= column < columns[1] and rows[0] <= row < rows[1]
            place = x + column * SIDE, y + row * SIDE
            fill: Colour = "white" if rests or plain else "paleorange"
            canvas.rect(*place, SIDE, SIDE, fill=fill, stroke="grey", line=2)
    for column in columns:
        if across[0] < column < across[1]:
            ends = [(x + column * SIDE, y + edge * SIDE) for edge in down]
            canvas.line(
                (ends[0][0], ends[0][1] - 9), (ends[1][0], ends[1][1] + 9), stroke="red", line=4, dashed=True
            )
    for row in rows:
        if down[0] < row < down[1]:
            ends = [(x + edge * SIDE, y + row * SIDE) for edge in across]
            canvas.line(
                (ends[0][0] - 9, ends[0][1]), (ends[1][0] + 9, ends[1][1]), stroke="red", line=4, dashed=True
            )
    width, height = (across[1] - across[0]) * SIDE, (down[1] - down[0]) * SIDE
    canvas.rect(x + across[0] * SIDE, y + down[0] * SIDE, width, height, line=4)


def _fold(canvas: Canvas, corner: Point, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a bent arrow over the fold."""
    x, y = corner
    (a, b), (c, d) = start, end
    bend = ((a + c) / 2, b - 1.7) if b == d else (a + 1.7, (b + d) / 2)
    points = [(x + px * SIDE, y + py * SIDE) for px, py in ((a, b), bend, (c, d))]
    arrows.curve(canvas, points[0], points[1], points[2], stroke="blue", line=6, head=24)


def _punch(canvas: Canvas, corner: Point, at: tuple[int, int], second: tuple[int, int]) -> None:
    """Draw the punch: a green bar with two pins, the first of which has a ring."""
    x, y = corner[0] + (at[0] + 0.5) * SIDE, corner[1] + (at[1] + 0.5) * SIDE
    canvas.line((x, y), (x + second[1] * SIDE, y + second[0] * SIDE), stroke="green", line=9)
    canvas.circle(x, y, 16, fill="sky")


def _hole(canvas: Canvas, corner: Point, column: int, row: int) -> None:
    x, y = corner
    canvas.circle(x + (column + 0.5) * SIDE, y + (row + 0.5) * SIDE, 10, fill="ink")


NAMES = {
    ("c", "start"): "the right half is folded over the left half",
    ("c", "end"): "the left half is folded over the right half",
    ("c", "middle"): "the left and the right quarter are folded inward to the middle line",
    ("r", "start"): "the lower half is folded up over the upper half",
    ("r", "end"): "the upper half is folded down over the lower half",
    ("r", "middle"): "the upper and the lower quarter are folded inward to the middle line",
}


def describe(napkin: Napkin, solve: Solve) -> str:
    ((side, holes),) = examples(napkin)
    down, right = napkin.second
    squares = ", ".join(f"row {row} column {column}" for row, column in holes)
    return (
        "The picture shows a napkin of eight by eight squares in four steps. Dashed red lines are folds, and blue "
        f"arrows lead from the pale orange parts to where they go. Step 1: {NAMES['c', napkin.columns]}. Step 2: "
        f"{NAMES['r', napkin.rows]}. Step 3: the folded napkin of four by four squares lies under a green punch with two "
        f"pins, which is used twice. Rows and columns are counted from 0 at its own top left square. The pin with a blue ring is at "
        f"{squares}. The other pin is {down} rows lower and {right} columns farther right; negative numbers mean higher and "
        f"farther left. Step 4: the napkin is unfolded, and its rows, with o for a hole, are "
        f"{' / '.join(solve(side, holes))}."
    )

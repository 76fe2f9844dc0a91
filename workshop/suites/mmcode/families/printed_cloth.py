"""A cloth is printed with one block again and again: flowers and leaves in a piece of it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

VERSION = 1
TITLE = "Printed Cloth"
LEVEL = "medium"
CATEGORY = "patterns"
PICTURES = (("patterns",), ("patterns",))
VARIANTS = ("columns", "rows")
COMPARE = "tokens"

MOST = 20  #: maximum number of pieces
FARTHEST = 10**9

STATEMENT = """
Ines prints cloth with a wooden block. The block is a rectangle of squares, and in each square there is a flower, a leaf or
nothing. The first picture shows one print of the block; leaves look like diamonds.

![image](1.png)

Print lies next to print, with no gap between them and none on top of another, and the block is never turned. At the
edges of the cloth a part of a print can be missing. The second picture shows the upper left corner of the cloth; thick lines part
the prints. The cloth goes on to the right and downwards for very many squares, and there, too, neighbouring prints
lie to one another just as they do in the picture.

![image](2.png)

The rows of squares have numbers from 1 at the upper edge of the cloth, and the columns from 1 at its left edge. A tailor
cuts rectangular pieces from cloths that are printed like this one, each piece from a new cloth. For every piece the tailor
wants to know how many flowers and how many leaves it has.

Input

The first line has a whole number n, the number of pieces (1 <= n <= 20). Each of the next n lines has four whole numbers a, b, c
and d: the piece has all squares in the rows from a to c and in the columns from b to d (1 <= a <= c <= 10^9 and
1 <= b <= d <= 10^9).

Output

For each piece, print a line with two numbers: flowers and leaves.
"""

REFERENCE = """
from collections import Counter


def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    *_, last_row = block = $block.split()
    high, wide = len(block), len(last_row)
    span = high * wide

    def met(first: int, last: int, place: int) -> int:
        return (last - place) // span - (first - 1 - place) // span

    answers = []
    for start in range(1, len(numbers), 4):
        top, left, bottom, right = numbers[start:start + 4]
        found = Counter()
        for row in range(span):
            rows = met(top, bottom, row + 1)
            for column in range(span):
                sign = $change
                found[sign] += rows * met(left, right, column + 1)
        answers.append(f"{found['F']} {found['L']}")
    return "\\n".join(answers)
"""
CHANGE = {
    "columns": "block[(row - $shift * (column // wide)) % high][column % wide]",
    "rows": "block[row % high][(column - $shift * (row // high)) % wide]",
}
WRONG = {
    "prints-in-straight-rows-and-columns": REFERENCE.replace("$change", "block[row % high][column % wide]"),
    "shifted-the-other-way": {
        variant: REFERENCE.replace("$change", change.replace("- $shift", "+ $shift"))
        for variant, change in CHANGE.items()
    },
    "only-every-second-print-shifted": {
        "columns": REFERENCE.replace("$change", CHANGE["columns"].replace("// wide", "// wide % 2")),
        "rows": REFERENCE.replace("$change", CHANGE["rows"].replace("// high", "// high % 2")),
    },
    "last-row-left-out": REFERENCE.replace("met(top, bottom, row + 1)", "met(top, bottom - 1, row + 1)"),
}

_ROWS, _COLUMNS = 12, 16  #: squares of the second picture


def sample(draws: Draws) -> dict[str, Any]:
    high, wide = draws.integer(3, 5), draws.integer(3, 5)
    shift = draws.integer(1, min(high, wide) - 1)
    if 2 * shift in (high, wide):
        raise UnfitError("a shift by half a block")
    signs = draws.choices("FL...", high * wide)
    block = tuple("".join(signs[row * wide : (row + 1) * wide]) for row in range(high))
    turned = {block[row:] + block[:row] for row in range(high)}
    if len(turned | {tuple(row[by:] + row[:by] for row in block) for by in range(wide)}) < high + wide - 1:
        raise UnfitError("the block is like a shifted copy of itself")
    if not 3 <= signs.count("F") != signs.count("L") >= 2:
        raise UnfitError("too few flowers or leaves")
    values: dict[str, Any] = {"block": " ".join(block), "shift": shift, "seed": draws.integer(1, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_piece(draws, 18) for _ in range(150)]
    same = [piece for piece in tried if agreeing([f"1\n{piece}\n"], solve)]
    if len(same) < 3:
        raise UnfitError("the variants agree on too few pieces")
    values["shown"] = same[:3]
    return values


def _piece(draws: Draws, high: int) -> str:
    rows, columns = sorted(draws.integers(2, 1, high)), sorted(draws.integers(2, 1, high))
    return f"{rows[0]} {columns[0]} {rows[1]} {columns[1]}"


def _pieces(pieces: list[str]) -> str:
    return f"{len(pieces)}\n" + "".join(f"{piece}\n" for piece in pieces)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST or len(lines) != int(head):
        raise ValueError("another number of pieces")
    for line in lines:
        top, left, bottom, right = map(int, line.split(" "))
        if not (1 <= top <= bottom <= FARTHEST and 1 <= left <= right <= FARTHEST):
            raise ValueError(f"{line} is not a piece")
        if line != f"{top} {left} {bottom} {right}":
            raise ValueError(f"{line} is not written with single spaces")


def samples(values: dict[str, Any]) -> list[str]:
    return [_pieces(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("cloth-typical", values["seed"])
    highs = (12, 25, 60, 500, 10**4, 10**6)
    return [_pieces([_piece(draws, high) for _ in range(3 + place)]) for place, high in enumerate(highs)]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("cloth-edge", values["seed"])
    spots = [draws.integers(2, 4, 30) for _ in range(MOST)]
    whole = f"1 1 {FARTHEST} {FARTHEST}"
    corner = [f"{FARTHEST - row} {FARTHEST - column} {FARTHEST} {FARTHEST}" for row, column in spots[:9]]
    return [
        _pieces([f"1 1 {draws.integer(7, 9)} {draws.integer(7, 9)}"]),
        _pieces([f"{row} {column} {row} {column}" for row, column in spots]),
        _pieces([whole, *corner]),
        _pieces([f"{row} 1 {row} {draws.integer(7, 10**9)}" for row in range(1, 16)]),
        _pieces([f"1 {column} {draws.integer(7, 10**9)} {column}" for column in range(1, 16)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("cloth-large", values["seed"])
    return [_pieces([_piece(draws, FARTHEST) for _ in range(MOST)]) for _ in range(2)]


def _print_at(values: dict[str, Any], variant: str, row: int, column: int) -> tuple[int, int, str]:
    """Return which print covers a square (two numbers), and the sign of the square."""
    block, shift = values["block"].split(), values["shift"]
    high, wide = len(block), len(block[0])
    if variant == "columns":
        across = column // wide
        down, inside = divmod(row - shift * across, high)
        return down, across, block[inside][column % wide]
    down = row // high
    across, inside = divmod(column - shift * down, wide)
    return down, across, block[row % high][inside]


def _square(canvas: Canvas, sign: str, left: float, top: float, side: float) -> None:
    canvas.rect(left, top, side, side, line=1.7, stroke="grey")
    x, y = left + side / 2, top + side / 2
    if sign == "F":
        for turn in range(0, 360, 72):
            canvas.circle(*point_on_circle(x, y, side * 0.21, turn), side * 0.13, fill="red", stroke=None)
        canvas.circle(x, y, side * 0.13, fill="yellow", line=2)
    elif sign == "L":
        canvas.polygon(
            [(x, y - side * 0.38), (x + side * 0.2, y), (x, y + side * 0.38), (x - side * 0.2, y)],
            fill="paleblue",
            line=2,
        )


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    block = values["block"].split()
    single = Canvas(40 + max(320, 70 * len(block[0])), 40 + max(320, 70 * len(block)))
    for row, signs in enumerate(block):
        for column, sign in enumerate(signs):
            _square(single, sign, 20 + 70.0 * column, 20 + 70.0 * row, 70)
    single.rect(20, 20, 70 * len(block[0]), 70 * len(block), line=5)
    side = 44.0
    cloth = Canvas(748, 572)
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            _square(
                cloth, _print_at(values, variant, row, column)[2], 44 + side * column, 44 + side * row, side
            )
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            x, y = 44 + side * column, 44 + side * row
            here = _print_at(values, variant, row, column)[:2]
            if column and here != _print_at(values, variant, row, column - 1)[:2]:
                cloth.line((x, y), (x, y + side), line=5)
            if row and here != _print_at(values, variant, row - 1, column)[:2]:
                cloth.line((x, y), (x + side, y), line=5)
    cloth.line((748, 44), (44, 44), (44, 572), line=5)
    for number in range(1, _COLUMNS + 1):
        cloth.text(22 + side * number, 24, number, size=20, tick=True)
        if number <= _ROWS:
            cloth.text(22, 22 + side * number, number, size=20, tick=True)
    return [single, cloth]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    block = values["block"].split()
    high, wide = len(block), len(block[0])
    rows = [
        "".join(_print_at(values, variant, row, column)[2] for column in range(_COLUMNS))
        for row in range(_ROWS)
    ]
    corners = [
        f"row {row + 1}, column {column + 1}"
        for row in range(_ROWS)
        for column in range(_COLUMNS)
        if _is_corner(values, variant, row, column)
    ]
    signs = "With F for a red flower, L for a leaf, which is a pale diamond, and a point for an empty square,"
    return [
        (
            f"A rectangle with a thick outline, divided into {high} rows and {wide} columns of squares. {signs} the rows from "
            f"the top down are as follows: {' / '.join(block)}. Nothing else is drawn or written in the picture."
        ),
        (
            f"The upper left corner of a cloth with {_ROWS} rows and {_COLUMNS} columns of squares, numbered along the upper and the "
            f"left edge. {signs} the rows from the top down are as follows: {' / '.join(rows)}. Thick lines form rectangles of "
            f"{high} rows and {wide} columns without gaps, some of them cut off by the edges. The upper left squares of "
            f"rectangles, as far as they are in the picture, are these: {'; '.join(corners)}."
        ),
    ]


def _is_corner(values: dict[str, Any], variant: str, row: int, column: int) -> bool:
    """Whether a square is the upper left one of a whole print."""
    down, across, _ = _print_at(values, variant, row, column)
    above, left = (_print_at(values, variant, *spot)[:2] for spot in ((row - 1, column), (row, column - 1)))
    return (down, across) not in (above, left)

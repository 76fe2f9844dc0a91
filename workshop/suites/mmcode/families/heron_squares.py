"""A heron on a board of squares: how many squares are safe from all herons.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Herons"
LEVEL = "easy"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard",))
VARIANTS = ("turned", "mirrored")
COMPARE = "tokens"

STATEMENT = """
The heron is a piece for boards of light and dark squares, with any number of rows and columns. Like a knight it jumps, so that
other pieces are never in its way, and like a pawn it cannot be turned around: it always looks towards the top of the board. The
first picture shows a heron, H, in the middle of a board, and rings in all the squares to which it can jump.

![image](1.png)

From any other square a heron jumps in the same way, except that it cannot leave the board. A square is attacked if at least
one heron can jump to it. A square is safe if it is not attacked and no heron stands on it. In the second picture the attacked
squares of a small board with several herons have rings; herons can stand on attacked squares as well. The number below the
board is the number of its safe squares.

![image](2.png)

For several boards with herons, find the number of safe squares.

Input

The first line has three whole numbers: b, the number of boards, from 1 to 20, and r and c, the numbers of rows and columns of
each board, both from 1 to 40. The boards follow one after the other. Each board has r lines with c characters each, from the
top row to the bottom row as in the pictures: H is a square with a heron, and a dot is an empty square.

Output

For each board, print a line with the number of its safe squares.
"""

REFERENCE = """
def solution(text: str) -> str:
    numbers, *rows = text.split("\\n")
    boards, height, width = map(int, numbers.split())
    lines = []
    for number in range(boards):
        board = rows[number * height : number * height + height]
        busy = set()
        for row in range(height):
            for column in range(width):
                if board[row][column] == "H":
                    busy.add((row, column))
                    for down, right in $change:
                        if 0 <= row + down < height and 0 <= column + right < width:
                            busy.add((row + down, column + right))
        lines.append(str(height * width - len(busy)))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"turned": "$turned", "mirrored": "$mirrored"}
WRONG = {
    "other-way-up": REFERENCE.replace("in $change:", "in [(-y, x) for y, x in $change]:"),
    "rows-for-columns": REFERENCE.replace("in $change:", "in [(x, y) for y, x in $change]:"),
    "herons-not-counted": REFERENCE.replace("                    busy.add((row, column))\n", ""),
}
EQUIVALENT: dict[str, str] = {}


def sample(draws: Draws) -> dict[str, Any]:
    small, big = draws.choice(((0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))
    if draws.chance(1, 2):
        small, big = big, small
    turned = [(-big, small), (small, big), (big, -small), (-small, -big)]
    # Right and left are alike, but jumps ahead and jumps back are not.
    ahead, back = draws.sample(((1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)), 2)
    mirrored = [(-ahead[0], ahead[1]), (-ahead[0], -ahead[1]), (back[0], back[1]), (back[0], -back[1])]
    empty = [(row, column) for row in range(1, 5) for column in range(1, 7)]
    return {
        "turned": [list(jump) for jump in turned],
        "mirrored": [list(jump) for jump in mirrored],
        "herons": draws.sample(empty, 4),
        "seed": draws.integer(0, 10**9),
    }


def _text(boards: list[list[str]]) -> str:
    rows = [row for board in boards for row in board]
    return f"{len(boards)} {len(boards[0])} {len(boards[0][0])}\n" + "".join(f"{row}\n" for row in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    first, *rows = text.removesuffix("\n").split("\n")
    boards, height, width = map(int, first.split(" "))
    if not (1 <= boards <= 20 and 1 <= height <= 40 and 1 <= width <= 40) or len(rows) != boards * height:
        raise ValueError("wrong numbers of boards, rows or columns")
    if any(len(row) != width or set(row) - set("H.") for row in rows):
        raise ValueError("a wrong row")


def samples(values: dict[str, Any]) -> list[str]:
    return [
        "1 1 4\n....\n",
        _text([["HH.", "HHH"], ["HHH", "HHH"], ["...", "..."]]) if _agrees(values) else "2 1 2\n..\nHH\n",
    ]


def _agrees(values: dict[str, Any]) -> bool:
    """Whether the free square of the second sample is safe, or not, under both variants."""
    herons = {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)}
    hit = [any((0 - down, 2 - right) in herons for down, right in values[name]) for name in VARIANTS]
    return hit[0] == hit[1]


def _boards(draws: Draws, boards: int, height: int, width: int, of: int) -> str:
    made = [
        ["".join("H" if draws.chance(1, of) else "." for _ in range(width)) for _ in range(height)]
        for _ in range(boards)
    ]
    return _text(made)


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("heron_squares", "typical", values["seed"])
    return [
        _boards(draws, draws.integer(3, 6), draws.integer(5, 9), draws.integer(5, 9), draws.integer(6, 14))
        for _ in range(6)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    lone = [[["."] * 7 for _ in range(7)] for _ in range(9)]
    for place, board in enumerate(lone):
        board[place // 3 * 3][place % 3 * 3] = "H"
    return [
        _text([["H"]]),
        _text([["." * column + "H" + "." * (6 - column)] for column in range(7)]),
        _text([["."] * row + ["H"] + ["."] * (6 - row) for row in range(7)]),
        _text([["".join(row) for row in board] for board in lone]).rstrip("\n"),
        _text([["HHHHH"] * 5, ["....."] * 5]),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("heron_squares", "large", values["seed"])
    return [_boards(draws, 5, 40, 40, 9), _boards(draws, 20, 20, 25, 12)]


_SIDE = 84.0


def _board(
    canvas: Canvas, rows: int, columns: int, herons: list[tuple[int, int]], rings: set[tuple[int, int]]
) -> None:
    for row in range(rows):
        for column in range(columns):
            x, y = 20 + column * _SIDE, 20 + row * _SIDE
            canvas.rect(x, y, _SIDE, _SIDE, fill="white" if (row + column) % 2 == 0 else "paleblue", line=2)
            if (row, column) in rings:
                canvas.circle(x + _SIDE / 2, y + _SIDE / 2, 32, line=5)
            if (row, column) in herons:
                canvas.text(x + _SIDE / 2, y + _SIDE / 2, "H", size=36, bold=True)


def _attacked(
    values: dict[str, Any], variant: str, herons: list[tuple[int, int]], rows: int, columns: int
) -> set[tuple[int, int]]:
    reached = {(row + down, column + right) for row, column in herons for down, right in values[variant]}
    return {(row, column) for row, column in reached if 0 <= row < rows and 0 <= column < columns}


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    moves = Canvas(796, 796)
    _board(moves, 9, 9, [(4, 4)], _attacked(values, variant, [(4, 4)], 9, 9))
    herons = [(row, column) for row, column in values["herons"]]
    attacked = _attacked(values, variant, herons, 6, 8)
    example = Canvas(712, 620)
    _board(example, 6, 8, herons, attacked)
    example.text(356, 572, f"safe squares: {48 - len(attacked | set(herons))}", size=30, bold=True)
    return [moves, example]


def _names(places: set[tuple[int, int]] | list[tuple[int, int]]) -> str:
    return ", ".join(f"row {row + 1} column {column + 1}" for row, column in sorted(places))


def describe(values: dict[str, Any], variant: str) -> list[str]:
    herons = [(row, column) for row, column in values["herons"]]
    attacked = _attacked(values, variant, herons, 6, 8)
    return [
        (
            "A board of nine rows and nine columns of white and pale blue squares; here rows are counted from the top and columns "
            "from the left. The letter H stands in row 5 column 5. A ring is drawn in these squares: "
            f"{_names(_attacked(values, variant, [(4, 4)], 9, 9))}."
        ),
        (
            f"A board of six rows and eight columns. The letter H stands in {_names(herons)}. A ring is drawn in these squares: "
            f"{_names(attacked)}. Below the board stands: safe squares: {48 - len(attacked | set(herons))}."
        ),
    ]

"""A frog crosses a board with stones: how many moves it needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "The Frog on the Board"
LEVEL = "medium"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard",))
VARIANTS = ("over", "up-to")
COMPARE = "tokens"

STATEMENT = """
A frog is a piece that moves on a board between stones, in straight lines to the left, right, up and down. How far a frog goes in
such a line depends on the stones. The first picture shows a board with stones, the black discs, and a frog, F. Rings mark all the
squares to which this frog can go in one move. In a direction without a ring in the line the frog cannot move at all.

![image](1.png)

All frogs move in this way on all boards, and never leave the board. A frog cannot stand on a stone. The second picture shows another
board with a frog. Here each number is the number of moves that the frog needs to get to a square; it cannot get to the empty
squares without a number.

![image](2.png)

For several pairs of squares on a board with stones, find the smallest number of moves that a frog needs from the first square to the
second. The frog has to end a move on the second square; it does not help to pass over it.

Input

The first line has three whole numbers r, c and q: the numbers of rows and columns of the board (both from 1 to 30), and the number of
pairs (from 1 to 20). Each of the next r lines has c characters, from the top row to the bottom row: # is a stone, and a dot is an
empty square. Each of the last q lines has four whole numbers: the row and column of the first square, and the row and column of the
second. Rows are counted from 1 at the top, columns from 1 at the left. Both squares are empty; they may be the same.

Output

For each pair, print a line with the smallest number of moves, or with -1 if the frog cannot get there.
"""

_PROGRAM = """
def solution(text: str) -> str:
    sizes, *rows = text.splitlines()
    height, _, pairs = map(int, sizes.split())
    free = set()
    stones = set()
    for row, line in enumerate(rows[:height], 1):
        for column, sign in enumerate(line, 1):
            (stones if sign == "#" else free).add((row, column))
    numbers = map(int, " ".join(rows[height:]).split())
    lines = []
    for _ in range(pairs):
        start = (next(numbers), next(numbers))
        end = (next(numbers), next(numbers))
        moves = {start: 0}
        queue = [start]
        for place in queue:
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                row, column = place
                while (row + down, column + right) in free:
                    row, column = row + down, column + right
{stop}
                if (row, column) in free and (row, column) not in moves:
                    moves[row, column] = moves[place] + 1
                    queue.append((row, column))
        lines.append(str(moves.get(end, -1)))
    return "\\n".join(lines) + "\\n"
"""
_OVER = """\
                row, column = row + down, column + right
                if (row, column) in stones:
                    row, column = row + down, column + right"""
REFERENCE = {
    "over": _PROGRAM.replace("{stop}", _OVER),
    "up-to": _PROGRAM.replace("{stop}\n", "")
    .replace("    stones = set()\n", "")
    .replace(
        """            (stones if sign == "#" else free).add((row, column))
""",
        """            if sign == ".":
                free.add((row, column))
""",
    ),
}
_STEP = _PROGRAM.replace(
    "while (row + down, column + right) in free:", "if (row + down, column + right) in free:"
)
WRONG = {
    "one-step": _STEP.replace("{stop}\n", ""),
    "jumps-next-stone": _PROGRAM.replace(
        "while (row + down, column + right) in free:", "if (row + down, column + right) in stones:"
    ).replace("{stop}", "                    row, column = row + down, column + right"),
    "depth-first": {
        name: program.replace("for place in queue:", "while queue:\n            place = queue.pop()")
        for name, program in REFERENCE.items()
    },
}
EQUIVALENT: dict[str, str] = {}

_AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0))


def _ends(board: list[str], variant: str, place: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the squares to which a frog can go in one move; rows and columns from 0."""

    def sign(row: int, column: int) -> str:
        return board[row][column] if 0 <= row < len(board) and 0 <= column < len(board[0]) else ""

    found = set()
    for down, right in _AROUND:
        row, column = place
        while sign(row + down, column + right) == ".":
            row, column = row + down, column + right
        if variant == "over":
            if sign(row + down, column + right) != "#":
                continue
            row, column = row + 2 * down, column + 2 * right
        if sign(row, column) == "." and (row, column) != place:
            found.add((row, column))
    return found


def _moves(board: list[str], variant: str, start: tuple[int, int]) -> dict[tuple[int, int], int]:
    moves, queue = {start: 0}, [start]
    for place in queue:
        for end in sorted(_ends(board, variant, place)):
            if end not in moves:
                moves[end] = moves[place] + 1
                queue.append(end)
    return moves


def _draw_board(draws: Draws, height: int, width: int, of: int) -> list[str]:
    return ["".join("#" if draws.chance(1, of) else "." for _ in range(width)) for _ in range(height)]


def sample(draws: Draws) -> dict[str, Any]:
    board = [["."] * 9 for _ in range(9)]
    # From the frog: right, a stone next to it; left, a far one; up, two stones in a row; down, none.
    frog = (draws.integer(4, 5), draws.integer(4, 5))
    far = draws.integer(3, 4)
    board[frog[0]][frog[1] + 1] = board[frog[0]][frog[1] - far] = "#"
    board[frog[0] - 3][frog[1]] = board[frog[0] - 4][frog[1]] = "#"
    others = [
        (row, column) for row in range(9) for column in range(9) if row != frog[0] and column != frog[1]
    ]
    for row, column in draws.sample(others, 9):
        board[row][column] = "#"
    lines = ["".join(row) for row in board]
    if draws.chance(1, 2):
        lines, frog = lines[::-1], (8 - frog[0], frog[1])
    if draws.chance(1, 2):
        lines, frog = [row[::-1] for row in lines], (frog[0], 8 - frog[1])
    if draws.chance(1, 2):
        lines, frog = ["".join(column) for column in zip(*lines, strict=True)], (frog[1], frog[0])
    for _ in range(300):
        second = _draw_board(draws, 6, 7, 4)
        free = [(row, column) for row in range(6) for column in range(7) if second[row][column] == "."]
        start = draws.choice(free)
        counts = [len(_moves(second, variant, start)) for variant in VARIANTS]
        longest = [max(_moves(second, variant, start).values()) for variant in VARIANTS]
        if min(counts) >= 7 and min(longest) >= 3 and max(counts) < len(free):
            break
    else:
        raise UnfitError("no small board shows enough moves")
    for _ in range(300):
        little = _draw_board(draws, 5, 6, 4)
        free = [(row, column) for row in range(5) for column in range(6) if little[row][column] == "."]
        pairs = [(a, b) for a in free for b in free]
        moves = {a: [_moves(little, variant, a) for variant in VARIANTS] for a in free}
        same = [(a, b) for a, b in pairs if moves[a][0].get(b, -1) == moves[a][1].get(b, -1)]
        kinds = {moves[a][0].get(b, -1): (a, b) for a, b in draws.shuffled(same)}
        if {-1, 2} <= set(kinds) and len(kinds) >= 3:
            shown = [kinds[kind] for kind in sorted(kinds, reverse=True)][-4:]
            return {
                "first": lines, "frog": frog, "second": second, "start": start,
                "sample": _text(little, shown), "seed": draws.integer(0, 10**9),
            }  # fmt: skip
    raise UnfitError("no board for the sample")


def _text(board: list[str], pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> str:
    rows = [f"{a + 1} {b + 1} {c + 1} {d + 1}" for (a, b), (c, d) in pairs]
    return "\n".join([f"{len(board)} {len(board[0])} {len(pairs)}", *board, *rows]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    first, *lines = text.removesuffix("\n").split("\n")
    height, width, pairs = map(int, first.split(" "))
    if not (1 <= height <= 30 and 1 <= width <= 30 and 1 <= pairs <= 20) or len(lines) != height + pairs:
        raise ValueError("wrong numbers of rows, columns or pairs")
    board = lines[:height]
    if any(len(row) != width or set(row) - set("#.") for row in board):
        raise ValueError("a wrong row")
    for line in lines[height:]:
        a, b, c, d = map(int, line.split(" "))
        for row, column in ((a, b), (c, d)):
            if not (1 <= row <= height and 1 <= column <= width) or board[row - 1][column - 1] != ".":
                raise ValueError(f"{line} has a square that is not empty")


def samples(values: dict[str, Any]) -> list[str]:
    return [values["sample"]]


def _random(draws: Draws, height: int, width: int, of: int, pairs: int) -> str:
    board = _draw_board(draws, height, width, of)
    free = [(row, column) for row in range(height) for column in range(width) if board[row][column] == "."]
    made: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for number in range(pairs):
        start = draws.choice(free)
        reached = sorted(_moves(board, VARIANTS[number % 2], start))
        made.append((start, draws.choice(free if number % 5 == 4 else reached)))
    return _text(board, made)


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("pond_hops", "typical", values["seed"])
    return [
        _random(draws, draws.integer(5, 10), draws.integer(5, 10), draws.integer(3, 5), draws.integer(6, 12))
        for _ in range(6)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    across = [((0, 0), (0, end)) for end in (0, 2, 5, 7, 8, 10)] + [((0, 7), (0, 8)), ((0, 8), (0, 5))]
    down = [((0, 0), (end, 0)) for end in (0, 2, 3, 5, 8)] + [((5, 0), (3, 0)), ((5, 0), (0, 0))]
    return [
        _text(["."], [((0, 0), (0, 0))]),
        _text([".#.##.#..#."], across),
        _text(list(".#..#.##."), down),
        _text(["....", "....", "...."], [((1, 1), (r, c)) for r in range(3) for c in range(4)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("pond_hops", "large", values["seed"])
    return [_random(draws, 30, 30, 4, 20), _random(draws, 30, 30, 6, 20), _random(draws, 29, 18, 3, 20)]


_SIDE = 84.0


def _board(canvas: Canvas, board: list[str]) -> None:
    for row, line in enumerate(board):
        for column, sign in enumerate(line):
            x, y = 20 + column * _SIDE, 20 + row * _SIDE
            canvas.rect(x, y, _SIDE, _SIDE, fill="white" if (row + column) % 2 == 0 else "paleblue", line=2)
            if sign == "#":
                canvas.circle(x + _SIDE / 2, y + _SIDE / 2, 30, fill="ink")


def _middle(place: tuple[int, int]) -> tuple[float, float]:
    return 20 + (place[1] + 0.5) * _SIDE, 20 + (place[0] + 0.5) * _SIDE


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    frog, start = (values["frog"][0], values["frog"][1]), (values["start"][0], values["start"][1])
    moves = Canvas(796, 796)
    _board(moves, values["first"])
    moves.text(*_middle(frog), "F", size=38, bold=True)
    for end in sorted(_ends(values["first"], variant, frog)):
        moves.circle(*_middle(end), 30, line=6)
    numbers = Canvas(628, 544)
    _board(numbers, values["second"])
    for place, count in sorted(_moves(values["second"], variant, start).items()):
        numbers.text(*_middle(place), count or "F", size=36, bold=not count)
    return [moves, numbers]


def _names(places: list[tuple[int, int]]) -> str:
    return ", ".join(f"row {row + 1} column {column + 1}" for row, column in sorted(places)) or "none"


def _stones(board: list[str]) -> str:
    return _names([(r, c) for r, line in enumerate(board) for c, sign in enumerate(line) if sign == "#"])


def describe(values: dict[str, Any], variant: str) -> list[str]:
    frog, start = (values["frog"][0], values["frog"][1]), (values["start"][0], values["start"][1])
    moves = _moves(values["second"], variant, start)
    numbers = ", ".join(
        f"{count} in row {r + 1} column {c + 1}" for (r, c), count in sorted(moves.items()) if count
    )
    return [
        (
            "A board of nine rows and nine columns; here rows are counted from the top and columns from the left. Black discs, the "
            f"stones, are in {_stones(values['first'])}. The letter F stands in {_names([frog])}. A ring is drawn in "
            f"{_names(list(_ends(values['first'], variant, frog)))}."
        ),
        (
            f"A board of six rows and seven columns. Black discs are in {_stones(values['second'])}. The letter F stands in "
            f"{_names([start])}. Numbers in squares: {numbers}. All other squares without a disc are empty."
        ),
    ]

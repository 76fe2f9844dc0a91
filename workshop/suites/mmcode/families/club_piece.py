"""A new piece of a board game moves over boards with taken squares.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 2
TITLE = "New Piece"
LEVEL = "medium"
CATEGORY = "chessboard"
PICTURES = (("chessboard",),)
VARIANTS = ("turned", "mirrored")
COMPARE = "tokens"

SIDE = 7  #: squares of the board in the picture, whose middle the piece stands on
MOST_SIDE = 40

STATEMENT = """
A club has made a new piece for its boards. The picture at the end shows a board with the piece in the middle. From there it can go to each
square with a dot in one move, and to no other square. From any other square of any board it moves in the same way, as far as
the squares exist. Pieces of other players do not matter on the way, but it must not end a move on a square that is taken.

For a board with some squares that are taken, find out how many moves the piece needs from its square to the goal.

Input

The first line has two integers r and c, the numbers of rows and columns (1 <= r, c <= 40). Each of the next r lines has c characters, one
for each square of a row, from the top row of the board down and from left to right as in the picture: "." for a free square, "#" for a square that is
taken, "S" for the square on which the piece stands and "G" for the goal. There is one S and one G.

Output

Print a line with two integers with a space between them: the smallest number of moves, and the number of different squares
that the piece can reach with at most that many moves, its first square included. If it cannot reach the
goal, print -1 and the number of all squares that it can reach.

$samples

![image](1.png)
"""

REFERENCE = """
def solution(text: str) -> str:
    rows = text.split()[2:]
    free = set()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != "#":
                free.add((x, y))
            if letter == "S":
                start = (x, y)
            if letter == "G":
                goal = (x, y)
    steps = []
    for pair in $jumps.split():
        a, b = map(int, pair.split(","))
        steps.append(($change))
    reached = {start}
    edge = {start}
    moves = 0
    while edge and goal not in reached:
        edge = {(x + a, y + b) for x, y in edge for a, b in steps} & free - reached
        reached |= edge
        moves += 1
    if goal not in reached:
        moves = -1
    return f"{moves} {len(reached)}"
"""
CHANGE = {"turned": "a, b", "mirrored": "-a, b"}

WRONG = {
    "all-mirrored-moves": REFERENCE.replace(
        "        steps.append(($change))\n",
        "        steps += [(a, b), (-a, b), (a, -b), (-a, -b)]\n",
    ),
    "rows-and-columns-exchanged": REFERENCE.replace("(x + a, y + b)", "(x + b, y + a)"),
    "up-for-down": REFERENCE.replace("(x + a, y + b)", "(x + a, y - b)"),
    "counts-only-the-last-move": REFERENCE.replace("{len(reached)}", "{len(edge)}"),
}


def _jumps(draws: Draws) -> list[tuple[int, int]]:
    """Return six moves of which none is the mirror image of another, not all to one side."""
    slanted = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if a and b and abs(a) != abs(b)]
    for _ in range(500):
        jumps: set[tuple[int, int]] = set()
        for a, b in draws.choices(slanted, 3):
            jumps |= {(a, b), (-a, -b)} if draws.chance(1, 2) else {(a, b), (-b, a)}
        to_sides = sum(a for a, _ in jumps) ** 2 + sum(b for _, b in jumps) ** 2
        if len(jumps) == 6 and to_sides <= 32 and not {(-a, b) for a, b in jumps} & jumps:
            return sorted(jumps)
    raise UnfitError("no moves of this kind")


def sample(draws: Draws) -> dict[str, Any]:
    jumps = _jumps(draws)
    values = {"jumps": " ".join(f"{a},{b}" for a, b in jumps)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    boards = [_board(draws, draws.integer(5, 8), draws.integer(5, 8), 25) for _ in range(400)]
    shown = [text for text in agreeing(boards, solve) if int(solve["turned"](text).split()[0]) > 2]
    if len(shown) < 2:
        raise UnfitError("no board for the samples")
    return {**values, "shown": shown[:2], "seed": draws.integer(1, 10**9)}


def _board(draws: Draws, height: int, width: int, taken: int) -> str:
    """Return a board of which ``taken`` percent is taken."""
    squares = ["#" if draws.chance(taken, 100) else "." for _ in range(height * width)]
    first, last = draws.sample(range(height * width), 2)
    squares[first], squares[last] = "S", "G"
    return _input(["".join(squares[row * width : (row + 1) * width]) for row in range(height)])


def _input(rows: list[str]) -> str:
    return "\n".join([f"{len(rows)} {len(rows[0])}", *rows]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *rows = text.removesuffix("\n").split("\n")
    height, width = map(int, head.split(" "))
    if not 1 <= height <= MOST_SIDE or not 1 <= width <= MOST_SIDE or len(rows) != height:
        raise ValueError("another number of rows")
    if any(len(row) != width or set(row) - set(".#SG") for row in rows):
        raise ValueError("a row of another form")
    if "".join(rows).count("S") != 1 or "".join(rows).count("G") != 1:
        raise ValueError("no single start or goal")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("club_piece", values["seed"], "typical")
    shapes = ((6, 6, 10), (7, 5, 20), (8, 9, 20), (10, 12, 30), (12, 9, 35), (15, 15, 40), (20, 11, 45))
    return [_board(draws, *shape) for shape in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("club_piece", values["seed"], "edge")
    a, b = map(int, values["jumps"].split()[0].split(","))
    rows = [["."] * 7 for _ in range(7)]
    rows[3][3], rows[3 + b][3 + a] = "S", "G"
    near = [["."] * 7 for _ in range(7)]
    near[3][3], near[3 + b][3 - a] = "S", "G"
    return [
        _input(["SG"]),
        _input(["S", "#", "G"]),
        _input(["".join(row) for row in rows]),
        _input(["".join(row) for row in near]).rstrip("\n"),
        _board(draws, 1, MOST_SIDE, 0),
        _board(draws, 4, 4, 0),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("club_piece", values["seed"], "large")
    return [_board(draws, MOST_SIDE, MOST_SIDE, taken) for taken in (5, 50, 62)]


def _places(values: dict[str, Any], variant: str) -> list[tuple[int, int]]:
    """Return the columns and rows of the dots, from 0."""
    pairs = (tuple(map(int, pair.split(","))) for pair in values["jumps"].split())
    return sorted((3 + (a if variant == "turned" else -a), 3 + b) for a, b in pairs)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    side = 84.0
    board = Canvas(648, 648)
    for row in range(SIDE):
        for column in range(SIDE):
            fill: Colour = "paleorange" if (row + column) % 2 else "white"
            board.rect(30 + side * column, 30 + side * row, side, side, fill=fill, line=2)
    for column, row in _places(values, variant):
        board.circle(30 + side * (column + 0.5), 30 + side * (row + 0.5), 15, fill="ink")
    x = y = 30 + side * 3.5
    board.polygon([(x - 24, y + 28), (x + 24, y + 28), (x + 9, y - 4), (x - 9, y - 4)], fill="blue", line=3)
    board.circle(x, y - 16, 14, fill="blue", line=3)
    return [board]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    dots = "; ".join(f"column {column + 1}, row {row + 1}" for column, row in _places(values, variant))
    return [
        (
            "A board of seven columns and seven rows, white and pale orange in turn. A blue piece with a round head stands on the "
            "square in the middle, column 4 and row 4. Black dots are on these squares, with columns counted from the left and rows "
            f"from the top: {dots}. All other squares are empty."
        )
    ]

"""Owls are put on a board so that none attacks another: in how many ways, and how many owls at most.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Owls on a Board"
LEVEL = "long"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard",))
VARIANTS = ("slanted", "even")
COMPARE = "tokens"

STATEMENT = """
The owl is a piece for boards of squares. An owl attacks some squares near its own, and neither other owls nor trees are in its way. The
first picture shows an owl, O, and rings in all the squares that it attacks. An owl at any other square attacks the squares that lie
in the same way around it, as far as they are on the board.

![image](1.png)

On some squares of a board stand trees, and no owl can be put there. On the other squares any number of owls can be put, at most one
on a square. An arrangement of owls is quiet if no owl attacks a square with another owl, and otherwise loud. The second picture shows two arrangements
on the same board, whose trees are the black discs; the word under each of them tells which it is.

![image](2.png)

Find the number of quiet arrangements of a board, and the largest number of owls in a quiet arrangement. The empty board is a quiet
arrangement as well, and arrangements that are turned or mirrored count separately.

Input

The first line has three whole numbers: b, the number of boards, from 1 to 3, and r and c, the numbers of rows (1 to 9) and columns (1 to 6)
of each board. The boards follow one after the other. Each board has r lines of c characters, from the top row to the bottom row: # is
a square with a tree, and a dot is a square without one.

Output

For each board, print a line with two numbers: the number of quiet arrangements modulo 1000003, and the largest number of owls.
"""

_PROGRAM = """
def solution(text: str) -> str:
    sizes, *rows = text.splitlines()
    boards, height, width = map(int, sizes.split())
    lines = []
    for number in range(boards):
        states = {(0, 0): (1, 0)}
        for row in rows[number * height : number * height + height]:
            trees = int(row.replace("#", "1").replace(".", "0"), 2)
            masks = [mask for mask in range(2**width) if not mask & (trees | mask << $gap)]
            after = {}
            for (far, near), (ways, most) in states.items():
                banned = 0
                for right in $below:
                    banned |= near << 9 - right >> 9
                for right in $deep:
                    banned |= far << 9 - right >> 9
                for mask in masks:
                    if not mask & banned:
                        old_ways, old_most = after.get((near, mask), (0, 0))
                        new_most = max(old_most, most + mask.bit_count())
                        after[near, mask] = ((old_ways + ways) % 1000003, new_most)
            states = after
        total = sum(ways for ways, _ in states.values()) % 1000003
        lines.append(f"{total} {max(most for _, most in states.values())}")
    return "\\n".join(lines) + "\\n"
"""
REFERENCE = {
    name: _PROGRAM.replace("$below", f"${name}_below").replace("$deep", f"${name}_deep") for name in VARIANTS
}
WRONG = {
    "next-rows-only": {name: program.replace(f"${name}_deep", "[]") for name, program in REFERENCE.items()},
    "trees-are-free": {name: program.replace("trees | mask", "mask") for name, program in REFERENCE.items()},
    "at-least-one-owl": {
        name: program.replace('f"{total} {max', 'f"{(total - 1) % 1000003} {max')
        for name, program in REFERENCE.items()
    },
}
EQUIVALENT = {
    "0 → -1": "a number of owls is never smaller than 0",
    "9 - right → 9 + right": "where right and left are alike, both directions give the same squares",
    "9 → 8": "any shift that is large enough does",
    "9 → 10": "any shift that is large enough does",
}


def sample(draws: Draws) -> dict[str, Any]:
    sign = draws.choice((1, -1))
    near, deep = draws.choice(((0, 1), (1, -1), (2, -1), (1, -2), (2, 1), (1, 2), (2, -2)))
    wide, straight = draws.choice((1, 2)), draws.choice((0, 1, 2))
    values: dict[str, Any] = {
        "gap": draws.choice((1, 2)),
        "slanted_below": [sign * near],
        "slanted_deep": [sign * deep],
        "even_below": [-wide, wide],
        "even_deep": [0] if straight == 0 else [-straight, straight],
        "seed": draws.integer(0, 10**9),
    }
    solve = solvers(REFERENCE, values)
    boards = [_board(draws, 3, 4, 2) for _ in range(200)]
    same = [board for board in boards if agreeing([_text([board])], solve)]
    kinds = {solve["even"](_text([board])): board for board in same}
    answers = [answer for answer in kinds if int(answer.split()[0]) >= 6]
    if len(answers) < 2:
        raise UnfitError("too few boards give the same for both patterns")
    values["sample"] = _text([kinds[answer] for answer in answers[:2]])
    for _ in range(200):
        board = _board(draws, 5, 5, 5)
        free = [(r, c) for r in range(5) for c in range(5) if board[r][c] == "."]
        quiet, loud = draws.sample(free, 4), draws.sample(free, 3)
        if all(not _fights(values, v, quiet) and len(_fights(values, v, loud)) == 1 for v in VARIANTS):
            return {**values, "board": board, "quiet": quiet, "loud": loud}
    raise UnfitError("no board shows both kinds of arrangement")


def _steps(values: dict[str, Any], variant: str) -> list[tuple[int, int]]:
    half = [(0, values["gap"])]
    half += [(1, right) for right in values[f"{variant}_below"]] + [
        (2, right) for right in values[f"{variant}_deep"]
    ]
    return half + [(-down, -right) for down, right in half]


def _fights(values: dict[str, Any], variant: str, owls: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first owl of each pair that attack each other."""
    steps = _steps(values, variant)
    return [a for i, a in enumerate(owls) for b in owls[:i] if (b[0] - a[0], b[1] - a[1]) in steps]


def _board(draws: Draws, rows: int, columns: int, of: int) -> list[str]:
    return ["".join("#" if draws.chance(1, of) else "." for _ in range(columns)) for _ in range(rows)]


def _text(boards: list[list[str]]) -> str:
    rows = [row for board in boards for row in board]
    return f"{len(boards)} {len(boards[0])} {len(boards[0][0])}\n" + "".join(f"{row}\n" for row in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    first, *rows = text.removesuffix("\n").split("\n")
    boards, height, width = map(int, first.split(" "))
    if not (1 <= boards <= 3 and 1 <= height <= 9 and 1 <= width <= 6) or len(rows) != boards * height:
        raise ValueError("wrong numbers of boards, rows or columns")
    if any(len(row) != width or set(row) - set("#.") for row in rows):
        raise ValueError("a wrong row")


def samples(values: dict[str, Any]) -> list[str]:
    return [values["sample"]]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("owl_watch", values["seed"], "typical")
    sizes = [(3, 3), (4, 4), (4, 5), (5, 4), (6, 4), (5, 6)]
    return [_text([_board(draws, *size, draws.integer(4, 7)) for _ in range(3)]) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    return [
        _text([["."], ["#"]]),
        _text([["......"], ["..#..."]]),
        _text([["."] * 9]),
        _text([["#" * 6] * 4, ["." * 6] + ["#" * 6] * 3, ["#" * 6] * 3 + ["#....#"]]),
        _text([["...", "...", "..."]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("owl_watch", values["seed"], "large")
    return [
        _text([_board(draws, 9, 6, 9)]),
        _text([["." * 6] * 9]),
        _text([_board(draws, 9, 5, 8) for _ in range(2)]),
    ]


_SIDE = 84.0


def _squares(canvas: Canvas, board: list[str], left: float, top: float) -> None:
    for row, line in enumerate(board):
        for column, sign in enumerate(line):
            x, y = left + column * _SIDE, top + row * _SIDE
            canvas.rect(x, y, _SIDE, _SIDE, fill="white" if (row + column) % 2 == 0 else "paleblue", line=2)
            if sign == "#":
                canvas.circle(x + _SIDE / 2, y + _SIDE / 2, 30, fill="ink")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    attack = Canvas(628, 628)
    _squares(attack, ["." * 7] * 7, 20, 20)
    attack.text(20 + 3.5 * _SIDE, 20 + 3.5 * _SIDE, "O", size=38, bold=True)
    for down, right in sorted(_steps(values, variant)):
        attack.circle(20 + (3.5 + right) * _SIDE, 20 + (3.5 + down) * _SIDE, 30, line=6)
    both = Canvas(930, 520)
    for left, name, word in ((20.0, "quiet", "quiet"), (490.0, "loud", "loud")):
        _squares(both, values["board"], left, 20)
        for row, column in values[name]:
            both.text(left + (column + 0.5) * _SIDE, 20 + (row + 0.5) * _SIDE, "O", size=38, bold=True)
        both.text(left + 2.5 * _SIDE, 478, word, size=30, bold=True)
    return [attack, both]


def _names(places: list[tuple[int, int]]) -> str:
    return ", ".join(f"row {row + 1} column {column + 1}" for row, column in sorted(places)) or "none"


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rings = [(3 + down, 3 + right) for down, right in _steps(values, variant)]
    trees = [(r, c) for r, line in enumerate(values["board"]) for c, sign in enumerate(line) if sign == "#"]
    return [
        (
            "A board of seven rows and seven columns of white and pale blue squares; here rows are counted from the top and columns from the "
            f"left. The letter O stands in row 4 column 4. A ring is drawn in these squares: {_names(rings)}."
        ),
        (
            f"Twice the same board of five rows and five columns, side by side. Black discs are in: {_names(trees)}. On the left board the "
            f"letter O stands in {_names(values['quiet'])}, and below it stands: quiet. On the right board the letter O stands in "
            f"{_names(values['loud'])}, and below it stands: loud."
        ),
    ]

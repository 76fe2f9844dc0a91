"""A piece hops over a board with steps, pits, stripes and ice that is drawn in perspective.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._tilted_view import (
    FIRST,
    SECOND,
    camera,
    is_shown,
    is_whole,
    pictures_of,
    turned,
    words_of,
)

VERSION = 3
TITLE = "The Tilted Board"
CATEGORY = "chessboard"
PICTURES = (("chessboard", "3d-geometry"), ("chessboard",))
VARIANTS = ("steps", "other-side", "mirror", "two-views", "hooks")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
NAMED = ("stripes", "ice", "Z sign", "S sign")
STARTER = "def solution(journeys: list[list[str]]) -> list[int]:\n"

STATEMENT = """
A piece hops over a board of 6 by 6 squares. The first picture shows the board. Beside it are the letters of the columns and the
numbers of the rows, and a red flag stands at the corner of square A1. If the board is drawn a second time, it is seen from the
opposite corner, without letters and numbers.

![image](1.png)

The second picture shows all hops of the piece from the square in the middle of a small flat board. A small board has a red flag
at the same corner as the large one, but it can be seen from another side: turn it until its flag is where the other one is. If
there is a double frame around it, the picture shows the small board and its flag in a mirror. Below it is a key of the signs that
large boards can have.

![image](2.png)

A hop leads over everything that is between. It must not end outside of the board or in a black pit. The top of a square can be
level with the edge of the board, or some blocks higher. A hop must not end more than one block higher than it began; down it can
go any way.

If a move ends on a square with blue stripes, then from now on all hops are turned by a quarter, clockwise as seen from above;
with every such move they are turned once more. A red Z sign turns them clockwise too, a red S sign anticlockwise; on the board
both signs are turned by any angle. If a hop ends on pale blue ice, the piece goes on by the same hop once more in the same move,
and so on, until it is not on ice, or until that hop is not allowed; there the move ends. The square at which a journey begins does
nothing.

Write a function that finds for each journey the smallest number of moves with which the piece gets from its first square to its
last one. It has to end a move there.

Parameters

journeys: 1 to 40 journeys, each a list of two names of squares such as "C5", neither of which is a pit.

Returns

A list with one number for each journey: the smallest number of moves, or -1 if the journey is not possible.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    marks = "\n    marks = {(place % 6, place // 6): sign for place, sign in enumerate($marksLEVEL)}"
    slide = """
                while marks[square] == 'i' and hop(square, right, up) != square:
                    square = hop(square, right, up)"""
    turning = "(turn + (marks[square] == 's')) % 4"
    if level > 4:
        turning = "(turn + {'s': 1, 'Z': 1, 'z': 3}.get(marks[square], 0)) % 4"
    turned = f"""
            start, turn = place
            for right, up in $hops2:
                for _ in range(turn):
                    right, up = up, -right
                square = hop(start, right, up)
                if square == start:
                    continue{slide if level > 2 else ""}
                after = (square, {turning})"""
    plain = """
            for right, up in $hops1:
                after = hop(place, right, up)"""
    found = "min([moves[one] for one in moves if one[0] == last], default=-1)"
    return f"""
def solution(journeys):
    board = enumerate($board{max(level, 3)})
    heights = {{(place % 6, place // 6): int(sign) for place, sign in board if sign != '#'}}{marks if level > 1 else ""}
    def hop(square, right, up):
        x, y = square
        a, b = x + right, y + up
        if (a, b) in heights and heights[a, b] <= heights[x, y] + 1:
            return a, b
        return square
    answers = []
    for names in journeys:
        first, last = [(ord(name[0]) - 65, int(name[1]) - 1) for name in names]
        begin = {"(first, 0)" if level > 1 else "first"}
        moves = {{begin: 0}}
        waiting = [begin]
        for place in waiting:{turned if level > 1 else plain}
                if after not in moves:
                    moves[after] = moves[place] + 1
                    waiting.append(after)
        answers.append({found if level > 1 else "moves.get(last, -1)"})
    return answers
""".replace("LEVEL", str(level))


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "seen-from-behind": {
        name: text.replace("x + right, y + up", "x - right, y - up") for name, text in REFERENCE.items()
    },
    "over-the-edge": {
        name: text.replace("        a, b = x + right, y + up", "        a, b = (x + right) % 6, (y + up) % 6")
        for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {
    "'*' → '*~'": "what follows the last square is not read",
    "*% 4 → *": "four quarters are none, so more turns take longer, but lead to the same squares",
    "4 → 5": "only a way that turns five times differs, and few boards have one",
}
_HOPS = [(right, up) for right in range(-2, 3) for up in range(-2, 3) if (right, up) != (0, 0)]


def _drawn_board(draws: Draws, pits: list[int], level: int) -> tuple[str, str]:
    """Return the heights of a board and the marks of its squares; from level 4 on, it has to be seen from two sides."""
    tops = (0, 0, 0, 1, 1, 2) if level < 4 else (0, 0, 1, 1, 2, 3, 4)
    while True:
        heights = [draws.choice(tops) for _ in range(36)]
        for pit in pits:
            heights[pit] = 0
        first = {cell for cell in range(36) if is_shown(heights, cell)}
        second = {cell for cell in range(36) if level > 3 and is_shown(heights[::-1], 35 - cell)}
        hidden = [cell for cell in range(36) if cell not in first and cell not in pits]
        if len(first | second) == 36 and (level < 4 or len(hidden) > 5):
            break
    whole = [
        cell
        for cell in range(36)
        if is_shown(heights, cell, 0.85) or (level > 3 and is_shown(heights[::-1], 35 - cell, 0.85))
    ]
    free = draws.shuffled([cell for cell in whole if cell not in pits])
    marked = sorted(free, key=lambda cell: cell not in hidden)[:12]
    signs = ["i"] * 5 + ["s"] * 6 if level < 4 else ["i", "s"] * 5 + ["s"] if level < 5 else [*"isziZszisZz"]
    marks = dict(zip(marked, signs, strict=False))
    board = "".join("#" if cell in pits else str(height) for cell, height in enumerate(heights))
    return board, "".join(marks.get(cell, ".") for cell in range(36))


def sample(draws: Draws) -> dict[str, Any]:
    pits = draws.sample(range(36), 4)
    hops, quarters = draws.sample(_HOPS, 4), draws.integer(1, 3)
    values: dict[str, Any] = {
        "hops1": hops, "hops2": turned(hops, 4 - quarters), "quarters": quarters, "seed": draws.integer(1, 10**9),
    }  # fmt: skip
    for level in (3, 4, 5):
        values[f"board{level}"], values[f"marks{level}"] = _drawn_board(draws, pits, level)
    values["marks2"] = values["marks3"].replace("i", ".")
    values["free"] = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36) if place not in pits]
    solve = solvers(REFERENCE, values)
    shown: dict[int, list[str]] = {}
    for _ in range(400):
        journey = [draws.choice(values["free"]), draws.choice(values["free"])]
        (answer,) = solve[VARIANTS[0]]([journey])
        if answer not in shown and agreeing([([journey],)], solve):
            shown[answer] = journey
    if len(shown) < 2 or {*shown} <= {0, -1}:
        raise UnfitError("too few journeys have the same answer on all boards")
    values["shown"] = [*shown.values()][:4]
    return values | _whole_signs(values, 4) | _whole_signs(values, 5)


def _is_whole(values: dict[str, Any], level: int, cell: int, sign: str) -> bool:
    """Whether one of both views shows a whole sign on a square."""
    board, seed = values[f"board{level}"], values["seed"]
    return is_whole(camera(*FIRST), board, cell, sign, seed, opposite=False) or is_whole(
        camera(*SECOND), board[::-1], 35 - cell, sign, seed, opposite=True
    )


def _whole_signs(values: dict[str, Any], level: int) -> dict[str, str]:
    """Return the marks of level 4 or 5: signs that no view shows whole lie elsewhere, and the samples stay right."""
    marks, draws = values[f"marks{level}"], Draws("tilted_board", values["seed"], "whole", level)
    hidden = [n for n, sign in enumerate(marks) if sign in "szZ" and not _is_whole(values, level, n, sign)]
    program = {VARIANTS[level - 1]: REFERENCE[VARIANTS[level - 1]]}
    (right,) = solvers(program, values).values()
    places = [n for n, sign in enumerate(marks) if sign == "." and values[f"board{level}"][n] != "#"]
    free = {
        sign: [n for n in places if _is_whole(values, level, n, sign)] for sign in {marks[n] for n in hidden}
    }
    for _ in range(300):
        moved = list(marks)
        for cell in hidden:
            moved[cell] = "."
            left = [n for n in free[marks[cell]] if moved[n] == "."]
            if not left:
                raise UnfitError("no square shows a whole sign")
            moved[draws.choice(left)] = marks[cell]
        found = {f"marks{level}": "".join(moved)}
        (solve,) = solvers(program, values | found).values()
        if solve(values["shown"]) == right(values["shown"]):
            return found
    raise UnfitError("the signs have no other places")


def check_input(values: dict[str, Any], arguments: tuple[Any, ...]) -> None:
    (journeys,) = arguments
    if not 1 <= len(journeys) <= 40 or not all({*journey} <= {*values["free"]} for journey in journeys):
        raise ValueError("not 1 to 40 journeys between squares that are no pits")


def samples(values: dict[str, Any]) -> list[Call]:
    return [(values["shown"],)]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[Call]:
    draws, free = Draws("tilted_board", values["seed"], name), values["free"]
    return [([[draws.choice(free), draws.choice(free)] for _ in range(count)],) for count in counts]


def typical(values: dict[str, Any]) -> list[Call]:
    return _drawn(values, "typical", [6, 7, 8, 9, 10, 12])


def edge(values: dict[str, Any]) -> list[Call]:
    free = values["free"]
    away = [([[first, name] for name in free],) for first in free]
    return [([[name, name] for name in free[:20]],), *away, ([[name, free[-1]] for name in free],)]


def large(values: dict[str, Any]) -> list[Call]:
    return _drawn(values, "large", [39, 40])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return pictures_of(values, int(DIAL[variant]))


def describe(values: dict[str, Any], variant: str) -> list[str]:
    return words_of(values, int(DIAL[variant]))

"""A piece hops over a board with steps, pits, stripes and ice that is drawn in perspective.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable
from typing import Any

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.palette import Colour

VERSION = 2
TITLE = "The Tilted Board"
CATEGORY = "chessboard"
PICTURES = (("chessboard", "3d-geometry"), ("chessboard",))
VARIANTS = ("steps", "other-side", "mirror", "two-views", "hooks")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
STARTER = "def solution(journeys: list[list[str]]) -> list[int]:\n"

STATEMENT = """
A piece hops over a board of 6 by 6 squares. The first picture shows the board. Beside it are the letters of the columns and the
numbers of the rows, and a red flag stands at the corner of square A1. If the board is drawn a second time, it is seen from the
opposite corner, without letters and numbers.

![image](1.png)

The second picture shows all hops of the piece from the square in the middle of a small flat board. A small board has a red flag
at the same corner as the large one, but it can be seen from another side: turn it until its flag is where the other one is. If
there is a double frame around it, the picture shows the small board and its flag in a mirror.

![image](2.png)

A hop leads over everything that is between. It must not end outside of the board or in a black pit. The top of a square can be
level with the edge of the board, or some blocks higher. A hop must not end more than one block higher than it began; down it can
go any way.

If a move ends on a square with blue stripes, then from now on all hops are turned by a quarter, clockwise as seen from above;
with every such move they are turned once more. A red sign on a square turns them too: clockwise if it is a Z, anticlockwise if it
is an S, both of them turned by any angle. If a hop ends on pale blue ice, the piece goes on by the same hop once more in the same move, and so on, until it is not
on ice, or until that hop is not allowed; there the move ends. The square at which a journey begins does nothing.

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
                square = hop(start, right, up){slide if level > 2 else ""}
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
}
_HOPS = [(right, up) for right in range(-2, 3) for up in range(-2, 3) if (right, up) != (0, 0)]
_SIZE = 6


def _turned(hops: list[tuple[int, int]], quarters: int) -> list[tuple[int, int]]:
    """Turn hops anticlockwise."""
    for _ in range(quarters):
        hops = [(-up, right) for right, up in hops]
    return hops


def _is_shown(heights: list[int], cell: int, least: float = 0.5) -> bool:
    """Whether a view shows more than a share of the top of a square, and how high it is."""
    own = heights[cell]
    front = heights[cell - _SIZE] if cell >= _SIZE else 0
    side = heights[cell + 1] if cell % _SIZE < _SIZE - 1 else 0
    before = heights[cell - 2 * _SIZE] if cell >= 2 * _SIZE else 0
    left = (1 - 0.3 * max(0, front - own)) * (1 - 0.14 * max(0, side - own))  # shares that one block hides
    return left > least and before < own + 4 and (not own or min(front, side) < own)


def _drawn_board(draws: Draws, pits: list[int], level: int) -> tuple[str, str]:
    """Return the heights of a board and the marks of its squares; from level 4 on, it has to be seen from two sides."""
    while True:
        heights = [
            draws.choice((0, 0, 0, 1, 1, 2) if level < 4 else (0, 0, 1, 1, 2, 3, 4)) for _ in range(36)
        ]
        for pit in pits:
            heights[pit] = 0
        first = {cell for cell in range(36) if _is_shown(heights, cell)}
        second = {cell for cell in range(36) if level > 3 and _is_shown(heights[::-1], 35 - cell)}
        hidden = [cell for cell in range(36) if cell not in first and cell not in pits]
        if len(first | second) == 36 and (level < 4 or len(hidden) > 5):
            break
    whole = [
        cell
        for cell in range(36)
        if _is_shown(heights, cell, 0.85) or (level > 3 and _is_shown(heights[::-1], 35 - cell, 0.85))
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
        "hops1": hops, "hops2": _turned(hops, 4 - quarters), "quarters": quarters, "seed": draws.integer(1, 10**9),
    }  # fmt: skip
    for level in (3, 4, 5):
        values[f"board{level}"], values[f"marks{level}"] = _drawn_board(draws, pits, level)
    values["marks2"] = values["marks3"].replace("i", ".")
    values["free"] = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36) if place not in pits]
    solve = solvers(REFERENCE, values)
    shown: dict[int, list[str]] = {}
    for _ in range(400):
        journey = [draws.choice(values["free"]), draws.choice(values["free"])]
        if agreeing([([journey],)], solve):
            shown.setdefault(solve[VARIANTS[0]]([journey])[0], journey)
    if len(shown) < 2 or {*shown} <= {0, -1}:
        raise UnfitError("too few journeys have the same answer on all boards")
    values["shown"] = [*shown.values()][:4]
    return values


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
    return [
        ([[name, name] for name in free[:20]],),
        ([[free[0], name] for name in free],),
        ([[name, free[-1]] for name in free],),
        ([[free[15], name] for name in free],),
    ]


def large(values: dict[str, Any]) -> list[Call]:
    return _drawn(values, "large", [39, 40])


Place = Callable[[float, float, float], tuple[float, float]]


def _camera(size: int, scale: float, x: float, y: float) -> Place:
    """Return the function from a place on a board to a place in the picture."""
    tilt, yaw, distance = math.radians(52), math.radians(24), 15.0

    def place(across: float, deep: float, high: float) -> tuple[float, float]:
        across, deep = across - size / 2, deep - size / 2
        side = across * math.cos(yaw) + deep * math.sin(yaw)
        far = deep * math.cos(yaw) - across * math.sin(yaw)
        depth = distance + far * math.cos(tilt) - high * math.sin(tilt)
        above = far * math.sin(tilt) + high * math.cos(tilt)
        return x + scale * side / depth, y - scale * above / depth

    return place


_BLOCK = 0.42  #: height of a block, as a share of a square


def _faces(place: Place, x: int, y: int, height: int) -> list[list[tuple[float, float]]]:
    """Return the faces of a square with the blocks below it: the right one and the front of each block, then the top."""
    faces = []
    for level in range(height):
        low, high = _BLOCK * level, _BLOCK * (level + 1)
        right = [(x + 1, y, low), (x + 1, y + 1, low), (x + 1, y + 1, high), (x + 1, y, high)]
        front = [(x, y, low), (x + 1, y, low), (x + 1, y, high), (x, y, high)]
        faces += [[place(*corner) for corner in right], [place(*corner) for corner in front]]
    top = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return [*faces, [place(*corner, _BLOCK * height) for corner in top]]


def _square(canvas: Canvas, place: Place, x: int, y: int, height: int, fill: Colour) -> None:
    """Draw a square with the blocks below it."""
    *sides, top = _faces(place, x, y, height)
    for number, face in enumerate(sides):
        canvas.polygon(face, fill="orange" if number % 2 else "grey", line=2.5)
    canvas.polygon(top, fill=fill, line=2.5)


def _flag(canvas: Canvas, place: Place, x: float, y: float) -> None:
    foot, head = place(x, y, 0), place(x, y, 1.2)
    canvas.line(foot, head, line=5)
    canvas.polygon([head, (head[0] - 40, head[1] + 15), (head[0], head[1] + 30)], fill="red", line=2.5)


_HOOK = (
    (-1.5, -1.5),
    (0.5, -1.5),
    (0.5, 0.5),
    (1.5, 0.5),
    (1.5, 1.5),
    (-0.5, 1.5),
    (-0.5, -0.5),
    (-1.5, -0.5),
)


def _view(canvas: Canvas, place: Place, board: str, marks: str, seed: int) -> None:
    """Draw the large board."""
    for y in range(_SIZE - 1, -1, -1):
        for x in range(_SIZE):
            cell = _SIZE * y + x
            height = 0 if board[cell] == "#" else int(board[cell])
            _square(canvas, place, x, y, height, "paleblue" if marks[cell] == "i" else "white")
            if board[cell] == "#":
                pit = [place(x + a, y + b, 0) for a, b in ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))]
                canvas.polygon(pit, fill="ink")
            if marks[cell] == "s":
                for share in (0.2, 0.4, 0.6, 0.8):
                    ends = (x + share, y + 0.08), (x + share, y + 0.92)
                    canvas.line(*(place(*end, _BLOCK * height) for end in ends), stroke="blue", line=5)
            elif marks[cell] in "zZ":
                turn = 0.35 + math.tau * Draws("hook", seed, cell).integer(0, 11) / 12
                corners = []
                for across, deep in _HOOK:
                    a, b = (0.2 * across if marks[cell] == "z" else -0.2 * across), 0.2 * deep
                    corners.append(
                        (
                            x + 0.5 + a * math.cos(turn) - b * math.sin(turn),
                            y + 0.5 + a * math.sin(turn) + b * math.cos(turn),
                        )
                    )
                canvas.polygon([place(*corner, _BLOCK * height) for corner in corners], fill="red", line=2.5)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    board, marks = values[f"board{max(level, 3)}"], values[f"marks{level}"] if level > 1 else "." * 36
    canvas, small = (Canvas(930, 720) if level < 4 else Canvas(700, 1020)), Canvas(560, 450)
    place = _camera(_SIZE, 1380, 508, 330) if level < 4 else _camera(_SIZE, 970, 375, 255)
    _view(canvas, place, board, marks, values["seed"])
    _flag(canvas, place, -0.25, -0.25)
    for number in range(_SIZE):
        canvas.text(*place(number + 0.5, -0.45, 0), "ABCDEF"[number], size=27, bold=True, tick=True)
        canvas.text(*place(_SIZE + 0.4, number + 0.5, 0), number + 1, size=27, bold=True, tick=True)
    if level > 3:
        place = _camera(_SIZE, 970, 340, 765)
        _view(canvas, place, board[::-1], marks[::-1], values["seed"])
        _flag(canvas, place, _SIZE + 0.25, _SIZE + 0.25)
    place = _camera(5, 960, 280, 225)
    for y in range(4, -1, -1):
        for x in range(5):
            _square(small, place, x, y, 0, "white")
    small.polygon(
        [place(2.5 + dx, 2.5 + dy, 0) for dx, dy in ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))],
        fill="ink",
    )
    mirror = -1 if level > 2 else 1
    for right, up in values["hops1"]:
        small.circle(*place(2.5 + mirror * right, 2.5 + up, 0), 15, fill="blue", stroke=None)
    corner = _turned([(-1, -1)], values["quarters"] if level > 1 else 0)[0]
    _flag(small, place, 2.5 + 2.75 * mirror * corner[0], 2.5 + 2.75 * corner[1])
    for inset in (6, 16) if level > 2 else ():
        small.rect(inset, inset, 560 - 2 * inset, 450 - 2 * inset, line=3)
    return [canvas, small]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    board, marks = values[f"board{max(level, 3)}"], values[f"marks{level}"] if level > 1 else ""
    names = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36)]

    def those(sign: str) -> str:
        return ", ".join(name for name, own in zip(names, board, strict=True) if own == sign)

    first = f"A board of 6 by 6 squares in perspective, with a red flag at the corner of A1. Black pits: {those('#')}."
    for height, words in enumerate(("One block", "Two blocks", "Three blocks", "Four blocks"), 1):
        first += f" {words} high: {those(str(height))}." if str(height) in board else ""
    first += " The others are level with the edge of the board."
    signs = {"i": "Pale blue ice", "s": "Blue stripes", "Z": "Red signs like a Z", "z": "Red signs like an S"}
    for sign, words in signs.items():
        if sign in marks:
            first += (
                f" {words}: {', '.join(name for name, own in zip(names, marks, strict=True) if own == sign)}."
            )
    hops = values["hops1" if level < 2 else "hops2"]
    each = "; ".join(
        f"{right} to the side of higher letters and {up} to the side of higher numbers" for right, up in hops
    )
    second = (
        "A flat board of 5 by 5 squares in perspective, with a black piece in the middle and blue dots on other squares. If it is "
        f"turned so that its red flag is where that of the large board is, the dots are seen from the piece at: {each}."
    )
    return [first, second]

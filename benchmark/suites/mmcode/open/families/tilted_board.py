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

VERSION = 1
TITLE = "The Tilted Board"
CATEGORY = "chessboard"
PICTURES = (("chessboard", "3d-geometry"), ("chessboard",))
VARIANTS = ("pits", "steps", "other-side", "stripes", "ice")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "paper"
STARTER = "def solution(journeys: list[list[str]]) -> list[int]:\n"

STATEMENT = """
A piece hops over a board of 6 by 6 squares. The first picture shows the board. Beside it are the letters of the columns and the
numbers of the rows, and a red flag stands at the corner of square A1.

![image](1.png)

The second picture shows all hops of the piece from the square in the middle of a small flat board. A small board has a red flag
at the same corner as the large one, but it can be seen from another side: turn it until its flag is where the other one is.

![image](2.png)

A hop leads over everything that is between. It must not end outside of the board or in a black pit. The top of a square can be
level with the edge of the board, or one or two blocks higher. A hop must not end more than one block higher than it began; down
it can go any way.

On some boards there are squares with stripes or pale blue ice. If a move ends on a striped square, then from now on all hops are
turned by a quarter, clockwise as seen from above; with every such move they are turned once more. If a hop ends on ice, the piece
goes on by the same hop once more in the same move, and so on, until it is not on ice, or until that hop is not allowed; there
the move ends. The square at which a journey begins does nothing.

Write a function that finds for each journey the smallest number of moves with which the piece gets from its first square to its
last one. It has to end a move there.

Parameters

journeys: 1 to 40 journeys, each a list of two names of squares such as "C5", neither of which is a pit.

Returns

A list with one number for each journey: the smallest number of moves, or -1 if the journey is not possible.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    climb = " and heights[a, b] <= heights[x, y] + 1" if level > 1 else ""
    slide = """
                while marks[square] == 'i' and hop(square, right, up) != square:
                    square = hop(square, right, up)"""
    turned = f"""
            start, turn = place
            for right, up in $hops3:
                for _ in range(turn):
                    right, up = up, -right
                square = hop(start, right, up){slide if level > 4 else ""}
                after = (square, (turn + (marks[square] == 's')) % 4)"""
    plain = f"""
            for right, up in $hops{1 if level < 3 else 3}:
                after = hop(place, right, up)"""
    marks = f"\n    marks = {{(place % 6, place // 6): sign for place, sign in enumerate($marks{level})}}"
    found = "min([moves[one] for one in moves if one[0] == last], default=-1)"
    return f"""
def solution(journeys):
    board = enumerate($board{min(level, 2)})
    heights = {{(place % 6, place // 6): int(sign) for place, sign in board if sign != '#'}}{marks if level > 3 else ""}
    def hop(square, right, up):
        x, y = square
        a, b = x + right, y + up
        if (a, b) in heights{climb}:
            return a, b
        return square
    answers = []
    for names in journeys:
        first, last = [(ord(name[0]) - 65, int(name[1]) - 1) for name in names]
        begin = {"(first, 0)" if level > 3 else "first"}
        moves = {{begin: 0}}
        waiting = [begin]
        for place in waiting:{turned if level > 3 else plain}
                if after not in moves:
                    moves[after] = moves[place] + 1
                    waiting.append(after)
        answers.append({found if level > 3 else "moves.get(last, -1)"})
    return answers
"""


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


def _is_readable(heights: list[int]) -> bool:
    """Whether each raised square is higher than the one in front of it or the one on its right."""
    for place, height in enumerate(heights):
        front = heights[place - _SIZE] if place >= _SIZE else 0
        side = heights[place + 1] if place % _SIZE < _SIZE - 1 else 0
        if height and min(front, side) >= height:
            return False
    return True


def sample(draws: Draws) -> dict[str, Any]:
    while True:
        heights = [draws.choice((0, 0, 0, 1, 1, 2)) for _ in range(_SIZE * _SIZE)]
        if 4 <= heights.count(2) <= 7 and _is_readable(heights):
            break
    clear = [
        place for place in range(36) if place < _SIZE or heights[place - _SIZE] <= heights[place] + 1
    ]  # no square with two blocks stands before them
    special = draws.sample([place for place in clear if heights[place] == 0], 5)
    others = draws.sample([place for place in clear if place not in special], 11)
    hops, quarters = draws.sample(_HOPS, 4), draws.integer(1, 3)
    squares = [(place % _SIZE, place // _SIZE) for place in others]
    values: dict[str, Any] = {
        "board1": "".join("#" if place in special else "0" for place in range(36)),
        "board2": "".join("#" if place in special else str(height) for place, height in enumerate(heights)),
        "hops1": hops, "hops3": _turned(hops, 4 - quarters), "quarters": quarters,
        "stripes": sorted(squares[:6]), "ice": sorted(squares[6:]), "seed": draws.integer(1, 10**9),
    }  # fmt: skip
    values["marks4"] = "".join("s" if place in others[:6] else "." for place in range(36))
    values["marks5"] = "".join(
        "s" if place in others[:6] else "i" if place in others[6:] else "." for place in range(36)
    )
    values["free"] = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36) if place not in special]
    solve = solvers(REFERENCE, values)
    shown: dict[int, list[str]] = {}
    for _ in range(300):
        journey = [draws.choice(values["free"]), draws.choice(values["free"])]
        if agreeing([([journey],)], solve):
            shown.setdefault(solve[VARIANTS[0]]([journey])[0], journey)
    if len(shown) < 3 or not {-1, 2} & {*shown}:
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


def _square(canvas: Canvas, place: Place, x: int, y: int, height: int, fill: Colour) -> None:
    """Draw a square with the blocks below it."""
    for level in range(height):
        low, high = _BLOCK * level, _BLOCK * (level + 1)
        right = [(x + 1, y, low), (x + 1, y + 1, low), (x + 1, y + 1, high), (x + 1, y, high)]
        front = [(x, y, low), (x + 1, y, low), (x + 1, y, high), (x, y, high)]
        canvas.polygon([place(*corner) for corner in right], fill="grey", line=2.5)
        canvas.polygon([place(*corner) for corner in front], fill="orange", line=2.5)
    top = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    canvas.polygon([place(*corner, _BLOCK * height) for corner in top], fill=fill, line=2.5)


def _flag(canvas: Canvas, place: Place, x: float, y: float) -> None:
    foot, head = place(x, y, 0), place(x, y, 1.2)
    canvas.line(foot, head, line=5)
    canvas.polygon([head, (head[0] - 40, head[1] + 15), (head[0], head[1] + 30)], fill="red", line=2.5)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    board = values["board1" if level == 1 else "board2"]
    canvas, small = Canvas(930, 720), Canvas(560, 450)
    place = _camera(_SIZE, 1380, 508, 314)
    for y in range(_SIZE - 1, -1, -1):
        for x in range(_SIZE):
            sign = board[_SIZE * y + x]
            is_ice = level > 4 and (x, y) in values["ice"]
            fill: Colour = "paleblue" if is_ice else "white"
            height = 0 if sign == "#" else int(sign)
            _square(canvas, place, x, y, height, fill)
            if sign == "#":
                pit = [place(x + a, y + b, 0) for a, b in ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))]
                canvas.polygon(pit, fill="ink")
            if level > 3 and (x, y) in values["stripes"]:
                for share in (0.2, 0.4, 0.6, 0.8):
                    ends = (x + share, y + 0.08), (x + share, y + 0.92)
                    canvas.line(*(place(*end, _BLOCK * height) for end in ends), stroke="blue", line=5)
    _flag(canvas, place, -0.25, -0.25)
    for number in range(_SIZE):
        canvas.text(*place(number + 0.5, -0.45, 0), "ABCDEF"[number], size=27, bold=True, tick=True)
        canvas.text(*place(_SIZE + 0.4, number + 0.5, 0), number + 1, size=27, bold=True, tick=True)
    place = _camera(5, 960, 280, 225)
    for y in range(4, -1, -1):
        for x in range(5):
            _square(small, place, x, y, 0, "white")
    small.polygon(
        [place(2.5 + dx, 2.5 + dy, 0) for dx, dy in ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))],
        fill="ink",
    )
    for right, up in values["hops1"]:
        small.circle(*place(2.5 + right, 2.5 + up, 0), 15, fill="blue", stroke=None)
    corner = _turned([(-1, -1)], values["quarters"] if level > 2 else 0)[0]
    _flag(small, place, 2.5 + 2.75 * corner[0], 2.5 + 2.75 * corner[1])
    return [canvas, small]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    board = values["board1" if level == 1 else "board2"]
    names = [f"{'ABCDEF'[place % 6]}{place // 6 + 1}" for place in range(36)]

    def those(sign: str) -> str:
        return ", ".join(name for name, own in zip(names, board, strict=True) if own == sign)

    first = f"A board of 6 by 6 squares in perspective, with a red flag at the corner of A1. Black pits: {those('#')}."
    first += " All other squares are level with the edge of the board." if level == 1 else (
        f" One block high: {those('1')}. Two blocks high: {those('2')}. The others are level with the edge of the board."
    )  # fmt: skip
    if level > 3:
        first += f" Blue stripes: {', '.join(names[6 * y + x] for x, y in values['stripes'])}."
    if level > 4:
        first += f" Pale blue ice: {', '.join(names[6 * y + x] for x, y in values['ice'])}."
    hops = values["hops1" if level < 3 else "hops3"]
    each = "; ".join(
        f"{right} to the side of higher letters and {up} to the side of higher numbers" for right, up in hops
    )
    second = (
        "A flat board of 5 by 5 squares in perspective, with a black piece in the middle and blue dots on other squares. If it is "
        f"turned so that its red flag is where that of the large board is, the dots are seen from the piece at: {each}."
    )
    return [first, second]

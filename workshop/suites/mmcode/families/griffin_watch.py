"""A griffin watches squares of a board; how many are they?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Griffin Watch"
LEVEL = "easy"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard",))
VARIANTS = ("one-leap", "leap-on")
COMPARE = "tokens"

STATEMENT = """
The griffin is a piece for a game on a board of 8 by 8 squares. A square has a letter for its column and a number for its row,
such as E5. Some squares are taken by stones, which never move. The first picture shows the board with its stones.

![image](1.png)

A griffin watches the squares that it can get to by leaping. It does not matter what is on the squares between the two ends of a
leap, but a leap never ends on a stone, and a griffin does not watch its own square. The second picture shows another board, with a
griffin in the middle, one stone, and a dot on each square that the griffin watches. On the board of the first picture a
griffin watches squares in the same way, whichever square it stands on.

![image](2.png)

A player thinks about squares where she could put her griffin. For each of these squares, find how many squares the griffin
would watch from there. There are no other pieces on the board.

Input

The first line has an integer n, the number of squares (1 <= n <= 120). Each of the next n lines has the name of a square that is
not taken by a stone. A square can be named several times.

Output

Print n lines: for each named square, the number of squares that the griffin would watch.
"""

REFERENCE = """
def solution(text: str) -> str:
    free = set()
    for line_number, line in enumerate($board.split()):
        for column, sign in enumerate(line):
            if sign == ".":
                free.add((column, 8 - line_number))
    counts = []
    for name in text.split()[1:]:
        column, row = ord(name[0]) - 65, int(name[1])
        count = 0
        for right, up in $leaps:
            $change
        counts.append(count)
    return "\\n".join(map(str, counts))
"""
CHANGE = {
    "one-leap": "count += int((column + right, row + up) in free)",
    "leap-on": """far = 1
            while (column + far * right, row + far * up) in free:
                count += 1
                far += 1""",
}
WRONG = {
    "stones-are-watched": REFERENCE.replace('sign == "."', 'sign in ".#"'),
    "rows-from-the-top": REFERENCE.replace("8 - line_number", "line_number + 1"),
    "leaps-in-all-directions": REFERENCE.replace(
        "in $leaps", "in {(x * s, y * t) for x, y in $leaps for s in (1, -1) for t in (1, -1)}"
    ),
}
EQUIVALENT = {
    "'*.*' → '*~'": "a sign that is not a dot is a stone, and stones outside of the board change nothing"
}

_WAYS = [(right, up) for right in range(-2, 3) for up in range(-2, 3) if abs(right) + abs(up) in (1, 3)] + [
    (right, up) for right in (-1, 1) for up in (-1, 1)
]
_SIDE = 88.0


def sample(draws: Draws) -> dict[str, Any]:
    places = draws.sample(range(64), 13)
    board = " ".join(
        "".join("#" if 8 * row + column in places else "." for column in range(8)) for row in range(8)
    )
    free = [f"{'ABCDEFGH'[place % 8]}{8 - place // 8}" for place in range(64) if place not in places]
    values: dict[str, Any] = {
        "board": board,
        "free": free,
        "leaps": draws.sample(_WAYS, 5),
        "seed": draws.integer(1, 10**9),
    }
    if not _short(values):
        raise UnfitError("no leap can be made four times on the second board")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: dict[str, str] = {}
    for name in draws.shuffled(free):
        if agreeing([_list([name])], solve):
            shown.setdefault(solve["one-leap"](_list([name])), name)
    if len(shown) < 3:
        raise UnfitError("too few squares have the same answer under both variants")
    values["shown"] = list(shown.values())[:3]
    return values


def _list(names: list[str]) -> str:
    return f"{len(names)}\n" + "".join(f"{name}\n" for name in names)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 120 or len(lines) != int(lines[0]) + 1:
        raise ValueError("another number of squares")
    if not set(lines[1:]) <= set(values["free"]):
        raise ValueError("a square that does not exist or is taken")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("griffin_watch", values["seed"], name)
    return [_list(draws.choices(values["free"], count)) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [4, 5, 6, 8, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    free = values["free"]
    middle = [name for name in free if name[0] in "CDEF" and name[1] in "3456"]
    border = [name for name in free if name[0] in "AH" or name[1] in "18"]
    return [_list(middle[:1]), _list(free), _list(border), _list(middle).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [115, 120])


def _board(canvas: Canvas, left: float, top: float, rows: list[str], side: float) -> None:
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            x, y = left + column * side, top + row * side
            canvas.rect(x, y, side, side, fill="mist" if (row + column) % 2 else "white")
            if sign == "#":
                canvas.rect(x + 0.14 * side, y + 0.14 * side, 0.72 * side, 0.72 * side, fill="ink", radius=14)


def _short(values: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the leaps to squares beside the griffin: the second board has squares behind two of them."""
    return [(right, up) for right, up in values["leaps"] if max(abs(right), abs(up)) == 1]


def _watched(values: dict[str, Any], variant: str) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """Return the stone and the dots of the second picture, as columns and rows from its middle."""
    right, up = _short(values)[0]
    stone = (2 * right, 2 * up)
    dots = []
    for right, up in values["leaps"]:
        for far in range(1, 5 if variant == "leap-on" else 2):
            spot = (far * right, far * up)
            if max(map(abs, spot)) > 4 or spot == stone:
                break
            dots.append(spot)
    return stone, dots


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    board = Canvas(780, 780)
    _board(board, 60, 16, values["board"].split(), _SIDE)
    for place in range(8):
        board.text(32, 16 + (place + 0.5) * _SIDE, 8 - place, bold=True, tick=True)
        board.text(60 + (place + 0.5) * _SIDE, 750, "ABCDEFGH"[place], bold=True, tick=True)
    other = Canvas(660, 660)
    _board(other, 15, 15, ["." * 9] * 9, 70)
    stone, dots = _watched(values, variant)
    other.rect(330 + 70 * stone[0] - 25, 330 - 70 * stone[1] - 25, 50, 50, fill="ink", radius=12)
    other.polygon([(330, 302), (354, 352), (306, 352)], fill="orange", line=4)
    for right, up in dots:
        other.circle(330 + 70 * right, 330 - 70 * up, 15, fill="blue", stroke=None)
    return [board, other]


def _way(right: int, up: int) -> str:
    across = f"{abs(right)} {'right' if right > 0 else 'left'}" if right else ""
    along = f"{abs(up)} {'above' if up > 0 else 'below'}" if up else ""
    return " and ".join(part for part in (across, along) if part)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    taken = [
        f"{column}{8 - row}"
        for row, line in enumerate(values["board"].split())
        for column, sign in zip("ABCDEFGH", line, strict=True)
        if sign == "#"
    ]
    stone, dots = _watched(values, variant)
    first = (
        "A board of 8 by 8 squares, white and pale in turn, with the letters A to H below the columns from left to right and "
        f"the numbers 8 to 1 beside the rows from top to bottom. Black blocks, the stones, lie on {', '.join(taken)}."
    )
    second = (
        "A board of 9 by 9 squares with an orange triangle, the griffin, in the middle. Seen from it, a black block lies "
        f"{_way(*stone)}. Blue dots are on these squares, counted in columns and rows from the griffin: "
        f"{'; '.join(_way(*dot) for dot in dots)}."
    )
    return [first, second]

"""An envoy crosses a board with moves of two kinds in turn; how many moves does it need?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Envoy Moves"
LEVEL = "medium"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard",))
VARIANTS = ("straight-first", "bent-first")
COMPARE = "tokens"

STATEMENT = """
An envoy is a piece on a board of 7 by 7 squares. A square has a letter for its column and a number for its row, such as C5. On
some squares stand towers. The first picture shows the board with its towers.

![image](1.png)

The moves of an envoy are of two kinds, which follow each other in turn. The second picture shows them: the left board shows the
first move of a journey, and the right board the second one. On each of these boards the envoy is the block in the middle, and
the dots are the squares that it can move to. The third move of a journey is of the first kind again, the fourth one of the
second kind, and so on. An envoy leaps over towers, but it never stops on a tower, and it never leaves the board.

![image](2.png)

The envoy has several journeys to make. For each of them, find the smallest number of moves with which it gets from the first
square of the journey to the last one. It can stop on a square more than once, and a journey can end with a move of either kind.

Input

The first line has an integer n, the number of journeys (1 <= n <= 100). Each of the next n lines has two names of squares without
towers, with a space between them: the first and the last square of a journey. They can be the same.

Output

Print n lines: for each journey, the smallest number of moves, or -1 if the envoy cannot make this journey.
"""

REFERENCE = """
def solution(text: str) -> str:
    free = set()
    for line_number, line in enumerate($board.split()):
        for column, sign in enumerate(line):
            if sign == ".":
                free.add((column, 7 - line_number))
    kinds = $change
    names = text.split()
    answers = []
    for start, end in zip(names[1::2], names[2::2]):
        first, last = [(ord(name[0]) - 65, int(name[1])) for name in (start, end)]
        moves = {(first, 0): 0}
        waiting = [(first, 0)]
        for place, turn in waiting:
            for right, up in kinds[turn]:
                after = ((place[0] + right, place[1] + up), 1 - turn)
                if after[0] in free and after not in moves:
                    moves[after] = moves[place, turn] + 1
                    waiting.append(after)
        reached = [moves[last, turn] for turn in (0, 1) if (last, turn) in moves]
        answers.append(min(reached, default=-1))
    return "\\n".join(map(str, answers))
"""
CHANGE = {"straight-first": "($straight, $bent)", "bent-first": "($bent, $straight)"}
WRONG = {
    "each-square-once": REFERENCE.replace(
        "after not in moves", "not {(after[0], 0), (after[0], 1)} & set(moves)"
    ),
    "kinds-in-any-order": REFERENCE.replace("in kinds[turn]", "in kinds[0] + kinds[1]"),
    "ends-with-the-second-kind": REFERENCE.replace("for turn in (0, 1) if", "for turn in (0,) if"),
}
EQUIVALENT = {
    "'*.*' → '*~'": "a sign that is not a dot is a tower, and towers outside of the board change nothing"
}

_BENT = [(right, up) for right in range(-2, 3) for up in range(-2, 3) if abs(right) + abs(up) == 3]
_SIDE = 100.0


def sample(draws: Draws) -> dict[str, Any]:
    places = draws.sample(range(49), 11)
    board = " ".join(
        "".join("#" if 7 * row + column in places else "." for column in range(7)) for row in range(7)
    )
    free = [f"{'ABCDEFG'[place % 7]}{7 - place // 7}" for place in range(49) if place not in places]
    values: dict[str, Any] = {"board": board, "free": free, "seed": draws.integer(1, 10**9)}
    values["straight"] = [(0, 1), (0, -1), *draws.choice([[(1, 0), (-2, 0)], [(2, 0), (-1, 0)]])]
    values["bent"] = draws.sample(_BENT, 3)
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: dict[str, str] = {}
    for _ in range(80):
        journey = f"{draws.choice(free)} {draws.choice(free)}"
        if agreeing([_list([journey])], solve):
            shown.setdefault(solve[VARIANTS[0]](_list([journey])), journey)
    if len(shown) < 3 or "-1" not in solve[VARIANTS[0]](_every(values)).split():
        raise UnfitError("too few journeys have the same answer under both variants, or all are possible")
    values["shown"] = list(shown.values())[:4]
    return values


def _list(journeys: list[str]) -> str:
    return f"{len(journeys)}\n" + "".join(f"{journey}\n" for journey in journeys)


def _every(values: dict[str, Any]) -> str:
    return _list([f"{start} {end}" for start in values["free"] for end in values["free"]])


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 100 or len(lines) != int(lines[0]) + 1:
        raise ValueError("another number of journeys")
    for line in lines[1:]:
        start, end = line.split(" ")
        if start not in values["free"] or end not in values["free"]:
            raise ValueError(f"{line} has a square that does not exist or has a tower")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("envoy_moves", values["seed"], name)
    free = values["free"]
    return [_list([f"{draws.choice(free)} {draws.choice(free)}" for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [4, 5, 6, 8, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    free = values["free"]
    single = _drawn(values, "single", [1])
    still = [f"{name} {name}" for name in free]
    away = [f"{free[0]} {name}" for name in free]
    back = [f"{name} {free[-1]}" for name in free]
    return [*single, _list(still), _list(away), _list(back).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [95, 100])


def _board(canvas: Canvas, left: float, top: float, rows: list[str], side: float) -> None:
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            x, y = left + column * side, top + row * side
            canvas.rect(x, y, side, side, fill="mist" if (row + column) % 2 else "white")
            if sign == "#":
                foot, roof = y + 0.86 * side, y + 0.34 * side
                canvas.rect(x + 0.26 * side, roof, 0.48 * side, foot - roof, fill="grey", line=3)
                for shift in (0.2, 0.42, 0.64):
                    canvas.rect(
                        x + shift * side, y + 0.16 * side, 0.16 * side, 0.2 * side, fill="grey", line=3
                    )


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    board = Canvas(790, 790)
    _board(board, 64, 16, values["board"].split(), _SIDE)
    for place in range(7):
        board.text(34, 16 + (place + 0.5) * _SIDE, 7 - place, bold=True, tick=True)
        board.text(64 + (place + 0.5) * _SIDE, 754, "ABCDEFG"[place], bold=True, tick=True)
    kinds = Canvas(1000, 520)
    order = ("straight", "bent") if variant == "straight-first" else ("bent", "straight")
    for number, kind in enumerate(order):
        left = 20 + 510 * number
        _board(kinds, left, 20, ["....."] * 5, 90)
        x, y = left + 225, 245
        kinds.rect(x - 28, y - 28, 56, 56, fill="orange", line=4)
        for right, up in values[kind]:
            kinds.circle(x + 90 * right, y - 90 * up, 20, fill="blue", stroke=None)
        kinds.text(x, 495, number + 1, size=30, bold=True)
    return [board, kinds]


def _way(right: int, up: int) -> str:
    across = f"{abs(right)} {'right' if right > 0 else 'left'}" if right else ""
    along = f"{abs(up)} {'above' if up > 0 else 'below'}" if up else ""
    return " and ".join(part for part in (across, along) if part)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    towers = [
        f"{column}{7 - row}"
        for row, line in enumerate(values["board"].split())
        for column, sign in zip("ABCDEFG", line, strict=True)
        if sign == "#"
    ]
    order = ("straight", "bent") if variant == "straight-first" else ("bent", "straight")
    left, right = ("; ".join(_way(*way) for way in values[kind]) for kind in order)
    first = (
        "A board of 7 by 7 squares, white and pale in turn, with the letters A to G below the columns from left to right and "
        f"the numbers 7 to 1 beside the rows from top to bottom. Grey towers stand on {', '.join(towers)}."
    )
    second = (
        "Two boards of 5 by 5 squares with the numbers 1 and 2 below them. In the middle of each is an orange square, the envoy. "
        f"Blue dots are on these squares, seen from the envoy. On the left board, 1: {left}. On the right board, 2: {right}."
    )
    return [first, second]

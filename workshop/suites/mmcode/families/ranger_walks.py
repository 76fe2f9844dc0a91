"""A ranger walks on a map with five kinds of ground: how long it takes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Ranger Walks"
LEVEL = "easy"
CATEGORY = "map"
PICTURES = (("map",), ("table",))
VARIANTS = ("spring", "winter")
COMPARE = "tokens"

COLUMNS, ROWS = "ABCDEFGH", "1234567"
MOST_WALKS, MOST_STEPS = 100, 60

STATEMENT = """
The first picture is the map of a park. Its squares have names such as C4: a letter for the column and a number for the row.
There are five kinds of ground. Four of them have a sign each; a square without a sign is meadow, the fifth kind. Next to
the map there is a compass.

![image](1.png)

A ranger walks from square to square. The steps of a walk are written as the letters N, E, S and W: each of them
leads to the neighbouring square in this direction of the compass. The second picture shows how many minutes a
step takes. It depends only on the ground of the square to which the step leads.

![image](2.png)

For each of several walks, find out how many minutes it takes and in which square it ends.

Input

The first line has an integer t, the number of walks (1 <= t <= 100). Each of the next t lines has the name of the
square where a walk begins, a space, and its steps: a word of 1 to 60 letters. No walk leaves the map.

Output

For each walk, print a line with the number of minutes, a space, and the name of the square where the walk ends.
"""

REFERENCE = """
def solution(text: str) -> str:
    ground = $ground.split()
    minutes = $change
    answers = []
    for line in text.strip().split("\\n")[1:]:
        square, steps = line.split()
        column, row = ord(square[0]) - 65, int(square[1]) - 1
        spent = 0
        for step in steps:
            right, down = $ways[step]
            column, row = column + right, row + down
            spent += minutes[ground[row][column]]
        answers.append(f"{spent} {chr(column + 65)}{row + 1}")
    return "\\n".join(answers)
"""
CHANGE = {"spring": "$spring", "winter": "$winter"}

WRONG = {
    "north-is-up": REFERENCE.replace(
        "$ways", '{"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}'
    ).replace(
        "column, row = column + right, row + down", "column, row = (column + right) % 8, (row + down) % 7"
    ),
    "pays-for-the-square-it-leaves": REFERENCE.replace(
        "            column, row = column + right, row + down\n            spent += minutes[ground[row][column]]\n",
        "            spent += minutes[ground[row][column]]\n            column, row = column + right, row + down\n",
    ),
    "pays-for-the-first-square-too": REFERENCE.replace("spent = 0", "spent = minutes[ground[row][column]]"),
    "pays-once-for-a-square": REFERENCE.replace("spent = 0", "spent, been = 0, set()").replace(
        "spent += minutes[ground[row][column]]",
        "spent += 0 if (row, column) in been else minutes[ground[row][column]]\n            been.add((row, column))",
    ),
}
EQUIVALENT = {"'*' → '*~'": "No walk leaves the map, so one more square in the last row is never used."}

_NAMES = {".": "meadow", "t": "trees", "w": "waves", "s": "stones", "m": "marsh"}
_SIGNS = {"t": "a tree", "w": "two waves", "s": "three stones", "m": "a tuft of four blades"}


def sample(draws: Draws) -> dict[str, Any]:
    turn = draws.integer(1, 3)
    around = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    ways = {letter: around[(place + turn) % 4] for place, letter in enumerate("NESW")}
    kinds = draws.shuffled("twsm.")
    spring = draws.sample(range(2, 13), 5)
    winter = spring[2:] + spring[:2]
    values: dict[str, Any] = {
        "ground": " ".join("".join(draws.choices(kinds, len(COLUMNS))) for _ in ROWS),
        "ways": ways,
        "spring": dict(zip(kinds, spring, strict=True)),
        "winter": dict(zip(kinds, winter, strict=True)),
    }
    if min(values["ground"].count(kind) for kind in kinds) < 7:
        raise UnfitError("a kind of ground is rare")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: list[str] = []
    for length in (3, 5, 7):
        walks = (_walk(values, draws, length) for _ in range(400))
        shown += agreeing((_input([walk]) for walk in walks if len(set(walk)) > 3), solve)[:1]
    if len(shown) < 3:
        raise UnfitError("no walks for the sample")
    return {**values, "shown": [text.split("\n")[1] for text in shown], "seed": draws.integer(1, 10**9)}


def _walk(values: dict[str, Any], draws: Draws, length: int) -> str:
    column, row = draws.integer(0, len(COLUMNS) - 1), draws.integer(0, len(ROWS) - 1)
    words = [COLUMNS[column] + ROWS[row] + " "]
    while len(words) <= length:
        step = draws.choice("NESW")
        right, down = values["ways"][step]
        if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
            column, row = column + right, row + down
            words.append(step)
    return "".join(words)


def _input(walks: list[str]) -> str:
    return "\n".join([str(len(walks)), *walks]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *walks = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(walks) <= MOST_WALKS:
        raise ValueError("another number of walks")
    for walk in walks:
        square, steps = walk.split(" ")
        if len(square) != 2:
            raise ValueError("no square of the map")
        column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
        if not 1 <= len(steps) <= MOST_STEPS or set(steps) - set("NESW"):
            raise ValueError("wrong steps")
        for step in steps:
            right, down = values["ways"][step]
            column, row = column + right, row + down
            if not (0 <= column < len(COLUMNS) and 0 <= row < len(ROWS)):
                raise ValueError("a walk leaves the map")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int], ...]) -> list[str]:
    draws = Draws("ranger_walks", values["seed"], name)
    return [_input([_walk(values, draws, length) for _ in range(count)]) for count, length in shapes]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((3, 4), (4, 6), (6, 9), (8, 12), (10, 20), (12, 30)))


def edge(values: dict[str, Any]) -> list[str]:
    """Return one step; a step to every square in each direction; walks along the edges; to and fro; no last newline."""
    steps: dict[str, list[str]] = {letter: [] for letter in "NESW"}
    for column, name in enumerate(COLUMNS):
        for row, number in enumerate(ROWS):
            for letter, (right, down) in values["ways"].items():
                if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
                    steps[letter].append(f"{name}{number} {letter}")
    letters = {way: letter for letter, way in values["ways"].items()}
    across = letters[1, 0] * 7 + letters[0, 1] * 6 + letters[-1, 0] * 7 + letters[0, -1] * 6
    return [
        _input(steps["N"][:1]),
        _input(steps["N"]),
        _input(steps["E"] + steps["W"][::-1]),
        _input([f"A1 {across}", f"A1 {across}{across}"]),
        _input([f"A1 {(letters[0, 1] + letters[0, -1]) * 30}"]),
        _input(steps["S"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((MOST_WALKS, MOST_STEPS), (MOST_WALKS - 1, MOST_STEPS)))


def _sign(canvas: Canvas, x: float, y: float, kind: str) -> None:
    if kind == "t":
        canvas.line((x, y + 14), (x, y + 32), line=6)
        canvas.polygon([(x - 24, y + 16), (x, y - 32), (x + 24, y + 16)], fill="green", line=2)
    elif kind == "w":
        for dy in (-10, 14):
            ups = [(x - 32 + 16 * number, y + dy + (8 if number % 2 else -8)) for number in range(5)]
            canvas.line(*ups, stroke="blue", line=5)
    elif kind == "s":
        for dx, dy in ((-17, 15), (17, 15), (0, -14)):
            canvas.circle(x + dx, y + dy, 12, fill="silver", line=3)
    elif kind == "m":
        for dx in (-18, -6, 6, 18):
            canvas.line((x + dx / 2, y + 24), (x + 1.5 * dx, y - 22), line=4)


SIDE = 88.0


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(1010, 700)
    for row, line in enumerate(values["ground"].split()):
        chart.text(28, 60 + SIDE * (row + 0.5), ROWS[row], bold=True, tick=True)
        for column, kind in enumerate(line):
            chart.rect(56 + SIDE * column, 60 + SIDE * row, SIDE, SIDE, fill="white", line=2)
            _sign(chart, 56 + SIDE * (column + 0.5), 60 + SIDE * (row + 0.5), kind)
    for column, name in enumerate(COLUMNS):
        chart.text(56 + SIDE * (column + 0.5), 32, name, bold=True, tick=True)
    x, y = 890.0, 170.0
    chart.circle(x, y, 66, fill="white", line=3)
    for letter, (right, down) in values["ways"].items():
        corners = [
            (x + 58 * right, y + 58 * down),
            (x + 13 * down, y + 13 * right),
            (x - 13 * down, y - 13 * right),
        ]
        chart.polygon(corners, fill="ink" if letter == "N" else "white")
        chart.text(x + 90 * right, y + 90 * down, letter, bold=True, size=32)
    chart.circle(x, y, 15, fill="white", line=3)
    table = Canvas(440, 540)
    for place, (kind, minutes) in enumerate(sorted(values[variant].items())):
        y = 60 + 105.0 * place
        table.rect(40, y - SIDE / 2, SIDE, SIDE, fill="white", line=2)
        _sign(table, 40 + SIDE / 2, y, kind)
        table.text(180, y, f"{minutes} minutes", anchor="start", size=30)
    return [chart, table]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    lines = [
        f"row {ROWS[row]}: {', '.join(_NAMES[kind] for kind in line)}"
        for row, line in enumerate(values["ground"].split())
    ]
    sides = {(0, -1): "top", (1, 0): "right", (0, 1): "bottom", (-1, 0): "left"}
    compass = ", ".join(f"{letter} at the {sides[way]}" for letter, way in values["ways"].items())
    rows = [
        f"{_SIGNS.get(kind, 'no sign')}: {minutes} minutes"
        for kind, minutes in sorted(values[variant].items())
    ]
    signs = ", ".join(f"{_NAMES[kind]} is {sign}" for kind, sign in _SIGNS.items())
    return [
        (
            "The picture shows a map of squares with the columns A to H from left to right and the rows 1 to 7 from top to bottom, "
            f"and next to it a compass with {compass}. Signs in the squares: {signs}, meadow has none. From left to right, "
            f"{'; '.join(lines)}."
        ),
        (
            "The picture is a table with two columns: on the left a square of the map with its sign, on the right a number of "
            f"minutes. From the top down: {'; '.join(rows)}. The signs are the same as in the map of the other picture."
        ),
    ]

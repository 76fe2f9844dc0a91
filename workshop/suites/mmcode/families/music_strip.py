"""A music box plays a strip of paper whose ends are glued together.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Music Strip"
LEVEL = "easy"
CATEGORY = "others"
PICTURES = (("others",), ("others",))
VARIANTS = ("straight", "twisted")
COMPARE = "tokens"

MOST_MOMENTS = 40
LATEST = 10**9
NOTES = "GEDCA"

STATEMENT = """
A music box has five fixed pins in a vertical line; from the top down they play the notes G, E, D, C and A. A strip of paper is
pulled past the pins from right to left, so that one column of the strip after the other comes to the pins, beginning with the
first column on the left. The strip has five rows. Where it has a hole, the pin at that row plays its note. The first picture
shows the strip before its ends are joined; the holes are black, and the corners have the names P, Q, R and S.

![image](1.png)

Then the ends of the strip are glued together, so that the box can play on without end: after the last column the first one
follows. The second picture shows the place where the ends meet, at the right of the last two columns and at the left of the
first two columns. The strip is thin, and a hole goes through it: it plays from either side of the paper.

![image](2.png)

In second 0 the first column of the strip is at the pins as the first picture shows it, in second 1 the second column, and so on,
one column in each second.

Input

The first line has a whole number n, the number of moments (1 <= n <= 40). The second line has n whole numbers from 0 to 10^9
with spaces between them, the seconds in question, in any order.

Output

For each moment, print a line with the letters of the notes that are played in that second, without spaces, in the order of the
pins from the top down. Print - if there is silence.
"""

_TEMPLATE = """
def solution(text: str) -> str:
    columns = $holes.split(",")
    answers = []
    for word in text.split()[1:]:
        place = int(word) % len(columns)
        played = [$note for row in columns[place]]
        answers.append("".join(played) or "-")
    return "\\n".join(answers)
"""
_NOTE = '"GEDCA"[int(row) - 5]'
_STRAIGHT = _TEMPLATE.replace("$note", _NOTE)
_TURNED = """        if int(word) // len(columns) % 2 == 1:
            played = ["GEDCA"[-1 - int(row)] for row in columns[place][::-1]]
"""
REFERENCE = {
    "straight": _STRAIGHT,
    "twisted": _STRAIGHT.replace("        answers.append", _TURNED + "        answers.append"),
}
WRONG = {
    "columns-backwards-in-every-second-round": _STRAIGHT.replace(
        "        played",
        "        place = place if int(word) // len(columns) % 2 == 0 else -1 - place\n        played",
    ),
    "always-upside-down": _TEMPLATE.replace("$note", '"GEDCA"[-1 - int(row)]'),
    "seconds-from-one": {
        variant: source.replace("int(word)", "(int(word) - 1)") for variant, source in REFERENCE.items()
    },
}


def sample(draws: Draws) -> dict[str, Any]:
    columns = ["".join(draws.choice("O..") for _ in range(5)) for _ in range(draws.integer(9, 12))]
    symmetric = [column == column[::-1] for column in columns]
    silent = columns.count(".....")
    if silent != 1 or sum(symmetric) > 4 or sum(symmetric) < 2 or any(symmetric[:2] + symmetric[-2:]):
        raise UnfitError("too many columns sound the same upside down")
    holes = ["".join(str(row) for row, hole in enumerate(column) if hole == "O") for column in columns]
    if not holes[-1]:
        raise UnfitError("the last column has no hole")
    return {"columns": " ".join(columns), "holes": ",".join(holes), "seed": draws.integer(1, 10**9)}


def _moments(moments: list[int]) -> str:
    return f"{len(moments)}\n{' '.join(map(str, moments))}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, line = text.removesuffix("\n").split("\n")
    moments = line.split(" ")
    if not 1 <= int(head) <= MOST_MOMENTS or len(moments) != int(head):
        raise ValueError("another number of moments")
    if not all(word.isdecimal() and int(word) <= LATEST for word in moments):
        raise ValueError("a moment out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws, columns = Draws("strip-samples", values["seed"]), values["columns"].split()
    silent = columns.index(".....")
    even = 2 * len(columns) * draws.integer(1, 9) + draws.integer(0, len(columns) - 1)
    return [_moments([0, silent, draws.integer(1, len(columns) - 1), even, silent + len(columns)])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("strip-typical", values["seed"])
    kinds = ((3, 40), (5, 100), (8, 500), (10, 10**4), (12, 10**5), (15, 10**6))
    return [_moments(draws.integers(count, 0, high)) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    count = len(values["columns"].split())
    return [
        _moments([count]),
        _moments([0]),
        _moments(list(range(3 * count))[:MOST_MOMENTS]),
        _moments([2 * count - 1, 2 * count, 3 * count - 1, 3 * count, count - 1, count]),
        _moments([LATEST, LATEST - count, LATEST, 0, 0]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("strip-large", values["seed"])
    return [_moments(draws.integers(MOST_MOMENTS, 0, LATEST)) for _ in range(2)]


def _columns(canvas: Canvas, columns: list[str], x: float, y: float, side: float) -> None:
    for place, column in enumerate(columns):
        for row, hole in enumerate(column):
            canvas.rect(x + place * side, y + row * side, side, side, fill="white", line=2)
            if hole == "O":
                canvas.circle(x + (place + 0.5) * side, y + (row + 0.5) * side, side * 0.3, fill="ink")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    columns = values["columns"].split()
    strip, side = Canvas(960, 480), 66.0
    width = side * len(columns)
    _columns(strip, columns, 80, 80, side)
    for name, x, y in (("P", 60, 54), ("Q", 60, 436), ("R", 100 + width, 54), ("S", 100 + width, 436)):
        strip.text(x, y, name, bold=True, size=28)
    joint, side = Canvas(640, 480), 66.0
    first = columns[:2] if variant == "straight" else [column[::-1] for column in columns[:2]]
    _columns(joint, columns[-2:], 178, 80, side)
    _columns(joint, first, 322, 80, side)
    joint.line((316, 30), (316, 460), line=5, dashed=True, stroke="red")
    top, bottom = ("P", "Q") if variant == "straight" else ("Q", "P")
    for name, x, y in (("R", 290, 54), ("S", 290, 436), (top, 342, 54), (bottom, 342, 436)):
        joint.text(x, y, name, bold=True, size=28)
    joint.text(90, 245, "last columns", size=22)
    joint.text(545, 245, "first columns", size=22)
    return [strip, joint]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    columns = values["columns"].split()

    def rows(column: str) -> str:
        return ", ".join(str(row) for row, hole in enumerate(column, 1) if hole == "O") or "none"

    holes = "; ".join(f"column {place}: {rows(column)}" for place, column in enumerate(columns, 1))
    top, bottom = ("P", "Q") if variant == "straight" else ("Q", "P")
    first = columns[:2] if variant == "straight" else [column[::-1] for column in columns[:2]]
    return [
        (
            f"A strip of {len(columns)} columns and five rows of squares. Corner P is at its top left, Q at its bottom left, R at its top right, "
            f"S at its bottom right. Black circles are holes. The rows with a hole, counted from the top, are in {holes}."
        ),
        (
            f"Two pieces of the strip meet at a dashed red line. The left piece has the words last columns, and corners R at the top "
            f"and S at the bottom next to the line; its holes are in rows {rows(columns[-2])} and {rows(columns[-1])}. The right piece "
            f"has the words first columns, and corners {top} at the top and {bottom} at the bottom next to the line; its two columns, "
            f"from left to right, have holes in rows {rows(first[0])} and {rows(first[1])}."
        ),
    ]

"""Rows of stones are melted together: in how many ways each kind of stone can come out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import itertools
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Stone Table"
LEVEL = "long"
CATEGORY = "math"
PICTURES = (("table",), ("math",))
VARIANTS = ("row-first", "column-first")
COMPARE = "tokens"

STATEMENT = """
A smith has stones of four kinds, A, B, C and D, in a row. In each step he takes two stones that lie next to each other, melts
them, and puts the single stone that they give in their place. He goes on until only one stone is left. Which stone two stones
give depends on their kinds, and also on which of the two lies on the left. The first picture is the table of the smith.

![image](1.png)

The second picture shows a row of four stones and all the steps until one stone is left. In each row the two stones with a
bracket below are melted, and the arrow leads to the stone that they give. From these steps you can see how the table is read.

![image](2.png)

Two ways to melt a row differ if they form different pairs of brackets around the same row: for three stones X, Y, Z there are
the two ways (X Y) Z and X (Y Z), and for four stones there are five ways. The order of two steps that do not depend on each
other does not count. Find, for each row of stones and for each kind, the number of ways in which the last stone is of this
kind.

Input

The first line has a whole number r, the number of rows of stones, from 1 to 12. Each of the next r lines has a row of stones: 1
to 40 letters from A, B, C and D without spaces.

Output

For each row of stones, print a line with four numbers: the number of ways that end with A, with B, with C and with D, each
modulo 1000003.
"""

REFERENCE = """
def solution(text: str) -> str:
    kinds = "ABCD"
    gives = $gives
    lines = []
    for row in text.split()[1:]:
        ways = {(place, place + 1): {stone: 1} for place, stone in enumerate(row)}
        for length in range(1, len(row)):
            for start in range(len(row) - length):
                end = start + length + 1
                found = dict.fromkeys(kinds, 0)
                for middle in range(start + 1, end):
                    for left, many in ways[start, middle].items():
                        for right, more in ways[middle, end].items():
                            found[gives[$change]] += many * more
                ways[start, end] = found
        last = ways[0, len(row)]
        lines.append(" ".join(str(last.get(kind, 0) % 1000003) for kind in kinds))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"row-first": "left + right", "column-first": "right + left"}
_LEFT = """
def solution(text: str) -> str:
    kinds = "ABCD"
    gives = $gives
    lines = []
    for row in text.split()[1:]:
        left = row[0]
        for right in row[1:]:
            left = gives[$change]
        lines.append(" ".join(str(int(left == kind)) for kind in kinds))
    return "\\n".join(lines) + "\\n"
"""
WRONG = {
    "always-from-the-left": _LEFT,
    "orders-of-steps": """
def solution(text: str) -> str:
    kinds = "ABCD"
    gives = $gives
    lines = []
    for row in text.split()[1:]:
        rows = {row: 1}
        for _ in row[1:]:
            after = {}
            for stones, ways in rows.items():
                for place in range(len(stones) - 1):
                    left, right = stones[place], stones[place + 1]
                    new = stones[:place] + gives[$change] + stones[place + 2 :]
                    after[new] = after.get(new, 0) + ways
            if len(after) > 20000:
                break
            rows = after
        lines.append(" ".join(str(rows.get(kind, 0) % 1000003) for kind in kinds))
    return "\\n".join(lines) + "\\n"
""",
    "both-orders": REFERENCE.replace(
        "found[gives[$change]] += many * more",
        "found[gives[min(left, right) + max(left, right)]] += many * more",
    ),
}
EQUIVALENT: dict[str, str] = {}

KINDS = "ABCD"


def sample(draws: Draws) -> dict[str, Any]:
    table = " ".join(draws.text(KINDS, 4) for _ in KINDS)
    cells = table.split()
    unlike = sum(cells[i][j] != cells[j][i] for i in range(4) for j in range(i))
    if unlike < 5 or min(table.count(kind) for kind in KINDS) < 3:
        raise UnfitError("the table is too even")
    gives = {
        left + right: stone
        for left, line in zip(KINDS, cells, strict=True)
        for right, stone in zip(KINDS, line, strict=True)
    }
    values: dict[str, Any] = {"table": table, "gives": gives, "seed": draws.integer(0, 10**9)}
    rows = [draws.text(KINDS, 4) for _ in range(200)]
    values["shown"] = next((row for row in rows if _tells(values, row)), "")
    if not values["shown"]:
        raise UnfitError("no row shows how the table is read")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    rows = [draws.text(KINDS, length) for length in (1, 2, 3, 3, 4, 4, 5) for _ in range(60)]
    same = [row for row in rows if agreeing([f"1\n{row}\n"], solve)]
    values["samples"] = [row for length in (1, 2, 3, 4) for row in [r for r in same if len(r) == length][:1]]
    if len(values["samples"]) < 4:
        raise UnfitError("too few rows give the same under both readings")
    return values


def _gives(values: dict[str, Any], variant: str, left: str, right: str) -> str:
    row, column = KINDS.index(left), KINDS.index(right)
    if variant == "column-first":
        row, column = column, row
    stone: str = values["table"].split()[row][column]
    return stone


def _steps(values: dict[str, Any], variant: str, row: str) -> list[tuple[str, int]]:
    """Return the rows of the worked example, each with the place of the pair that is melted next."""
    steps = []
    for place in (1, 0, 0):
        steps.append((row, place))
        row = row[:place] + _gives(values, variant, row[place], row[place + 1]) + row[place + 2 :]
    return [*steps, (row, -1)]


def _tells(values: dict[str, Any], row: str) -> bool:
    """Whether each step of the example, under both readings, has another result under the other reading."""
    for variant, other in (VARIANTS, VARIANTS[::-1]):
        for stones, place in _steps(values, variant, row)[:3]:
            pair = stones[place], stones[place + 1]
            if _gives(values, variant, *pair) == _gives(values, other, *pair):
                return False
    return True


def _text(rows: list[str]) -> str:
    return f"{len(rows)}\n" + "".join(f"{row}\n" for row in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 12 or len(lines) != int(lines[0]) + 1:
        raise ValueError("wrong number of rows")
    if any(not 1 <= len(row) <= 40 or set(row) - set(KINDS) for row in lines[1:]):
        raise ValueError("a wrong row of stones")


def samples(values: dict[str, Any]) -> list[str]:
    return [_text(values["samples"])]


def _drawn(values: dict[str, Any], name: str, lengths: list[tuple[int, int]]) -> list[str]:
    draws = Draws("stone_table", values["seed"], name)
    return [_text([draws.text(KINDS, length) for _ in range(count)]) for count, length in lengths]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(3, 3), (4, 5), (3, 7), (4, 9), (2, 12), (3, 15)])


def edge(values: dict[str, Any]) -> list[str]:
    pairs = [left + right for left in KINDS for right in KINDS]
    return [
        _text(pairs[:8]),
        _text(pairs[8:]),
        _text([kind * 9 for kind in KINDS]),
        _text(["ABCD", "D", "DCBA"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(1, 40), (2, 32), (12, 18)])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    table, side = Canvas(640, 600), 96.0
    for row, line in enumerate(values["table"].split()):
        for column, stone in enumerate(line):
            x, y = 120 + column * side, 110 + row * side
            table.rect(x, y, side, side, fill="white")
            table.text(x + side / 2, y + side / 2, stone, size=32)
    for place, kind in enumerate(KINDS):
        for x, y in ((120 + (place + 0.5) * side, 62.0), (72.0, 110 + (place + 0.5) * side)):
            _stone(table, x, y, kind)
    return [table, _worked(values, variant)]


def _stone(canvas: Canvas, x: float, y: float, kind: str) -> None:
    canvas.circle(x, y, 32, fill="paleorange", line=3)
    canvas.text(x, y, kind, size=32, bold=True)


def _worked(values: dict[str, Any], variant: str) -> Canvas:
    canvas = Canvas(600, 760)
    steps = _steps(values, variant, values["shown"])
    for step, (row, pair) in enumerate(steps):
        y, places = 70 + step * 200.0, _places(step)
        for x, kind in zip(places, row, strict=True):
            _stone(canvas, x, y, kind)
        if pair >= 0:
            left, right = places[pair], places[pair + 1]
            canvas.line(
                (left, y + 44), (left, y + 62), (right, y + 62), (right, y + 44), stroke="blue", line=4
            )
            middle = (left + right) / 2
            arrows.arrow(canvas, (middle, y + 64), (middle, y + 160), stroke="blue", line=4)
    return canvas


def _places(step: int) -> list[float]:
    """Return where the stones of a row lie, so that a melted stone lies below the middle of its pair."""
    rows = [[90.0, 230.0, 370.0, 510.0], [90.0, 300.0, 510.0], [195.0, 510.0], [352.5]]
    return rows[step]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = "; ".join(
        f"{kind}: {' '.join(line)}" for kind, line in zip(KINDS, values["table"].split(), strict=True)
    )
    steps = _steps(values, variant, values["shown"])
    parts = [
        f"{' '.join(row)}, with a bracket below stones {pair + 1} and {pair + 2} and an arrow down to "
        f"the {new[0][pair]} that they give"
        for (row, pair), new in itertools.pairwise(steps)
    ]
    return [
        (
            "A table of four rows and four columns. A round stone stands to the left of each row and above each column, A, B, C "
            f"and D in this order from top to bottom and from left to right. The letters in the rows are: {rows}."
        ),
        (
            "Four rows of round stones below each other, with one stone less in each row, joined by blue brackets and arrows: "
            f"{'; '.join(parts)}. The last row is the single stone {steps[-1][0]}."
        ),
    ]

"""Rows of lace are worked from one sequence of stitches: which stitch lies at a place.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Lace Rows"
LEVEL = "easy"
CATEGORY = "patterns"
PICTURES = (("patterns",),)
VARIANTS = ("forth", "to-and-fro")
COMPARE = "tokens"

MOST = 40  #: maximum number of questions
LAST_ROW = 10**6
LONGEST = 7  #: stitches of the longest sequence

STATEMENT = """
Tilda makes lace for the hem of a curtain. The lace has three kinds of stitches: rings, crosses and bars. Tilda knows a
sequence of at least four and at most seven stitches by heart and works it again and again, without a gap: after its last stitch
it begins anew, often in the middle of a row, and after the last stitch of a row she goes on with the next stitch of the
sequence in the row below. The whole lace is worked in this way, from the top row down.

The picture shows the first rows of the lace. Row 1 is at the top, and the places of a row are counted from its left end, from 1.
The rows below are worked in the same manner: their numbers of stitches go on as in the picture, and so does the
direction in which Tilda works the rows, which may be the same for all rows, or may change from row to row.

![image](1.png)

After some weeks the lace is long. Answer questions about single stitches.

Input

The first line has a whole number q, the number of questions (1 <= q <= 40). Each of the next q lines has two whole numbers r
and p with a space between them: the number of a row (1 <= r <= 1000000) and a place in this row. The row has a stitch at
this place.

Output

For each question, print a line with one word: ring, cross or bar.
"""

REFERENCE = """
def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    answers = []
    for row, place in zip(numbers[1::2], numbers[2::2]):
        earlier = $first * (row - 1) + $longer * (row - 1) * (row - 2) // 2
        worked = $change
        answers.append($sequence[(earlier + worked - 1) % $period])
    return "\\n".join(answers)
"""
_BACK = "$first + $longer * (row - 1) + 1 - place"
CHANGE = {"forth": "place", "to-and-fro": f"place if row % 2 else {_BACK}"}
WRONG = {
    "all-rows-from-the-right": REFERENCE.replace("$change", _BACK),
    "each-row-begins-the-sequence": REFERENCE.replace("(earlier + worked - 1)", "(worked - 1)"),
    "all-rows-as-long-as-the-last": REFERENCE.replace("* (row - 2) // 2", "* (row - 1)"),
    "first-row-from-the-right": REFERENCE.replace("$change", f"{_BACK} if row % 2 else place"),
}

_KINDS = ("ring", "cross", "bar")
_ROWS = 7


def sample(draws: Draws) -> dict[str, Any]:
    period, longer = draws.integer(4, LONGEST), draws.integer(1, 3)
    if period == 2 * longer:
        raise UnfitError("many rows begin with the same stitch")
    sequence = tuple(draws.choices(_KINDS, period))
    values: dict[str, Any] = {
        "sequence": sequence,
        "period": period,
        "first": draws.integer(2, 5),
        "longer": longer,
        "seed": draws.integer(1, 10**9),
    }
    for variant in VARIANTS:
        rows = _rows(values, variant)
        if len(set(sequence)) < len(_KINDS) or sum(_readings(rows)) != 1:
            raise UnfitError("the sequence can be read in two ways")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [f"{row} {draws.integer(1, _length(values, row))}" for row in draws.integers(80, 2, 30)]
    same = [stitch for stitch in tried if agreeing([f"1\n{stitch}\n"], solve)]
    if len(same) < 5:
        raise UnfitError("the variants agree on too few stitches")
    values["shown"] = same[:5]
    return values


def _length(values: dict[str, Any], row: int) -> int:
    return int(values["first"] + values["longer"] * (row - 1))


def _rows(values: dict[str, Any], variant: str) -> list[list[str]]:
    """Return the rows of the picture, each from left to right."""
    rows, done = [], 0
    for row in range(1, _ROWS + 1):
        length = _length(values, row)
        worked = [values["sequence"][(done + place) % values["period"]] for place in range(length)]
        rows.append(worked[::-1] if variant == "to-and-fro" and row % 2 == 0 else worked)
        done += length
    return rows


def _readings(rows: list[list[str]]) -> list[bool]:
    """Return for each way of working the rows whether a short sequence gives the picture."""
    found = []
    for odd, even in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        worked = [kind for number, row in enumerate(rows) for kind in row[:: even if number % 2 else odd]]
        periods = range(4, LONGEST + 1)
        found.append(any(worked[period:] == worked[:-period] for period in periods))
    return found


def _input(stitches: list[str]) -> str:
    return f"{len(stitches)}\n" + "".join(f"{stitch}\n" for stitch in stitches)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST or len(lines) != int(head):
        raise ValueError("another number of questions")
    for line in lines:
        row, place = map(int, line.split(" "))
        if not (1 <= row <= LAST_ROW and 1 <= place <= _length(values, row)) or line != f"{row} {place}":
            raise ValueError(f"{line} is not a stitch")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _stitches(values: dict[str, Any], draws: Draws, count: int, last: int) -> list[str]:
    rows = draws.integers(count, 1, last)
    return [f"{row} {draws.integer(1, _length(values, row))}" for row in rows]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("lace-typical", values["seed"])
    sizes = ((4, 8), (6, 20), (8, 100), (10, 2000), (12, 50_000), (15, 400))
    return [_input(_stitches(values, draws, *size)) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("lace-edge", values["seed"])
    ends = [f"{row} {place}" for row in range(1, 16) for place in (1, _length(values, row))]
    last = _length(values, LAST_ROW)
    return [
        _input([f"2 {draws.integer(1, 2)}"]),
        _input([f"1 {place}" for place in range(1, values["first"] + 1)]),
        _input(ends),
        _input([f"{LAST_ROW} {place}" for place in (1, 2, last // 2, last - 1, last)]),
        _input([f"2 {place}" for place in range(1, _length(values, 2) + 1)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("lace-large", values["seed"])
    return [_input(_stitches(values, draws, MOST, last)) for last in (LAST_ROW, LAST_ROW, 900)]


def _stitch(canvas: Canvas, kind: str, x: float, y: float) -> None:
    if kind == "ring":
        canvas.circle(x, y, 12, fill="yellow", line=3)
    elif kind == "cross":
        canvas.line((x - 11, y - 11), (x + 11, y + 11), line=4)
        canvas.line((x - 11, y + 11), (x + 11, y - 11), line=4)
    else:
        canvas.rect(x - 5, y - 16, 10, 32, fill="blue", line=2)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    rows = _rows(values, variant)
    canvas = Canvas(max(340, 150 + 38 * len(rows[-1])), 90 + 56 * (_ROWS - 1))
    for number, row in enumerate(rows):
        y = 45 + 56.0 * number
        canvas.text(20, y, f"row {number + 1}", bold=True, size=22, anchor="start")
        canvas.line((104, y + 25), (110 + 38.0 * len(row), y + 25), line=2, stroke="grey")
        for place, kind in enumerate(row):
            _stitch(canvas, kind, 126 + 38.0 * place, y)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = [f"row {number}: {' '.join(row)}" for number, row in enumerate(_rows(values, variant), 1)]
    return [
        (
            "Seven rows of stitches lie one below the other; all begin at the same left edge, under each runs a thin line, and each "
            "row has its number in front of it. A ring is a yellow circle, a cross is drawn with two lines, and a bar is an "
            f"upright blue rectangle. The stitches from left to right: {'; '.join(rows)}."
        )
    ]

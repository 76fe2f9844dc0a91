"""Neighbouring glass beads are melted together: the cheapest way to one bead.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 1
TITLE = "Glass Beads"
LEVEL = "long"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",), ("linear-data-structure",))
VARIANTS = ("together", "larger")
COMPARE = "tokens"

MOST = 50  #: maximum number of beads
HIGHEST = 99  #: highest number of a bead

STATEMENT = """
A glassmaker has a row of beads; each bead has a number. As long as there is more than one bead, the glassmaker takes
two beads that lie next to each other and melts them into one new bead, which lies in their place in the row. The new
bead gets a number, and the glassmaker has to pay some coins for the melting. The number of the new bead and the
price follow from the numbers of the two old beads.

The first picture shows four meltings. On the left of each arrow are the two old beads, on its right is the new bead;
the price is written on the coin above the arrow.

![image](1.png)

The second picture shows all meltings of one row, from the top down to its last bead, with the price of each on the
right and their sum at the bottom. It is one possible way, and it need not be the cheapest one.

![image](2.png)

The glassmaker decides which neighbours are melted next. A row that has only one bead from the start costs
nothing. Find the smallest number of coins for which all beads of a row can be melted into one.

Input

The first line has an integer n, the number of beads (1 <= n <= 50). The second line has n integers from 1 to 99, the
numbers of the beads from left to right.

Output

Print one integer: the smallest sum of all prices.
"""

REFERENCE = """
def solution(text: str) -> str:
    beads = [int(word) for word in text.split()[1:]]
    price = {(place, place + 1): 0 for place in range(len(beads))}
    for end in range(len(beads) + 1):
        for start in range(end - 2, -1, -1):
            price[start, end] = min(
                price[start, cut] + price[cut, end] + abs($change(beads[start:cut]) - $change(beads[cut:end]))
                for cut in range(start + 1, end)
            )
    return str(price[0, len(beads)])
"""
CHANGE = {"together": "sum", "larger": "max"}

WRONG = {
    "cheapest-melting-first": """
def solution(text: str) -> str:
    beads = [int(word) for word in text.split()[1:]]
    total = 0
    while len(beads) > 1:
        at = min(range(len(beads) - 1), key=lambda place: abs(beads[place] - beads[place + 1]))
        total += abs(beads[at] - beads[at + 1])
        beads[at:at + 2] = [$change(beads[at:at + 2])]
    return str(total)
""",
    "from-left-to-right": """
def solution(text: str) -> str:
    beads = [int(word) for word in text.split()[1:]]
    total = 0
    while len(beads) > 1:
        total += abs(beads[0] - beads[1])
        beads[:2] = [$change(beads[:2])]
    return str(total)
""",
    "smallest-beads-anywhere": """
def solution(text: str) -> str:
    beads = sorted(int(word) for word in text.split()[1:])
    total = 0
    while len(beads) > 1:
        total += beads[1] - beads[0]
        beads = sorted([$change(beads[:2]), *beads[2:]])
    return str(total)
""",
}


def sample(draws: Draws) -> dict[str, Any]:
    low, high = draws.sample(range(3, 8), 2), draws.sample(range(9, 20), 2)
    equal = draws.integer(4, 12)
    shown = draws.shuffled([(low[0], high[0]), (high[1], low[1]), (equal, equal), (high[0], 2)])
    row = draws.sample(range(2, 20), 5)
    places = [draws.integer(0, count) for count in (3, 2, 1)] + [0]
    return {"shown": shown, "row": row, "places": places, "seed": draws.integer(1, 10**9)}


def _input(beads: list[int]) -> str:
    return f"{len(beads)}\n{' '.join(map(str, beads))}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, row = text.removesuffix("\n").split("\n")
    beads = row.split(" ")
    if int(head) != len(beads) or not 1 <= len(beads) <= MOST:
        raise ValueError("wrong number of beads")
    if not all(bead.isdecimal() and bead[0] != "0" and int(bead) <= HIGHEST for bead in beads):
        raise ValueError("a number of a bead out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("beads-samples", values["seed"])
    programs = [
        compile_solution(fill(REFERENCE.replace("$change", change), **values)) for change in CHANGE.values()
    ]
    found = [_input(draws.sample(range(1, 30), 2))]
    while len(found) < 3:
        text = _input(draws.integers(2 + len(found), 1, 30))
        if len({program(text) for program in programs}) == 1:
            found.append(text)
    return found[::-1]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("beads-typical", values["seed"])
    return [_input(draws.integers(count, 1, HIGHEST)) for count in (5, 6, 8, 11, 16, 24)]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("beads-edge", values["seed"])
    rising = sorted(draws.sample(range(1, HIGHEST), 9))
    return [
        _input([HIGHEST]),
        _input([HIGHEST, 1, HIGHEST - 1]),
        _input([draws.integer(2, 50)] * 7),
        _input(rising),
        _input([*rising[::2], *rising[::-3]]).rstrip("\n"),
        _input([1, HIGHEST] * 6),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("beads-large", values["seed"])
    return [
        _input(draws.integers(MOST, 1, HIGHEST)),
        _input(draws.integers(MOST - 1, 1, 9)),
        _input([draws.choice((1, 2, HIGHEST)) for _ in range(MOST)]),
    ]


def _melted(variant: str, first: int, second: int) -> int:
    return first + second if variant == "together" else max(first, second)


def _rows(values: dict[str, Any], variant: str) -> list[list[int]]:
    """Return the rows of beads of the second picture, from the top down."""
    rows = [values["row"]]
    for place in values["places"]:
        row = rows[-1]
        rows.append([*row[:place], _melted(variant, *row[place : place + 2]), *row[place + 2 :]])
    return rows


def _bead(canvas: Canvas, x: float, y: float, number: int) -> None:
    canvas.circle(x, y, 34, fill="paleblue", line=3)
    canvas.text(x, y, number, bold=True, size=26)


def _coin(canvas: Canvas, x: float, y: float, number: int) -> None:
    canvas.circle(x, y, 25, fill="yellow", line=2)
    canvas.circle(x, y, 20, line=2)
    canvas.text(x, y, number, size=20)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    single = Canvas(900, 330)
    for number, (first, second) in enumerate(values["shown"]):
        left, top = 12 + number % 2 * 442.0, 12 + number // 2 * 155.0
        frame(single, left, top, 434, 147, title="")
        _bead(single, left + 62, top + 84, first)
        _bead(single, left + 132, top + 84, second)
        arrows.arrow(single, (left + 186, top + 84), (left + 320, top + 84), line=4, head=18)
        _coin(single, left + 248, top + 42, abs(first - second))
        _bead(single, left + 376, top + 84, _melted(variant, first, second))
    whole = Canvas(640, 700)
    rows = _rows(values, variant)
    for number, row in enumerate(rows):
        lefts = [60 + 45 * number + 90.0 * place for place in range(len(row))]
        y = 60 + 125.0 * number
        if number + 1 < len(rows):
            place = values["places"][number]
            for at in range(len(row)):
                end = lefts[at] + 45 if at <= place else lefts[at] - 45
                arrows.arrow(whole, (lefts[at], y + 36), (end, y + 90), line=3, head=12)
            _coin(whole, 580, y + 62, abs(row[place] - row[place + 1]))
        for x, bead in zip(lefts, row, strict=True):
            _bead(whole, x, y, bead)
    whole.line((535, 598), (625, 598), line=3)
    total = sum(abs(a - b) for a, b in _steps(values, rows))
    _coin(whole, 580, 640, total)
    return [single, whole]


def _steps(values: dict[str, Any], rows: list[list[int]]) -> list[list[int]]:
    """Return the pair of beads that each step of the second picture melts."""
    return [row[place : place + 2] for row, place in zip(rows, values["places"], strict=False)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    meltings = [
        f"the beads {first} and {second}, the coin {abs(first - second)}, the new bead {_melted(variant, first, second)}"
        for first, second in values["shown"]
    ]
    rows = _rows(values, variant)
    steps = _steps(values, rows)
    told = [
        f"arrows lead from the two beads {pair[0]} and {pair[1]} to one bead, with the coin {abs(pair[0] - pair[1])}, "
        f"and the next row is {' '.join(map(str, below))}"
        for pair, (_, below) in zip(steps, pairwise(rows), strict=True)
    ]
    total = sum(abs(a - b) for a, b in steps)
    return [
        (
            "The picture has four frames. In each of them two round beads with numbers lie on the left, an arrow leads to "
            "one bead on the right, and a yellow coin with a number lies above the arrow. From left to right and from top "
            f"to bottom: {'; '.join(meltings)}."
        ),
        (
            "The picture shows rows of round beads, one below the other, and each row has one bead fewer than the row above "
            "it. An arrow leads from every bead to a bead of the next row. On the right a yellow coin with a number lies "
            f"between each two rows. The first row is {' '.join(map(str, rows[0]))}. Then "
            f"{'; then '.join(told)}. Below all coins and a line lies a coin with the sum, {total}."
        ),
    ]

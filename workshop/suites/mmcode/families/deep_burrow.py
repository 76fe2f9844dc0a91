"""Numbered chambers of an endless burrow: how many tunnels lie between two of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import itertools
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Deep Burrow"
LEVEL = "easy"
CATEGORY = "tree"
PICTURES = (("tree", "patterns"),)
VARIANTS = ("one-way", "to-and-fro")
COMPARE = "tokens"

HIGHEST = 10**9  #: highest number of a chamber
MOST = 300  #: maximum number of questions

STATEMENT = """
A family of rabbits has dug a burrow that never ends. It begins with one chamber just below the grass. From every
chamber the same number of tunnels leads down to chambers of the next row, and no chamber has more than one tunnel that
leads up. The chambers have numbers without gaps, row after row from the top down. The picture shows the first rows of
the burrow; each line is a tunnel. The rows below go on in the same way: the tunnels never cross, and the numbers run
through the rows as they do in the picture.

![image](1.png)

The rabbits visit one another all day long and only run through tunnels. For a visit, a rabbit takes the shortest way
from its own chamber to the chamber of its friend. Count the tunnels on this way.

Input

The first line has an integer q, the number of visits (1 <= q <= 300). Each of the following q lines has two integers a
and b, the numbers of the chambers where a visit begins and ends (1 <= a, b <= 10^9). A rabbit that visits itself
needs no tunnel.

Output

Print q lines: for each visit, in the order of the input, the number of tunnels on the shortest way.
"""

CLIMB = """
{above}

def solution(text: str) -> str:
    words = [int(word) for word in text.split()[1:]]
    counts = []
    for start, end in zip(words[::2], words[1::2]):
        tunnels = 0
        while start != end:
            if start > end:
                start = above(start)
            else:
                end = above(end)
            tunnels += 1
        counts.append(str(tunnels))
    return "\\n".join(counts)
"""
ABOVE = """\
def above(number: int) -> int:
    return (number - 2) // $tunnels + 1
"""
REFERENCE = {
    "one-way": CLIMB.replace("{above}", ABOVE),
    "to-and-fro": CLIMB.replace(
        "{above}",
        """\
def above(number: int) -> int:
    last = 1
    while $tunnels * last + 1 < number:
        last = $tunnels * last + 1
    return last - (number - last - 1) // $tunnels
""",
    ),
}
EQUIVALENT = {
    "start > end → start >= end": "The loop ends when the two numbers are equal.",
    "1 → 0": "The row that ends at 0 would be followed by the row that ends at 1.",
}

WRONG = {
    "always-up-to-the-top": """
def solution(text: str) -> str:
    def depth(number: int) -> int:
        rows, last = 0, 1
        while number > last:
            rows, last = rows + 1, $tunnels * last + 1
        return rows

    words = [int(word) for word in text.split()[1:]]
    return "\\n".join(str(depth(a) + depth(b)) for a, b in zip(words[::2], words[1::2]))
""",
    "next-number-is-below": REFERENCE["one-way"].replace("- 2) // $tunnels + 1", "- 1) // $tunnels"),
    "one-tunnel-more-per-chamber": REFERENCE["one-way"].replace("$tunnels", "($tunnels + 1)"),
    "only-the-rows-between": """
def solution(text: str) -> str:
    def depth(number: int) -> int:
        rows, last = 0, 1
        while number > last:
            rows, last = rows + 1, $tunnels * last + 1
        return rows

    words = [int(word) for word in text.split()[1:]]
    return "\\n".join(str(abs(depth(a) - depth(b))) for a, b in zip(words[::2], words[1::2]))
""",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {"tunnels": draws.integer(2, 3), "mirrored": draws.chance(1, 2), "seed": draws.integer(1, 10**9)}


def _input(visits: list[tuple[int, int]]) -> str:
    return "\n".join([str(len(visits)), *(f"{a} {b}" for a, b in visits)]) + "\n"


def _visits(draws: Draws, count: int, most: int) -> list[tuple[int, int]]:
    """Draw visits; half of them lead to a chamber with a number close to that of the first."""
    visits = []
    for number in range(count):
        start = draws.integer(1, most)
        end = min(most, start + draws.integer(1, 9)) if number % 2 else draws.integer(1, most)
        visits.append((start, end) if draws.chance(1, 2) else (end, start))
    return visits


def check_input(values: dict[str, Any], text: str) -> None:
    head, *visits = text.removesuffix("\n").split("\n")
    if int(head) != len(visits) or not 1 <= len(visits) <= MOST:
        raise ValueError("wrong number of visits")
    for visit in visits:
        start, end = visit.split(" ")
        for number in (start, end):
            if not number.isdecimal() or number[0] == "0" or int(number) > HIGHEST:
                raise ValueError("a number of a chamber out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("burrow-samples", values["seed"])
    programs = [compile_solution(fill(source, **values)) for source in REFERENCE.values()]
    found: list[tuple[int, int]] = []
    while len(found) < 5:
        visit = draws.integer(2, 40), draws.integer(2, 40)
        if len({program(_input([visit])) for program in programs}) == 1 and visit not in found:
            found.append(visit)
    return [_input(found)]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("burrow-typical", values["seed"])
    sizes = ((4, 30), (6, 100), (8, 1000), (10, 10**5), (12, 10**7), (20, 400))
    return [_input(_visits(draws, count, most)) for count, most in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    kids = values["tunnels"]
    rows = [1]
    while rows[-1] * kids < HIGHEST:
        rows.append(rows[-1] * kids + 1)  # the last numbers of the rows
    ends = [(last, last + 1) for last in rows[1:-1]]
    return [
        _input([(1, 1)]),
        _input([(1, HIGHEST), (HIGHEST, HIGHEST), (HIGHEST, HIGHEST - 1)]),
        _input([(a, b) for a in range(1, 9) for b in range(1, 9)]),
        _input([(b, a) for a, b in ends]),
        _input([(last, 2 * last // kids) for last in rows[2:]]).rstrip("\n"),
        _input([(1 + last // kids, last - 1) for last in rows[2:]]),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("burrow-large", values["seed"])
    return [_input(_visits(draws, MOST, HIGHEST)), _input(_visits(draws, MOST, 5000))]


def _numbers(values: dict[str, Any], variant: str) -> list[list[int]]:
    """Return the numbers of the rows of the picture, each from left to right."""
    rows = []
    first, width = 1, 1
    for depth in range(5 if values["tunnels"] == 2 else 4):
        row = list(range(first, first + width))
        turned = values["mirrored"] != (variant == "to-and-fro" and depth % 2 == 1)
        rows.append(row[::-1] if turned else row)
        first, width = first + width, width * values["tunnels"]
    return rows


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1010, 640)
    rows = _numbers(values, variant)
    gap = 470 / (len(rows) - 1)
    places = [
        [(5 + 1000 * (at + 0.5) / len(row), 110 + gap * depth) for at in range(len(row))]
        for depth, row in enumerate(rows)
    ]
    radius = 18.0 if values["tunnels"] == 3 else 25.0
    for blade in range(16, 1000, 26):
        canvas.line((blade, 50), (blade + 7, 26), stroke="green", line=3)
    canvas.line((0, 52), (1010, 52), stroke="green", line=5)
    canvas.line((505, 52), places[0][0], line=3)
    for above, below in itertools.pairwise(places):
        for at, place in enumerate(below):
            canvas.line(above[at // values["tunnels"]], place, line=3)
    for row, spots in zip(rows, places, strict=True):
        for number, (x, y) in zip(row, spots, strict=True):
            size = 28.0 if len(row) < 10 else radius
            canvas.circle(x, y, size, fill="paleorange", line=2.5)
            canvas.text(x, y, number, bold=True, size=26 if len(row) < 10 else radius)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = [" ".join(map(str, row)) for row in _numbers(values, variant)]
    return [
        (
            "The picture shows grass at the top and below it rows of round chambers with numbers, joined by lines. A line "
            f"leads from the grass to the only chamber of the first row. From every chamber {values['tunnels']} lines lead "
            "down to neighbouring chambers of the next row, and no lines cross. The numbers of the rows, from the top down "
            f"and each from left to right: {'; '.join(rows)}."
        )
    ]

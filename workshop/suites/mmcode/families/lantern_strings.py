"""Strings of lanterns grow from year to year: how many of each kind hang between two places.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Lantern Strings"
LEVEL = "medium"
CATEGORY = "patterns"
PICTURES = (("patterns",),)
VARIANTS = ("exchanged", "turned")
COMPARE = "tokens"

MOST_PARTS = 40
FARTHEST = 10**15

STATEMENT = """
For its festival a village hangs a string of lanterns. There are round lanterns, square lanterns and stars. Every year the
string is made longer: the string of the year before is kept as it is, a star is hung at its right end, and to the right of the
star comes a new part, as long as the old string. The lanterns of the new part follow from the old string, by a rule that is the
same in every year. The picture shows the strings of the first four years, one below the other, each from left to right.

![image](1.png)

By now the festival is so old that the string has more than 10^15 lanterns. Places on it are counted from the left end, from 1.
Several families look after a part of the string each, from one place to another, and need to know how many round and how many
square lanterns they have to light. The stars need no light.

Input

The first line has a whole number n, the number of families (1 <= n <= 40). Each of the next n lines has two whole numbers a and
b with a space between them, the first and the last place of a family's part (1 <= a <= b <= 10^15).

Output

For each family, print a line with two numbers and a space between them: how many round lanterns and how many square lanterns
hang at the places from a to b, with a and b.
"""

REFERENCE = """
from bisect import bisect_left


def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    start = $first
    sizes = [len(start)]
    totals = [(start.count("O"), start.count("#"))]
    while sizes[-1] < max(numbers):
        totals.append((sum(totals[-1]), sum(totals[-1])))
        sizes.append(sizes[-1] + 1 + sizes[-1])

    def hung(count: int) -> tuple[int, int]:
        if count <= len(start):
            return start[:count].count("O"), start[:count].count("#")
        year = bisect_left(sizes, count) - 1
        added = count - sizes[year] - 1
        round_ones, square_ones = totals[year]
        $change

    answers = []
    for first, last in zip(numbers[1::2], numbers[2::2]):
        before, after = hung(first - 1), hung(last)
        answers.append(f"{after[0] - before[0]} {after[1] - before[1]}")
    return "\\n".join(answers)
"""
CHANGE = {
    "exchanged": """new = hung(added)
        return round_ones + new[1], square_ones + new[0]""",
    "turned": """kept = hung(sizes[year] - added)
        return round_ones + square_ones - kept[1], square_ones + round_ones - kept[0]""",
}
_EXCHANGED_TOTALS, _SAME_TOTALS = (
    "(sum(totals[-1]), sum(totals[-1]))",
    "(2 * totals[-1][0], 2 * totals[-1][1])",
)
WRONG = {
    "new-part-is-a-copy": REFERENCE.replace(
        "$change",
        """new = hung(added)
        return round_ones + new[0], square_ones + new[1]""",
    ).replace(_EXCHANGED_TOTALS, _SAME_TOTALS),
    "leaves-out-the-first-place": REFERENCE.replace("hung(first - 1)", "hung(first)"),
    "turned-without-exchange": REFERENCE.replace(
        "$change",
        """kept = hung(sizes[year] - added)
        return 2 * round_ones - kept[0], 2 * square_ones - kept[1]""",
    ).replace(_EXCHANGED_TOTALS, _SAME_TOTALS),
}
EQUIVALENT = {"sizes[-1] < max(numbers) → sizes[-1] <= max(numbers)": "one string more does no harm"}

#: First strings, O for a round lantern and # for a square one; the end differs from the beginning in a way that shows the rule.
_FIRST = ("OO#", "O##", "#OO", "##O", "OO##", "##OO", "OOO#", "O###", "#OOO", "###O", "OO#O", "##O#")
_EXCHANGE = str.maketrans("O#", "#O")


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "first": draws.choice(_FIRST),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = []
    for _ in range(150):
        first = draws.integer(1, 60)
        tried.append(f"{first} {draws.integer(first, 90)}")
    same = [part for part in tried if agreeing([f"1\n{part}\n"], solve)]
    if len(same) < 3:
        raise UnfitError("the variants agree on too few parts")
    values["shown"] = same[:3]
    return values


def _parts(parts: list[str]) -> str:
    return f"{len(parts)}\n" + "".join(f"{part}\n" for part in parts)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_PARTS or len(lines) != int(head):
        raise ValueError("another number of families")
    for line in lines:
        first, last = line.split(" ")
        if not 1 <= int(first) <= int(last) <= FARTHEST:
            raise ValueError(f"{line} is not a part")


def samples(values: dict[str, Any]) -> list[str]:
    return [_parts(values["shown"])]


def _part(draws: Draws, high: int) -> str:
    first, last = sorted(draws.integers(2, 1, high))
    return f"{first} {last}"


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("lantern-typical", values["seed"])
    highs = (40, 150, 2000, 10**6, 10**9, 10**12)
    return [_parts([_part(draws, high) for _ in range(4 + place)]) for place, high in enumerate(highs)]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("lantern-edge", values["seed"])
    singles = [f"{place} {place}" for place in draws.sample(range(1, 64), 20)]
    growing = [f"1 {4 * 2**year + step}" for year in range(1, 12) for step in (-1, 0, 1)]
    last = [f"{FARTHEST - place} {FARTHEST}" for place in range(12)]
    return [
        _parts([f"{draws.integer(5, 7)} {draws.integer(9, 11)}"]),
        _parts(singles),
        _parts(growing),
        _parts(last),
        _parts([f"{4 * 2**year} {6 * 2**year + year}" for year in range(1, 40)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("lantern-large", values["seed"])
    return [_parts([_part(draws, FARTHEST) for _ in range(MOST_PARTS)]) for _ in range(2)]


def _years(first: str, variant: str) -> list[str]:
    strings = [first]
    for _ in range(3):
        new = strings[-1].translate(_EXCHANGE)
        strings.append(f"{strings[-1]}*{new if variant == 'exchanged' else new[::-1]}")
    return strings


def _lantern(canvas: Canvas, sign: str, x: float, y: float) -> None:
    if sign == "O":
        canvas.circle(x, y, 10, fill="yellow", line=2.5)
    elif sign == "#":
        canvas.rect(x - 9.5, y - 9.5, 19, 19, fill="blue", line=2.5)
    else:
        spikes = [
            (0, -13),
            (4, -4),
            (12, -4),
            (5, 2),
            (8, 11),
            (0, 6),
            (-8, 11),
            (-5, 2),
            (-12, -4),
            (-4, -4),
        ]
        canvas.polygon([(x + right, y + down) for right, down in spikes], fill="white", line=2.2)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas, step = Canvas(1020, 480), 31 if len(values["first"]) == 3 else 24.6
    for row, string in enumerate(_years(values["first"], variant)):
        y = 90 + 110 * row
        canvas.text(20, y - 46, f"year {row + 1}", anchor="start", bold=True)
        canvas.line((16, y), (40 + step * len(string) - 12, y), line=2)
        for place, sign in enumerate(string):
            _lantern(canvas, sign, 36 + step * place, y)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names = {"O": "round", "#": "square", "*": "star"}
    rows = [
        f"year {row}: {' '.join(names[sign] for sign in string)}."
        for row, string in enumerate(_years(values["first"], variant), 1)
    ]
    return [
        "Four strings of lanterns below each other, each longer than the one above it. Round lanterns are yellow circles, square "
        "ones are blue squares, stars are white with five points. From left to right they hang like this. "
        + " ".join(rows)
    ]

"""Fares of a river ferry stand in a table.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.palette import Colour

VERSION = 1
TITLE = "River Fares"
LEVEL = "easy"
CATEGORY = "table"
PICTURES = (("table",), ("table",))
VARIANTS = ("rows-board", "columns-board")
COMPARE = "tokens"

STOPS = "KLMNPR"  #: signs of the stops; a seed gives them an order
KINDS = ("adult", "child", "bicycle", "dog")
MOST_TRIPS, MOST_COUNT = 200, 9

STATEMENT = """
A ferry calls at six stops on a river. The first picture shows the fares for one adult in cents: the words at the corner of the table say in
which direction it is read, since a fare up the river may differ from the fare down the river. The second picture shows what others
pay: a share of the adult's fare for the same trip, and a limit in cents: the most that a trip costs for one of them. A dash
stands for no limit.

![image](1.png)

![image](2.png)

A share of a fare is rounded down to whole cents for each traveller; then the limit counts. Nobody boards and leaves at the same stop.
For each group of travellers, find the sum of their fares, and who of them pay most together.

Input

The first line has an integer t, the number of groups (1 <= t <= 200). Each of the next t lines describes a group: the letter of the stop where it
boards, the letter of the stop where it leaves, and four integers from 0 to 9, the numbers of adults, children, bicycles and
dogs. There is one space between neighbours. The two letters differ, and each group has at least one traveller.

Output

For each group, print a line with the sum of its fares in cents, a space and the kind of travellers with the largest part of this
sum: adult, child, bicycle or dog. If several kinds have the largest part, print the one that comes first in this list.
"""

REFERENCE = """
def solution(text: str) -> str:
    fares = {}
    for entry in $entries.split():
        one, other, fare = entry.split("-")
        fares[$change] = fare
    answers = []
    for line in text.strip().split("\\n")[1:]:
        board, leave, *counts = line.split()
        fare = int(fares[board, leave])
        parts = {}
        for rule, count in zip($rules.split(";"), counts):
            kind, share, most = rule.split()
            parts[kind] = min(fare * int(share) // $whole, int(most)) * int(count)
        answers.append(f"{sum(parts.values())} {max(parts, key=parts.get)}")
    return "\\n".join(answers)
"""
CHANGE = {"rows-board": "one, other", "columns-board": "other, one"}

WRONG = {
    "the-other-direction": REFERENCE.replace("fares[board, leave]", "fares[leave, board]"),
    "no-limit": REFERENCE.replace(
        "min(fare * int(share) // $whole, int(most))", "(fare * int(share) // $whole)"
    ),
    "limit-for-the-group": REFERENCE.replace(
        "min(fare * int(share) // $whole, int(most)) * int(count)",
        "min(fare * int(share) // $whole * int(count), int(most))",
    ),
    "rounds-the-sum": REFERENCE.replace(
        "min(fare * int(share) // $whole, int(most)) * int(count)",
        "min(fare * int(share) * int(count) // $whole, int(most) * int(count))",
    ),
    "last-kind-of-equal-ones": REFERENCE.replace(
        "max(parts, key=parts.get)", "max(list(parts)[::-1], key=parts.get)"
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    stops = "".join(draws.shuffled(STOPS))
    fares = [[draws.integer(12, 95) * 10 + draws.choice((0, 5)) for _ in stops] for _ in stops]
    for place in range(len(stops)):
        fares[place][place] = 0
    one, other = draws.sample(range(len(stops)), 2)
    fares[one][other] = fares[other][one]  # a trip with the same fare both ways, for the sample
    shares = [100, draws.choice((45, 55, 60)), draws.choice((30, 35, 40)), draws.choice((15, 20, 25))]
    limits = [9999, *(draws.integer(20, 30) * 10, draws.integer(14, 20) * 10, draws.integer(6, 10) * 10)]
    values = {
        "stops": stops,
        "table": ";".join(" ".join(map(str, row)) for row in fares),
        "rules": ";".join(
            f"{kind} {share} {limit}" for kind, share, limit in zip(KINDS, shares, limits, strict=True)
        ),
        "whole": 100,
    }
    values["entries"] = " ".join(
        f"{one}-{other}-{fare}"
        for one, row in zip(stops, fares, strict=True)
        for other, fare in zip(stops, row, strict=True)
        if one != other
    )
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    groups = [_group(draws, stops[one] + stops[other], 4) for _ in range(3)]
    if not agreeing([_input(groups)], solve):
        raise UnfitError("the fares of the sample differ")
    return {**values, "shown": groups, "seed": draws.integer(1, 10**9)}


def _group(draws: Draws, stops: str, most: int) -> str:
    board, leave = draws.sample(stops, 2)
    counts = [0, 0, 0, 0]
    while not any(counts):
        counts = draws.integers(4, 0, most)
    return " ".join([board, leave, *map(str, counts)])


def _input(groups: list[str]) -> str:
    return "\n".join([str(len(groups)), *groups]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *groups = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(groups) <= MOST_TRIPS:
        raise ValueError("another number of groups")
    for group in groups:
        board, leave, *counts = group.split(" ")
        if not {board, leave} <= set(STOPS) or board == leave:
            raise ValueError("no two stops")
        if len(counts) != 4 or not all(count in "0123456789" and len(count) == 1 for count in counts):
            raise ValueError("wrong numbers of travellers")
        if not any(map(int, counts)):
            raise ValueError("no traveller")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("ferry_fares", values["seed"], "typical")
    return [
        _input([_group(draws, STOPS, most) for _ in range(count)])
        for count, most in ((2, 2), (4, 3), (6, 3), (8, 5), (10, 9))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    every = [(board, leave) for board in STOPS for leave in STOPS if board != leave]
    return [
        _input([f"{STOPS[0]} {STOPS[1]} 1 0 0 0"]),
        *[
            _input([f"{board} {leave} {counts}" for board, leave in every])
            for counts in ("0 1 0 0", "0 0 1 0", "0 0 0 1")
        ],
        _input([f"{board} {leave} 1 2 3 5" for board, leave in every]),
        _input([f"{board} {leave} 0 9 9 9" for board, leave in every]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("ferry_fares", values["seed"], "large")
    return [
        _input([_group(draws, STOPS, MOST_COUNT) for _ in range(count)])
        for count in (MOST_TRIPS, MOST_TRIPS - 1)
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    side, left, top = 96.0, 130.0, 96.0
    fares = Canvas(740, 704)
    rows, columns = ("from", "to") if variant == "rows-board" else ("to", "from")
    fares.text(left, 26, f"{columns} \u2192", anchor="start", bold=True, size=24)
    fares.text(14, top - 28, f"{rows} \u2193", anchor="start", bold=True, size=24)
    stops = values["stops"]
    for place, stop in enumerate(stops):
        fares.text(left + side * (place + 0.5), top - 28, stop, bold=True, size=30)
        fares.text(left - 40, top + side * (place + 0.5), stop, bold=True, size=30)
    for row, numbers in enumerate(values["table"].split(";")):
        for column, fare in enumerate(numbers.split()):
            fill: Colour = "silver" if row == column else "white"
            fares.rect(left + side * column, top + side * row, side, side, fill=fill, line=2)
            if row != column:
                fares.text(left + side * (column + 0.5), top + side * (row + 0.5), fare, size=28)
    others = Canvas(640, 400)
    for row, words in enumerate([("", "share", "limit"), *_rules(values)]):
        for column, word in enumerate(words):
            others.rect(
                20 + 200.0 * column,
                20 + 72.0 * row,
                200,
                72,
                fill="paleblue" if not row or not column else "white",
                line=2,
            )
            if word:
                others.text(120 + 200.0 * column, 56 + 72.0 * row, word, bold=not row or not column, size=27)
    return [fares, others]


def _rules(values: dict[str, Any]) -> list[tuple[str, str, str]]:
    rules = [rule.split() for rule in values["rules"].split(";")]
    return [(kind, f"{share} %", "\u2013" if kind == "adult" else most) for kind, share, most in rules]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows_are, columns_are = ("from", "to") if variant == "rows-board" else ("to", "from")
    stops = values["stops"]
    rows = []
    for place, (stop, numbers) in enumerate(zip(stops, values["table"].split(";"), strict=True)):
        shown = [("a grey cell" if column == place else fare) for column, fare in enumerate(numbers.split())]
        rows.append(f"{stop}: {', '.join(shown)}")
    rules = "; ".join(f"{kind}: {share} and {most}" for kind, share, most in _rules(values))
    return [
        (
            f"A table of numbers with six rows and six columns. At its corner stand, above the columns, {columns_are} \u2192 "
            f"and, above the letters of the rows, {rows_are} \u2193. The letters on top of the columns and at the left of "
            f"the rows are, in order, {', '.join(stops)}. The cells of the rows, from left to right: {'; '.join(rows)}."
        ),
        (
            f"A table with the columns share and limit. Its rows are: {rules}. The head of each row and of each column is pale blue, "
            "and the corner is empty."
        ),
    ]

"""Fares of a river ferry are coins beside the stretches of a river on a map.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from itertools import product
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 2
TITLE = "River Fares"
LEVEL = "easy"
CATEGORY = "table"
PICTURES = (("map",), ("table",))
VARIANTS = ("as-drawn", "turned")
COMPARE = "tokens"
LOOK = "paper"

STOPS = "KLMNPR"  #: signs of the stops; a seed gives them an order
KINDS = ("adult", "child", "bicycle", "dog")
MOST_TRIPS, MOST_COUNT = 200, 9
FORK = 6  #: the place where three stretches of the river meet; places 0 to 5 are the stops
STRETCHES = ((0, 1), (2, 3), (4, 5), (1, FORK), (2, FORK), (4, FORK))

STATEMENT = """
A ferry calls at six stops on a river with an arm. The first picture is a map. A stretch of the river ends at a stop or at the fork. Beside
each stretch lie coins, and the boat next to them points with its bow in one of the two directions: one adult who goes along the stretch
in this direction pays these coins, and the worth of the coins in cents is in a corner of the map. A trip goes the only way along
the river, without turning back, and its fare for one adult is the sum for all stretches on this way.

![image](1.png)

The second picture shows what others pay: the dark squares are a share of the adult's fare for the same trip, and all twenty
squares stand for the whole fare. The coins are a limit: the most that a trip costs for one of them. No coins stand for no limit.

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
CHANGE = {"as-drawn": "one, other", "turned": "other, one"}

_PART = "min(fare * int(share) // $whole, int(most))"
WRONG = {
    "the-other-direction": REFERENCE.replace("fares[board, leave]", "fares[leave, board]"),
    "no-limit": REFERENCE.replace(_PART, "(fare * int(share) // $whole)"),
    "limit-for-the-group": REFERENCE.replace(
        f"{_PART} * int(count)", "min(fare * int(share) // $whole * int(count), int(most))"
    ),
    "rounds-the-sum": REFERENCE.replace(
        f"{_PART} * int(count)", "min(fare * int(share) * int(count) // $whole, int(most) * int(count))"
    ),
    "last-kind-of-equal-ones": REFERENCE.replace(
        "max(parts, key=parts.get)", "max(list(parts)[::-1], key=parts.get)"
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    stops = "".join(draws.shuffled(STOPS))
    tolls = [[draws.integer(8, 38) * 5, draws.integer(8, 38) * 5] for _ in STRETCHES]
    same = draws.integer(0, 2)  # a stretch between two stops, with the same fare both ways, for the sample
    tolls[same][1] = tolls[same][0]
    shares = [100, draws.choice((45, 55, 60)), draws.choice((30, 35, 40)), draws.choice((15, 20, 25))]
    limits = [9999, *(draws.choice(choice) for choice in ((120, 140, 160), (65, 80, 100), (40, 45, 60)))]
    values = {
        "stops": stops,
        "tolls": tolls,
        "rules": ";".join(
            f"{kind} {share} {limit}" for kind, share, limit in zip(KINDS, shares, limits, strict=True)
        ),
        "whole": 100,
        "entries": _entries(stops, tolls),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    groups = [_group(draws, stops[2 * same] + stops[2 * same + 1], 4) for _ in range(3)]
    if not agreeing([_input(groups)], solve):
        raise UnfitError("the fares of the sample differ")
    return {**values, "shown": groups, "seed": draws.integer(1, 10**9)}


def _entries(stops: str, tolls: list[list[int]]) -> str:
    """Return the fare of each trip, added up along the only way."""
    fares = {}
    for (one, other), (there, back) in zip(STRETCHES, tolls, strict=True):
        fares[one, other], fares[other, one] = there, back
    places = range(FORK + 1)
    for via, one, other in product(places, places, places):
        if one != other and (one, via) in fares and (via, other) in fares:
            fares.setdefault((one, other), fares[one, via] + fares[via, other])
    trips = [trip for trip in sorted(fares) if FORK not in trip]
    return " ".join(f"{stops[one]}-{stops[other]}-{fares[one, other]}" for one, other in trips)


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


_POINTS = ((130, 150), (250, 490), (750, 240), (980, 170), (740, 730), (980, 780), (560, 485))
_COINS: dict[int, tuple[float, Colour]] = {100: (18, "yellow"), 20: (14, "white"), 5: (9, "ink")}
_HULL = ((30, 0), (10, 12), (-26, 12), (-26, -12), (10, -12))  #: along the trip and across it


def _coins(canvas: Canvas, x: float, y: float, cents: int) -> None:
    """Draw the fewest coins that are worth ``cents`` around a point, three in a line."""
    worths = [100] * (cents // 100) + [20] * (cents % 100 // 20) + [5] * (cents % 20 // 5)
    lines = [worths[start : start + 3] for start in range(0, len(worths), 3)]
    for line, part in enumerate(lines):
        for place, worth in enumerate(part):
            radius, fill = _COINS[worth]
            left = x + 40 * (place - (len(part) - 1) / 2)
            canvas.circle(left, y + 40 * (line - (len(lines) - 1) / 2), radius, fill=fill)


def _tolls(values: dict[str, Any], variant: str) -> list[tuple[int, ...]]:
    """Return the two ends of each stretch, and the cents to the second end and back."""
    turn = -1 if variant == "turned" else 1
    return [(*ends, *tolls[::turn]) for ends, tolls in zip(STRETCHES, values["tolls"], strict=True)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1020, 940)
    for one, other in STRETCHES:
        canvas.line(_POINTS[one], _POINTS[other], stroke="blue", line=16)
    for stop, (x, y) in zip(values["stops"], _POINTS, strict=False):
        canvas.circle(x, y, 28, fill="white", line=4)
        canvas.text(x, y, stop, bold=True, size=30)
    for one, other, *tolls in _tolls(values, variant):
        (ax, ay), (bx, by) = _POINTS[one], _POINTS[other]
        long = math.hypot(bx - ax, by - ay)
        for side, cents in zip((1, -1), tolls, strict=True):
            ux, uy = side * (bx - ax) / long, side * (by - ay) / long
            left, top = (ax + bx) / 2 - uy * 28, (ay + by) / 2 + ux * 28
            hull = [(left + u * ux - n * uy, top + u * uy + n * ux) for u, n in _HULL]
            canvas.polygon(hull, fill="orange")
            _coins(canvas, left - uy * (58 + 42 * abs(uy)), top + ux * (26 + 58 * abs(ux)), cents)
    for line, worth in enumerate(_COINS):
        _coins(canvas, 90, 760 + 54 * line, worth)
        canvas.text(130, 760 + 54 * line, worth, anchor="start", size=28)
    return [canvas, _others(values)]


def _others(values: dict[str, Any]) -> Canvas:
    canvas = Canvas(640, 540)
    canvas.text(320, 60, "share", bold=True, size=27)
    canvas.text(520, 60, "limit", bold=True, size=27)
    for column in range(3):
        canvas.rect(20 + 200.0 * column, 20, 200, 500, line=2)
    for row, rule in enumerate(values["rules"].split(";")):
        kind, share, most = rule.split()
        y = 152 + 105.0 * row
        canvas.line((20, y - 52), (620, y - 52), line=2)
        canvas.text(120, y, kind, bold=True, size=27)
        for square in range(20):
            fill: Colour = "blue" if square < int(share) // 5 else "white"
            canvas.rect(230 + 18.0 * (square % 10), y - 18 + 18 * (square // 10), 18, 18, fill=fill, line=2)
        if row:
            _coins(canvas, 520, y, int(most))
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names = [*values["stops"], "the fork"]
    told = [
        f"{names[one]} and {names[other]}: {there} to {names[other]}, {back} to {names[one]}"
        for one, other, there, back in _tolls(values, variant)
    ]
    rows = []
    for row, rule in enumerate(values["rules"].split(";")):
        kind, share, most = rule.split()
        rows.append(f"{kind}: {int(share) // 5} squares, {f'{most} cents' if row else 'no coins'}")
    return [
        (
            "A map of a blue river with a fork and six stops, which are white circles with letters. In a corner stands what coins are worth: large "
            "yellow ones 100, white ones 20, small black ones 5. On each side of each stretch is an orange boat with coins beside it. The coins and the "
            f"ends to which the bows point are, between {'; '.join(told)}."
        ),
        (
            "A table with the columns share and limit. In the column share are twenty squares in two lines of ten, of which some are dark, from the "
            f"top left; in the column limit are coins as on the map. The rows are: {'; '.join(rows)}."
        ),
    ]

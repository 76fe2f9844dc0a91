"""Boats cross a bay at night, and want to pass as few dark squares as they can.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Harbour Lights"
LEVEL = "medium"
CATEGORY = "map"
PICTURES = (("map",), ("map",))
VARIANTS = ("straight", "slanted")
COMPARE = "tokens"

STATEMENT = """
The first picture is the chart of a bay. Its squares have names such as C4: a letter for the column and a number for the row.
Squares with dots are land, squares with a tower are land with a lighthouse, and the others are sea.

![image](1.png)

At night every lighthouse lights some squares of the sea, and all other squares of the sea are dark. The second picture shows
another, smaller bay with a single lighthouse. There, a ring marks each square that is lit; the other squares of the sea are
dark. All lighthouses work in the way of this one, and reach as far as the chart does.

![image](2.png)

A boat moves from a square of the sea to one of the four squares next to it, left, right, above or below, if that is sea as
well. It never leaves the chart. For each of several trips, find the smallest number of dark squares that the boat has to be
in. The first and the last square of the trip count too, and a square in which the boat is several times counts each time.

Input

The first line has a whole number t, the number of trips, from 1 to 200. Each of the next t lines has two names of squares
with a space between them: where the trip starts and where it ends. Both are sea, and they may be the same.

Output

For each trip, print a line with the smallest number of dark squares. Print -1 if the boat cannot get there.
"""

_START = """
import heapq


def solution(text: str) -> str:
    sea, lights = set(), []
    for row, line in enumerate($chart.split()):
        for column, sign in enumerate(line):
            if sign == ".":
                sea.add((row, column))
            if sign == "L":
                lights.append((row, column))
    lit = set()
    for row, column in lights:
        for down, right in $change:
            y, x = row + down, column + right
            while (y, x) in sea:
                lit.add((y, x))
                y, x = y + down, x + right
"""
_TRIPS = """
    names = text.split()
    answers = []
    for start, end in zip(names[1::2], names[2::2]):
        first, last = [(int(name[1:]) - 1, ord(name[0]) - 65) for name in (start, end)]
        waiting = [(int(first not in lit), first)]
        done = set()
        answer = -1
        while waiting:
            dark, place = heapq.heappop(waiting)
            if place == last:
                answer = dark
                break
            if place in done:
                continue
            done.add(place)
            row, column = place
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if near in sea:
                    heapq.heappush(waiting, (dark + int(near not in lit), near))
        answers.append(answer)
    return "\\n".join(map(str, answers)) + "\\n"
"""
REFERENCE = _START + _TRIPS
CHANGE = {
    "straight": "((-1, 0), (1, 0), (0, -1), (0, 1))",
    "slanted": "((-1, -1), (-1, 1), (1, -1), (1, 1))",
}
WRONG = {
    "light-passes-land": _START.replace("while (y, x) in sea:", "while 0 <= y < 8 and 0 <= x < 9:") + _TRIPS,
    "first-square-is-free": REFERENCE.replace("[(int(first not in lit), first)]", "[(0, first)]"),
    "shortest-way": REFERENCE.replace(
        "[(int(first not in lit), first)]", "[(0, int(first not in lit), first)]"
    )
    .replace("dark, place = heapq", "steps, dark, place = heapq")
    .replace("(dark + int(near not in lit), near)", "(steps + 1, dark + int(near not in lit), near)"),
}
EQUIVALENT = {
    "'*' → '*~'": "a sign that is neither sea nor a light is land, and outside of the chart is land too"
}

_ROWS, _COLUMNS = 8, 9
_SIDE = 92.0


def sample(draws: Draws) -> dict[str, Any]:
    chart = [["."] * _COLUMNS for _ in range(_ROWS)]
    places = [(row, column) for row in range(_ROWS) for column in range(_COLUMNS)]
    land = draws.sample(places, 19)
    for number, (row, column) in enumerate(land):
        chart[row][column] = "L" if number < 4 else "#"
    lines = " ".join("".join(row) for row in chart)
    sea = [_name(row, column) for row, column in places if chart[row][column] == "."]
    values: dict[str, Any] = {"chart": lines, "sea": sea, "seed": draws.integer(1, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    trips = [f"{draws.choice(sea)} {draws.choice(sea)}" for _ in range(60)]
    same = [trip for trip in trips if agreeing([f"1\n{trip}\n"], solve)]
    kinds: dict[str, list[str]] = {}
    for trip in same:
        kinds.setdefault(solve["straight"](f"1\n{trip}\n").strip(), []).append(trip)
    if "-1" not in kinds or len(kinds) < 4:
        raise UnfitError("the samples would show too few answers")
    values["shown"] = [found[0] for found in kinds.values()][:4]
    if kinds["-1"][0] not in values["shown"]:
        values["shown"][-1] = kinds["-1"][0]
    return values


def _name(row: int, column: int) -> str:
    return f"{chr(65 + column)}{row + 1}"


def _trips(trips: list[str]) -> str:
    return f"{len(trips)}\n" + "".join(f"{trip}\n" for trip in trips)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    count = int(lines[0])
    if not 1 <= count <= 200 or len(lines) != count + 1:
        raise ValueError("another number of trips")
    for line in lines[1:]:
        start, end = line.split(" ")
        if start not in values["sea"] or end not in values["sea"]:
            raise ValueError(f"{line} is not a trip between squares of the sea")


def samples(values: dict[str, Any]) -> list[str]:
    return [_trips(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws, sea = Draws("harbour_lights", values["seed"], name), values["sea"]
    return [_trips([f"{draws.choice(sea)} {draws.choice(sea)}" for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 5, 8, 10, 12, 15])


def edge(values: dict[str, Any]) -> list[str]:
    sea = values["sea"]
    whole = [f"{sea[0]} {end}" for end in sea]
    still = [f"{name} {name}" for name in sea]
    return [
        _trips([f"{sea[0]} {sea[-1]}"]),
        _trips(still),
        _trips(whole),
        _trips(still[::-1] + whole).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [190, 200])


def _bay(canvas: Canvas, chart: list[str], left: float, top: float, side: float) -> None:
    for row, line in enumerate(chart):
        for column, sign in enumerate(line):
            x, y = left + column * side, top + row * side
            canvas.rect(x, y, side, side, fill="white" if sign == "." else "paleorange")
            if sign == "#":
                for dx, dy in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7)):
                    canvas.circle(x + dx * side, y + dy * side, 5, fill="ink", stroke=None)
            if sign == "L":
                foot, head = y + 0.85 * side, y + 0.36 * side
                canvas.polygon(
                    [
                        (x + 0.3 * side, foot),
                        (x + 0.42 * side, head),
                        (x + 0.58 * side, head),
                        (x + 0.7 * side, foot),
                    ],
                    fill="white",
                    line=3,
                )
                canvas.rect(x + 0.36 * side, y + 0.16 * side, 0.28 * side, 0.2 * side, fill="ink")
        canvas.text(left - 24, top + (row + 0.5) * side, row + 1, tick=True, bold=True)
    for column in range(len(chart[0])):
        canvas.text(left + (column + 0.5) * side, top - 24, chr(65 + column), tick=True, bold=True)


#: The bay of the second picture: land stops the light in one direction of each variant.
_SMALL = [".......", "..#....", "...L.#.", ".......", "......."]
_STEPS = {
    "straight": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "slanted": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}


def _lit(chart: list[str], variant: str) -> list[tuple[int, int]]:
    found = []
    for row, line in enumerate(chart):
        for column, sign in enumerate(line):
            for down, right in _STEPS[variant] if sign == "L" else ():
                y, x = row + down, column + right
                while 0 <= y < len(chart) and 0 <= x < len(line) and chart[y][x] == ".":
                    found.append((y, x))
                    y, x = y + down, x + right
    return sorted(found)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(900, 810)
    _bay(chart, values["chart"].split(), 56, 56, _SIDE)
    small = Canvas(740, 560)
    _bay(small, _SMALL, 60, 60, _SIDE)
    for row, column in _lit(_SMALL, variant):
        small.circle(60 + (column + 0.5) * _SIDE, 60 + (row + 0.5) * _SIDE, 24, line=6)
    return [chart, small]


def _land(chart: list[str], sign: str) -> str:
    places = [
        _name(row, column) for row, line in enumerate(chart) for column, own in enumerate(line) if own == sign
    ]
    return ", ".join(places)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rings = ", ".join(_name(row, column) for row, column in _lit(_SMALL, variant))
    chart = values["chart"].split()
    first = (
        f"A chart of squares with {_COLUMNS} columns, A to {chr(64 + _COLUMNS)} from left to right, and {_ROWS} rows, 1 "
        f"to {_ROWS} from top to bottom. Pale orange squares with five dots are land: {_land(chart, '#')}. Pale orange "
        f"squares with a white tower that has a black top are lighthouses on land: {_land(chart, 'L')}. All other "
        "squares are white: sea."
    )
    second = (
        "A smaller chart with 7 columns, A to G, and 5 rows, 1 to 5. Squares with dots are land: "
        f"{_land(_SMALL, '#')}. A tower, the lighthouse, stands on {_land(_SMALL, 'L')}. All others are white, and a "
        f"ring is drawn in these squares: {rings}."
    )
    return [first, second]

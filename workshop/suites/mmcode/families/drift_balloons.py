"""Balloons drift over a map with winds: where they come down.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Balloon Winds"
LEVEL = "easy"
CATEGORY = "map"
PICTURES = (("map",), ("map",))
VARIANTS = ("to-the-strokes", "to-the-dot")
COMPARE = "tokens"

COLUMNS, ROWS = "ABCDEFGH", "1234567"
MOST_FLIGHTS, MOST_HOURS = 100, 60

STATEMENT = """
The first picture is the wind map of a coast. Its squares have names such as C4: a letter for the column and a number for the
row. Two small waves at the lower edge of a square mark the sea; the other squares are land. The sign in the middle of a
square shows the wind there: a staff with a dot at one end and one to three strokes at the other end. In a square with a
ring the air is calm.

![image](1.png)

The wind never changes. In each hour, the wind that blows in its square carries a balloon in a straight line
to another square. What the balloon flies over on the way does not matter. Where the air is calm, it stays in its
square. The second picture shows, for each number of strokes, a piece of another map with one wind sign, and the place
of a balloon that was in the square with this sign one hour before. The numbers of strokes mean the same for all directions.

![image](2.png)

A balloon whose next place would be outside of the first map is lost in this hour, and its flight is over. Find
out how some flights end.

Input

The first line has a whole number t, the number of flights (1 <= t <= 100). Each of the next t lines has the name of
the square in which a balloon starts, a space, and its time of flight in hours, a whole number from 1 to 60.

Output

For each flight, print a line. If the balloon is lost, print the word lost, a space, and the number of the hour: 1 for the
first hour, and so on. Otherwise print the word land or sea, a space, and the name of the square in which it is at the end.
"""

REFERENCE = """
def solution(text: str) -> str:
    winds, strokes, ground = $winds.split(), $strokes.split(), $ground.split()
    ways = $ways
    reach = $reach
    lines = []
    for flight in text.strip().split("\\n")[1:]:
        square, hours = flight.split()
        column, row = ord(square[0]) - 65, int(square[1]) - 1
        for hour in range(1, int(hours) + 1):
            right, down = ways[winds[row][column]]
            far = $change[strokes[row][column]]
            column, row = column + right * far, row + down * far
            if not (0 <= column < 8 and 0 <= row < 7):
                lines.append(f"lost {hour}")
                break
        else:
            lines.append(f"{'sea' if ground[row][column] == 'w' else 'land'} {chr(column + 65)}{row + 1}")
    return "\\n".join(lines)
"""
CHANGE = {"to-the-strokes": "reach", "to-the-dot": "-reach"}

WRONG = {
    "a-square-for-each-stroke": REFERENCE.replace("reach = $reach", 'reach = {"1": 1, "2": 2, "3": 3}'),
    "keeps-the-first-wind": REFERENCE.replace(
        "            right, down = ways[winds[row][column]]\n            far = $change[strokes[row][column]]\n",
        "            if hour == 1:\n"
        "                right, down = ways[winds[row][column]]\n"
        "                far = $change[strokes[row][column]]\n",
    ),
    "stops-at-the-edge": REFERENCE.replace(
        "            if not (0 <= column",
        "            column, row = min(7, max(0, column)), min(6, max(0, row))\n            if not (0 <= column",
    ),
    "one-square-an-hour": REFERENCE.replace("right * far", "right * (far // abs(far))").replace(
        "down * far", "down * (far // abs(far))"
    ),
}
EQUIVALENT = {"'*' → '*~'": "One more sign after the last square of the map is never read."}

#: Signs of directions, clockwise from the top; the strokes of a sign are at this end.
_AROUND = {
    "0": (0, -1), "1": (1, -1), "2": (1, 0), "3": (1, 1), "4": (0, 1), "5": (-1, 1), "6": (-1, 0), "7": (-1, -1),
}  # fmt: skip
_WHERE = ("top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left")


def sample(draws: Draws) -> dict[str, Any]:
    order = draws.choice(((1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)))
    values: dict[str, Any] = {
        "ways": {**_AROUND, ".": (0, 0)},
        "reach": {str(number): far for number, far in enumerate(order, 1)},
        "shown_ways": draws.sample("01234567", 3),
    }
    for _ in range(300):
        coast = draws.integers(len(COLUMNS), 1, len(ROWS) - 2)
        values |= {
            "winds": " ".join(draws.text("01234567" * 2 + ".", len(COLUMNS)) for _ in ROWS),
            "strokes": " ".join(draws.text("123", len(COLUMNS)) for _ in ROWS),
            "ground": " ".join("".join(".w"[row > height] for height in coast) for row in range(len(ROWS))),
        }
        if not 3 <= values["winds"].count(".") <= 6 or not _passes_all_edges(values):
            continue
        if shown := _shared_flights(values, draws):
            return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}
    raise UnfitError("no map with flights for the sample")


def _passes_all_edges(values: dict[str, Any]) -> bool:
    """Whether, under each variant, a balloon can get just beyond each of the four edges of the map."""
    winds, strokes = values["winds"].split(), values["strokes"].split()
    for sign in (1, -1):
        beyond = set()
        for row in range(len(ROWS)):
            for column in range(len(COLUMNS)):
                right, down = values["ways"][winds[row][column]]
                far = sign * values["reach"][strokes[row][column]]
                x, y = column + right * far, row + down * far
                beyond |= {("x", x)} if 0 <= y < len(ROWS) else set()
                beyond |= {("y", y)} if 0 <= x < len(COLUMNS) else set()
        if not beyond >= {("x", -1), ("x", len(COLUMNS)), ("y", -1), ("y", len(ROWS))}:
            return False
    return True


def _shared_flights(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return a flight of each kind that ends in the same way under both variants; nothing if one is lacking."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    inputs = [_input([f"{name} {hours}"]) for name in _squares() for hours in range(2, 10)]
    kinds: dict[str, list[str]] = {"lost": [], "land": [], "sea": []}
    for text in agreeing(draws.shuffled(inputs), solve):
        column, row = ord(text[2]) - 65, int(text[3]) - 1
        answer = solve["to-the-dot"](text)
        if values["winds"].split()[row][column] != "." and answer != "lost 1":
            kinds[answer.split()[0]].append(text)
    return [texts[0].split("\n")[1] for texts in kinds.values()] if all(kinds.values()) else []


def _squares() -> list[str]:
    return [letter + number for letter in COLUMNS for number in ROWS]


def _input(flights: list[str]) -> str:
    return "\n".join([str(len(flights)), *flights]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *flights = text.removesuffix("\n").split("\n")
    if head != str(len(flights)) or not 1 <= len(flights) <= MOST_FLIGHTS:
        raise ValueError("another number of flights")
    for flight in flights:
        square, hours = flight.split(" ")
        if square not in _squares():
            raise ValueError(f"{square} is not a square of the map")
        if hours != str(int(hours)) or not 1 <= int(hours) <= MOST_HOURS:
            raise ValueError(f"{hours} is not a time of flight")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int], ...]) -> list[str]:
    draws = Draws("drift_balloons", values["seed"], name)
    return [
        _input([f"{draws.choice(_squares())} {draws.integer(1, most)}" for _ in range(count)])
        for count, most in shapes
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((4, 3), (5, 4), (7, 6), (9, 10), (12, 20), (15, 60)))


def edge(values: dict[str, Any]) -> list[str]:
    """Return one flight; all squares for one, two and sixty hours; no last newline."""
    squares = _squares()
    return [
        _input([f"{squares[0]} 1"]),
        _input([f"{square} 1" for square in squares]),
        _input([f"{square} 2" for square in squares]),
        _input([f"{square} {MOST_HOURS}" for square in squares[::-1]]),
        _input([f"{square} {MOST_HOURS - 1}" for square in squares]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((MOST_FLIGHTS, MOST_HOURS), (MOST_FLIGHTS - 1, 5)))


SIDE = 104.0


def _wind(canvas: Canvas, x: float, y: float, way: str, strokes: str) -> None:
    """Draw a wind sign around a point; the strokes are at the end that ``way`` names."""
    if way == ".":
        canvas.circle(x, y, 15, line=4)
        return
    right, down = (part / math.hypot(*_AROUND[way]) for part in _AROUND[way])
    canvas.line((x - 26 * right, y - 26 * down), (x + 34 * right, y + 34 * down), line=4)
    canvas.circle(x - 26 * right, y - 26 * down, 9, fill="ink", stroke=None)
    for number in range(int(strokes)):
        along = 32 - 13 * number
        at, low = x + along * right, y + along * down
        canvas.line((at - 13 * down, low + 13 * right), (at + 13 * down, low - 13 * right), line=4)


def _square(canvas: Canvas, x: float, y: float, ground: str, side: float = SIDE) -> None:
    canvas.rect(x, y, side, side, fill="paleblue" if ground == "w" else "white", line=2)
    if ground == "w":
        for left in (10, 58):
            ups = [(x + left + 9 * number, y + SIDE - (7 if number % 2 else 14)) for number in range(5)]
            canvas.line(*ups, stroke="blue", line=3)


def _balloon(canvas: Canvas, x: float, y: float) -> None:
    canvas.line((x - 16, y - 4), (x - 8, y + 20), line=2.5)
    canvas.line((x + 16, y - 4), (x + 8, y + 20), line=2.5)
    canvas.circle(x, y - 11, 20, fill="orange", line=3)
    canvas.rect(x - 10, y + 19, 20, 12, fill="ink")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(910, 806)
    grids = [values[name].split() for name in ("winds", "strokes", "ground")]
    for row, number in enumerate(ROWS):
        chart.text(28, 60 + SIDE * (row + 0.5), number, bold=True, tick=True)
        for column in range(len(COLUMNS)):
            way, strokes, ground = (grid[row][column] for grid in grids)
            _square(chart, 60 + SIDE * column, 60 + SIDE * row, ground)
            _wind(chart, 60 + SIDE * (column + 0.5), 60 + SIDE * (row + 0.5), way, strokes)
    for column, name in enumerate(COLUMNS):
        chart.text(60 + SIDE * (column + 0.5), 32, name, bold=True, tick=True)
    return [chart, _examples(values, variant)]


def _shown(values: dict[str, Any], variant: str) -> list[tuple[str, tuple[int, int], tuple[int, int], str]]:
    """Return strokes, square of the sign, square of the balloon and way of the strokes for each example.

    Squares are column and row in a piece of four by four squares. Both variants show the same two squares.
    """
    examples = []
    for (strokes, far), way in zip(values["reach"].items(), values["shown_ways"], strict=True):
        start = [0 if step > 0 else 3 if step < 0 else 1 for step in _AROUND[way]]
        end = [place + far * step for place, step in zip(start, _AROUND[way], strict=True)]
        drawn = way if variant == "to-the-strokes" else str((int(way) + 4) % 8)
        examples.append((strokes, (start[0], start[1]), (end[0], end[1]), drawn))
    return examples


def _examples(values: dict[str, Any], variant: str) -> Canvas:
    canvas, side = Canvas(1016, 352), 80.0
    for place, (strokes, start, end, way) in enumerate(_shown(values, variant)):
        left, top = 12 + 336.0 * place, 16.0
        for number in range(16):
            _square(canvas, left + side * (number % 4), top + side * (number // 4), ".", side)
        _wind(canvas, left + side * (start[0] + 0.5), top + side * (start[1] + 0.5), way, strokes)
        _balloon(canvas, left + side * (end[0] + 0.5), top + side * (end[1] + 0.5))
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = []
    for number, winds, strokes in zip(ROWS, values["winds"].split(), values["strokes"].split(), strict=True):
        signs = ", ".join(
            "ring" if way == "." else f"{count} at {_WHERE[int(way)]}"
            for way, count in zip(winds, strokes, strict=True)
        )
        rows.append(f"row {number}: {signs}")
    squares = [letter + number for number in ROWS for letter in COLUMNS]
    kinds = zip(squares, values["ground"].replace(" ", ""), strict=True)
    sea = ", ".join(square for square, kind in kinds if kind == "w")
    told = [
        f"a sign with strokes {strokes} at {_WHERE[int(way)]} in column {start[0] + 1}, row {start[1] + 1}, "
        f"and a balloon in column {end[0] + 1}, row {end[1] + 1}"
        for strokes, start, end, way in _shown(values, variant)
    ]
    return [
        (
            "A map of squares with the columns A to H from left to right and the rows 1 to 7 from top to bottom. In each square "
            "there is a ring, or a staff with one to three strokes across one end and a dot at the opposite end. For each "
            "square from left to right, the number of strokes and the side of the square at which the strokes are, so "
            f"that the dot is at the opposite side: {'; '.join(rows)}. Pale blue squares with two small waves at their lower "
            f"edge are {sea}; the others are white."
        ),
        (
            "Three pieces of maps side by side, each of four columns, from left to right, and four rows, "
            "from top to bottom, all white. In one square there is a wind sign, and in another an orange balloon with a basket; the dot "
            f"of the sign is opposite to its strokes. From left to right: {'; '.join(told)}."
        ),
    ]

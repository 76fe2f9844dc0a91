"""Hikers cross rivers on toll bridges and climb cliffs with ropes: the shortest hike.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._cliff_signs import RIVER, SIDE, draw_border, signs_picture

VERSION = 1
TITLE = "Cliff Hikes"
LEVEL = "long"
CATEGORY = "map"
PICTURES = (("map",), ("map",))
VARIANTS = ("teeth-below", "teeth-above")
COMPARE = "tokens"

COLUMNS, ROWS = "ABCDEFG", "123456"
MOST, MOST_COINS, MOST_ROPES = 40, 9, 3

STATEMENT = """
The first picture is a map for hikers. Its squares have names such as C4: a letter for the column and a number for the row. On some
of the borders between two squares there is a river, a bridge over a river, or a cliff.

![image](1.png)

A step leads from a square to one of the four squares next to it, left, right, above or below, and never off the map. A
border without a sign can be crossed freely in both directions. The second picture explains the signs. A crossed-out arrow
is a step that nobody can take. An arrow with a coin is a step for which a hiker has to pay; the number on the bridge is the
number of coins. An arrow with a coil of rope is a step for which a hiker needs a rope, and any other arrow is a step
that is free. What is drawn for a sign is true for all signs of this kind, whichever way they are turned on the map.

![image](2.png)

A hiker has some coins and some ropes. Paid coins are gone, and a rope is left behind at the cliff and cannot be used
again; another hiker finds no rope there. Every crossing of a bridge has to be paid anew. For each of several hikes, find
the smallest number of steps for which the coins and the ropes of the hiker are enough.

Input

The first line has an integer t, the number of hikes (1 <= t <= 40). Each of the next t lines has the names of the squares
where a hike begins and ends, and two integers, the coins (0 to 9) and the ropes (0 to 3) of the hiker, with a space between
each two of the four.

Output

For each hike, print a line with the smallest number of steps, or -1 if the hiker cannot get there.
"""

REFERENCE = """
def square(name: str) -> tuple[int, int]:
    return ord(name[0]) - 65, int(name[1]) - 1


def steps_of(price: dict, start: tuple, end: tuple, coins: int, ropes: int) -> int:
    reached = [(start, coins, ropes)]
    seen = set(reached)
    steps = 0
    while reached:
        if end in [place for place, _, _ in reached]:
            return steps
        following = []
        for (x, y), coins, ropes in reached:
            for there in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                toll, rope = price.get(((x, y), there), (0, 0))
                state = there, coins - toll, ropes - rope
                inside = 0 <= there[0] < 7 and 0 <= there[1] < 6
                if inside and coins >= toll and ropes >= rope and state not in seen:
                    seen.add(state)
                    following.append(state)
        reached = following
        steps += 1
    return -1


def solution(text: str) -> str:
    price = {}
    for border in $borders.split():
        below, above, sign = border.split(":")
        below, above = square(below), square(above)
        if sign == "cliff":
            price[$change] = 0, 1
        else:
            price[below, above] = price[above, below] = int(sign), 0
    answers = []
    for line in text.strip().split("\\n")[1:]:
        start, end, coins, ropes = line.split()
        answers.append(steps_of(price, square(start), square(end), int(coins), int(ropes)))
    return "\\n".join(map(str, answers))
"""
CHANGE = {"teeth-below": "below, above", "teeth-above": "above, below"}

WRONG = {
    "every-square-only-once": REFERENCE.replace("state not in seen", "there not in seen").replace(
        "seen.add(state)", "seen.add(there)"
    ),
    "ropes-can-be-used-again": REFERENCE.replace("ropes - rope", "ropes"),
    "pays-nothing": REFERENCE.replace("coins - toll", "coins"),
    "rope-in-both-directions": REFERENCE.replace(
        "price[$change] = 0, 1", "price[below, above] = price[above, below] = 0, 1"
    ),
}

Square = tuple[int, int]


def _name(place: Square) -> str:
    return COLUMNS[place[0]] + ROWS[place[1]]


def _across(draws: Draws) -> list[tuple[Square, Square]]:
    """Return the borders of a line from the left side of the map to its right side."""
    borders = []
    y = draws.integer(2, 4)
    for x in range(7):
        borders.append(((x, y - 1), (x, y)))
        step = draws.choice((-1, 1))
        if x < 6 and 1 <= y + step <= 5 and draws.chance(1, 3):
            row = y if step > 0 else y - 1
            borders.append(((x, row), (x + 1, row)))
            y += step
    return borders


def _downwards(draws: Draws, x: int) -> list[tuple[Square, Square]]:
    """Return the borders of a line from the top of the map, at column ``x``, to its bottom."""
    borders = []
    for y in range(6):
        borders.append(((x - 1, y), (x, y)))
        step = draws.choice((-1, 1))
        if y < 5 and 1 <= x + step <= 6 and draws.chance(1, 2):
            column = x if step > 0 else x - 1
            borders.append(((column, y), (column, y + 1)))
            x += step
    return borders


def sample(draws: Draws) -> dict[str, Any]:
    west, east = draws.shuffled([draws.integer(2, 3), draws.integer(4, 5)])
    river = list(dict.fromkeys(_downwards(draws, west) + _across(draws)))
    bridges = dict(zip(draws.sample(river, 6), draws.integers(6, 1, 5), strict=True))
    every = [((x, y), (x + 1, y)) for x in range(6) for y in range(6)]
    every += [((x, y), (x, y + 1)) for x in range(7) for y in range(5)]
    wall = [border for border in _downwards(draws, east) if border not in river]
    rest = [border for border in every if border not in river and border not in wall]
    cliffs = [draws.shuffled(border) for border in wall + draws.sample(rest, 9)]
    signs = [(one, other, str(bridges.get((one, other), RIVER))) for one, other in river]
    signs += [(one, other, "cliff") for one, other in cliffs]
    borders = " ".join(f"{_name(one)}:{_name(other)}:{sign}" for one, other, sign in signs)
    values: dict[str, Any] = {"borders": borders, "seed": draws.integer(1, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    kinds: dict[str, str] = {}
    for _ in range(300):
        hike = _hike(draws)
        if agreeing([_input([hike])], solve):
            kinds.setdefault(solve["teeth-below"](_input([hike])), hike)
    long = sorted((int(steps) for steps in kinds), reverse=True)[:3]
    if "-1" not in kinds or len(kinds) < 6 or long[0] < 8:
        raise UnfitError("the samples would show too little")
    values["shown"] = [kinds[str(steps)] for steps in long] + [kinds["-1"]]
    return {**values, "telling": _telling(values, draws)}


def _telling(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return hikes for which a wrong program has another answer, for each variant and each of two programs."""
    found: list[str] = []
    right = solvers(with_changes(REFERENCE, CHANGE), values)
    for name in ("every-square-only-once", "ropes-can-be-used-again"):
        wrong = solvers(with_changes(WRONG[name], CHANGE), values)
        for variant in VARIANTS:
            hikes = (_input([_hike(draws)]) for _ in range(120))
            other = [text for text in hikes if right[variant](text) != wrong[variant](text)]
            if not other:
                raise UnfitError("too few hikes show a wrong program")
            found += [text.split("\n")[1] for text in other[:3]]
    return draws.shuffled(found)


def _hike(draws: Draws) -> str:
    start, end = (draws.choice(COLUMNS) + draws.choice(ROWS) for _ in range(2))
    return f"{start} {end} {draws.integer(0, MOST_COINS)} {draws.integer(0, MOST_ROPES)}"


def _input(hikes: list[str]) -> str:
    return "\n".join([str(len(hikes)), *hikes]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *hikes = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(hikes) <= MOST:
        raise ValueError("another number of hikes")
    for hike in hikes:
        start, end, coins, ropes = hike.split(" ")
        if {start, end} - {column + row for column in COLUMNS for row in ROWS}:
            raise ValueError("no square of the map")
        if not (0 <= int(coins) <= MOST_COINS and 0 <= int(ropes) <= MOST_ROPES):
            raise ValueError("a wrong number of coins or ropes")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("cliff_hikes", values["seed"], name)
    return [_input([_hike(draws) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    telling = values["telling"]
    return _drawn(values, "typical", [3, 5, 9]) + [_input(telling[part::3]) for part in range(3)]


def edge(values: dict[str, Any]) -> list[str]:
    borders = [border.split(":") for border in values["borders"].split()]
    bridges = [border for border in borders if border[2] not in ("cliff", str(RIVER))]
    cliffs = [border for border in borders if border[2] == "cliff"]
    tolls = [f"{one} {other} {int(toll) - short} 0" for one, other, toll in bridges for short in (0, 1)]
    return [
        _input(["A1 A1 0 0"]),
        _input([f"{corner} {other} 0 0" for corner in ("A1", "G6") for other in ("A6", "G1", "D3")]),
        _input(
            tolls
            + [" ".join([hike.split(" ")[1], hike.split(" ")[0], *hike.split(" ")[2:]]) for hike in tolls]
        ),
        _input([f"{one} {other} 0 {ropes}" for one, other, _ in cliffs for ropes in (0, 1)]),
        _input([f"{other} {one} 0 {ropes}" for one, other, _ in cliffs for ropes in (0, 1)]),
        _input([f"{one} {other} 9 3" for one, other, toll in borders if toll == str(RIVER)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [MOST, MOST - 1, MOST - 2])


def _middle(name: str) -> tuple[float, float]:
    return 60 + SIDE * (COLUMNS.index(name[0]) + 0.5), 60 + SIDE * (ROWS.index(name[1]) + 0.5)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(790, 690)
    for column, name in enumerate(COLUMNS):
        chart.text(60 + SIDE * (column + 0.5), 34, name, bold=True, size=26, tick=True)
        for row in range(len(ROWS)):
            chart.rect(60 + SIDE * column, 60 + SIDE * row, SIDE, SIDE, fill="white", line=2)
    for row, name in enumerate(ROWS):
        chart.text(32, 60 + SIDE * (row + 0.5), name, bold=True, size=26, tick=True)
    borders = [border.split(":") for border in values["borders"].split()]
    for below, above, sign in sorted(
        borders, key=lambda border: (border[2] == "cliff", border[2] != str(RIVER))
    ):
        draw_border(chart, _middle(below), _middle(above), sign)
    return [chart, signs_picture(variant)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    borders = [border.split(":") for border in values["borders"].split()]
    rivers = ", ".join(f"{one}-{other}" for one, other, sign in borders if sign == str(RIVER))
    bridges = ", ".join(
        f"{one}-{other} with {sign}" for one, other, sign in borders if sign not in ("cliff", str(RIVER))
    )
    cliffs = ", ".join(
        f"{one}-{other} with teeth in {one}" for one, other, sign in borders if sign == "cliff"
    )
    to_teeth, from_teeth = "an arrow", "an arrow with a coil of rope"
    if variant == "teeth-above":
        to_teeth, from_teeth = from_teeth, to_teeth
    return [
        (
            "The picture shows a map of squares with the columns A to G from left to right and the rows 1 to 6 from top to bottom. "
            f"Thick blue borders are rivers, between these squares: {rivers}. White bridges with a number, over rivers: {bridges}. Thick "
            f"black borders with pointed teeth on one side are cliffs: {cliffs}. All other borders are thin."
        ),
        (
            "The picture has three frames, each with two squares and an arrow to the right above them and an arrow to the left below "
            "them. Between the squares of the first frame is a river, and both arrows are crossed out. Between those of the second "
            "frame is a bridge, and both arrows have a coin. Between those of the third frame is a cliff with its teeth in the right "
            f"square; above is {to_teeth}, to the side of the teeth, and below is {from_teeth}, to the side without teeth."
        ),
    ]

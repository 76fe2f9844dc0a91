"""Boats of different widths sail on canals with tolls: the cheapest way.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import product
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Canal Boats"
LEVEL = "medium"
CATEGORY = "graph"
PICTURES = (("graph",), ("others",))
VARIANTS = ("square-is-toll", "circle-is-toll")
COMPARE = "tokens"

BASINS = "ABCDEFGHI"
MOST, WIDEST = 150, 20

STATEMENT = """
Nine basins, A to I, are joined by canals. Boats can sail on every canal in both directions. The first picture shows the
basins and the canals. There are two numbers on each canal, one in a square and one in a circle; some of the basins
have a second ring.

![image](1.png)

One of the two numbers is the toll: the coins that a boat has to pay each time it sails on the canal. The other one is the
width of the canal in metres; only boats that are not wider than the canal can sail on it. The second picture explains
which number is which. It also shows how many coins a boat has to pay for each arrival at a basin with a second
ring, in addition to the tolls. This is due for the last basin of a voyage as well, but not for the basin where a
voyage begins, unless the boat comes back to it.

![image](2.png)

For each of several voyages, find the smallest number of coins that a boat has to pay.

Input

The first line has an integer t, the number of voyages (1 <= t <= 150). Each of the next t lines has the letters of the
basins where a voyage begins and ends, and an integer from 1 to 20, the width of the boat in metres, with a space
between each two of them. A voyage can end where it begins; then the boat does not need to leave its basin.

Output

For each voyage, print a line with the smallest number of coins, or -1 if the boat is too wide for every way.
"""

REFERENCE = """
from collections import defaultdict


def solution(text: str) -> str:
    canals = []
    for canal in $canals.split():
        ends, square, circle = canal.split(":")
        toll, width = $change
        canals += [(ends, int(toll), int(width)), (ends[::-1], int(toll), int(width))]
    answers = []
    for voyage in text.strip().split("\\n")[1:]:
        start, end, boat = voyage.split()
        paid = defaultdict(lambda: float("inf"), {start: 0})
        for _ in canals:
            for (here, there), toll, width in canals:
                if int(boat) <= width:
                    paid[there] = min(paid[there], paid[here] + toll + $charges.get(there, 0))
        answers.append(-1 if paid[end] == float("inf") else paid[end])
    return "\\n".join(map(str, answers))
"""
CHANGE = {"square-is-toll": "square, circle", "circle-is-toll": "circle, square"}

WRONG = {
    "forgets-the-second-rings": REFERENCE.replace("$charges.get(there, 0)", "0"),
    "boat-must-be-narrower": REFERENCE.replace("<= width", "< width"),
    "pays-when-it-leaves-a-ring": REFERENCE.replace("get(there", "get(here"),
    "smallest-toll-to-the-next-basin": """
def solution(text: str) -> str:
    canals = []
    for canal in $canals.split():
        ends, square, circle = canal.split(":")
        toll, width = $change
        canals += [(ends, int(toll), int(width)), (ends[::-1], int(toll), int(width))]
    answers = []
    for voyage in text.strip().split("\\n")[1:]:
        here, end, boat = voyage.split()
        paid, been = 0, {here}
        while here != end:
            ways = [(toll, ends[1]) for ends, toll, width in canals if ends[0] == here and width >= int(boat)]
            ways = [way for way in ways if way[1] not in been]
            if not ways:
                paid = -1
                break
            toll, here = min(ways)
            been.add(here)
            paid += toll + $charges.get(here, 0)
        answers.append(paid)
    return "\\n".join(map(str, answers))
""",
}

_ROWS = (("AB", "BC", "DE", "EF", "GH", "HI"), ("AD", "BE", "CF", "DG", "EH", "FI"))
_DIAGONALS = (("AE", "BD"), ("BF", "CE"), ("DH", "EG"), ("EI", "FH"))


def sample(draws: Draws) -> dict[str, Any]:
    names = draws.shuffled(BASINS)
    lines = [
        *draws.sample(_ROWS[0], 5),
        *draws.sample(_ROWS[1], 5),
        *(draws.choice(pair) for pair in _DIAGONALS),
    ]
    canals = []
    for line in lines:
        ends = "".join(names[BASINS.index(place)] for place in line)
        square, circle = draws.sample(range(2, WIDEST), 2)
        canals.append(f"{ends}:{square}:{circle}")
    extra = draws.integer(3, 6)
    charges = dict.fromkeys(sorted(draws.sample(BASINS, 3)), extra)
    shifts = [(draws.integer(-20, 20), draws.integer(-14, 14)) for _ in BASINS]
    values: dict[str, Any] = {"names": "".join(names), "canals": " ".join(canals), "charges": charges}
    values |= {"extra": extra, "shifts": shifts, "seed": draws.integer(1, 10**9)}
    return {**values, "shown": _shown(values, draws)}


def _shown(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return four voyages that cost the same under both variants: two with coins, one for nothing, one not possible."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    voyages = draws.shuffled(
        [f"{a} {b} {width}" for a, b in product(BASINS, BASINS) for width in range(1, WIDEST)]
    )
    kinds: dict[str, list[str]] = {"0": [], "-1": [], "coins": []}
    for voyage in voyages:
        if agreeing([_input([voyage])], solve):
            coins = solve["square-is-toll"](_input([voyage])).strip()
            kinds.get(coins, kinds["coins"]).append(voyage)
    if len(kinds["coins"]) < 2 or not kinds["-1"]:
        raise UnfitError("no voyages for the sample")
    return [*kinds["coins"][:2], kinds["0"][0], kinds["-1"][0]]


def _input(voyages: list[str]) -> str:
    return "\n".join([str(len(voyages)), *voyages]) + "\n"


def _voyages(draws: Draws, count: int, widest: int) -> str:
    return _input(
        [f"{draws.choice(BASINS)} {draws.choice(BASINS)} {draws.integer(1, widest)}" for _ in range(count)]
    )


def check_input(values: dict[str, Any], text: str) -> None:
    head, *voyages = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(voyages) <= MOST:
        raise ValueError("another number of voyages")
    for voyage in voyages:
        start, end, width = voyage.split(" ")
        if start not in list(BASINS) or end not in list(BASINS):
            raise ValueError("no basin")
        if not width.isdecimal() or not 1 <= int(width) <= WIDEST:
            raise ValueError("a width out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("canal_boats", values["seed"], "typical")
    shapes = ((3, 6), (5, 10), (8, 8), (12, 14), (20, 12), (30, WIDEST))
    return [_voyages(draws, *shape) for shape in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    canals = [canal.split(":") for canal in values["canals"].split()]
    exact = [f"{ends[0]} {ends[1]} {number}" for ends, *numbers in canals for number in numbers]
    first, second, _ = values["charges"]
    return [
        _input([f"{canals[0][0][0]} {canals[0][0][1]} 1"]),
        _input([f"{basin} {basin} {WIDEST}" for basin in BASINS] + [f"{first} {second} 2"]),
        _input(exact),
        _input(
            [
                f"{voyage.split(' ')[1]} {voyage.split(' ')[0]} {int(voyage.split(' ')[2]) + 1}"
                for voyage in exact
            ]
        ),
        _input([f"{a} {b} 1" for a, b in product(BASINS, BASINS)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("canal_boats", values["seed"], "large")
    return [_voyages(draws, MOST, widest) for widest in (9, WIDEST)]


def _place(values: dict[str, Any], basin: str) -> Point:
    number = values["names"].index(basin)
    right, down = values["shifts"][number]
    return 100.0 + 370 * (number % 3) + right, 80.0 + 280 * (number // 3) + down


def _basin(canvas: Canvas, x: float, y: float, name: str, *, ring: bool) -> None:
    if ring:
        canvas.circle(x, y, 48, fill="white", line=4)
    canvas.circle(x, y, 35, fill="paleblue", line=4)
    if name:
        canvas.text(x, y, name, bold=True, size=32)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(940, 720)
    canals = [canal.split(":") for canal in values["canals"].split()]
    for ends, *_ in canals:
        chart.line(_place(values, ends[0]), _place(values, ends[1]), stroke="blue", line=7)
    for ends, square, circle in canals:
        (x, y), (to_x, to_y) = _place(values, ends[0]), _place(values, ends[1])
        x, y = (x + to_x) / 2, (y + to_y) / 2
        _square(chart, x - 24, y, square)
        _circle(chart, x + 24, y, circle)
    for basin in BASINS:
        _basin(chart, *_place(values, basin), basin, ring=basin in values["charges"])
    signs = Canvas(560, 400)
    frame(signs, 12, 12, 536, 376, title="")
    signs_of = (_square, _circle) if variant == "square-is-toll" else (_circle, _square)
    for number, (sign, name) in enumerate(zip(signs_of, ("toll in coins", "width in metres"), strict=True)):
        sign(signs, 110, 90 + 90.0 * number, "")
        signs.text(200, 90 + 90.0 * number, name, anchor="start", size=28)
    arrows.arrow(signs, (36, 300), (72, 300), line=4, head=16)
    _basin(signs, 126, 300, "", ring=True)
    signs.text(200, 300, f"arrival: {values['extra']} coins", anchor="start", size=28)
    return [chart, signs]


def _square(canvas: Canvas, x: float, y: float, number: str) -> None:
    canvas.rect(x - 22, y - 22, 44, 44, fill="white", line=3)
    if number:
        canvas.text(x, y, number, size=24)


def _circle(canvas: Canvas, x: float, y: float, number: str) -> None:
    canvas.circle(x, y, 23, fill="white", line=3)
    if number:
        canvas.text(x, y, number, size=24)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = [" ".join(values["names"][row : row + 3]) for row in (0, 3, 6)]
    canals = [canal.split(":") for canal in values["canals"].split()]
    told = [f"{ends[0]}-{ends[1]}, square {square}, circle {circle}" for ends, square, circle in canals]
    one, other = ("square", "circle") if variant == "square-is-toll" else ("circle", "square")
    return [
        (
            "The picture shows nine round basins with letters in three rows, from the top down and from left to right: "
            f"{'; '.join(rows)}. The basins {', '.join(values['charges'])} have a second ring. Thick blue lines are canals; on "
            f"each of them lie a small square with a number and a small circle with a number: {'; '.join(told)}."
        ),
        (
            f'The picture explains three signs, one below the other. Next to an empty {one} is written "toll in coins", and next '
            f'to an empty {other} "width in metres". The last sign is a basin with a second ring and an arrow that leads to '
            f'it; next to it is written "arrival: {values["extra"]} coins".'
        ),
    ]

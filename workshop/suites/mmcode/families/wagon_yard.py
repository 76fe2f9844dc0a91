"""Wagons pass a yard with a siding: in which order they leave it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 2
TITLE = "Wagon Yard"
LEVEL = "medium"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",),)
VARIANTS = ("stub", "loop")
COMPARE = "tokens"

MOST = 300  #: maximum number of wagons

STATEMENT = """
A row of wagons waits in front of a small yard. The picture at the end shows the tracks of the yard. The wagons come in on
the track marked "in", one after the other in the given order, and each of them must leave the yard on the track
marked "out".

Wagons roll only in the directions of the arrows and only one at a time. They cannot jump over one another. Each
white box is a place where one wagon can stand; nowhere else in the yard can a wagon stop, but a wagon
in a box can roll on to a free box ahead of it. A wagon that does not need to wait goes straight through. A wagon
that has left the yard does not come back, and nothing forces a wagon to leave before all have come in, except that the
boxes may be full.

The foreman wants the wagons to leave in the best order he can get: the first wagon that leaves should have the
smallest possible number; among all ways with that first wagon, the second one should have the smallest possible
number, and so on.

Input

The first line has an integer n, the number of wagons (1 <= n <= 300). The second line has n different integers
from 1 to 9999, the numbers of the wagons in the order in which they come in: the first of them comes in first.

Output

Print one line: the numbers of the wagons in the best order, the first that leaves first, separated by single spaces.

$samples

![image](1.png)
"""

REFERENCE = """
def solution(text: str) -> str:
    wagons = [int(word) for word in text.split()[1:]]
    waiting, left = [], []
    while wagons or waiting:
        room = $boxes - len(waiting)
        best = min(wagons[:room + 1], default=float("inf"))
        if waiting and waiting[$change] < best:
            left.append(waiting.pop($change))
        else:
            place = wagons.index(best)
            waiting += wagons[:place]
            wagons = wagons[place + 1:]
            left.append(best)
    return " ".join(map(str, left))
"""
CHANGE = {"stub": "-1", "loop": "0"}

WRONG = {
    "forgets-the-number-of-boxes": REFERENCE.replace("wagons[:room + 1]", "wagons"),
    "lets-no-wagon-pass-full-boxes": REFERENCE.replace("$boxes - len", "$boxes - 1 - len").replace(
        "wagons[:room + 1]", "wagons[:max(room, 0) + 1]"
    ),
    "takes-any-waiting-wagon": """
def solution(text: str) -> str:
    wagons = [int(word) for word in text.split()[1:]]
    waiting, left = [], []
    for wagon in wagons:
        waiting.append(wagon)
        if len(waiting) > $boxes:
            left.append(min(waiting))
            waiting.remove(left[-1])
    return " ".join(map(str, left + sorted(waiting)))
""",
    "sends-waiting-wagons-first": """
def solution(text: str) -> str:
    wagons = [int(word) for word in text.split()[1:]]
    waiting, left = [], []
    for wagon in wagons:
        while waiting and waiting[$change] < wagon:
            left.append(waiting.pop($change))
        if len(waiting) == $boxes:
            left.append(wagon)
        else:
            waiting.append(wagon)
    while waiting:
        left.append(waiting.pop($change))
    return " ".join(map(str, left))
""",
}

EQUIVALENT = {
    "waiting[*] < best → waiting[*] <= best": "All wagons have different numbers, so none waits with the number best.",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {"boxes": draws.integer(3, 6), "mirrored": draws.chance(1, 2), "seed": draws.integer(1, 10**9)}


def _input(wagons: list[int]) -> str:
    return f"{len(wagons)}\n{' '.join(map(str, wagons))}\n"


def _random_input(draws: Draws, count: int, most: int) -> str:
    return _input(draws.sample(range(1, most + 1), count))


def check_input(values: dict[str, Any], text: str) -> None:
    head, row = text.removesuffix("\n").split("\n")
    wagons = row.split(" ")
    if int(head) != len(wagons) or not 1 <= len(wagons) <= MOST or len(set(wagons)) < len(wagons):
        raise ValueError("wrong number of wagons")
    if not all(wagon.isdecimal() and wagon[0] != "0" and int(wagon) <= 9999 for wagon in wagons):
        raise ValueError("a number of a wagon out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("yard-samples", values["seed"])
    programs = [
        compile_solution(fill(REFERENCE.replace("$change", change), **values)) for change in CHANGE.values()
    ]
    found: list[str] = []
    while len(found) < 2:
        text = _random_input(draws, 4 + len(found), 30)
        wagons = text.split()[1:]
        orders = {program(text) for program in programs}
        steps = sum(int(first) > int(second) for first, second in pairwise(wagons))
        if (
            len(orders) == 1 and steps > 1
        ):  # only orders in which one wagon waits at a time are the same in both
            found.append(text)
    return found


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("yard-typical", values["seed"])
    return [_random_input(draws, count, 99) for count in (6, 8, 9, 12, 15, 25)]


def edge(values: dict[str, Any]) -> list[str]:
    boxes = values["boxes"]
    ends = list(range(2, boxes + 2))
    return [
        _input([9999]),
        _input(list(range(boxes + 1, 0, -1))),
        _input(list(range(boxes + 2, 0, -1))),
        _input([*ends, 1]),
        _input([*ends, 99, 1]).rstrip("\n"),
        _input([*ends[::-1], 1, *range(60, 40, -1)]),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("yard-large", values["seed"])
    falling = sorted(draws.sample(range(1, 10000), MOST), reverse=True)
    return [_random_input(draws, MOST, 9999), _random_input(draws, MOST - 1, MOST - 1), _input(falling)]


SIDE = 66.0
RAIL = 6.0


class _Yard:
    """Draws tracks, from the left to the right or mirrored."""

    def __init__(self, height: int, mirrored: bool) -> None:
        self.canvas, self.mirrored = Canvas(1000, height), mirrored

    def at(self, x: float, y: float) -> Point:
        return (1000 - x if self.mirrored else x), y

    def arrow(self, start: Point, end: Point, line: float) -> None:
        arrows.arrow(self.canvas, self.at(*start), self.at(*end), line=line, head=22)

    def curve(self, start: Point, bend: Point, end: Point) -> None:
        arrows.curve(self.canvas, self.at(*start), self.at(*bend), self.at(*end), line=RAIL)

    def arrowhead(self, x: float, y: float) -> None:
        self.canvas.polygon(
            [self.at(x + 12, y), self.at(x - 12, y - 11), self.at(x - 12, y + 11)], fill="ink", stroke=None
        )

    def box(self, x: float, y: float) -> None:
        left = self.at(x, y)[0] - SIDE * self.mirrored
        self.canvas.rect(left, y, SIDE, SIDE, fill="white", line=4)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    boxes = values["boxes"]
    yard = _Yard(240 + 72 * boxes if variant == "stub" else 440, values["mirrored"])
    yard.arrow((30, 110), (970, 110), RAIL)
    for x in (120, 500, 890):
        yard.arrowhead(x, 110)
    yard.canvas.text(*yard.at(55, 70), "in", bold=True, size=30)
    yard.canvas.text(*yard.at(940, 70), "out", bold=True, size=30)
    (_draw_stub if variant == "stub" else _draw_loop)(yard, boxes)
    return [yard.canvas]


def _draw_stub(yard: _Yard, boxes: int) -> None:
    top, bottom = 190.0, 190.0 + boxes * (SIDE + 6)
    yard.canvas.line((500, 175), (500, bottom + 14), line=RAIL)
    yard.curve((340, 110), (500, 110), (500, 186))
    yard.curve((660, 110), (500, 110), (500, 186))
    for place in range(boxes):
        yard.box(500 - SIDE / 2, top + 8 + place * (SIDE + 6))
    yard.canvas.line((450, bottom + 16), (550, bottom + 16), line=12)
    yard.arrow((430, top + 20), (430, bottom - 20), 5)
    yard.arrow((570, bottom - 20), (570, top + 20), 5)


def _draw_loop(yard: _Yard, boxes: int) -> None:
    width = boxes * (SIDE + 6)
    left, right = 500 - width / 2, 500 + width / 2
    y = 310.0
    yard.canvas.line((left - 40, y), (right + 40, y), line=RAIL)
    yard.curve((left - 120, 110), (left - 90, y), (left - 30, y))
    yard.curve((right + 30, y), (right + 90, y), (right + 120, 110))
    yard.arrowhead(left - 20, y)
    yard.arrowhead(right + 26, y)
    for place in range(boxes):
        yard.box(left + 3 + place * (SIDE + 6), y - SIDE / 2)
    yard.arrow((left + 20, y + 70), (right - 20, y + 70), 5)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    left, right = ("right", "left") if values["mirrored"] else ("left", "right")
    main = (
        'The picture shows tracks of a yard as thick lines. A straight track runs from "in" on the '
        f'{left} to "out" on the {right}, with arrowheads to the {right}. '
    )
    boxes = values["boxes"]
    if variant == "stub":
        side = (
            f"In its middle a second track begins: one curve comes from the {left} part of the straight track, one curve "
            f"goes to its {right} part, and both join a track that runs down through {boxes} white boxes, one below the "
            f"other, and ends below the lowest box at a thick bar. Next to the boxes an arrow points down on the {left}, "
            f"and another arrow points up on the {right}."
        )
    else:
        side = (
            f"Below it lies a second track: it leaves the straight track on the {left}, runs to the {right} through "
            f"{boxes} white boxes, one next to the other, and joins the straight track again on the {right}. Arrowheads "
            f"on both ends of this track point to the {right}, and so does an arrow below the boxes."
        )
    return [main + side]

"""Carts on a road with three gates that open and close by plans.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Gate Road"
LEVEL = "medium"
CATEGORY = "others"
PICTURES = (("others",), ("others",))
VARIANTS = ("whole", "tail")
COMPARE = "tokens"

LATEST = 10**9
MOST_CARTS = 30

STATEMENT = """
A road from a mill to a market has three gates, G1, G2 and G3. The first picture shows the road and how many minutes a cart drives
on each part of it.

![image](1.png)

The gates open and close by plans, which begin at minute 0. In the second picture, every gate has a row of boxes; each box
stands for five minutes, the first one for the minutes 0 to 4, the next one for 5 to 9, and so on. In a box with a ring the gate
is open, in a grey box it is closed. At the end of the plan, the arrow below leads back to the box with which all plans
go on, again and again.

![image](2.png)

A cart that reaches a gate in a minute in which the gate is open drives on in the same minute. Else it waits until the first
minute in which the gate is open. Carts do not hinder each other. They start in whole minutes, not before minute 0.

Every merchant has to be at the market at minute t or earlier, and wants to start as late as possible. Find the last minute in which
the cart can start.

Input

The first line has a whole number n, the number of carts (1 <= n <= 30). The second line has n whole numbers with spaces between
them, the minute t of each cart (0 <= t <= 10^9).

Output

For each cart, print a line with the last minute in which it can start. Print -1 if it cannot be there in time.
"""

_TEMPLATE = """
def solution(text: str) -> str:
    plans = $plans.split()
    roads = [int(word) for word in $roads.split()]

    def opened(plan: str, minute: int) -> bool:
        size = 5 * len(plan)
        place = minute % size
        $change
        return plan[place // 5] == "o"

    answers = []
    for word in text.split()[1:]:
        minute = int(word) - roads[0]
        for plan, road in zip(plans, roads[1:]):
            while not opened(plan, minute):
                minute -= 1
            minute -= road
        answers.append(max(minute, -1))
    return "\\n".join(map(str, answers))
"""
_TAIL = """if minute >= size:
            place = $start + (minute - $start) % (size - $start)"""
REFERENCE = {
    "whole": _TEMPLATE.replace("        $change\n", ""),
    "tail": _TEMPLATE.replace("$change", _TAIL),
}
WRONG = {
    "gates-are-ignored": {
        variant: source.replace("while not opened(plan, minute):", "while False:")
        for variant, source in REFERENCE.items()
    },
    "plans-end": {
        variant: source.replace(
            "        return plan[", "        if minute >= 70:\n            return True\n        return plan["
        )
        for variant, source in REFERENCE.items()
    },
    "waits-after-the-road": {
        variant: source.replace("            minute -= road\n", "").replace(
            "            while not", "            minute -= road\n            while not"
        )
        for variant, source in REFERENCE.items()
    },
    "boxes-of-one-minute": {
        variant: source.replace("place // 5]", "place % 14]") for variant, source in REFERENCE.items()
    },
}

_BOXES = 14


def sample(draws: Draws) -> dict[str, Any]:
    plans = []
    for _ in range(3):
        plan = draws.text("oc", _BOXES)
        if not 4 <= plan.count("o") <= 9 or "cccc" in plan or "o" not in plan[5:]:
            raise UnfitError("a gate is open too rarely or too often")
        plans.append(plan)
    values: dict[str, Any] = {
        "plans": " ".join(plans),  # from the market to the mill, as the roads
        "roads": " ".join(
            map(str, (draws.integer(2, 9), draws.integer(6, 19), draws.integer(6, 19), draws.integer(3, 12)))
        ),
        "start": 5 * draws.integer(2, 5),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(REFERENCE, values)
    later = agreeing([f"1\n{minute}\n" for minute in draws.sample(range(90, 400), 80)], solve)
    early = agreeing([f"1\n{minute}\n" for minute in draws.sample(range(30, 70), 25)], solve)
    values["shown"] = [int(text.split()[1]) for text in early[:3] + later[:2]]
    if len(values["shown"]) < 5:
        raise UnfitError("the variants agree on too few carts")
    return values


def _carts(minutes: list[int]) -> str:
    return f"{len(minutes)}\n{' '.join(map(str, minutes))}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, line = text.removesuffix("\n").split("\n")
    minutes = line.split(" ")
    if not 1 <= int(head) <= MOST_CARTS or len(minutes) != int(head):
        raise ValueError("another number of carts")
    if not all(word.isdecimal() and int(word) <= LATEST for word in minutes):
        raise ValueError("a minute out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_carts([*values["shown"], 1])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("gates-typical", values["seed"])
    kinds = ((4, 200), (6, 300), (8, 1000), (10, 10**4), (12, 10**6), (7, 500))
    return [_carts(draws.integers(count, 60, high)) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    driven = sum(map(int, values["roads"].split()))
    return [
        _carts([0]),
        _carts(list(range(driven - 3, driven + 27))),
        _carts(list(range(70, 100))),
        _carts(list(range(100, 130))),
        _carts(list(range(130, 160))),
        _carts([LATEST, LATEST - 1, 0, LATEST - 30]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("gates-large", values["seed"])
    return [_carts(draws.integers(MOST_CARTS, LATEST // 2, LATEST)) for _ in range(2)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    road = Canvas(960, 320)
    names, roads = ("mill", "G1", "G2", "G3", "market"), values["roads"].split()[::-1]
    road.line((80, 150), (880, 150), line=6, stroke="grey")
    for place, name in enumerate(names):
        x = 80 + 200 * place
        road.rect(x - 60, 120, 120, 60, fill="paleblue" if name[0] == "G" else "yellow", radius=8)
        road.text(x, 150, name, bold=True, size=24)
        if place:
            road.text(x - 100, 106, roads[place - 1], bold=True, size=28)
            road.text(x - 100, 194, "minutes", size=20)
    plan, left = Canvas(1000, 440), 90.0
    for row, boxes in enumerate(values["plans"].split()[::-1]):
        y = 70 + 90 * row
        plan.text(48, y + 30, f"G{row + 1}", bold=True, size=26)
        for box, sign in enumerate(boxes):
            plan.rect(left + 62 * box, y, 62, 60, fill="white" if sign == "o" else "grey")
            if sign == "o":
                plan.circle(left + 62 * box + 31, y + 30, 15, line=4)
    for box in range(_BOXES):
        plan.text(left + 62 * box + 31, 40, 5 * box, size=20, tick=True)
    back = 0 if variant == "whole" else values["start"] // 5
    end, start = left + 62 * _BOXES - 31, left + 62 * back + 31
    arrows.arrow(plan, (end, 320), (end, 390), (start, 390), (start, 324), stroke="red", line=5, head=22)
    return [road, plan]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    roads = values["roads"].split()[::-1]
    rows = "; ".join(
        f"G{row}: " + ", ".join("ring" if sign == "o" else "grey" for sign in boxes)
        for row, boxes in enumerate(values["plans"].split()[::-1], 1)
    )
    back = 0 if variant == "whole" else values["start"]
    return [
        (
            f"A straight road with five places from left to right: mill, G1, G2, G3, market. Above the parts of the road stand numbers, "
            f"with the word minutes below: {roads[0]} between mill and G1, {roads[1]} between G1 and G2, {roads[2]} between G2 and G3, "
            f"{roads[3]} between G3 and market."
        ),
        (
            f"Three rows with {_BOXES} boxes each, with the numbers 0, 5, 10 and so on above them. From left to right the boxes have a ring "
            f"or are grey: {rows}. A red arrow below the rows goes from the last box back to the box with the number {back}."
        ),
    ]

"""A crank turns toothed wheels by teeth and by belts; where do the marks on all wheels end?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._belt_wheels import (
    KEY_WORDS,
    LARGE,
    belt_sides,
    coupled_wheels,
    draw_belts,
    draw_gear,
    draw_key,
    draw_plank,
    draw_ring,
    draw_way,
    passes_of,
    wheel_circle,
)

VERSION = 3
TITLE = "The Belt Loft"
CATEGORY = "graph"
PICTURES = (("graph", "2d-geometry"),)
VARIANTS = ("crossed-belts", "one-way", "counted-teeth", "belts-behind", "planks")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
NAMED = ("orange wheel", "red arrow", "black ring", "grey plank")
CAPTURED = {"3": "scan", "4": "notebook", "5": "screen"}  # teeth behind a box are counted by its width

STATEMENT = """
In a loft there are nine toothed wheels, A to I. All of them turn because somebody turns wheel A, and each wheel passes its
movement on. The picture shows which wheels are coupled; below them is a key of the signs that such lofts can have.

![image](1.png)

- Two wheels whose teeth meet turn in opposite directions.
- A blue belt joins two wheels. If its two sides run beside each other, both wheels turn in the same direction; if they cross each
other, the wheels turn in opposite directions. Belts run straight on behind wheels that they pass, and touch neither them nor other belts.
- With every coupling, both wheels move by the same number of teeth. The teeth of a wheel are all alike, and it has them all around,
also where grey planks lie over it.
- An orange wheel is fixed on a large one, and both turn together. The orange one is driven by the side of wheel A; all that is
further on is driven by the large one, which moves by two teeth when the orange one moves by one.
- A wheel with a red arrow turns only in the direction of the arrow. When it is driven the other way, its coupling slips: it
stands still, and so do all wheels that it drives.
- A wheel with a black ring drives the other wheels with two teeth of play: after a change of its direction they stand still
while it turns by two teeth, and then follow it. If it turns back before that, they stand still until it is again where it last
drove them. Before the first move it was last turned clockwise, far enough to use up the play.

Wheel A is turned several times. Each wheel has a mark on one of its teeth, which is at the top in the beginning; on two wheels that are
fixed on each other it is on the orange one. Find out where the marks are in the end.

Input

The first line has an integer n, the number of moves (1 <= n <= 60). The second line has n integers from -40 to 40: by how many
teeth wheel A is turned each time, clockwise, or anticlockwise if the number is negative.

Output

Print nine integers, for the wheels A to I: by how many teeth the mark is clockwise from the top, from 0 to one less than the teeth
that its wheel has.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    names = ["parent", "sign", "double", "way", "play"][: {1: 2, 2: 4}.get(level, 5)]
    lines = [
        "def solution(text):",
        "    moves = [int(word) for word in text.split()[1:]]",
        f"    teeth = [int(word) for word in $teeth{level}.split()]",
        "    turned = [0] * len(teeth)",
        *(["    pins = [2] * len(teeth)"] if level > 2 else []),
        "    for move in moves:",
        "        turned[0] += move",
        "        steps = [move]",
        f"        for wheel, line in enumerate($wheels{level}.split(';'), 1):",
        f"            {', '.join(names)} = map(int, line.split())",
        "            own = sign * steps[parent]",
        *(["            if way * own < 0:", "                own = 0"] if level > 1 else []),
        "            turned[wheel] += own",
        *(["            if double:", "                own *= 2"] if level > 1 else []),
    ]
    if level > 2:
        lines += [
            "            if play:",
            "                pin = max(0, min(2, pins[wheel] + own))",
            "                own -= pin - pins[wheel]",
            "                pins[wheel] = pin",
        ]
    lines += [
        "            steps.append(own)",
        "    return ' '.join(str(n % most) for n, most in zip(turned, teeth))",
    ]
    return "\n".join(lines)


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "all-the-same-way": {
        name: text.replace("sign * steps", "abs(sign) * steps") for name, text in REFERENCE.items()
    },
    "anticlockwise": {
        name: text.replace("str(n % most)", "str(-n % most)") for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {"0 → -1": "behind orange wheels, a wheel with an arrow moves by an even number of teeth"}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    for level in range(1, 6):
        for _ in range(3000):
            wheels = coupled_wheels(draws, level)
            if wheels is not None and (level < 4 or passes_of(wheels) > 1):
                break
        else:
            raise UnfitError("the wheels have no room")
        values[f"all{level}"] = wheels
        numbers = (
            [wheel["parent"], _sign(wheel), wheel["double"], wheel["way"], wheel["play"]]
            for wheel in wheels[1:]
        )
        kept = {1: 2, 2: 4}.get(level, 5)
        values[f"wheels{level}"] = "; ".join(" ".join(map(str, line[:kept])) for line in numbers)
        values[f"teeth{level}"] = " ".join(str(wheel["teeth"]) for wheel in wheels)
    tried = [_list(draws.integers(count, -9, 9)) for count in (2, 3, 4) for _ in range(40)]
    values["shown"] = agreeing(tried, solvers(REFERENCE, values))[:1] or ["1\n0\n"]
    return values


def _sign(wheel: dict[str, Any]) -> int:
    return -1 if wheel["kind"] in ("teeth", "crossed") else 1


def _list(moves: list[int]) -> str:
    return f"{len(moves)}\n{' '.join(map(str, moves))}\n"


def check_input(_values: dict[str, Any], text: str) -> None:
    count, moves = text.removesuffix("\n").split("\n")
    numbers = [int(word) for word in moves.split(" ")]
    if not 1 <= int(count) == len(numbers) <= 60 or not all(-40 <= number <= 40 for number in numbers):
        raise ValueError("another number of moves, or a move of more than 40 teeth")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("belt_loft", values["seed"], name)
    return [_list([draws.choice((1, -1)) * draws.integer(1, 13) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [2, 3, 4, 5, 6, 8])


def edge(_values: dict[str, Any]) -> list[str]:
    return [
        _list([1]),
        _list([-3]),
        _list([5, -1, 1, -1, 2, -2, 3]),
        _list([7, -3, 3, -7, 4, -3, 3, -3, 6]),
        _list([-1, -1, 5, -40, 0, 40]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [59, 60])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    wheels = values[f"all{level}"]
    canvas = Canvas(1000, 850)
    draw_key(canvas)
    whole = [wheel_circle(wheel) if level > 1 else wheel_circle(wheel, driven=True) for wheel in wheels]
    if level > 3:
        draw_belts(canvas, wheels, whole)
    for circle, wheel in zip(whole, wheels, strict=True):
        draw_gear(canvas, circle, wheel["teeth"] * (2 if wheel["double"] and level > 1 else 1), "white")
    if level < 4:
        draw_belts(canvas, wheels, whole)
    for wheel in wheels:
        x, y, radius = wheel_circle(wheel, driven=True)
        if wheel["double"] and level > 3:
            for start, (ex, ey) in belt_sides(
                whole[wheel["parent"]], (x, y, radius), wheel["kind"] == "crossed"
            ):
                share = (LARGE + 14) / math.dist(start, (ex, ey))
                canvas.line(
                    (ex + share * (start[0] - ex), ey + share * (start[1] - ey)),
                    (ex, ey),
                    stroke="blue",
                    line=5,
                )
        if wheel["double"] and level > 1:
            draw_gear(canvas, (x, y, radius), wheel["teeth"], "orange")
        if wheel["play"] and level > 2:
            draw_ring(canvas, x, y)
        if wheel["way"] and level > 1:
            draw_way(canvas, (x, y, radius), wheel["way"])
    for number in range(len(wheels) if level > 4 else 0):
        draw_plank(canvas, wheels, number)
    for place, wheel in enumerate(wheels):
        canvas.text(wheel["x"], wheel["y"], "ABCDEFGHI"[place], size=20, bold=True)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    wheels = values[f"all{level}"]
    each = [f"A is large with {wheels[0]['teeth']} teeth"]
    for place, wheel in enumerate(wheels[1:], 1):
        other = "ABCDEFGHI"[wheel["parent"]]
        how = f"its teeth meet those of {other}"
        if wheel["kind"] != "teeth":
            how = f"a belt whose sides {'cross' if wheel['kind'] == 'crossed' else 'run beside each other'} joins it to {other}"
        size = (
            "small and orange on a large one"
            if wheel["double"] and level > 1
            else "large"
            if wheel["large"]
            else "small"
        )
        marks = (
            f", with a red arrow that turns {'' if wheel['way'] > 0 else 'anti'}clockwise"
            if wheel["way"] and level > 1
            else ""
        )
        marks += ", with a thick black ring" if wheel["play"] and level > 2 else ""
        each.append(f"{'ABCDEFGHI'[place]} is {size} with {wheel['teeth']} teeth{marks}; {how}")
    return [
        f"Nine toothed wheels with the letters A to I, some of which are joined by blue belts. {'. '.join(each)}. {KEY_WORDS}"
    ]

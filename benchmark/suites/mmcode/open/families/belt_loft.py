"""A crank turns toothed wheels by teeth and by belts; where do the marks on all wheels end?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.arrows import arc
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.items import Point

VERSION = 2
TITLE = "The Belt Loft"
CATEGORY = "graph"
PICTURES = (("graph", "2d-geometry"),)
VARIANTS = ("crossed-belts", "one-way", "counted-teeth", "belts-behind", "planks")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
In a loft there are nine toothed wheels, A to I. All of them turn because somebody turns wheel A, and each wheel passes its
movement on. The picture shows which wheels are coupled.

![image](1.png)

- Two wheels whose teeth meet turn in opposite directions.
- A blue belt joins two wheels. If its two sides run beside each other, both wheels turn in the same direction; if they cross each
other, the wheels turn in opposite directions. Belts run straight on behind wheels that they pass, and touch neither them nor other belts.
- With every coupling, both wheels move by the same number of teeth. The teeth of a wheel are all alike, and it has them all around,
also where grey planks lie over it.
- A small orange wheel is fixed on a large one, and both turn together. The small one is driven by the side of wheel A; all that is
further on is driven by the large one, which moves by two teeth when the small one moves by one.
- A wheel with a red arrow turns only in the direction of the arrow. When it is driven the other way, its coupling slips: it
stands still, and so do all wheels that it drives.
- A wheel with a thick black ring drives the other wheels with some play: they stand still during the first two teeth after each
change of its direction. Before the first move it was last turned clockwise, far enough to use up the play.

Wheel A is turned several times. Each wheel has a mark on one of its teeth, which is at the top in the beginning; on an orange wheel
it is on the small one. Find out where the marks are in the end.

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
_SMALL, _LARGE, _TOOTH = 35.0, 70.0, 6.0  #: radii of the wheels without half a tooth, and half a tooth, px
_KINDS = ("teeth", "teeth", "teeth", "open", "open", "crossed", "crossed", "crossed")


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    for level in range(1, 6):
        for _ in range(3000):
            wheels = _grown(draws, level)
            if wheels is not None and (level < 4 or _passes(wheels) > 1):
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


def _passes(wheels: list[dict[str, Any]]) -> int:
    """Return how many belts pass behind other wheels."""
    return sum(_side(wheels, one, other) is True for one in wheels for other in wheels)


def _grown(draws: Draws, level: int) -> list[dict[str, Any]] | None:
    """Place wheels one after the other, each coupled with an earlier one; None if there is no room."""
    kinds = draws.shuffled(_KINDS)
    belts = [place for place, kind in enumerate(kinds, 1) if kind != "teeth"]
    doubles = draws.sample([place for place in belts if place < 7], 2)
    singles = [place for place in range(1, 9) if place not in doubles]
    special = draws.sample(singles, 4)
    wheels: list[dict[str, Any]] = [
        {
            "x": 150.0,
            "y": 380.0,
            "large": True,
            "double": 0,
            "way": 0,
            "play": 0,
            "parent": -1,
            "kind": "",
            "teeth": 16,
        }
    ]
    if level > 2:
        wheels[0]["teeth"] = draws.integer(13, 19)
    for place, kind in enumerate(kinds, 1):
        wheel: dict[str, Any] = {
            "kind": kind,
            "double": int(place in doubles),
            "large": place in singles and draws.chance(1, 3),
        }
        few, most = (13, 19) if wheel["large"] else (7, 10)
        wheel["teeth"] = draws.integer(few, most) if level > 2 else 16 if wheel["large"] else 8
        wheel["way"] = draws.choice((1, -1)) if place in special[:2] else 0
        wheel["play"] = int(place in special[2:])
        for _ in range(200):
            parent = draws.integer(max(0, place - 3), place - 1)
            above = wheels[parent]
            if kind == "teeth" and above["double"]:
                continue
            near = _reach(above) + _reach(wheel) + (7 if level > 2 else 0)
            far = near if kind == "teeth" else near + draws.integer(70, 190 if level < 4 else 420)
            angle = math.radians(5 * draws.integer(0, 71))
            wheel |= {
                "parent": parent,
                "x": above["x"] + far * math.cos(angle),
                "y": above["y"] + far * math.sin(angle),
            }
            if _fits(wheels, wheel, level):
                break
        else:
            return None
        wheels.append(wheel)
    used = {wheel["parent"] for wheel in wheels}
    for place, wheel in enumerate(wheels):
        if (wheel["double"] or wheel["play"]) and place not in used:
            return None
        parent = wheel["parent"]
        while wheel["play"] and parent > 0:  # what turns one way only never loses its play again
            if wheels[parent]["way"]:
                return None
            parent = wheels[parent]["parent"]
    return wheels


def _reach(wheel: dict[str, Any]) -> float:
    return _LARGE if wheel["large"] or wheel["double"] else _SMALL


def _fits(wheels: list[dict[str, Any]], new: dict[str, Any], level: int) -> bool:
    """Whether a wheel and its belt keep away from all others, or from level 4 on pass well behind them."""
    edge = _reach(new) + 14
    if not (edge < new["x"] < 1000 - edge and edge < new["y"] < 760 - edge):
        return False
    every = [*wheels, new]
    for wheel in wheels:
        apart = math.dist((wheel["x"], wheel["y"]), (new["x"], new["y"])) - _reach(wheel) - _reach(new)
        if wheel is not wheels[new["parent"]] and apart < 30:
            return False
        for side in (_side(every, new, wheel), _side(every, wheel, new)):
            if side is None or (side and level < 4):
                return False
    return level < 4 or _clear(every)


def _side(wheels: list[dict[str, Any]], belt: dict[str, Any], other: dict[str, Any]) -> bool | None:
    """Whether a side of the belt of a wheel passes behind another one; None if it only grazes it."""
    if belt["kind"] not in ("open", "crossed") or other is belt or other is wheels[belt["parent"]]:
        return False
    passes = False
    for (ax, ay), (bx, by) in _sides(
        _round(wheels[belt["parent"]]), _round(belt, driven=True), belt["kind"] == "crossed"
    ):
        dx, dy = bx - ax, by - ay
        share = ((other["x"] - ax) * dx + (other["y"] - ay) * dy) / (dx * dx + dy * dy)
        near = math.dist((other["x"], other["y"]), (ax + share * dx, ay + share * dy))
        if 0 < share < 1 and near < _reach(other) + 18:
            if near > _reach(other) * 0.7:
                return None
            passes = True
    return passes


def _clear(wheels: list[dict[str, Any]]) -> bool:
    """Whether no belt side runs along another one, and the sides of no belt cross behind a wheel."""
    found = []
    for belt in wheels[1:]:
        if belt["kind"] in ("open", "crossed"):
            sides = _sides(
                _round(wheels[belt["parent"]]), _round(belt, driven=True), belt["kind"] == "crossed"
            )
            found += [(belt["parent"], side) for side in sides]
    for number, (parent, one) in enumerate(found):
        for above, other in found[:number]:
            turn = math.remainder(_slope(one) - _slope(other), math.pi)
            middle = [
                ((1 - t / 12) * one[0][0] + t / 12 * one[1][0], (1 - t / 12) * one[0][1] + t / 12 * one[1][1])
                for t in range(1, 12)
            ]
            if parent != above and abs(turn) < 0.2 and min(_from(point, other) for point in middle) < 24:
                return False
    return True


def _slope(side: tuple[Point, Point]) -> float:
    return math.atan2(side[1][1] - side[0][1], side[1][0] - side[0][0])


def _from(point: Point, side: tuple[Point, Point]) -> float:
    """Return the distance of a point from a belt side."""
    (ax, ay), (bx, by) = side
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / math.dist(*side) ** 2
    share = max(0.0, min(1.0, share))
    return math.dist(point, (ax + share * (bx - ax), ay + share * (by - ay)))


def _round(wheel: dict[str, Any], *, driven: bool = False) -> tuple[float, float, float]:
    """Return the middle of a wheel and the radius of what its belt lies on."""
    small = not wheel["large"] and not (wheel["double"] and not driven)
    return wheel["x"], wheel["y"], _SMALL if small else _LARGE


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


def _gear(canvas: Canvas, place: tuple[float, float, float], teeth: int, fill: Any) -> None:
    points, (x, y, radius) = [], place
    for step in range(4 * teeth):
        angle = math.tau * (step - 0.5) / (4 * teeth) - math.pi / 2
        reach = radius + (_TOOTH if step % 4 in (0, 1) else -_TOOTH)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    canvas.polygon(points, fill=fill, line=3)


def _sides(
    one: tuple[float, float, float], other: tuple[float, float, float], crossed: bool
) -> list[tuple[Point, Point]]:
    """Return the ends of both sides of a belt."""
    (ax, ay, near), (bx, by, far) = one, other
    along, sides = math.atan2(by - ay, bx - ax), []
    lean = math.acos((near + far if crossed else near - far) / math.dist((ax, ay), (bx, by)))
    for side in (along + lean, along - lean):
        end = side + math.pi if crossed else side
        start = (ax + near * math.cos(side), ay + near * math.sin(side))
        sides.append((start, (bx + far * math.cos(end), by + far * math.sin(end))))
    return sides


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    wheels = values[f"all{level}"]
    canvas = Canvas(1000, 760)
    whole = [_round(wheel) if level > 1 else _round(wheel, driven=True) for wheel in wheels]
    below = level > 3
    for _ in range(1 if below else 0):
        _belts(canvas, wheels, whole)
    for circle, wheel in zip(whole, wheels, strict=True):
        _gear(canvas, circle, wheel["teeth"] * (2 if wheel["double"] and level > 1 else 1), "white")
    for _ in range(0 if below else 1):
        _belts(canvas, wheels, whole)
    for wheel in wheels:
        x, y, radius = _round(wheel, driven=True)
        if wheel["double"] and level > 3:
            for start, (ex, ey) in _sides(whole[wheel["parent"]], (x, y, radius), wheel["kind"] == "crossed"):
                share = (_LARGE + 14) / math.dist(start, (ex, ey))
                canvas.line(
                    (ex + share * (start[0] - ex), ey + share * (start[1] - ey)),
                    (ex, ey),
                    stroke="blue",
                    line=5,
                )
        if wheel["double"] and level > 1:
            _gear(canvas, (x, y, radius), wheel["teeth"], "orange")
        if wheel["play"] and level > 2:
            canvas.circle(x, y, 18, line=6)
        if wheel["way"] and level > 1:
            turn = (-130, 120) if wheel["way"] > 0 else (130, -120)
            arc(canvas, (x, y), radius - 15, *turn, stroke="red", line=4, head=13)
    for number in range(len(wheels) if level > 4 else 0):
        _plank(canvas, wheels, number)
    for place, wheel in enumerate(wheels):
        canvas.text(wheel["x"], wheel["y"], "ABCDEFGHI"[place], size=20, bold=True)
    return [canvas]


def _belts(canvas: Canvas, wheels: list[dict[str, Any]], whole: list[tuple[float, float, float]]) -> None:
    for wheel in wheels[1:]:
        if wheel["kind"] != "teeth":
            place = _round(wheel, driven=True)
            for side in _sides(whole[wheel["parent"]], place, wheel["kind"] == "crossed"):
                canvas.line(*side, stroke="blue", line=5)


def _plank(canvas: Canvas, wheels: list[dict[str, Any]], number: int) -> None:
    """Draw a plank over a part of the teeth of a wheel, where neither a coupling nor an arrow is, if there is room."""
    wheel = wheels[number]
    coupled = [wheels[wheel["parent"]]] if number else []
    coupled += [other for other in wheels[1:] if wheels[other["parent"]] is wheel]
    taken = [math.atan2(other["y"] - wheel["y"], other["x"] - wheel["x"]) for other in coupled]
    tried = [math.tau * step / 72 for step in range(72)] if not wheel["way"] else [math.pi / 2]
    room = {angle: min(abs(math.remainder(angle - other, math.tau)) for other in taken) for angle in tried}
    angle = max(room, key=room.__getitem__)
    if room[angle] < 1.15:
        return
    radius, dx, dy = _LARGE if wheel["large"] else _SMALL, math.cos(angle), math.sin(angle)
    corners = [(0.72, -0.9), (0.72, 0.9), (1.35, 0.9), (1.35, -0.9)]
    points = [
        (wheel["x"] + radius * (a * dx - b * dy), wheel["y"] + radius * (a * dy + b * dx)) for a, b in corners
    ]
    canvas.polygon(points, fill="silver", line=2.5)


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
        f"Nine toothed wheels with the letters A to I, some of which are joined by blue belts. {'. '.join(each)}."
    ]

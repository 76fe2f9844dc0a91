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

VERSION = 1
TITLE = "The Belt Loft"
CATEGORY = "graph"
PICTURES = (("graph", "2d-geometry"),)
VARIANTS = ("open-belts", "crossed-belts", "double-wheels", "one-way", "play")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "paper"

STATEMENT = """
In a loft there are nine toothed wheels, A to I. All of them turn because somebody turns wheel A, and each wheel passes its
movement on. The picture shows which wheels are coupled.

![image](1.png)

- Two wheels whose teeth meet turn in opposite directions.
- A blue belt joins two wheels. If its two sides run beside each other, both wheels turn in the same direction; if they cross each
other, the wheels turn in opposite directions. Belts that pass other wheels or belts do not touch them.
- With every coupling, both wheels move by the same number of teeth. A small wheel has 8 teeth and a large one has 16.
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

Print nine integers, for the wheels A to I: by how many teeth the mark is clockwise from the top, from 0 to 7 or from 0 to 15.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    names = ["parent", "sign", "double", "way", "play"][: max(2, level)]
    lines = [
        "def solution(text):",
        "    moves = [int(word) for word in text.split()[1:]]",
        "    teeth = [int(word) for word in $teeth.split()]",
        "    turned = [0] * len(teeth)",
        *(["    pins = [2] * len(teeth)"] if level > 4 else []),
        "    for move in moves:",
        "        turned[0] += move",
        "        steps = [move]",
        f"        for wheel, line in enumerate($wheels{level}.split(';'), 1):",
        f"            {', '.join(names)} = map(int, line.split())",
        "            own = sign * steps[parent]",
        *(["            if way * own < 0:", "                own = 0"] if level > 3 else []),
        "            turned[wheel] += own",
        *(["            if double:", "                own *= 2"] if level > 2 else []),
    ]
    if level > 4:
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
_SMALL, _LARGE, _TOOTH = 35.0, 70.0, 6.0  #: radii of the wheels without half a tooth, and half a tooth, px
_KINDS = ("teeth", "teeth", "teeth", "open", "open", "crossed", "crossed", "crossed")


def sample(draws: Draws) -> dict[str, Any]:
    for _ in range(60):
        wheels = _grown(draws)
        if wheels is None:
            continue
        values: dict[str, Any] = {"wheels": wheels, "seed": draws.integer(1, 10**9)}
        for level in range(1, 6):
            values[f"wheels{level}"] = "; ".join(
                " ".join(map(str, _numbers(wheel, level)[: max(2, level)])) for wheel in wheels[1:]
            )
        values["teeth"] = " ".join("16" if wheel["large"] else "8" for wheel in wheels)
        tried = [_list(draws.integers(count, -9, 9)) for count in (2, 3, 4) for _ in range(40)]
        tried.append(_list([16, -16, 32]))
        values["shown"] = agreeing(tried, solvers(REFERENCE, values))[:1] or ["1\n0\n"]
        return values
    raise UnfitError("the wheels have no room")


def _numbers(wheel: dict[str, Any], level: int) -> list[int]:
    """Return the numbers of a wheel's line in the right program."""
    against = wheel["kind"] == "teeth" or (wheel["kind"] == "crossed" and level > 1)
    return [wheel["parent"], -1 if against else 1, wheel["double"], wheel["way"], wheel["play"]]


def _grown(draws: Draws) -> list[dict[str, Any]] | None:
    """Place wheels one after the other, each coupled with an earlier one; None if there is no room."""
    kinds = draws.shuffled(_KINDS)
    belts = [place for place, kind in enumerate(kinds, 1) if kind != "teeth"]
    doubles = draws.sample([place for place in belts if place < 7], 2)
    singles = [place for place in range(1, 9) if place not in doubles]
    special = draws.sample(singles, 4)
    wheels: list[dict[str, Any]] = [
        {"x": 130.0, "y": 380.0, "large": True, "double": 0, "way": 0, "play": 0, "parent": -1, "kind": ""}
    ]
    for place, kind in enumerate(kinds, 1):
        wheel = {
            "kind": kind,
            "double": int(place in doubles),
            "large": place in singles and draws.chance(1, 3),
        }
        wheel["way"] = draws.choice((1, -1)) if place in special[:2] else 0
        wheel["play"] = int(place in special[2:])
        for _ in range(200):
            parent = draws.integer(max(0, place - 4), place - 1)
            above = wheels[parent]
            if kind == "teeth" and above["double"]:
                continue
            near = _reach(above) + _reach(wheel)
            far = near if kind == "teeth" else near + draws.integer(70, 190)
            angle = math.radians(5 * draws.integer(0, 71))
            wheel |= {
                "parent": parent,
                "x": above["x"] + far * math.cos(angle),
                "y": above["y"] + far * math.sin(angle),
            }
            if _fits(wheels, wheel):
                break
        else:
            return None
        wheels.append(wheel)
    used = {wheel["parent"] for wheel in wheels}
    return (
        wheels
        if all(place in used for place, wheel in enumerate(wheels) if wheel["double"] or wheel["play"])
        else None
    )


def _reach(wheel: dict[str, Any]) -> float:
    return _LARGE if wheel["large"] or wheel["double"] else _SMALL


def _fits(wheels: list[dict[str, Any]], new: dict[str, Any]) -> bool:
    """Whether a wheel and its belt keep away from all others and from the edges."""
    edge = _reach(new) + 14
    if not (edge < new["x"] < 1000 - edge and edge < new["y"] < 760 - edge):
        return False
    above = wheels[new["parent"]]
    for wheel in wheels:
        apart = math.dist((wheel["x"], wheel["y"]), (new["x"], new["y"])) - _reach(wheel) - _reach(new)
        if wheel is not above and (apart < 30 or (new["kind"] != "teeth" and _hides(above, new, wheel))):
            return False
        if wheel["kind"] in ("open", "crossed") and _hides(wheels[wheel["parent"]], wheel, new):
            return False
    return True


def _hides(first: dict[str, Any], second: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the belt between two wheels comes near another one."""
    if other in (first, second):
        return False
    dx, dy = second["x"] - first["x"], second["y"] - first["y"]
    share = ((other["x"] - first["x"]) * dx + (other["y"] - first["y"]) * dy) / (dx * dx + dy * dy)
    near = math.dist((other["x"], other["y"]), (first["x"] + share * dx, first["y"] + share * dy))
    wide = (1 - share) * _reach(first) + share * _reach(second)
    return bool(0 < share < 1 and near < _reach(other) + wide + 12)


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
        _list([-1, -1, 5, -40, 0, 40]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [59, 60])


def _gear(canvas: Canvas, x: float, y: float, radius: float, fill: Any) -> None:
    points, teeth = [], round(radius / _SMALL * 8)
    for step in range(4 * teeth):
        angle = math.tau * (step - 0.5) / (4 * teeth)
        reach = radius + (_TOOTH if step % 4 in (0, 1) else -_TOOTH)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    canvas.polygon(points, fill=fill, line=3)


def _belt(
    canvas: Canvas, one: tuple[float, float, float], other: tuple[float, float, float], crossed: bool
) -> None:
    (ax, ay, near), (bx, by, far) = one, other
    along = math.atan2(by - ay, bx - ax)
    lean = math.acos((near + far if crossed else near - far) / math.dist((ax, ay), (bx, by)))
    for side in (along + lean, along - lean):
        end = side + math.pi if crossed else side
        start = (ax + near * math.cos(side), ay + near * math.sin(side))
        canvas.line(start, (bx + far * math.cos(end), by + far * math.sin(end)), stroke="blue", line=5)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level, wheels = int(DIAL[variant]), values["wheels"]
    canvas = Canvas(1000, 760)
    shown = [(wheel["x"], wheel["y"], _LARGE if wheel["large"] else _SMALL) for wheel in wheels]
    whole = [
        (x, y, _LARGE if wheel["double"] and level > 2 else radius)
        for (x, y, radius), wheel in zip(shown, wheels, strict=True)
    ]
    for x, y, radius in whole:
        _gear(canvas, x, y, radius, "white")
    for place, wheel in enumerate(wheels):
        if wheel["kind"] in ("open", "crossed"):
            _belt(canvas, whole[wheel["parent"]], shown[place], wheel["kind"] == "crossed" and level > 1)
    for place, (wheel, (x, y, radius)) in enumerate(zip(wheels, shown, strict=True)):
        if wheel["double"] and level > 2:
            _gear(canvas, x, y, radius, "orange")
        if wheel["play"] and level > 4:
            canvas.circle(x, y, 18, line=6)
        if wheel["way"] and level > 3:
            start, end = (-130, 120) if wheel["way"] > 0 else (130, -120)
            arc(canvas, (x, y), radius - 15, start, end, stroke="red", line=4, head=13)
        canvas.text(x, y, "ABCDEFGHI"[place], size=20, bold=True)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level, each = int(DIAL[variant]), ["A is large"]
    for place, wheel in enumerate(values["wheels"][1:], 1):
        other = "ABCDEFGHI"[wheel["parent"]]
        how = f"its teeth meet those of {other}"
        if wheel["kind"] != "teeth":
            how = f"a belt whose sides {'cross' if wheel['kind'] == 'crossed' and level > 1 else 'run beside each other'} joins it to {other}"
        size = (
            "small and orange on a large one"
            if wheel["double"] and level > 2
            else "large"
            if wheel["large"]
            else "small"
        )
        marks = (
            f", with a red arrow that turns {'' if wheel['way'] > 0 else 'anti'}clockwise"
            if wheel["way"] and level > 3
            else ""
        )
        marks += ", with a thick black ring" if wheel["play"] and level > 4 else ""
        each.append(f"{'ABCDEFGHI'[place]} is {size}{marks}; {how}")
    return [
        f"Nine toothed wheels with the letters A to I, some of which are joined by blue belts. {'. '.join(each)}."
    ]

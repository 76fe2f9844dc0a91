"""The sea rises and falls around an island with basins, dykes and culverts; how deep is the water at the camps?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Camps in the Flood"
CATEGORY = "map"
PICTURES = (("map",),)
VARIANTS = ("basins", "dykes", "pumps", "culverts", "double-lines")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "paper"

STATEMENT = """
The picture is the map of an island in the sea, with nine camps, A to I.

![image](1.png)

- Every closed line is a step of one metre, or of two metres if it is double. Who crosses it towards its inside goes up by this step, but down if it has
short strokes on its inside. The sea lies outside of all lines and its bottom has the height 0. Between the lines the ground is
level, so every area has one height.
- On a broad single line stands a dyke, which is two metres higher than the higher ground beside it. All other lines are as high as the
higher ground beside them.
- A blue dashed line joins two camps by a culvert. Water passes between their two areas as if they touched each other.
- A red cross at a camp is a pump. It runs whenever the sea cannot flow to its area, and keeps the whole area dry.

In the beginning there is no water in any area. Then the sea takes one level after the other. At each level water flows from area
to area wherever it is higher than what is between them, until nothing flows any more: an area to which the sea can flow has the
same water level as the sea. From all other areas the water flows off as far as it can, to the sea and to running pumps, and the
rest stays.

Input

The first line has an integer n, the number of levels (1 <= n <= 60). The second line has n integers from 0 to 12: the levels of the
sea in metres, one after the other.

Output

Print nine integers, for the camps A to I: how many metres the ground at the camp is below water in the end, or 0 if it is dry.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    dyke, higher = (", dyke", " + 2 * dyke") if level > 1 else ("", "")
    sinks = "[0, *$pumps]" if level > 2 else "[0]"
    return f"""
def solution(text):
    levels = [int(word) for word in text.split()[1:]]
    heights = [int(word) for word in $heights{1 if level < 5 else 5}.split()]
    areas = range(len(heights))
    crests = [[heights[one] if one == other else float("inf") for other in areas] for one in areas]
    for line in $lines{level}.split(";"):
        one, other{dyke} = map(int, line.split())
        crests[one][other] = crests[other][one] = max(heights[one], heights[other]){higher}
    for between in areas:
        for one in areas:
            for other in areas:
                crest = max(crests[one][between], crests[between][other])
                crests[one][other] = min(crests[one][other], crest)
    water = list(heights)
    for level in levels:
        for area in areas:
            if level > crests[area][0]:
                water[area] = level
            else:
                water[area] = min(water[area], *[crests[area][sink] for sink in {sinks}])
    return " ".join(str(top - low) for top, low in zip(water[1:], heights[1:]))
"""


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "last-level-alone": {
        name: text.replace("in levels:", "in levels[-1:]:") for name, text in REFERENCE.items()
    },
    "highest-level": {
        name: text.replace("in levels:", "in [max(levels)]:") for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {"0 → *": "an area in which no water stays takes the place of the sea"}
_AREAS = 9
_MIDDLE, _STRETCH = 500.0, 1.35  #: the map is drawn broader than the numbers below are

#: A line around an area: the area around it (0 is the sea), its middle, radius, and the shape of its waves.
Line = dict[str, Any]


def _radius(line: Line, angle: float) -> float:
    waves = 0.07 * math.cos(2 * angle + line["turn"]) + 0.05 * math.cos(3 * angle + 2 * line["turn"])
    return float(line["radius"] * (1 + waves + 0.02 * math.cos(7 * angle + line["turn"])))


def _inside(line: Line, x: float, y: float) -> float:
    """Return how far a point is inside of a line; negative outside."""
    dx, dy = x - line["x"], y - line["y"]
    return _radius(line, math.atan2(dy, dx)) - math.hypot(dx, dy)


def _island(draws: Draws) -> list[Line] | None:
    """Return the lines of an island, each after the one around it; None if there is no room."""
    lines: list[Line] = []
    for parent, least in ((-1, 335), (0, 146), (0, 92), (0, 66), (0, 42), (1, 92), (5, 43), (2, 44), (0, 42)):
        around = lines[parent] if lines else {"x": _MIDDLE, "y": 385.0, "radius": 0}
        radius = least + (draws.integer(0, 5) if lines else 0)
        for _ in range(300):
            x, y = (around[axis] + around["radius"] * draws.integer(-70, 70) / 100 for axis in "xy")
            near = math.hypot(x - around["x"], y - around["y"])
            others = [line for line in lines if lines and line["parent"] == parent]
            fits = not lines or near + 1.1 * radius + 10 < 0.9 * around["radius"]
            if fits and all(
                math.hypot(x - line["x"], y - line["y"]) > 1.12 * (radius + line["radius"]) + 12
                for line in others
            ):
                break
        else:
            return None
        lines.append(
            {"parent": parent, "x": x, "y": y, "radius": radius, "turn": draws.integer(0, 628) / 100}
        )
    return lines


def _camp(draws: Draws, lines: list[Line], area: int) -> tuple[float, float] | None:
    """Return a place in an area with room for a dot and, at its right, a letter."""
    own, others = lines[area], [line for line in lines if line["parent"] == area]
    for _ in range(400):
        x, y = (own[axis] + own["radius"] * draws.integer(-90, 90) / 100 for axis in "xy")
        spots = [(x + dx, y + dy) for dx in (-7, 10, 28) for dy in (-11, 11)]
        if all(_inside(own, *spot) > 16 for spot in spots) and all(
            _inside(other, *spot) < -8 for other in others for spot in spots
        ):
            return x, y
    return None


def sample(draws: Draws) -> dict[str, Any]:
    for _ in range(80):
        lines = _island(draws)
        camps = [] if lines is None else [_camp(draws, lines, area) for area in range(_AREAS)]
        if lines is not None and None not in camps:
            break
    else:
        raise UnfitError("there is no room for all lines and camps")
    names = draws.shuffled(range(1, _AREAS + 1))  # the letter of each area, as a number from 1
    basins = sorted(draws.sample(range(1, _AREAS), 4))
    dykes, pumps = draws.sample(basins, 2), draws.sample(basins, 2)
    culvert = draws.sample(range(1, _AREAS), 2)
    doubles = draws.sample([area for area in range(1, _AREAS) if area not in dykes], 3)
    heights = {1: [0] * (_AREAS + 1), 5: [0] * (_AREAS + 1)}
    for level, found in heights.items():
        for area, line in enumerate(lines):
            below = found[names[line["parent"]]] if area else 0
            step = 2 if level > 4 and area in doubles else 1
            found[names[area]] = below + (-step if area in basins else step)
    values: dict[str, Any] = {
        "lines": lines, "camps": camps, "names": names, "basins": basins, "dykes": dykes, "pump_areas": pumps,
        "culvert": culvert, "pumps": sorted(names[area] for area in pumps), "seed": draws.integer(1, 10**9),
        "heights1": " ".join(map(str, heights[1])), "heights5": " ".join(map(str, heights[5])), "doubles": doubles,
    }  # fmt: skip
    for level in range(1, 6):
        pairs = [
            (names[line["parent"]] if area else 0, names[area], int(area in dykes))
            for area, line in enumerate(lines)
        ]
        pairs += [(names[culvert[0]], names[culvert[1]], 0)] if level > 3 else []
        values[f"lines{level}"] = "; ".join(
            " ".join(map(str, pair[: 3 if level > 1 else 2])) for pair in pairs
        )
    if lines[culvert[0]]["parent"] == culvert[1] or lines[culvert[1]]["parent"] == culvert[0]:
        raise UnfitError("the culvert joins areas that touch")
    return values


def _list(levels: list[int]) -> str:
    return f"{len(levels)}\n{' '.join(map(str, levels))}\n"


def check_input(_values: dict[str, Any], text: str) -> None:
    count, levels = text.removesuffix("\n").split("\n")
    numbers = [int(word) for word in levels.split(" ")]
    if not 1 <= int(count) == len(numbers) <= 60 or not all(0 <= number <= 12 for number in numbers):
        raise ValueError("another number of levels, or a level that is not from 0 to 12")


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list([1, 0])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("flood_camps", values["seed"], name)
    return [_list([draws.integer(0, 7) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [2, 3, 4, 5, 6, 8])


def edge(_values: dict[str, Any]) -> list[str]:
    rising = [[level] for level in (1, 2, 3, 4, 5, 6, 12)]
    falling = [[level, 0] for level in (2, 3, 4, 5, 6)]
    return [*map(_list, rising), *map(_list, falling), _list([0] * 7), _list([12, 1]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [59, 60])


def _wide(x: float) -> float:
    return _MIDDLE + _STRETCH * (x - _MIDDLE)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    canvas = Canvas(1000, 760)
    for area, line in enumerate(values["lines"]):
        points, steps = [], 180
        for step in range(steps + 1):
            angle = math.tau * step / steps
            reach = _radius(line, angle)
            points.append((_wide(line["x"] + reach * math.cos(angle)), line["y"] + reach * math.sin(angle)))
        canvas.line(*points, line=10 if level > 1 and area in values["dykes"] else 3.5)
        if level > 4 and area in values["doubles"]:
            x, y, near = _wide(line["x"]), line["y"], 1 - 8 / line["radius"]
            canvas.line(*((x + near * (a - x), y + near * (b - y)) for a, b in points), line=3.5)
        if area in values["basins"]:
            count = max(12, round(line["radius"] / 4))
            for tick in range(count):
                x, y = points[round(tick * steps / count)]
                dx, dy = _wide(line["x"]) - x, line["y"] - y
                share = 17 / math.hypot(dx, dy)
                canvas.line((x, y), (x + share * dx, y + share * dy), line=3.5)
    camps = [(_wide(x), y) for x, y in values["camps"]]
    if level > 3:
        canvas.line(*(camps[area] for area in values["culvert"]), stroke="blue", line=4, dashed=True)
    for area, (x, y) in enumerate(camps):
        if level > 2 and area in values["pump_areas"]:
            for side in (-1, 1):
                canvas.line((x - 11, y - 11 * side), (x + 11, y + 11 * side), stroke="red", line=6)
        else:
            canvas.circle(x, y, 7, fill="ink")
        canvas.text(x + 27, y, "ABCDEFGHI"[values["names"][area] - 1], size=24, bold=True)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level, each = int(DIAL[variant]), []
    letters = ["ABCDEFGHI"[name - 1] for name in values["names"]]
    for area, line in enumerate(values["lines"]):
        how = "broad " if level > 1 and area in values["dykes"] else ""
        how += "double " if level > 4 and area in values["doubles"] else ""
        how += "line with short strokes on its inside" if area in values["basins"] else "line without strokes"
        place = f"inside of the area of {letters[line['parent']]}" if area else "in the sea"
        each.append(f"around the area of {letters[area]}, which lies {place}, runs a {how}")
    text = f"A map with closed lines that lie in one another, and a camp with a letter in each area: {'; '.join(each)}."
    if level > 2:
        text += f" Red crosses are at {' and '.join(letters[area] for area in values['pump_areas'])}."
    if level > 3:
        text += f" A blue dashed line joins {' and '.join(letters[area] for area in values['culvert'])}."
    return [text]

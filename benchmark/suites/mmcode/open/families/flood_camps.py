"""The sea rises and falls around an island with basins, dykes and culverts; how deep is the water at the camps?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

import numpy as np

from benchmark.authoring.family import UnfitError
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.mmcode.open.families._cards import Card, Point

VERSION = 2
TITLE = "Camps in the Flood"
CATEGORY = "map"
PICTURES = (("map",),)
VARIANTS = ("dykes", "culverts", "winding", "clouds", "card")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
The picture is the map of an island in the sea, with nine camps, A to I.

![image](1.png)

- Every closed line is a step of one metre, or of two metres if it is double. Who crosses it towards its inside goes up by this
step, but down if it has short strokes on its inside, at one place or all along. The sea lies outside of all lines and its bottom
has the height 0. Between the lines the ground is level. No line meets another one.
- On a broad single line stands a dyke, which is two metres higher than the higher ground beside it. All other lines are as high as
the higher ground beside them.
- A blue dashed line joins two camps by a culvert. Water passes between their two areas as if they touched each other.
- A red cross at a camp is a pump. It runs whenever the sea cannot flow to its area, and keeps the whole area dry.
- White clouds hide parts of lines, which go on smoothly below them.
- A grey card with a yellow corner hides a part of the map. This part is drawn below the map as it is seen from behind: so as it
looks through the back of the sheet. The yellow corner is the same corner of the part.

In the beginning there is no water in any area. Then the sea takes one level after the other. At each level water flows wherever
it is higher than what is between two areas, until nothing flows any more: an area to which the sea can flow has the same water
level as the sea. From all other areas water flows off as far as it can, to the sea and to running pumps, and the rest stays.

Input

The first line has an integer n, the number of levels (1 <= n <= 60). The second line has n integers from 0 to 12: the levels of the
sea in metres, one after the other.

Output

Print nine integers, for the camps A to I: how many metres the ground at the camp is below water in the end, or 0 if it is dry.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    sinks = "[0, *$pumps]" if level > 1 else "[0]"
    sinks = sinks.replace("pumps", f"pumps{level}")
    return f"""
def solution(text):
    levels = [int(word) for word in text.split()[1:]]
    heights = [int(word) for word in $heights{level}.split()]
    areas = range(len(heights))
    crests = [[heights[one] if one == other else float("inf") for other in areas] for one in areas]
    for line in $lines{level}.split(";"):
        one, other, dyke = map(int, line.split())
        crests[one][other] = crests[other][one] = max(heights[one], heights[other]) + 2 * dyke
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
_MIDDLE, _STRETCH = 500.0, 1.25  #: the map is drawn broader than the numbers below are
_VORTEX = 150.0  #: radius in which the ground is turned, px
_STEPS = 540  #: parts of a closed line

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
        around = lines[parent] if lines else {"x": _MIDDLE, "y": 400.0, "radius": 0}
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


def _warped(vortices: list[tuple[float, float, float]], point: Point) -> Point:
    """Return where a point of the map is drawn: the ground is turned around some places."""
    x, y = point
    for middle, height, turn in vortices:
        dx, dy = x - middle, y - height
        share = math.hypot(dx, dy) / _VORTEX
        if share < 1:
            angle = turn * (1 - share * share) ** 2
            x = middle + dx * math.cos(angle) - dy * math.sin(angle)
            y = height + dx * math.sin(angle) + dy * math.cos(angle)
    return _MIDDLE + _STRETCH * (x - _MIDDLE), y


def _outline(
    line: Line, vortices: list[tuple[float, float, float]], share: float = 1.0, steps: int = _STEPS
) -> list[Point]:
    """Return the points of a line as it is drawn, or of one that is nearer to its middle."""
    points = []
    for step in range(steps + 1):
        angle = math.tau * step / steps
        reach = share * _radius(line, angle)
        points.append(
            _warped(vortices, (line["x"] + reach * math.cos(angle), line["y"] + reach * math.sin(angle)))
        )
    return points


def _gap(one: list[Point], other: list[Point]) -> float:
    """Return the least distance between two lines, px."""
    first, second = np.array(one), np.array(other)
    return float(np.sqrt(((first[:, None] - second[None]) ** 2).sum(axis=2).min()))


def _hidden(draws: Draws, made: dict[str, Any], *, cloud: bool) -> list[Card]:
    """Return places that hide lines, but neither camps nor strokes nor dashed lines: clouds, or one card."""
    wide, high = (76, 76) if cloud else (250, 190)
    found: list[Card] = []
    best: list[tuple[int, Card]] = []
    dashed = [made["camps"][area] for area in made["culvert"]]
    free = [
        *made["camps"],
        *(
            (
                dashed[0][0] + (dashed[1][0] - dashed[0][0]) * n / 20,
                dashed[0][1] + (dashed[1][1] - dashed[0][1]) * n / 20,
            )
            for n in range(21)
        ),
    ]
    free += [point for area in made["basins"] for point in made["outlines"][area][: _STEPS // 9]]
    for _ in range(150):
        x, y = draws.integer(60, 940 - wide), draws.integer(60, 740 - high)
        card = Card(left=x, top=y, wide=wide, high=high, x=500 - 0.5 * wide, y=820, turned=draws.chance(1, 2))
        if any(card.holds(point, 34) for point in free) or any(
            card.holds((one.left, one.top), 90) for one in found
        ):
            continue
        if len(found) > 4:
            break
        lines = [line for line in made["outlines"] if any(card.holds(point) for point in line[::7])]
        parts = [part for line in lines for part in card.parts(line)]
        if cloud and any(_bend(part) > 0.9 or len(part) < 5 for part in parts):
            continue
        if cloud and len(parts) in (2, 3, 4):
            found.append(card)
        best.append((len(parts), card))
    if cloud:
        return found[:5]
    return (
        [max(best, key=lambda pair: pair[0])[1]]
        if best and max(best, key=lambda pair: pair[0])[0] > 5
        else []
    )


def _bend(part: list[Point]) -> float:
    """Return the angle between the beginning and the end of a line, radians."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = part[0], part[1], part[-2], part[-1]
    turn = math.atan2(dy - cy, dx - cx) - math.atan2(by - ay, bx - ax)
    return abs(math.remainder(turn, math.tau))


def _filled(draws: Draws) -> tuple[list[Line], list[Point]]:
    """Return the lines of an island and a camp in each area."""
    for _ in range(400):
        lines = _island(draws)
        camps = [] if lines is None else [_camp(draws, lines, area) for area in range(_AREAS)]
        if lines is not None and None not in camps:
            return lines, [camp for camp in camps if camp]
    raise UnfitError("there is no room for all lines and camps")


def _names(draws: Draws, wet: list[int]) -> list[int]:
    """Return the letter of each area, as a number from 1; the first and the last are of basins without a pump."""
    names = dict(zip(wet, draws.shuffled((1, _AREAS)), strict=True))
    others = iter(draws.shuffled(range(2, _AREAS)))
    return [names[area] if area in names else next(others) for area in range(_AREAS)]


def _map(draws: Draws, level: int) -> dict[str, Any]:
    """Return the map of a level."""
    for attempt in range(1200):
        if attempt % 8 == 0:
            lines, camps = _filled(draws)
        basins = sorted(draws.sample(range(1, _AREAS), 4))
        dykes, pumps = draws.sample(basins, 2), draws.sample(basins, 2)
        culvert = draws.sample(range(1, _AREAS), 2)
        if lines[culvert[0]]["parent"] == culvert[1] or lines[culvert[1]]["parent"] == culvert[0]:
            continue
        vortices = []
        for _ in range(3 if level > 2 else 0):
            angle, far = draws.integer(0, 628) / 100, draws.integer(30, 290)
            turn = draws.choice((-1, 1)) * (1.9 + 0.1 * level)
            vortices.append((_MIDDLE + far * math.cos(angle), 400 + far * math.sin(angle), turn))
        outlines = [_outline(line, vortices, steps=90) for line in lines]
        if not all(10 < x < 990 and 8 < y < 792 for x, y in outlines[0]):
            continue
        if any(
            _gap(outlines[a], outlines[b]) < (9.5 + 3.5 * (a in dykes or b in dykes))
            for a in range(_AREAS)
            for b in range(a)
        ):
            continue
        outlines = [_outline(line, vortices) for line in lines]
        made: dict[str, Any] = {
            "lines": lines, "basins": basins, "dykes": dykes, "pumps": pumps, "culvert": culvert, "outlines": outlines,
            "vortices": vortices, "camps": [_warped(vortices, camp) for camp in camps],
            "doubles": draws.sample([area for area in range(1, _AREAS) if area not in dykes and lines[area]["radius"] > 60], min(2, level - 2)) if level > 2 else [],
            "names": _names(draws, [area for area in basins if area not in pumps]),
        }  # fmt: skip
        spots = [(x + right, y) for x, y in made["camps"] for right in (0, 27)]
        if min(math.dist(spot, point) for spot in spots for line in outlines for point in line[::3]) < 17:
            continue
        made["clouds"] = _hidden(draws, made, cloud=True) if level == 4 else []
        made["card"] = _hidden(draws, made, cloud=False) if level == 5 else []
        if (level != 4 or len(made["clouds"]) > 1) and (level != 5 or made["card"]):
            return made
    raise UnfitError("there is no room for all lines and camps")


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    for level in range(1, 6):
        values[f"map{level}"] = made = _map(draws, level)
        names, lines = made["names"], made["lines"]
        heights = [0] * (_AREAS + 1)
        for area, line in enumerate(lines):
            step = 2 if area in made["doubles"] else 1
            heights[names[area]] = (heights[names[line["parent"]]] if area else 0) + (
                -step if area in made["basins"] else step
            )
        values[f"heights{level}"] = " ".join(map(str, heights))
        values[f"pumps{level}"] = sorted(names[area] for area in made["pumps"])
        pairs = [
            (names[line["parent"]] if area else 0, names[area], int(area in made["dykes"]))
            for area, line in enumerate(lines)
        ]
        pairs += [(*(names[area] for area in made["culvert"]), 0)] if level > 1 else []
        values[f"lines{level}"] = "; ".join(" ".join(map(str, pair)) for pair in pairs)
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


def _ticks(canvas: Canvas, made: dict[str, Any], area: int, level: int) -> None:
    """Draw short strokes on the inside of a line, all along or at its beginning only."""
    line = made["lines"][area]
    points, inner = made["outlines"][area], _outline(line, made["vortices"], 1 - 12 / line["radius"])
    count = max(12, round(line["radius"] / 4))
    for tick in range(count if level < 3 else 0):
        step = round(tick * _STEPS / count)
        canvas.line(points[step], inner[step], line=3.5)
    walked, last = 0.0, -99.0
    for step in range(_STEPS // 9 if level > 2 else 0):
        walked += math.dist(points[step], points[step + 1])
        if 6 < walked < 70 and walked - last > 12:
            last = walked
            (x, y), (dx, dy) = (
                points[step],
                (inner[step][0] - points[step][0], inner[step][1] - points[step][1]),
            )
            share = 12 / math.hypot(dx, dy)
            canvas.line((x, y), (x + share * dx, y + share * dy), line=3.5)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    made = values[f"map{level}"]
    canvas = Canvas(1000, 1024 if level > 4 else 800)
    drawn = [(points, 10.0 if area in made["dykes"] else 3.5) for area, points in enumerate(made["outlines"])]
    drawn += [
        (_outline(made["lines"][area], made["vortices"], 1 - 8 / made["lines"][area]["radius"]), 3.5)
        for area in made["doubles"]
    ]
    for points, wide in drawn:
        canvas.line(*points, line=wide)
    for area in made["basins"]:
        _ticks(canvas, made, area, level)
    camps = made["camps"]
    for cloud in made["clouds"]:
        x, y = cloud.left + cloud.wide / 2, cloud.top + cloud.high / 2
        canvas.circle(x, y, 38, fill="white", line=2.5, dashed=True)
    for card in made["card"]:
        card.cover(canvas)
        for points, wide in drawn:
            for part in card.parts(points):
                canvas.line(*part, line=wide)
        card.frame(canvas)
    if level > 1:
        canvas.line(*(camps[area] for area in made["culvert"]), stroke="blue", line=4, dashed=True)
    for area, (x, y) in enumerate(camps):
        if level > 1 and area in made["pumps"]:
            for side in (-1, 1):
                canvas.line((x - 11, y - 11 * side), (x + 11, y + 11 * side), stroke="red", line=6)
        else:
            canvas.circle(x, y, 7, fill="ink")
        canvas.text(x + 27, y, "ABCDEFGHI"[made["names"][area] - 1], size=24, bold=True)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level, each = int(DIAL[variant]), []
    made = values[f"map{level}"]
    letters = ["ABCDEFGHI"[name - 1] for name in made["names"]]
    for area, line in enumerate(made["lines"]):
        how = "broad " if area in made["dykes"] else "double " if area in made["doubles"] else ""
        how += "line with short strokes on its inside" if area in made["basins"] else "line without strokes"
        place = f"inside of the area of {letters[line['parent']]}" if area else "in the sea"
        each.append(f"around the area of {letters[area]}, which lies {place}, runs a {how}")
    text = f"A map with closed lines that lie in one another, and a camp with a letter in each area: {'; '.join(each)}."
    if level > 1:
        text += f" Red crosses are at {' and '.join(letters[area] for area in made['pumps'])}."
        text += f" A blue dashed line joins {' and '.join(letters[area] for area in made['culvert'])}."
    text += " White clouds and cards are already looked through." if level > 3 else ""
    return [text]

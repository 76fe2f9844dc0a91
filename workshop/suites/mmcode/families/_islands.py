"""Islands of ``flood_camps``: lines that lie in one another, the camps between them, and their drawing.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.drawing.items import Point, points_text

#: A line around an area: the area around it (0 is the sea), its middle, radius, and the shape of its waves.
Line = dict[str, Any]
#: Of each area of a terraced island: the area around it, its radius, and whether a line without a camp runs around it.
_AREAS = (
    (-1, 380, True), (0, 140, False), (0, 120, True), (0, 96, True), (0, 74, True), (1, 88, False), (5, 42, False),
    (2, 42, False), (0, 46, False),
)  # fmt: skip
_TERRACE = 30  #: how much smaller the area inside of such a line is, px
_STRETCH = 1.35  #: maps are drawn so much broader than the numbers are
MIDDLE, MIDDLE_5 = 500.0, 590.0  #: of the map, also at level 5, px
MOST, MOST_5 = 359.0, 422.0  #: from there to the edge of the map, also at level 5, px


def _radius(line: Line, angle: float) -> float:
    waves = 0.07 * math.cos(2 * angle + line["turn"]) + 0.05 * math.cos(3 * angle + 2 * line["turn"])
    return float(
        line["radius"] * (1 + line.get("lobes", 1) * waves + 0.02 * math.cos(7 * angle + line["turn"]))
    )


def _inside(line: Line, x: float, y: float) -> float:
    """Return how far a point is inside of a line; negative outside."""
    dx, dy = x - line["x"], y - line["y"]
    return _radius(line, math.atan2(dy, dx)) - math.hypot(dx, dy)


def island(draws: Draws) -> list[Line] | None:
    """Return the lines of an island, each after the one around it; None if there is no room."""
    lines: list[Line] = []
    for parent, least in ((-1, 335), (0, 146), (0, 92), (0, 66), (0, 42), (1, 92), (5, 43), (2, 44), (0, 42)):
        around = lines[parent] if lines else {"x": MIDDLE, "y": 385.0, "radius": 0}
        radius = least + (draws.integer(0, 5) if lines else 0)
        for _ in range(300):
            x, y = (around[axis] + around["radius"] * draws.integer(-70, 70) / 100 for axis in "xy")
            turn = draws.integer(0, 628) / 100
            line: Line = {"parent": parent, "x": x, "y": y, "radius": radius, "turn": turn}
            near = math.hypot(x - around["x"], y - around["y"])
            others = [line for line in lines if lines and line["parent"] == parent]
            fits = near + 1.1 * radius + 10 < 0.9 * around["radius"] if lines else _fits(line, MOST)
            if fits and all(
                math.hypot(x - line["x"], y - line["y"]) > 1.12 * (radius + line["radius"]) + 12
                for line in others
            ):
                break
        else:
            return None
        lines.append(line)
    return lines


def terraced_island(draws: Draws) -> list[Line] | None:
    """Return the lines of an island with terraces, of which those around a camp are numbered; None without room."""
    lines: list[Line] = []
    of_area: dict[int, int] = {}
    for area, (around, radius, terrace) in enumerate(_AREAS):
        parent = of_area.get(around, -1)
        near = [(other, n == parent) for n, other in enumerate(lines) if parent in (n, other["parent"])]
        for _ in range(300):
            line = {"parent": parent, "radius": radius, "lobes": 1.5, "turn": draws.integer(0, 628) / 100}
            line |= {"area": -1, "x": MIDDLE_5, "y": 440.0}
            if parent >= 0:
                outer = lines[parent]
                line |= {axis: outer[axis] + outer["radius"] * draws.integer(-90, 90) / 100 for axis in "xy"}
            if _is_apart(line, near) if lines else _fits(line, MOST_5):
                break
        else:
            return None
        if terrace:
            lines.append(line)
            line = line | {"parent": len(lines) - 1, "radius": radius - _TERRACE}
        of_area[area] = len(lines)
        lines.append(line | {"area": area})
    return lines


def _fits(line: Line, most: float) -> bool:
    """Whether the outer line stays in the picture."""
    return all(max(abs(x - line["x"]), abs(y - line["y"])) < most for x, y in _points(line))


def _is_apart(line: Line, near: list[tuple[Line, bool]]) -> bool:
    """Whether a line keeps away from others; each comes with whether it is around the line."""
    spans = [math.hypot(line["x"] - other["x"], line["y"] - other["y"]) for other, _ in near]
    for span, (other, around) in zip(spans, near, strict=True):
        if span > 0.9 * other["radius"] if around else span < 0.9 * (line["radius"] + other["radius"]):
            return False
    return all(
        _is_within(line, other, span) if around else _is_next_to(line, other, span)
        for span, (other, around) in zip(spans, near, strict=True)
    )


# A line is at most a fifth of its radius away from its circle: often the circles say enough, and else the points that
# face the other line, which come first.
def _is_within(line: Line, other: Line, span: float) -> bool:
    return span + 1.2 * line["radius"] < 0.8 * other["radius"] - 17 or all(
        _inside(other, *point) > 16 for point in _points(line, _step(other, line))
    )


def _is_next_to(line: Line, other: Line, span: float) -> bool:
    return span > 1.2 * (line["radius"] + other["radius"]) + 19 or all(
        _inside(one, *point) < -18
        for one, two in ((line, other), (other, line))
        for point in _points(two, _step(two, one))
    )


def _step(line: Line, other: Line) -> int:
    """Return at which of its 40 points a line faces the middle of another one."""
    return round(40 * math.atan2(other["y"] - line["y"], other["x"] - line["x"]) / math.tau)


def _points(line: Line, middle: int = 0) -> Iterator[tuple[float, float]]:
    """Yield 40 points of a line, from two before the given one on."""
    for step in range(middle - 2, middle + 38):
        angle = math.tau * (step % 40) / 40
        far = _radius(line, angle)
        yield line["x"] + far * math.cos(angle), line["y"] + far * math.sin(angle)


def has_room(lines: list[Line], area: int) -> bool:
    """Whether a second line inside of the one around an area stays away from all others."""
    inner = [point for line in lines if line["parent"] == area for point in _points(line)]
    return all(_inside(lines[area], *point) > 30 for point in inner)


def camp(draws: Draws, lines: list[Line], area: int) -> tuple[float, float] | None:
    """Return a place in an area with room for a dot and, at its right, a letter."""
    own, others = lines[area], [line for line in lines if line["parent"] == area]
    for _ in range(400):
        x, y = (own[axis] + own["radius"] * draws.integer(-90, 90) / 100 for axis in "xy")
        spots = [(x + dx, y + dy) for dx in (-10, 32, 10) for dy in (-11, 11)]
        if all(_inside(own, *spot) > 16 for spot in spots) and all(
            _inside(other, *spot) < -8 for other in others for spot in spots
        ):
            return x, y
    return None


def free_pairs(lines: list[Line], camps: list[tuple[float, float] | None]) -> list[list[int]]:
    """Return the camps of areas that do not touch, with no other camp on the straight line between them."""
    spots = {area: spot for area, spot in enumerate(camps) if spot}
    found = []
    for one, other in combinations(spots, 2):
        (ax, ay), (bx, by) = spots[one], spots[other]
        touch = lines[one]["parent"] == other or lines[other]["parent"] == one
        steps = [(ax + (bx - ax) * n / 40, ay + (by - ay) * n / 40) for n in range(41)]
        # a letter stands at the right of its camp
        marks = [(x + 9, y, 34) for area, (x, y) in spots.items() if area not in (one, other)]
        marks += [(x + 20, y, 17) for x, y in (spots[one], spots[other])]
        if not touch and all(math.dist(step, mark[:2]) > mark[2] for mark in marks for step in steps):
            found.append([one, other])
    return found


def heights_of(lines: list[Line], names: list[int], basins: list[int], doubles: list[int]) -> str:
    """Return the heights of the sea and of all areas, by their names."""
    found = [0] * (len(lines) + 1)
    for area, line in enumerate(lines):
        below, step = found[names[line["parent"]]] if area else 0, 2 if area in doubles else 1
        found[names[area]] = below + (-step if area in basins else step)
    return " ".join(map(str, found))


def pairs_of(
    lines: list[Line], names: list[int], dykes: list[int], culverts: list[list[int]], kept: int = 3
) -> str:
    """Return the names of areas that touch, with a 1 if there is a dyke between them."""
    pairs = [
        (names[line["parent"]] if area else 0, names[area], int(area in dykes))
        for area, line in enumerate(lines)
    ]
    pairs += [(names[one], names[other], 0) for one, other in culverts]
    return "; ".join(" ".join(map(str, pair[:kept])) for pair in pairs)


def chart(island: dict[str, Any], level: int) -> Canvas:
    """Draw a map."""
    canvas, scale = (Canvas(1000, 850), 1.0) if level < 5 else (Canvas(944, 784), 0.8)
    middle = MIDDLE if level < 5 else MIDDLE_5 * scale

    def wide(x: float) -> float:
        return middle + _STRETCH * (x * scale - middle)

    camps = {area: (wide(spot[0]), scale * spot[1]) for area, spot in enumerate(island["camps"]) if spot}
    for area, (x, y) in camps.items():  # first, so that no ground of a letter hides a line
        canvas.text(x + 27, y, "ABCDEFGHI"[island["names"][area] - 1], size=24, bold=True)
    _key(canvas)
    for area, line in enumerate(island["lines"]):
        points, steps = [], 180
        for step in range(steps):
            angle = math.tau * step / steps
            reach = _radius(line, angle)
            y = scale * (line["y"] + reach * math.sin(angle))
            points.append((wide(line["x"] + reach * math.cos(angle)), y))
        _closed(canvas, points, 10 if level > 1 and area in island["dykes"] else 3.5)
        if level > 4 and area in island["doubles"]:
            x, y, near = wide(line["x"]), scale * line["y"], 1 - 8 / (scale * line["radius"])
            _closed(canvas, [(x + near * (a - x), y + near * (b - y)) for a, b in points], 3.5)
        if area in island["basins"]:
            count = max(12, round(line["radius"] / 4))
            for tick in range(count):
                x, y = points[round(tick * steps / count)]
                dx, dy = wide(line["x"]) - x, scale * line["y"] - y
                share = (17 if level < 5 else 14) / math.hypot(dx, dy)
                canvas.line((x, y), (x + share * dx, y + share * dy), line=3.5)
    for culvert in island["culverts"] if level > 3 else ():
        canvas.line(*(camps[area] for area in culvert), stroke="blue", line=4, dashed=True)
    pumps = island["pump_areas"] if level > 2 else ()
    for area, (x, y) in camps.items():
        _pump(canvas, x, y) if area in pumps else canvas.circle(x, y, 7, fill="ink")
    return canvas


def _closed(canvas: Canvas, points: list[Point], line: float) -> None:
    """Draw a line whose ends meet, also by hand; without an extent, no style draws it twice."""
    canvas.add("polygon", f'points="{points_text(points)}"', None, "ink", line)


def _pump(canvas: Canvas, x: float, y: float) -> None:
    for side in (-1, 1):
        canvas.line((x - 11, y - 11 * side), (x + 11, y + 11 * side), stroke="red", line=6)


def _key(canvas: Canvas) -> None:
    """Draw the signs of all levels below the map."""

    def twin(x: float, y: float) -> None:
        for side in (-4, 4):
            canvas.line((x - 26, y + side), (x + 26, y + side), line=3.5)

    signs = (
        (twin, "twin line"),
        (lambda x, y: canvas.line((x - 26, y), (x + 26, y), line=10), "dyke"),
        (lambda x, y: canvas.line((x - 26, y), (x + 26, y), stroke="blue", line=4, dashed=True), "culvert"),
        (lambda x, y: _pump(canvas, x + 8, y), "pump"),
    )
    key(canvas, 120, canvas.height - 36, signs, gap=0, across=(canvas.width - 150) / 4, room=44)


def words(island: dict[str, Any], level: int) -> str:
    """Describe a map."""
    each = []
    letters = ["ABCDEFGHI"[name - 1] if name < 10 else f"terrace {name - 9}" for name in island["names"]]
    for area, line in enumerate(island["lines"]):
        how = "broad " if level > 1 and area in island["dykes"] else ""
        how += "twin " if level > 4 and area in island["doubles"] else ""
        how += "line with short strokes on its inside" if area in island["basins"] else "line without strokes"
        place = f"inside of the area of {letters[line['parent']]}" if area else "in the sea"
        each.append(f"around the area of {letters[area]}, which lies {place}, runs a {how}")
    text = f"A map with closed lines that lie in one another, and a camp with a letter in each area: {'; '.join(each)}."
    if level > 2:
        text += f" Red crosses are at {' and '.join(letters[area] for area in island['pump_areas'])}."
    for culvert in island["culverts"] if level > 3 else ():
        text += f" A blue dashed line joins {' and '.join(letters[area] for area in culvert)}."
    return f"{text} Below is a key of four signs: twin line, dyke, culvert, pump."

"""The wheels and belts of ``belt_loft``: where they have room, and their drawing.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arc
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.drawing.items import Point

_SMALL, LARGE, _TOOTH = 35.0, 70.0, 6.0  #: radii of the wheels without half a tooth, and half a tooth, px

_KINDS = ("teeth", "teeth", "teeth", "open", "open", "crossed", "crossed", "crossed")


def passes_of(wheels: list[dict[str, Any]]) -> int:
    """Return how many belts pass behind other wheels."""
    return sum(_side(wheels, one, other) is True for one in wheels for other in wheels)


def coupled_wheels(draws: Draws, level: int) -> list[dict[str, Any]] | None:
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
    return LARGE if wheel["large"] or wheel["double"] else _SMALL


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
    for (ax, ay), (bx, by) in belt_sides(
        wheel_circle(wheels[belt["parent"]]), wheel_circle(belt, driven=True), belt["kind"] == "crossed"
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
            sides = belt_sides(
                wheel_circle(wheels[belt["parent"]]),
                wheel_circle(belt, driven=True),
                belt["kind"] == "crossed",
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


def wheel_circle(wheel: dict[str, Any], *, driven: bool = False) -> tuple[float, float, float]:
    """Return the middle of a wheel and the radius of what its belt lies on."""
    small = not wheel["large"] and not (wheel["double"] and not driven)
    return wheel["x"], wheel["y"], _SMALL if small else LARGE


def draw_gear(canvas: Canvas, place: tuple[float, float, float], teeth: int, fill: Any) -> None:
    """Draw a toothed wheel, given by its middle and radius."""
    points, (x, y, radius) = [], place
    for step in range(4 * teeth):
        angle = math.tau * (step - 0.5) / (4 * teeth) - math.pi / 2
        reach = radius + (_TOOTH if step % 4 in (0, 1) else -_TOOTH)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    canvas.polygon(points, fill=fill, line=3)


def belt_sides(
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


def draw_belts(canvas: Canvas, wheels: list[dict[str, Any]], whole: list[tuple[float, float, float]]) -> None:
    """Draw all belts; ``whole`` has the middle and radius of the part of each wheel that drives others."""
    for wheel in wheels[1:]:
        if wheel["kind"] != "teeth":
            place = wheel_circle(wheel, driven=True)
            for side in belt_sides(whole[wheel["parent"]], place, wheel["kind"] == "crossed"):
                canvas.line(*side, stroke="blue", line=5)


def draw_plank(canvas: Canvas, wheels: list[dict[str, Any]], number: int) -> None:
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
    radius, dx, dy = LARGE if wheel["large"] else _SMALL, math.cos(angle), math.sin(angle)
    corners = [(0.72, -0.9), (0.72, 0.9), (1.35, 0.9), (1.35, -0.9)]
    points = [
        (wheel["x"] + radius * (a * dx - b * dy), wheel["y"] + radius * (a * dy + b * dx)) for a, b in corners
    ]
    canvas.polygon(points, fill="silver", line=2.5)


def draw_way(canvas: Canvas, place: tuple[float, float, float], way: int) -> None:
    """Draw the arrow of a wheel that turns only one way: clockwise if ``way`` is positive."""
    x, y, radius = place
    turn = (-130, 120) if way > 0 else (130, -120)
    arc(canvas, (x, y), radius - 15, *turn, stroke="red", line=4, head=13)


def draw_ring(canvas: Canvas, x: float, y: float) -> None:
    """Draw the ring of a wheel with play."""
    canvas.circle(x, y, 18, line=6)


KEY_WORDS = "Below them is a key of four signs: orange wheel, red arrow, black ring, grey plank."


def draw_key(canvas: Canvas) -> None:
    """Draw the signs of all levels below the wheels."""
    signs = (
        (lambda x, y: draw_gear(canvas, (x, y, 28), 8, "orange"), "orange wheel"),
        (lambda x, y: draw_way(canvas, (x, y, _SMALL), 1), "red arrow"),
        (lambda x, y: draw_ring(canvas, x, y), "black ring"),
        (lambda x, y: canvas.rect(x - 14, y - 30, 28, 60, fill="silver", line=2.5), "grey plank"),
    )
    canvas.line((20, 768), (980, 768), stroke="grey", line=2, guide=True)
    key(canvas, 70, 810, signs, gap=0, across=240, room=44)

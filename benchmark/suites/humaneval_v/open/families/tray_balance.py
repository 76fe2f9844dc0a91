"""Pebbles on a tray with zones, in a gust of wind: where the tray balances.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._tray_zones import (
    HIGH,
    MUTATIONS,
    WIDE,
    Box,
    Pebble,
    Tray,
    Zone,
    is_clear,
    rivals,
)

__all__ = ["MUTATIONS", "rivals"]

VERSION = 1
KINDS = ("scatter",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Geometric Objects", "Mathematical Operations", "Spatial Transformations")
LEVEL = "hard"

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "if * <= x <= *": "the zones are drawn on the grid",
    "if not * <= x <= *": "the shelter is drawn on the grid",
    "if (x - *": "the zones are drawn on the grid",
    "zones.append(*": "the key has the weight of each zone",
    "result sorted": "the text: across, up",
    "if total == 0: *": "the text",
    "return (0.0, 0.0): *": "the text",
    "weight = 1: *": "the key has the weight on the white ground",
    "if zones: again and again": "the text: each pebble is weighed on its own",
    "if not *: again and again": "a pebble is drawn before and after the gust",
}

TEXT = '''\
def solution(pebbles: list[list[int]]) -> tuple[float, float]:
    """
    Pebbles lie on a tray with zones, and then a gust of wind comes. Find the point at which the tray balances
    after the gust, by the two trays in the picture. A pebble on the edge of a zone lies in it.

    Parameters:
        pebbles (list[list[int]]): Where the pebbles lie before the gust, such as [3, 7] for 3 across and 7 up.
            All of them stay on the tray.

    Returns:
        tuple[float, float]: The point, across and up; (0.0, 0.0) if nothing on the tray has a weight.
    """
'''

PROGRAM = """
def solution(pebbles: list[list[int]]) -> tuple[float, float]:
    total = 0
    across = 0
    up = 0
    for x, y in pebbles:
        if not ({shelter}):
            x += $dx
            y += $dy
        zones = []
{zones}        weight = 1
        if zones:
            weight = {overlap}
        total += weight
        across += weight * x
        up += weight * y
    if total == 0:
        return (0.0, 0.0)
    return (across / total, up / total)
"""
OVERLAPS = {
    "cancel": "sum(zones) if len(zones) == 1 else 0",
    "sum": "sum(zones)",
    "top": "zones[-1]",
    "product": "math.prod(zones)",
    "largest": "max(zones)",
}

TRIES = 300
CALLS = 14


def sample(mutation: str, draws: Draws) -> Tray:
    gust = (draws.choice((-3, -2, 2, 3)), draws.choice((-1, 1)))
    weights = draws.sample(range(2, 6), 3)
    lightest = weights.pop(weights.index(min(weights)))
    weights.append(lightest)  # of the zone on top, so that it seldom has the largest weight of its places
    palette: tuple[Colour, ...] = ("paleblue", "paleorange", "purple")
    colours = draws.shuffled(palette)
    for _ in range(10 * TRIES):
        size = 2 * draws.choice((2, 2, 3))
        boxes = [(_box(draws, gust, draws.integer(3, 6), draws.integer(2, 4)), False) for _ in range(2)]
        boxes.append((_box(draws, gust, size, size), True))
        boxes.sort(key=lambda box: -(box[0][1] - box[0][0]) * (box[0][3] - box[0][2]))  # the largest below
        zones = tuple(
            Zone(*box, weight, colour) for box, weight, colour in zip(boxes, weights, colours, strict=True)
        )
        tray = Tray(mutation, zones, _box(draws, (-gust[0], -gust[1]), draws.integer(3, 4), 3), gust, (), ())
        if tray.is_varied():
            break
    else:
        raise UnfitError("the zones do not overlap well")
    edges = draws.shuffled([place for place in tray.starts() if tray.is_edge(place)])
    tested = [(*edges[number::CALLS], *_pebbles(draws, tray, 3)) for number in range(CALLS)]
    tray = replace(
        tray, tested=((), *(tuple(draws.shuffled(list(dict.fromkeys(pebbles)))) for pebbles in tested))
    )
    for _ in range(TRIES):
        tray = replace(tray, shown=(_pebbles(draws, tray, 6), _pebbles(draws, tray, 6)))
        spots = [{*pebbles, *map(tray.landing, pebbles)} for pebbles in tray.shown]
        moved = [sum(not tray.is_sheltered(pebble) for pebble in pebbles) for pebbles in tray.shown]
        overlaps = [
            any(len(tray.zones_at(tray.landing(one))) > 1 for one in pebbles) for pebbles in tray.shown
        ]
        if (
            all(overlaps)
            and [len(spot) for spot in spots] == [6 + count for count in moved]
            and is_clear(tray)
        ):
            return tray
    raise UnfitError("the trays can be read in another way")


def _box(draws: Draws, gust: tuple[int, int], width: int, height: int) -> Box:
    """Choose a box such that pebbles can lie on both sides of its edges after the gust."""
    left = draws.integer(max(0, gust[0]) + 1, WIDE + min(0, gust[0]) - 1 - width)
    bottom = draws.integer(max(0, gust[1]) + 1, HIGH + min(0, gust[1]) - 1 - height)
    return left, left + width, bottom, bottom + height


def _pebbles(draws: Draws, tray: Tray, count: int) -> tuple[Pebble, ...]:
    """Choose pebbles that stay on the tray, a third of them in the shelter."""
    starts = tray.starts()
    inside = [place for place in starts if tray.is_sheltered(place)]
    outside = [place for place in starts if not tray.is_sheltered(place)]
    return tuple(draws.sample(inside, count // 3) + draws.sample(outside, count - count // 3))


def calls(tray: Tray) -> list[Call]:
    return [([list(pebble) for pebble in pebbles],) for pebbles in tray.tested]


def examples(tray: Tray) -> list[Call]:
    return [([list(pebble) for pebble in pebbles],) for pebbles in tray.shown]


def reference(tray: Tray) -> str:
    zones = ""
    for zone in tray.zones:
        left, right, bottom, top = zone.box
        inside = f"{left} <= x <= {right} and {bottom} <= y <= {top}"
        if zone.is_disc:
            middle_x, middle_y, radius = zone.disc
            inside = f"(x - {middle_x}) ** 2 + (y - {middle_y}) ** 2 <= {radius**2}"
        zones += f"        if {inside}:\n            zones.append({zone.weight})\n"
    left, right, bottom, top = tray.shelter
    program = PROGRAM.replace("{zones}", zones).replace("{overlap}", OVERLAPS[tray.mutation])
    program = program.replace("{shelter}", f"{left} <= x <= {right} and {bottom} <= y <= {top}")
    program = "import math\n\n" + program if tray.mutation == "product" else program
    return fill(program, dx=tray.gust[0], dy=tray.gust[1])


SIDE = 30.0  #: length of a square, px


def picture(tray: Tray, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 623)
    _key(canvas, tray)
    for number, (pebbles,) in enumerate(examples(tray)):
        x = 15 + 490 * number
        across, up = solve(pebbles)
        frame(canvas, x, 190, 480, 418, title=f"Balance: {across:.3f}, {up:.3f}")
        _draw(canvas, tray, tray.shown[number], (across, up), (x + 44.0, 562.0))
    return canvas


def _key(canvas: Canvas, tray: Tray) -> None:
    frame(canvas, 15, 15, 970, 160, title="Weights")
    swatches: list[tuple[Colour, int]] = [("white", 1), *((zone.colour, zone.weight) for zone in tray.zones)]
    for place, (colour, weight) in enumerate(swatches):
        x = 50.0 + 236 * place
        canvas.rect(x, 66, 62, 40, fill=colour)
        for block in range(weight):
            canvas.rect(x + 76 + 25 * block, 77, 18, 18, fill="ink")
    canvas.circle(66, 143, 7, fill="white")
    canvas.text(86, 143, "before", anchor="start")
    canvas.circle(302, 143, 8, fill="ink")
    canvas.text(322, 143, "after", anchor="start")
    _cross(canvas, 538, 143)
    canvas.text(558, 143, "balance", anchor="start")
    canvas.rect(756, 130, 40, 26, stroke="green", line=4, dashed=True)
    canvas.text(810, 143, "shelter", anchor="start")


def _cross(canvas: Canvas, x: float, y: float) -> None:
    canvas.circle(x, y, 11, fill="white", stroke="red", line=3)
    canvas.line((x - 8, y), (x + 8, y), stroke="red", line=3)
    canvas.line((x, y - 8), (x, y + 8), stroke="red", line=3)


def _draw(
    canvas: Canvas,
    tray: Tray,
    pebbles: Sequence[Pebble],
    point: tuple[float, float],
    corner: tuple[float, float],
) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return corner[0] + SIDE * x, corner[1] - SIDE * y

    def box(edges: Box) -> tuple[float, float, float, float]:
        left, right, bottom, top = edges
        return (*at(left, top), SIDE * (right - left), SIDE * (top - bottom))

    def outline(zone: Zone, fill: Colour | None, stroke: Colour | None) -> None:
        if zone.is_disc:
            middle_x, middle_y, radius = zone.disc
            canvas.circle(*at(middle_x, middle_y), SIDE * radius, fill=fill, stroke=stroke)
        else:
            canvas.rect(*box(zone.box), fill=fill, stroke=stroke)

    canvas.rect(*box((0, WIDE, 0, HIGH)), fill="white", stroke=None)
    for zone in tray.zones:
        outline(zone, zone.colour, "ink")
    for x in range(WIDE + 1):
        canvas.line(at(x, 0), at(x, HIGH), stroke="silver", line=1.95, guide=True)
        canvas.text(at(x, 0)[0], corner[1] + 20, x, size=17, tick=True)
    for y in range(HIGH + 1):
        canvas.line(at(0, y), at(WIDE, y), stroke="silver", line=1.95, guide=True)
        canvas.text(corner[0] - 10, at(0, y)[1], y, size=17, anchor="end", tick=True)
    for zone in tray.zones:  # all edges can be seen, covered ones as well
        outline(zone, None, "ink")
    canvas.rect(*box(tray.shelter), stroke="green", line=4, dashed=True)
    for pebble in pebbles:
        end = tray.landing(pebble)
        if end != pebble:
            canvas.line(at(*pebble), at(*end), line=2)
            canvas.circle(*at(*pebble), 7, fill="white")
        canvas.circle(*at(*end), 8, fill="ink")
    _cross(canvas, *at(*point))


def describe(tray: Tray, solve: Solve) -> str:
    zones = []
    for zone in tray.zones:
        left, right, bottom, top = zone.box
        where = f"a rectangle from {left} to {right} across and from {bottom} to {top} up"
        if zone.is_disc:
            middle_x, middle_y, radius = zone.disc
            where = f"a disc around {middle_x} across and {middle_y} up with the radius {radius}"
        zones.append(f"{zone.colour}: {where}, {zone.weight} blocks")
    left, right, bottom, top = tray.shelter
    trays = []
    for number, pebbles in enumerate(tray.shown):
        across, up = solve([list(pebble) for pebble in pebbles])
        moves = [
            f"{pebble} to {tray.landing(pebble)}"
            if tray.landing(pebble) != pebble
            else f"{pebble} only after"
            for pebble in pebbles
        ]
        trays.append(f"Tray {number + 1}, Balance: {across:.3f}, {up:.3f}; pebbles {'; '.join(moves)}.")
    return (
        "The picture has a key, Weights, and below it two trays side by side with a grid from 0 to "
        f"{WIDE} across and from 0 to {HIGH} up. The key shows black blocks for each colour: 1 for the white ground, and for three zones, "
        f"which overlap on the trays, from the lowest to the top one: {'; '.join(zones)}. A dashed green rectangle, the shelter, goes from "
        f"{left} to {right} across and from {bottom} to {top} up. Pebbles are drawn as white circles before and black ones after, joined by a line, "
        f"and a red cross in a circle marks the balance. {' '.join(trays)}"
    )

"""Pebbles on a tray with zones, in a gust of wind: where the tray balances.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import replace
from functools import lru_cache
from itertools import product

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._tray_drawings import draw_key, draw_tray
from workshop.suites.humaneval_v.families._tray_rules import right_rule, tray_rules
from workshop.suites.humaneval_v.families._tray_zones import (
    APART,
    HIGH,
    MUTATIONS,
    WIDE,
    Box,
    Pebble,
    Tray,
    Zone,
)

__all__ = ["MUTATIONS"]

VERSION = 2
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
        tray = Tray(
            mutation,
            zones,
            _box(draws, (-gust[0], -gust[1]), draws.integer(3, 4), 3),
            gust,
            draws.text("NS", 16),
            (),
        )
        if tray.is_varied():
            break
    else:
        raise UnfitError("the zones do not overlap well")
    edges = draws.shuffled([place for place in tray.starts() if tray.is_edge(place)])
    tested = [(*edges[number::CALLS], *_pebbles(draws, tray, 3)) for number in range(CALLS)]
    tray = replace(
        tray, tested=((), *(tuple(draws.shuffled(list(dict.fromkeys(pebbles)))) for pebbles in tested))
    )
    return tray


@lru_cache(maxsize=4)
def _shown(tray: Tray) -> list[Call]:
    """Choose two trays that leave one rule of the space for every mutation."""
    draws = Draws(tray.seed, "shown")
    solutions = [compile_solution(reference(replace(tray, mutation=mutation))) for mutation in MUTATIONS]

    def candidate() -> Call:
        for _ in range(TRIES):
            pebbles = _pebbles(draws, tray, 6)
            call = ([list(pebble) for pebble in pebbles],)
            moved = sum(not tray.is_sheltered(pebble) for pebble in pebbles)
            spots = {*pebbles, *map(tray.landing, pebbles)}
            overlap = any(len(tray.zones_at(tray.landing(pebble))) > 1 for pebble in pebbles)
            if overlap and len(spots) == 6 + moved:
                points = [solve(*call) for solve in solutions]
                if min(math.dist(point, spot) for point, spot in product(points, spots)) >= APART:
                    return call
        raise UnfitError("the trays would be unclear")

    return telling_examples(
        tray_rules(tray),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(tray),
        shown=[],
        candidate=candidate,
        numbers=range(2, 3),
    )


def rule_space(tray: Tray) -> RuleSpace:
    return tray_rules(replace(tray, mutation=""))


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
    return _shown(replace(tray, mutation=""))


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


def picture(tray: Tray, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 623)
    draw_key(canvas, tray)
    for number, (pebbles,) in enumerate(examples(tray)):
        x = 15 + 490 * number
        across, up = solve(pebbles)
        frame(canvas, x, 190, 480, 418, title=f"Balance: {across:.3f}, {up:.3f}")
        draw_tray(canvas, tray, pebbles, (across, up), (x + 44.0, 562.0))
    return canvas


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
    for number, (pebbles,) in enumerate(examples(tray)):
        across, up = solve(pebbles)
        moves = [
            f"{pebble} to {tray.landing(pebble)}"
            if tray.landing(pebble) != pebble
            else f"{pebble} only after"
            for pebble in map(tuple, pebbles)
        ]
        trays.append(f"Tray {number + 1}, Balance: {across:.3f}, {up:.3f}; pebbles {'; '.join(moves)}.")
    return (
        "The picture has a key, Weights, and below it two trays side by side with a grid from 0 to "
        f"{WIDE} across and from 0 to {HIGH} up. The key shows black blocks for each colour: 1 for the white ground, and for three zones, "
        f"which overlap on the trays, from the lowest to the top one: {'; '.join(zones)}. A dashed green rectangle, the shelter, goes from "
        f"{left} to {right} across and from {bottom} to {top} up. Pebbles are drawn as white circles before and black ones after, joined by a line, "
        f"and a red cross in a circle marks the balance. {' '.join(trays)}"
    )

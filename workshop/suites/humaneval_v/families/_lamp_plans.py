"""Plans of a lamp with two buttons: their arrows, and how these are drawn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping
from itertools import combinations

from benchmark.core.draws import Draws
from workshop.drawing.items import Point, point_before


def random_plan(draws: Draws, ring: str, start: str) -> dict[str, str]:
    """Choose a plan of seven arrows: two from the start and one other colour, one from the rest, none to the start."""
    plan = {}
    lacking = draws.sample(ring.replace(start, ""), 3)
    buttons = draws.choice(("aab", "abb"))
    for colour in ring:
        others = ring.replace(colour, "").replace(start, "")
        for button, to in zip("ab", draws.sample(others, 2), strict=True):
            plan[colour + button] = to
    for colour, button in zip(lacking, buttons, strict=True):
        del plan[colour + button]
    return plan


def _walk(plan: Mapping[str, str], start: str, rule: str, presses: str) -> list[str]:
    """Return the colours from the start on."""
    colours = [start]
    for press, button in enumerate(presses):
        colour = colours[-1]
        other = plan.get(colour + ("b" if button == "a" else "a"), colour)
        instead = {"home": start, "back": colours[press - 1], "other": other, "stay": colour}[rule]
        colours.append(plan.get(colour + button, instead))
    return colours


def needs_every_arrow(plan: Mapping[str, str], start: str, rule: str, tested: list[str]) -> bool:
    """Whether leaving out any arrow would change the result of some test."""
    whole = [_walk(plan, start, rule, presses) for presses in tested]
    return all(
        any(
            _walk({arrow: plan[arrow] for arrow in plan if arrow != key}, start, rule, presses) != colours
            for presses, colours in zip(tested, whole, strict=True)
        )
        for key in plan
    )


Arc = tuple[Point, Point, Point]


def lamp_places(ring: str) -> dict[str, Point]:
    """Return the middle of each lamp."""
    where = [(500.0, 80.0), (820.0, 190.0), (710.0, 395.0), (290.0, 395.0), (180.0, 190.0)]
    return dict(zip(ring, where, strict=True))


def arrow_arc(places: Mapping[str, Point], colour: str, to: str) -> Arc:
    """Return a curve that bends to its right, so that two opposite arrows do not overlap."""
    (x, y), (u, v) = places[colour], places[to]
    length = math.hypot(u - x, v - y)
    bend = (x + u) / 2 - (v - y) / length * 62, (y + v) / 2 + (u - x) / length * 62
    return point_before((x, y), bend, 37), bend, point_before((u, v), bend, 40)


def point_on(arc: Arc, share: float) -> Point:
    """Return the point after a share of a curve, from 0 to 1."""
    (x, y), (p, q), (u, v) = arc
    left = 1 - share
    return (
        left * left * x + 2 * left * share * p + share * share * u,
        left * left * y + 2 * left * share * q + share * share * v,
    )


def is_clear(ring: str, plan: Mapping[str, str]) -> bool:
    """Whether no sign is on another curve, no curve runs through a lamp, few cross, and no ends touch."""
    places = lamp_places(ring)
    arcs = {key: arrow_arc(places, key[0], to) for key, to in plan.items()}
    points = {key: [point_on(arc, step / 14) for step in range(15)] for key, arc in arcs.items()}
    signs = {key: point_on(arc, 0.42) for key, arc in arcs.items()}
    for key, arc in arcs.items():
        if any(
            math.dist(point, places[lamp]) < 58
            for lamp in ring
            if lamp not in (key[0], plan[key])
            for point in points[key]
        ):
            return False
        for other in arcs:
            if other != key and min(math.dist(signs[key], point) for point in points[other]) < 32:
                return False
            ends = [(arc[0], arcs[other][0]), (arc[0], arcs[other][2]), (arc[2], arcs[other][2])]
            if other != key and min(math.dist(*pair) for pair in ends) < 24:
                return False
    crossings = sum(
        min(math.dist(p, q) for p in points[first][2:-2] for q in points[second][2:-2]) < 20
        for first, second in combinations(arcs, 2)
    )
    return crossings < 3 and len(set(plan.values())) == 4

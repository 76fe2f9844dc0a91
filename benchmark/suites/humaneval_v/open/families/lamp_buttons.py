"""A lamp of five colours with two buttons: which colours it takes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point, point_before
from benchmark.drawing.palette import Colour

VERSION = 2
KINDS = ("states",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Topological Relations")
MUTATIONS = ("home", "back", "other", "stay")

LAMPS: Mapping[str, Colour] = {"R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white"}
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "plan = *": "the plan is drawn with an arrow for each press",
}

TEXT = '''\
def solution(presses: str) -> str:
    """
    A lamp has five colours and two buttons, "a" and "b". Find the colours that it takes when the buttons are
    pressed, by the plan and the logs in the picture.

    Parameters:
        presses (str): The buttons that are pressed, in order. Before the first press the lamp has the colour
            that is the start of the plan.

    Returns:
        str: The colour after each press, a letter each: "R" for red, "G" for green, "B" for blue, "Y" for
            yellow or "W" for white.
    """
'''

REFERENCES = {
    "home": """
def solution(presses: str) -> str:
    plan = $plan
    colour = $start
    colours = ""
    for button in presses:
        colour = plan.get(colour + button, $start)
        colours += colour
    return colours
""",
    "back": """
def solution(presses: str) -> str:
    plan = $plan
    colour = $start
    before = colour
    colours = ""
    for button in presses:
        after = plan.get(colour + button, before)
        before = colour
        colour = after
        colours += colour
    return colours
""",
    "other": """
def solution(presses: str) -> str:
    plan = $plan
    colour = $start
    colours = ""
    for button in presses:
        if colour + button not in plan:
            button = "b" if button == "a" else "a"
        colour = plan[colour + button]
        colours += colour
    return colours
""",
    "stay": """
def solution(presses: str) -> str:
    plan = $plan
    colour = $start
    colours = ""
    for button in presses:
        colour = plan.get(colour + button, colour)
        colours += colour
    return colours
""",
}


@dataclass(frozen=True)
class Lamp:
    """Parameters: the mutation, which says what a press without an arrow does, the plan, and the presses."""

    mutation: str
    ring: str  #: the colours, clockwise from the top
    plan: tuple[tuple[str, str], ...]  #: colour and button → colour
    start: str
    shown: tuple[str, ...]
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Lamp:
    ring = "".join(draws.shuffled(tuple(LAMPS)))
    start = draws.choice(ring)
    for _ in range(400):
        plan = _plan(draws, ring, start)
        if _is_clear(ring, plan):
            break
    else:
        raise UnfitError("no plan whose arrows keep apart")
    for _ in range(400):
        shown = (draws.text("ab", 8), draws.text("ab", 8))
        if all(_is_telling(plan, start, name, shown) for name in REFERENCES):
            break
    else:
        raise UnfitError("no logs that tell the rule")
    tested = ["", "a", "b", *(draws.text("ab", draws.integer(6, 18)) for _ in range(9))]
    if not all(_needs_every_arrow(plan, start, name, tested) for name in REFERENCES):
        raise UnfitError("an arrow that no test needs")
    return Lamp(mutation, ring, tuple(plan.items()), start, shown, tuple(dict.fromkeys(tested)))


def _plan(draws: Draws, ring: str, start: str) -> dict[str, str]:
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


def _walk(plan: Mapping[str, str], start: str, rule: str, presses: str) -> tuple[list[str], list[int]]:
    """Return the colours from the start on, and the presses that had no arrow."""
    colours, bare = [start], []
    for press, button in enumerate(presses):
        colour = colours[-1]
        if colour + button not in plan:
            bare.append(press)
        other = plan.get(colour + ("b" if button == "a" else "a"), colour)
        instead = {"home": start, "back": colours[press - 1], "other": other, "stay": colour}[rule]
        colours.append(plan.get(colour + button, instead))
    return colours, bare


def _is_telling(plan: Mapping[str, str], start: str, rule: str, logs: tuple[str, ...]) -> bool:
    """Whether the logs of a rule show it at two or more colours where all other rules differ."""
    lone, doubled = set(), False
    for presses in logs:
        colours, bare = _walk(plan, start, rule, presses)
        if 0 in bare:
            return False
        for press in bare:
            colour, before = colours[press], colours[press - 1]
            (other,) = (plan[key] for key in (colour + "a", colour + "b") if key in plan)
            if [colour, before, other, start].count(colours[press + 1]) == 1:
                lone.add(colour)
            # Two presses without an arrow in a row: `back` returns to the colour just left, not to an older
            # one.
            twice = press > 2 and press - 1 in bare and press - 2 not in bare
            doubled = doubled or (twice and colours[press - 3] not in (colours[press + 1], colour))
    return len(lone) > 1 and (doubled or rule != "back")


def _needs_every_arrow(plan: Mapping[str, str], start: str, rule: str, tested: list[str]) -> bool:
    """Whether leaving out any arrow would change the result of some test."""
    whole = [_walk(plan, start, rule, presses)[0] for presses in tested]
    return all(
        any(
            _walk({arrow: plan[arrow] for arrow in plan if arrow != key}, start, rule, presses)[0] != colours
            for presses, colours in zip(tested, whole, strict=True)
        )
        for key in plan
    )


Arc = tuple[Point, Point, Point]


def _places(ring: str) -> dict[str, Point]:
    where = [(500.0, 80.0), (820.0, 190.0), (710.0, 395.0), (290.0, 395.0), (180.0, 190.0)]
    return dict(zip(ring, where, strict=True))


def _arc(places: Mapping[str, Point], colour: str, to: str) -> Arc:
    """Return a curve that bends to its right, so that two opposite arrows do not overlap."""
    (x, y), (u, v) = places[colour], places[to]
    length = math.hypot(u - x, v - y)
    bend = (x + u) / 2 - (v - y) / length * 62, (y + v) / 2 + (u - x) / length * 62
    return point_before((x, y), bend, 37), bend, point_before((u, v), bend, 40)


def _point_on(arc: Arc, share: float) -> Point:
    (x, y), (p, q), (u, v) = arc
    left = 1 - share
    return (
        left * left * x + 2 * left * share * p + share * share * u,
        left * left * y + 2 * left * share * q + share * share * v,
    )


def _is_clear(ring: str, plan: Mapping[str, str]) -> bool:
    """Whether no sign is on another curve, no curve runs through a lamp, few cross, and no ends touch."""
    places = _places(ring)
    arcs = {key: _arc(places, key[0], to) for key, to in plan.items()}
    points = {key: [_point_on(arc, step / 14) for step in range(15)] for key, arc in arcs.items()}
    signs = {key: _point_on(arc, 0.42) for key, arc in arcs.items()}
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


def calls(lamp: Lamp) -> list[Call]:
    return [(presses,) for presses in lamp.tested]


def examples(lamp: Lamp) -> list[Call]:
    return [(presses,) for presses in lamp.shown]


def reference(lamp: Lamp) -> str:
    return fill(REFERENCES[lamp.mutation], plan=dict(lamp.plan), start=lamp.start)


def picture(lamp: Lamp, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 860)
    places = _places(lamp.ring)
    for key, to in lamp.plan:
        arrows.curve(canvas, *_arc(places, key[0], to), line=3.5, head=17)
    for key, to in lamp.plan:
        _button(canvas, _point_on(_arc(places, key[0], to), 0.42), key[1])
    for colour, at in places.items():
        _lamp(canvas, at, colour, 36)
    _draw_start(canvas, places[lamp.start])
    for number, presses in enumerate(lamp.shown):
        y = 495 + number * 180
        frame(canvas, 15, y, 970, 168, title=f"Log {number + 1}")
        colours = lamp.start + solve(presses)
        for place, colour in enumerate(colours):
            x = 88 + 103 * place
            _lamp(canvas, (x, y + 112), colour, 29)
            if place < len(presses):
                arrows.arrow(canvas, (x + 34, y + 112), (x + 70, y + 112), line=3.5, head=15)
                _button(canvas, (x + 51, y + 72), presses[place])
    return canvas


def _draw_start(canvas: Canvas, at: Point) -> None:
    """Draw a broad arrow from outside to the first lamp."""
    x, y = at
    if y < 100:
        ends, label = [(x - 130, y - 20), (x - 40, y - 6)], (x - 166, y - 24)
    else:
        way = 1 if x > 500 else -1
        ends, label = [(x + way * 104, y + 24), (x + way * 41, y + 10)], (x + way * 104, y + 46)
    arrows.arrow(canvas, *ends, stroke="grey", line=6, head=22)
    canvas.text(*label, "start", bold=True)


def _lamp(canvas: Canvas, at: Point, colour: str, radius: float) -> None:
    canvas.circle(*at, radius, fill=LAMPS[colour], line=3)
    canvas.text(*at, colour, size=24, bold=True, fill="ink" if colour in "YW" else "white")


def _button(canvas: Canvas, at: Point, name: str) -> None:
    x, y = at
    canvas.rect(x - 16, y - 16, 32, 32, fill="ink" if name == "b" else "white", radius=5)
    canvas.text(x, y - 1 if name == "a" else y, name, bold=True, fill="white" if name == "b" else "ink")


def describe(lamp: Lamp, solve: Solve) -> str:
    plan = "; ".join(f"{key[0]} to {to} with {key[1]}" for key, to in lamp.plan)
    logs = []
    for number, presses in enumerate(lamp.shown, 1):
        steps = " ".join(f"{button} {colour}" for button, colour in zip(presses, solve(presses), strict=True))
        logs.append(f"Log {number}: {lamp.start} {steps}.")
    return (
        "The picture shows a plan and two logs. In the plan there are five lamps, red R, green G, blue B, yellow "
        "Y and white W, and seven curved arrows between them, each with a small square: white with the letter a or "
        f"black with the letter b. The arrows are: {plan}. A broad grey arrow with the word start points at "
        f"{lamp.start}. A log is a row of lamps, with a button over the arrow from each to its right neighbour. "
        f"{' '.join(logs)}"
    )

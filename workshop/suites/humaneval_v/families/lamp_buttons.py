"""A lamp of five colours with two buttons: which colours it takes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._lamp_plans import (
    arrow_arc,
    is_clear,
    lamp_places,
    needs_every_arrow,
    point_on,
    random_plan,
)
from workshop.suites.humaneval_v.families._lamp_rules import lamp_rules, right_rule

VERSION = 3
KINDS = ("states",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Topological Relations")
MUTATIONS = ("home", "back", "other", "stay")

LAMPS: Mapping[str, Colour] = {"R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white"}
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
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Lamp:
    ring = "".join(draws.shuffled(tuple(LAMPS)))
    start = draws.choice(ring)
    for _ in range(400):
        plan = random_plan(draws, ring, start)
        if is_clear(ring, plan):
            break
    else:
        raise UnfitError("no plan whose arrows keep apart")
    tested = ["", "a", "b", *(draws.text("ab", draws.integer(6, 18)) for _ in range(9))]
    if not all(needs_every_arrow(plan, start, name, tested) for name in REFERENCES):
        raise UnfitError("an arrow that no test needs")
    return Lamp(mutation, ring, tuple(plan.items()), start, tuple(dict.fromkeys(tested)))


def calls(lamp: Lamp) -> list[Call]:
    return [(presses,) for presses in lamp.tested]


def examples(lamp: Lamp) -> list[Call]:
    return _shown(replace(lamp, mutation=""))


@lru_cache(maxsize=4)
def _shown(lamp: Lamp) -> list[Call]:
    """Choose presses that leave one rule of the space for every mutation."""
    draws = Draws(*lamp.tested, "shown")

    def candidate() -> Call:
        return (draws.text("ab", 9),)

    return telling_examples(
        rule_space(lamp),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(lamp),
        shown=[candidate(), candidate()],
        candidate=candidate,
        numbers=range(4, 5),
    )


def rule_space(lamp: Lamp) -> RuleSpace:
    return lamp_rules(lamp.plan, lamp.ring, lamp.start)


def reference(lamp: Lamp) -> str:
    return fill(REFERENCES[lamp.mutation], plan=dict(lamp.plan), start=lamp.start)


def picture(lamp: Lamp, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1006)
    places = lamp_places(lamp.ring)
    for key, to in lamp.plan:
        arrows.curve(canvas, *arrow_arc(places, key[0], to), line=3.5, head=17)
    for key, to in lamp.plan:
        _button(canvas, point_on(arrow_arc(places, key[0], to), 0.42), key[1])
    for colour, at in places.items():
        _lamp(canvas, at, colour, 36)
    _draw_start(canvas, places[lamp.start])
    for number, (presses,) in enumerate(examples(lamp)):
        y = 472 + number * 133
        frame(canvas, 15, y, 970, 127, title=f"Log {number + 1}")
        colours = lamp.start + solve(presses)
        for place, colour in enumerate(colours):
            x = 62 + 97 * place
            _lamp(canvas, (x, y + 93), colour, 27)
            if place < len(presses):
                arrows.arrow(canvas, (x + 31, y + 95), (x + 67, y + 95), line=3.5, head=15)
                _button(canvas, (x + 48, y + 60), presses[place])
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
    for number, (presses,) in enumerate(examples(lamp), 1):
        steps = " ".join(f"{button} {colour}" for button, colour in zip(presses, solve(presses), strict=True))
        logs.append(f"Log {number}: {lamp.start} {steps}.")
    return (
        "The picture shows a plan and four logs. In the plan there are five lamps, red R, green G, blue B, yellow "
        "Y and white W, and seven curved arrows between them, each with a small square: white with the letter a or "
        f"black with the letter b. The arrows are: {plan}. A broad grey arrow with the word start points at "
        f"{lamp.start}. A log is a row of lamps, with a button over the arrow from each to its right neighbour. "
        f"{' '.join(logs)}"
    )

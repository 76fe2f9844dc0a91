"""Bottles with layers of coloured sand: what one pour moves.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._sand_rules import SANDS, pour_rules, right_rule

VERSION = 5
KINDS = ("section",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Spatial Transformations")
MUTATIONS = ("one-colour", "from-below", "as-much", "one-layer")

COLOURS: tuple[Colour, ...] = ("red", "yellow", "blue", "silver", "orange")
NAMES = ("red", "yellow", "blue", "grey", "orange")
SETTLED = {
    "for start, end in pours: once": "the text: some times in a row",
    "* bottles[start] and *: * → *": "an empty bottle has nothing to pour",
}

TEXT = '''\
def solution(bottles: list[str], pours: list[list[int]]) -> list[str]:
    """
    Coloured sand lies in bottles in layers of equal height. Sand is poured from one bottle into another, some
    times in a row. Find what is in the bottles at the end, by the pours in the picture.

    Parameters:
        bottles (list[str]): The layers of each bottle from the bottom to the top, "R" red, "Y" yellow, "B"
            blue, "G" grey, "O" orange. A bottle can be empty. All bottles are as large as those in the picture.
        pours (list[list[int]]): For each pour the bottle from which and the bottle into which, counted from 0.

    Returns:
        list[str]: The layers of each bottle at the end, from the bottom to the top.
    """
'''

POUR = """
def solution(bottles: list[str], pours: list[list[int]]) -> list[str]:
    for start, end in pours:
        colour = bottles[start][-1:]
        while bottles[start] and len(bottles[end]) < $room and bottles[start][-1] != $glued{going}:
            bottles[end] += bottles[start][{taken}]
            bottles[start] = bottles[start][{left}]
    return bottles
"""
ONE = """
def solution(bottles: list[str], pours: list[list[int]]) -> list[str]:
    for start, end in pours:
        if bottles[start] and len(bottles[end]) < $room and bottles[start][{taken}] != $glued:
            bottles[end] += bottles[start][{taken}]
            bottles[start] = bottles[start][{left}]
    return bottles
"""
RULES = {
    "one-colour": (POUR, " and bottles[start][-1] == colour", "-1", ":-1"),
    "from-below": (ONE, "", "0", "1:"),
    "as-much": (POUR.replace("        colour = bottles[start][-1:]\n", ""), "", "-1", ":-1"),
    "one-layer": (ONE, "", "-1", ":-1"),
}

Pours = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Bottles:
    """Parameters: the mutation, the layers that fit into a bottle, the pours of the picture, and the bottles of the tests."""

    mutation: str
    room: int
    glued: str  #: the sand that does not leave its place
    seed: str  #: of the pours in the picture
    tested: tuple[tuple[tuple[str, ...], Pours], ...]


def sample(mutation: str, draws: Draws) -> Bottles:
    room = draws.integer(5, 7)
    a, b, c, d, glued = draws.shuffled(SANDS)
    tested: list[tuple[tuple[str, ...], Pours]] = [
        ((a, b), ()),
        (("", a + b), ((0, 1), (1, 0))),
        ((a * 2 + b * 2, "", c), ((0, 1), (0, 2))),
        ((a + glued, glued + b, ""), ((0, 1), (1, 2), (1, 0))),
        ((draws.text(a + b, room), draws.text(c + d, room - 2)), ((0, 1), (1, 0))),
    ]
    for _ in range(8):
        count = draws.integer(2, 4)
        # Only two colours per bottle, so that layers of the same colour often lie on one another.
        bottles = tuple(_tested_bottle(draws, a + b + c + d, glued, room) for _ in range(count))
        pours = tuple(
            (start, end) for start, end in (draws.sample(range(count), 2) for _ in range(draws.integer(2, 5)))
        )
        tested.append((bottles, pours))
    return Bottles(mutation, room, glued, draws.text(SANDS, 16), tuple(dict.fromkeys(tested)))


def _tested_bottle(draws: Draws, loose: str, glued: str, room: int) -> str:
    low, high = draws.sample(loose, 2)
    layers = low * draws.integer(1, room - 3) + high * draws.integer(0, 3)
    if draws.chance(1, 6):
        layers = glued + layers[1:]
    return layers[:-1] + glued if draws.chance(1, 12) else layers


def calls(bottles: Bottles) -> list[Call]:
    return [(list(row), [list(pour) for pour in pours]) for row, pours in bottles.tested]


def examples(bottles: Bottles) -> list[Call]:
    return _shown(replace(bottles, mutation=""))


@lru_cache(maxsize=4)
def _shown(bottles: Bottles) -> list[Call]:
    """Choose pours that leave one rule of the space for every mutation."""
    draws, room = Draws(bottles.seed, "shown"), bottles.room

    def candidate() -> Call:
        low, middle, high = draws.sample(SANDS, 3)
        full = low * draws.integer(0, 2) + middle * draws.integer(1, 2) + high * draws.integer(1, 3)
        layers = full[:room], draws.text(low + high + bottles.glued, draws.integer(0, room))
        start = draws.integer(0, 1)
        return [layers[start], layers[1 - start]], [[start, 1 - start]]

    rules = [right_rule(mutation, bottles.glued) for mutation in MUTATIONS]
    return telling_examples(
        pour_rules(room),
        rules=rules,
        asked=calls(bottles),
        shown=[],
        candidate=candidate,
        numbers=range(6, 9),
    )


def rule_space(bottles: Bottles) -> RuleSpace:
    return pour_rules(bottles.room)


def reference(bottles: Bottles) -> str:
    program, going, taken, left = RULES[bottles.mutation]
    for name, text in (("{going}", going), ("{taken}", taken), ("{left}", left)):
        program = program.replace(name, text)
    return fill(program, room=bottles.room, glued=bottles.glued)


def picture(bottles: Bottles, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 12 + 337 * -(-len(examples(bottles)) // 2))
    for number, (pair, pours) in enumerate(examples(bottles)):
        x, y = 12 + number % 2 * 492, 10 + number // 2 * 337
        frame(canvas, x, y, 484, 329, title=f"Pour {number + 1}")
        base = y + 284
        for column, contents in enumerate((pair, solve(pair, pours))):
            left = x + 36 + column * 238
            canvas.text(left + 88, base + 32, ("before", "after")[column], size=20)
            for place, layers in enumerate(contents):
                _bottle(canvas, layers, bottles, left + place * 108, base)
        start, end = (x + 36 + bottle * 108 + 34 for bottle in pours[0])
        arrows.curve(
            canvas, (start, base - 180), ((start + end) / 2, base - 250), (end, base - 178), line=4, head=18
        )
        canvas.line((x + 242, base - 170), (x + 242, base + 40), stroke="grey", dashed=True)
    return canvas


def _bottle(canvas: Canvas, layers: str, bottles: Bottles, x: float, base: float) -> None:
    room = bottles.room
    wide, high = 68.0, 158 / room
    canvas.rect(x, base - room * high, wide, room * high, fill="white", stroke=None)
    for level, sand in enumerate(layers):
        top = base - (level + 1) * high
        canvas.rect(x, top, wide, high, fill=COLOURS[SANDS.index(sand)], line=2)
        for dot in range(3) if sand == bottles.glued else ():
            canvas.circle(x + 14 + 20 * dot, top + high / 2, 4, fill="ink")
    for level in range(1, room):
        canvas.line((x + wide, base - level * high), (x + wide + 9, base - level * high), line=2)
    rim = base - room * high
    canvas.line(
        (x - 4, rim - 8),
        (x, rim),
        (x, base),
        (x + wide, base),
        (x + wide, rim),
        (x + wide + 4, rim - 8),
        line=4,
    )


def describe(bottles: Bottles, solve: Solve) -> str:
    parts = []
    for number, (pair, pours) in enumerate(examples(bottles), 1):
        sides = ("left", "right")
        before = "; ".join(f"{sides[place]} {_layer_names(layers)}" for place, layers in enumerate(pair))
        after = "; ".join(
            f"{sides[place]} {_layer_names(layers)}" for place, layers in enumerate(solve(pair, pours))
        )
        way = f"from the {sides[pours[0][0]]} bottle to the {sides[pours[0][1]]} one"
        parts.append(f"Pour {number}, arrow {way}: before: {before}; after: {after}.")
    return (
        "The picture shows pours, each with two bottles before and after it. A bent arrow over the bottles before "
        f"leads from one to the other. Marks on every bottle part it into {bottles.room} layers. The layers from the "
        f"bottom to the top: {' '.join(parts)} Layers of {NAMES[SANDS.index(bottles.glued)]} sand have three black dots."
    )


def _layer_names(layers: str) -> str:
    return " ".join(NAMES[SANDS.index(sand)] for sand in layers) or "empty"

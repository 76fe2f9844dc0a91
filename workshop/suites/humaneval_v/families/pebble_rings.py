"""Numbers that are written as pebbles in rings and boxes, a notation to be learnt from examples.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.joined_choices import settling_examples
from workshop.authoring.rule_space import RuleSpace
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._pebble_drawings import draw_lines
from workshop.suites.humaneval_v.families._pebble_readings import CONTEXTS, RIGHT, SHAPES
from workshop.suites.humaneval_v.families._pebble_rules import FOLDS, SPACE, program

VERSION = 2
FIRST = 6  #: those before it left other readings of when a value changes
KINDS = ("tree", "sets")
TASK_TYPE = "Computation"
ASPECTS = ("Topological Relations", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))

TEXT = '''\
def solution(drawing: list) -> int:
    """
    In an old script, a number is drawn as pebbles in rings and boxes, which can hold other rings and boxes.
    Parts stand side by side and are read from left to right. The picture shows some drawings with their values.
    Find the value of another drawing.

    Parameters:
        drawing (list): Begins with "ring" or "box", the outer shape; its parts follow from left to right.
            A part is a number from 1 to 6, which is a heap of so many pebbles, or a list of the same form.

    Returns:
        int: The value of the drawing.
    """
'''


@dataclass(frozen=True)
class Script:
    """Parameters: the mutation, the seed of the drawings, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Script:
    order = draws.shuffled(tuple(CONTEXTS))
    rules = []
    for level in range(len(MUTATIONS)):
        ring, box = draws.sample(range(len(FOLDS) - 1 if level else len(FOLDS)), 2)
        active = {name: draws.integer(1, RIGHT[name] - 1) for name in CONTEXTS}
        rule = {"ring": ring, "box": box, **dict.fromkeys(CONTEXTS, 0), "swapped": 0, "early": 0}
        rule |= {name: active[name] for name in order[:level]}
        rules.append(tuple(rule.items()))
    return Script(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def _rule(script: Script) -> dict[str, int]:
    return dict(script.rules[MUTATIONS.index(script.mutation)])


def reference(script: Script) -> str:
    """Return the program of a rule: a nested function, in which only what the rule needs has a line."""
    return program(_rule(script))


def rule_space(_script: Script) -> RuleSpace:
    return SPACE


def _drawing(draws: Draws, depth: int, parts: int) -> list[Any]:
    """Draw a drawing with some parts, in which others are nested at most ``depth`` deep."""
    made: list[Any] = [draws.choice(("ring", "box"))]
    for _ in range(parts):
        if depth and draws.chance(2, 5):
            made.append(_drawing(draws, depth - 1, draws.integer(1, 3)))
        else:
            made.append(draws.integer(1, 6))
    return made


def calls(script: Script) -> list[Call]:
    draws = Draws(script.seed, "calls")
    made = [[name, 3, 1, 4] for name in ("ring", "box")]
    while len(made) < 15:
        drawing = _drawing(draws, 3, draws.integer(2, 4))
        if drawing not in made and 6 <= _size(drawing) <= 16:
            made.append(drawing)
    return [(drawing,) for drawing in made]


def _size(drawing: list[Any]) -> int:
    return 1 + sum(_size(part) if isinstance(part, list) else 1 for part in drawing[1:])


def examples(script: Script) -> list[Call]:
    return [(drawing,) for drawing in _shown(script.seed, script.rules)]


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[list[Any]]:
    """Return drawings that leave one rule of the space for each mutation, small ones first."""
    draws, script = Draws(seed, "examples"), Script("", seed, rules)

    def candidate() -> Call:
        while True:
            drawing = _drawing(draws, 2, draws.integer(2, 4))
            if _size(drawing) <= 10:
                return (drawing,)

    flat = [([name, *draws.sample((1, 2, 3, 4, 5), 3)],) for name in SHAPES * 2]
    asked = calls(script)
    chosen = settling_examples(
        SPACE,
        rules=[dict(rule) for rule in rules],
        asked=asked,
        shown=[call for call in flat if call not in asked],
        candidate=candidate,
        numbers=range(10, 19),
        effects=tuple(CONTEXTS),
    )
    return sorted((call[0] for call in chosen), key=_size)


def picture(script: Script, solve: Solve) -> Canvas:
    return draw_lines([(drawing, solve(drawing)) for (drawing,) in examples(script)])


def describe(script: Script, solve: Solve) -> str:
    shown = "; ".join(f"{_words(drawing)} has the value {solve(drawing)}" for (drawing,) in examples(script))
    return (
        "The picture shows drawings of rings with round ends and boxes with corners. They hold heaps of pebbles and other "
        "rings and boxes, side by side. Below each drawing stands its value. In words, with the parts of each shape in "
        f"brackets from left to right and a number for a heap of so many pebbles: {shown}."
    )


def _words(part: Any) -> str:
    return str(part) if isinstance(part, int) else f"{part[0]} ({', '.join(map(_words, part[1:]))})"

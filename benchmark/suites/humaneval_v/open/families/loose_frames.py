"""A beetle that walks over coloured squares and paints them, in films whose frames lie in any order.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.rule_space import RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.humaneval_v.open.families._loose_prints import draw_prints
from benchmark.suites.humaneval_v.open.families._loose_rules import (
    COLOURS,
    COLUMNS,
    FACES,
    FILM,
    PARTS,
    PARTS_5,
    ROWS,
    film_space,
    films,
    packed,
    program,
)
from benchmark.suites.humaneval_v.open.families._noticed_faults import notice_faults

VERSION = 1
KINDS = ("grid", "states")
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
EQUIVALENT = {
    "'NESW' → 'NESW~'": "the four letters keep their places",
    "face + 2 → face - 2": "half a turn is the same both ways",
}

TEXT = '''\
def solution(frame: dict, steps: int) -> list[dict]:
    """
    A beetle walks over a floor of white, blue and orange squares, by a rule that never changes. Films of it fell apart:
    on each tray of the picture are the four frames of one film, with one step between two frames, but in any
    order. Continue another film.

    Parameters:
        frame (dict): "floor" has three rows of three letters, W, B or O; "beetle" has the row and the column of its
            square, from 0 at the top left; "faces" is the side to which its tip points: N (up), E, S or W.
        steps (int): The number of steps.

    Returns:
        list[dict]: The frame after each step, in the same form.
    """
'''

TRIED = 60  #: rules of level 5 that are tried
CONTEXTS = ("paint", "edge", "stride", "echo")
Rules = tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class Walk:
    """Parameters: the mutation, the seed of the frames, and rules by their parts.

    The first five rules choose the films. The last mutation has the last rule, the others one of the first.
    """

    mutation: str
    seed: str
    rules: Rules


def sample(mutation: str, draws: Draws) -> Walk:
    rules = []
    for level in range(len(MUTATIONS)):
        turns = dict(zip(COLOURS, draws.sample(range(4), 3), strict=True))
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule = {**turns, **{name: active[name] * (CONTEXTS.index(name) < level) for name in CONTEXTS}}
        rules.append(tuple(rule.items()))
    seed = draws.text("ABCDEFGH", 16)
    return Walk(mutation, seed, (*rules, _counting(seed, tuple(rules))))


@lru_cache(maxsize=8)
def _counting(seed: str, rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return a rule by which the beetle counts squares, and which the films and the calls prove."""
    draws, walk, space = Draws(seed, "counting"), Walk("", seed, rules), film_space(5)
    for _ in range(TRIED):
        turns = dict(zip(COLOURS, draws.sample(range(4), 3), strict=True))
        rule = {
            name: turns[name] if name in turns else draws.integer(1, most - 1)
            for name, most in PARTS_5.items()
        }
        right = {name: np.array([choice]) for name, choice in rule.items()}
        shown, asked = ([(call, films(right, call)[0]) for call in some(walk)] for some in (examples, calls))
        if (
            all(len({packed(call[0]), *map(int, film)}) == FILM + 1 for call, film in shown)
            and notice_faults(calls(walk), program(rule), EQUIVALENT)
            and not space.ambiguity(shown, asked)
        ):
            return tuple(rule.items())
    raise UnfitError("the films prove no rule that counts")


def reference(walk: Walk) -> str:
    last = walk.mutation == MUTATIONS[-1]
    return program(dict(walk.rules[-1 if last else MUTATIONS.index(walk.mutation)]))


def rule_space(walk: Walk) -> RuleSpace:
    return film_space(int(DIAL[walk.mutation]))


def _frame(draws: Draws) -> dict[str, Any]:
    floor = [draws.text(COLOURS, COLUMNS) for _ in range(ROWS)]
    place = [draws.integer(0, ROWS - 1), draws.integer(0, COLUMNS - 1)]
    return {"floor": floor, "beetle": place, "faces": draws.choice(FACES)}


def calls(walk: Walk) -> list[Call]:
    draws = Draws(walk.seed, "calls")
    return [(_frame(draws), steps) for steps in (1, 2, 4, 5) * 3]


def examples(walk: Walk) -> list[Call]:
    return _shown(walk.seed, walk.rules[: len(MUTATIONS)])


@lru_cache(maxsize=8)
def _shown(seed: str, rules: Rules) -> list[Call]:
    """Return first frames of films that leave one rule of the space for each mutation."""
    draws, walk = Draws(seed, "examples"), Walk("", seed, rules)
    right = [{name: np.array([choice]) for name, choice in rule} for rule in rules]

    def candidate() -> Call:
        while True:
            call = _frame(draws), FILM
            each = [{packed(call[0]), *map(int, films(rule, call)[0])} for rule in right]
            if all(len(film) == FILM + 1 for film in each):
                return call

    return telling_examples(
        film_space(1), rules=[dict(rule) for rule in rules], asked=calls(walk),
        shown=[candidate() for _ in range(3)], candidate=candidate, numbers=range(8, 11),
    )  # fmt: skip


def _trays(walk: Walk, solve: Solve) -> list[list[dict[str, Any]]]:
    """Return the frames of each film in the order of the picture."""
    draws = Draws(walk.seed, "trays")
    return [draws.shuffled([call[0], *solve(*call)]) for call in examples(walk)]


def picture(walk: Walk, solve: Solve) -> Canvas:
    return draw_prints(_trays(walk, solve), Draws(walk.seed, "prints"))


def describe(walk: Walk, solve: Solve) -> str:
    trays = [
        "; ".join(
            f"{', '.join(frame['floor'])} with the beetle in row {frame['beetle'][0]}, column {frame['beetle'][1]}, facing {frame['faces']}"
            for frame in tray
        )
        for tray in _trays(walk, solve)
    ]
    listed = " ".join(f"Tray {number}: {tray}." for number, tray in enumerate(trays, 1))
    return (
        "The picture shows trays with four crooked prints each. A print is a frame of a film: three rows of three squares in "
        "white (W), blue (B) and orange (O), with a black beetle whose tip points up (N), right (E), down (S) or left (W). "
        f"The frames of a tray from left to right, with rows and columns counted from 0: {listed}"
    )

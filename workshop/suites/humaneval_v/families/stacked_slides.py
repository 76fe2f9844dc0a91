"""Three glass slides in perspective that are laid on a light table, and what is seen from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._slide_drawings import FEW, MANY, draw_slides
from workshop.suites.humaneval_v.families._slide_readings import Readings
from workshop.suites.humaneval_v.families._slide_rules import (
    ALWAYS,
    CAUSES,
    LIKE,
    OPPOSITE,
    PARTS,
    UNLIKE,
    When,
    is_true,
    program,
    results,
    shows_all,
)

VERSION = 1
KINDS = ("matrix", "solid")
TASK_TYPE = "Computation"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
CAPTURED = {"3": "screen", "4": "notebook", "5": "folded"}
#: Those before them had changes that all slides undergo.
RENUMBERED = {"with-three": 9, "with-four": 10, "4": 11, "5": 12}

TEXT = '''\
def solution(slides: list[list[list[int]]]) -> list[list[int]]:
    """
    Three glass slides of nine fields, with discs and crosses, are laid on a light table, always in the same way.
    Each drawing in the picture shows three slides before that, one above the other, and at its right
    the fields as they are seen from above afterwards. Find what is seen for other slides.

    Parameters:
        slides (list[list[list[int]]]): The slides of a drawing from the highest to the lowest, each with three rows
            from the back to the front, of three fields from left to right: 0 clear, 1 a disc, 2 a cross.

    Returns:
        list[list[int]]: What is seen, in the same form.
    """
'''

FEWEST, MOST = 8, 12  #: examples of levels 4 and 5 that are drawn at first, and in all
ROUNDS = 4  #: times that examples are chosen
TRIES = 1000  #: rules that are drawn for each of them
CONTEXTS = ("exchanged", "turn", "shift", "opposite")


@dataclass(frozen=True)
class Slides:
    """Parameters: the mutation, the seed of the slides, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]
    #: Rules that the examples of levels 1 to 3 settle together.
    first: tuple[tuple[tuple[str, int], ...], ...] = ()
    whens: tuple[When, ...] = (ALWAYS,) * len(MUTATIONS)

    @property
    def level(self) -> int:
        """Its level, from 0."""
        return MUTATIONS.index(self.mutation)


def sample(mutation: str, draws: Draws) -> Slides:
    rules = []
    for level in range(len(MUTATIONS)):
        rule = dict.fromkeys(PARTS, 0)
        rule["like"] = draws.integer(0, len(LIKE) - 1)
        others = [number for number, mark in enumerate(UNLIKE) if mark != LIKE[rule["like"]]]
        rule["unlike"] = draws.choice(others)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule |= {name: active[name] for name in CONTEXTS[:level]}
        rules.append(tuple(rule.items()))
    slides = Slides(mutation, draws.text("ABCDEFGH", 16), tuple(rules), tuple(rules))
    harder = [_harder(draws, calls(slides), dict(rule), level) for level, rule in enumerate(rules[3:], 4)]
    changed, whens = zip(*harder, strict=True)
    return replace(slides, rules=(*rules[:3], *changed), whens=(*slides.whens[:3], *whens))


def _harder(
    draws: Draws, asked: list[Call], rule: dict[str, int], level: int
) -> tuple[tuple[tuple[str, int], ...], When]:
    """Return the rule of level 4 or 5 and when it acts: in a third to two thirds of the calls, and visibly in half."""
    for _ in range(TRIES):
        rule |= {name: draws.integer(0, PARTS[name] - 1) for name in ("unlike", "like")}
        causes = [draws.choice(of_kind) for of_kind in draws.shuffled(CAUSES)]
        turned = (rule["turn"] - 1) // 7
        others = [choice for choice in range(1, PARTS["turn"]) if (choice - 1) // 7 != turned]
        when = When(causes[0], causes[1], causes[2] if level > 4 else "", draws.choice(others))
        tried = [OPPOSITE[rule["opposite"]] or causes[0], *when.conditions().values()]
        even = all(4 <= sum(is_true(cause, call) for call in asked) <= 8 for cause in tried)
        visible = [call for call in asked if shows_all(rule, call, when)] if even else []
        ties = [any(is_true(cause.replace(" > ", " == "), call) for call in visible) for cause in tried[1:]]
        marks = UNLIKE[rule["unlike"]], LIKE[rule["like"]]
        differ = marks[0] != marks[1] and marks != ("lower", "3 - upper")
        if differ and all(ties) and 2 * len(visible) >= len(asked):
            return tuple(rule.items()), when
    raise UnfitError(f"no rule of level {level} is seen in the calls")


def reference(slides: Slides) -> str:
    return program(dict(slides.rules[slides.level]), slides.whens[slides.level])


def rule_space(slides: Slides) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=partial(results, when=slides.whens[slides.level]))


def _three(draws: Draws) -> Call:
    return ([[draws.choices((0, 0, 1, 1, 1, 2, 2, 2), 3) for _ in range(3)] for _ in range(3)],)


def calls(slides: Slides) -> list[Call]:
    draws = Draws(slides.seed, "calls")
    return [_three(draws) for _ in range(12)]


def examples(slides: Slides) -> list[Call]:
    if slides.level < 3:
        return _shown(slides.seed, slides.first)
    return _settled(slides.seed, slides.rules[slides.level], slides.whens[slides.level], slides.level)


@lru_cache(maxsize=8)
def _settled(seed: str, rule: tuple[tuple[str, int], ...], when: When, level: int) -> list[Call]:
    """Return slides that leave one reading of the rule of level 4 or 5, and of when its parts act."""
    draws, solve = Draws(seed, "examples", level), compile_solution(program(dict(rule), when))

    def worked(number: int) -> list[tuple[Call, Any]]:
        some: list[tuple[Call, Any]] = []
        while len(some) < number:
            call = _three(draws)
            some += [(call, solve(*call))] * shows_all(dict(rule), call, when)
        return some

    asked = [(call, solve(*call)) for call in calls(Slides("", seed, ()))]
    for _ in range(ROUNDS):
        readings = Readings(asked)
        for example in worked(FEWEST):
            readings.add(example)
        more = worked(60)
        while (found := list(islice(readings.wrong(more), 1000))) and len(readings.shown) < MOST:
            readings.add(more[int(np.sum(found, axis=0).argmin())])
            more = worked(60)
        if not found:
            return [call for call, _ in [*readings.shown, *more]][:MOST]
    raise UnfitError(f"{MOST} examples leave several readings of {MUTATIONS[level]}")


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return slides that leave one rule of the space for each mutation."""
    draws, slides = Draws(seed, "examples"), Slides(MUTATIONS[0], seed, rules)
    return telling_examples(
        rule_space(slides), rules=[dict(rule) for rule in rules], asked=calls(slides), shown=[_three(draws)],
        candidate=lambda: _three(draws), numbers=range(6, 7),
    )  # fmt: skip


def picture(slides: Slides, solve: Solve) -> Canvas:
    shown = [(call[0], solve(*call)) for call in examples(slides)]
    return draw_slides(shown, Draws(slides.seed, "drawing"), FEW if slides.level < 3 else MANY)


COUNTS = {6: "six", 12: "twelve"}


def describe(slides: Slides, solve: Solve) -> str:
    def words(grid: list[list[int]]) -> str:
        return ", ".join(" ".join(("clear", "disc", "cross")[mark] for mark in row) for row in grid)

    shown = " ".join(
        f"Drawing {number}: {'; '.join(map(words, call[0]))}; seen: {words(solve(*call))}."
        for number, call in enumerate(examples(slides), 1)
    )
    return (
        f"The picture has {COUNTS[len(examples(slides))]} drawings. "
        "Each shows three slides in perspective, one above the other, with three rows of three fields, some with a black disc or a red cross. An arrow leads to a square of nine fields, seen from above. "
        f"The slides from the highest to the lowest, and what is seen, row by row from the back: {shown}"
    )

"""A lantern with a solar cell: hours of sun day by day, and its charge in the evening.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._lantern_rules import lantern_rules, right_rule

VERSION = 5
KINDS = ("chart",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Mathematical Operations")
MUTATIONS = ("empty", "excess", "half", "limit")

TEXT = '''\
def solution(sun: list[int]) -> list[int]:
    """
    A garden lantern has a solar cell and is set up with an empty battery. Find its charge on the evening of each
    day, as the two charts of another lantern show.

    Parameters:
        sun (list[int]): The hours of sun on each day, from 0 to 9.

    Returns:
        list[int]: The charge on each evening, a whole number that is never negative, in the same order.
    """
'''

PROGRAM = """
def solution(sun: list[int]) -> list[int]:
    charge = 0
    evenings = []
    for hours in sun:
        charge += hours
{kept}
        evenings.append(charge)
        charge = max(0, charge - $night)
    return evenings
"""
KEPT = {
    "empty": "        if charge > $limit:\n            charge = 0",
    "excess": "        if charge > $limit:\n            charge -= $limit",
    "half": "        if charge > $limit:\n            charge //= 2",
    "limit": "        charge = min(charge, $limit)",
}
DAYS = 14
DAYS_AFTER_LIMIT = 7  #: number of days shown after the charge meets the limit
TRIES = 400  #: series of these days that are tried


@dataclass(frozen=True)
class Lantern:
    """Parameters: the mutation, which says what happens beyond the limit, the use of a night, the limit, and the days."""

    mutation: str
    night: int
    limit: int
    seed: str  #: of the days in the picture
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Lantern:
    night, limit = draws.integer(2, 4), draws.integer(10, 14)
    tested: list[tuple[int, ...]] = [(), (0, 0, 1, 0), (limit - 4, 4 + night), (9, limit - 9 + night + 1)]
    tested.append((9, 9, 9, 9, 9, 9))
    tested.append((night - 1, 1, night, 1, 0, 5))
    tested += [tuple(draws.integers(draws.integer(5, 12), 0, 9)) for _ in range(8)]
    return Lantern(mutation, night, limit, draws.text("abcdefgh", 16), tuple(dict.fromkeys(tested)))


def _first_days(draws: Draws, night: int, limit: int) -> list[int]:
    """Choose the days up to the one on which the charge exceeds the limit first, by one; every rule gives them the same.

    First come days without sun until a night begins with less charge than it takes. Then the charge rises and
    meets the limit exactly.
    """
    for _ in range(200):
        first = draws.choice([hours for hours in range(night + 1, min(10, 3 * night)) if hours % night])
        sun = [first] + [0] * (first // night) + [draws.integer(1, 5)]
        sun += draws.integers(DAYS - DAYS_AFTER_LIMIT - 1 - len(sun), 1, 9)
        charges = [0]
        for hours in sun:
            charges.append(max(0, charges[-1] - night) + hours)
        sun.append(limit - max(0, charges[-1] - night))
        if max(charges) < limit and sun[-1] <= 9:
            return [*sun, night + 1]
    raise UnfitError


@lru_cache(maxsize=4)
def _shown(lantern: Lantern) -> list[int]:
    """Choose days that leave one rule of the space for every mutation."""
    draws, space = Draws(lantern.seed, "shown"), lantern_rules(lantern.limit)
    rules = [right_rule(mutation, lantern.night) for mutation in MUTATIONS]
    first = _first_days(draws, lantern.night, lantern.limit)
    left = [space.agreeing(rule, [(first,)]) for rule in rules]
    for _ in range(TRIES):
        days = [*first, *draws.integers(DAYS_AFTER_LIMIT - 1, 0, 9)]
        if all(
            space.proves([(days,)], rule, calls(lantern), among)
            for rule, among in zip(rules, left, strict=True)
        ):
            return days
    raise UnfitError(f"{DAYS} days leave several rules")


def rule_space(lantern: Lantern) -> RuleSpace:
    return lantern_rules(lantern.limit)


def calls(lantern: Lantern) -> list[Call]:
    return [(list(sun),) for sun in lantern.tested]


def examples(lantern: Lantern) -> list[Call]:
    return [(list(_shown(replace(lantern, mutation=""))),)]


def reference(lantern: Lantern) -> str:
    program = PROGRAM.replace("{kept}", KEPT[lantern.mutation])
    return fill(program, night=lantern.night, limit=lantern.limit)


LEFT, SLOT = 70.0, 63.0


def picture(lantern: Lantern, solve: Solve) -> Canvas:
    canvas, [(shown,)] = Canvas(1000, 860), examples(lantern)
    frame(canvas, 15, 15, 970, 350, title="Hours of sun")
    _bars(canvas, shown, 335, 28, "yellow")
    frame(canvas, 15, 380, 970, 465, title="Charge in the evening")
    bottom, unit = 770.0, 22.0
    _bars(canvas, solve(shown), bottom, unit, "sky")
    height = bottom - unit * lantern.limit
    canvas.line((LEFT - 30, height), (LEFT + SLOT * DAYS - 28, height), stroke="red", line=3, dashed=True)
    canvas.text(LEFT + SLOT * DAYS - 22, height, lantern.limit, bold=True, fill="red", anchor="start")
    for day in range(DAYS):
        canvas.text(LEFT + SLOT * day, bottom + 26, day + 1, size=19, tick=True)
    canvas.text(LEFT + SLOT * (DAYS - 1) / 2, bottom + 56, "day", size=20)
    return canvas


def _bars(canvas: Canvas, values: Sequence[int], bottom: float, unit: float, fill: Colour) -> None:
    ends = LEFT - 22, LEFT + SLOT * DAYS - 28
    for level in range(5, max(values) + 1, 5):
        canvas.line(*((end, bottom - unit * level) for end in ends), stroke="silver", line=2, guide=True)
        canvas.text(LEFT - 27, bottom - unit * level, level, size=19, anchor="end", tick=True)
    canvas.line(*((end, bottom) for end in ends), line=3)
    for day, value in enumerate(values):
        for block in range(value):
            canvas.rect(LEFT + SLOT * day - 19, bottom - unit * (block + 1), 38, unit, fill=fill, line=2)


def describe(lantern: Lantern, solve: Solve) -> str:
    [(shown,)] = examples(lantern)
    sun, charge = (", ".join(map(str, heights)) for heights in (shown, solve(shown)))
    return (
        f"The picture shows two bar charts, one above the other, with the same {DAYS} days side by side. The upper one, "
        f"Hours of sun, has yellow bars of one block per hour; their heights are {sun}. The lower one, Charge in the evening, "
        f"has sky blue bars of blocks, with the heights {charge}, and the number of the day below each bar. Across the lower chart runs a dashed red "
        f"line at a height of {lantern.limit}, with this number at its right end."
    )

"""A lantern with a solar cell: hours of sun day by day, and its charge in the evening.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.palette import Colour

VERSION = 4
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
DAYS_AFTER_LIMIT = 6  #: number of days shown after the charge meets the limit


@dataclass(frozen=True)
class Lantern:
    """Parameters: the mutation, which says what happens beyond the limit, the use of a night, the limit, and the days."""

    mutation: str
    night: int
    limit: int
    shown: tuple[int, ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Lantern:
    night, limit = draws.integer(2, 4), draws.integer(10, 14)
    shown = _clear_days(draws, night, limit)
    tested: list[tuple[int, ...]] = [(), (0, 0, 1, 0), (limit - 4, 4 + night), (9, limit - 9 + night + 1)]
    tested.append((9, 9, 9, 9, 9, 9))
    tested.append((night - 1, 1, night, 1, 0, 5))
    tested += [tuple(draws.integers(draws.integer(5, 12), 0, 9)) for _ in range(8)]
    return Lantern(mutation, night, limit, shown, tuple(dict.fromkeys(tested)))


def _clear_days(draws: Draws, night: int, limit: int) -> tuple[int, ...]:
    """Choose days that show everything that can happen, under every rule.

    First come days without sun until a night begins with less charge than it takes. Then the charge rises and
    meets the limit exactly. At last it exceeds the limit at least twice, first by one, then by other amounts.
    """
    for _ in range(200):
        first = draws.choice([hours for hours in range(night + 1, min(10, 3 * night)) if hours % night])
        sun = [first] + [0] * (first // night) + [draws.integer(1, 5)]
        sun += draws.integers(DAYS - DAYS_AFTER_LIMIT - 1 - len(sun), 1, 9)
        charge = _evenings(sun, "limit", night, limit)[-1]
        sun.append(limit - max(0, charge - night))
        before = _evenings(sun, "limit", night, 2 * limit)
        sun.append(night + 1)  # one more than the limit, so that no other limit fits
        sun += draws.integers(DAYS_AFTER_LIMIT - 1, 1, 9)
        if (
            max(before) == limit
            and sun[-DAYS_AFTER_LIMIT - 1] <= max(sun[: -DAYS_AFTER_LIMIT - 1])
            and _exceeds_limit(sun, night, limit)
        ):
            return tuple(sun)
    raise UnfitError


def _exceeds_limit(sun: Sequence[int], night: int, limit: int) -> bool:
    """Whether the charge exceeds the limit at least twice, once with an odd charge, and falls below it again.

    Two of these charges must differ by two or more: for 15 and 16 alone, half could be read as eight less.
    """
    for rule in KEPT:
        evenings = [0, *_evenings(sun, rule, night, limit)]
        charges = {max(0, charge - night) + hours for charge, hours in zip(evenings, sun, strict=False)}
        beyond = [charge for charge in charges if charge > limit]
        falls = min(evenings[-DAYS_AFTER_LIMIT:]) < limit
        apart = max(beyond, default=0) - min(beyond, default=0)
        if apart < 2 or not any(charge % 2 for charge in beyond) or not falls:
            return False
    return True


def _evenings(sun: Sequence[int], rule: str, night: int, limit: int) -> list[int]:
    """Return the charge on each evening, under one rule."""
    charge, evenings = 0, []
    for hours in sun:
        charge = max(0, charge - night) + hours
        if charge > limit:
            charge = {"empty": 0, "limit": limit, "excess": charge - limit, "half": charge // 2}[rule]
        evenings.append(charge)
    return evenings


def _falls_to(number: int, _charge: int) -> int:
    return number


def _falls_by(number: int, charge: int) -> int:
    return charge - number


def rivals(lantern: Lantern) -> dict[str, Solve]:
    beyond: dict[str, Callable[[int], int]] = {
        "is halved, rounded up": lambda charge: (charge + 1) // 2,
        "stops at double the limit": lambda charge: min(charge, 2 * lantern.limit),
        "turns back at the limit": lambda charge: 2 * lantern.limit - charge,
        "starts again": lambda charge: charge % (lantern.limit + 1),
    }
    for number in range(lantern.limit + 3):
        beyond[f"falls to {number}"] = partial(_falls_to, number)
        beyond[f"falls by {number}"] = partial(_falls_by, number)
    return {
        f"a charge beyond the limit {name}, a night uses {night}": partial(
            _charges, kept, night, lantern.limit
        )
        for name, kept in beyond.items()
        for night in range(1, 6)
    }


def _charges(kept: Callable[[int], int], night: int, limit: int, sun: list[int]) -> list[int]:
    charge, evenings = 0, []
    for hours in sun:
        charge = max(0, charge - night) + hours
        charge = kept(charge) if charge > limit else charge
        evenings.append(charge)
    return evenings


def calls(lantern: Lantern) -> list[Call]:
    return [(list(sun),) for sun in lantern.tested]


def examples(lantern: Lantern) -> list[Call]:
    return [(list(lantern.shown),)]


def reference(lantern: Lantern) -> str:
    program = PROGRAM.replace("{kept}", KEPT[lantern.mutation])
    return fill(program, night=lantern.night, limit=lantern.limit)


LEFT, SLOT = 70.0, 63.0


def picture(lantern: Lantern, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 860)
    frame(canvas, 15, 15, 970, 350, title="Hours of sun")
    _bars(canvas, lantern.shown, 335, 28, "yellow")
    frame(canvas, 15, 380, 970, 465, title="Charge in the evening")
    bottom, unit = 770.0, 22.0
    _bars(canvas, solve(list(lantern.shown)), bottom, unit, "sky")
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
    sun = ", ".join(map(str, lantern.shown))
    charge = ", ".join(map(str, solve(list(lantern.shown))))
    return (
        f"The picture shows two bar charts, one above the other, with the same {DAYS} days side by side. The upper one, "
        f"Hours of sun, has yellow bars of one block per hour; their heights are {sun}. The lower one, Charge in the evening, "
        f"has sky blue bars of blocks, with the heights {charge}, and the number of the day below each bar. Across the lower chart runs a dashed red "
        f"line at a height of {lantern.limit}, with this number at its right end."
    )

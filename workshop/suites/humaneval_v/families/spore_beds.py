"""Tilted beds with two kinds of spores and stones, the wind, and the mushrooms that stand there after a rain.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._spore_rules import LAST, PARTS, SHAPES, grown, program
from workshop.suites.humaneval_v.families._turned_beds import (
    POSES,
    TurnedBeds,
    draw_sign,
    draw_strands,
    in_pose,
    space,
    turned_beds,
    words_of_strands,
)

VERSION = 1
KINDS = ("matrix", "growth")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
SETTLED = {"wind = *": "the strands show where each wind leads"}
#: The calls, which all levels share, lack two winds of level 5: the strands of these are noticed by exchanging them.
EQUIVALENT = dict.fromkeys(("-1 → 1", "1 → 2", "1 → 0"), "no call has this wind, or it changes no result")
EXCLUDED_STYLES = {"dark": "an arrow would not stand out from the dots"}

TEXT = '''\
import numpy as np


def solution(bed: np.ndarray, wind: tuple[int, int]) -> np.ndarray:
    """
    Each drawing in the picture shows a bed with spores and stones, the wind as an arrow between dots, and the
    mushrooms that stand in the bed after a rain. Find the mushrooms for other beds, of any size.

    Parameters:
        bed (np.ndarray): The fields, row by row: 0 empty, 1 a round spore, 2 a spore with corners, 3 a stone.
        wind (tuple[int, int]): How many dots the tip of the arrow is below the middle, and how many to the right
            of it; above and to the left are negative.

    Returns:
        np.ndarray: The number of mushrooms on each field.
    """
'''

CONTEXTS = ("wind", "edge", "crowd", "stone")


@dataclass(frozen=True)
class Beds:
    """Parameters: the mutation, the seed of the beds, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]
    #: The rules of levels 1 to 4, and one more, which the beds of these levels tell apart.
    told: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Beds:
    rules = []
    for level in range(len(MUTATIONS)):
        rule = {name: draws.integer(0, count - 1) for name, count in PARTS.items() if name not in CONTEXTS}
        rule["round"], rule["corners"] = draws.sample(range(len(SHAPES)), 2)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule |= {name: active[name] * (number < level) for number, name in enumerate(CONTEXTS)}
        rules.append(tuple(rule.items()))
    seed = draws.text("ABCDEFGH", 16)
    return Beds(mutation, seed, (*rules[:-1], _last_rule(seed, rules[-1])), tuple(rules))


def _last_rule(seed: str, told: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    more = Draws(seed, "last")
    last = {name: more.integer(name == "stone", LAST[name] - 1) for name in ("meeting", "stone", "strands")}
    return tuple({**dict(told), **last}.items())


def _is_last(beds: Beds) -> bool:
    return beds.mutation == MUTATIONS[-1]


def _last(beds: Beds) -> TurnedBeds:
    return turned_beds(beds.seed, _last_rule(beds.seed, beds.told[-1]), _bed, _asked)


def reference(beds: Beds) -> str:
    carried = _last(beds).carried if _is_last(beds) else None
    return program(dict(beds.rules[MUTATIONS.index(beds.mutation)]), carried)


def rule_space(beds: Beds) -> RuleSpace:
    return space(_last(beds).carried) if _is_last(beds) else RuleSpace(parts=PARTS, results=grown)


def _bed(draws: Draws, rows: int, columns: int) -> Call:
    bed = [draws.choices((0, 0, 0, 0, 0, 1, 2, 3), columns) for _ in range(rows)]
    return bed, tuple(draws.choices((-2, -1, -1, 0, 1, 1, 2), 2))


def calls(beds: Beds) -> list[Call]:
    return _asked(beds.seed)


def _asked(seed: str) -> list[Call]:
    draws = Draws(seed, "calls")
    return [_bed(draws, draws.integer(3, 6), draws.integer(3, 6)) for _ in range(12)]


def examples(beds: Beds) -> list[Call]:
    return _last(beds).shown if _is_last(beds) else _shown(beds.seed, beds.told)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return beds that leave one rule of the space for each mutation, with at most nine mushrooms on a field."""
    draws, beds = Draws(seed, "examples"), Beds("", seed, rules, rules)
    chosen = telling_examples(
        rule_space(beds), rules=[dict(rule) for rule in rules], asked=calls(beds), shown=[_bed(draws, 5, 5) for _ in range(3)],
        candidate=lambda: _bed(draws, 5, 5), numbers=range(6, 7),
    )  # fmt: skip
    right = {name: np.array([dict(rule)[name] for rule in rules]) for name in PARTS}
    if max(grown(right, call).max() for call in chosen) > 9:
        raise UnfitError("too many mushrooms on a field to be drawn")
    return chosen


SIDE, WIDE, HIGH = 36.0, 474, 218  #: of a field, and of a drawing, px
DOT = 13  #: between the dots of a wind, px
Place = Callable[[float, float], Point]


def _lying(x: float, y: float, degrees: float, side: float) -> Place:
    """Return where a point of a bed is drawn, by its distance from the middle, in fields."""
    cos, sin = side * math.cos(math.radians(degrees)), side * math.sin(math.radians(degrees))
    return lambda u, v: (x + cos * (u - 2.5) - sin * (v - 2.5), y + sin * (u - 2.5) + cos * (v - 2.5))


def picture(beds: Beds, solve: Solve) -> Canvas:
    draws, poses, turned = Draws(beds.seed, "drawing"), Draws(beds.seed, "poses"), _is_last(beds)
    wide, high, lean, side = (520, 200, 3, 33.0) if turned else (WIDE, HIGH, 7, SIDE)
    low = 4 + high * len(examples(beds))
    canvas = Canvas(880, max(low, 790) + 216) if turned else Canvas(2 * WIDE + 16, 3 * HIGH + 8)
    for number, (bed, wind) in enumerate(examples(beds)):
        across, down = (0, number) if turned else (number % 2, number // 2)
        left, y = 8 + across * wide, 4 + down * high + high / 2
        places = [_lying(left + x, y, draws.integer(-lean, lean), side) for x in (104, wide - 104)]
        shown = ((bed, _thing), (solve(bed, wind), _mushrooms))
        for place, (fields, draw) in zip(places, shown, strict=True):
            pose = poses.choice(POSES) if turned else POSES[0]
            _soil(canvas, place, in_pose(fields, pose), draw)
            if turned:
                draw_sign(canvas, place, 5, pose)
        x = left + wide / 2
        for down, right in np.ndindex(5, 5):
            canvas.circle(
                x + DOT * (right - 2), y + DOT * (down - 2), 4, fill="silver", stroke=None, guide=True
            )
        if any(wind):
            arrow(canvas, (x, y), (x + DOT * wind[1], y + DOT * wind[0]), stroke="blue", line=4, head=10)
        canvas.circle(x, y, 5, fill="blue", stroke=None)
        if turned:
            draw_sign(canvas, lambda u, v, x=x, y=y: (x + DOT * (u - 2.5), y + DOT * (v - 2.5)), 5, POSES[0])  # type: ignore[misc]
    if turned:
        draw_strands(canvas, _last(beds), (74.0, max(low, 790) + 24.0), (630.0, 56.0))
    return canvas


def _soil(
    canvas: Canvas, place: Place, fields: Sequence[Sequence[int]], draw: Callable[[Canvas, Place, int], None]
) -> None:
    canvas.polygon([place(0, 0), place(5, 0), place(5, 5), place(0, 5)], fill="paleorange", line=3)
    for at in range(1, 5):
        canvas.line(place(at, 0), place(at, 5), line=2.4)
        canvas.line(place(0, at), place(5, at), line=2.4)
    for row, numbers in enumerate(fields):
        for column, number in enumerate(numbers):
            draw(canvas, lambda u, v, i=row, j=column: place(u + j + 0.5, v + i + 0.5), number)  # type: ignore[misc]


def _thing(canvas: Canvas, place: Place, number: int) -> None:
    if number == 1:
        canvas.circle(*place(0, 0), 9, fill="white", line=4)
    elif number == 2:
        canvas.polygon([place(0, -0.34), place(0.34, 0.28), place(-0.34, 0.28)], fill="blue", line=2.4)
    elif number:
        corners = ((-0.3, -0.22), (0.05, -0.34), (0.33, -0.1), (0.26, 0.24), (-0.12, 0.32), (-0.34, 0.12))
        canvas.polygon([place(*corner) for corner in corners], fill="grey", line=2.4)


def _mushrooms(canvas: Canvas, place: Place, number: int) -> None:
    for at in range(number):
        canvas.circle(*place((at % 3 - 1) * 0.29, (at // 3 - 1) * 0.29), 4.2, fill="red", stroke=None)


def describe(beds: Beds, solve: Solve) -> str:
    shown = " ".join(
        f"Drawing {number}: bed {', '.join(' '.join('-RTS'[field] for field in row) for row in bed)}; wind {wind[0]} down, "
        f"{wind[1]} right; mushrooms {', '.join(' '.join(map(str, row)) for row in solve(bed, wind))}."
        for number, (bed, wind) in enumerate(examples(beds), 1)
    )
    many, more = "six", ""
    if _is_last(beds):
        many = f"{len(examples(beds))}"
        more = (
            " Each bed is drawn mirrored or turned by quarters; a black disc marks the corner of its first row and column, and a "
            "bar the beginning of the first row. The same disc and bar are at the top left of the dots of each arrow. "
            f"{words_of_strands(_last(beds))}"
        )
    return (
        f"The picture has {many} drawings. Each shows a bed of five rows of five fields, some with a ring, a triangle or a "
        "stone; an arrow from the middle of five rows of five dots; and the bed again, with up to nine red dots on a field, the "
        f"mushrooms. Row by row, with R for a ring, T for a triangle and S for a stone: {shown}{more}"
    )

"""Children who throw marbles to one another at a gong: how many each has afterwards.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_before, point_on_circle
from workshop.suites.humaneval_v.families._marble_rules import (
    right_rule,
    throw_rules,
)

VERSION = 4
KINDS = ("graph",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("share", "keeps", "few", "groups")
GONGS = 2
TRIES = 200  #: pairs of yards for the picture
HAND, TAG = 30.0, 62.0  #: radius of a child's circle, and distance of a tag from its middle, px

TEXT = '''\
def solution(throws_to: list[int], marbles: list[int], gongs: int) -> list[int]:
    """
    Children stand in a yard with marbles. At every gong they throw marbles, all at the same moment, each to
    the same child as before. How many each child throws can be seen in the picture.

    Parameters:
        throws_to (list[int]): For each child the index of the child to whom it throws, never its own.
        marbles (list[int]): How many marbles each child has at the start, 0 or more.
        gongs (int): How often the gong sounds, from 0 to 6.

    Returns:
        list[int]: How many marbles each child has at the end.
    """
'''

THROWING = """
def solution(throws_to: list[int], marbles: list[int], gongs: int) -> list[int]:
    for _ in range(gongs):
        after = list(marbles)
        for child, other in enumerate(throws_to):
            thrown = {thrown}
            after[child] -= thrown
            after[other] += thrown
        marbles = [min($most, count) for count in after]
    return marbles
"""
THROWN = {
    "share": "marbles[child] // $share",
    "keeps": "max(0, marbles[child] - $kept)",
    "few": "min($few, marbles[child])",
    "groups": "marbles[child] if marbles[child] % $share == 0 else 0",
}


@dataclass(frozen=True)
class Yard:
    """Parameters: the mutation, the constants of the rules, and the yards."""

    mutation: str
    kept: int  #: marbles that stay in the hand
    share: int  #: divisor of the marbles in the hand
    few: int  #: marbles that are thrown
    most: int  #: marbles that a hand holds; what is caught beyond them is lost
    seed: str  #: of the yards in the picture
    tested: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]


def sample(mutation: str, draws: Draws) -> Yard:
    kept, share = draws.integer(2, 4), draws.integer(2, 4)
    few, most = draws.integer(1, 3), draws.integer(10, 14)
    tested = [((1, 0), (5, 0), 0), ((1, 0), (7, 1), 1), ((1, 2, 0), (4, 9, 0), 1)]
    for gongs in (1, 2, 2, 3, 3, 4, 5, 6):
        size = draws.integer(4, 7)
        tested.append((_random_throws(draws, size), tuple(draws.integers(size, 0, most)), gongs))
    return Yard(mutation, kept, share, few, most, draws.text("abcdefgh", 16), tuple(tested))


def _random_throws(draws: Draws, size: int) -> tuple[int, ...]:
    return tuple((child + draws.integer(1, size - 1)) % size for child in range(size))


def _clear_throws(draws: Draws) -> tuple[int, ...]:
    throws_to = _random_throws(draws, 6)
    while not _is_clear(throws_to):
        throws_to = _random_throws(draws, 6)
    return throws_to


def _is_clear(throws_to: tuple[int, ...]) -> bool:
    """Whether nobody throws back, one or two children catch nothing, and tags touch no other tag or arrow."""
    if len(set(throws_to)) not in (4, 5) or max(map(throws_to.count, throws_to)) > 2:
        return False
    if any(throws_to[other] == child for child, other in enumerate(throws_to)):
        return False
    places = [_place(child, 0, 0) for child in range(len(throws_to))]
    tags = [_tag(places[child], places[other]) for child, other in enumerate(throws_to)]
    if any(math.dist(tag, other) < 46 for tag, other in combinations(tags, 2)):
        return False
    return all(
        _gap(tag, places[child], places[throws_to[child]]) > 27
        for owner, tag in enumerate(tags)
        for child in range(len(throws_to))
        if child != owner
    )


def _place(child: int, x: float, y: float) -> Point:
    right, down = point_on_circle(0, 0, 150, 60 * child + 30)
    return x + 1.25 * right, y + 0.74 * down


def _tag(start: Point, end: Point) -> Point:
    return point_before(start, end, TAG)


def _gap(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def calls(yard: Yard) -> list[Call]:
    return [(list(throws_to), list(marbles), gongs) for throws_to, marbles, gongs in yard.tested]


def examples(yard: Yard) -> list[Call]:
    return [
        (list(throws_to), list(marbles), gongs)
        for throws_to, marbles in _shown(replace(yard, mutation=""))
        for gongs in range(GONGS + 1)
    ]


@lru_cache(maxsize=4)
def _shown(yard: Yard) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Choose two yards that contradict every rule which is near the rule of a mutation."""
    draws, space, asked = Draws(yard.seed, "shown"), throw_rules(yard.most), calls(yard)
    constants = {"kept": yard.kept, "share": yard.share, "few": yard.few}
    rights = [right_rule(mutation, constants) for mutation in MUTATIONS]
    nears = [space.near(right, 2) for right in rights]
    for _ in range(TRIES):
        low = [draws.integer(0, 1), yard.kept, yard.kept + 1, *draws.integers(3, 2, yard.most)]
        high = [draws.integer(1, yard.most - 3), *draws.integers(4, yard.most - 3, yard.most), yard.most]
        yards = tuple((_clear_throws(draws), tuple(draws.shuffled(hands))) for hands in (high, low))
        shown = [
            (list(throws_to), list(hands), gongs + 1) for throws_to, hands in yards for gongs in range(GONGS)
        ]
        pairs = zip(rights, nears, strict=True)
        if all(space.proves(shown, right, asked, near) for right, near in pairs):
            return yards
    raise UnfitError("no two yards tell the rules apart")


def rule_space(yard: Yard) -> RuleSpace:
    return throw_rules(yard.most)


def reference(yard: Yard) -> str:
    program = THROWING.replace("{thrown}", THROWN[yard.mutation])
    return fill(program, kept=yard.kept, share=yard.share, few=yard.few, most=yard.most)


def picture(yard: Yard, solve: Solve) -> Canvas:
    canvas = Canvas(960, 1020)
    canvas.circle(150, 36, 19, fill="paleblue")
    canvas.text(182, 36, "in the hand", anchor="start")
    canvas.rect(370, 21, 38, 30, fill="yellow", radius=8)
    canvas.text(422, 36, "thrown", anchor="start")
    canvas.circle(600, 36, HAND, fill="paleblue")
    canvas.text(600, 36, yard.most, size=26, bold=True)
    canvas.text(644, 36, "a full hand", anchor="start")
    for number, call in enumerate(examples(yard)):
        place, gongs = divmod(number, GONGS + 1)
        x, y = 15 + place * 470, 72 + gongs * 315
        frame(canvas, x, y, 460, 307, title=f"Yard {place + 1}, {_moment(gongs)}")
        marbles = solve(*call)
        thrown = _throw_counts(solve, marbles) if gongs < GONGS else []
        _draw(canvas, call[0], marbles, thrown, (x + 230, y + 172))
    return canvas


def _moment(gongs: int) -> str:
    return f"gong {gongs + 1}" if gongs < GONGS else "end"


def _draw(
    canvas: Canvas, throws_to: Sequence[int], marbles: Sequence[int], thrown: Sequence[int], middle: Point
) -> None:
    places = [_place(child, *middle) for child in range(len(marbles))]
    for child, other in enumerate(throws_to):
        tip = point_before(places[other], places[child], HAND + 4)
        arrows.arrow(canvas, places[child], tip, stroke="grey", line=3, head=16)
    for child, count in enumerate(marbles):
        canvas.circle(*places[child], HAND, fill="paleblue")
        canvas.text(*places[child], count, size=26, bold=True)
    for child, count in enumerate(thrown):
        x, y = _tag(places[child], places[throws_to[child]])
        canvas.rect(x - 19, y - 15, 38, 30, fill="yellow", line=2, radius=8)
        canvas.text(x, y, count, size=20, bold=True)


def _throw_counts(solve: Solve, marbles: Sequence[int]) -> list[int]:
    """Return how many marbles each child throws: those that arrive if only two play and the other has none."""
    return [int(solve([1, 0], [count, 0], 1)[1]) for count in marbles]


def describe(yard: Yard, solve: Solve) -> str:
    names = "ABCDEF"
    parts = []
    for number, call in enumerate(examples(yard)):
        place, gongs = divmod(number, GONGS + 1)
        marbles = solve(*call)
        if not gongs:
            ways = ", ".join(f"{names[child]} to {names[other]}" for child, other in enumerate(call[0]))
            parts.append(f"In yard {place + 1} they throw {ways}.")
        hands = ", ".join(f"{name} {count}" for name, count in zip(names, marbles, strict=True))
        counts = _throw_counts(solve, marbles) if gongs < GONGS else []
        thrown = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=False))
        parts.append(
            f"Yard {place + 1}, {_moment(gongs)}: in the hand {hands}{thrown and f'; thrown {thrown}'}."
        )
    return (
        "The picture shows two yards, each with the same six children at three moments, as blue circles with the "
        "number of marbles in the hand. From each child a grey arrow leads to another one, and at its beginning a "
        "yellow tag has the number that is thrown; at the end there are no tags. A key says that a full hand has "
        f"{yard.most}. The children are named from A to F around the yard. {' '.join(parts)}"
    )

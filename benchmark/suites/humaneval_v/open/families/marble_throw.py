"""Children who throw marbles to one another at a gong: how many each has afterwards.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point, point_before, point_on_circle

VERSION = 3
KINDS = ("graph",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("share", "keeps", "few", "groups")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "marbles = [min(*": "the key names the most that a hand holds",
}

GONGS = 3
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
    throws_to: tuple[int, ...]
    marbles: tuple[int, ...]
    tested: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]


def sample(mutation: str, draws: Draws) -> Yard:
    kept, share, few, most = (
        draws.integer(2, 4),
        draws.integer(2, 4),
        draws.integer(1, 3),
        draws.integer(10, 14),
    )
    marbles = tuple(
        draws.shuffled([0, 1, kept, 7, 2 * share, share * (3 if share < 4 else 1)])
    )  # no multiples of the divisor, and two that are
    throws_to = _random_throws(draws, 6)
    while not _is_clear(throws_to):
        throws_to = _random_throws(draws, 6)
    tested = [((1, 0), (5, 0), 0), ((1, 0), (7, 1), 1), ((1, 2, 0), (4, 9, 0), 1)]
    for gongs in (1, 2, 2, 3, 3, 4, 5, 6):
        size = draws.integer(4, 7)
        tested.append((_random_throws(draws, size), tuple(draws.integers(size, 0, 17)), gongs))
    return Yard(mutation, kept, share, few, most, throws_to, marbles, tuple(tested))


def _random_throws(draws: Draws, size: int) -> tuple[int, ...]:
    return tuple((child + draws.integer(1, size - 1)) % size for child in range(size))


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
    return x + 1.25 * right, y + down


def _tag(start: Point, end: Point) -> Point:
    return point_before(start, end, TAG)


def _gap(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def _thrown_count(count: int, _marbles: int) -> int:
    return count


def _all_but(count: int, marbles: int) -> int:
    return marbles - count


def _all_from(count: int, marbles: int) -> int:
    return marbles if marbles >= count else 0


def _one_from(count: int, marbles: int) -> int:
    return int(marbles >= count)


#: Marbles in the hand → how many are thrown, as a reader may think; a child throws no more than it has.
READINGS: dict[str, Callable[[int], int]] = {
    "half, rounded up": lambda marbles: (marbles + 1) // 2,
    "half": lambda marbles: marbles // 2,
    "a quarter": lambda marbles: marbles // 4,
    "a quarter, rounded up": lambda marbles: (marbles + 3) // 4,
    "a third, rounded up": lambda marbles: (marbles + 2) // 3,
    "all of a multiple of 3": lambda marbles: marbles if marbles % 3 == 0 else 0,
    "all of a multiple of 4": lambda marbles: marbles if marbles % 4 == 0 else 0,
    "a third": lambda marbles: marbles // 3,
    "two thirds": lambda marbles: marbles - marbles // 3,
    "half of an even number": lambda marbles: marbles // 2 if marbles % 2 == 0 else 0,
    "all": lambda marbles: marbles,
    "all of an even number": lambda marbles: marbles if marbles % 2 == 0 else 0,
    "all of an odd number": lambda marbles: marbles if marbles % 2 == 1 else 0,
    "all but the last of an odd number": lambda marbles: marbles - marbles % 2,
    **{f"{count}": partial(_thrown_count, count) for count in range(1, 7)},
    **{f"all but {count}": partial(_all_but, count) for count in range(1, 7)},
    **{f"all of {count} and more": partial(_all_from, count) for count in range(2, 9)},
    **{f"one of {count} and more": partial(_one_from, count) for count in range(2, 9)},
}


def rivals(yard: Yard) -> dict[str, Solve]:
    return {name: partial(_thrown, reading, yard.most) for name, reading in READINGS.items()}


def _thrown(
    reading: Callable[[int], int], most: int, throws_to: list[int], marbles: list[int], gongs: int
) -> list[int]:
    for _ in range(gongs):
        after = list(marbles)
        for child, other in enumerate(throws_to):
            thrown = min(max(0, reading(marbles[child])), marbles[child])
            after[child] -= thrown
            after[other] += thrown
        marbles = [min(most, count) for count in after]
    return marbles


def calls(yard: Yard) -> list[Call]:
    return [(list(throws_to), list(marbles), gongs) for throws_to, marbles, gongs in yard.tested]


def examples(yard: Yard) -> list[Call]:
    return [(list(yard.throws_to), list(yard.marbles), gongs) for gongs in range(GONGS + 1)]


def reference(yard: Yard) -> str:
    program = THROWING.replace("{thrown}", THROWN[yard.mutation])
    return fill(program, kept=yard.kept, share=yard.share, few=yard.few, most=yard.most)


def picture(yard: Yard, solve: Solve) -> Canvas:
    canvas = Canvas(960, 920)
    canvas.circle(150, 36, 19, fill="paleblue")
    canvas.text(182, 36, "in the hand", anchor="start")
    canvas.rect(370, 21, 38, 30, fill="yellow", radius=8)
    canvas.text(422, 36, "thrown", anchor="start")
    canvas.circle(600, 36, HAND, fill="paleblue")
    canvas.text(600, 36, yard.most, size=26, bold=True)
    canvas.text(644, 36, "a full hand", anchor="start")
    for number, call in enumerate(examples(yard)):
        x, y = 15 + number % 2 * 470, 70 + number // 2 * 425
        frame(canvas, x, y, 460, 415, title=f"Gong {number + 1}" if number < GONGS else "End")
        marbles = solve(*call)
        thrown = _throw_counts(solve, marbles) if number < GONGS else []
        _draw(canvas, yard, marbles, thrown, (x + 230, y + 220))
    return canvas


def _draw(canvas: Canvas, yard: Yard, marbles: Sequence[int], thrown: Sequence[int], middle: Point) -> None:
    places = [_place(child, *middle) for child in range(len(marbles))]
    for child, other in enumerate(yard.throws_to):
        tip = point_before(places[other], places[child], HAND + 4)
        arrows.arrow(canvas, places[child], tip, stroke="grey", line=3, head=16)
    for child, count in enumerate(marbles):
        canvas.circle(*places[child], HAND, fill="paleblue")
        canvas.text(*places[child], count, size=26, bold=True)
    for child, count in enumerate(thrown):
        x, y = _tag(places[child], places[yard.throws_to[child]])
        canvas.rect(x - 19, y - 15, 38, 30, fill="yellow", line=2, radius=8)
        canvas.text(x, y, count, size=20, bold=True)


def _throw_counts(solve: Solve, marbles: Sequence[int]) -> list[int]:
    """Return how many marbles each child throws: those that arrive if only two play and the other has none."""
    return [int(solve([1, 0], [count, 0], 1)[1]) for count in marbles]


def describe(yard: Yard, solve: Solve) -> str:
    names = "ABCDEF"
    ways = ", ".join(f"{names[child]} to {names[other]}" for child, other in enumerate(yard.throws_to))
    parts = []
    for number, call in enumerate(examples(yard)):
        marbles = solve(*call)
        hands = ", ".join(f"{name} {count}" for name, count in zip(names, marbles, strict=True))
        if number < GONGS:
            thrown = ", ".join(
                f"{name} {count}" for name, count in zip(names, _throw_counts(solve, marbles), strict=True)
            )
            parts.append(f"Gong {number + 1}: in the hand {hands}; thrown {thrown}.")
        else:
            parts.append(f"End: {hands}.")
    return (
        "The picture shows the same six children at four moments, as blue circles with the number of marbles in the "
        "hand. From each child a grey arrow leads to another one, and at its beginning a yellow tag has the number "
        f"that is thrown; at the end there are no tags. A key says that a full hand has {yard.most}. Named from A to F around the yard, they throw {ways}. "
        f"{' '.join(parts)}"
    )

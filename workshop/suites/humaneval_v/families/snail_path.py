"""A snail's path on a field of dots: where it is after any number of parts.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, program_space
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 2
KINDS = ("geometry", "coordinates")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Geometric Objects")
MUTATIONS = ("round", "stairs", "in-pairs", "longer")

#: North, east, south and west, each as steps to the east and to the north.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
NAMES = ("north", "east", "south", "west")
SHOWN_PARTS = 8  #: number of parts of the path in the picture

TEXT = '''\
def solution(parts: int) -> list[int]:
    """
    A snail leaves a post and crawls on and on in straight parts, always by the same plan. The picture shows
    its path from the post as far as it has come. Find where the snail is after any number of parts.

    Parameters:
        parts (int): The number of straight parts that the snail has crawled, from 0 to 60.

    Returns:
        list[int]: Two numbers, how far east and how far north of the post the snail is, in steps from one dot
            to the next; negative for west and south.
    """
'''

CRAWL = """
def solution(parts: int) -> list[int]:
    east, north = 0, 0
    ways = $ways
    for part in range(parts):
        length = {length}
        way = ways[{way}]
        east += way[0] * length
        north += way[1] * length
    return [east, north]
"""
PLANS = {
    "round": ("$lengths[part % 3]", "part % 4"),
    "stairs": ("$start + part // 2", "part % 2"),
    "in-pairs": ("$start + part // 2", "part % 4"),
    "longer": ("$start + part", "part % 4"),
}


@dataclass(frozen=True)
class Path:
    """Parameters: the mutation, which is the snail's plan, its directions in order, and the lengths of its parts."""

    mutation: str
    ways: tuple[int, ...]  #: indices into WAYS
    start: int
    lengths: tuple[int, ...]
    shown: tuple[int, ...]
    tested: tuple[int, ...]

    def part(self, number: int) -> tuple[int, int]:
        """Return the direction and the length of a part, counted from 0."""
        way = number % (2 if self.mutation == "stairs" else 4)
        length = {
            "round": self.lengths[number % 3],
            "stairs": self.start + number // 2,
            "in-pairs": self.start + number // 2,
            "longer": self.start + number,
        }[self.mutation]
        return self.ways[way], length


def sample(mutation: str, draws: Draws) -> Path:
    first, side = draws.integer(0, 3), draws.choice((1, 3))
    ways = tuple((first + side * turn) % 4 for turn in range(4))
    lengths = tuple(draws.sample((1, 2, 3, 4, 5), 3))
    if lengths[2] == 2 * lengths[1] - lengths[0]:
        raise UnfitError("the three lengths look like a row that goes on")
    if abs(lengths[0] - lengths[1]) == lengths[2]:
        raise UnfitError("a part of the path lies on another one")
    tested = (0, 9, 10, 11, 13, *sorted(draws.sample(range(14, 40), 5)), draws.integer(41, 60))
    return Path(mutation, ways, draws.integer(1, 2), lengths, tuple(range(1, SHOWN_PARTS + 1)), tested)


def calls(path: Path) -> list[Call]:
    return [(parts,) for parts in path.tested]


def examples(path: Path) -> list[Call]:
    return [(parts,) for parts in path.shown]


#: Parts of what a reader may see in the path → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "first": range(4),  # direction
    # Turns to the right and to the left that are repeated; one or two are four as well
    "turns": [turns for count in (3, 4) for turns in product((1, -1), repeat=count)],
    # Lengths that are repeated
    "lengths": [lengths for count in (1, 2, 3, 4) for lengths in product(range(1, 6), repeat=count)],
    "longer": (0, 1, 2),  # steps by which they are longer each time
}


def crawled(choices: Sequence[Any], parts: int) -> list[int]:
    """Return the place of the snail by a rule of the space."""
    way, turns, lengths, longer = choices
    east = north = 0
    for part in range(parts):
        length = lengths[part % len(lengths)] + longer * (part // len(lengths))
        east += WAYS[way][0] * length
        north += WAYS[way][1] * length
        way = (way + turns[part % len(turns)]) % 4
    return [east, north]


SNAIL_RULES = program_space(PARTS, crawled)


def rule_space(path: Path) -> RuleSpace:
    del path
    return SNAIL_RULES


def reference(path: Path) -> str:
    length, way = PLANS[path.mutation]
    program = CRAWL.replace("{length}", length).replace("{way}", way)
    ways = [list(WAYS[way]) for way in path.ways]
    if path.mutation == "stairs":
        ways = ways[:2]
    values = {"ways": ways, "lengths": list(path.lengths), "start": path.start}
    return fill(program, **{name: value for name, value in values.items() if f"${name}" in program})


def picture(path: Path, solve: Solve) -> Canvas:
    corners = [(0, 0), *(tuple(solve(parts)) for (parts,) in examples(path))]
    west, east = min(x for x, _ in corners) - 1, max(x for x, _ in corners) + 1
    south, north = min(y for _, y in corners) - 1, max(y for _, y in corners) + 1
    step = min(88.0, 760 / (east - west), 840 / (north - south))
    canvas = Canvas(960, 900)
    left = 30 + (780 - (east - west) * step) / 2
    top = (900 - (north - south) * step) / 2

    def at(corner: tuple[int, ...]) -> Point:
        return left + (corner[0] - west) * step, top + (north - corner[1]) * step

    for x in range(west, east + 1):
        for y in range(south, north + 1):
            canvas.circle(*at((x, y)), 4.5, fill="grey", stroke=None)
    for start, end in pairwise(corners):
        tip = at(end)
        arrows.arrow(canvas, at(start), tip, stroke="blue", line=5, head=20)
    canvas.circle(*at((0, 0)), 13, fill="red")
    _snail(canvas, at(corners[-1]))
    x = canvas.width - 64
    arrows.arrow(canvas, (x, 150), (x, 62), line=4, head=18)
    canvas.line((x - 34, 112), (x + 34, 112), line=2.5)
    for name, dx, dy in (("N", 0, -72), ("S", 0, 60), ("E", 48, 0), ("W", -48, 0)):
        canvas.text(x + dx, 112 + dy, name, bold=True)
    canvas.circle(x - 40, 240, 13, fill="red")
    canvas.text(x - 18, 240, "post", anchor="start")
    _snail(canvas, (x - 40, 290))
    canvas.text(x - 18, 290, "snail", anchor="start")
    return canvas


def _snail(canvas: Canvas, where: Point) -> None:
    canvas.circle(*where, 15, fill="orange")
    canvas.circle(*where, 7, fill="white")


def describe(path: Path, solve: Solve) -> str:
    del solve
    parts = []
    for number in range(SHOWN_PARTS):
        way, length = path.part(number)
        parts.append(f"{length} {NAMES[way]}")
    return (
        "The picture shows a field of dots in rows and columns, with a cross of directions beside it: N is at the top, "
        "S at the bottom, E at the right and W at the left. A red disc marks the post, an orange ring the "
        "snail. From the post a blue path leads over straight parts, each with a head at its end and turned by a "
        f"right angle from the one before, to the snail. The parts in steps from dot to dot: {', '.join(parts)}."
    )

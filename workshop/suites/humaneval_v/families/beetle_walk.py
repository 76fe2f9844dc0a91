"""A beetle walks down a tree: which way it takes at each fork.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._beetle_rules import right_rule, walk_rules

VERSION = 3
KINDS = ("tree",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("parity", "nearer", "zigzag", "smaller")
EQUIVALENT = {
    "tree[left] < tree[right] → tree[left] <= tree[right]": "the numbers of a tree are all different",
    "abs(tree[left] - tree[place]) < *": "the branches of a fork are never equally far from it",
}

TEXT = '''\
def solution(tree: list[int]) -> list[int]:
    """
    A beetle walks from the root of a tree down to a leaf. Find its walk, by the walks in the picture.

    Parameters:
        tree (list[int]): The numbers of the tree level by level, from the root down and each level from left
            to right. Every fork has two branches and all leaves lie on one level, so there are 1, 3, 7, 15 or
            31 numbers, all different.

    Returns:
        list[int]: The numbers that the beetle passes, from the root to the leaf.
    """
'''

WALK = """
def solution(tree: list[int]) -> list[int]:
    place = 0
    walk = [tree[0]]
    while len(walk) < len(tree).bit_length():
        left = 2 * place + 1
        right = left + 1
        is_left = {choice}
        if tree[place] % $thorn == 0:
            is_left = not is_left
        place = left if is_left else right
        walk.append(tree[place])
    return walk
"""
CHOICES = {
    "nearer": "abs(tree[left] - tree[place]) < abs(tree[right] - tree[place])",
    "parity": "tree[place] % 2 == $side",
    "smaller": "tree[left] < tree[right]",
    "zigzag": "len(walk) % 2 == $side",
}


@dataclass(frozen=True)
class Walks:
    """Parameters: the mutation, the side that two of the rules need, the numbers in squares, and the trees."""

    mutation: str
    side: int
    thorn: int  #: its multiples are in squares; there the beetle takes the other branch
    seed: str  #: of the trees in the picture
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Walks:
    side = draws.integer(0, 1)
    thorn = draws.integer(3, 12)
    sizes = (1, 3, 3, 7, 7, 15, 15, 15, 31, 31)
    tested = tuple(_tree(draws, size, 99, thorn, number % 3) for number, size in enumerate(sizes))
    return Walks(mutation, side, thorn, draws.text("abcdefgh", 16), tested)


def _tree(draws: Draws, size: int, highest: int, thorn: int, squares: int) -> tuple[int, ...]:
    """Choose a tree of different numbers in which no fork has two branches at the same distance.

    On so many of the first three levels, as far as they have forks, one fork has a multiple of ``thorn``.
    """
    multiples = range(thorn, highest + 1, thorn)
    while True:
        tree = draws.sample(range(1, highest + 1), size)
        for level in draws.sample(range(3), squares):
            place = draws.integer(2**level - 1, 2 ** (level + 1) - 2)
            if 2 * place + 1 < size:
                tree[place] = draws.choice(multiples)
        forks = range(size // 2)
        unequal = all(tree[2 * fork + 1] + tree[2 * fork + 2] != 2 * tree[fork] for fork in forks)
        if unequal and len(set(tree)) == size:
            return tuple(tree)


def calls(walks: Walks) -> list[Call]:
    return [(list(tree),) for tree in walks.tested]


def examples(walks: Walks) -> list[Call]:
    return _shown(replace(walks, mutation=""))


@lru_cache(maxsize=4)
def _shown(walks: Walks) -> list[Call]:
    """Choose trees whose walks leave one rule of the space for every mutation."""
    draws, thorn = Draws(walks.seed, "shown"), walks.thorn
    return telling_examples(
        walk_rules(thorn),
        rules=[right_rule(mutation, walks.side) for mutation in MUTATIONS],
        asked=calls(walks),
        shown=[],
        candidate=lambda: (
            list(_tree(draws, draws.choice((7, 15, 15, 15)), 60, thorn, draws.integer(0, 3))),
        ),
        numbers=range(6, 7),
    )


def rule_space(walks: Walks) -> RuleSpace:
    return walk_rules(walks.thorn)


def reference(walks: Walks) -> str:
    return fill(WALK.replace("{choice}", CHOICES[walks.mutation]), side=walks.side, thorn=walks.thorn)


def picture(walks: Walks, solve: Solve) -> Canvas:
    canvas, key = Canvas(1000, 1018), 987
    for number, (tree,) in enumerate(examples(walks)):
        x, y = 15 + number % 2 * 490, 12 + number // 2 * 318
        frame(canvas, x, y, 480, 306, title=f"Walk {number + 1}")
        _draw(canvas, walks.thorn, tree, solve(tree), x, y + 44)
    for place in range(5):
        _square(canvas, (345 + 62 * place, key), "white")
        canvas.text(345 + 62 * place, key, walks.thorn * (place + 1), size=20)
    canvas.text(645, key, "and so on", anchor="start")
    return canvas


def _square(canvas: Canvas, middle: Point, fill: Colour) -> None:
    canvas.rect(middle[0] - 22, middle[1] - 22, 44, 44, fill=fill, line=4)


def _draw(canvas: Canvas, thorn: int, tree: list[int], walk: list[int], x: float, y: float) -> None:
    def at(place: int) -> Point:
        level = (place + 1).bit_length() - 1
        column = place + 1 - 2**level
        return x + 20 + 440 * (column + 0.5) / 2**level, y + 75 * level

    for place in range(1, len(tree)):
        walked = tree[place] in walk
        start, end = at((place - 1) // 2), at(place)
        canvas.line(start, end, stroke="blue" if walked else "grey", line=9 if walked else 2.5)
    for place, value in enumerate(tree):
        fill: Colour = "orange" if value in walk else "white"
        if value % thorn:
            canvas.circle(*at(place), 23, fill=fill)
        else:
            _square(canvas, at(place), fill)
        canvas.text(*at(place), value, size=20, bold=value in walk)


def describe(walks: Walks, solve: Solve) -> str:
    parts = []
    squares = [str(walks.thorn * times) for times in range(1, 6)]
    for number, (tree,) in enumerate(examples(walks), 1):
        levels = [tree[2**level - 1 : 2 ** (level + 1) - 1] for level in range(len(tree).bit_length())]
        rows = " / ".join(" ".join(map(str, level)) for level in levels)
        parts.append(f"Walk {number}: {rows}; orange: {' '.join(map(str, solve(tree)))}.")
    return (
        "The picture shows six trees with a number in every circle or square. Each has a root at the top, two "
        "branches at every fork, and four or eight leaves at the bottom. In each tree one walk from the root to a leaf "
        "is marked: its circles and squares are orange, and its branches are thick and blue. The levels from top to bottom, "
        f"each from left to right, and the marked numbers: {' '.join(parts)} Squares stand around the multiples of "
        f"{walks.thorn}; below the trees stands a row of squares with {', '.join(squares)} and so on."
    )

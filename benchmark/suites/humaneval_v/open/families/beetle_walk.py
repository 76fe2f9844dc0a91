"""A beetle walks down a tree: which way it takes at each fork.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.drawing.items import Point
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Solve
from benchmark.authoring.rivals.orders import NUMBER, Order, choose, orders
from benchmark.authoring.source import fill

VERSION = 1
KINDS = ("tree",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("parity", "nearer", "zigzag", "smaller")
EQUIVALENT = {
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
        {choice}
        walk.append(tree[place])
    return walk
"""
CHOICES = {
    "nearer": "place = left if abs(tree[left] - tree[place]) < abs(tree[right] - tree[place]) else right",
    "parity": "place = left if tree[place] % 2 == $side else right",
    "smaller": "place = left if tree[left] < tree[right] else right",
    "zigzag": "place = left if len(walk) % 2 == $side else right",
}


@dataclass(frozen=True)
class Walks:
    """Parameters: the mutation, the side that two of the rules need, and the trees."""

    mutation: str
    side: int
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Walks:
    side = draws.integer(0, 1)
    shown = tuple(_tree(draws, 15, 60) for _ in range(4))
    tested = tuple(_tree(draws, size, 99) for size in (1, 3, 3, 7, 7, 15, 15, 15, 31, 31))
    return Walks(mutation, side, shown, tested)


def _tree(draws: Draws, size: int, highest: int) -> tuple[int, ...]:
    """Choose a tree of different numbers in which no fork has two branches at the same distance."""
    while True:
        tree = tuple(draws.sample(range(1, highest + 1), size))
        forks = range(size // 2)
        if all(tree[2 * fork + 1] + tree[2 * fork + 2] != 2 * tree[fork] for fork in forks):
            return tree


def _goes_left(order: Order, _fork: int, left: int, right: int) -> bool:
    return choose(order, (left, right)) == left


#: (numbers at the fork, on its left and on its right) → whether the walk goes left, as a reader may think.
READINGS: dict[str, Callable[[int, int, int], bool]] = {
    **{name: partial(_goes_left, order) for name, order in orders(NUMBER).items()},
    "even": lambda _fork, left, right: left % 2 == 0 or (left % 2 == right % 2 == 1),
    "odd": lambda _fork, left, right: left % 2 == 1 or (left % 2 == right % 2 == 0),
    "like the fork": lambda fork, left, _right: left % 2 == fork % 2,
    "unlike the fork": lambda fork, left, _right: left % 2 != fork % 2,
    "nearest": lambda fork, left, right: abs(left - fork) < abs(right - fork),
    "farthest": lambda fork, left, right: abs(left - fork) > abs(right - fork),
    "left of an even fork": lambda fork, _left, _right: fork % 2 == 0,
    "left of an odd fork": lambda fork, _left, _right: fork % 2 == 1,
    "even sum": lambda _fork, left, right: (left + right) % 2 == 0,
    "larger than the fork": lambda fork, left, _right: left > fork,
    "smaller than the fork": lambda fork, left, _right: left < fork,
}


def rivals(_walks: Walks) -> dict[str, Solve]:
    return {name: partial(_walk, goes_left) for name, goes_left in READINGS.items()}


def _walk(goes_left: Callable[[int, int, int], bool], tree: list[int]) -> list[int]:
    place, walk = 0, [tree[0]]
    while 2 * place + 2 < len(tree):
        left, right = tree[2 * place + 1], tree[2 * place + 2]
        place = 2 * place + (1 if goes_left(tree[place], left, right) else 2)
        walk.append(tree[place])
    return walk


def calls(walks: Walks) -> list[Call]:
    return [(list(tree),) for tree in walks.tested]


def examples(walks: Walks) -> list[Call]:
    return [(list(tree),) for tree in walks.shown]


def reference(walks: Walks) -> str:
    return fill(WALK.replace("{choice}", CHOICES[walks.mutation]), side=walks.side)


def picture(walks: Walks, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 755)
    for number, (tree,) in enumerate(examples(walks)):
        x, y = 15 + number % 2 * 490, 15 + number // 2 * 370
        frame(canvas, x, y, 480, 355, title=f"Walk {number + 1}")
        _draw(canvas, tree, solve(tree), x, y + 60)
    return canvas


def _draw(canvas: Canvas, tree: list[int], walk: list[int], x: float, y: float) -> None:
    def at(place: int) -> Point:
        level = (place + 1).bit_length() - 1
        column = place + 1 - 2**level
        return x + 20 + 440 * (column + 0.5) / 2**level, y + 88 * level

    for place in range(1, len(tree)):
        walked = tree[place] in walk
        start, end = at((place - 1) // 2), at(place)
        canvas.line(start, end, stroke="blue" if walked else "grey", line=9 if walked else 2.5)
    for place, value in enumerate(tree):
        canvas.circle(*at(place), 23, fill="orange" if value in walk else "white")
        canvas.text(*at(place), value, size=20, bold=value in walk)


def describe(walks: Walks, solve: Solve) -> str:
    parts = []
    for number, (tree,) in enumerate(examples(walks), 1):
        levels = [tree[2**level - 1 : 2 ** (level + 1) - 1] for level in range(4)]
        rows = " / ".join(" ".join(map(str, level)) for level in levels)
        parts.append(f"Walk {number}: {rows}; orange: {' '.join(map(str, solve(tree)))}.")
    return (
        "The picture shows four trees with a number in every circle. Each has a root at the top, two "
        "branches at every fork, and eight leaves at the bottom. In each tree one walk from the root to a leaf "
        "is marked: its circles are orange, and its branches are thick and blue. The levels from top to bottom, "
        f"each from left to right, and the marked numbers: {' '.join(parts)}"
    )

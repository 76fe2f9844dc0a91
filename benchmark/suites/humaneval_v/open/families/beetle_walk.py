"""A beetle walks down a tree: which way it takes at each fork.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.rivals.orders import NUMBER, Order, choose, orders
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour

VERSION = 2
KINDS = ("tree",)
TASK_TYPE = "Iteration"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("parity", "nearer", "zigzag", "smaller")
EQUIVALENT = {
    "tree[left] < tree[right] → tree[left] <= tree[right]": "the numbers of a tree are all different",
    "abs(tree[left] - tree[place]) < *": "the branches of a fork are never equally far from it",
}

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "if tree[place] % *": "the squares, and the key with the first of their numbers",
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
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Walks:
    side = draws.integer(0, 1)
    thorn = draws.integer(3, 12)
    shown = tuple(_tree(draws, 15, 60, thorn if number % 2 else 1) for number in range(4))
    sizes = (1, 3, 3, 7, 7, 15, 15, 15, 31, 31)
    tested = tuple(
        _tree(draws, size, 99, thorn if number % 3 == 1 else 1) for number, size in enumerate(sizes)
    )
    return Walks(mutation, side, thorn, shown, tested)


def _tree(draws: Draws, size: int, highest: int, thorn: int) -> tuple[int, ...]:
    """Choose a tree of different numbers in which no fork has two branches at the same distance.

    The number at its root is a multiple of ``thorn``.
    """
    while True:
        root = thorn * draws.integer(1, highest // thorn)
        tree = (root, *draws.sample([number for number in range(1, highest + 1) if number != root], size - 1))
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


def rivals(walks: Walks) -> dict[str, Solve]:
    return {name: partial(_walk, goes_left, walks.thorn) for name, goes_left in READINGS.items()}


def _walk(goes_left: Callable[[int, int, int], bool], thorn: int, tree: list[int]) -> list[int]:
    place, walk = 0, [tree[0]]
    while 2 * place + 2 < len(tree):
        left, right = tree[2 * place + 1], tree[2 * place + 2]
        place = 2 * place + (1 if goes_left(tree[place], left, right) == bool(tree[place] % thorn) else 2)
        walk.append(tree[place])
    return walk


def calls(walks: Walks) -> list[Call]:
    return [(list(tree),) for tree in walks.tested]


def examples(walks: Walks) -> list[Call]:
    return [(list(tree),) for tree in walks.shown]


def reference(walks: Walks) -> str:
    return fill(WALK.replace("{choice}", CHOICES[walks.mutation]), side=walks.side, thorn=walks.thorn)


def picture(walks: Walks, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 830)
    for number, (tree,) in enumerate(examples(walks)):
        x, y = 15 + number % 2 * 490, 15 + number // 2 * 370
        frame(canvas, x, y, 480, 355, title=f"Walk {number + 1}")
        _draw(canvas, walks.thorn, tree, solve(tree), x, y + 60)
    for place in range(5):
        _square(canvas, (345 + 62 * place, 792), "white")
        canvas.text(345 + 62 * place, 792, walks.thorn * (place + 1), size=20)
    canvas.text(645, 792, "and so on", anchor="start")
    return canvas


def _square(canvas: Canvas, middle: Point, fill: Colour) -> None:
    canvas.rect(middle[0] - 22, middle[1] - 22, 44, 44, fill=fill, line=4)


def _draw(canvas: Canvas, thorn: int, tree: list[int], walk: list[int], x: float, y: float) -> None:
    def at(place: int) -> Point:
        level = (place + 1).bit_length() - 1
        column = place + 1 - 2**level
        return x + 20 + 440 * (column + 0.5) / 2**level, y + 88 * level

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
        levels = [tree[2**level - 1 : 2 ** (level + 1) - 1] for level in range(4)]
        rows = " / ".join(" ".join(map(str, level)) for level in levels)
        parts.append(f"Walk {number}: {rows}; orange: {' '.join(map(str, solve(tree)))}.")
    return (
        "The picture shows four trees with a number in every circle or square. Each has a root at the top, two "
        "branches at every fork, and eight leaves at the bottom. In each tree one walk from the root to a leaf "
        "is marked: its circles and squares are orange, and its branches are thick and blue. The levels from top to bottom, "
        f"each from left to right, and the marked numbers: {' '.join(parts)} Squares stand around the multiples of "
        f"{walks.thorn}; below the trees stands a row of squares with {', '.join(squares)} and so on."
    )

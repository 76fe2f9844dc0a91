"""A fence along points of a grid: its length and its bends.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(posts: list[list[int]]) -> int:
    """
    Work out the price of a fence.

    Parameters:
        posts (list[list[int]]): 0 to 50 posts in order, each a point [x, y] with whole numbers from -100 to 100;
            x grows to the right and y upwards. No two posts that follow each other are the same point.

    Returns:
        int: The price.
    """
'''
REFERENCE = """\
def solution(posts: list[list[int]]) -> int:
    price = 0
    last_x = 0
    last_y = 0
    for place in range(1, len(posts)):
        x = posts[place][0] - posts[place - 1][0]
        y = posts[place][1] - posts[place - 1][1]
        longest = max(abs(x), abs(y))
        price += $metre * longest
        bend = last_x * y - last_y * x
        if $change:
            price += $bent
        elif bend == 0 and place > 1:
            price -= $straight
        last_x = x
        last_y = y
    return price
"""
VARIANTS = {"left": "bend > 0", "right": "bend < 0"}
PROBLEMS = {
    "left": (
        "A fence runs straight from each post to the next. A piece between two posts costs $metre times the larger of "
        "its width (the difference in x) and its height (the difference in y), both without sign. At every post but the "
        "first and the last the direction is looked at: if the fence bends to the left, seen by someone walking along "
        "it, $bent more must be paid; if it goes straight on or turns back exactly, the price goes down by $straight; if "
        "it bends to the right, nothing changes. Return the price of the whole fence, 0 with fewer than two posts."
    ),
    "right": (
        "A fence runs straight from each post to the next. A piece between two posts costs $metre times the larger of "
        "its width (the difference in x) and its height (the difference in y), both without sign. At every post but the "
        "first and the last the direction is looked at: if the fence bends to the right, seen by someone walking along "
        "it, $bent more must be paid; if it goes straight on or turns back exactly, the price goes down by $straight; if "
        "it bends to the left, nothing changes. Return the price of the whole fence, 0 with fewer than two posts."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    fences = []
    for count in (3, 4, 5, 6, 7, 9, 12, 15):
        posts = [[draws.integer(-20, 20), draws.integer(-20, 20)]]
        side = draws.choice((1, 1, -1))
        for number in range(count):
            x, y = posts[-1]
            wide, high = [(1, 0), (2, 3), (0, 1), (-3, 2), (-1, 0), (-1, -2), (0, -1), (2, -1)][
                side * number % 8
            ]
            length = draws.integer(1, 4)
            posts.append([x + length * wide, y + length * high])
            if draws.chance(1, 4):
                posts.append([x + (length + 1) * wide, y + (length + 1) * high])
        fences.append(posts)
    return {
        "metre": draws.integer(3, 9),
        "bent": draws.integer(10, 30),
        "straight": draws.integer(2, 8),
        "fences": fences,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(posts,) for posts in values["fences"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([],),
        ([[3, 4]],),
        ([[0, 0], [3, -7]],),
        ([[0, 0], [-3, 7]],),
        ([[0, 0], [1, 0], [1, 1]],),
        ([[0, 0], [0, 1], [1, 1]],),
        ([[0, 0], [2, 0], [5, 0]],),
        ([[0, 0], [2, 1], [0, 0]],),
        ([[0, 0], [4, 0], [4, 9]],),
        ([[0, 0], [0, 6], [2, 7], [3, 3]],),
        ([[-100, -100], [100, 100], [-100, 100], [100, -100]],),
        ([[4 * place - 100, 200 * (place % 3 % 2) - 100] for place in range(50)],),
    ]

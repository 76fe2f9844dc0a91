"""Darts on a board of rings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(darts: list[list[int]]) -> list[int]:
    """
    Work out the points of a player.

    Parameters:
        darts (list[list[int]]): 0 to 40 points [x, y] on the board, whole numbers from -50 to 50.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(darts: list[list[int]]) -> list[int]:
    points = 0
    misses = 0
    for x, y in darts:
        right = abs(x - $x)
        up = abs(y - $y)
        far = $change
        ring = far // $width
        if ring >= $rings:
            misses += 1
        else:
            points += ($rings - ring) * $value
            if right == up:
                points += $bonus
    return [points, misses]
"""
VARIANTS = {"square": "max(right, up)", "diamond": "right + up"}
PROBLEMS = {
    "square": (
        "The middle of a board is the point ($x, $y). The distance of a dart from it is the larger of the two differences "
        "in x and in y, both without sign. Rings are $width wide: ring 0 has the distances below $width, ring 1 the next "
        "$width distances, and so on; a dart in ring $rings or further out is a miss. A dart in ring r gives "
        "($rings - r) * $value points, and $bonus more if its differences in x and y are equal without sign. Return all points "
        "and the number of misses."
    ),
    "diamond": (
        "The middle of a board is the point ($x, $y). The distance of a dart from it is the sum of the two differences in "
        "x and in y, both without sign. Rings are $width wide: ring 0 has the distances below $width, ring 1 the next "
        "$width distances, and so on; a dart in ring $rings or further out is a miss. A dart in ring r gives "
        "($rings - r) * $value points, and $bonus more if its differences in x and y are equal without sign. Return all points "
        "and the number of misses."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    x, y = draws.choice((-6, -4, -3, 2, 5, 7)), draws.choice((-7, -5, -2, 3, 4, 6))
    lists = []
    for count in (2, 3, 4, 5, 6, 8, 10, 14):
        darts = [[draws.integer(-28, 28), draws.integer(-28, 28)] for _ in range(count)]
        side = draws.integer(1, 9)
        lists.append([*darts, [x + side, y - side]])
    return {
        "x": x,
        "y": y,
        "width": draws.integer(4, 6),
        "rings": draws.integer(4, 5),
        "value": draws.integer(2, 9),
        "bonus": draws.integer(3, 20),
        "lists": lists,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(darts,) for darts in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    x, y, width, size = values["x"], values["y"], values["width"], values["width"] * values["rings"]
    return [
        ([],),
        ([[x, y]],),
        ([[x + width, y]],),
        ([[x, y + width - 1]],),
        ([[x - size, y]],),
        ([[x, y - size + 1]],),
        ([[x - 5, y - 5], [x + 3, y + 2]],),
        ([[50, -50]] * 40,),
    ]

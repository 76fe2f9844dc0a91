"""Trees in a garden and lamps along its fence.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(corners: list[list[int]]) -> list[int]:
    """
    Count trees and lamps of a garden.

    Parameters:
        corners (list[list[int]]): The corners of the garden in order along its fence, in either direction: 3 to
            30 points [x, y] with whole numbers from -200 to 200. The fence never touches or crosses itself.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(corners: list[list[int]]) -> list[int]:
    twice = 0
    fence = 0
    lamps = 0
    old_x, old_y = corners[-1]
    for x, y in corners:
        twice += old_x * y - x * old_y
        steps = abs(x - old_x)
        rest = abs(y - old_y)
        while rest > 0:
            steps, rest = rest, steps % rest
        fence += steps
        if steps > $least:
            lamps += $change
        old_x = x
        old_y = y
    twice = abs(twice)
    size = twice - fence
    half = size // 2
    return [half + 1, lamps]
"""
VARIANTS = {"corner": "steps", "between": "steps - 1"}
PROBLEMS = {
    "corner": (
        "A garden lies on a square grid, with corners at grid points. A tree stands on each grid point inside the garden, "
        "none on the fence. The fence is straight from each corner to the next, and from the last one to the first. A side "
        "of the fence is long if the number of grid points on it, its start left out and its end counted, is larger than "
        "$least. Each "
        "long side gets a lamp at each of these grid points: at its end and at those between start and end, but not at its "
        "start. Other sides get none. Return the number of trees and the number of lamps."
    ),
    "between": (
        "A garden lies on a square grid, with corners at grid points. A tree stands on each grid point inside the garden, "
        "none on the fence. The fence is straight from each corner to the next, and from the last one to the first. A side "
        "of the fence is long if the number of grid points on it, its start left out and its end counted, is larger than "
        "$least. Each "
        "long side gets a lamp at each grid point between its start and its end, and no lamp at start and end. Other sides "
        "get none. Return the number of trees and the number of lamps."
    ),
}
EQUIVALENT = {
    "twice += * → twice -= *": "only the size counts",
    "0 → -1": "half of an odd number is rounded down",
}


def sample(draws: Draws) -> dict[str, Any]:
    gardens = []
    for size in (3, 3, 4, 5, 5, 6, 7, 8, 9):
        unit = draws.integer(4, 9)
        columns = [unit * x for x in sorted(draws.sample(range(-9, 10), size))]
        lower = [[x, -unit * draws.integer(1, 9)] for x in columns]
        upper = [[x, unit * draws.integer(0, 9) + draws.integer(0, 1)] for x in columns[1:-1]]
        corners = lower + upper[::-1]
        gardens.append(corners[::-1] if draws.chance(1, 2) else corners)
    return {"least": draws.integer(1, 6), "gardens": gardens}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(corners,) for corners in values["gardens"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    least = values["least"]
    return [
        ([[0, 0], [1, 0], [0, 1]],),
        ([[0, 0], [0, least], [least, least], [least, 0]],),
        ([[0, 0], [least + 1, 0], [least + 1, 1], [0, 1]],),
        ([[3, 3], [3, -7], [-9, -1]],),
        ([[-200, -200], [200, -200], [200, 200], [-200, 200]],),
        ([[0, 0], [200, 199], [0, 1]],),
        ([[place, place * place - 200] for place in range(-14, 15)] + [[0, 200]],),
    ]

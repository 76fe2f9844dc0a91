"""A walk over a mountain in the fog: the smallest height of its steps.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "search",
    "graphs",
)
TEXT = '''\
def solution(heights: list[list[int]]) -> int:
    """
    A map of a mountain has squares. Find a height.

    Parameters:
        heights (list[list[int]]): The rows of the map, 0 to 60 rows of the same length, 1 to 60 squares; each
            height is from 0 to 1,000,000.

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(heights: list[list[int]]) -> int:
    squares = {}
    for row, line in enumerate(heights):
        for column, height in enumerate(line):
            squares[(row, column)] = height
    if len(squares) == 0:
        return -1
    goal = max(squares)

    def is_possible(limit):
        met = set()
        places = [(0, 0)]
        for _ in range($ropes + 1):
            later = []
            while len(places) > 0:
                place = places.pop()
                if place in met:
                    continue
                met.add(place)
                row, column = place
                for other in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)):
                    if other not in squares:
                        continue
                    rise = $change
                    if rise > limit:
                        later.append(other)
                    else:
                        places.append(other)
            places = later
        return goal in met

    low = -1
    high = max(squares.values())
    while high - low > 1:
        middle = low + (high - low) // 2
        if is_possible(middle):
            high = middle
        else:
            low = middle
    return high
"""
VARIANTS = {
    "both": "abs(squares[other] - squares[place])",
    "up": "squares[other] - squares[place]",
}
_PROBLEM = (
    "Someone walks over a mountain in the fog, from the first square of the first row of the map to the last square "
    "of the last row. Each step goes to a square above, below, left or right of the square before. The height of a "
    "step is {}. The walkers choose a limit before they start. A step whose height is greater than the limit needs a "
    "rope, which stays there and cannot be used again; they have $ropes ropes. All other steps need none. The number "
    "of steps does not matter, and squares may be visited several times. Return the smallest limit, a whole number "
    "from 0 on, with which such a walk is possible. If the first square is the last one, this is 0. If the map has no "
    "rows, return -1."
)
PROBLEMS = {
    "both": _PROBLEM.format("the difference of the heights of its two squares, whether it leads up or down"),
    "up": _PROBLEM.format(
        "the height of the square it leads to minus the height of the square it comes from, so steps that lead down "
        "never need a rope"
    ),
}
SLOW = """\
def solution(heights: list[list[int]]) -> int:
    squares = {}
    for row, line in enumerate(heights):
        for column, height in enumerate(line):
            squares[row, column] = height
    if not squares:
        return -1
    goal = max(squares)
    limit = 0
    while True:
        met = {}
        places = [(0, 0)]
        for ropes in range($ropes + 1):
            later = []
            while places:
                place = places.pop()
                if place in met:
                    continue
                met[place] = ropes
                row, column = place
                for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                    if other in squares:
                        if $change > limit:
                            later.append(other)
                        else:
                            places.append(other)
            places = later
        if goal in met:
            return limit
        limit += 1
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    size = 36 + number
    heights = [[chosen.randint(0, 1000000) for _ in range(size)] for _ in range(size)]
    return (heights,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for number in range(18):
        height, width = 2 + number // 4, 3 + number // 3
        rows.append([draws.integers(width, 0, 99) for _ in range(height)])
    return {"ropes": draws.integer(1, 3), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(heights,) for heights in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    ropes = values["ropes"]
    bends = _bends(2 * ropes + 2)
    return [
        ([],),
        ([[7]],),
        ([[0, 1000]],),
        ([[1000], [0]],),
        ([[5] * 6] * 6,),
        ([[0, 10] * (ropes + 1)],),
        ([[3 * place for place in range(ropes + 2)]],),
        ([[30 - 3 * place for place in range(ropes + 3)]],),
        ([[0, 9, 0, 9, 0], [0, 9, 0, 9, 0], [0, 0, 0, 9, 0]],),
        ([[0, 0, 0], [90, 95, 0], [0, 0, 0], [0, 97, 92], [0, 0, 0]],),
        ([[900, 0, 400, 0, 900, 0, 800]],),
        ([list(row) for row in zip(*bends, strict=True)],),
        (bends,),
    ]


def _bends(turns: int) -> list[list[int]]:
    """Return a map with a way that leads down, up, down, and so on; each part that leads up has a ridge."""
    columns = []
    for _ in range(turns):
        columns += [[0] * 5, [99, 99, 99, 99, 0], [0, 50, 0, 0, 0], [0, 99, 99, 99, 99]]
    return [list(row) for row in zip(*columns, [0] * 5, strict=True)]

"""A row of numbers goes on by means of the rows below it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(numbers: list[int], more: int) -> list[int]:
    """
    Go on with a row of numbers.

    Parameters:
        numbers (list[int]): 1 to 12 whole numbers, each from -100 to 100.
        more (int): How many numbers to find, from 0 to 6.

    Returns:
        list[int]: As many numbers as the second argument says.
    """
'''
REFERENCE = """\
def solution(numbers: list[int], more: int) -> list[int]:
    found = []
    while len(found) < more:
        row = numbers + found
        ends = [row[-1]]
        while len(row) > 1 and len(ends) < $depth:
            below = []
            for place in range(1, len(row)):
                below.append(row[place] - $factor * row[place - 1])
            row = below
            ends.append(row[-1])
        fresh = $start
        for end in reversed(ends):
            fresh = $change
        found.append(fresh)
    return found
"""
VARIANTS = {"last": "end + fresh", "turned": "end - fresh"}
PROBLEMS = {
    "last": (
        "Below a row of numbers stands another one, one number shorter: each of its numbers is a number of the row above, "
        "from the second on, minus $factor times the number before it. In this way rows are made until there are $depth "
        "rows, the first one included, or the last row has one number. Then each row gets one number more, from the lowest row up. "
        "The lowest gets its last number plus $start; each row above it gets its own last number plus the number that the row "
        "below has just got. What the first row gets is found. For the next number the found ones belong to the first "
        "row, and all starts again. Return the found numbers."
    ),
    "turned": (
        "Below a row of numbers stands another one, one number shorter: each of its numbers is a number of the row above, "
        "from the second on, minus $factor times the number before it. In this way rows are made until there are $depth "
        "rows, the first one included, or the last row has one number. Then each row gets one number more, from the lowest row up. "
        "The lowest gets its last number minus $start; each row above it gets its own last number minus the number that the "
        "row below has just got. What the first row gets is found. For the next number the found ones belong to the "
        "first row, and all starts again. Return the found numbers."
    ),
}
EQUIVALENT = {
    "reversed(ends) → list(ends)": "a sum does not depend on the order; in the other variant tests fail",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "factor": draws.integer(2, 3),
        "depth": draws.integer(3, 4),
        "start": draws.integer(1, 9),
        "rows": [draws.integers(draws.integer(2, 8), -30, 30) for _ in range(8)],
        "counts": draws.integers(8, 1, 4),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["rows"], values["counts"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [([5], 1), ([5, 8], 0), ([7, -7], 2), ([0] * 12, 6), ([3, 4, 9], 1), ([100, -100] * 6, 6)]

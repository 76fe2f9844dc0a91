"""A cook fetches jars of spice: how many steps that takes with a small shelf.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(size: int, spices: list[int]) -> int:
    """
    A cook needs one spice after the other and keeps jars on a shelf.

    Parameters:
        size (int): The number of jars that fit on the shelf, from 1 to 100,000.
        spices (list[int]): The spices in the order in which they are needed: 0 to 150,000 whole numbers,
            each from 1 to 1,000,000.

    Returns:
        int: The number of steps that the cook walks.
    """
'''
REFERENCE = """\
def solution(size: int, spices: list[int]) -> int:
    shelf = set()
    row = []
    oldest = 0
    steps = 0
    for spice in spices:
        if spice in shelf:
            steps += $near
        else:
            $change
            if len(shelf) == size:
                shelf.remove(row[oldest])
                oldest += 1
            shelf.add(spice)
            row.append(spice)
    return steps
"""
VARIANTS = {"straight": "steps += $far", "looks": "steps += $far + len(shelf)"}
_PROBLEM = """\
A cook needs spices one after the other, in the order of the list. Each number is one spice, and there is one jar of
it. At first the shelf is empty and all jars are in the cellar. If the jar of the next spice is on the shelf, the
cook walks $near steps. Otherwise {walk}. If the shelf is full, the jar that has been on it longest now goes back to
the cellar, at no further cost. Then the new jar is put on the shelf. Using a jar does not change how long it has been
on the shelf; a jar that comes back from the cellar starts anew. Return the number of all steps, 0 if no spice is
needed.""".replace("\n", " ")
PROBLEMS = {
    "straight": _PROBLEM.format(walk="she walks $far steps to fetch it from the cellar"),
    "looks": _PROBLEM.format(
        walk="she walks $far steps to fetch it from the cellar, and one more for every jar that is then on the shelf"
    ),
}
SLOW = """\
def solution(size: int, spices: list[int]) -> int:
    shelf = []
    steps = 0
    for spice in spices:
        if spice in shelf:
            steps += $near
        else:
            $change
            if len(shelf) == size:
                shelf.pop(0)
            shelf.append(spice)
    return steps
"""
LARGE = """
import random


def large(number):
    count = 150000
    chance = random.Random($seed + number)
    size = count * 3 // 5 - chance.randrange(count // 10)
    kinds = count + chance.randrange(count)
    return size, [chance.randint(1, kinds) for _ in range(count)]
"""


def sample(draws: Draws) -> dict[str, Any]:
    near = draws.integer(2, 4)
    rows = []
    for _ in range(17):
        kinds = draws.integer(3, 9)
        rows.append((draws.integer(2, 6), draws.integers(draws.integer(6, 24), 1, kinds)))
    first = draws.integer(10, 90)
    return {
        "near": near,
        "far": near + draws.integer(5, 14),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
        "first": first,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(size, list(spices)) for size, spices in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    first = values["first"]
    return [
        (1, []),
        (100_000, []),
        (1, [first]),
        (1, [first] * 5),
        (1, [first, first + 1] * 3),
        (2, [first, first + 1, first, first + 2, first]),
        (3, [first, first + 1, first + 2, first, first + 3, first, first + 1]),
        (100_000, [1, 1_000_000, 1, 999_999, 1_000_000]),
        (4, list(range(first, first + 5)) * 2),
        (5, list(range(first, first + 5)) * 2),
    ]

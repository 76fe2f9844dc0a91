"""Drawers of screws are poured together until they are full.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("data-structures",)

TEXT = '''\
def solution(screws: list[int], orders: list[list[int]]) -> list[int]:
    """
    A workshop keeps screws of several kinds in drawers.

    Parameters:
        screws (list[int]): How many screws of each kind there are: 1 to 50,000 whole numbers, each from 1 to
            1,000.
        orders (list[list[int]]): 0 to 70,000 pairs of kinds. Kinds are numbered from 0; both may be the same.

    Returns:
        list[int]: Three whole numbers.
    """
'''

REFERENCE = """\
def solution(screws: list[int], orders: list[list[int]]) -> list[int]:
    moved = list(range(len(screws)))
    held = list(screws)
    kinds = [1] * len(screws)

    def drawer(kind: int) -> int:
        while moved[kind] != kind:
            moved[kind] = moved[moved[kind]]
            kind = moved[kind]
        return kind

    refused = 0
    for first, second in orders:
        one = drawer(first)
        other = drawer(second)
        if one == other:
            continue
        if $change:
            refused += 1
            continue
        moved[one] = other
        held[other] += held[one]
        kinds[other] += kinds[one]
    return [refused, max(held), max(kinds)]
"""

VARIANTS = {"screws": "held[one] + held[other] > $most", "kinds": "kinds[one] + kinds[other] > $mixed"}

EQUIVALENT = {"moved[kind] = moved[moved[kind]] → pass": "it only shortens the way to a drawer"}

_STORY = (
    "A workshop keeps screws of several kinds; screws tells how many of each kind there are. At first each kind "
    "lies in a drawer of its own. The orders are done one after another. An order names two kinds: the whole "
    "contents of the drawer where the first one lies now are poured into the drawer where the second one lies "
    "now. If both already lie in the same drawer, nothing happens. The order is refused, and nothing happens, if "
    "the two drawers together have more than {limit}. Return three numbers: how many orders were refused, how "
    "many screws the drawer with the most screws holds at the end, and how many kinds lie in the drawer with the most kinds."
)
PROBLEMS = {
    "screws": _STORY.format(limit="$most screws"),
    "kinds": _STORY.format(limit="$mixed kinds of screws, however many screws these are"),
}

SLOW = """\
def solution(screws: list[int], orders: list[list[int]]) -> list[int]:
    drawer = list(range(len(screws)))
    held = list(screws)
    kinds = [1] * len(screws)
    refused = 0
    for first, second in orders:
        one = drawer[first]
        other = drawer[second]
        if one == other:
            continue
        if $change:
            refused += 1
            continue
        for kind in range(len(drawer)):
            if drawer[kind] == one:
                drawer[kind] = other
        held[other] += held[one]
        kinds[other] += kinds[one]
    return [refused, max(held), max(kinds)]
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    size = 40000 + 2000 * number
    screws = [chosen.randint(1, 5 + 3 * number) for _ in range(size)]
    orders = []
    for _ in range(60000 + 2000 * number):
        first = chosen.randrange(size)
        orders.append([first, (first + chosen.randrange(1, 50)) % size])
    return screws, orders
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "most": draws.integer(60, 110),
        "mixed": draws.integer(3, 8),
        "seed": draws.integer(1, 10**6),
    }
    values["rooms"] = []
    for number in range(16):
        size = draws.integer(8, 24)
        screws = draws.integers(size, 1, 10 + 3 * number)
        orders = [draws.integers(2, 0, size - 1) for _ in range(size + draws.integer(0, 15))]
        values["rooms"].append((screws, orders))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(screws, orders) for screws, orders in values["rooms"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most, mixed = values["most"], values["mixed"]
    chain = [[kind, kind + 1] for kind in range(mixed + 3)]
    return [
        ([1], []),
        ([1000], [[0, 0]]),
        ([3, 9, 4], []),
        ([1000, 1000], [[0, 1], [1, 0]]),
        ([most - 1, 1, 1], [[0, 1], [2, 1], [1, 2]]),
        ([1, most - 1, 2], [[1, 0], [0, 1], [0, 2], [2, 0]]),
        ([2] * (mixed + 4), chain),
        ([2] * (mixed + 4), chain[::-1]),
        ([1] * 40, [[kind, 0] for kind in range(40)]),
        ([5, 6, 7, 8], [[0, 1], [2, 3], [0, 3], [1, 2], [3, 0]]),
    ]

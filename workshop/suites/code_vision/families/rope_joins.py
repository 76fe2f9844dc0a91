"""Pieces of rope become one rope: the shortest time to join them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(pieces: list[int]) -> int:
    """
    Pieces of rope lie in a row and are joined to one rope. Find the smallest time.

    Parameters:
        pieces (list[int]): The length of each piece, 0 to 100 whole numbers from 1 to 1,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(pieces: list[int]) -> int:
    times = {}
    for end in range(1, len(pieces) + 1):
        times[(end - 1, end)] = 0
        for start in reversed(range(end - 1)):
            right = sum(pieces[start:end])
            winch = 0
            if right > $limit:
                winch = $winch
            left = 0
            best = None
            for middle in range(start + 1, end):
                piece = pieces[middle - 1]
                left += piece
                right -= piece
                time = winch + $change
                time += times[(start, middle)]
                time += times[(middle, end)]
                if best is None or time < best:
                    best = time
            times[(start, end)] = best
    return times.get((0, len(pieces)), 0)
"""
VARIANTS = {"longer": "max(left, right)", "shorter": "min(left, right)"}
EQUIVALENT = {
    "time < best → time <= best": "both times are the same",
    "1 → 0": "only pieces that exist are joined",
    "1 → 2": "only pieces that exist are joined",
}
_PROBLEM = (
    "Climbers have pieces of rope that lie in a row, and join them until there is one rope. In each step they join "
    "two ropes that lie next to each other; the new rope lies in their place, and its length is the sum of both. They "
    "choose freely which neighbours they join next. A step takes as many seconds as the {} of its two ropes is long. "
    "If the new rope is longer than $limit, a winch has to help, and the step takes $winch seconds more. Steps are "
    "made one after the other. Return the smallest possible number of seconds for all steps together. With one piece, "
    "or with none, there is nothing to join, and the result is 0."
)
PROBLEMS = {"longer": _PROBLEM.format("longer"), "shorter": _PROBLEM.format("shorter")}
SLOW = """\
def solution(pieces: list[int]) -> int:
    def shortest(start, end):
        if end - start < 2:
            return 0
        best = None
        for middle in range(start + 1, end):
            left = sum(pieces[start:middle])
            right = sum(pieces[middle:end])
            time = shortest(start, middle) + shortest(middle, end) + $change
            if best is None or time < best:
                best = time
        return best + $winch if sum(pieces[start:end]) > $limit else best

    return shortest(0, len(pieces))
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    return ([chosen.randint(1, $limit) for _ in range(60 + 8 * number)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    limit = draws.integer(25, 60)
    rows = [draws.integers(3 + number // 3, 1, limit // 2) for number in range(18)]
    return {"limit": limit, "winch": draws.integer(5, 20), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    limit = values["limit"]
    return [
        ([],),
        ([1],),
        ([1000],),
        ([1, 1],),
        ([1, 1000],),
        ([1000, 1],),
        ([limit - 4, 4],),
        ([limit - 4, 5],),
        ([4, limit - 8, 4],),
        ([10, limit - 15, 5, 1],),
        ([1] * 8,),
        ([1000] * 7,),
        ([1, 2, 4, 8, 16, 32, 64, 128],),
    ]

"""An express that may leave out stops: the least that a journey costs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(fees: list[int]) -> int:
    """
    A train travels along a line from its first stop to its last.

    Parameters:
        fees (list[int]): The fees of all stops along the line, in coins: 0 to 60,000 whole numbers, each from 0
            to 1,000.

    Returns:
        int: A number of coins.
    """
'''
REFERENCE = """\
def solution(fees: list[int]) -> int:
    if len(fees) == 0:
        return 0
    costs = [fees[0]]
    for stop in range(1, len(fees)):
        cost = costs[stop - 1]
        start = stop - $far
        if start >= 0:
            $change
            cost = min(cost, fast)
        costs.append(cost + fees[stop])
    return costs[-1]
"""
VARIANTS = {
    "fixed": "fast = $extra + costs[start]",
    "again": "fast = costs[start] + fees[start]",
}
_PROBLEM = """\
A train begins at the first stop of a line and must end at the last. From a stop where it halts, it travels either to
the next stop or, as an express, to the stop $far places further on, if the line is long enough; the stops in between
are then left out. At each stop where it halts, also at the first and the last, it pays the fee of that stop once. For
each journey as an express it pays {extra}. Other journeys cost nothing. Return the
least that the train can pay in all. For a line without stops this is 0, and for a line with one stop it is the fee of
that stop.""".replace("\n", " ")
PROBLEMS = {
    "fixed": _PROBLEM.format(extra="$extra coins more"),
    "again": _PROBLEM.format(extra="the fee of the stop from which the express leaves once more"),
}
EQUIVALENT = {"0 → -1": "the costs of place -1 are those of the stop before, and an express is not cheaper"}
SLOW = """\
def solution(fees: list[int]) -> int:
    if len(fees) == 0:
        return 0
    costs = [fees[0]] + [10**12] * (len(fees) - 1)
    changed = True
    while changed:
        changed = False
        for stop in range(len(fees) - 1, 0, -1):
            cost = costs[stop - 1]
            start = stop - $far
            if start >= 0:
                $change
                cost = min(cost, fast)
            if cost + fees[stop] < costs[stop]:
                costs[stop] = cost + fees[stop]
                changed = True
    return costs[-1]
"""
LARGE = """
import random


def large(number):
    count = 60000
    chance = random.Random($seed + number)
    top = chance.randint(30, 1000)
    return ([chance.randint(0, top) for _ in range(count)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = [draws.integers(draws.integer(6, 24), 0, draws.integer(15, 60)) for _ in range(17)]
    return {
        "far": draws.integer(3, 6),
        "extra": draws.integer(20, 45),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    far, extra = values["far"], values["extra"]
    return [
        ([],),
        ([9],),
        ([4, 7],),
        ([1_000] * far,),
        ([1_000] * (far + 1),),
        ([0] * (2 * far + 1),),
        ([2, *[extra] * (far - 1), 3],),
        ([extra, *[1] * (far - 1), 5, *[extra] * far],),
        ([1_000, 0] * far,),
        ([5] + [extra + 1] * (2 * far - 1) + [5],),
    ]

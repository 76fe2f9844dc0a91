"""From hut to hut on foot and by lift: the shortest time of a day pass.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(huts: int, ways: list[list[int]]) -> int:
    """
    Huts in the mountains are joined by paths and lifts. Find a number of minutes.

    Parameters:
        huts (int): The number of huts, 1 to 5,000; they have the numbers from 0 to huts - 1.
        ways (list[list[int]]): 0 to 12,000 ways, each with four numbers: two huts, the minutes from 0 to 500,
            and the kind, which is 0 for a path and 1 for a lift.

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(huts: int, ways: list[list[int]]) -> int:
    from heapq import heappop, heappush

    leaving = [[] for _ in range(huts)]
    for start, end, minutes, kind in ways:
        leaving[start].append((end, minutes, kind))
        if kind == 0:
            leaving[end].append((start, minutes, kind))
    waiting = [(0, 0, 0, 0)]
    done = set()
    while len(waiting) > 0:
        spent, hut, rides, last = heappop(waiting)
        if hut == huts - 1:
            return spent
        if (hut, rides, last) in done:
            continue
        done.add((hut, rides, last))
        for end, minutes, kind in leaving[hut]:
            later = spent + minutes
            if kind == 1:
                rides_then = rides + 1
                if rides_then > $most:
                    continue
                if $change:
                    later += $queue
            else:
                rides_then = rides
            heappush(waiting, (later, end, rides_then, kind))
    return -1
"""
VARIANTS = {"from-path": "last == 0", "from-lift": "last == 1"}
EQUIVALENT = {"0 → -1": "only 1 stands for a lift, and rides on foot do not count"}
_PROBLEM = (
    "Huts in the mountains are joined by paths and lifts. A path between two huts takes the same minutes in both "
    "directions. A lift goes only from its first hut to its second hut. Someone starts at hut 0 and wants to be at "
    "the hut with the highest number as soon as possible. The day pass allows at most $most lift rides in all; the "
    "same lift may be taken several times, and each time counts. {} Nothing else takes time. Return the smallest "
    "possible number of minutes. With only one hut this is 0. If the last hut cannot be reached with this pass, "
    "return -1. There may be several ways between the same huts, and ways from a hut to itself."
)
PROBLEMS = {
    "from-path": _PROBLEM.format(
        "Who comes to a lift on foot, or takes it at the very start, has to queue there for $queue minutes before "
        "the ride; who comes to it straight from another ride rides on without a queue."
    ),
    "from-lift": _PROBLEM.format(
        "Who comes to a lift straight from another ride has to queue there for $queue minutes before the ride; who "
        "comes to it on foot, or takes it at the very start, rides without a queue."
    ),
}
SLOW = """\
def solution(huts: int, ways: list[list[int]]) -> int:
    best = {(0, 0, 0): 0}
    changed = True
    while changed:
        changed = False
        for first, second, minutes, kind in ways:
            ends = [(first, second)]
            if kind == 0:
                ends.append((second, first))
            for start, end in ends:
                for rides in range($most + 1 - kind):
                    for last in range(2):
                        spent = best.get((start, rides, last))
                        if spent is None:
                            continue
                        later = spent + minutes
                        if kind == 1 and $change:
                            later += $queue
                        state = (end, rides + kind, kind)
                        if state not in best or later < best[state]:
                            best[state] = later
                            changed = True
    found = [best[state] for state in best if state[0] == huts - 1]
    return min(found) if found else -1
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    huts = 3000 + 100 * number
    ways = [[hut, hut + 1, chosen.randint(1, 20), 0] for hut in range(huts - 1)]
    for start in range(500, huts - 400, 7):
        ways.append([start, start + chosen.randint(20, 90), chosen.randint(10, 200), 1])
    for hut in range(300, huts - 900, 400):
        ways.append([hut, hut + 200, 400 + chosen.randrange(20), 1])
        ways.append([hut + 200, hut + 400, 400 + chosen.randrange(20), 1])
    ways.reverse()
    return (huts, ways)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows: list[list[Any]] = []
    for number in range(18):
        huts = 5 + number // 2
        ways = [[hut, hut + 1, draws.integer(8, 30), int(draws.chance(2, 5))] for hut in range(huts - 1)]
        for _ in range(huts):
            start, end = draws.integers(2, 0, huts - 1)
            ways.append([start, end, draws.integer(3, 25), draws.integer(0, 1)])
        rows.append([huts, draws.shuffled(ways)])
    return {
        "most": draws.integer(2, 4),
        "queue": draws.integer(6, 15),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(huts, ways) for huts, ways in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most, queue = values["most"], values["queue"]
    lifts = [[hut, hut + 1, 10, 1] for hut in range(most)]
    return [
        (1, []),
        (2, []),
        (1, [[0, 0, 7, 1]]),
        (2, [[1, 0, 9, 0]]),
        (2, [[1, 0, 9, 1]]),
        (2, [[0, 1, 9, 1]]),
        (2, [[0, 1, 0, 0], [0, 1, 3, 1]]),
        (2, [[0, 1, 20, 0], [0, 1, 20 - queue, 1]]),
        (most + 1, lifts),
        (most + 2, [*lifts, [most, most + 1, 10, 1]]),
        (most + 2, [*lifts, [most + 1, most, 10, 0]]),
        (4, [[0, 1, 5, 1], [1, 1, 1, 0], [1, 2, 5, 1], [2, 2, 0, 0], [2, 3, 5, 0]]),
        (3, [[0, 1, 500, 0], [0, 1, 400, 1], [1, 2, 500, 1]]),
    ]

"""Guest shows are booked into the halls of a theatre.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "greedy",
    "data-structures",
)
TEXT = '''\
def solution(halls: list[int], shows: list[list[int]]) -> int:
    """
    A theatre books guest shows. Find the largest sum of money.

    Parameters:
        halls (list[int]): The number of halls that are open in each night, 0 to 60,000 whole numbers from 0 to 20;
            the nights have the numbers 1, 2, 3 and so on.
        shows (list[list[int]]): 0 to 60,000 shows, each with two numbers: a night, from 1 to the number of nights,
            and an income from 0 to 10,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(halls: list[int], shows: list[list[int]]) -> int:
    from heapq import heappop, heappush

    room = [0]
    for count in halls:
        room.append(room[-1] + count)
    booked = []
    result = 0
    for night, income in sorted(shows):
        gain = income - $cost
        if halls[night - 1] == 0:
            gain -= $move
        if gain <= 0:
            continue
        heappush(booked, gain)
        result += gain
        if len(booked) > $change:
            result -= heappop(booked)
    return result
"""
VARIANTS = {"up-to": "room[night]", "before": "room[night - 1]"}
EQUIVALENT = {
    "gain <= 0 → gain < 0": "a gain of 0 adds nothing",
    "0 → -1": "a gain of 0 adds nothing",
}
_PROBLEM = (
    "A theatre books guest shows. In each night every open hall can have one show; the list of halls says how many "
    "are open in night 1, night 2, and so on. A show has a night and an income, and the theatre may take it or not. A "
    "show that is taken plays once, in one hall, in any night {} its own night. It brings its income, less $cost for "
    "the staff. If no hall at all is open in a show's own night, its posters have to be changed, and taking it costs "
    "$move more. Return the largest possible sum of what the shows that are taken bring, after all costs. Taking no "
    "show is allowed, so the sum is never below 0; without shows it is 0. Two shows may be equal; then each of them "
    "can be taken."
)
PROBLEMS = {
    "up-to": _PROBLEM.format("from night 1 up to and including"),
    "before": _PROBLEM.format("from night 1 on that comes before"),
}
_SLOW = """\
def solution(halls: list[int], shows: list[list[int]]) -> int:
    gains = []
    for night, income in shows:
        gain = income - $cost - ($move if halls[night - 1] == 0 else 0)
        gains.append((-gain, night))
    gains.sort()
    free = list(halls)
    result = 0
    for loss, night in gains:
        place = night - {}
        while place >= 0 and free[place] == 0:
            place -= 1
        if place >= 0 and loss < 0:
            free[place] -= 1
            result -= loss
    return result
"""
SLOW = {"up-to": _SLOW.format(1), "before": _SLOW.format(2)}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    nights = 50000 + 1000 * number
    halls = [chosen.choice([0, 0, 0, 1]) for _ in range(nights)]
    shows = [[chosen.randint(nights // 2, nights), chosen.randint($cost, 10000)] for _ in range(28000)]
    halls[-1] = 20
    shows += [[nights, 10000]] * 30
    return (halls, shows)
"""


def sample(draws: Draws) -> dict[str, Any]:
    cost = draws.integer(4, 12)
    rows = []
    for number in range(18):
        nights = 3 + number // 3
        halls = [draws.choice((0, 0, 1, 1, 2)) for _ in range(nights)]
        shows = [[draws.integer(1, nights), draws.integer(cost - 2, cost + 20)] for _ in range(4 + number)]
        rows.append([halls, shows])
    return {"cost": cost, "move": draws.integer(2, 6), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(halls, shows) for halls, shows in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    cost, move = values["cost"], values["move"]
    return [
        ([], []),
        ([1], []),
        ([0], [[1, 10000]]),
        ([1], [[1, 10000]]),
        ([1, 1], [[2, cost], [2, cost + 1]]),
        ([1, 0], [[2, cost + move], [2, cost + move + 1]]),
        ([2, 0, 0], [[3, cost + move + 5], [3, cost + move + 6], [2, cost + move + 7]]),
        ([1, 1, 1], [[2, 900], [2, 900], [2, 900], [3, 100]]),
        ([20, 1], [[2, 10000]] * 9),
        ([0, 0, 0], [[1, 50], [2, 60], [3, 70]]),
        ([1, 2, 3], [[1, 0], [2, 0], [3, 0]]),
        ([1, 0, 1], [[3, 500], [1, 300], [2, 400], [3, 450]]),
    ]

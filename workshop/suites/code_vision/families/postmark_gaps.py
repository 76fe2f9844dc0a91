"""Letters on a pile at a post office: points for places that turn up again.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(towns: list[int]) -> int:
    """
    A clerk reads the postmarks of letters, one letter after the other.

    Parameters:
        towns (list[int]): The numbers of the towns in this order: 0 to 200,000 whole numbers, each from 1 to
            1,000,000.

    Returns:
        int: A number of points.
    """
'''
REFERENCE = """\
def solution(towns: list[int]) -> int:
    places = {}
    points = 0
    for place, town in enumerate(towns):
        if town in places:
            gap = place - places[town]
            if $change:
                points += gap
            else:
                points += $few
        else:
            points += $new
        places[town] = place
    return points
"""
VARIANTS = {"near": "gap <= $reach", "even": "gap % 2 == 0"}
_PROBLEM = """\
A clerk reads the postmarks of letters in the order of the list; each number is a town. For a letter from a town from
which no earlier letter came, she gets $new points. Otherwise she looks for the latest earlier letter from the same
town and counts how many letters further on the letter in her hand is: 1 if it comes directly after that letter, 2 if
there is one other letter between them, and so on. If this number is {rule}, she gets as many points as the number;
otherwise the number of her points for this letter is $few. Return the sum of her points, 0 without letters.""".replace(
    "\n", " "
)
PROBLEMS = {"near": _PROBLEM.format(rule="at most $reach"), "even": _PROBLEM.format(rule="even")}
SLOW = """\
def solution(towns: list[int]) -> int:
    points = 0
    for place, town in enumerate(towns):
        back = place - 1
        while back >= 0 and towns[back] != town:
            back -= 1
        if back < 0:
            points += $new
        else:
            gap = place - back
            if $change:
                points += gap
            else:
                points += $few
    return points
"""
LARGE = """
import random


def large(number):
    count = 180000
    chance = random.Random($seed + number)
    towns = []
    for place in range(count):
        if place > 50 and chance.randrange(3) == 0:
            towns.append(towns[-chance.randint(1, 40)])
        else:
            towns.append(chance.randint(1, 1000000))
    return (towns,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    few = draws.integer(1, 3)
    rows = [draws.integers(draws.integer(10, 28), 1, draws.integer(3, 9)) for _ in range(17)]
    return {
        "few": few,
        "new": few + draws.integer(4, 12),
        "reach": draws.integer(4, 8),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(list(row),) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    reach = values["reach"]
    others = list(range(11, 11 + reach))
    return [
        ([],),
        ([1],),
        ([1_000_000, 1_000_000],),
        ([7] * 9,),
        ([1, 2] * 5,),
        ([1, *others[1:], 1],),
        ([1, *others, 1],),
        ([1, *others[2:], 1],),
        (list(range(1, 15)),),
        ([5, 1_000_000, 5, 5, 1_000_000, 1],),
    ]

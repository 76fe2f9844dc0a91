"""A curve through some points is known only by remainders.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(points: list[list[int]], places: list[int]) -> list[int]:
    """
    Find values of a curve.

    Parameters:
        points (list[list[int]]): 1 to 7 pairs [x, y] of whole numbers from 0 to 40, all with different x.
        places (list[int]): 0 to 10 whole numbers, each from 0 to 100.

    Returns:
        list[int]: As many whole numbers as the second list has, each from 0 on.
    """
'''
REFERENCE = """\
def solution(points: list[list[int]], places: list[int]) -> list[int]:
    known = [point[0] for point in points]
    values = []
    for place in places:
        spot = $change
        total = 0
        for x, y in points:
            top = y + $lift * x
            bottom = 1
            for other in known:
                if other != x:
                    top *= spot - other
                    bottom *= x - other
            turn = bottom ** $power
            total += top * turn
        values.append(total % $clock)
    return values
"""
VARIANTS = {"times": "place * $scale", "plus": "place + $scale"}
PROBLEMS = {
    "times": (
        "First each point is moved: its y becomes y + $lift * x, its x stays. There is exactly one polynomial P with whole "
        "coefficients, at least 0 and below $clock, and a lower degree than the number of points that fits all moved points: for "
        "each of them P(x) and y leave the same remainder when divided by $clock, which is a prime. (A polynomial of degree 0, "
        "and the polynomial 0, are constants.) For each number n of the second list, in order, return the remainder of "
        "P($scale * n) when divided by $clock."
    ),
    "plus": (
        "First each point is moved: its y becomes y + $lift * x, its x stays. There is exactly one polynomial P with whole "
        "coefficients, at least 0 and below $clock, and a lower degree than the number of points that fits all moved points: for "
        "each of them P(x) and y leave the same remainder when divided by $clock, which is a prime. (A polynomial of degree 0, "
        "and the polynomial 0, are constants.) For each number n of the second list, in order, return the remainder of "
        "P(n + $scale) when divided by $clock."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    clock = draws.choice((43, 47, 53, 59, 61))
    lists = []
    for count in (1, 2, 3, 3, 4, 4, 5, 6, 7):
        points = [[x, draws.integer(0, 40)] for x in draws.sample(range(41), count)]
        lists.append([points, draws.integers(draws.integer(1, 5), 0, 100)])
    return {
        "clock": clock,
        "power": clock - 2,
        "lift": draws.integer(2, 8),
        "scale": draws.integer(3, 9),
        "lists": lists,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(points, places) for points, places in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([[0, 0]], [3, 4]),
        ([[5, 7]], []),
        ([[1, 0], [0, 1]], [0, 1, 2]),
        ([[40, 40], [39, 0]], [100]),
        ([[x, x * x % 41] for x in range(7)], [0, 50, 100]),
        ([[3, 5], [7, 1]], [3] * 10),
    ]

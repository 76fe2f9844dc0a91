"""A walk along a ridge: the cheapest choice of camps.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("dynamic-programming", "data-structures")
TEXT = '''\
def solution(heights: list[int], fees: list[int], reach: int) -> int:
    """
    A ridge has camps from its start to its end. Find the smallest cost of a walk.

    Parameters:
        heights (list[int]): The height of each camp, 0 to 80,000 whole numbers from 0 to 4,000, from the start of
            the ridge to its end.
        fees (list[int]): The fee of each camp, from 0 to 1,000; as many numbers as camps.
        reach (int): A number from 1 to 80,000.

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(heights: list[int], fees: list[int], reach: int) -> int:
    from collections import deque

    costs = []
    low_camps = deque()
    high_camps = deque()
    for camp, height in enumerate(heights):
        cost = 0 if camp == 0 else -1
        for camps in (low_camps, high_camps):
            if camps and camps[0] < camp - reach:
                camps.popleft()
        if low_camps:
            cost = costs[low_camps[0]]
        if high_camps and $change:
            other = costs[high_camps[0]] + $thin
            if cost < 0 or other < cost:
                cost = other
        if cost >= 0:
            cost += fees[camp]
            own = high_camps if height >= $line else low_camps
            while own and costs[own[-1]] > cost:
                own.pop()
            own.append(camp)
        costs.append(cost)
    return costs[-1] if costs else 0
"""
VARIANTS = {"not-high-twice": "height < $line", "not-high-to-low": "height >= $line"}
EQUIVALENT = {
    "other < cost → other <= cost": "both costs are the same",
    "costs[own[-1]] > cost → costs[own[-1]] >= cost": "of equal costs the last one is enough",
}
_PROBLEM = (
    "A ridge has camps in a row. A walk starts at the first camp and ends at the last one. Each day it goes on from "
    "one camp to a later one, at most reach places further in the list, and the camps between are passed without a "
    "stop. Every camp where the walk stops costs its fee, also the first and the last. A camp at a height of at least "
    "$line is a high camp. The day after a stop at a high camp the air makes everyone slow: it costs $thin more, and "
    "the walk must not stop next at a {} camp. After a stop at a camp that is not high there is no such rule, and the "
    "day costs nothing more. Return the smallest possible cost of the whole walk. With a single camp this is its fee, "
    "and with no camp 0. If no walk reaches the last camp, return -1."
)
PROBLEMS = {
    "not-high-twice": _PROBLEM.format("high"),
    "not-high-to-low": _PROBLEM.format("lower"),
}
SLOW = """\
def solution(heights: list[int], fees: list[int], reach: int) -> int:
    costs = []
    for camp, height in enumerate(heights):
        cost = 0 if camp == 0 else -1
        for before in range(max(0, camp - reach), camp):
            other = costs[before]
            if other < 0:
                continue
            if heights[before] >= $line:
                if not ($change):
                    continue
                other += $thin
            if cost < 0 or other < cost:
                cost = other
        costs.append(cost + fees[camp] if cost >= 0 else -1)
    return costs[-1] if costs else 0
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    camps = 60000 + 2000 * number
    heights = []
    while len(heights) < camps:
        heights += [$line - chosen.randint(1, 400) for _ in range(chosen.randint(1, 20))]
        heights += [$line + chosen.randint(0, 400) for _ in range(chosen.randint(1, 10000))]
    fees = [chosen.randint(30, 1000) for _ in range(camps)]
    return (heights[:camps], fees, 11000 + 500 * number)
"""


def sample(draws: Draws) -> dict[str, Any]:
    line = 100 * draws.integer(20, 29)
    rows: list[list[Any]] = []
    for number in range(20):
        camps = 4 + number
        heights = [line + draws.choice((-300, -100, -1, 0, 50, 200)) for _ in range(camps)]
        rows.append([heights, draws.integers(camps, 1, 30), draws.integer(2, 3 + number // 5)])
    return {"line": line, "thin": draws.integer(3, 12), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(heights, fees, reach) for heights, fees, reach in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    line = values["line"]
    return [
        ([], [], 1),
        ([0], [7], 1),
        ([line], [0], 9),
        ([line, line], [3, 4], 1),
        ([line, line - 1], [3, 4], 1),
        ([line - 1, line], [3, 4], 1),
        ([0, line, line, 0, 0], [1, 2, 3, 4, 5], 1),
        ([0, line, line, 0, 0], [1, 2, 3, 4, 5], 2),
        ([line] * 7, [5] * 7, 3),
        ([0, line, line], [0, 0, 0], 2),
        ([0, line, 0], [0, 0, 0], 2),
        ([0] * 9, [2, 9, 9, 9, 0, 0, 9, 9, 2], 3),
        ([0, line, 0, line, 0, line, 0], [0, 0, 0, 0, 0, 0, 0], 2),
        ([line, 0, line, 0, line, line, line], [8, 1, 8, 1, 8, 1, 8], 80000),
    ]

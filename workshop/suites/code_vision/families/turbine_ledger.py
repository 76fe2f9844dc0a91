"""Turbines in a row serve demands from the front, and wear out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("data-structures",)
TEXT = '''\
def solution(outputs: list[int], orders: list[list[int]]) -> int:
    """
    Turbines of a power plant stand in a row and get orders. Add up a number for every order.

    Parameters:
        outputs (list[int]): The output of each turbine, 0 to 50,000 whole numbers from 0 to 1,000; the turbines
            have the numbers 1, 2, 3 and so on.
        orders (list[list[int]]): 0 to 50,000 orders, each with two numbers: a turbine and an output from 0 to
            1,000, or the number 0 and a demand from 1 to 50,000,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(outputs: list[int], orders: list[list[int]]) -> int:
    size = len(outputs)
    levels = list(outputs)
    sums = [0] * (size + 1)

    def raise_by(amount, place):
        while place <= size:
            sums[place] += amount
            place += place & -place

    def find(demand):
        reached = 0
        step = 1
        while step <= size:
            step *= 2
        while step > 1:
            step //= 2
            place = reached + step
            if place <= size and $change:
                reached = place
                demand -= sums[place]
        return reached

    for place in range(size):
        raise_by(levels[place], place + 1)
    result = 0
    for turbine, amount in orders:
        if turbine > 0:
            last = turbine - 1
            change = amount - levels[last]
        else:
            last = find(amount)
            if last == size:
                result += $penalty
                continue
            result += last + 1
            change = -min($wear, levels[last])
        levels[last] += change
        raise_by(change, last + 1)
    return result
"""
VARIANTS = {"reach": "sums[place] < demand", "exceed": "sums[place] <= demand"}
EQUIVALENT = {
    "1 → 2": "a step that is too wide is halved once more",
    "step > 1 → step >= 1": "a step of 0 does not move",
    "1 → 0": "a step of 0 does not move",
}
_PROBLEM = (
    "The turbines of a power plant stand in a row, with the numbers 1, 2, 3 and so on; each has an output. Orders "
    "come one after the other. If the first number of an order is not 0, it names a turbine, whose output is now the "
    "second number. If it is 0, the second number is a demand. The plant serves it with the turbines from number 1 "
    "on, without leaving one out, and takes as few as possible so that the sum of their outputs {} the demand. The "
    "last turbine taken, the one with the highest number, then wears: its output falls by $wear, but not below 0. "
    "This order adds the number of that turbine to the result. If even all turbines together do not suffice, nothing "
    "wears and the order adds $penalty. Orders that set an output add nothing. Return the sum; without orders it is "
    "0."
)
PROBLEMS = {
    "reach": _PROBLEM.format("is at least"),
    "exceed": _PROBLEM.format("is greater than"),
}
_SLOW = """\
def solution(outputs: list[int], orders: list[list[int]]) -> int:
    levels = list(outputs)
    result = 0
    for turbine, amount in orders:
        if turbine > 0:
            levels[turbine - 1] = amount
            continue
        reached = 0
        for place in range(len(levels)):
            reached += levels[place]
            if {}:
                result += place + 1
                levels[place] = max(0, levels[place] - $wear)
                break
        else:
            result += $penalty
    return result
"""
SLOW = {"reach": _SLOW.format("reached >= amount"), "exceed": _SLOW.format("reached > amount")}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    size = 30000 + 4000 * number
    outputs = [chosen.randint(0, 1000) for _ in range(size)]
    orders = []
    for count in range(20000):
        if count % 4 == 0:
            orders.append([chosen.randint(1, size), chosen.randint(0, 1000)])
        else:
            orders.append([0, chosen.randint(size * 300, size * 502)])
    return (outputs, orders)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows: list[list[Any]] = []
    for number in range(18):
        size = 1 + number // 2
        outputs = draws.integers(size, 0, 6)
        orders = []
        for _ in range(4 + number):
            if draws.chance(1, 3):
                orders.append([draws.integer(1, size), draws.integer(0, 9)])
            else:
                orders.append([0, draws.integer(1, 3 * size)])
        rows.append([outputs, orders])
    return {
        "wear": draws.integer(2, 4),
        "penalty": draws.integer(11, 40),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(outputs, orders) for outputs, orders in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    wear = values["wear"]
    return [
        ([], []),
        ([], [[0, 1], [0, 50_000_000]]),
        ([7], []),
        ([0], [[0, 1]]),
        ([wear], [[0, wear], [0, 1]]),
        ([0, 0, 0], [[0, 1], [2, 5], [0, 5], [0, 5]]),
        ([1000] * 8, [[0, 8000], [0, 7999], [0, 1000], [0, 1]]),
        ([1] * 16, [[0, 8], [0, 8], [0, 16], [0, 15], [0, 14]]),
        ([3, 0, 0, 2], [[0, 3], [0, 2], [0, 1], [4, 0], [0, 1]]),
        ([5, 5], [[1, 5], [2, 0], [0, 5], [0, 4], [0, 1]]),
        ([2, 2, 2], [[0, 6], [0, 5], [0, 4], [0, 3], [0, 2], [0, 1]]),
    ]

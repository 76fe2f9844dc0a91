"""Two equations with remainders and two unknown numbers.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(first: list[int], second: list[int]) -> list[int]:
    """
    Find two unknown numbers.

    Parameters:
        first (list[int]): Three whole numbers, each from -50 to 50.
        second (list[int]): Three whole numbers, each from -50 to 50.

    Returns:
        list[int]: Two whole numbers from 0 on, or the empty list.
    """
'''
REFERENCE = """\
def solution(first: list[int], second: list[int]) -> list[int]:
    a, b, c = first
    d, e, f = second
    $change
    size = (a * e - b * d) % $clock
    if size == 0:
        return []
    turn = size**$power
    x = (c * e - b * f) * turn % $clock
    y = (a * f - c * d) * turn % $clock
    if x > y:
        y += $clock
    return [x, y]
"""
VARIANTS = {"first": "c += $shift", "second": "f += $shift"}
PROBLEMS = {
    "first": (
        "The lists [a, b, c] and [d, e, f] stand for two equations that hold on a clock with $clock hours, that is, both "
        "sides need only have the same remainder when divided by $clock. The first is a * x + b * y = c + $shift, the "
        "second d * x + e * y = f. Find the numbers x and y, at least 0 and below $clock, for which both hold. If there is no such "
        "pair or more than one, return the empty list. Otherwise return x and y, but add $clock to y if x is larger than y."
    ),
    "second": (
        "The lists [a, b, c] and [d, e, f] stand for two equations that hold on a clock with $clock hours, that is, both "
        "sides need only have the same remainder when divided by $clock. The first is a * x + b * y = c, the second "
        "d * x + e * y = f + $shift. Find the numbers x and y, at least 0 and below $clock, for which both hold. If there is no such "
        "pair or more than one, return the empty list. Otherwise return x and y, but add $clock to y if x is larger than y."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    clock = draws.choice((29, 31, 37, 41, 43, 47))
    return {
        "clock": clock,
        "power": clock - 2,
        "shift": draws.integer(3, 15),
        "pairs": [[draws.integers(3, -50, 50), draws.integers(3, -50, 50)] for _ in range(10)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(first, second) for first, second in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    clock, shift = values["clock"], values["shift"]
    return [
        ([1, 0, 0], [0, 1, 0]),
        ([0, 1, 5], [1, 0, 5 + shift]),
        ([1, 0, 0], [0, 1, shift]),
        ([1, 0, shift], [0, 1, 0]),
        ([2, 3, 4], [4, 6, 8]),
        ([0, 0, 0], [0, 0, 0]),
        ([1, 2, 3], [1 - clock, 2, 9]),
        ([0, 2, -7], [1, 0, 0]),
        ([50, -50, 50], [-50, -49, -50]),
    ]

"""Two numbers are added on wheels of different sizes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(first: list[int], second: list[int]) -> list[int]:
    """
    Add two numbers on an adding machine with wheels.

    Parameters:
        first (list[int]): 0 to 20 whole numbers, each from 0 to 9: the digits, the lowest place first.
        second (list[int]): Another number in the same form, of any length from 0 to 20.

    Returns:
        list[int]: Whole numbers from 0 on, the lowest place first.
    """
'''
REFERENCE = """\
def solution(first: list[int], second: list[int]) -> list[int]:
    sizes = $sizes
    length = max(len(first), len(second))
    carry = 0
    place = 0
    shown = []
    while place < length or carry > 0:
        value = carry
        if place < len(first):
            value += first[place]
        if place < len(second):
            value += $weight * second[place]
        size = sizes[$change]
        shown.append(value % size)
        carry = value // size
        place += 1
    while len(shown) > 0 and shown[-1] == 0:
        shown.pop()
    return shown
"""
VARIANTS = {"place": "place % $count", "value": "value % $count"}
PROBLEMS = {
    "place": (
        "A machine adds a number and $weight times a second one, place by place from the lowest. The value of a place is the "
        "digit of the first number plus $weight times the digit of the second (0 where a number has no more digits) plus "
        "the carry, which is 0 at first. The wheel of place p, counted from 0, is the one in $sizes at position p modulo "
        "$count, counted from 0. It shows the value modulo its size; the next carry is the value divided by the size, "
        "rounded down. Go on until there are no digits and no carry. Return what the wheels show, without zeros at the end."
    ),
    "value": (
        "A machine adds a number and $weight times a second one, place by place from the lowest. The value of a place is the "
        "digit of the first number plus $weight times the digit of the second (0 where a number has no more digits) plus "
        "the carry, which is 0 at first. The wheel for a value v is the one in $sizes at position v modulo $count, counted "
        "from 0. It shows the value modulo its size; the next carry is the value divided by the size, rounded down. Go "
        "on until there are no digits and no carry. Return what the wheels show, without zeros at the end."
    ),
}
EQUIVALENT = {
    "place < length → place <= length": "one place more shows 0, which is dropped at the end",
}


def sample(draws: Draws) -> dict[str, Any]:
    count = draws.integer(3, 4)
    return {
        "sizes": draws.sample(range(3, 12), count),
        "count": count,
        "weight": draws.integer(2, 5),
        "pairs": [
            [draws.integers(draws.integer(1, 8), 0, 9), draws.integers(draws.integer(1, 8), 0, 9)]
            for _ in range(9)
        ],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(first, second) for first, second in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    sizes = values["sizes"]
    return [
        ([], []),
        ([0], [0, 0]),
        ([sizes[0] % 10], []),
        ([], [2]),
        ([1, 2, 0, 0, 0, 0], []),
        ([9] * 20, [9] * 20),
        ([5], [0] * 19 + [9]),
    ]

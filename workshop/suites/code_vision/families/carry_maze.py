"""A product is worked out by columns, and carries jump.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(first: list[int], second: list[int]) -> list[int]:
    """
    Work out a strange product of two numbers.

    Parameters:
        first (list[int]): 0 to 12 whole numbers, each from 0 to 9: the digits, the lowest place first.
        second (list[int]): Another number in the same form.

    Returns:
        list[int]: Whole numbers from 0 on, the lowest place first, without zeros after the last other number.
    """
'''
REFERENCE = """\
def solution(first: list[int], second: list[int]) -> list[int]:
    columns = [0] * (len(first) + len(second))
    for low in range(len(first)):
        for high in range(len(second)):
            columns[low + high] += first[low] * second[high]
    place = 0
    while place < len(columns):
        value = columns[place]
        carry = value // $base
        columns[place] = value % $base
        if carry > 0:
            target = place + 1
            if $change:
                target += $jump
                carry += 1
            while len(columns) <= target:
                columns.append(0)
            columns[target] += carry
        place += 1
    while len(columns) > 0 and columns[-1] == 0:
        columns.pop()
    return columns
"""
VARIANTS = {"place": "place % $rhythm == 1", "carry": "carry % $rhythm == 1"}
PROBLEMS = {
    "place": (
        "Column k, counted from 0, first holds the sum of all products of a digit at place i of the first number and a digit "
        "at place j of the second with i + j = k. Then the columns are settled from "
        "column 0 on: a column keeps its value modulo $base, and the value divided by $base, rounded down, is its carry. A "
        "carry larger than 0 is added to the next column. But if the number of the column that sends it is 1 modulo "
        "$rhythm, the carry plus 1 is added to the column $jump further than the next one. New columns begin with 0. Return "
        "all columns when each is settled, without zeros at the end."
    ),
    "carry": (
        "Column k, counted from 0, first holds the sum of all products of a digit at place i of the first number and a digit "
        "at place j of the second with i + j = k. Then the columns are settled from "
        "column 0 on: a column keeps its value modulo $base, and the value divided by $base, rounded down, is its carry. A "
        "carry larger than 0 is added to the next column. But if the carry is 1 modulo $rhythm, the carry plus 1 is added "
        "to the column $jump further than the next one. New columns begin with 0. Return all columns when each is settled, "
        "without zeros at the end."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "base": draws.integer(5, 9),
        "rhythm": draws.integer(2, 3),
        "jump": draws.integer(1, 2),
        "pairs": [
            [draws.integers(draws.integer(1, 6), 0, 9), draws.integers(draws.integer(1, 6), 1, 9)]
            for _ in range(9)
        ],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(first, second) for first, second in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    base = values["base"]
    return [
        ([], []),
        ([], [3, 4]),
        ([0, 0], [5]),
        ([1], [base - 1]),
        ([1, 0], [base]),
        ([9] * 12, [9] * 12),
        ([0, 9], [0, 9]),
        ([8, 8], [8]),
    ]

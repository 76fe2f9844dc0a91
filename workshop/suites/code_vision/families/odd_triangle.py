"""A triangle of numbers in which each row follows from the one above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(row: int) -> list[int]:
    """
    Return a row of a triangle of numbers.

    Parameters:
        row (int): The number of the row, from 0 to 40.

    Returns:
        list[int]: The numbers of the row, from left to right.
    """
'''
REFERENCE = """\
def solution(row: int) -> list[int]:
    numbers = [$first]
    for number in range(1, row + 1):
        fresh = [numbers[0]]
        for place in range(1, number):
            fresh.append($change)
        fresh.append(numbers[-1])
        if number % $rhythm == 0:
            fresh[0] += $more
        numbers = fresh
    return numbers
"""
VARIANTS = {
    "left": "$weight * numbers[place - 1] + numbers[place]",
    "right": "numbers[place - 1] + $weight * numbers[place]",
}
PROBLEMS = {
    "left": (
        "A triangle of numbers has row 0 at its top with the single number $first. Row n has n + 1 numbers. Its first "
        "number is the first number of the row above, its last number is the last one of the row above. Every other "
        "number has two numbers above it, one to the left and one to the right: it is $weight times the left one plus the "
        "right one. When a row from row 1 on is complete and the number of the row is a multiple of $rhythm, $more "
        "is added to its first number, before the next row is made. Return the asked row."
    ),
    "right": (
        "A triangle of numbers has row 0 at its top with the single number $first. Row n has n + 1 numbers. Its first "
        "number is the first number of the row above, its last number is the last one of the row above. Every other "
        "number has two numbers above it, one to the left and one to the right: it is the left one plus $weight times the "
        "right one. When a row from row 1 on is complete and the number of the row is a multiple of $rhythm, $more "
        "is added to its first number, before the next row is made. Return the asked row."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "first": draws.integer(2, 5),
        "rhythm": draws.integer(2, 4),
        "more": draws.integer(3, 9),
        "weight": draws.integer(2, 4),
        "rows": draws.sample(range(4, 21), 8),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(0,), (1,), (2,), (3,), (40,)]

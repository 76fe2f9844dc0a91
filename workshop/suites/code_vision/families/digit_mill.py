"""A number goes through a mill that works on its digits.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(number: int) -> list[int]:
    """
    Put a number into a mill and see what comes out.

    Parameters:
        number (int): From 0 to 10 ** 15.

    Returns:
        list[int]: One or more whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(number: int) -> list[int]:
    seen = [number]
    while number > $stop and len(seen) < $most:
        total = 0
        place = 0
        while number > 0:
            digit = number % 10
            if $change:
                total += digit * $odd
            else:
                total += digit * digit
            number = number // 10
            place += 1
        number = total
        seen.append(number)
    return seen
"""
VARIANTS = {"place": "place % 2 == 0", "shifted": "(place + digit) % 2 == 0"}
PROBLEMS = {
    "place": (
        "A mill turns a whole number into another one. The digits have places from the right: the last digit has place "
        "0, the one before it place 1, and so on. A digit at an even place counts $odd times its value, a digit at an "
        "odd place the square of its value. The next number is the sum over all digits. The mill works again and again, "
        "as long as its number is larger than $stop and fewer than $most numbers have been written down. Return all "
        "numbers in order, the given one first."
    ),
    "shifted": (
        "A mill turns a whole number into another one. The digits have places from the right: the last digit has place "
        "0, the one before it place 1, and so on. If a digit plus its place is even, the digit counts $odd times its "
        "value, otherwise the square of its value. The next number is the sum over all digits. The mill works again and "
        "again, as long as its number is larger than $stop and fewer than $most numbers have been written down. Return "
        "all numbers in order, the given one first."
    ),
}
EQUIVALENT = {
    "place += 1 → place -= 1": "only the parity of a place counts",
    "place + digit → place - digit": "only the parity counts",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "odd": draws.integer(3, 9),
        "stop": draws.integer(12, 30),
        "most": draws.integer(6, 9),
        "numbers": [
            draws.integer(10**size + 1, 10 ** (size + 1) - 1) for size in (1, 2, 3, 4, 6, 8, 10, 12, 14)
        ],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number,) for number in values["numbers"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(0,), (values["stop"],), (values["stop"] + 1,), (10,), (100,), (10**15,), (999_999_999_999_999,)]

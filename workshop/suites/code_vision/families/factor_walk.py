"""Numbers fall apart into primes and become new numbers.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(number: int) -> list[int]:
    """
    Follow a walk that begins at a number.

    Parameters:
        number (int): From 2 to 10 ** 7.

    Returns:
        list[int]: The numbers of the walk after the given one.
    """
'''
REFERENCE = """\
def solution(number: int) -> list[int]:
    walk = []
    while number > $stop and len(walk) < $most:
        total = 0
        factor = 2
        while factor * factor <= number:
            power = 0
            while number % factor == 0:
                number = number // factor
                power += 1
            if power > 0:
                total += $change + $bonus
            factor += 1
        if number > 1:
            total += number + $more
        walk.append(total)
        number = total
    return walk
"""
VARIANTS = {"times": "factor * power", "plus": "factor + power"}
PROBLEMS = {
    "times": (
        "A number becomes the next one of a walk like this: split it into primes. If the largest of its primes occurs "
        "only once, this prime gives its value plus $more. Every other prime that occurs gives its value times the number "
        "of times that it occurs, plus $bonus. The next number is the sum of all this. The walk ends as soon as its last number is "
        "not larger than $stop, or when it has $most numbers; the given number is not one of them, but if it is not "
        "larger than $stop, the walk is empty. Return the walk."
    ),
    "plus": (
        "A number becomes the next one of a walk like this: split it into primes. If the largest of its primes occurs "
        "only once, this prime gives its value plus $more. Every other prime that occurs gives its value plus the number "
        "of times that it occurs, plus $bonus. The next number is the sum of all this. The walk ends as soon as its last number is "
        "not larger than $stop, or when it has $most numbers; the given number is not one of them, but if it is not "
        "larger than $stop, the walk is empty. Return the walk."
    ),
}
EQUIVALENT = {
    "1 → 2": "2 is never left over, as numbers up to $stop are not split",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "stop": draws.integer(8, 16),
        "most": draws.integer(5, 8),
        "more": draws.choice((2, 3, 4, 6)),
        "bonus": draws.integer(1, 5),
        "numbers": draws.sample(range(40, 5000), 5) + [draws.integer(10**4, 10**7) for _ in range(4)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number,) for number in values["numbers"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    stop = values["stop"]
    return [(2,), (stop,), (stop + 1,), (49,), (1024,), (9_999_991,), (3**14,), (2 * 3 * 5 * 7 * 11 * 13,)]

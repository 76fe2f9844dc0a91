"""A number is split into blocks, and each block counts the zeros of a term.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(number: int) -> list[int]:
    """
    Take a whole number apart.

    Parameters:
        number (int): From 1 to 5,000.

    Returns:
        list[int]: One or more whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(number: int) -> list[int]:
    counts = []
    product = 1
    factor = 2
    while number > 1:
        block = 1
        while number % factor == 0:
            block *= factor
            number = number // factor
        if block > 1:
            count = 0
            for x in range(block):
                term = $change
                if term % block == 0:
                    count += 1
            counts.append(count)
            product *= count + 1
        factor += 1
    counts.append(product)
    return counts
"""
VARIANTS = {"square": "x * x + $slope * x - $less", "cube": "x * x * x + $slope * x - $less"}
PROBLEMS = {
    "square": (
        "A whole number from 2 on is a product of blocks in one way, where each block is a power of a prime and no two blocks "
        "belong to the same prime: 360 has the blocks 8, 9 and 5. The number 1 has no blocks. For each block q, "
        "in the order of their primes, count the numbers x from 0 to q - 1 for which x * x + $slope * x - $less can be "
        "divided by q without a remainder. Return these counts in order, and after them the product of all counts, each "
        "made larger by 1 before; this product is 1 without blocks."
    ),
    "cube": (
        "A whole number from 2 on is a product of blocks in one way, where each block is a power of a prime and no two blocks "
        "belong to the same prime: 360 has the blocks 8, 9 and 5. The number 1 has no blocks. For each block q, "
        "in the order of their primes, count the numbers x from 0 to q - 1 for which x * x * x + $slope * x - $less can be "
        "divided by q without a remainder. Return these counts in order, and after them the product of all counts, each "
        "made larger by 1 before; this product is 1 without blocks."
    ),
}
EQUIVALENT = {
    "x * x + * → x * x - *": "a number and its negative change places",
    "x * x * x + * → x * x * x + *": "a number and its negative change places",
}


def sample(draws: Draws) -> dict[str, Any]:
    one, other = draws.integer(1, 5), draws.integer(6, 12)
    return {
        "slope": other - one,
        "less": one * other,
        "numbers": draws.sample(
            (360, 840, 1260, 2310, 4620, 3600, 1800, 980, 1764, 2025, 3375, 4900, 4410, 2520), 7
        )
        + draws.sample(range(700, 3000), 3),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number,) for number in dict.fromkeys(values["numbers"])]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(1,), (2,), (3,), (4,), (27,), (4999,), (4096,), (5000,), (60,)]

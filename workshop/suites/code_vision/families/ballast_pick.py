"""Ballast for a satellite: the heaviest choice within a limit.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "search",
    "data-structures",
)
TEXT = '''\
def solution(masses: list[int], limit: int) -> int:
    """
    A satellite gets ballast. Find the largest mass.

    Parameters:
        masses (list[int]): The masses of 0 to 32 blocks, each from 1 to 1,000,000,000.
        limit (int): A number from 0 to 50,000,000,000.

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(masses: list[int], limit: int) -> int:
    def sums(blocks):
        even = [0]
        odd = []
        for mass in blocks:
            whole = mass + $holder
            longer = [other + whole for other in odd]
            odd.extend([other + whole for other in even])
            even.extend(longer)
        return [sorted(even), sorted(odd)]

    left = sums(masses[::2])
    right = sums(masses[1::2])
    best = -1
    for rest in (0, 1):
        others = right[$change]
        place = len(others) - 1
        for mass in left[rest]:
            while place >= 0 and mass + others[place] > limit:
                place -= 1
            if place < 0:
                break
            best = max(best, mass + others[place])
    return best
"""
VARIANTS = {"even": "rest", "odd": "1 - rest"}
EQUIVALENT = {
    "0 → -1": "the largest sum is over the limit again",
    "1 → 2": "without a block the sum is 0",
    "1 → 0": "without a block the sum is 0",
}
_PROBLEM = (
    "A satellite gets some of the blocks in the list as ballast. Each block can be taken once or not at all; blocks "
    "with the same mass are different blocks. Every block that is taken is fixed with a holder, whose mass is "
    "$holder, so a block of mass m adds m + $holder. Because the ballast must {}, the number of blocks taken must be "
    "{}. The mass of the blocks taken and all of their holders together must not be greater than the limit. Return "
    "the largest such mass that is possible. {} The mass is an exact whole number, and a choice that reaches the "
    "limit exactly is allowed."
)
PROBLEMS = {
    "even": _PROBLEM.format(
        "be in balance", "even", "Taking no block is always allowed, so the result is 0 if nothing else fits."
    ),
    "odd": _PROBLEM.format(
        "have a block in the centre", "odd", "Taking no block is not allowed; if no choice fits, return -1."
    ),
}
_SLOW = """\
def solution(masses: list[int], limit: int) -> int:
    def heaviest(place, total, rest):
        if total > limit:
            return -1
        if place == len(masses):
            return total if rest == $change else -1
        taken = heaviest(place + 1, total + masses[place] + $holder, 1 - rest)
        return max(taken, heaviest(place + 1, total, rest))

    rest = 0
    return heaviest(0, 0, 0)
"""
SLOW = {
    name: _SLOW.replace("rest == $change", f"rest == {rest}").replace("    rest = 0\n", "")
    for rest, name in enumerate(VARIANTS)
}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    masses = [chosen.randint(1, 10**9) for _ in range(31 + number % 2)]
    return (masses, sum(masses) // 2 + chosen.randint(0, 10**6))
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows: list[list[Any]] = []
    for number in range(18):
        masses = draws.integers(3 + number // 2, 3, 60)
        rows.append([masses, draws.integer(20, max(30, sum(masses)))])
    return {"holder": draws.integer(2, 20), "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(masses, limit) for masses, limit in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    holder = values["holder"]
    return [
        ([], 0),
        ([], 9),
        ([5], 0),
        ([5], 5 + holder),
        ([5], 4 + holder),
        ([5, 6], 11 + 2 * holder),
        ([5, 6], 10 + 2 * holder),
        ([1_000_000_000] * 5, 50_000_000_000),
        ([7] * 8, 56 + 8 * holder),
        ([7] * 8, 55 + 8 * holder),
        ([1, 2, 4, 8, 16, 32, 64], 100 + 3 * holder),
        ([100, 1, 100, 1, 100], 103 + 3 * holder),
    ]

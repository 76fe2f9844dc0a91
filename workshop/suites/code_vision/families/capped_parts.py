"""Ways to put together a number from parts that are not used too often.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(total: int) -> list[int]:
    """
    Count ways to put together numbers.

    Parameters:
        total (int): From 0 to 60.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(total: int) -> list[int]:
    ways = [1] + [0] * total
    for part in range($first, total + 1):
        if $change:
            most = $few
        else:
            most = $many
        fresh = []
        for size in range(total + 1):
            count = 0
            for copies in range(most + 1):
                if copies * part <= size:
                    count += ways[size - copies * part]
            fresh.append(count)
        ways = fresh
    return [ways[total], max(ways)]
"""
VARIANTS = {"multiples": "part % $skip == 0", "others": "part % $skip == 1"}
PROBLEMS = {
    "multiples": (
        "A whole number is put together from parts: whole numbers from $first on whose sum it is. The order of the parts "
        "does not matter. A part that is a multiple of $skip may be used at most $rarely, every other part at most "
        "$many times. The number 0 can be put together in one way, from no parts. Return in how many ways the number "
        "`total` can be put together, and the largest of the numbers of ways for 0, 1, 2 and so on up to `total`."
    ),
    "others": (
        "A whole number is put together from parts: whole numbers from $first on whose sum it is. The order of the parts "
        "does not matter. A part that leaves the remainder 1 when divided by $skip may be used at most $rarely, every "
        "other part at most $many times. The number 0 can be put together in one way, from no parts. Return in how many "
        "ways the number `total` can be put together, and the largest of the numbers of ways for 0, 1, 2 and so on up to "
        "`total`."
    ),
}
EQUIVALENT = {
    "1 → 2": "a part larger than the total is never used",
}


def sample(draws: Draws) -> dict[str, Any]:
    few = draws.integer(1, 2)
    return {
        "first": draws.integer(2, 4),
        "skip": draws.integer(3, 4),
        "few": few,
        "rarely": ("once", "twice")[few - 1],
        "many": few + draws.integer(1, 2),
        "totals": draws.sample(range(16, 50), 9),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(total,) for total in values["totals"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    first, skip = values["first"], values["skip"]
    return [(0,), (first - 1,), (first,), (2 * skip,), (3 * skip,), (3 * skip + 2,), (60,)]

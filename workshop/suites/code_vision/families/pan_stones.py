"""A weight is balanced with stones in two pans, as cheaply as possible.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(weight: int) -> int:
    """
    Find the cheapest way to balance a weight with stones.

    Parameters:
        weight (int): From 0 to 10 ** 6.

    Returns:
        int: The price of the stones that are used.
    """
'''
REFERENCE = """\
def solution(weight: int) -> int:
    def cheapest(rest: int, level: int) -> int:
        if rest == 0:
            return 0
        price = $fee + level
        digit = rest % $base
        higher = rest // $base
        best = digit * price + cheapest(higher, level + 1)
        other = $base - digit
        if $change:
            cost = other * price + cheapest(higher + 1, level + 1)
            best = min(best, cost)
        return best

    return cheapest(weight, 0)
"""
VARIANTS = {"few": "other <= $most", "sizes": "level % $rhythm != 0"}
PROBLEMS = {
    "few": (
        "A weight lies in the left pan of a balance. Stones have the sizes 1, $base, $base * $base and so on; size number k, "
        "counted from 0, is $base to the power k, and each stone of it costs $fee + k. Put stones into the pans so that "
        "both pans are equally heavy. Of each size fewer than $base stones are used, all in the same pan, and in the left "
        "pan at most $stones of each size. Return the lowest possible price of all stones together."
    ),
    "sizes": (
        "A weight lies in the left pan of a balance. Stones have the sizes 1, $base, $base * $base and so on; size number k, "
        "counted from 0, is $base to the power k, and each stone of it costs $fee + k. Put stones into the pans so that "
        "both pans are equally heavy. Of each size fewer than $base stones are in the right pan or at most $base in the left "
        "pan, not both, and stones whose size number is 0 or a multiple of $rhythm must not be in the left pan. Return the "
        "lowest possible price of all stones together."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    base = draws.integer(5, 8)
    fee, most = draws.integer(2, 6), draws.integer(1, 2)
    return {
        "base": base,
        "fee": fee,
        "most": most,
        "stones": ("1 stone", "2 stones")[most - 1],
        "rhythm": draws.integer(2, 3),
        "weights": [base ** draws.integer(3, 6) - draws.integer(1, 60) for _ in range(4)]
        + [draws.integer(50, 10**size - 1) for size in (3, 4, 5, 6, 6)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(min(weight, 10**6),) for weight in values["weights"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    base, rhythm = values["base"], values["rhythm"]
    weights = [base ** (rhythm - 1) + (base - 1) * base**rhythm, 2 * base**rhythm - 1]
    return [
        *((weight,) for weight in weights),
        (0,),
        (1,),
        (2,),
        (base - 1,),
        (base**2 - 2,),
        (base**3 - 1,),
        (10**6,),
    ]

"""Beads on rings that are the same when they are turned.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(length: int, goal: int) -> int:
    """
    Count rings of beads.

    Parameters:
        length (int): The number of beads on a ring, from 2 to 6.
        goal (int): A number that a ring must have, from 0 to 30.

    Returns:
        int: The number of rings, from 0 on.
    """
'''
REFERENCE = """\
def solution(length: int, goal: int) -> int:
    def clash(one: int, other: int) -> bool:
        return $change

    def extend(beads: list[int], left: int) -> int:
        if len(beads) == length:
            if left > 0 or clash(beads[-1], beads[0]):
                return 0
            for place in range(length):
                turned = beads[place:] + beads[:place]
                if turned < beads:
                    return 0
            return 1
        total = 0
        for bead in range($first, $last):
            if bead > left:
                break
            if len(beads) > 0 and clash(beads[-1], bead):
                continue
            total += extend([*beads, bead], left - bead)
        return total

    return extend([], goal)
"""
VARIANTS = {"sum": "one + other == $bad", "gap": "abs(one - other) == $gap"}
PROBLEMS = {
    "sum": (
        "A ring has `length` beads, each with a whole number from $first to $highest on it. Every bead has two neighbours on the ring; with "
        "two beads, each is the neighbour of the other. The numbers of neighbours must not have the sum $bad. The sum of the "
        "numbers of all beads must be `goal`. Two rings are the same if one can be turned, without being flipped over, so that it shows "
        "the same numbers in the same order as the other. Count the different rings that fit."
    ),
    "gap": (
        "A ring has `length` beads, each with a whole number from $first to $highest on it. Every bead has two neighbours on the ring; with "
        "two beads, each is the neighbour of the other. The numbers of neighbours must not differ by exactly $gap. The sum of the "
        "numbers of all beads must be `goal`. Two rings are the same if one can be turned, without being flipped over, so that it shows "
        "the same numbers in the same order as the other. Count the different rings that fit."
    ),
}
EQUIVALENT = {
    "if bead > left: → pass": "such a ring is dropped at its end",
    "break → pass": "such a ring is dropped at its end",
}


def sample(draws: Draws) -> dict[str, Any]:
    pairs = [(length, goal) for length in range(3, 7) for goal in range(length + 2, 4 * length - 1)]
    first = draws.integer(0, 1)
    beads = draws.integer(4, 6)
    return {
        "first": first,
        "last": first + beads,
        "highest": first + beads - 1,
        "bad": draws.integer(3, 5) + first,
        "gap": draws.integer(1, 2),
        "pairs": draws.sample(pairs, 10),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(values["pairs"])


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    bad, first = values["bad"], values["first"]
    pairs = [(2, 0), (2, 2), (2, bad), (2, 2 * first + 3), (3, 3), (6, 30), (6, 6), (4, 30)]
    return list(dict.fromkeys(pairs))

"""A division machine runs until it repeats itself.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(top: int, bottom: int) -> list[int]:
    """
    Let a machine work with two numbers and describe its tape.

    Parameters:
        top (int): From 0 to 10 ** 6.
        bottom (int): From 2 to 2,000.

    Returns:
        list[int]: Three whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(top: int, bottom: int) -> list[int]:
    rest = top % bottom
    places = {}
    digits = []
    while rest not in places:
        places[rest] = len(digits)
        gain = $change
        value = rest * $base + gain
        digits.append(value // bottom)
        rest = value % bottom
    start = places[rest]
    total = 0
    for digit in digits[start:]:
        if digit % $wanted != 0:
            total += digit
    return [start, len(digits) - start, total]
"""
VARIANTS = {"fixed": "$extra", "share": "rest // $extra"}
PROBLEMS = {
    "fixed": (
        "A machine starts with the remainder of `top` divided by `bottom`. In each step the value is the remainder times "
        "$base plus $extra; the value divided by `bottom`, rounded down, is written at the end of a tape, and the "
        "remainder of that division is the next remainder. The machine stops as soon as a remainder comes that it has "
        "had before. The numbers written since it had this remainder before are the loop, those written earlier the "
        "lead. Return the length of the lead, the length of the loop, and the sum of those numbers of the loop that are "
        "not multiples of $wanted."
    ),
    "share": (
        "A machine starts with the remainder of `top` divided by `bottom`. In each step the remainder is divided by $extra "
        "and rounded down, and this plus $base times the remainder is the value; the value divided by `bottom`, rounded down, is "
        "written at the end of a tape, and the remainder of that division is the next remainder. The machine stops as "
        "soon as a remainder comes that it has had before. The numbers written since it had this remainder before are "
        "the loop, those written earlier the lead. Return the length of the lead, the length of the loop, and the sum of "
        "those numbers of the loop that are not multiples of $wanted."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    base = draws.integer(6, 14)
    pairs = [[draws.integer(1, 900), base * draws.integer(5, 60)] for _ in range(5)]
    pairs += [[draws.integer(1000, 10**6), draws.integer(20, 1500)] for _ in range(5)]
    return {"base": base, "extra": draws.integer(3, 7), "wanted": draws.integer(2, 4), "pairs": pairs}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(top, bottom) for top, bottom in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    base, extra = values["base"], values["extra"]
    return [(0, 2), (1, 2), (0, extra), (5, base), (7, base**2), (10**6, 1999), (999, 2000), (1024, 1024)]

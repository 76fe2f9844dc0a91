"""Spotlights on the beams over a stage: in how many ways they can hang.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("search",)
TEXT = '''\
def solution(beams: list[str]) -> int:
    """
    Spotlights hang on beams over a stage. Count the ways to hang them.

    Parameters:
        beams (list[str]): 0 to 10 beams from the front to the back, texts of the same length, 1 to 10 letters: "."
            for a hook and "#" for a place without one.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(beams: list[str]) -> int:
    lamps = []

    def is_good(beam, hook):
        for other, lamp in enumerate(lamps):
            across = abs(hook - lamp)
            if $change:
                return False
            if across + beam - other < $glare:
                return False
        return True

    def ways(beam):
        if beam == len(beams):
            return 1 if sum(lamps) % $balance == 0 else 0
        found = 0
        for hook, mark in enumerate(beams[beam]):
            if mark == "." and is_good(beam, hook):
                lamps.append(hook)
                found += ways(beam + 1)
                lamps.pop()
        return found

    return ways(0)
"""
VARIANTS = {"equal": "across == $cable", "more": "across > $cable"}
EQUIVALENT = {"return False → return None": "both say no"}
_PROBLEM = (
    "Beams hang over a stage, one behind the other, and have places with the numbers 0, 1, 2 and so on, some of them "
    "with a hook. On every beam exactly one spotlight is hung on one of its hooks. For two spotlights, let a be the "
    "difference of the numbers of their places, and b the difference of the numbers of their beams, both without a "
    "sign. No two spotlights, on any beams, may hang so that a + b is less than $glare, for then they dazzle each "
    "other; and no two so that a is {}, because of the cables. For the balance, the sum of the numbers of the places "
    "of all spotlights must be divisible by $balance. Return the number of different ways to hang the spotlights. If "
    "there is none, the result is 0. Without beams there is exactly one way, so the result is 1."
)
PROBLEMS = {
    "equal": _PROBLEM.format("exactly $cable"),
    "more": _PROBLEM.format("greater than $cable"),
}
SLOW = """\
def solution(beams: list[str]) -> int:
    def ways(lamps):
        if len(lamps) < len(beams):
            marks = beams[len(lamps)]
            return sum(ways([*lamps, hook]) for hook in range(len(marks)) if marks[hook] == ".")
        for beam in range(len(lamps)):
            for other in range(beam):
                across = abs(lamps[beam] - lamps[other])
                if $change or across + beam - other < $glare:
                    return 0
        return 1 if sum(lamps) % $balance == 0 else 0

    return ways([])
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    beams = []
    for _ in range(8):
        marks = ["."] * 10
        marks[chosen.randrange(10)] = "#"
        beams.append("".join(marks))
    return (beams,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for number in range(20):
        beams, places = 2 + number // 7, 9 + number % 2
        rows.append([draws.text("......#", places) for _ in range(beams)])
    return {
        "glare": 4,
        "cable": draws.integer(7, 8),
        "balance": draws.integer(2, 6),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(beams,) for beams in values["rows"]]


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([],),
        (["."],),
        (["#"],),
        (["." * 10],),
        ([".", "."],),
        (["..", ".."],),
        (["....", "####", "...."],),
        ([".....#", "#....."],),
        (["." * 8] * 3,),
        (["." * 10] * 3,),
        (["#....", "....#"],),
        (["......", "......"],),
        ([".......", ".####..", ".....#.", "####...", ".#....."],),
        (["." * 8] * 5,),
        (["....#....", "....#....", "....#...."],),
    ]

"""A porter walks along a train with bags: the tips that passengers give.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("strings",)
TEXT = '''\
def solution(train: str) -> int:
    """
    A porter walks along a train from one end to the other.

    Parameters:
        train (str): The parts of the train from the front on, 0 to 300,000 letters: "e" for an engine, "b" for a
            baggage car, "d" for a dining car, "p" for a passenger car.

    Returns:
        int: A number of coins.
    """
'''
REFERENCE = """\
def solution(train: str) -> int:
    bags = 0
    coins = 0
    for part in train:
        if part == "e":
            bags = 0
        elif part == "b":
            bags += $bags
        elif part == "d":
            $change
        else:
            coins += bags + $tip
    return coins
"""
VARIANTS = {"leaves": "bags = max(bags - $less, 0)", "halves": "bags = bags // 2"}
_PROBLEM = """\
A porter walks along a train from the front to the end, through one part after the other, and carries bags. He begins
with no bags. In a baggage car (b) he picks up $bags more bags. In a dining car (d) he leaves some behind: {rule}. At an
engine (e) all his bags are taken from him, and he goes on with none. In a passenger car (p) he gets one coin for each
bag that he carries at that moment and $tip more, and keeps all his bags. Return the number of coins that he has
at the end of the train. For a train without parts this is 0.""".replace("\n", " ")
PROBLEMS = {
    "leaves": _PROBLEM.format(rule="$less bags, or all of them if he has fewer"),
    "halves": _PROBLEM.format(rule="so many that he keeps half of them, rounded down"),
}
SLOW = """\
def solution(train: str) -> int:
    coins = 0
    for place, here in enumerate(train):
        if here == "p":
            bags = 0
            for part in train[:place]:
                if part == "e":
                    bags = 0
                elif part == "b":
                    bags += $bags
                elif part == "d":
                    $change
            coins += bags + $tip
    return coins
"""
LARGE = """
import random


def large(number):
    count = 250000
    chance = random.Random($seed + number)
    parts = "bbbp" + "bdp" * chance.randint(3, 9) + "ppe"
    return ("".join([chance.choice(parts) for _ in range(count)]),)
"""


def sample(draws: Draws) -> dict[str, Any]:
    bags = draws.integer(3, 6)
    return {
        "bags": bags,
        "less": bags + draws.integer(1, 4),
        "tip": draws.integer(1, 9),
        "seed": draws.integer(1, 10**6),
        "rows": [draws.text("bbbbdpppe"[: draws.integer(8, 9)], draws.integer(9, 30)) for _ in range(18)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    rows = [
        "",
        "e",
        "p",
        "d",
        "bp",
        "bdp",
        "bbdp",
        "bbbddp",
        "bpep",
        "p" * 7,
        "dbdbdp",
        "b" * 9 + "pdpdpdpep",
    ]
    return [(row,) for row in rows]

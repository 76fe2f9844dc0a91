"""A row of numbers is followed very far.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(number: int, first: int, second: int) -> int:
    """
    Find a term of a row of numbers.

    Parameters:
        number (int): Which term to find, counted from 0; at most 10 ** 15.
        first (int): Term number 0, from 0 to 99.
        second (int): Term number 1, from 0 to 99.

    Returns:
        int: The term, from 0 on.
    """
'''
REFERENCE = """\
def solution(number: int, first: int, second: int) -> int:
    def combine(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
        rows = []
        for row in left:
            fresh = []
            for column in range(len(right[0])):
                total = 0
                for place in range(len(right)):
                    total += row[place] * right[place][column]
                fresh.append(total % $clock)
            rows.append(fresh)
        return rows

    rule = $change
    state = [[second], [first], [$gift]]
    while number > 0:
        if number % 2 == 1:
            state = combine(rule, state)
        rule = combine(rule, rule)
        number = number // 2
    return state[1][0]
"""
VARIANTS = {
    "before": "[[$last, $before, 1], [1, 0, 0], [0, 0, $growth]]",
    "gift": "[[$last, 1, $before], [1, 0, 0], [0, 0, $growth]]",
}
PROBLEMS = {
    "before": (
        "A row of numbers begins with term number 0 and term number 1, which are given. Each later term is $last times the "
        "term before it, plus $before times the term before that one, plus a gift. The gift is $gift for term number 2; for "
        "each later term it is $growth times the gift of the term before. Of every new term only the remainder modulo $clock "
        "is kept, before the next one is made from it. Return the term with the asked number. The number can be so large that "
        "it is impossible to work out all the terms one after the other."
    ),
    "gift": (
        "A row of numbers begins with term number 0 and term number 1, which are given. Each later term is $last times the "
        "term before it, plus the term before that one, plus $before times a gift. The gift is $gift for term number 2; for "
        "each later term it is $growth times the gift of the term before. Of every new term only the remainder modulo $clock "
        "is kept, before the next one is made from it. Return the term with the asked number. The number can be so large that "
        "it is impossible to work out all the terms one after the other."
    ),
}
EQUIVALENT = {
    "0 → 1": "all rows have the same length",
    "0 → -1": "all rows have the same length, that of the state is 1",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "last": draws.integer(2, 9),
        "before": draws.integer(2, 9),
        "gift": draws.integer(2, 20),
        "growth": draws.integer(2, 5),
        "clock": draws.integer(500, 9999),
        "calls": [
            [draws.integer(2, 10**size), draws.integer(1, 99), draws.integer(1, 99)]
            for size in (1, 1, 2, 3, 4, 6, 8, 10, 12, 15)
        ],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(call) for call in values["calls"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(0, 7, 99), (1, 7, 99), (2, 3, 5), (3, 0, 0), (4, 1, 0), (10**15, 99, 98)]

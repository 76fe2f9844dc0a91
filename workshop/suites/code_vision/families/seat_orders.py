"""Numbered guests are seated in a row under rules for neighbours.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(guests: list[int]) -> int:
    """
    Count the orders in which guests can sit in a row.

    Parameters:
        guests (list[int]): The numbers of the guests: 0 to 7 whole numbers, each from 0 to 30. Several guests can
            have the same number.

    Returns:
        int: The number of orders, from 0 on.
    """
'''
REFERENCE = """\
def solution(guests: list[int]) -> int:
    def seat(last: int, left: list[int], rises: int) -> int:
        if rises > $most:
            return 0
        if len(left) == 0:
            return 1
        total = 0
        for place in range(len(left)):
            guest = left[place]
            if guest in left[:place]:
                continue
            mixed = $change
            if mixed % $step == $rest:
                continue
            others = left[:place] + left[place + 1:]
            if guest > last:
                total += seat(guest, others, rises + 1)
            else:
                total += seat(guest, others, rises)
        return total

    return seat($host, guests, 0)
"""
VARIANTS = {"sum": "last + guest", "double": "last + 2 * guest"}
PROBLEMS = {
    "sum": (
        "A host with the number $host sits at the left end of a row, and all guests sit down to the right of the host. For each guest "
        "look at the left neighbour, which can be the host: their two numbers together must not leave the remainder $rest when "
        "divided by $step. In addition, at most $most guests may have a larger number than their left neighbour. Count the "
        "orders of guests that keep to both rules. Two orders are the same if they show the same row of numbers; so "
        "guests with the same number cannot be told apart. Without guests there is one order."
    ),
    "double": (
        "A host with the number $host sits at the left end of a row, and all guests sit down to the right of the host. For each guest "
        "look at the left neighbour, which can be the host: the number of the left neighbour plus twice that of the guest must not "
        "leave the remainder $rest when divided by $step. In addition, at most $most guests may have a larger number than their "
        "left neighbour. Count the orders of guests that keep to both rules. Two orders are the same if they show the same "
        "row of numbers; so guests with the same number cannot be told apart. Without guests there is one order."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    step = draws.choice((5, 7))
    lists = [draws.integers(size, 1, 20) for size in (4, 4, 5, 5, 6, 6, 6)]
    doubled = [[*row, row[0], row[1]] for row in (draws.integers(4, 1, 12), draws.integers(5, 1, 15))]
    return {
        "host": draws.integer(6, 12),
        "most": draws.integer(2, 3),
        "step": step,
        "rest": draws.integer(1, step - 1),
        "lists": lists + doubled,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(guests,) for guests in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    host, step, rest = values["host"], values["step"], values["rest"]
    return [
        ([],),
        ([(rest - host) % step],),
        ([(rest - host) % step + 1, host],),
        ([host, host, host + 1],),
        ([5, 5, 5, 5, 5],),
        ([1, 2, 3, 4, 5, 6, 7],),
        ([30, 29, 28, 0, 1],),
    ]

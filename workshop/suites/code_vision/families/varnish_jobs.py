"""Orders for varnish are taken so that as many as possible are ready in time.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("greedy",)

TEXT = '''\
def solution(orders: list[list[int]]) -> list[int]:
    """
    A workshop with one bench gets orders for varnished chairs.

    Parameters:
        orders (list[list[int]]): 0 to 50,000 orders, each with two whole numbers: the hour at which it is due,
            from 1 to 10,000,000, and the hours of work on it, from 1 to 1,000.

    Returns:
        list[int]: Two whole numbers.
    """
'''

REFERENCE = """\
def solution(orders: list[list[int]]) -> list[int]:
    from heapq import heappop, heappush

    taken = []
    clock = 0
    for due, work in sorted(orders):
        hours = $change
        heappush(taken, -hours)
        clock += hours
        if clock > due + $grace:
            longest = heappop(taken)
            clock += longest
    return [len(taken), clock]
"""

VARIANTS = {"dry": "work + $drying", "rounds": "work + work // $drying"}

_STORY = (
    "A workshop with one bench gets orders for varnished chairs. Each order has the hour at which it is due and "
    "the hours of work on it. {rule} One order is on the bench at a time, from hour 0 on, without interruption. An "
    "order is in time if the hour at which it leaves the bench is at most the hour at which it is due plus "
    "$grace. The workshop takes some of the orders and does them in any sequence such that all of them are in time; the others "
    "are not done at all. It takes as many orders as possible, and among all choices of that many orders one with "
    "the smallest sum of hours on the bench. Return the number of orders that it takes, and this sum."
)
PROBLEMS = {
    "dry": _STORY.format(rule="After the work an order stays on the bench for $drying more hours to dry."),
    "rounds": _STORY.format(
        rule="For each full $drying hours of the work an order stays on the bench for one more hour to dry."
    ),
}

SLOW = """\
def solution(orders: list[list[int]]) -> list[int]:
    taken = []
    clock = 0
    for due, work in sorted(orders):
        hours = $change
        taken.append(hours)
        clock += hours
        if clock > due + $grace:
            longest = 0
            for place in range(len(taken)):
                if taken[place] > taken[longest]:
                    longest = place
            clock -= taken.pop(longest)
    return [len(taken), clock]
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    orders = []
    for _ in range(48000 + 500 * number):
        due = chosen.randint(4500000, 6000000) - 300000 * number
        orders.append([due, chosen.randint(1, 600 + 80 * number)])
    return (orders,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "drying": draws.integer(3, 6),
        "grace": draws.integer(1, 4),
        "seed": draws.integer(1, 10**6),
    }
    values["books"] = []
    for number in range(16):
        size = draws.integer(4, 8) + number
        orders = [[draws.integer(3, 9 * size), draws.integer(1, 18 + number)] for _ in range(size)]
        values["books"].append(orders)
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(orders,) for orders in values["books"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    drying, grace = values["drying"], values["grace"]
    return [
        ([],),
        ([[1, 1000]],),
        ([[10000000, 1]],),
        ([[5 + drying - grace + 1, 5]],),
        ([[5 + drying - grace, 6]],),
        ([[drying + 20, 20], [drying + 20, 20]],),
        ([[100, 20 + grace]] * 8,),
        ([[40, 30], [41, 2], [42, 2], [43, 3]],),
        ([[90, 9], [80, 9], [70, 9], [60, 9], [50, 9], [40, 9]],),
        ([[20, 12], [20, 11], [36, 10], [36, 13], [50, 14]],),
        ([[3, 1], [1, 3], [2, 2], [1, 1]],),
    ]

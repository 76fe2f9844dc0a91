"""A pilot boat goes from berth to berth for a very long time.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("graphs",)

TEXT = '''\
def solution(following: list[int], fees: list[int], moves: int) -> int:
    """
    A pilot boat goes from berth to berth in a harbour.

    Parameters:
        following (list[int]): For each berth the index of a berth, perhaps its own: 1 to 12,000 whole numbers.
        fees (list[int]): The fee of each berth in coins, each from 0 to 1,000.
        moves (int): A number of moves, from 0 to 1,000,000,000,000.

    Returns:
        int: A number of coins, which may be below 0.
    """
'''

REFERENCE = """\
def solution(following: list[int], fees: list[int], moves: int) -> int:
    berth = 0
    paid = 0
    made = 0
    seen = {}
    while made < moves:
        state = (berth, made % $every)
        if state in seen:
            before, paid_before = seen[state]
            length = made - before
            rounds = (moves - made) // length
            made += rounds * length
            paid += rounds * (paid - paid_before)
            seen = {}
            continue
        seen[state] = (made, paid)
        made += 1
        berth = following[berth]
        if made % $every == 0:
            $change
        else:
            paid += fees[berth]
    return paid
"""

VARIANTS = {"gift": "paid -= $gift", "more": "paid += $times * fees[berth]"}

_STORY = (
    "A pilot boat goes from berth to berth in a harbour; it begins at the berth with index 0. With each move it "
    "goes from the berth where it lies to the berth whose index following has for it; if that is the same berth, "
    "it stays there, and this counts as a move too. After each move the harbour master asks for the fee of the "
    "berth that was reached, in coins; nothing is paid for lying at berth 0 before the first move. {rule} moves "
    "tells how many moves the boat makes. Return how many coins the boat has paid altogether, {sign}; without a move it is "
    "0."
)
PROBLEMS = {
    "gift": _STORY.format(
        rule="But after every move whose number is divisible by $every (the first move has number 1) there is no fee, "
        "and the boat gets $gift coins from the master instead.",
        sign="less all coins that it got, which may be a number below 0",
    ),
    "more": _STORY.format(
        rule="But after every move whose number is divisible by $every (the first move has number 1) the fee is "
        "$times times as high.",
        sign="with all higher fees counted in full",
    ),
}

SLOW = """\
def solution(following: list[int], fees: list[int], moves: int) -> int:
    berth = 0
    paid = 0
    for made in range(1, moves + 1):
        berth = following[berth]
        if made % $every == 0:
            $change
        else:
            paid += fees[berth]
    return paid
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    size = 10000 + 500 * number
    order = list(range(1, size))
    chosen.shuffle(order)
    order = [0] + order
    following = [0] * size
    for place in range(size - 1):
        following[order[place]] = order[place + 1]
    following[order[-1]] = order[chosen.randrange(size // 3)]
    fees = [chosen.randrange(1001) for _ in range(size)]
    return following, fees, 10 ** (12 - number % 3) - chosen.randrange(10 ** 8)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "every": draws.integer(3, 7),
        "gift": draws.integer(5, 30),
        "times": draws.integer(2, 4),
        "seed": draws.integer(1, 10**6),
    }
    values["harbours"] = []
    for number in range(17):
        size = draws.integer(2, 5) + number
        following = draws.integers(size, 0, size - 1)
        order = draws.shuffled(range(size))
        for place in range(0, size - 1, 2 if number % 3 == 0 else 1):
            following[order[place]] = order[place + 1]
        values["harbours"].append(
            (following, draws.integers(size, 0, 60), draws.integer(2, 40) * (1 + number))
        )
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(following, fees, moves) for following, fees, moves in values["harbours"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    every = values["every"]
    ring = [*range(1, every), 0]
    return [
        ([0], [5], 0),
        ([0], [5], 1),
        ([0], [1000], 1000),
        ([0], [0], 77),
        ([1, 1], [40, 3], every),
        ([1, 0], [40, 3], every - 1),
        (ring, [7] * every, every),
        (ring, [7] * every, 3 * every + 1),
        ([*ring, 0], list(range(every + 1)), 10 * every),
        ([1, 2, 3, 1], [9, 20, 31, 42], 500),
        ([3, 0, 1, 2], [9, 20, 31, 42], 4 * every),
        ([2, 1, 2], [9, 20, 31], 2 * every - 1),
        ([1, 2, 0], [9, 20, 31], 3000000),
    ]

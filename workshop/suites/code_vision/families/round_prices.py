"""Prices are rounded by a rule of the shop, and large bills get a gift.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(prices: list[int]) -> list[int]:
    """
    Work out the bill of a customer.

    Parameters:
        prices (list[int]): 0 to 30 whole numbers, each from 1 to 500.

    Returns:
        list[int]: Two whole numbers.
    """
'''
REFERENCE = """\
def solution(prices: list[int]) -> list[int]:
    bill = 0
    gifts = 0
    for price in prices:
        rest = price % $coin
        if $change:
            bill += $coin
        bill += price - rest
        while bill > $limit * (gifts + 1):
            gifts += 1
            bill -= $gift
    return [bill, gifts]
"""
VARIANTS = {"large-rest": "rest >= $least", "small-rest": "rest < $least"}
PROBLEMS = {
    "large-rest": (
        "A shop has only coins of $coin. Each price is split into the largest multiple of $coin that is not larger than "
        "the price, and a rest. The multiple is added to the bill, and one coin more if the rest is at least $least. "
        "After each price the bill is looked at: as long as it is larger than $limit times (the number of gifts so far "
        "plus 1), the customer gets one gift more and the bill goes down by $gift. At the start the bill and the number "
        "of gifts are 0. Return the bill and the number of gifts."
    ),
    "small-rest": (
        "A shop has only coins of $coin. Each price is split into the largest multiple of $coin that is not larger than "
        "the price, and a rest. The multiple is added to the bill, and one coin more if the rest is less than $least. "
        "After each price the bill is looked at: as long as it is larger than $limit times (the number of gifts so far "
        "plus 1), the customer gets one gift more and the bill goes down by $gift. At the start the bill and the number "
        "of gifts are 0. Return the bill and the number of gifts."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    coin = draws.integer(7, 12)
    return {
        "coin": coin,
        "least": draws.integer(3, coin - 3),
        "limit": coin * draws.integer(11, 16),
        "gift": coin * draws.integer(1, 2) - 1,
        "lists": [draws.integers(draws.integer(2, 14), 1, 120) for _ in range(9)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(prices,) for prices in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    coin, least, limit, gift = values["coin"], values["least"], values["limit"], values["gift"]
    return [
        ([],),
        ([1],),
        ([coin * 3 + least],),
        ([coin * 3 + least - 1],),
        ([limit],),
        ([limit + coin - 1],),
        ([limit, coin],),
        ([limit + coin, limit + gift + 1 - coin],),
        ([limit, limit + gift + 1 - 2 * coin],),
        ([500] * 30,),
    ]

"""A number says in which order cards are laid out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(cards: list[int], number: int) -> list[int]:
    """
    Lay out cards in an order that a number says.

    Parameters:
        cards (list[int]): 0 to 15 whole numbers, each from 0 to 99.
        number (int): From 0 to 10 ** 12.

    Returns:
        list[int]: All cards, in their order.
    """
'''
REFERENCE = """\
def solution(cards: list[int], number: int) -> list[int]:
    left = list(cards)
    order = []
    while len(left) > 0:
        size = len(left)
        place = number % size
        number = number // size
        if len(order) % $rhythm == $beat:
            place = $change
        card = left.pop(place)
        order.append(card)
        if card % $special == 0:
            number += card
    return order
"""
VARIANTS = {"turned": "size - 1 - place", "moved": "(place + $turn) % size"}
PROBLEMS = {
    "turned": (
        "Cards lie in a row and are taken one by one. Before each card, divide the number by how many cards are left in "
        "the row: the remainder says how many cards to skip from the left, and the whole part of the quotient is the "
        "number for the next card. But if the number of cards taken before has the remainder $beat when divided by "
        "$rhythm, skip the cards from the right instead. Take the card after the skipped ones. If it is a multiple of "
        "$special, its value is then added to the number. Return the cards in the order in which they are taken."
    ),
    "moved": (
        "Cards lie in a row and are taken one by one. Before each card, divide the number by how many cards are left in "
        "the row: the remainder says how many cards to skip from the left, and the whole part of the quotient is the "
        "number for the next card. But if the number of cards taken before has the remainder $beat when divided by "
        "$rhythm, skip $turn more cards, beginning at the left end again whenever the right end is reached. Take the card "
        "after the skipped ones. If it is a multiple of $special, its value is then added to the number. Return the cards "
        "in the order in which they are taken."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    rhythm = draws.integer(2, 3)
    return {
        "rhythm": rhythm,
        "beat": draws.integer(0, rhythm - 1),
        "turn": draws.integer(2, 3),
        "special": draws.integer(3, 5),
        "rows": [draws.integers(draws.integer(4, 11), 1, 99) for _ in range(9)],
        "numbers": [draws.integer(0, 10**size) for size in (1, 2, 3, 4, 5, 6, 7, 8, 9)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["rows"], values["numbers"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([], 0),
        ([7], 10**12),
        ([1, 2], 0),
        ([8, 2, 1], 5),
        (list(range(1, 16)), 10**12),
        ([0, 60, 30, 1], 0),
    ]

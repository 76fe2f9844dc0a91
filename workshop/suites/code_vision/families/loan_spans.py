"""Stretches of days on which a library lends a number of books that can be shared out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("data-structures",)

TEXT = '''\
def solution(loans: list[int]) -> int:
    """
    A library writes down how many books it lends each day.

    Parameters:
        loans (list[int]): The number of each day, in the order of the days: 0 to 60,000 whole numbers, each
            from 0 to 1,000,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(loans: list[int]) -> int:
    count = 0
    total = 0
    seen = {0: 1}
    for loan in loans:
        if loan == 0:
            total = 0
            seen = {0: 1}
            continue
        total += loan
        wanted = $change
        if wanted in seen:
            count += seen[wanted]
        rest = total % $group
        seen[rest] = seen.get(rest, 0) + 1
    return count
"""

VARIANTS = {"none": "total % $group", "some": "(total - $over) % $group"}

EQUIVALENT = {"total += loan → total -= loan": "a sum can be shared out whatever its sign is"}

_STORY = (
    "A library writes down how many books it lends each day; loans lists the numbers in the order of the days. A "
    "day with 0 loans is a day on which the library is closed. A stretch is one day or several days that follow "
    "directly on one another; it may not contain a closed day. Two stretches are different if they begin or end "
    "on different days. The books of a stretch, all its loans together, are packed into boxes of $group as long "
    "as a box can be filled. Return the number of stretches after which {left}. Without any such stretch the "
    "result is 0."
)
PROBLEMS = {
    "none": _STORY.format(left="no book is left over"),
    "some": _STORY.format(left="the number of books left over is exactly $over"),
}

SLOW = """\
def solution(loans: list[int]) -> int:
    count = 0
    for first in range(len(loans)):
        total = 0
        for day in range(first, len(loans)):
            if loans[day] == 0:
                break
            total += loans[day]
            if total % $group == (total - ($change)) % $group:
                count += 1
    return count
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    loans = [chosen.randint(1, 9 + 1000 * number) for _ in range(52000 + 2000 * number)]
    loans[chosen.randrange(1000)] = 0
    loans[-chosen.randrange(1000) - 1] = 0
    return (loans,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    group = draws.integer(4, 9)
    values: dict[str, Any] = {
        "group": group,
        "over": draws.integer(1, group - 1),
        "seed": draws.integer(1, 10**6),
    }
    values["books"] = [
        [max(0, loan) for loan in draws.integers(draws.integer(6, 40), -3, 20)] for _ in range(17)
    ]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(loans,) for loans in values["books"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    group, over = values["group"], values["over"]
    return [
        ([],),
        ([0],),
        ([group],),
        ([over],),
        ([group, 0, group],),
        ([over, group - over, over],),
        ([group] * 20,),
        ([1] * 30,),
        ([0, 0, 0, group, over, 0, 0],),
        ([1000000] * 7 + [0] + [999999] * 5,),
        ([over, 0, group - over, 0, over, group, group],),
    ]

"""In how many ways books can fill a shelf exactly.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
TESTS = 50  # of more, the slow program would not be in time
LEVEL = "medium"
CATEGORIES = ("dynamic-programming",)

TEXT = '''\
def solution(widths: list[int], shelf: int) -> int:
    """
    A library has many copies of each of its books.

    Parameters:
        widths (list[int]): The width of each book in millimetres: 0 to 12 whole numbers, each from 1 to 300.
            Several books may be equally wide.
        shelf (int): The width of a shelf in millimetres, from 0 to 15,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(widths: list[int], shelf: int) -> int:
    needs = []
    for width in widths:
        if $change:
            needs.append(width + $support)
        else:
            needs.append(width)
    ways = [1]
    while len(ways) <= shelf:
        filled = len(ways)
        count = 0
        for need in needs:
            if need <= filled:
                count += ways[filled - need]
        ways.append(count % $modulus)
    return ways[-1]
"""

VARIANTS = {"thick": "width > $thick", "thin": "width <= $thick"}

_STORY = (
    "A library wants to fill a shelf, exactly and without a gap, from left to right; shelf tells how many "
    "millimetres wide it is. The library has as many copies as it likes of each book; widths tells how many millimetres wide each book is. "
    "Directly behind each copy of a book that is {when} $thick mm wide a support of $support mm must stand, also "
    "at the end of the shelf; behind all other copies there is none. Two ways to fill the shelf are different if "
    "at some place in the row there are different books; books that are equally wide are still different books. "
    "An empty shelf of 0 mm can be filled in one way. Return the number of ways, as the remainder of a division by "
    "$modulus."
)
PROBLEMS = {
    "thick": _STORY.format(when="more than"),
    "thin": _STORY.format(when="at most"),
}

SLOW = """\
def solution(widths: list[int], shelf: int) -> int:
    def count(left: int) -> int:
        if left == 0:
            return 1
        ways = 0
        for width in widths:
            need = width
            if $change:
                need += $support
            if need <= left:
                ways += count(left - need)
        return ways

    return count(shelf) % $modulus
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    widths = [chosen.randint(40, 70 + 10 * number) for _ in range(12)]
    widths[0] = 300 - number
    return widths, 12000 + chosen.randrange(3000)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "thick": draws.integer(5, 8),
        "support": draws.integer(2, 4),
        "modulus": draws.choice((499, 997, 1009, 2003)),
        "seed": draws.integer(1, 10**6),
    }
    values["rooms"] = [
        (draws.integers(draws.integer(2, 5), 2, 12), draws.integer(12, 28) + number) for number in range(16)
    ]
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(widths, shelf) for widths, shelf in values["rooms"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    thick, support = values["thick"], values["support"]
    return [
        ([], 0),
        ([], 40),
        ([5, 9], 0),
        ([1], 300),
        ([1, 1], 16),
        ([thick], thick),
        ([thick], thick + support),
        ([thick + 1], thick + 1),
        ([thick + 1], thick + 1 + support),
        ([300], 299),
        ([300, 3, 3, 3], 30),
        ([4, 4, 4], 36),
        ([thick + 1] * 4, 6 * (thick + 1)),
        ([2, 2, 9, 9, 10], 30),
    ]

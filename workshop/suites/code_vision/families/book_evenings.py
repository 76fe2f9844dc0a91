"""Books that refer to one another are read in a club.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("graphs",)

TEXT = '''\
def solution(pages: list[int], needs: list[list[int]]) -> int:
    """
    A reading club wants to read all books of a shelf.

    Parameters:
        pages (list[int]): How many pages each book has: 0 to 30,000 whole numbers, each from 1 to 3,000.
        needs (list[list[int]]): For each book the indices of the books that it needs, each once and in any
            order; at most 100,000 altogether. No book needs itself, neither directly nor through others.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(pages: list[int], needs: list[list[int]]) -> int:
    users = [[] for _ in pages]
    ends = [[] for _ in pages]
    ready = []
    for book, needed in enumerate(needs):
        if len(needed) == 0:
            ready.append(book)
        for other in needed:
            users[other].append(book)
    total = 0
    while len(ready) > 0:
        book = ready.pop()
        start = 0
        if len(needs[book]) > 0:
            start = $change
        evenings = pages[book] // $evening + 1
        end = start + evenings
        total += end
        for user in users[book]:
            ends[user].append(end)
            if len(ends[user]) == len(needs[user]):
                ready.append(user)
    return total
"""

VARIANTS = {"all": "max(ends[book])", "any": "min(ends[book])"}

_STORY = (
    "A reading club wants to read all books of a shelf; it has enough members to read any number of books at the "
    "same time. pages tells how many pages each book has, needs which other books it needs. A book takes one "
    "evening for each full $evening pages, and one evening more for the rest, even if nothing is left. It is read "
    "on evenings that follow directly on one another. A book that needs no others is begun on the first evening. "
    "Every other book is begun on the evening after {when}; a book that is finished on evening "
    "3 lets others begin on evening 4. The end of a book is the number of the evening on which it is finished; the "
    "first evening has number 1. Return the sum of the ends of all books; without books it is 0."
)
PROBLEMS = {
    "all": _STORY.format(when="all books that it needs have been finished"),
    "any": _STORY.format(
        when="any one of the books that it needs has been finished, without waiting for more"
    ),
}

SLOW = """\
def solution(pages: list[int], needs: list[list[int]]) -> int:
    def finished(book: int) -> int:
        start = 0
        ends = {book: [finished(other) for other in needs[book]]}
        if needs[book]:
            start = $change
        return start + pages[book] // $evening + 1

    return sum(finished(book) for book in range(len(pages)))
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    wide = 60 + 10 * number
    size = 200 * wide
    order = list(range(size))
    chosen.shuffle(order)
    pages = [chosen.randint(1, 3000) for _ in range(size)]
    needs = [[] for _ in range(size)]
    for place in range(wide, size):
        layer = place // wide * wide
        needs[order[place]] = [order[layer - wide + chosen.randrange(wide)], order[layer - 1]]
        if needs[order[place]][0] == needs[order[place]][1]:
            needs[order[place]][0] = order[layer - wide]
    return pages, needs
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"evening": draws.integer(60, 140), "seed": draws.integer(1, 10**6)}
    values["shelves"] = []
    for number in range(16):
        size = draws.integer(4, 8) + number // 2
        order = draws.shuffled(range(size))
        needs: list[list[int]] = [[] for _ in order]
        for place in range(2, size):
            count = min(place, draws.choice((0, 1, 2, 2, 3)))
            needs[order[place]] = draws.sample(order[:place], count)
        values["shelves"].append((draws.integers(size, 1, 500), needs))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(pages, needs) for pages, needs in values["shelves"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    evening = values["evening"]
    return [
        ([], []),
        ([1], [[]]),
        ([3000], [[]]),
        ([evening], [[]]),
        ([evening - 1, evening + 1], [[1], []]),
        ([2 * evening, 2 * evening - 1, 1], [[], [], [0, 1]]),
        ([5, 5, 5, 5], [[], [], [], []]),
        ([9] * 12, [[], *([book] for book in range(11))]),
        ([9] * 12, [*([book] for book in range(1, 12)), []]),
        ([7 * evening, 1, 1, 1], [[], [], [0, 1], [0, 2]]),
        ([1, 900, 40, 700, 2], [[], [0], [0], [1, 2], [3, 0]]),
    ]

"""Lamps are put on posts along a quay so that every post stands in the light.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("greedy",)

TEXT = '''\
def solution(posts: list[int]) -> int:
    """
    Posts stand along a quay.

    Parameters:
        posts (list[int]): The place of each post in metres from the harbour gate, in no particular order: 0 to
            90,000 whole numbers, each from 0 to 10,000,000. Several posts may stand at the same place.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(posts: list[int]) -> int:
    places = sorted(posts)
    size = len(places)
    lamps = 0
    post = 0
    while post < size:
        reach = places[post] + $left
        while post < size and places[post] <= reach:
            post += 1
        lamp = post - 1
        lamps += 1
        while post < size and $change:
            post += 1
    return lamps
"""

VARIANTS = {"metres": "places[post] <= places[lamp] + $right", "posts": "post <= lamp + $more"}

EQUIVALENT = {"post < size → post <= size": "posts that are counted behind the last one change nothing"}

_STORY = (
    "Posts stand along a quay; posts tells how many metres each is away from the harbour gate, in any order. All "
    "posts shall stand in light. Lamps can be put on posts only, one on each at most. A lamp lights its own post. "
    "Towards the gate it lights all posts that are at most $left metres away from it. Away from the gate it lights "
    "{rule}. {ties} Return the smallest number of lamps with which all posts are lit; without posts it is 0."
)
PROBLEMS = {
    "metres": _STORY.format(
        rule="all posts that are at most $right metres away from it",
        ties="Posts at the same place as the lamp are lit as well.",
    ),
    "posts": _STORY.format(
        rule="the next $more posts, however far away they are, or all if there are fewer",
        ties="For posts at the same place, take any order of them along the quay, the same for all lamps; the lamp "
        "also lights all posts at its own place that come before it in this order.",
    ),
}

SLOW = """\
def solution(posts: list[int]) -> int:
    places = sorted(posts)
    size = len(places)
    lit = [False] * size
    lamps = 0
    while not all(lit):
        first = 0
        while lit[first]:
            first += 1
        lamp = first
        for post in range(size):
            if post > lamp and places[post] <= places[first] + $left:
                lamp = post
        lamps += 1
        for post in range(first, size):
            if post <= lamp or $change:
                lit[post] = True
    return lamps
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    far = 900000 + 500000 * number
    return ([chosen.randrange(far) for _ in range(70000 + 5000 * number)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    left = draws.integer(5, 12)
    values: dict[str, Any] = {
        "left": left,
        "right": left + draws.integer(4, 9),
        "more": draws.choice((3, 5)),
        "seed": draws.integer(1, 10**6),
    }
    values["quays"] = []
    for number in range(17):
        far = 60 + 12 * number
        values["quays"].append(draws.integers(draws.integer(8, 20) + 2 * number, 0, far))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(posts,) for posts in values["quays"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    left, right, more = values["left"], values["right"], values["more"]
    return [
        ([],),
        ([0],),
        ([10000000, 0],),
        ([left, 0],),
        ([left + 1, 0],),
        ([0, left, left + right],),
        ([0, left, left + right + 1],),
        ([7] * (more + 3),),
        ([0, *([left] * (more + 3))],),
        ([place * (left + 1) for place in range(more + 2)],),
        ([place * (left + 1) for place in range(more + 1)],),
        (list(range(90)),),
        ([place * 100 for place in range(12, 0, -1)],),
        ([place * right for place in range(15)],),
    ]

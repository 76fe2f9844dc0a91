"""How many planks of a row can be sawn from the rails at hand.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("search",)

TEXT = '''\
def solution(planks: list[int], rails: list[list[int]]) -> int:
    """
    A workshop saws planks from long rails.

    Parameters:
        planks (list[int]): The length of each plank in millimetres, in a fixed order: 0 to 50,000 whole
            numbers, each from 1 to 3,000.
        rails (list[list[int]]): 0 to 50,000 rails, each with two whole numbers: an index, from 0 to the number
            of planks, and a length in millimetres, from 0 to 200,000,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(planks: list[int], rails: list[list[int]]) -> int:
    marks = [0]
    for plank in planks:
        marks.append(marks[-1] + plank + $kerf)
    total = 0
    for first, length in rails:
        goal = marks[first] + $change
        done = first
        beyond = len(planks) + 1
        while beyond - done > 1:
            middle = (done + beyond) // 2
            if marks[middle] <= goal:
                done = middle
            else:
                beyond = middle
        if done - first >= $least:
            total += done - first
    return total
"""

VARIANTS = {"last": "length", "free": "length + $kerf"}

EQUIVALENT = {
    "0 → 1": "only differences of marks count, so the first one may be any number",
    "0 → -1": "only differences of marks count, so the first one may be any number",
}

_STORY = (
    "A workshop saws planks from long rails; planks lists the lengths of the planks, in millimetres, in a fixed "
    "order. Each rail has an index and a length. From this rail planks are sawn in the order of the list, "
    "beginning with the plank of that index, as many one after another as the length of the rail allows; no plank "
    "may be left out, and the end of the list ends it too. {rule} If fewer than $least planks could be sawn from a rail, it is not sawn "
    "at all and counts 0; otherwise it counts the number of its planks. Rails do not influence one another: the "
    "same plank of the list may be sawn from several rails. Return the sum of what all rails count."
)
PROBLEMS = {
    "last": _STORY.format(
        rule="Each plank takes its own length and $kerf mm more that the saw turns to dust, also the last plank."
    ),
    "free": _STORY.format(
        rule="Each plank takes its own length, and between two planks the saw turns $kerf mm to dust; behind the last "
        "plank no dust is needed."
    ),
}

SLOW = """\
def solution(planks: list[int], rails: list[list[int]]) -> int:
    total = 0
    for first, length in rails:
        used = 0
        done = first
        while done < len(planks) and used + planks[done] + $kerf <= $change:
            used += planks[done] + $kerf
            done += 1
        if done - first >= $least:
            total += done - first
    return total
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    size = 30000 + 5000 * number
    planks = [chosen.randint(1, 100 + 700 * number) for _ in range(size)]
    rails = []
    for _ in range(24000 + 1500 * number):
        first = chosen.randrange(size // 2)
        rails.append([first, chosen.randint(size * (5 + 75 * number), size * (35 + 150 * number))])
    return planks, rails
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "kerf": draws.integer(3, 6),
        "least": draws.integer(2, 4),
        "seed": draws.integer(1, 10**6),
    }
    values["shops"] = []
    for number in range(17):
        planks = draws.integers(draws.integer(5, 12) + number, 1, 12 + number)
        rails = [
            [draws.integer(0, len(planks)), draws.integer(0, 90 + 5 * number)] for _ in range(9 + number)
        ]
        values["shops"].append((planks, rails))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(planks, rails) for planks, rails in values["shops"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    kerf, least = values["kerf"], values["least"]
    row = [10] * (least + 4)
    exact = least * (10 + kerf)
    return [
        ([], []),
        ([], [[0, 0], [0, 500]]),
        ([5, 6, 7], []),
        ([3000], [[0, 200000000]]),
        (row, [[0, exact]]),
        (row, [[0, exact - 1]]),
        (row, [[0, exact - kerf]]),
        (row, [[0, exact - kerf - 1]]),
        (row, [[3, 200000000], [4, 200000000], [5, 200000000], [len(row), 9]]),
        ([1, 3000, 1], [[0, 4000], [1, 4000], [2, 4000], [3, 4000]]),
        ([1] * 30, [[place, 40] for place in range(31)]),
        ([9, 8, 7, 6, 5, 4, 3, 2, 1], [[0, 200], [0, 60], [4, 30]]),
    ]

"""Garden beds on a slope: which of them make one patch.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("graphs",)

TEXT = '''\
def solution(heights: list[list[int]]) -> list[int]:
    """
    A garden on a slope is divided into square beds.

    Parameters:
        heights (list[list[int]]): Rows of beds with the height of each bed in centimetres: 1 to 200 rows of 1
            to 200 whole numbers each, all rows equally long, each number from 0 to 1,000.

    Returns:
        list[int]: Two whole numbers.
    """
'''

REFERENCE = """\
def solution(heights: list[list[int]]) -> list[int]:
    left = {}
    for row, line in enumerate(heights):
        for column, height in enumerate(line):
            left[row, column] = height
    count = 0
    sizes = []
    for bed in list(left):
        if bed not in left:
            continue
        patch = [(bed, left.pop(bed))]
        for (row, column), height in patch:
            beside = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
            for other in beside:
                if other in left:
                    step = abs(left[other] - height)
                    if $change:
                        patch.append((other, left.pop(other)))
        sizes.append(len(patch))
        if len(patch) >= $least:
            count += 1
    return [count, max(sizes)]
"""

VARIANTS = {"even": "step <= $step", "steep": "step > $step"}

_STORY = (
    "A garden on a slope is divided into square beds; heights tells how high each bed lies, in centimetres, row by "
    "row. Two beds are joined if they share a side and their heights differ by {rule} $step cm. All beds that can "
    "be reached from one another over joined beds make one patch; so two beds of a patch need not be joined "
    "themselves, and a bed that is joined to no other is a patch of one bed. Return two numbers: how many patches "
    "have at least $least beds, and how many beds the largest patch has."
)
PROBLEMS = {"even": _STORY.format(rule="at most"), "steep": _STORY.format(rule="more than")}

SLOW = """\
def solution(heights: list[list[int]]) -> list[int]:
    beds = [(row, column) for row, line in enumerate(heights) for column in range(len(line))]
    count = 0
    largest = 0
    for bed in beds:
        patch = [bed]
        known = {bed}
        for row, column in patch:
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= row + down < len(heights) and 0 <= column + right < len(heights[0]):
                    step = abs(heights[row + down][column + right] - heights[row][column])
                    if (row + down, column + right) not in known and $change:
                        patch.append((row + down, column + right))
                        known.add((row + down, column + right))
        if len(patch) >= $least and min(patch) == bed:
            count += 1
        largest = max(largest, len(patch))
    return [count, largest]
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    rows, columns = 176 + 6 * number, 200 - 5 * number
    heights = [[400 + chosen.randrange($step + 1) for _ in range(columns)] for _ in range(rows)]
    for row in range(rows // 2 - 10 * number, rows):
        for column in range(columns):
            if (row + column) % 2 == 0:
                heights[row][column] += 2 * $step + 2
    for _ in range(3000):
        heights[chosen.randrange(rows)][chosen.randrange(columns)] = chosen.randrange(1001)
    return (heights,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "step": draws.integer(5, 12),
        "least": draws.integer(2, 4),
        "seed": draws.integer(1, 10**6),
    }
    values["gardens"] = []
    for number in range(16):
        rows, columns = draws.integer(2, 6), draws.integer(2, 7)
        high = values["step"] * (3 if number % 2 else 2) + number
        values["gardens"].append([draws.integers(columns, 0, high) for _ in range(rows)])
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(heights,) for heights in values["gardens"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    step, least = values["step"], values["least"]
    return [
        ([[0]],),
        ([[1000]],),
        ([[0, step]],),
        ([[0], [step + 1]],),
        ([[7] * least],),
        ([[7] * (least - 1) + [900] * least],),
        ([[0, 1000] * 4],),
        ([[0], [1000]] * 5,),
        ([[3] * 6 for _ in range(6)],),
        ([[0, 500, 0], [500, 0, 500], [0, 500, 0]],),
        ([[column * step for column in range(9)], [column * (step + 1) for column in range(9)]],),
        ([[0, 0, 0, 0], [0, 300, 300, 0], [0, 300, 300, 0], [0, 0, 0, 0]],),
    ]

"""A boat leaves a harbour basin through shallow water while the tide goes out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("graphs",)

TEXT = '''\
def solution(depths: list[list[int]]) -> int:
    """
    A boat lies in a basin that is divided into square fields.

    Parameters:
        depths (list[list[int]]): Rows of fields with the depth of the water at the start, in decimetres: 1 to
            250 rows of 1 to 250 whole numbers each, all rows equally long, each number from 0 to 100,000.

    Returns:
        int: A number of minutes, or -1.
    """
'''

REFERENCE = """\
def solution(depths: list[list[int]]) -> int:
    water = {}
    for row, line in enumerate(depths):
        for column, depth in enumerate(line):
            water[row, column] = depth
    goal = (row, column)
    fields = [(0, 0)]
    minute = 0
    while len(fields) > 0:
        if goal in fields:
            return minute
        minute += 1
        fallen = $change
        following = []
        for row, column in fields:
            beside = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
            for field in beside:
                if field in water and water[field] >= $draught + fallen:
                    water.pop(field)
                    following.append(field)
        fields = following
    return -1
"""

VARIANTS = {"slow": "minute // $every", "fast": "$fall * (minute // $every)"}

_STORY = (
    "A boat lies in the first field of the first row of a basin; depths tells how deep the water of each field is "
    "at the start, in decimetres. The boat wants to reach the last field of the last row. With each move, which "
    "takes one minute, it goes to a field that shares a side with its own; it never waits. Meanwhile the tide goes "
    "out: each time another $every minutes are over, the water of all fields falls by {fall}. A move is possible only if "
    "the field that is entered still has at least $draught decimetres of water at the end of the move; a move that "
    "ends exactly when the water falls finds the lower water. The depth of the first field does not matter. Return "
    "the smallest number of minutes in which the boat reaches its goal, 0 if it is there already, and -1 if it "
    "cannot."
)
PROBLEMS = {
    "slow": _STORY.format(fall="1 decimetre"),
    "fast": _STORY.format(fall="$fall decimetres"),
}

SLOW = """\
def solution(depths: list[list[int]]) -> int:
    reached = [[-1] * len(line) for line in depths]
    reached[0][0] = 0
    minute = 0
    while reached[-1][-1] < 0:
        minute += 1
        fallen = $change
        moved = False
        for row, line in enumerate(depths):
            for column, depth in enumerate(line):
                if reached[row][column] >= 0 or depth < $draught + fallen:
                    continue
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    if 0 <= row + down < len(depths) and 0 <= column + right < len(line):
                        if reached[row + down][column + right] == minute - 1:
                            reached[row][column] = minute
                            moved = True
        if not moved:
            return -1
    return reached[-1][-1]
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    rows, columns = 231 + 2 * number, 249 - 2 * number
    depths = [[90000 + chosen.randrange(10000) for _ in range(columns)] for _ in range(rows)]
    for row in range(1, rows, 2):
        depths[row] = [chosen.randrange($draught) for _ in range(columns)]
        depths[row][-(row // 2 % 2) - 1 if row // 2 % 2 == 0 else 0] = 90000
        if chosen.randrange(4) == 0:
            depths[row][chosen.randrange(columns)] = chosen.randrange(20000)
    return (depths,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "draught": draws.integer(3, 8),
        "every": draws.integer(2, 4),
        "fall": draws.integer(2, 3),
        "seed": draws.integer(1, 10**6),
    }
    values["basins"] = [_basin(draws, values, shallow=number % 6 > 0) for number in range(18)]
    return values


def _basin(draws: Draws, values: dict[str, Any], *, shallow: bool) -> list[list[int]]:
    """Return a basin whose walls have two gaps each, with water for a part of the way or for nearly all of it."""
    rows, columns = draws.integer(3, 8), draws.integer(3, 8)
    falls = (rows + columns) // values["every"]
    low = values["draught"] + falls
    high = values["draught"] + values["fall"] * falls + 2
    if not shallow:
        low, high = low + values["fall"] * falls // 2, high + 2 * falls
    basin = [draws.integers(columns, low, high) for _ in range(rows)]
    for row in range(1, rows - 1, 2):
        gaps = draws.sample(range(columns), 2)
        basin[row] = [depth if column in gaps else 0 for column, depth in enumerate(basin[row])]
    if draws.chance(1, 2):
        return [list(line) for line in zip(*basin, strict=True)]
    return basin


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(basin,) for basin in values["basins"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    draught, every, fall = values["draught"], values["every"], values["fall"]
    return [
        ([[0]],),
        ([[100000]],),
        ([[0, 0]],),
        ([[0, draught]],),
        ([[0], [draught]],),
        ([[9] + [draught + 1] * every],),
        ([[9] + [draught] * every],),
        ([[9]] + [[draught + fall]] * every,),
        ([[9]] + [[draught + fall - 1]] * every,),
        ([[9] + [draught + 1] * (2 * every - 1)],),
        ([[9] + [draught + fall] * (2 * every - 1)],),
        ([[100000] * 12 for _ in range(3)],),
        ([[50, 50, 50], [0, 0, 50], [50, 50, 50], [50, 0, 0], [50, 50, 50]],),
        ([[50, 0, 50, 50, 50], [50, 0, 50, 0, 50], [50, 50, 50, 0, 50]],),
    ]

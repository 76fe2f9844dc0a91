"""Which watchers can see each other over walls.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(watchers: list[list[int]], walls: list[list[int]]) -> list[int]:
    """
    Look at watchers in a field with walls.

    Parameters:
        watchers (list[list[int]]): 0 to 10 different points [x, y] with whole numbers from -50 to 50.
        walls (list[list[int]]): 0 to 10 walls [x, y, u, v] with whole numbers from -50 to 50: straight from the
            point (x, y) to another point (u, v).

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(watchers: list[list[int]], walls: list[list[int]]) -> list[int]:
    def side(start: list[int], end: list[int], spot: list[int]) -> int:
        wide = end[0] - start[0]
        high = end[1] - start[1]
        across = spot[0] - start[0]
        upwards = spot[1] - start[1]
        return wide * upwards - high * across

    pairs = 0
    longest = 0
    for number in range(len(watchers)):
        one = watchers[number]
        for other in watchers[:number]:
            crossed = 0
            for x, y, u, v in walls:
                ends = side(one, other, [x, y]) * side(one, other, [u, v])
                eyes = side([x, y], [u, v], one) * side([x, y], [u, v], other)
                if ends < 0 and eyes < 0:
                    crossed += 1
            if $change:
                pairs += 1
                wide = abs(one[0] - other[0])
                high = abs(one[1] - other[1])
                longest = max(longest, $weight * wide + high)
    return [pairs, longest]
"""
VARIANTS = {"few": "crossed <= $most", "exact": "crossed == $most"}
PROBLEMS = {
    "few": (
        "Between two watchers runs a straight line of sight. A wall crosses it if the two ends of the wall lie on different sides of "
        "the straight line through the two watchers, and the two watchers lie on different sides of the straight line through "
        "the wall; a point on a line is on neither of its sides. Two watchers are a pair if their line of sight is crossed by "
        "at most $barriers. Return the number of pairs, and the largest distance between the two watchers of a pair (0 "
        "without pairs). Distance is $weight times the difference in x plus the difference in y, both without sign."
    ),
    "exact": (
        "Between two watchers runs a straight line of sight. A wall crosses it if the two ends of the wall lie on different sides of "
        "the straight line through the two watchers, and the two watchers lie on different sides of the straight line through "
        "the wall; a point on a line is on neither of its sides. Two watchers are a pair if their line of sight is crossed by "
        "exactly $barriers. Return the number of pairs, and the largest distance between the two watchers of a pair (0 "
        "without pairs). Distance is $weight times the difference in x plus the difference in y, both without sign."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    fields = []
    for watchers, walls in ((3, 2), (4, 3), (5, 4), (5, 5), (6, 5), (7, 6), (8, 7), (10, 8)):
        points = [[x, draws.integer(-20, 20)] for x in draws.sample(range(-20, 21), watchers)]
        lines = []
        for _ in range(walls):
            x, y = draws.integer(-12, 12), draws.integer(-12, 12)
            lines.append(
                [x, y, -x + draws.integer(-9, 9), -y + draws.integer(30, 40) * draws.choice((-1, 1)) // 2]
            )
        fields.append([points, lines])
    most = draws.integer(1, 2)
    return {
        "most": most,
        "barriers": ("1 wall", "2 walls")[most - 1],
        "weight": draws.integer(2, 9),
        "fields": fields,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(watchers, walls) for watchers, walls in values["fields"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    most = values["most"]
    walls = [[place, -5, place, 5] for place in range(1, most + 2)]
    return [
        ([], []),
        ([[3, 4]], [[0, 0, 1, 1]]),
        ([[0, 0], [9, 1]], []),
        ([[0, 0], [9, 1]], walls),
        ([[0, 0], [8, -1]], walls[:-1]),
        ([[0, 0], [2, 1]], [[1, 1, 1, 0]] * most),
        ([[0, 0], [2, 1]], [[1, 1, 1, 0]] * (most + 1)),
        ([[0, 0], [9, 0]], [[2, 0, 2, 7], [9, -1, 9, 1], [4, 0, 6, 0], *walls[1:]]),
        ([[0, 0], [0, 9], [0, -30]], [[-1, -5, 1, -5], [-1, 3, 1, 3], [-7, 4, 1, 3]]),
        ([[0, 0], [5, 5]], [[1, 0, 0, 1], [6, 5, 5, 6], [-1, 0, 0, -1], [3, 2, 2, 3]]),
        (
            [[50 * (-1) ** place, 10 * place - 50] for place in range(10)],
            [[9 * place - 50, -50, 50 - 7 * place, 50] for place in range(10)],
        ),
    ]

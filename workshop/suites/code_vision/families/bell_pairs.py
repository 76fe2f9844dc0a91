"""Which two bells of a row ring well together.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(bells: list[int]) -> list[int]:
    """
    Count something in a row of bells.

    Parameters:
        bells (list[int]): 0 to 60 whole numbers, each from 0 to 100: the tones of the bells from left to right.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(bells: list[int]) -> list[int]:
    near = 0
    far = 0
    for right in range(len(bells)):
        for left in range(right):
            mixed = $change
            if mixed % $step == $rest:
                if right - left <= $reach:
                    near += 1
                else:
                    far += 1
    return [near, far]
"""
VARIANTS = {"sum": "bells[left] + bells[right]", "weighted": "bells[left] + $weight * bells[right]"}
PROBLEMS = {
    "sum": (
        "Bells hang in a row, and each has a tone, a whole number. Two bells ring well together if the sum of their "
        "tones leaves the remainder $rest when it is divided by $step. Such a pair is near if the places of the two "
        "bells differ by at most $reach (neighbours differ by 1), and otherwise far. Every two bells are looked at once. "
        "Return the number of near pairs and the number of far pairs that ring well."
    ),
    "weighted": (
        "Bells hang in a row, and each has a tone, a whole number. Two bells ring well together if the tone of the left "
        "one plus $weight times the tone of the right one leaves the remainder $rest when divided by $step. Such a pair "
        "is near if the places of the two bells differ by at most $reach (neighbours differ by 1), and otherwise far. "
        "Every two bells are looked at once. Return the number of near pairs and the number of far pairs that ring well."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    step = draws.choice((5, 7))
    rest = draws.integer(1, step - 1)
    return {
        "step": step,
        "rest": rest,
        "reach": draws.integer(2, 4),
        "weight": draws.integer(2, 3),
        "lists": [draws.integers(draws.integer(5, 30), 0, 40) for _ in range(9)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(bells,) for bells in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    rest, reach = values["rest"], values["reach"]
    return [
        ([],),
        ([rest],),
        ([0, rest],),
        ([rest, *[0] * reach],),
        ([rest, *[0] * (reach + 1)],),
        ([100] * 60,),
        (list(range(60)),),
    ]

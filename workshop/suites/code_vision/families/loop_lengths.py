"""How long rests run until they reach a goal.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(number: int) -> list[int]:
    """
    Take a whole number and return two others.

    Parameters:
        number (int): From 2 to 250.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(number: int) -> list[int]:
    goal = $change
    total = 0
    never = 0
    for base in range($first, number, $step):
        rest = base
        length = 1
        while rest != goal and length < number:
            rest = (rest * base + $more) % number
            length += 1
        if rest == goal:
            total += length
        else:
            never += 1
    return [total, never]
"""
VARIANTS = {"one": "1", "last": "number - 1"}
PROBLEMS = {
    "one": (
        "For each of the bases $first, $first + $step, $first + 2 * $step and so on that are smaller than the given number, "
        "a row of rests begins with the base itself. The next rest is the last one times the base plus $more, of which "
        "the remainder is taken when divided by the given number. If the rest 1 comes up in the row, however long it "
        "takes, the row counts as many points as there are rests up to and including the first 1. If it never comes up, "
        "the base is a lost one. Return the sum of the points and the number of lost bases."
    ),
    "last": (
        "For each of the bases $first, $first + $step, $first + 2 * $step and so on that are smaller than the given number, "
        "a row of rests begins with the base itself. The next rest is the last one times the base plus $more, of which "
        "the remainder is taken when divided by the given number. If the rest that is 1 smaller than the given number "
        "comes up in the row, however long it takes, the row counts as many points as there are rests up to and including "
        "the first such rest. If it never comes up, the base is a lost one. Return the sum of the points and the number "
        "of lost bases."
    ),
}
EQUIVALENT = {
    "length < number → length <= number": "all rests that can come have come by then",
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "first": draws.integer(2, 4),
        "step": draws.integer(2, 4),
        "more": draws.choice((2, 3, 5, 6)),
        "numbers": draws.sample((23, 29, 37, 41, 47, 53, 59, 71, 83, 97, 101), 5)
        + draws.sample(range(30, 240), 5),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number,) for number in dict.fromkeys(values["numbers"])]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    first, step = values["first"], values["step"]
    return [(2,), (first + 1,), (first + step,), (first + step + 1,), (243,), (250,), (241,)]

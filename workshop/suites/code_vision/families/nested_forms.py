"""A polynomial is put into another one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(outer: list[int], inner: list[int]) -> list[int]:
    """
    Combine two polynomials.

    Parameters:
        outer (list[int]): 0 to 7 whole numbers, each from -40 to 40: the coefficients of a polynomial.
        inner (list[int]): 1 to 5 whole numbers, each from -40 to 40: the coefficients of another one, the
            constant term first.

    Returns:
        list[int]: The coefficients of the result, the constant term first, without zeros after the last other
            number; the empty list for the polynomial 0.
    """
'''
REFERENCE = """\
def solution(outer: list[int], inner: list[int]) -> list[int]:
    result = [0]
    for number in $change:
        fresh = [0] * (len(result) + len(inner))
        for power in range(len(result)):
            for place in range(len(inner)):
                fresh[power + place] += result[power] * inner[place]
        fresh[1] += $extra
        fresh[0] += number
        result = [value % $clock for value in fresh]
    while len(result) > 0 and result[-1] == 0:
        result.pop()
    return result
"""
VARIANTS = {"rising": "reversed(outer)", "falling": "outer"}
PROBLEMS = {
    "rising": (
        "The numbers of `outer` are the coefficients of a polynomial P, the constant term first. Write P as nested steps: "
        "begin with the polynomial 0; take the coefficients one after the other, from the one of the highest power down to "
        "the constant term; each time multiply what you have by the polynomial `inner`, then add the coefficient and "
        "also $extra times x. All coefficients of polynomials are kept as remainders modulo $clock, from "
        "0 on and below $clock. Return the last polynomial."
    ),
    "falling": (
        "The numbers of `outer` are the coefficients of a polynomial P, the constant term last. Write P as nested steps: "
        "begin with the polynomial 0; take the coefficients one after the other, from the one of the highest power down to "
        "the constant term; each time multiply what you have by the polynomial `inner`, then add the coefficient and "
        "also $extra times x. All coefficients of polynomials are kept as remainders modulo $clock, from "
        "0 on and below $clock. Return the last polynomial."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    return {
        "extra": draws.integer(2, 9),
        "clock": draws.integer(30, 97),
        "outers": [draws.integers(draws.integer(2, 5), -40, 40) for _ in range(9)],
        "inners": [draws.integers(draws.integer(1, 4), -40, 40) for _ in range(9)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["outers"], values["inners"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    clock, extra = values["clock"], values["extra"]
    return [
        ([], [3]),
        ([5], [1, 1]),
        ([0, 0, 1], [0, 1]),
        ([0, -extra, 0], [0, 1, 0, 0]),
        ([clock - 40, 40], [40, -40, 40]),
        ([1, 2], [0]),
        ([40] * 7, [-40] * 5),
    ]

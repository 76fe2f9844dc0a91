"""A polynomial changes again and again.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(terms: list[int], rounds: int) -> list[int]:
    """
    Change a polynomial several times.

    Parameters:
        terms (list[int]): The coefficients, the constant term first: [5, 0, 2] is 2x^2 + 5. 0 to 12 whole
            numbers, each from -50 to 50.
        rounds (int): How often it changes, from 0 to 8.

    Returns:
        list[int]: The coefficients of the result in the same order, without zeros after the last other number;
            the empty list for the polynomial 0.
    """
'''
REFERENCE = """\
def solution(terms: list[int], rounds: int) -> list[int]:
    for number in range(rounds):
        fresh = [$factor * term for term in terms]
        for power in range(1, len(terms)):
            fresh[power - 1] += $change
        if len(fresh) > 0 and number % 2 == 1:
            fresh[0] -= $less
        terms = fresh
    while len(terms) > 0 and terms[-1] == 0:
        terms = terms[:-1]
    return terms
"""
VARIANTS = {"slope": "power * terms[power]", "squares": "power * power * terms[power]"}
PROBLEMS = {
    "slope": (
        "A polynomial in x changes in rounds. In each round the new polynomial is $factor times the old one plus a second "
        "part. The second part is made from the old polynomial term by term: a term c times x to the power n, with n from "
        "1 on, becomes c times n times x to the power n - 1; the constant term gives nothing. After round 2, 4, 6 and so "
        "on, $less is taken from the constant term, unless the given list is empty. Return the coefficients after the "
        "last round."
    ),
    "squares": (
        "A polynomial in x changes in rounds. In each round the new polynomial is $factor times the old one plus a second "
        "part. The second part is made from the old polynomial term by term: a term c times x to the power n, with n from "
        "1 on, becomes c times the square of n times x to the power n - 1; the constant term gives nothing. After round "
        "2, 4, 6 and so on, $less is taken from the constant term, unless the given list is empty. Return the "
        "coefficients after the last round."
    ),
}
EQUIVALENT = {
    "1 → 0": "the constant term gives 0 times its coefficient",
}


def sample(draws: Draws) -> dict[str, Any]:
    polynomials = [draws.integers(draws.integer(3, 9), -20, 20) for _ in range(9)]
    return {
        "factor": draws.choice((-3, -2, 2, 3)),
        "less": draws.integer(2, 9),
        "polynomials": [[*terms, draws.choice((-4, -3, 2, 5))] for terms in polynomials],
        "rounds": [1, 2, 3, 4, *draws.integers(5, 1, 6)],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(zip(values["polynomials"], values["rounds"], strict=True))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([], 3),
        ([0, 0, 0], 1),
        ([7], 1),
        ([7], 2),
        ([4, 0], 0),
        ([1, 0, 3, 0, 0], 0),
        ([1, 0, 3, 0, 0], 2),
        ([0, 0, 0, 0, 50], 8),
        ([-50] * 12, 8),
    ]

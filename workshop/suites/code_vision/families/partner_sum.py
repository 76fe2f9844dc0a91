"""Pairs of whole numbers with a given product: which partners count.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(number: int) -> list[int]:
    """
    Take a whole number and return two whole numbers about it.

    Parameters:
        number (int): From 1 to 20,000.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(number: int) -> list[int]:
    total = 0
    count = 0
    for small in range(1, number + 1):
        if number % small == 0:
            partner = number // small
            if $change:
                total += partner
                count += 1
            elif small > $bound:
                count += $extra
    return [total, count]
"""
VARIANTS = {"partner": "partner % $step == $rest", "small": "small % $step == $rest"}
PROBLEMS = {
    "partner": (
        "Two whole numbers from 1 on are partners if their product is the given number. Go through all numbers that "
        "have a partner. If the partner leaves the remainder $rest when divided by $step, add the partner to a sum "
        "and 1 to a count. Otherwise, if the number that has this partner is larger than $bound, add $extra to the "
        "count, and nothing to the sum. Sum and count start at 0. A number and its partner are two cases unless they "
        "are equal: each of them is looked at once as the number that has a partner. Return sum and count, in this "
        "order."
    ),
    "small": (
        "Two whole numbers from 1 on are partners if their product is the given number. Go through all numbers that "
        "have a partner. If the number itself leaves the remainder $rest when divided by $step, add its partner to a "
        "sum and 1 to a count. Otherwise, if the number is larger than $bound, add $extra to the count, and nothing "
        "to the sum. Sum and count start at 0. A number and its partner are two cases unless they are equal: each of "
        "them is looked at once as the number that has a partner. Return sum and count, in this order."
    ),
}
EQUIVALENT = {
    "1 → 2": "no number from 2 on can be divided by the number after it, and 1 never leaves the remainder",
}


def sample(draws: Draws) -> dict[str, Any]:
    step = draws.choice((3, 5, 7))
    numbers = [12 * number for number in draws.sample(range(4, 200), 5)]
    numbers += draws.sample(range(30, 2000), 3) + [60 * number for number in draws.sample(range(1, 30), 2)]
    return {
        "step": step,
        "rest": draws.integer(2, step - 1),
        "bound": step * draws.integer(2, 3),
        "extra": draws.integer(2, 6),
        "numbers": list(dict.fromkeys(numbers)),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(number,) for number in values["numbers"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    bound, step, rest = values["bound"], values["step"], values["rest"]
    return [
        (1,),
        (rest,),
        (bound * step,),
        ((bound + 1) * step,),
        (19_937,),
        (720 * (step + rest),),
        (20_000,),
    ]

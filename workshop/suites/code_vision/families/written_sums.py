"""Coefficients become the text of a sum.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(terms: list[int]) -> str:
    """
    Write a polynomial as text.

    Parameters:
        terms (list[int]): The coefficients, the constant term first: [5, 0, 2] is 2x^2 + 5. 0 to 12 whole
            numbers, each from -99 to 99.

    Returns:
        str: The text, without spaces.
    """
'''
REFERENCE = """\
def solution(terms: list[int]) -> str:
    text = ""
    for power in $change:
        size = abs(terms[power])
        if size == 0:
            continue
        if terms[power] < 0:
            text += "-"
        elif text != "":
            text += "+"
        if size > 1 or power == 0:
            text += str(size)
        if power > $long:
            text += $letter + "^" + str(power)
        else:
            text += $letter * power
    if text == "":
        return $nothing
    return text
"""
VARIANTS = {"rising": "range(len(terms))", "falling": "reversed(range(len(terms)))"}
PROBLEMS = {
    "rising": (
        "Write a polynomial in the letter $letter as a text, the terms with rising powers. Terms with coefficient 0 are "
        "left out. A term has its sign, + or -, in front; but the first term written has no +. Then comes the coefficient "
        "without sign; 1 is left out, except in the constant term. Then comes the power: up to power $long the letter is "
        "repeated as often as the power says (not at all in the constant term), above it stand the letter, the sign ^ "
        "and the power in digits. If no term is written, the text is '$nothing'. There are no spaces."
    ),
    "falling": (
        "Write a polynomial in the letter $letter as a text, the terms with falling powers. Terms with coefficient 0 are "
        "left out. A term has its sign, + or -, in front; but the first term written has no +. Then comes the coefficient "
        "without sign; 1 is left out, except in the constant term. Then comes the power: up to power $long the letter is "
        "repeated as often as the power says (not at all in the constant term), above it stand the letter, the sign ^ "
        "and the power in digits. If no term is written, the text is '$nothing'. There are no spaces."
    ),
}
EQUIVALENT = {
    "terms[power] < 0 → terms[power] <= 0": "terms with 0 have been left out before",
    "0 → 1": "terms with 0 have been left out before",
}


def sample(draws: Draws) -> dict[str, Any]:
    lists = []
    for count in (2, 3, 4, 5, 6, 7, 8, 9):
        terms = [draws.choice((-7, -1, -1, 0, 1, 1, 3, 12)) for _ in range(count)]
        lists.append([draws.choice((-1, 1, 4)), *terms, draws.choice((-9, -1, 1, 2))])
    return {
        "letter": draws.choice("kmpqtuwz"),
        "long": draws.integer(2, 4),
        "nothing": draws.choice(("0", "none", "zero", "00")),
        "lists": lists,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(terms,) for terms in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ([],),
        ([0, 0],),
        ([1],),
        ([-1],),
        ([0, 1],),
        ([0, -1, 0, 2],),
        ([3, 0, 0, 0, -1, 1],),
        ([99, -99] * 6,),
    ]

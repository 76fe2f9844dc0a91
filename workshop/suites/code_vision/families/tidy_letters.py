"""A sum of products of letters is put in order.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(text: str) -> list[str]:
    """
    Put a sum in order.

    Parameters:
        text (str): Terms with one of the signs + and - between each two of them, without spaces and without a
            sign at the beginning. A term is a whole number from 0 to 999 without leading zeros, or one to eight
            small letters, or such a number and then such letters. 1 to 30 terms.

    Returns:
        list[str]: The terms of the result.
    """
'''
REFERENCE = """\
def solution(text: str) -> list[str]:
    terms = {}
    digits = ""
    letters = []
    sign = "+"
    for letter in text + "+":
        if letter.isdigit():
            digits += letter
            continue
        if letter.isalpha():
            letters.append(letter)
            continue
        if digits == "":
            digits = "1"
        size = int(digits)
        if sign == "-":
            size = -size
        while letters.count($special) > 1:
            letters.remove($special)
            letters.remove($special)
            size = $change
        letters.sort()
        name = "".join(letters)
        before = terms.get(name, 0)
        terms[name] = before + size
        digits = ""
        letters = []
        sign = letter
    result = []
    for name in sorted(terms):
        number = terms[name]
        if number != 0:
            front = str(number)
            result.append(front + name)
    return result
"""
VARIANTS = {"times": "size * $factor", "minus": "size - $factor"}
PROBLEMS = {
    "times": (
        "The text is a sum. Letters next to each other are multiplied, and the order of the factors in a term does not matter; the "
        "number in front is the coefficient, 1 if there is none. The letter $special is special: $special times $special is the "
        "number $factor, so two of them in a term vanish and multiply its coefficient (with its sign) by $factor, until at most one "
        "is left. Terms with the same letters, each the same number of times, are then added. Return for each term whose "
        "coefficient is not 0 a text: the coefficient (also if it is 1 or -1), then the letters in alphabetical order. Sort by the "
        "letters as texts."
    ),
    "minus": (
        "The text is a sum. Letters next to each other are multiplied, and the order of the factors in a term does not matter; the "
        "number in front is the coefficient, 1 if there is none. The letter $special is special: two of them in a term vanish, "
        "and $factor is subtracted from its coefficient (with its sign), again and again until at most one is left. Terms with the "
        "same letters, each the same number of times, are then added. Return for each term whose coefficient is not 0 a text: "
        "the coefficient (also if it is 1 or -1), then the letters in alphabetical order. Sort by the letters as texts."
    ),
}
EQUIVALENT = {
    "'+' → '+~'": "every sign but - begins a term in the same way",
}


def sample(draws: Draws) -> dict[str, Any]:
    special, first, second = draws.sample("aijkmpq", 3)
    texts = []
    for count in (2, 3, 4, 5, 6, 8, 10, 12, 15):
        text = ""
        for number in range(count):
            size = draws.choice(("", "", str(draws.integer(2, 30)), str(draws.integer(2, 99))))
            letters = draws.text(special + first + second, draws.integer(1, 3))
            text += size + letters + (special * 2 if number % 2 == 0 else "") + draws.choice("+-")
        texts.append(text + str(draws.integer(1, 50)))
    return {
        "special": special,
        "first": first,
        "second": second,
        "factor": draws.integer(2, 6),
        "texts": texts,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(text,) for text in values["texts"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    special, first, second = values["special"], values["first"], values["second"]
    return [
        ("0",),
        ("7",),
        (special,),
        (f"{first}{second}-{second}{first}",),
        (f"5-{special}{special}",),
        (f"3{first}{special}{first}-2{special}{first}{first}",),
        (f"{special * 8}-{special * 7}",),
        (f"{second}{first}-4{special}{second}{special}+999",),
        (f"{first}-{first}+0{second}",),
        (f"999{special * 8}-" * 15 + f"{first}{special * 7}+" * 14 + second,),
    ]

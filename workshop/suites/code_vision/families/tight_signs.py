"""Sums and products are read by rules of their own.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("symbolic",)

TEXT = '''\
def solution(text: str) -> int:
    """
    Work out the value of a text.

    Parameters:
        text (str): Whole numbers from 0 to 999 with one of the signs +, @ and * between each two of them, without
            spaces. At least one number, at most 60 signs.

    Returns:
        int: The value.
    """
'''
REFERENCE = """\
def solution(text: str) -> int:
    parts = []
    value = 0
    number = 0
    sign = "+"
    for letter in text + "*":
        if letter.isdigit():
            number = number * 10 + int(letter)
            continue
        if sign == "@":
            value = $change
        else:
            value += number
        number = 0
        sign = letter
        if letter == "*":
            parts.append(value)
            value = 0
    result = parts[0]
    for part in parts[1:]:
        result = result * (part % $clock) - $less
    return result
"""
VARIANTS = {"before": "value * $factor - number", "after": "value - number * $factor"}
PROBLEMS = {
    "before": (
        "The text is an expression with signs of its own rules. The signs + and @ bind more tightly than *, and are worked "
        "out from left to right: a + b is the sum as usual, and a @ b is $factor times a, minus b. So the signs * split the "
        "text into parts, and each part has a value. The parts are then put together from left to right: a * b is a times "
        "the remainder of b modulo $clock, minus $less; the remainder is from 0 on and below $clock, also if b is negative. "
        "Return the value of the whole text."
    ),
    "after": (
        "The text is an expression with signs of its own rules. The signs + and @ bind more tightly than *, and are worked "
        "out from left to right: a + b is the sum as usual, and a @ b is a minus $factor times b. So the signs * split the "
        "text into parts, and each part has a value. The parts are then put together from left to right: a * b is a times "
        "the remainder of b modulo $clock, minus $less; the remainder is from 0 on and below $clock, also if b is negative. "
        "Return the value of the whole text."
    ),
}
EQUIVALENT = {
    "'+' → '+~'": "every sign but @ begins a part in the same way",
    "'*' → '*~'": "a sign after the last part adds 0 to a part that nobody reads",
}


def sample(draws: Draws) -> dict[str, Any]:
    texts = []
    for count in (1, 2, 3, 4, 5, 6, 8, 10):
        text = str(draws.integer(1, 99))
        for _ in range(count):
            text += draws.choice("+@@*") + str(draws.integer(1, 10 ** draws.integer(1, 3) - 1))
        texts.append(text + "@" + str(draws.integer(2, 99)))
    return {
        "factor": draws.integer(3, 7),
        "clock": draws.integer(9, 19),
        "less": draws.integer(2, 9),
        "texts": texts,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(text,) for text in values["texts"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    clock = values["clock"]
    return [("0",), ("7",), ("8@3",), ("2*3",), ("2@5+4*1",), (f"3*{clock}*5",), ("999@999" + "*999" * 59,)]

"""Letters on a tape of labels tear one another off: how many are left.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("strings",)
TEXT = '''\
def solution(tape: str) -> int:
    """
    A machine in a kitchen prints labels on a tape.

    Parameters:
        tape (str): The labels in the order in which they are printed: 0 to 300,000 letters from "a" to "z".

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(tape: str) -> int:
    kept = []
    torn = 0
    for letter in tape:
        if len(kept) == 0:
            kept.append(letter)
            continue
        last = ord(kept[-1])
        $change
        if steps % 26 == $step:
            kept.pop()
            torn += 1
        else:
            kept.append(letter)
    return $price * torn + len(kept)
"""
VARIANTS = {"later": "steps = ord(letter) - last", "earlier": "steps = last - ord(letter)"}
_PROBLEM = """\
A machine prints letters on a tape, one after the other, in the order of the text. When a letter is printed, it is
compared with the letter in front of it that is still on the tape and nearest to it. If the new letter stands exactly
$step places {rule}, both letters are torn off. Otherwise, or if there is no letter in front of it, the
new letter stays on the tape, at least until a later letter is compared with it. Return the number of letters that are
on the tape at the end, plus $price for each pair that was torn off.""".replace("\n", " ")
PROBLEMS = {
    "later": _PROBLEM.format(rule="after the other one in the alphabet (after z comes a again)"),
    "earlier": _PROBLEM.format(rule="before the other one in the alphabet (before a comes z)"),
}
SLOW = {
    "later": """\
def solution(tape: str) -> int:
    torn = 0
    place = 1
    while place < len(tape):
        if (ord(tape[place]) - ord(tape[place - 1])) % 26 == $step:
            tape = tape[: place - 1] + tape[place + 1 :]
            torn += 1
            place = 1
        else:
            place += 1
    return len(tape) + $price * torn
""",
    "earlier": """\
def solution(tape: str) -> int:
    torn = 0
    place = 1
    while place < len(tape):
        if (ord(tape[place - 1]) - ord(tape[place])) % 26 == $step:
            tape = tape[: place - 1] + tape[place + 1 :]
            torn += 1
            place = 1
        else:
            place += 1
    return len(tape) + $price * torn
""",
}
LARGE = """
import random


def large(number):
    count = 240000
    chance = random.Random($seed + number)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ("".join([chance.choice(letters) for _ in range(count)]),)
"""


def sample(draws: Draws) -> dict[str, Any]:
    step = draws.choice((*range(2, 12), *range(15, 25)))
    first = draws.integer(0, 25)
    letters = [chr(97 + (first + step * place) % 26) for place in range(4)]

    def drawn(count: int) -> list[str]:
        return ["".join(draws.choices(letters, draws.integer(9, 36))) for _ in range(count)]

    rows = drawn(18)
    values = {"price": draws.integer(5, 30), "seed": draws.integer(1, 10**6), "letters": letters}
    return {**values, "step": step, "rows": rows + drawn(64)}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    one, two, three, _ = values["letters"]
    before = chr(97 + (ord(two) - 98) % 26)
    after = chr(97 + (ord(two) - 96) % 26)
    rows = [
        "",
        "q",
        one + two,
        two + one,
        one + before,
        one + after,
        one * 6,
        one * 5 + two * 5,
        two * 4 + one * 4,
        one + two + three,
        (one + two) * 6 + three,
        "abcdefghijklmnopqrstuvwxyz",
        "az" * 3 + "zyx" + one,
    ]
    return [(row,) for row in rows]

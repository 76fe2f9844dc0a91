"""The call of a crier on the market and its echo: points for pairs of letters.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("strings",)
TEXT = '''\
def solution(call: str) -> int:
    """
    A crier on the market calls, and the walls throw the call back.

    Parameters:
        call (str): The call: 0 to 300,000 letters from "a" to "z".

    Returns:
        int: A number of points.
    """
'''
REFERENCE = """\
def solution(call: str) -> int:
    counts = {}
    points = 0
    for place, letter in enumerate(call):
        start = place - $wait
        if start < 0:
            continue
        early = call[start]
        before = counts.get(early, 0)
        counts[early] = before + 1
        same = counts.get(letter, 0)
        points += $change
    return points
"""
VARIANTS = {"same": "same * $pay", "other": "(start + 1 - same) * $pay"}
_PROBLEM = """\
A crier calls the letters of a text, one in each second. The walls of the market throw every letter back: its echo is
heard for the first time exactly $wait seconds after the letter was called, and from then on in every second until
the end. (The echo of the first letter is first heard together with letter number $wait + 1.) In each second of the
call, the letter that is called in this second is compared with every echo that is heard in this second, one for each
letter called early enough. For each echo that is {rule} letter, the crier gets $pay points. Return all his points.""".replace(
    "\n", " "
)
PROBLEMS = {
    "same": _PROBLEM.format(rule="the same letter as the called"),
    "other": _PROBLEM.format(rule="another letter than the called"),
}
SLOW = {
    "same": """\
def solution(call: str) -> int:
    points = 0
    for place, letter in enumerate(call):
        for early in range(place - $wait + 1):
            if call[early] == letter:
                points += $pay
    return points
""",
    "other": """\
def solution(call: str) -> int:
    points = 0
    for place, letter in enumerate(call):
        for early in range(place - $wait + 1):
            if call[early] != letter:
                points += $pay
    return points
""",
}
LARGE = """
import random


def large(number):
    count = 250000
    chance = random.Random($seed + number)
    letters = "abcdefghijklmnopqrstuvwxyz"[: chance.randint(3, 26)]
    return ("".join([chance.choice(letters) for _ in range(count)]),)
"""


def sample(draws: Draws) -> dict[str, Any]:
    letters = "".join(draws.sample("abcdefghijklmnopqrstuvwxyz", 5))
    rows = [draws.text(letters[: draws.integer(2, 5)], draws.integer(10, 30)) for _ in range(18)]
    return {
        "wait": draws.integer(2, 6),
        "pay": draws.integer(2, 19),
        "seed": draws.integer(1, 10**6),
        "letters": letters,
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row,) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    wait, letters = values["wait"], values["letters"]
    one, two = letters[:2]
    rows = [
        "",
        one,
        one * wait,
        one * (wait + 1),
        one + two * wait,
        one * wait + two * wait,
        one * 9 + two,
        (one + two) * 8,
        letters * 4,
        "abcdefghijklmnopqrstuvwxyz",
        "z" * 23,
    ]
    return [(row,) for row in rows]

"""A message of a satellite, found again with its letters moved on.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("strings",)
TEXT = '''\
def solution(stream: str, message: str) -> int:
    """
    A ground station looks for a message in a stream of letters. Add up a number for every find.

    Parameters:
        stream (str): 0 to 300,000 small letters from "a" to "z".
        message (str): 2 to 100,000 small letters from "a" to "z".

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(stream: str, message: str) -> int:
    def steps(text, more):
        found = []
        for place in range(1, len(text)):
            step = ord(text[place]) - ord(text[place - 1])
            found.append((step + more) % 26)
        return found

    wanted = steps(message, $drift)
    back = [0]
    held = 0
    for step in wanted[1:]:
        while held > 0 and wanted[held] != step:
            held = back[held - 1]
        if wanted[held] == step:
            held += 1
        back.append(held)
    result = 0
    held = 0
    for place, step in enumerate(steps(stream, 0)):
        while held > 0 and wanted[held] != step:
            held = back[held - 1]
        if wanted[held] == step:
            held += 1
        if held == len(back):
            result += place - held + 2
            $change
    return result
"""
VARIANTS = {"overlapping": "held = back[held - 1]", "apart": "held = 0"}
_PROBLEM = (
    'A satellite repeats a message, but its letters are moved on in the alphabet, where "a" follows "z" again. In '
    "every repetition there is a number k from 0 to 25: the first letter is moved on by k places, the second by k + "
    '$drift places, the third by k + 2 · $drift, and so on, $drift more for each letter. So "aa" with k = 1 becomes '
    '"b" and then the letter $drift places after "b". A part of the stream without a gap that is such a repetition, '
    "for any k, is a find. {} Each counted find adds to the result the number of its first letter in the stream; the "
    "first letter of the stream has the number 1. Return the sum of these numbers. If there is no find, return 0."
)
PROBLEMS = {
    "overlapping": _PROBLEM.format("All finds count, even if they overlap."),
    "apart": _PROBLEM.format(
        "Finds are counted from left to right: a find that begins before the last letter of the find counted last is "
        "not counted; it may begin at that letter."
    ),
}
_SLOW = """\
def solution(stream: str, message: str) -> int:
    result = 0
    free = 0
    for start in range(len(stream) - len(message) + 1):
        shift = ord(stream[start]) - ord(message[0])
        for place in range(len(message)):
            if (ord(stream[start + place]) - ord(message[place]) - shift - place * $drift) % 26 != 0:
                break
        else:
            if start >= free:
                result += start + 1
                free = {}
    return result
"""
SLOW = {"overlapping": _SLOW.format("0"), "apart": _SLOW.format("start + len(message) - 1")}
LARGE = """
import random


def letters(steps):
    places = [0]
    for step in steps:
        places.append((places[-1] + step) % 26)
    return "".join(chr(97 + place) for place in places)


def large(number):
    chosen = random.Random($seed + number)
    size = 9000 + 300 * number
    wanted = [3] * size + [5] + [3] * size
    found = []
    while len(found) < 130000:
        found += [3] * chosen.choice([size, size, size, size // 2, size + 700]) + [5]
    return (letters(found), letters([(step - $drift) % 26 for step in wanted]))
"""


def sample(draws: Draws) -> dict[str, Any]:
    drift = draws.integer(2, 23)
    rows = [_row(draws, drift, number) for number in range(20)]
    seed = draws.integer(1, 10**6)
    rows += [_row(draws, drift, number % 20) for number in range(57)]
    return {"drift": drift, "seed": seed, "rows": rows}


def _row(draws: Draws, drift: int, number: int) -> list[str]:
    steps = draws.choice(
        (
            [1, 1],
            [4],
            [2, 5, 2],
            [7, 7, 7],
            [3, 8, 3, 8],
            [6, 0, 6, 0, 6],
            [9, 9, 1, 9, 9],
            [1, 1, 2, 1, 1, 1],
            [3, 4, 3, 5, 3, 4, 3, 4],
        )
    )
    if number % 2:
        steps = draws.choices((1, 1, 2), draws.integer(2, 5))
    stream: list[int] = []
    while len(stream) < 14 + 2 * number:
        if draws.chance(1, 3) and number % 2:
            stream += [step + drift for step in draws.choices((1, 1, 2), 9)]
        elif draws.chance(4, 5):
            stream += [(step + drift) % 26 for step in steps[: draws.choice((2, 3, 9, 9))]]
        else:
            stream.append(draws.integer(0, 25))
    return [_letters(stream, draws.integer(0, 25)), _letters(steps, draws.integer(0, 25))]


def _letters(steps: list[int], first: int) -> str:
    """Return letters with these steps between them."""
    places = [first]
    for step in steps:
        places.append((places[-1] + step) % 26)
    return "".join(chr(97 + place) for place in places)


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(stream, message) for stream, message in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    drift = values["drift"]
    still = _letters([26 - drift] * 3, 25)
    return [
        ("", "ab"),
        ("z", "za"),
        ("zz", "aa"),
        (_letters([drift], 3), "zz"),
        (_letters([drift] * 9, 20), "mmm"),
        ("a" * 15, still),
        ("a" * 3, still),
        ("a" * 4, still),
        ("b" + "a" * 7 + "b" * 7, still),
        (_letters([1 + drift, 2 + drift, 1 + drift, 2 + drift, 1 + drift], 0), "abdeg"),
        (_letters([drift, drift, 1 + drift, drift, drift, drift, 1 + drift, drift], 9), "cccd"),
        ("abcdefghijklmnopqrstuvwxyz" * 2, "ba"),
        (_letters([step + drift for step in (1, 1, 2, 1, 2, 1, 1, 1)], 5), _letters([1, 1, 2, 1, 1, 1], 2)),
        (_letters([5 + drift, 6 + drift, 7 + drift, 6 + drift, 7 + drift], 1), _letters([8, 6, 7], 2)),
        (_letters([6 + drift, 7 + drift, 1, 6 + drift, 7 + drift], 1), _letters([8, 6, 7], 2)),
        (
            _letters([1 + drift, 1 + drift, 2 + drift] * 3 + [1 + drift] * 4, 5),
            _letters([1, 1, 2, 1, 1, 1], 2),
        ),
        (
            _letters([1 + drift] * 5 + [2 + drift, 1 + drift, 1 + drift] * 2, 5),
            _letters([1, 1, 1, 2, 1, 1], 2),
        ),
        (_letters([25, 25 + drift, drift] * 4, 7), "kjj"),
    ]

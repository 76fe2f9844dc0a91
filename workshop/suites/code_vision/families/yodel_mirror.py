"""A yodel in the mountains and its echoes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("strings",)
TEXT = '''\
def solution(song: str) -> int:
    """
    A yodel is a row of sounds. Add up a number for its echoes.

    Parameters:
        song (str): 0 to 200,000 letters, each one of "a", "e", "i", "o" and "u".

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(song: str) -> int:
    answers = $answers
    size = len(song)
    halves = []
    right = 0
    result = 0
    for middle in range(size):
        room = right - middle
        if room > 0 and halves[left + room] < room:
            half = halves[left + room]
        else:
            half = max(0, room)
            left = middle - half
            right = middle + half
            while left > 0 and right < size:
                if answers[song[left - 1]] != song[right]:
                    break
                half += 1
                left -= 1
                right += 1
        halves.append(half)
        if half >= $least:
            result += $change
    return result
"""
VARIANTS = {"all": "half - $short", "longest": "half"}
EQUIVALENT = {
    "0 → -1": "a half is never below 0",
    "2 → 1": "an echo that is one sound too short adds 0",
    "3 → 2": "an echo that is one sound too short adds 0",
}
_PROBLEM = (
    "A yodel is a row of sounds, and a mountain answers each sound with another one, or with the same: {} A part of "
    "the yodel without a gap is an echo if it has an even number of sounds, not 0, and its second half is the answer "
    "to its first half in the opposite order: its last sound is the answer to its first, its last but one the answer "
    "to its second, and so on to the two sounds in its middle. An echo counts only if each of its halves has at least "
    "$least sounds. {} Return the sum, which is 0 if no echo counts. If x is the answer to y, then y is the answer to "
    "x."
)
_ANSWERS = "$said."
PROBLEMS = {
    "all": _PROBLEM.format(
        _ANSWERS,
        "Every echo that counts adds 1 to the result, also if it overlaps others or lies inside them, and if the "
        "same sounds are an echo at several places.",
    ),
    "longest": _PROBLEM.format(
        _ANSWERS,
        "Of all echoes with the same middle only the longest one adds to the result, and if it counts it adds the "
        "number of sounds in one of its halves.",
    ),
}
_SLOW = """\
def solution(song: str) -> int:
    answers = $answers
    result = 0
    for middle in range(len(song)):
        half = 0
        while middle - half > 0 and middle + half < len(song):
            if answers[song[middle - half - 1]] != song[middle + half]:
                break
            half += 1
        if half >= $least:
            result += {}
    return result
"""
SLOW = {name: _SLOW.format(change) for name, change in VARIANTS.items()}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    sounds = list($answers)
    first, second = sounds[0], $answers[sounds[0]]
    song = []
    while len(song) < 110000 + 10000 * number:
        song += [first, second] * chosen.randint(10000, 13000)
        song += [chosen.choice(sounds) for _ in range(chosen.randint(1, 3))]
    return ("".join(song),)
"""


def sample(draws: Draws) -> dict[str, Any]:
    one, other, third, fourth, same = draws.shuffled("aeiou")
    answers = {one: other, other: one, third: fourth, fourth: third, same: same}
    least = draws.integer(2, 3)
    rows = []
    for number in range(18):
        song = draws.text("aeiou", 2)
        while len(song) < 7 + 2 * number:
            end = song[-draws.integer(1, min(8, len(song))) :]
            song += "".join(answers[sound] for sound in end[::-1])
            song += draws.text("aeiou", draws.integer(0, 2))
        rows.append(song)
    return {
        "answers": answers,
        "said": f'"{one}" and "{other}" answer each other, so do "{third}" and "{fourth}", and "{same}" answers itself',
        "least": least,
        "short": least - 1,
        "one": one,
        "other": other,
        "same": same,
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(song,) for song in dict.fromkeys(values["rows"])]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    one, other, same, least = values["one"], values["other"], values["same"], values["least"]
    return [
        ("",),
        (one,),
        (one + other,),
        (same * 2,),
        (same * (2 * least - 1),),
        (same * (2 * least),),
        (same * 13,),
        (one * 9,),
        ((one + other) * 7,),
        (one * 6 + other * 6,),
        (one * 5 + other * 5 + one * 5,),
        (same * 6 + one + same * 7,),
        ("aeiou" * 5,),
        ((one + one + other + other) * 5,),
    ]

"""The longest stretch of shelf letters that can be painted with the paint at hand.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("strings",)

TEXT = '''\
def solution(text: str, paint: int) -> int:
    """
    A library paints letters on a long board.

    Parameters:
        text (str): The letters that are planned: 0 to 60,000 small letters from a to z.
        paint (int): How much paint there is, in millilitres, from 0 to 100,000.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(text: str, paint: int) -> int:
    def amount(letter: str) -> int:
        if $change:
            return $more
        return $less

    longest = 0
    used = 0
    start = 0
    for place, letter in enumerate(text):
        if place == start or text[place - 1] != letter:
            used += amount(letter)
        while used > paint:
            start += 1
            gone = text[start - 1]
            if start > place or text[start] != gone:
                used -= amount(gone)
        longest = max(longest, place - start + 1)
    return longest
"""

VARIANTS = {"vowels": "letter in 'aeiou'", "late": "letter > $letter"}

EQUIVALENT = {
    "'*' → '*~'": "no letter is ~, and no single letter comes between a letter and this letter with ~",
    "start > place → start >= place": "only a letter that differs from the one before it can need too much paint",
}

_STORY = (
    "A library wants to paint a piece of a long text on a board: letters of text that follow directly on one "
    "another. {rule} need $more ml of paint each, all others $less ml. But letters of the same kind that stand "
    "directly beside one another in the piece are painted with one stencil: such a run needs paint only for one of "
    "its letters. So if the piece begins in the middle of a run of equal letters, the part of the run that is in the "
    "piece still needs paint for one letter. paint tells how many millilitres there are, all of which may be used. Return the length "
    "of the longest piece that can be painted; 0 if the paint is not enough for any letter or there is no letter."
)
PROBLEMS = {
    "vowels": _STORY.format(rule="The letters a, e, i, o and u"),
    "late": _STORY.format(rule="The letters that come after $letter in the alphabet"),
}

SLOW = """\
def solution(text: str, paint: int) -> int:
    longest = 0
    for start in range(len(text)):
        used = 0
        length = 0
        for place in range(start, len(text)):
            letter = text[place]
            if place == start or text[place - 1] != letter:
                if $change:
                    used += $more
                else:
                    used += $less
            if used > paint:
                break
            length += 1
        longest = max(longest, length)
    return longest
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    text = ""
    while len(text) < 50000 + 2000 * number:
        text += chosen.choice("abcdefghijklmnopqrstuvwxyz") * chosen.choice((1, 1, 2, 3))
    return text, 62000 + 6000 * number
"""


def sample(draws: Draws) -> dict[str, Any]:
    less = draws.integer(2, 4)
    values: dict[str, Any] = {
        "less": less,
        "more": less + draws.integer(2, 4),
        "letter": draws.choice("fghijklmn"),
        "seed": draws.integer(1, 10**6),
    }
    letters = "aaeioubcd" + values["letter"] + "pqrst"
    values["boards"] = []
    for number in range(17):
        text = "".join(
            letter * draws.choice((1, 1, 1, 2, 3)) for letter in draws.text(letters, draws.integer(8, 30))
        )
        values["boards"].append((text, draws.integer(3, 14) + 2 * number))
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(text, paint) for text, paint in values["boards"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    less, more, letter = values["less"], values["more"], values["letter"]
    return [
        ("", 10),
        ("a", 0),
        ("z", less),
        ("a", less),
        ("b", less - 1),
        ("zzzzzzzz", more),
        ("a" * 30, more),
        (letter * 5 + "x" * 6, more + less),
        ("bcbcbcbcb", 4 * less),
        ("aabbaaee" * 3, 3 * more),
        ("xyzxyzaaaabbb", more + less),
        ("bzbzaebzbz", 2 * more + less - 1),
        ("abcdefghijklmnopqrstuvwxyz", 100000),
    ]

"""Tags on workshop drawers that are the stamp of an earlier tag.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("strings",)

TEXT = '''\
def solution(tags: list[str]) -> int:
    """
    The drawers of a workshop have tags.

    Parameters:
        tags (list[str]): The tags in the order of the drawers: 0 to 80,000 texts of 1 to 8 small letters from a
            to z each; altogether at most 400,000 letters.

    Returns:
        int: A whole number from 0 on.
    """
'''

REFERENCE = """\
def solution(tags: list[str]) -> int:
    count = 0
    stamps = {}
    for tag in tags:
        count += stamps.get(tag, 0)
        turned = $change
        stamp = ""
        for letter in turned:
            place = ord(letter) - ord("a")
            moved = (place + $shift) % 26
            stamp += chr(ord("a") + moved)
        stamps[stamp] = stamps.get(stamp, 0) + 1
    return count
"""

VARIANTS = {"back": "tag[::-1]", "round": "tag[1:] + tag[:1]"}

_STORY = (
    "The drawers of a workshop stand in a row and have tags; tags lists them in the order of the row. Each tag has "
    "a stamp, which is made in two steps. First {turn}. Then every letter is replaced by the letter that comes "
    "$shift places later in the alphabet; after z the alphabet begins again with a. Count the pairs of two drawers "
    "for which the tag of the later drawer in the row is equal to the stamp of the tag of the earlier drawer. Each "
    "pair of drawers counts, also if the same tags occur in other pairs, and one drawer can be in several pairs. "
    "Return the number of these pairs; it is 0 if there are none."
)
PROBLEMS = {
    "back": _STORY.format(turn="the tag is written backwards, from its last letter to its first"),
    "round": _STORY.format(turn="the first letter of the tag is put behind its last letter"),
}

SLOW = """\
def solution(tags: list[str]) -> int:
    count = 0
    stamps = []
    for tag in tags:
        for stamp in stamps:
            if stamp == tag:
                count += 1
        turned = $change
        stamps.append("".join(chr(97 + (ord(letter) - 97 + $shift) % 26) for letter in turned))
    return count
"""

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    letters = "".join(chr(97 + (place * $shift) % 26) for place in range(5))
    longest = 3 + number
    tags = []
    while len(tags) < 52000 + 1000 * number:
        tags.append("".join(chosen.choice(letters) for _ in range(chosen.randint(2, longest))))
    return (tags,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    shift = draws.choice((3, 5, 7, 9, 11, 15, 17, 19, 21, 23))
    values: dict[str, Any] = {"shift": shift, "seed": draws.integer(1, 10**6)}
    values["drawers"] = []
    for number in range(82):
        first = draws.integer(0, 25)
        letters = "".join(chr(97 + (first + shift * place) % 26) for place in range(4))
        tags = [draws.text(letters, draws.integer(2, 4)) for _ in range(3)]
        for _ in range(12 + number % 17):
            tag = draws.choice(tags)
            turned = draws.choice((tag[::-1], tag[1:] + tag[:1], draws.text(letters, 3)))
            tags.append("".join(chr(97 + (ord(letter) - 97 + shift) % 26) for letter in turned))
        values["drawers"].append(tags)
    return values


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(tags,) for tags in values["drawers"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    shift = values["shift"]
    one, two, three, four = (chr(97 + (20 + shift * place) % 26) for place in range(4))
    return [
        ([],),
        (["a"],),
        ([one, two, three, four],),
        ([four, three, two, one],),
        ([one] * 5 + [two] * 6,),
        (["z", chr(97 + (25 + shift) % 26)],),
        ([one + two, three + two, two + three],),
        ([one + two + one + one, three + two + two + two],),
        ([one + one + two, three + two + two],),
        (["abcdefgh"] * 9,),
        ([one * 8, two * 8, one * 7, two * 7],),
        ([two, one, two, one, two],),
        ([one + two + three + four, two + three + four, three + four + one + two],),
    ]

"""How long a rope is that a short text of signs describes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "medium"
CATEGORIES = ("strings",)

TEXT = '''\
def solution(plan: str) -> int:
    """
    A rope maker writes down how a rope is made.

    Parameters:
        plan (str): 0 to 60,000 signs: small and capital letters, and groups. A group is a whole number from 1
            to 99, followed by letters and groups in round brackets, perhaps none. Numbers stand nowhere else.
            Groups stand inside one another at most 20 deep.

    Returns:
        int: A number of centimetres, at most 10^30.
    """
'''

REFERENCE = """\
def solution(plan: str) -> int:
    lengths = [0]
    numbers = []
    number = 0
    for sign in plan:
        if sign.isdigit():
            number = 10 * number + int(sign)
        elif sign == "(":
            numbers.append(number)
            number = 0
            lengths.append(0)
        elif sign == ")":
            inside = lengths.pop()
            copies = numbers.pop()
            lengths[-1] += $change
        elif sign.isupper():
            lengths[-1] += $capital
        else:
            lengths[-1] += $small
    return lengths.pop()
"""

VARIANTS = {"each": "copies * (inside + $knot)", "once": "copies * inside + $knot"}

_STORY = (
    "A rope maker writes down how a rope is made, from left to right. A small letter stands for a piece of $small "
    "cm, a capital letter for a piece of $capital cm. A number from 1 to 99 before a round bracket says how often "
    "everything between this bracket and the closing bracket that belongs to it is made, one after another; groups "
    "may stand inside groups and then are made each time. {rule}, and each knot adds $knot cm to the rope. For "
    "example, 2(a3(B)) is first a, then B three times, then all this once more. Empty brackets are allowed; their "
    "knots count all the same. Return the length of the whole rope in centimetres; an empty plan gives 0."
)
PROBLEMS = {
    "each": _STORY.format(
        rule="Every time the contents of a group have been made, a knot is tied, so 5(a) has five knots"
    ),
    "once": _STORY.format(
        rule="When a group has been made as often as its number says, one knot is tied, so 5(a) has one knot"
    ),
}

_WALK = """\
def solution(plan: str) -> int:
    length = 0
    number = 0
    place = 0
    open_groups = []
    while place < len(plan):
        sign = plan[place]
        if sign.isdigit():
            number = 10 * number + int(sign)
        elif sign == "(":
            open_groups.append([place, number])
            number = 0
        elif sign == ")":
            open_groups[-1][1] -= 1
            {each}
            if open_groups[-1][1] > 0:
                place = open_groups[-1][0]
            else:
                open_groups.pop()
                {once}
        elif sign.isupper():
            length += $capital
        else:
            length += $small
        place += 1
    return length
"""
SLOW = {
    "each": _WALK.format(each="length += $knot", once="pass"),
    "once": _WALK.format(each="pass", once="length += $knot"),
}

LARGE = """
import random

def large(number):
    chosen = random.Random($seed + number)
    plan = ""
    for _ in range(300 + 20 * number):
        letters = "".join(chosen.choice("abcdeFGHIJ") for _ in range(100))
        depth = chosen.randint(4, 6)
        for place in range(depth):
            plan += letters[7 * place:7 * place + 5] + str(chosen.randint(20, 99)) + "("
        plan += letters[:20]
        for place in range(depth):
            plan += ")" + letters[50 + place:60 + place]
    return (plan,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    small = draws.integer(4, 9)
    values: dict[str, Any] = {
        "small": small,
        "capital": small + draws.integer(3, 12),
        "knot": draws.integer(2, 11),
        "seed": draws.integer(1, 10**6),
    }
    values["plans"] = [_plan(draws, 1 + number % 4) for number in range(17)]
    return values


def _plan(draws: Draws, depth: int) -> str:
    plan = ""
    for _ in range(draws.integer(1, 3)):
        plan += draws.text("abcdEFG", draws.integer(0, 4))
        if depth > 0:
            plan += f"{draws.integer(1, 12)}({_plan(draws, depth - 1)})"
    return plan


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(plan,) for plan in dict.fromkeys(values["plans"])]


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ("",),
        ("a",),
        ("Z",),
        ("1()",),
        ("7()",),
        ("99(zZ)",),
        ("10(a)10(a)",),
        ("1(1(1(1(x))))",),
        ("2(3(4(5(6()))))",),
        ("abcXYZ",),
        ("2(A3(b)c2(D))e",),
        ("99(99())",),
        ("12(a)b21(B)",),
    ]

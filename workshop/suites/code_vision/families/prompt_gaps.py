"""A prompter compares the script with what an actor said.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "strings",
    "dynamic-programming",
)
TEXT = '''\
def solution(script: str, spoken: str) -> int:
    """
    A prompter compares a line of the script with what an actor said. Find the smallest sum of points.

    Parameters:
        script (str): 0 to 400 small letters.
        spoken (str): 0 to 400 small letters.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(script: str, spoken: str) -> int:
    points = [$added * count for count in range(len(spoken) + 1)]
    lost = {}
    for letter in script:
        before = points
        points = []
        for place, entry in enumerate(before):
            best = entry + $first
            if place in lost:
                best = min(best, $change)
            lost[place] = best
            if place > 0:
                best = min(best, points[place - 1] + $added)
                earlier = before[place - 1]
                if spoken[place - 1] != letter:
                    earlier += $wrong
                best = min(best, earlier)
            points.append(best)
    return points[-1]
"""
VARIANTS = {"each": "lost[place] + 1", "once": "lost[place]"}
_PROBLEM = (
    "A prompter compares a line of the script with what an actor said, both read from left to right. A letter of the "
    "script is either matched with one letter that was said, or left out; a letter that was said is either matched "
    "with one letter of the script, or added. Matched pairs never cross: their order is the same in both texts. A "
    "matched pair costs nothing if its letters are equal and $wrong points if not. An added letter costs $added "
    "points. Letters of the script that are left out and follow one another, without a matched or an added letter "
    "between them, are one gap. A gap costs $first points{}. The comparison is made so that the sum of all points is "
    "as small as possible. Return this sum. It is 0 for two empty texts."
)
PROBLEMS = {
    "each": _PROBLEM.format(" for its first letter and 1 point more for each further letter"),
    "once": _PROBLEM.format(", however many letters it has"),
}
SLOW = """\
def solution(script: str, spoken: str) -> int:
    def fewest(row, column, is_open):
        if row == len(script):
            return $added * (len(spoken) - column)
        lost = [0]
        place = 0
        sums = [fewest(row + 1, column, True) + ($change if is_open else $first)]
        if column < len(spoken):
            sums.append(fewest(row, column + 1, False) + $added)
            points = 0 if script[row] == spoken[column] else $wrong
            sums.append(fewest(row + 1, column + 1, False) + points)
        return min(sums)

    return fewest(0, 0, False)
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    script = [chosen.choice("abcd") for _ in range(300 + 10 * number)]
    spoken = [letter for letter in script if chosen.random() < 0.9]
    for _ in range(3):
        start = chosen.randrange(200)
        del spoken[start : start + 20]
    for _ in range(30):
        spoken[chosen.randrange(len(spoken))] = chosen.choice("abcd")
        spoken.insert(chosen.randrange(len(spoken)), chosen.choice("abcd"))
    return ("".join(script), "".join(spoken))
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for number in range(20):
        script = draws.text("abc", 4 + number // 5)
        spoken = draws.text("abc", 1 + number // 4)
        rows.append([script, spoken])
    return {
        "first": draws.integer(3, 5),
        "added": draws.integer(3, 6),
        "wrong": draws.integer(4, 6),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(dict.fromkeys((script, spoken) for script, spoken in values["rows"]))


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ("", ""),
        ("", "abc"),
        ("abc", ""),
        ("a", "a"),
        ("a", "b"),
        ("aaaaaaa", "a"),
        ("a", "aaaaaaa"),
        ("abcabc", "abcabc"),
        ("abcde", "vwxyz"),
        ("axxxb", "ab"),
        ("axbxc", "abc"),
        ("ab", "axxb"),
        ("zyxw", "wxyz"),
    ]

"""Across a stage with doors that open and close: the earliest arrival.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(stage: list[str]) -> int:
    """
    An actor crosses a stage with walls and doors. Find a number of seconds.

    Parameters:
        stage (list[str]): The rows of the stage, 0 to 100 texts of the same length, 1 to 100 letters: "." for the
            floor, "#" for a wall, a digit for a door. The first letter of the first row and the last letter of the
            last row are ".".

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(stage: list[str]) -> int:
    marks = {}
    for row, line in enumerate(stage):
        for column, mark in enumerate(line):
            marks[(row, column)] = mark
    if len(marks) == 0:
        return -1

    def is_free(place, second):
        mark = marks.get(place, "#")
        if mark.isdigit():
            return $change
        return mark == "."

    goal = max(marks)
    places = [(0, 0)]
    met = set()
    second = 0
    while len(places) > 0:
        if goal in places:
            return second
        second += 1
        later = []
        for row, column in places:
            for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
                place = (row + down, column + right)
                state = (place, second % $period)
                if state not in met and is_free(place, second):
                    met.add(state)
                    later.append(place)
        places = later
    return -1
"""
VARIANTS = {
    "below": "(second + int(mark)) % $period < $open",
    "from": "(second + int(mark)) % $period >= $open",
}
EQUIVALENT = {
    "'#' → '#~'": "neither stands for the floor",
    "row + down → row - down": "the steps are the same in both directions",
    "column + right → column - right": "the steps are the same in both directions",
    "5 → 6": "one more phase is told apart",
    "6 → 7": "one more phase is told apart",
    "7 → 8": "one more phase is told apart",
}
_PROBLEM = (
    "An actor crosses a stage of square fields. At second 0 the actor is on the first field of the first row and "
    "wants to be on the last field of the last row as early as possible. In every second the actor moves to a field "
    'above, below, left or right, or stays. Fields marked "." are free. Fields marked "#" are walls. A field with a '
    "digit is a door, and the actor can be on it only in seconds in which it is open, also when staying: a door with "
    "digit d is open in second t if the remainder of t + d divided by $period is {} $open. Neither doors nor walls "
    "stop an actor who moves past them on other fields. Return the earliest second at which the actor can be on the "
    "last field. If this is never possible, or the stage has no rows, return -1."
)
PROBLEMS = {"below": _PROBLEM.format("less than"), "from": _PROBLEM.format("at least")}
_SLOW = """\
def solution(stage: list[str]) -> int:
    if not stage:
        return -1
    states = [(0, 0, 0)]
    seconds = [0]
    number = 0
    while number < len(states):
        row, column, phase = states[number]
        if row == len(stage) - 1 and column == len(stage[0]) - 1:
            return seconds[number]
        second = seconds[number] + 1
        for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = row + down, column + right
            if not (0 <= y < len(stage) and 0 <= x < len(stage[0])):
                continue
            mark = stage[y][x]
            if mark == "#" or mark != "." and not ($test):
                continue
            if (y, x, second % $period) not in states:
                states.append((y, x, second % $period))
                seconds.append(second)
        number += 1
    return -1
"""
SLOW = {name: _SLOW.replace("$test", test) for name, test in VARIANTS.items()}
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    rows = 32000 // (70 * $period)
    stage = [[chosen.choice("." * 50 + "0123456789#") for _ in range(70)] for _ in range(rows)]
    for row in range(0, rows, 4):
        stage[row] = ["."] * 70
    for row in range(2, rows - 1, 4):
        stage[row] = ["#"] * 70
        for column in range(3):
            place = column if row % 8 == 2 else 69 - column
            stage[row - 1][place] = stage[row + 1][place] = "."
            stage[row][place] = chosen.choice("0123456789")
    for row, column in ((0, 0), (0, 1), (1, 0), (-1, -1), (-1, -2), (-2, -1)):
        stage[row][column] = "."
    return (["".join(row) for row in stage],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for number in range(20):
        height, width = 2 + number // 4, 2 + number // 2
        marks = draws.text("..0123456789##" if number % 2 else "....0123456789#", height * width)
        marks = f".{marks[1:-1]}."
        rows.append([marks[start : start + width] for start in range(0, height * width, width)])
    return {
        "period": draws.integer(5, 7),
        "open": draws.integer(2, 3),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(stage,) for stage in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    period, limit = values["period"], values["open"]
    return [
        ([],),
        (["."],),
        ([".."],),
        ([".", "."],),
        (["." * 12],),
        ([".#."],),
        ([".0."],),
        ([f".{limit - 1}."],),
        ([f".{period - 1}."],),
        ([".1234567890."],),
        (["...", "##9", "...", "3##", "..."],),
        ([".#...", ".#.#.", "...#."],),
        ([".##", "##."],),
        ([".....", "####.", ".....", ".####", "....."],),
        ([f"..{str(period - 1) * limit}."],),
        ([f"..{str(limit - 1) * (period - limit)}."],),
        ([f".{str(limit) * limit}."],),
        ([f"..{str(limit + 1) * limit}."],),
        ([f".{str(limit + 2) * limit}."],),
        ([f".{'3' * (period - limit)}."],),
        ([f"...{'4' * (period - limit)}."],),
        ([f".{'0' * (period - limit)}.."],),
        ([".5", "5."],),
    ]

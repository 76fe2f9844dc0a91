"""Lines between power plants: those whose loss parts the grid.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(plants: int, lines: list[list[int]]) -> int:
    """
    Power plants are joined by lines. Add up the numbers of some of the lines.

    Parameters:
        plants (int): The number of plants, 0 to 30,000; they have the numbers from 0 to plants - 1.
        lines (list[list[int]]): 0 to 40,000 lines, each with the numbers of two plants. The first line has the
            number 1, the next one 2, and so on.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(plants: int, lines: list[list[int]]) -> int:
    near = [[] for _ in range(plants)]
    for number, (first, second) in enumerate(lines):
        near[first].append((second, number))
        near[second].append((first, number))
    turn = {}
    entry = {}
    lowest = {}
    size = {}
    result = 0
    for start in range(plants):
        met = []
        waiting = [(start, None)]
        while len(waiting) > 0:
            plant, number = waiting.pop()
            if plant not in turn:
                turn[plant] = len(turn)
                entry[plant] = number
                met.append(plant)
                waiting.extend(near[plant])
        for plant in reversed(met):
            low = turn[plant]
            size[plant] = 2 if plant % $double == 0 else 1
            for other, number in near[plant]:
                if number == entry[plant]:
                    continue
                if number == entry[other]:
                    size[plant] += size[other]
                    low = min(low, lowest[other])
                else:
                    low = min(low, turn[other])
            lowest[plant] = low
        for plant in met[1:]:
            if lowest[plant] == turn[plant]:
                cut = size[plant]
                left = size[start] - cut
                if $change >= $least:
                    result += entry[plant] + 1
    return result
"""
VARIANTS = {"smaller": "min(cut, left)", "larger": "max(cut, left)"}
EQUIVALENT = {"1 → 0": "cutting a whole grid off leaves nothing"}
_PROBLEM = (
    "Power plants are joined by lines that carry power in both directions. Plants that are joined by lines, directly "
    "or over other plants, form a grid; a plant without lines is a grid of its own. If a line is lost and some of the "
    "plants of its grid are then no longer joined to the others, the grid falls into two parts. Such a line is in "
    "danger if the {} of the two parts counts at least $least; each plant counts 1, but a plant whose number is "
    "divisible by $double counts 2, and the smaller part is the one whose plants count less in all. Each line is "
    "looked at alone, as if all other lines were still there. Return the sum of the numbers of all lines in danger; "
    "the first line in the list has the number 1. If there is none, return 0. Two plants may be joined by several "
    "lines, and a line may lead from a plant to itself; such lines part nothing."
)
PROBLEMS = {"smaller": _PROBLEM.format("smaller"), "larger": _PROBLEM.format("larger")}
SLOW = """\
def solution(plants: int, lines: list[list[int]]) -> int:
    near = [[] for _ in range(plants)]
    for number, (first, second) in enumerate(lines):
        near[first].append((second, number))
        near[second].append((first, number))

    def count(start, without):
        seen = {start}
        waiting = [start]
        while waiting:
            for other, number in near[waiting.pop()]:
                if number != without and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return sum(2 if plant % $double == 0 else 1 for plant in seen), seen

    result = 0
    for number, (first, second) in enumerate(lines):
        cut, seen = count(first, number)
        if second not in seen:
            left, _ = count(second, number)
            if $change >= $least:
                result += number + 1
    return result
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    plants = 12000 + 500 * number
    lines = [[plant, max(0, plant - chosen.randint(1, 30))] for plant in range(1, plants)]
    for plant in range(0, plants - 400, 40):
        lines.append([plant, plant + chosen.randint(1, 300)])
    lines.append([5, 5])
    for plant in range(plants, plants + $least + 2):
        lines.append([plant, plant - 1] if plant > plants else [plant, plant])
    chosen.shuffle(lines)
    return (plants + $least + 2, lines)
"""


def sample(draws: Draws) -> dict[str, Any]:
    least = draws.integer(3, 6)
    rows: list[list[Any]] = []
    for number in range(24):
        plants = 2 * least + number // 3
        names = draws.shuffled(range(plants))
        lines = [
            draws.shuffled([names[plant], names[draws.integer(max(0, plant - 2), plant - 1)]])
            for plant in range(1, plants)
            if draws.chance(24, 25)
        ]
        lines += [draws.integers(2, 0, plants - 1)] * (1 + number % 2)
        rows.append([plants, draws.shuffled(lines)])
    return {
        "least": least,
        "double": draws.integer(3, 5),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(plants, lines) for plants, lines in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    least = values["least"]

    def row(length: int) -> list[list[int]]:
        return [[plant, plant + 1] for plant in range(length - 1)]

    return [
        (0, []),
        (1, []),
        (1, [[0, 0]]),
        (2, [[1, 0]]),
        (least, row(least)),
        (least + 1, row(least + 1)),
        (2 * least - 1, row(2 * least - 1)),
        (2 * least, row(2 * least)),
        (2 * least + 1, row(2 * least + 1)[::-1]),
        (2 * least, [*row(2 * least), [least - 1, least]]),
        (
            2 * least + 1,
            [*row(least + 1), [0, least + 1], *(line for line in row(2 * least + 1)[least + 1 :])],
        ),
        (2 * least, [*row(2 * least), [0, 2 * least - 1]]),
        (least + 2, [[0, plant] for plant in range(1, least + 2)]),
        (
            2 * least + 3,
            [*row(2 * least), [2 * least, 2 * least + 1], [2 * least + 1, 2 * least + 1], [3, 0]],
        ),
    ]

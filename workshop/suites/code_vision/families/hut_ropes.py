"""Rope bridges between huts break one after the other: when groups are still large enough.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("data-structures", "graphs")
TEXT = '''\
def solution(beds: list[int], bridges: list[list[int]], storms: list[int]) -> int:
    """
    Huts in the mountains are joined by rope bridges, and storms tear bridges. Find a sum over the storms.

    Parameters:
        beds (list[int]): The number of beds in each hut, 0 to 30,000 whole numbers from 0 to 100; the huts have
            the numbers from 0 on.
        bridges (list[list[int]]): 0 to 40,000 bridges, each with the numbers of two huts; the bridges have the
            numbers from 0 on.
        storms (list[int]): Different numbers of bridges, in the order in which they tear.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(beds: list[int], bridges: list[list[int]], storms: list[int]) -> int:
    leader = list(range(len(beds)))
    room = list(beds)
    members = [1] * len(beds)

    def head(hut):
        while leader[hut] != hut:
            leader[hut] = leader[leader[hut]]
            hut = leader[hut]
        return hut

    def is_open(hut):
        return $change

    groups = sum(map(is_open, leader))
    order = list(storms)
    torn = set(storms)
    for number in range(len(bridges)):
        if number not in torn:
            order.append(number)
    order.reverse()
    left = len(order)
    result = 0
    for number in order:
        if left <= len(storms):
            result += groups * left
        left -= 1
        first = head(bridges[number][0])
        second = head(bridges[number][1])
        if first != second:
            groups -= is_open(first) + is_open(second)
            leader[second] = first
            members[first] += members[second]
            room[first] += room[second]
            groups += is_open(first)
    return result
"""
VARIANTS = {
    "average": "room[hut] >= $need * members[hut]",
    "sum": "room[hut] >= $need + members[hut]",
}
EQUIVALENT = {"leader[hut] = leader[leader[hut]] → pass": "only saves time"}
_PROBLEM = (
    "Huts in the mountains have beds and are joined by rope bridges, which lead both ways. Storm 1 tears the first "
    "bridge of the list of storms, storm 2 the second, and so on; torn bridges stay torn. Huts that can be reached "
    "from one another over bridges that hang are a group, and so is a hut alone. A group is open if the number of its "
    "beds is at least {}. Look at the groups after each storm: storm 1 adds the number of open groups after it to the "
    "result once, storm 2 adds the number after it twice, storm 3 three times, and so on. Return the sum. Without "
    "storms it is 0. Two huts may have several bridges, and a bridge may lead from a hut to itself."
)
PROBLEMS = {
    "average": _PROBLEM.format("$need times the number of its huts"),
    "sum": _PROBLEM.format("the number of its huts plus $need"),
}
SLOW = """\
def solution(beds: list[int], bridges: list[list[int]], storms: list[int]) -> int:
    near = [[] for _ in beds]
    for number, (first, second) in enumerate(bridges):
        near[first].append((second, number))
        near[second].append((first, number))
    torn = set()
    result = 0
    for turn, storm in enumerate(storms):
        torn.add(storm)
        seen = [False] * len(beds)
        for start in range(len(beds)):
            if seen[start]:
                continue
            seen[start] = True
            waiting = [start]
            hut = 0
            room, members = [0], [0]
            while waiting:
                here = waiting.pop()
                room[0] += beds[here]
                members[0] += 1
                for other, number in near[here]:
                    if number not in torn and not seen[other]:
                        seen[other] = True
                        waiting.append(other)
            if $change:
                result += turn + 1
    return result
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    huts = 12000 + 1000 * number
    beds = [chosen.randint($need - 2, $need + 2) for _ in range(huts)]
    bridges = [[hut, chosen.randint(max(0, hut - 40), hut - 1)] for hut in range(1, huts)]
    bridges += [[chosen.randrange(huts), chosen.randrange(huts)] for _ in range(huts // 4)]
    storms = list(range(len(bridges)))
    chosen.shuffle(storms)
    return (beds, bridges, storms[: huts - 50 * number])
"""


def sample(draws: Draws) -> dict[str, Any]:
    need = draws.integer(3, 12)
    rows: list[list[Any]] = []
    for number in range(18):
        huts = 3 + number // 2
        beds = draws.choices((0, 1, 2, need - 1, need, need + 1, 2 * need, 3 * need), huts)
        bridges = [draws.integers(2, 0, huts - 1) for _ in range(huts + number % 3)]
        storms = draws.shuffled(range(len(bridges)))
        rows.append([beds, bridges, storms[: len(storms) - number % 4]])
    return {"need": need, "seed": draws.integer(1, 10**6), "rows": rows}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(beds, bridges, storms) for beds, bridges, storms in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    need = values["need"]
    return [
        ([], [], []),
        ([need], [], []),
        ([need], [[0, 0]], [0]),
        ([need + 1], [[0, 0]], [0]),
        ([100, 0], [[0, 1]], []),
        ([100, 0], [[0, 1]], [0]),
        ([0, 100], [[0, 1], [1, 0]], [1, 0]),
        ([need, need, need], [[0, 1], [1, 2]], [0, 1]),
        ([need - 1, need + 1, need], [[0, 1], [1, 2], [2, 0]], [2, 0, 1]),
        ([0] * 5, [[0, 1], [2, 3], [3, 4]], [1, 0]),
        ([0, 1, 2, 3, need], [[0, 1], [1, 2], [2, 3], [3, 4]], [0, 2, 1]),
        ([1, need, 1, 1, 1, 0], [[0, 1], [2, 3], [0, 2], [4, 5], [5, 1]], [3, 0, 4]),
        ([need + 1] * 4, [[0, 1], [1, 2], [2, 3], [0, 3]], [3, 2, 1, 0]),
    ]

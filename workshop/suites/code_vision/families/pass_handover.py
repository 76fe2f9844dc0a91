"""Satellites hand a contact on: how many are needed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = (
    "greedy",
    "data-structures",
)
TEXT = '''\
def solution(passes: list[list[int]], contacts: list[list[int]]) -> int:
    """
    Satellites pass over a ground station and keep contacts alive. Add up a number for every contact.

    Parameters:
        passes (list[list[int]]): 0 to 30,000 passes, each with the minute of its start, from 0 to 29,000, and the
            later minute of its end, up to 30,000.
        contacts (list[list[int]]): 0 to 60,000 contacts, each with two minutes from 0 to 30,000.

    Returns:
        int: A number from 0 on.
    """
'''
REFERENCE = """\
def solution(passes: list[list[int]], contacts: list[list[int]]) -> int:
    reach = []
    for pair in passes + contacts:
        while len(reach) < max(pair) + $warm:
            reach.append(len(reach))
    for start, end in passes:
        ready = $change
        reach[ready] = max(reach[ready], end)
    for minute in range(1, len(reach)):
        reach[minute] = max(reach[minute], reach[minute - 1])
    chains = [reach]
    while True:
        chain = chains[-1]
        longer = [chain[minute] for minute in chain]
        if longer == chain:
            break
        chains.append(longer)
    result = 0
    for begin, until in contacts:
        count = 1
        for level in reversed(range(len(chains))):
            if chains[level][begin] < until:
                begin = chains[level][begin]
                count += 1 << level
        if reach[begin] < until:
            result += $lost
        elif begin < until:
            result += count
    return result
"""
VARIANTS = {"minutes": "start + $warm", "third": "start + (end - start) // $part"}
EQUIVALENT = {
    "1 → 2": "no pass is ready at minute 0",
    "len(reach) < * → len(reach) <= *": "one minute more is never used",
    "5 → 6": "one minute more is never used",
    "6 → 7": "one minute more is never used",
    "7 → 8": "one minute more is never used",
    "8 → 9": "one minute more is never used",
    "9 → 10": "one minute more is never used",
    "5 → 4": "the last minutes are never used by ready passes",
    "6 → 5": "the last minutes are never used by ready passes",
    "7 → 6": "the last minutes are never used by ready passes",
    "8 → 7": "the last minutes are never used by ready passes",
    "9 → 8": "the last minutes are never used by ready passes",
}
_PROBLEM = (
    "Satellites pass over a ground station. A pass has a start and an end. A satellite is ready only {}, and stays "
    "ready up to and including the minute of its end; a satellite whose first ready minute is not before its end is "
    "of no use. A contact shall last from its first minute to its second minute. In the first minute some satellite "
    "that is ready takes it. It can hand the contact on to another one in any minute in which both are ready, and so "
    "on; the last one must be ready until the second minute of the contact at least. Each satellite of such a chain "
    "counts 1. A contact adds the smallest possible number of satellites to the result; if no chain can keep it, it "
    "adds $lost instead. A contact whose second minute is not after the first one adds 0. Return the sum."
)
PROBLEMS = {
    "minutes": _PROBLEM.format("from $warm minutes after its start"),
    "third": _PROBLEM.format(
        "after a part of its pass: from the start plus the minutes between start and end divided by $part, rounded "
        "down"
    ),
}
SLOW = """\
def solution(passes: list[list[int]], contacts: list[list[int]]) -> int:
    result = 0
    for begin, until in contacts:
        count = 0
        while begin < until:
            far = begin
            for start, end in passes:
                if $change <= begin and end > far:
                    far = end
            if far == begin:
                count = $lost
                break
            begin = far
            count += 1
        result += count
    return result
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    passes = []
    for start in range(0, 29000, 3):
        passes.append([start, start + chosen.randint($warm + 2, 3 * $warm)])
    contacts = []
    for _ in range(30000 + 1000 * number):
        begin = chosen.randint(100, 15000)
        contacts.append([begin, begin + chosen.randint(0, 13000)])
    return (passes, contacts)
"""


def sample(draws: Draws) -> dict[str, Any]:
    warm = draws.integer(5, 9)
    rows = []
    for number in range(18):
        last = 40 + 6 * number
        passes = []
        for _ in range(8 + 2 * number):
            start = draws.integer(0, last)
            passes.append([start, start + draws.integer(3, 3 * warm + 6)])
        contacts = [
            [begin, begin + draws.integer(-3, 12 + 5 * number)] for begin in draws.integers(8, 10, last)
        ]
        rows.append([passes, contacts])
    return {
        "warm": warm,
        "part": draws.integer(3, 5),
        "lost": draws.integer(20, 50),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(passes, contacts) for passes, contacts in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    warm, part = values["warm"], values["part"]
    row = [[10 * number, 10 * number + 12 + warm] for number in range(90)]
    return [
        ([], []),
        ([], [[0, 1]]),
        ([[0, 30000]], [[20, 30000], [29000, 29999]]),
        ([], [[5, 5], [6, 5]]),
        ([[20, 21]], [[20, 21]]),
        ([[0, 900]], [[0, 900], [warm, 900], [warm - 1, 900], [900, 900]]),
        ([[0, 900]], [[900 // part, 899], [900 // part - 1, 899]]),
        ([[0, 900]], [[900, 0]]),
        ([[0, warm], [0, warm + 1]], [[warm, warm + 1], [warm, warm + 2]]),
        ([[0, 20], [20 - warm, 40]], [[warm, 40], [warm, 41], [19, 40], [20, 40], [21, 40]]),
        ([[0, 20], [21 - warm, 40]], [[warm, 40], [20, 21]]),
        ([[0, part - 1]], [[1, part - 1], [0, part - 1]]),
        ([[4, 30]] * 3, [[25, 29]] * 5),
        ([[0, part], [0, 2 * part]], [[1, part], [2, part], [2, 2 * part]]),
        (row, [[100, 700], [100, 800], [101, 905], [12, 13], [899, 920]]),
    ]

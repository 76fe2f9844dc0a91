"""Tracks between stations are checked: the hours that this takes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(tracks: list[list[int]]) -> int:
    """
    The tracks of a railway are checked.

    Parameters:
        tracks (list[list[int]]): 0 to 90,000 tracks, each a list of the two different stations that it joins.
            Stations are whole numbers from 0 to 100,000. Several tracks may join the same two stations.

    Returns:
        int: A number of hours.
    """
'''
REFERENCE = """\
def solution(tracks: list[list[int]]) -> int:
    counts = {}
    for first, second in tracks:
        for station in [first, second]:
            count = counts.get(station, 0)
            counts[station] = count + 1
    hours = 0
    for first, second in tracks:
        if $change:
            hours += counts[first] + counts[second]
        else:
            hours += $short
    return hours
"""
VARIANTS = {
    "busy": "min(counts[first], counts[second]) >= $many",
    "uneven": "abs(counts[first] - counts[second]) >= $apart",
}
_PROBLEM = """\
Each track of a railway is checked once, and how long this takes depends on its two stations. The tracks that end at a
station are the tracks of that station; several tracks between the same two stations count one by one. If {rule},
checking it takes as many hours as its two stations have tracks, the tracks of both stations added (so tracks between
them, such as the checked one, are counted at both). Checking any other track takes $short hours. Return the hours for
all tracks together. Without tracks this is 0.""".replace("\n", " ")
PROBLEMS = {
    "busy": _PROBLEM.format(rule="both stations of a track have at least $many tracks"),
    "uneven": _PROBLEM.format(rule="one station of a track has at least $apart tracks more than the other"),
}
SLOW = """\
def solution(tracks: list[list[int]]) -> int:
    hours = 0
    for first, second in tracks:
        counts = {first: 0, second: 0}
        for ends in tracks:
            for station in ends:
                if station in counts:
                    counts[station] += 1
        if $change:
            hours += counts[first] + counts[second]
        else:
            hours += $short
    return hours
"""
LARGE = """
import random


def large(number):
    count = 80000
    chance = random.Random($seed + number)
    stations = chance.randint(20000, 40000)
    tracks = []
    while len(tracks) < count:
        first, second = chance.randrange(stations), chance.randrange(stations)
        if first != second:
            tracks.append([first, second])
    return (tracks,)
"""


def sample(draws: Draws) -> dict[str, Any]:
    rows = []
    for _ in range(18):
        stations = draws.integer(4, 9)
        rows.append([draws.sample(range(stations), 2) for _ in range(draws.integer(5, 18))])
    return {
        "many": draws.integer(3, 4),
        "apart": draws.integer(2, 3),
        "short": draws.integer(11, 29),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [([list(track) for track in row],) for row in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    many, apart = values["many"], values["apart"]
    return [
        ([],),
        ([[0, 100_000]],),
        ([[7, 8]] * (many - 1),),
        ([[7, 8], [8, 7]] * many,),
        ([[7, 8]] * many,),
        ([[1, other] for other in range(2, apart + 2)],),
        ([[1, other] for other in range(2, apart + 3)],),
        ([[other, 100_000] for other in range(12)],),
        ([[one, other] for one in range(5) for other in range(one)],),
        ([[one, one + 1] for one in range(10)],),
        ([[one, (one + 1) % 10] for one in range(10)],),
    ]

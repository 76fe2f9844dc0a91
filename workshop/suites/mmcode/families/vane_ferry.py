"""A ferry goes where the vane of an island points, and vanes turn; where does each trip end?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families import _vanes as vanes
from workshop.suites.mmcode.families._vane_pictures import drawn_lake, drawn_trips, lake_words, trip_words
from workshop.suites.mmcode.families._vane_readings import exceptions, reading_of, readings

VERSION = 1
TITLE = "The Ferry and the Vanes"
CATEGORY = "map"
PICTURES = (("map", "graph"), ("map", "graph"))
VARIANTS = ("round", "squares", "double-shores", "yellow-islands", "long-trips")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
RENUMBERED = {"double-shores": 6, "long-trips": 7, "yellow-islands": 8}  #: those before them had other trips

STATEMENT = """
Lines join the islands of a lake. Every island has a vane, the red arrow, which points along one of its lines. A ferry crosses from
island to island, always along a line to its other end. Where it goes from an island depends on the vane of this island. Vanes
turn, but only because of the ferry: from one line of the island to another one. How far they turn, which way round, and when,
depends on nothing but the lines and looks of islands. A look is the form of an island (round or square), its shore (single or double)
or its colour (white or yellow), where the islands in the pictures differ in it. A look can also change which line the ferry takes, or
what counts as a crossing. All islands with the same looks follow the same rules, at any time.

The first picture shows several trips on small lakes. On the left is the lake before a trip, on the right the same lake after
it. The number between them says how many crossings the trip had. The ferry is where the blue ring is.

![image](1.png)

The second picture shows a large lake before the first trip. All vanes follow the same rules as on the small ones. If the picture has a double
frame, it shows the lake as it is seen in a mirror. Letters are never mirrored.

![image](2.png)

The ferry makes several trips on the large lake. Each one begins on an island that the input names: the ferry is carried there, and this
turns no vane. All vanes keep pointing where they point after the trip before.

Input

The first line has an integer n, the number of trips (1 <= n <= 40). Each of the next n lines has a letter from A to L, where the trip
begins, and an integer from 1 to 30, the number of crossings, with a space between them.

Output

Print n lines: for each trip the letter of the island where it ends.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    kinds = _LEVELS[level][1]
    lines = [
        "line = vanes[place] + $early * turns[place]" + " + asides[place]" * ("aside" in kinds),
        "target = ways[place][line % len(ways[place])]",
        "vanes[place] += turns[place]",
        *(["vanes[target] += pushes[place]"] if "next" in kinds else []),
        "left -= counts[place]" if "uncounted" in kinds else "left -= 1",
        "place = target",
    ]
    body = "\n".join(" " * 12 + line for line in lines)
    tables = "".join(f"\n    {name} = ${name}" for kind, name in _TABLES.items() if kind in ("turn", *kinds))
    text = f"""
def solution(text):
    ways = $ways
    vanes = dict($vanes){tables}
    words = text.split()[1:]
    ends = []
    for place, count in zip(words[::2], words[1::2]):
        left = int(count)
        while left > 0:
{body}
        ends.append(place)
    return "\\n".join(ends)
"""
    return re.sub(r"\$([a-z]+)", rf"$\g<1>{level}", text)


#: Kind of an effect → the table of it in a program.
_TABLES = {"turn": "turns", "aside": "asides", "next": "pushes", "uncounted": "counts"}
#: Of each level: marks, what they change, lines of the large lake, trips on small ones, the range of their crossings, and whether
#: the lake is seen in a mirror.
_LEVELS: dict[int, tuple[str, tuple[str, ...], int, int, tuple[int, int], bool]] = {
    1: ("", (), 16, 4, (1, 2), False),
    2: ("s", ("turn",), 16, 6, (1, 3), False),
    3: ("sd", ("turn", "aside"), 19, 8, (2, 4), False),
    4: ("sdy", ("turn", "aside", "next"), 21, 8, (2, 5), True),
    5: ("sdy", ("aside", "next", "uncounted"), 23, 8, (3, 6), True),
}
REFERENCE = {name: _program(int(level)) for name, level in DIAL.items()}
WRONG = {
    "vanes-stay": {
        name: text.replace("vanes[place] += turns[place]", "turns[place] += 0")
        for name, text in REFERENCE.items()
    },
    "each-trip-anew": {
        name: text.replace(
            "        left = int(count)", f"        left = int(count)\n        vanes = dict($vanes{level})"
        )
        for (name, text), level in zip(REFERENCE.items(), range(1, 6), strict=True)
    },
}
EQUIVALENT = {
    "vanes[place] + 0 * turns[place] → *": "vanes turn after the ferry has left, so nothing is added before",
    "-1 → 1": "an island with two lines, between which both ways round are the same",
}
LETTERS = "ABCDEFGHIJKL"


def sample(draws: Draws) -> dict[str, Any]:
    smalls = [vanes.small_lake(draws) for _ in range(24)]
    values: dict[str, Any] = {"unique_among": {}, "seed": draws.integer(1, 10**9)}
    for name, level in DIAL.items():
        marks, kinds, *_ = _LEVELS[int(level)]
        rule = vanes.drawn_rule(draws, marks, kinds)
        values["unique_among"][name] = readings(marks).size
        lake = vanes.large_lake(draws, marks, _LEVELS[int(level)][2])
        others = Draws("vane_ferry", values["seed"], level)
        trips = _trips([draws, others], int(level), rule, smalls, lake)
        found = {"lake": lake, "trips": trips, **_tables(draws, lake, rule)}
        values |= {f"{key}{level}": value for key, value in found.items()}
    return values


def _trips(
    both: Sequence[Draws], level: int, rule: Mapping[str, int], smalls: list[vanes.Lake], large: vanes.Lake
) -> list[Any]:
    """Return trips on small lakes that leave one rule: the lake, where it begins and ends, its crossings, and the vanes after it."""
    marks, _, _, number, steps, _ = _LEVELS[level]
    lakes: dict[str, vanes.Lake] = {}

    def candidate(draws: Draws) -> Call:
        lake = vanes.marked(draws, draws.choice(smalls), marks, 5)
        call = vanes.call_of(lake, draws.integer(0, len(lake.places) - 1), draws.integer(*steps))
        lakes[repr(call)] = lake
        return call

    every, right = readings(marks), reading_of(rule)
    asked = [vanes.call_of(large, start, 25) for start in range(12)]

    def chosen(
        space: RuleSpace,
        rule: Mapping[str, int],
        draws: Draws,
        shown: Sequence[Call] = (),
        least: int = number,
    ) -> list[Call]:
        return telling_examples(
            space, rules=[rule], asked=asked, shown=shown, candidate=partial(candidate, draws),
            numbers=range(least, number + 1),
        )  # fmt: skip

    without, excepted = {"exception": 0}, exceptions(rule)
    shown = chosen(vanes.space(marks), rule, both[0])
    if not (
        excepted.proves(shown, without, asked)
        and every.proves(shown, right, asked, every.near(right, 1))
        and every.proves(shown, right, asked)
    ):
        shown = chosen(every, right, both[1], chosen(excepted, without, both[1], least=0))
    found = []
    for call in sorted(shown, key=lambda call: call[-1]):
        end, hands = vanes.sail(rule, call)
        lake = lakes[repr(call)]
        found.append((lake, replace(lake, hands=hands), call[-2], end, call[-1]))
    return found


def _tables(draws: Draws, lake: vanes.Lake, rule: Mapping[str, int]) -> dict[str, Any]:
    """Return the tables of a program, with letters such that the sample is right."""
    ends = [vanes.sail(rule, vanes.call_of(lake, start, 3))[0] for start in range(12)]
    start = draws.choice([start for start in range(12) if ends[start] != start])
    end = ends[start]
    names = draws.shuffled(LETTERS[2:])
    letters = ["A" if own == start else "B" if own == end else names.pop() for own in range(12)]
    turn, effects = vanes.TURNS[rule["turn"]], [vanes.EFFECTS[rule.get(mark, 0)] for mark in lake.marks]
    tables: dict[str, list[Any]] = {
        "turns": [{"opposite": -turn, "double": 2 * turn}.get(effect, turn) for effect in effects],
        "asides": [{"ahead": 1, "behind": -1}.get(effect, 0) for effect in effects],
        "pushes": [turn * (effect == "next") for effect in effects],
        "counts": [int(effect != "uncounted") for effect in effects],
        "vanes": lake.hands,
        "ways": ["".join(letters[other] for other in way) for way in lake.ways],
    }
    found = {name: dict(sorted(zip(letters, table, strict=True))) for name, table in tables.items()}
    return {**found, "early": rule["early"], "letters": letters}


def check_input(_values: dict[str, Any], text: str) -> None:
    count, *trips = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(trips) <= 40:
        raise ValueError("another number of trips")
    for place, steps in (trip.split(" ") for trip in trips):
        if place not in LETTERS or len(place) != 1 or not 1 <= int(steps) <= 30:
            raise ValueError("not an island and 1 to 30 crossings")


def _list(trips: list[tuple[str, int]]) -> str:
    return f"{len(trips)}\n" + "".join(f"{place} {steps}\n" for place, steps in trips)


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list([("A", 3)])]


def _drawn(values: dict[str, Any], name: str, counts: list[int], most: int) -> list[str]:
    draws = Draws("vane_ferry", values["seed"], name)
    return [
        _list([(draws.choice(LETTERS), draws.integer(1, most)) for _ in range(count)]) for count in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 4, 5, 6, 7, 8], 9)


def edge(values: dict[str, Any]) -> list[str]:
    firsts = [
        _list([(letter, 1) for letter in LETTERS]),
        _list([("A", 1)] * 9),
        _list([(letter, 30) for letter in LETTERS]),
    ]
    return [*firsts, *_drawn(values, "edge", [2, 2], 30), _list([("L", 3)]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [39, 40], 30)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    lake = drawn_lake(values[f"lake{level}"], values[f"letters{level}"], mirrored=_LEVELS[level][-1])
    return [drawn_trips(values[f"trips{level}"]), lake]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    mirrored = (
        " The picture has a double frame; here the lake is told without the mirror."
        if _LEVELS[level][-1]
        else ""
    )
    return [
        trip_words(values[f"trips{level}"]),
        lake_words(values[f"lake{level}"], values[f"letters{level}"]) + mirrored,
    ]

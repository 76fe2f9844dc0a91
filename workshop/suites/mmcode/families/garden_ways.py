"""Paths of a garden cross on the level or by bridges; how many moves is it from one pond to another?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._garden_key import key_picture, key_words
from workshop.suites.mmcode.families._garden_lessons import lessons_of, telling_rule
from workshop.suites.mmcode.families._garden_picture import garden_words, picture
from workshop.suites.mmcode.families._garden_programs import found_program, told_program
from workshop.suites.mmcode.families._garden_rules import Garden, readings_of, steps_of, ways_of
from workshop.suites.mmcode.families._garden_text import FOUND_RULES, TOLD_RULES
from workshop.suites.mmcode.families._gardens import Density, garden_of

VERSION = 3
TITLE = "Garden Ways"
CATEGORY = "map"
PICTURES = (("map", "graph"), ("map",))
VARIANTS = ("bridges", "gates", "passages", "cards", "mirrors")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
NAMED = ("turnstile", "gate", "black sign", "red ring", "card", "two frames")
CAPTURED = {"4": "scan", "5": "scan"}
#: Those before them had no ponds whose meaning is found, or small gardens that left several readings.
RENUMBERED = {"cards": 12, "mirrors": 13, "4": 14, "5": 15}

STATEMENT = """
$rules

There are several walks. Each one begins with open gates and with the turnstiles as they are in the picture. Find the smallest
number of moves for each walk.

Input

The first line has an integer n, the number of walks (1 <= n <= 100). Each of the next n lines has the letters of two ponds with a
space between them: where the walk begins and where it ends. They can be the same.

Output

Print n lines: for each walk the smallest number of moves, or -1 if the walk is not possible.

$samples

![image](1.png)

![image](2.png)
"""


#: Programs without ponds whose meaning is found.
_TOLD = {name: told_program(level) for level, name in enumerate(VARIANTS, 1)}
REFERENCE = {
    name: found_program(int(level)) if level in "45" else _TOLD[name] for name, level in DIAL.items()
}
WRONG = {
    "only-forward": {
        name: text.replace("way[0] != ", "way[0] > way[1] or way[0] != ").replace(
            "if after not in moves or", "if after not in moves and after[0] > place[0] or after in moves and"
        )
        for name, text in REFERENCE.items()
    },
    "counts-ponds": {name: text.replace("{begin: 0}", "{begin: 1}") for name, text in REFERENCE.items()},
}
EQUIVALENT = {
    "'*' → '*~'": "a sign after the last way or pond is not read",
    "count < moves[after] → count <= moves[after]": "a state that is reached again by as many moves leads no further",
}
_DENSER = {
    4: Density(crossings=9, bridges=8, paths=8, signs=26, bars=13, red=4, covered=(4, 1)),
    5: Density(crossings=10, bridges=9, paths=7, signs=30, bars=15, red=4, covered=(5, 1)),
}
_LOOKS = {4: "by", 5: "byd"}  #: see :data:`._garden_rules.LOOKS`
_WORN, _LESSONS = 5, {4: 9, 5: 12}  #: ponds of each look, and small gardens at most


def sample(draws: Draws) -> dict[str, Any]:
    letters = draws.shuffled("ABCDEFGHIJKLMNOPQRST")
    values: dict[str, Any] = {"letters": letters, "seed": draws.integer(1, 10**9)}
    values["rules"] = {name: FOUND_RULES if level in "45" else TOLD_RULES for name, level in DIAL.items()}
    values["unique_among"] = {
        name: math.prod(len(readings_of(looks, own)) for own in looks) if looks else 0
        for name, level in DIAL.items()
        for looks in [_LOOKS.get(int(level), "")]
    }
    for level in range(1, 6):
        values |= _named(garden_of(draws, level, Density()), letters, level)
    solve = solvers(_TOLD, values)
    shown: dict[str, str] = {}
    for _ in range(300):
        walk = f"{draws.choice(letters)} {draws.choice(letters)}"
        if agreeing([_list([walk])], solve):
            shown.setdefault(solve[VARIANTS[0]](_list([walk])), walk)
    if len(shown) < 2:
        raise UnfitError("too few walks have the same length in all gardens")
    values["shown"] = [*shown.values()][:4]
    return values | _harder(values, 4) | _harder(values, 5)


def _named(garden: dict[str, Any], letters: list[str], level: int) -> dict[str, Any]:
    red = "".join(sorted(letters[pond] for pond in garden["red"]))
    named = {"garden": garden, "letters": letters, "ways": ways_of(garden, letters, level), "red": red}
    return {f"{name}{level}": value for name, value in named.items()}


def _harder(values: dict[str, Any], level: int) -> dict[str, Any]:
    """Return a denser garden for level 4 or 5, with other letters, in which the walks shown stay right."""
    draws, letters = Draws("garden_ways", values["seed"], "harder", level), values["letters"]
    (right,) = solvers({"": _TOLD[VARIANTS[level - 1]]}, values).values()
    wanted = {(walk[0], walk[-1]): int(right(_list([walk]))) for walk in values["shown"]}
    for _ in range(60):
        plan = garden_of(draws, level, _DENSER[level])
        free = draws.shuffled([pond for pond in range(len(letters)) if pond not in plan["red"]])
        plan["looks"] = {free.pop(): look for look in _LOOKS[level] for _ in range(_WORN)}
        garden = Garden(plan)
        rule = telling_rule(draws, garden, _LOOKS[level])
        lengths = {
            (start, end): count
            for start in range(len(letters))
            for end, count in garden.lengths(rule, start).items()
        }
        for _ in range(2000 * bool(rule)):
            others = draws.shuffled(letters)
            was = {letter: pond for pond, letter in enumerate(others)}
            if any(lengths.get((was[a], was[b]), -1) != count for (a, b), count in wanted.items()):
                continue
            try:
                lessons = lessons_of(draws, rule, _LESSONS[level], garden)
            except UnfitError:
                break
            found = {"lessons": lessons, "rule": rule, "steps": steps_of(garden, rule, others)}
            return _named(plan, others, level) | {f"{name}{level}": value for name, value in found.items()}
    raise UnfitError("no other garden has walks of the same length")


def _list(walks: list[str]) -> str:
    return f"{len(walks)}\n" + "".join(f"{walk}\n" for walk in walks)


def check_input(values: dict[str, Any], text: str) -> None:
    count, *walks = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(walks) <= 100:
        raise ValueError("another number of walks")
    for walk in walks:
        start, end = walk.split(" ")
        if not {start, end} <= {*values["letters"]}:
            raise ValueError(f"{walk} has a pond that does not exist")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws, letters = Draws("garden_ways", values["seed"], name), values["letters"]
    return [
        _list([f"{draws.choice(letters)} {draws.choice(letters)}" for _ in range(count)]) for count in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [6, 7, 8, 9, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    letters = values["letters"]
    still, away = [f"{name} {name}" for name in letters], [f"{letters[0]} {name}" for name in letters]
    back = [f"{name} {letters[7]}" for name in letters]
    return [
        _list(still),
        _list(away),
        _list(back),
        _list([f"{letters[12]} {name}" for name in letters]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [99, 100])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    return [picture(values, level), key_picture(values.get(f"lessons{level}", ()))]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    letters = dict(enumerate(values[f"letters{level}"]))
    garden = garden_words(values[f"garden{level}"], letters, level)
    return [garden, key_words(values.get(f"lessons{level}", ()))]

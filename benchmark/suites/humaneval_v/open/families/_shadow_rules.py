"""Rules of ``lamp_shadows``: written as programs, and tried on floors as a whole space.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.authoring.family import Call
from benchmark.authoring.rule_space import Choices, RuleSpace
from benchmark.suites.humaneval_v.open.families._shadow_drawings import SIZE

WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
#: A lamp of the same sort is the mirror image of another.
SORTS = [(abs(down), abs(right)) for down, right in WAYS]
REACHES = ("height", "height + 1", "2 * height")
#: Pillars of which height are of glass, and for which lamps.
GLASS = [(0, ""), *product((1, 2, 3), ("both", "first", "second"))]
#: What a shadow does at another pillar; else it goes on behind it.
MEETINGS = ("", "break", "down, right = -right, down", "down, right = right, -down")
MARKS = (".++#", ".+##", ".#+#")  #: light, shadow of the first lamp, of the second, and of both
SECOND = ("", "reach += 1", "reach -= 1", "reach = 1")
#: The half of the floor whose pillars have mirrored shadows, and the axis.
HALVES = [
    ("", ""),
    *product(("line < 3", "line > 2"), ("down",)),
    *product(("place < 3", "place > 2"), ("right",)),
]
#: By how many quarters a lamp's shadow of a pillar is turned.
MEASURES = {
    "": "0",
    "row": "[other[0] for other in pillars].count(line)",
    "column": "[other[1] for other in pillars].count(place)",
    "taller": "sum(other[2] > height for other in pillars)",
    "near": "sum(abs(other[0] - line) < 2 and abs(other[1] - place) < 2 for other in pillars)",
    "height": "height",
    "line": "line",
    "place": "place",
}
PARTS = {
    "one": 8, "two": 8, "reach": len(REACHES), "marks": len(MARKS), "glass": len(GLASS), "meeting": len(MEETINGS),
    "second": len(SECOND), "half": len(HALVES),
}  # fmt: skip
#: Of level 5, where the shadows of each lamp are turned by a measure of its own.
PARTS_5 = {name: most for name, most in PARTS.items() if name not in ("glass", "half")}
PARTS_5 |= {"turn_one": len(MEASURES), "turn_two": len(MEASURES)}
Rule = dict[str, int]


def program(rule: Rule) -> str:
    """Write any rule of the space as a program."""
    lamps = [WAYS[rule["one"]], WAYS[rule["two"]]]
    glass, through = GLASS[rule.get("glass", 0)]
    half, mirrored = HALVES[rule.get("half", 0)]
    lines = ["def solution(pillars: list[list[int]]) -> list[str]:"]
    lines += ["    tall = {(line, place): height for line, place, height in pillars}"]
    lines += ["    shadows = [set(), set()]", "    for line, place, height in pillars:"]
    lines += [f"        for lamp, (down, right) in enumerate({lamps}):"]
    if glass:
        which = {"both": "", "first": " and lamp == 0", "second": " and lamp == 1"}[through]
        lines += [f"            if height == {glass}{which}:", "                continue"]
    if half:
        lines += [f"            if {half}:", f"                {mirrored} = -{mirrored}"]
    if "turn_one" in rule:
        turns = ", ".join([*MEASURES.values()][rule[name]] for name in ("turn_one", "turn_two"))
        lines += [
            f"            for _ in range([{turns}][lamp]):",
            "                down, right = right, -down",
        ]
    lines += [f"            reach = {REACHES[rule['reach']]}"]
    if second := SECOND[rule["second"]]:
        lines += ["            if lamp == 1:", f"                {second}"]
    lines += ["            row, column = line, place", "            for _ in range(reach):"]
    lines += ["                row, column = row + down, column + right"]
    if meeting := MEETINGS[rule["meeting"]]:
        lines += ["                if (row, column) in tall:", f"                    {meeting}"]
    lines += ["                shadows[lamp].add((row, column))"]
    lines += ["    floor = []", "    for row in range(6):", '        floor.append("")']
    lines += ["        for column in range(6):", "            if (row, column) in tall:"]
    lines += ['                floor[row] += "o"', "            else:"]
    lines += ["                first, second = ((row, column) in shadow for shadow in shadows)"]
    light, first, second, both = [*MARKS[rule["marks"]]]
    marks = [[light, second], [first, both]]
    lines += [f"                floor[row] += {marks}[first][second]", "    return floor"]
    return "\n".join(lines)


Values = npt.NDArray[Any]


def _quarters(pillars: list[list[int]], line: int, place: int, height: int) -> list[int]:
    """Return by how many quarters each measure turns a shadow of a pillar."""
    found = {
        "row": sum(other[0] == line for other in pillars),
        "column": sum(other[1] == place for other in pillars),
        "taller": sum(other[2] > height for other in pillars),
        "near": sum(max(abs(other[0] - line), abs(other[1] - place)) < 2 for other in pillars),
        "height": height,
        "line": line,
        "place": place,
    }
    return [found.get(measure, 0) % 4 for measure in MEASURES]


def _turned(down: Values, right: Values, quarters: Values) -> tuple[Values, Values]:
    """Return directions after some quarters of a turn."""
    return (
        np.choose(quarters, [down, right, -down, -right]),
        np.choose(quarters, [right, -down, -right, down]),
    )


def floors(rules: Choices, call: Call) -> Values:
    """Return the floor by each rule, of shape (rules, 36): 0 light, 1 pale, 2 dark, 3 a pillar."""
    pillars = call[0]
    count = len(rules["one"])
    every = np.arange(count)
    tall, shadows = np.zeros(SIZE * SIZE, np.int8), np.zeros((count, SIZE * SIZE), np.int8)
    for line, place, height in pillars:
        tall[SIZE * line + place] = height
    for line, place, height in pillars:
        halves = {"": False, "line < 3": line < 3, "line > 2": line > 2, "place < 3": place < 3}
        halves["place > 2"] = place > 2
        mirrored = [
            [1 - 2 * (halves[half] and what == axis) for axis in ("down", "right")] for half, what in HALVES
        ]
        quarters = np.array(_quarters(pillars, line, place, height))
        for lamp, name in enumerate(("one", "two")):
            ways = np.array(WAYS, np.int8)[rules[name]]
            if "turn_one" in rules:
                down, right = _turned(*ways.T, quarters[rules[f"turn_{name}"]])
            else:
                down, right = (ways * np.array(mirrored, np.int8)[rules["half"]]).T
            reach = np.array([height, height + 1, 2 * height], np.int8)[rules["reach"]]
            if lamp:
                reach = np.choose(rules["second"], [reach, reach + 1, reach - 1, 1 + 0 * reach])
            clear = [glass == height and lamps != ("second", "first")[lamp] for glass, lamps in GLASS]
            runs = ~np.array(clear)[rules["glass"] if "glass" in rules else 0 * every]
            row, column = np.full(count, line, np.int8), np.full(count, place, np.int8)
            for step in range(reach.max()):
                row, column = row + down, column + right
                runs &= (step < reach) & (row >= 0) & (row < SIZE) & (column >= 0) & (column < SIZE)
                at = np.where(runs, SIZE * row + column, 0)
                meeting = rules["meeting"] * (tall[at] > 0)
                runs &= meeting != MEETINGS.index("break")
                shadows[every, at] |= (runs * (lamp + 1)).astype(np.int8)
                down, right = (
                    np.choose(meeting, [down, down, -right, right]),
                    np.choose(meeting, [right, right, down, -down]),
                )
    marks = np.array([[".+#".index(mark) for mark in row] for row in MARKS], np.int8)
    floor: Values = marks[rules["marks"][:, None], shadows]
    floor[:, tall > 0] = 3
    return floor


def floor_space(level: int) -> RuleSpace:
    """Return the rules that a reader may see at a level, from 1 to 5."""
    return RuleSpace(
        parts=PARTS_5 if level == 5 else PARTS,
        results=floors,
        coded=lambda rows: [".+#o".index(mark) for mark in "".join(rows)],
    )

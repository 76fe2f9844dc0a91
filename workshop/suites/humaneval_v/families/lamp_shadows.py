"""Shadows of pillars under two lamps, seen from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.mutants import mutants
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._shadow_drawings import SIZE, draw_floors

VERSION = 1
KINDS = ("grid", "solid")
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
CAPTURED = {"3": "folded", "4": "screen", "5": "notebook"}

TEXT = '''\
def solution(pillars: list[list[int]]) -> list[str]:
    """
    Pillars stand on a floor of six by six squares under two lamps. The picture shows some floors from above: a
    pillar is one white square, two in one another, or three, as high as it is, and shadows are pale or dark
    blue squares. Find the shadows of other pillars.

    Parameters:
        pillars (list[list[int]]): Row and column, from 0 at the top left, and height from 1 to 3 of each pillar.

    Returns:
        list[str]: The rows of the floor: "o" is a pillar, "+" a pale shadow, "#" a dark one and "." light.
    """
'''

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
PARTS = {
    "one": 8, "two": 8, "reach": len(REACHES), "marks": len(MARKS), "glass": len(GLASS), "meeting": len(MEETINGS),
    "second": len(SECOND), "half": len(HALVES),
}  # fmt: skip
CONTEXTS = ("glass", "meeting", "second", "half")
CALLS, TRIED = 14, 200  #: calls of the tests, and floors that are tried for them
Rules = tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class Floor:
    """Parameters: the mutation, the seed of the pillars, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: Rules


def sample(mutation: str, draws: Draws) -> Floor:
    order, rules = draws.shuffled(CONTEXTS), []
    for level in range(len(MUTATIONS)):
        one = draws.integer(0, 7)
        two = draws.choice([way for way in range(8) if SORTS[way] != SORTS[one]])
        rule = {"one": one, "two": two, "reach": draws.integer(0, 2), "marks": draws.integer(0, 2)}
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rules.append(
            tuple({**rule, **{name: active[name] * (name in order[:level]) for name in CONTEXTS}}.items())
        )
    return Floor(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(floor: Floor) -> str:
    return program(dict(floor.rules[MUTATIONS.index(floor.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    lamps = [WAYS[rule["one"]], WAYS[rule["two"]]]
    glass, through = GLASS[rule["glass"]]
    half, turned = HALVES[rule["half"]]
    lines = ["def solution(pillars: list[list[int]]) -> list[str]:"]
    lines += ["    tall = {(line, place): height for line, place, height in pillars}"]
    lines += ["    shadows = [set(), set()]", "    for line, place, height in pillars:"]
    lines += [f"        for lamp, (down, right) in enumerate({lamps}):"]
    if glass:
        which = {"both": "", "first": " and lamp == 0", "second": " and lamp == 1"}[through]
        lines += [f"            if height == {glass}{which}:", "                continue"]
    if half:
        lines += [f"            if {half}:", f"                {turned} = -{turned}"]
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


def _floors(rules: Choices, call: Call) -> Values:
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
        turned = [
            [1 - 2 * (halves[half] and what == axis) for axis in ("down", "right")] for half, what in HALVES
        ]
        for lamp, name in enumerate(("one", "two")):
            ways = np.array(WAYS, np.int8)[rules[name]] * np.array(turned, np.int8)[rules["half"]]
            down, right = ways.T
            reach = np.array([height, height + 1, 2 * height], np.int8)[rules["reach"]]
            if lamp:
                reach = np.choose(rules["second"], [reach, reach + 1, reach - 1, 1 + 0 * reach])
            clear = [glass == height and lamps != ("second", "first")[lamp] for glass, lamps in GLASS]
            runs = ~np.array(clear)[rules["glass"]]
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


def rule_space(_floor: Floor) -> RuleSpace:
    return RuleSpace(
        parts=PARTS, results=_floors, coded=lambda rows: [".+#o".index(mark) for mark in "".join(rows)]
    )


def _pillars(draws: Draws, count: int) -> Call:
    """Draw pillars of every height, some of which stand in a line with another."""
    while True:
        places = draws.sample(list(product(range(SIZE), repeat=2)), count)
        heights = draws.shuffled((1, 2, 3, *draws.integers(count - 3, 1, 3)))
        rows, columns = ({place[axis] for place in places} for axis in (0, 1))
        if len(rows) < count and len(columns) < count:
            return ([[*place, height] for place, height in sorted(zip(places, heights, strict=True))],)


def calls(floor: Floor) -> list[Call]:
    return list(_asked(floor.seed, floor.rules))


@lru_cache(maxsize=8)
def _asked(seed: str, rules: Rules) -> list[Call]:
    """Return floors that together notice every small fault in the program of every mutation."""
    draws, kept, spare = Draws(seed, "calls"), list[Call](), list[Call]()
    programs = [program(dict(rule)) for rule in rules]
    faults = [(number, mutant.tree) for number, text in enumerate(programs) for mutant in mutants(text)]
    unseen = [(number, compile_solution(ast.unparse(tree))) for number, tree in faults]
    right = [compile_solution(text) for text in programs]
    for _ in range(TRIED):
        call = _pillars(draws, draws.integer(5, 7))
        results = [solve(*call) for solve in right]
        still = [fault for fault in unseen if _same(fault[1], call, results[fault[0]])]
        (kept if len(still) < len(unseen) else spare).append(call)
        unseen = still
        if not unseen and len(kept) + len(spare) >= CALLS:
            break
    if unseen or len(kept) > CALLS:
        raise UnfitError(f"{CALLS} calls do not notice every fault")
    return draws.shuffled([*kept, *spare][:CALLS])


def _same(solve: Solve, call: Call, result: list[str]) -> bool:
    """Whether a program gives a result; one that fails does not."""
    try:
        return bool(solve(*call) == result)
    except Exception:  # noqa: BLE001 - any error is another result
        return False


def examples(floor: Floor) -> list[Call]:
    return list(_shown(floor.seed, floor.rules))


@lru_cache(maxsize=8)
def _shown(seed: str, rules: Rules) -> list[Call]:
    """Return floors that leave one rule of the space for each mutation."""
    draws, floor = Draws(seed, "examples"), Floor("", seed, rules)
    return telling_examples(
        rule_space(floor),
        rules=[dict(rule) for rule in rules],
        asked=calls(floor),
        shown=[_pillars(draws, 5) for _ in range(3)],
        candidate=lambda: _pillars(draws, 5),
        numbers=range(6, 10),
    )


def picture(floor: Floor, solve: Solve) -> Canvas:
    return draw_floors([(*call, solve(*call)) for call in examples(floor)])


def describe(floor: Floor, solve: Solve) -> str:
    shown = "; ".join(f"{pillars}: {' '.join(solve(pillars))}" for (pillars,) in examples(floor))
    return (
        "The picture shows floors of six by six squares from above. White squares with dark edges in one another are pillars, one "
        "for each step of their height. Blue and pale blue squares are dark and pale shadows. In words, row, column and height "
        f'of the pillars, and the rows of the floor with "o" for pillars, "#" for dark and "+" for pale shadows: {shown}.'
    )

"""Numbers that ropes carry through a braid, and that change where one rope lies over another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._braid_drawings import draw_braids

VERSION = 2
KINDS = ("knot", "sequence")
TASK_TYPE = "Iteration"
ASPECTS = ("Topological Relations", "Mathematical Operations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
EXCLUDED_STYLES = {"dark": "a light edge around each rope would hide which one lies on top"}
EQUIVALENT = {"0 → -1": "no gap has either number"}

TEXT = '''\
def solution(ropes: dict[str, int], crossings: list[list]) -> dict[str, int]:
    """
    Four ropes hang side by side and are braided. Each has a number at its upper end, and the braid changes
    it. The picture shows some braids with the numbers at both ends. Find the numbers of another braid.

    Parameters:
        ropes (dict[str, int]): Name of each rope -> number at its upper end, from left to right: A, B, C, D.
        crossings (list[list]): The crossings from top to bottom: the gap between two neighbouring places, 1, 2
            or 3 from the left, and "left" or "right": the side from which the rope on top comes.

    Returns:
        dict[str, int]: Name of each rope -> number at its lower end.
    """
'''

#: What happens to the number {0} of a rope that meets another with the number {1}.
EFFECTS = ("{0}", "{0} + 1", "{0} + 2", "{0} - 1", "{0} - 2", "2 * {0}", "{0} + {1}", "{0} - {1}")
TRADE = "trade"
#: Part of a rule → what it looks at, and what happens there; the first changes nothing.
GAPS = [("", ""), *product("123", ("roles", "nothing", TRADE))]
TWISTS = ["", "roles", "nothing", TRADE]
SIDES = [("", ""), *product(("left", "right"), ("nothing", TRADE, "more"))]
ORDERS = [
    ("", ""),
    *product(("over > under", "over < under", "over % 2 == under % 2"), ("roles", "nothing")),
]
CONTEXTS: dict[str, Sequence[Any]] = {"gap": GAPS, "twist": TWISTS, "side": SIDES, "order": ORDERS}
PARTS = {"over": 8, "under": 8, **{name: len(choices) for name, choices in CONTEXTS.items()}}
#: Which of two equal numbers is the larger one where ropes change roles: neither, or that of the rope from a side.
TIES = ("", "left", "right")


@dataclass(frozen=True)
class Braid:
    """Parameters: the mutation, the seed of the braids, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]
    told: tuple[tuple[tuple[str, int], ...], ...]  #: those that the first braids tell apart


def sample(mutation: str, draws: Draws) -> Braid:
    order, rules = draws.shuffled(list(CONTEXTS)), []
    for level in range(len(MUTATIONS)):
        over, under = draws.sample(range(1, 8 if level > 1 else 6), 2)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        contexts = {name: active[name] * (name in order[:level]) for name in CONTEXTS}
        rules.append({"over": over, "under": under, **contexts, "ties": 0})
    told = tuple(tuple(rule.items()) for rule in rules)
    for rule in rules[3:]:  # roles by size would leave equal numbers open
        rule["order"] = 5 if rule["order"] in (1, 3) else rule["order"]
    return Braid(mutation, draws.text("ABCDEFGH", 16), tuple(tuple(rule.items()) for rule in rules), told)


def reference(braid: Braid) -> str:
    return program(dict(braid.rules[MUTATIONS.index(braid.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    gap, at_gap = GAPS[rule["gap"]]
    side, from_side = SIDES[rule["side"]]
    order, in_order = ORDERS[rule["order"]]
    if (first := TIES[rule["ties"]]) and in_order == "roles" and "%" not in order:
        order = f'(over, side == "{first}") {order[5]} (under, side != "{first}")'
    tests = {f"gap == {gap}": at_gap, "gap == before": TWISTS[rule["twist"]], f'side == "{side}"': from_side}
    tests[order] = in_order
    happens = {what: [test for test, effect in tests.items() if effect == what] for what in tests.values()}
    lines = ["def solution(ropes: dict[str, int], crossings: list[list]) -> dict[str, int]:"]
    lines += ["    numbers, row = dict(ropes), list(ropes)"]
    lines += ["    before = 0"] * bool(rule["twist"])
    lines += ["    for gap, side in crossings:", "        top, low = row[gap - 1], row[gap]"]
    lines += ['        if side == "right":', "            top, low = low, top"]
    lines += ["        over, under = numbers[top], numbers[low]"]
    changes = [
        f"{EFFECTS[rule['over']].format('over', 'under')}, {EFFECTS[rule['under']].format('under', 'over')}"
    ]
    steps = [f"        over, under = {changes[0]}"]
    if roles := happens.get("roles"):
        other = f"{EFFECTS[rule['under']].format('over', 'under')}, {EFFECTS[rule['over']].format('under', 'over')}"
        lines += ["        swapped = False"]
        for test in roles:
            lines += [f"        if {test}:", "            swapped = not swapped"]
        steps = [
            "        if swapped:",
            f"            over, under = {other}",
            "        else:",
            f"    {steps[0]}",
        ]
    if quiet := happens.get("nothing"):
        lines += [f"        if not ({' or '.join(quiet)}):", *(f"    {step}" for step in steps)]
    else:
        lines += steps
    for test in happens.get("more", ()):
        lines += [f"        if {test}:", "            over += 1"]
    for test in happens.get(TRADE, ()):
        lines += [f"        if {test}:", "            over, under = under, over"]
    lines += [
        "        numbers[top], numbers[low] = over, under",
        "        row[gap - 1], row[gap] = row[gap], row[gap - 1]",
    ]
    lines += ["        before = gap"] * bool(rule["twist"])
    return "\n".join([*lines, "    return numbers"])


Values = npt.NDArray[np.int64]


def _numbers(rules: Choices, call: Call) -> Values:
    """Return the numbers of the four ropes by each rule, of shape (rules, 4)."""
    ropes, crossings = call
    numbers = dict.fromkeys(ropes)
    values: dict[str, Values] = {name: np.full(len(rules["over"]), ropes[name]) for name in numbers}
    row, before = list(ropes), 0
    for gap, side in crossings:
        top, low = (row[gap - 1], row[gap]) if side == "left" else (row[gap], row[gap - 1])
        over, under = values[top], values[low]
        lead = np.array([0, 1, -1])[rules["ties"]] * (rules["order"] % 2) * (1 if side == "left" else -1)
        met = {"over > under": 2 * over + lead > 2 * under, "over < under": 2 * over + lead < 2 * under}
        met["over % 2 == under % 2"] = (over + under) % 2 == 0
        hits = [
            ([str(gap) == where for where, _ in GAPS], [what for _, what in GAPS], rules["gap"]),
            ([gap == before] * len(TWISTS), TWISTS, rules["twist"]),
            ([side == where for where, _ in SIDES], [what for _, what in SIDES], rules["side"]),
        ]
        found = {
            what: [
                np.array([hit and does == what for hit, does in zip(at, names, strict=True)])[chosen]
                for at, names, chosen in hits
            ]
            for what in ("roles", "nothing", TRADE, "more")
        }
        for number, (test, what) in enumerate(ORDERS):
            if test:
                found[what].append((rules["order"] == number) & met[test])
        swapped = np.logical_xor.reduce(found["roles"])
        quiet = np.logical_or.reduce(found["nothing"])
        first = np.where(swapped, rules["under"], rules["over"])
        second = np.where(swapped, rules["over"], rules["under"])
        over, under = (
            np.where(
                quiet,
                own,
                np.choose(how, [own, own + 1, own + 2, own - 1, own - 2, 2 * own, own + other, own - other]),
            )
            for own, other, how in ((over, under, first), (under, over, second))
        )
        over = over + np.logical_or.reduce(found["more"])
        trade = np.logical_xor.reduce(found[TRADE])
        values[top], values[low] = np.where(trade, under, over), np.where(trade, over, under)
        row[gap - 1], row[gap] = row[gap], row[gap - 1]
        before = gap
    return np.stack([values[name] for name in ropes], axis=1)


def rule_space(_braid: Braid, *, ties: int = len(TIES)) -> RuleSpace:
    parts = PARTS | {"ties": ties}
    return RuleSpace(parts=parts, results=_numbers, coded=lambda result: [result[name] for name in "ABCD"])


def _braid(draws: Draws, count: int) -> Call:
    """Draw a braid in which every gap is crossed, and a gap twice in turn."""
    while True:
        gaps = draws.integers(count, 1, 3)
        twists = sum(first == second for first, second in pairwise(gaps))
        if {*gaps} == {1, 2, 3} and 1 <= twists <= 2:
            ropes = dict(zip("ABCD", draws.sample(range(1, 10), 4), strict=True))
            return ropes, [[gap, draws.choice(("left", "right"))] for gap in gaps]


def calls(braid: Braid) -> list[Call]:
    draws = Draws(braid.seed, "calls")
    return [_braid(draws, draws.integer(5, 7)) for _ in range(14)]


def examples(braid: Braid) -> list[Call]:
    return list(_shown(replace(braid, mutation="")))


@lru_cache(maxsize=8)
def _shown(braid: Braid) -> list[Call]:
    """Return braids that leave one rule of the space for each mutation, chosen before ties are looked at."""
    draws = Draws(braid.seed, "examples")
    shown = [_braid(draws, 5)]
    for space, rules in ((rule_space(braid, ties=1), braid.told), (rule_space(braid), braid.rules)):
        shown = telling_examples(
            space, rules=[*map(dict, rules)], asked=calls(braid), shown=shown, candidate=lambda: _braid(draws, 5), numbers=range(6, 10)
        )  # fmt: skip
    return shown


def picture(braid: Braid, solve: Solve) -> Canvas:
    return draw_braids([(*call, solve(*call)) for call in examples(braid)])


def describe(braid: Braid, solve: Solve) -> str:
    shown = "; ".join(
        _words(ropes, crossings, solve(ropes, crossings)) for ropes, crossings in examples(braid)
    )
    return (
        "The picture shows braids of four pale ropes with dark edges. All ropes look alike. Above and below each braid are four "
        "tags with numbers, at the ends of the ropes. In words, the numbers from left to right at the top, the crossings from "
        "top to bottom by their gap and the side from which the rope on top comes, and the numbers from left to right below: "
        f"{shown}."
    )


def _words(ropes: dict[str, int], crossings: list[list[Any]], result: dict[str, int]) -> str:
    row = list(ropes)
    for gap, _ in crossings:
        row[gap - 1], row[gap] = row[gap], row[gap - 1]
    met = ", ".join(f"{gap} {side}" for gap, side in crossings)
    return f"{', '.join(map(str, ropes.values()))}; {met}; {', '.join(str(result[name]) for name in row)}"

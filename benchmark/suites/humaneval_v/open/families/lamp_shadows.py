"""Shadows of pillars under two lamps, seen from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.mutants import mutants
from benchmark.authoring.rule_space import RuleSpace, telling_examples
from benchmark.authoring.source import compile_solution
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.humaneval_v.open.families._noticed_faults import gives, notice_faults
from benchmark.suites.humaneval_v.open.families._shadow_drawings import SIZE, draw_floors
from benchmark.suites.humaneval_v.open.families._shadow_rules import (
    PARTS,
    PARTS_5,
    SORTS,
    floor_space,
    floors,
    program,
)

VERSION = 1
KINDS = ("grid", "solid")
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True

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

CONTEXTS = ("glass", "meeting", "second", "half")
CALLS, TRIED = 14, 200  #: calls of the tests, and floors or rules that are tried
Rules = tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class Floor:
    """Parameters: the mutation, the seed of the pillars, and rules by their parts.

    The first five rules choose the floors. The last mutation has the last rule, the others one of the first.
    """

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
    seed = draws.text("ABCDEFGH", 16)
    return Floor(mutation, seed, (*rules, _turning(seed, tuple(rules))))


@lru_cache(maxsize=8)
def _turning(seed: str, rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return a rule that turns shadows by what is around a pillar, and which the floors and the calls prove."""
    draws, floor, space = Draws(seed, "turning"), Floor("", seed, rules), floor_space(5)
    for _ in range(TRIED):
        rule = {name: draws.integer(1 if name in CONTEXTS else 0, most - 1) for name, most in PARTS_5.items()}
        rule["turn_one"], rule["turn_two"] = draws.sample(range(1, 5), 2)
        right = {name: np.array([choice]) for name, choice in rule.items()}
        if sum(SORTS[rule["one"]]) == sum(SORTS[rule["two"]]):  # one has to be straight and the other one not
            continue
        shown, asked = (
            [(call, floors(right, call)[0]) for call in some(floor)] for some in (examples, calls)
        )
        if notice_faults(calls(floor), program(rule)) and not space.ambiguity(shown, asked):
            return tuple(rule.items())
    raise UnfitError("the floors prove no rule that turns shadows")


def reference(floor: Floor) -> str:
    last = floor.mutation == MUTATIONS[-1]
    return program(dict(floor.rules[-1 if last else MUTATIONS.index(floor.mutation)]))


def rule_space(floor: Floor) -> RuleSpace:
    return floor_space(int(DIAL[floor.mutation]))


def _pillars(draws: Draws, count: int) -> Call:
    """Draw pillars of every height, some of which stand in a line with another."""
    while True:
        places = draws.sample(list(product(range(SIZE), repeat=2)), count)
        heights = draws.shuffled((1, 2, 3, *draws.integers(count - 3, 1, 3)))
        rows, columns = ({place[axis] for place in places} for axis in (0, 1))
        if len(rows) < count and len(columns) < count:
            return ([[*place, height] for place, height in sorted(zip(places, heights, strict=True))],)


def calls(floor: Floor) -> list[Call]:
    return list(_asked(floor.seed, floor.rules[: len(MUTATIONS)]))


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
        still = [fault for fault in unseen if gives(fault[1], call, results[fault[0]])]
        (kept if len(still) < len(unseen) else spare).append(call)
        unseen = still
        if not unseen and len(kept) + len(spare) >= CALLS:
            break
    if unseen or len(kept) > CALLS:
        raise UnfitError(f"{CALLS} calls do not notice every fault")
    return draws.shuffled([*kept, *spare][:CALLS])


def examples(floor: Floor) -> list[Call]:
    return list(_shown(floor.seed, floor.rules[: len(MUTATIONS)]))


@lru_cache(maxsize=8)
def _shown(seed: str, rules: Rules) -> list[Call]:
    """Return floors that leave one rule of the space for each mutation."""
    draws, floor = Draws(seed, "examples"), Floor("", seed, rules)
    return telling_examples(
        floor_space(1),
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

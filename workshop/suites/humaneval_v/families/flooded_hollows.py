"""A map with contours whose heights are told by a ramp of colours, and how deep water from a spring gets.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._culverts import Culverts, lay_culverts, telling_rows
from workshop.suites.humaneval_v.families._hollow_maps import AROUND, RAMP, Ground, draw_hollows, ground
from workshop.suites.humaneval_v.families._hollow_rules import (
    LOSING,
    PARTS,
    PIPES,
    depths,
    heights_of,
    program,
)

VERSION = 1
KINDS = ("map", "section")
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
SETTLED = {
    "for inner, outer in *": "the map shows which ground is around which",
    "heights = *": "the map shows the colour of each ground",
    "spots = *": "the map shows where the spots are",
    "*inner in *": "the map shows which contours are broad",
    "*inner not in *": "the map shows which contours are broad",
    "if spot in *": "the map shows which spots are squares",
    "for start, end in *": "the map shows where the pipe is",
    "for start, end, lost in *": "the tangle shows what each culvert joins, and where it lies below or over another",
    "*max(water[end], *": "the text says how high water rises at the spring: water that comes back lowers nothing",
}
EQUIVALENT = {
    "water[start] > heights[start] → water[start] >= heights[start]": "levels are odd, heights and losses even",
    "heights[end] < heights[start] → heights[end] <= heights[start]": "neighbouring grounds differ in height",
    "heights[end] > heights[start] → heights[end] >= heights[start]": "neighbouring grounds differ in height",
}

TEXT = '''\
def solution(spring: str, level: int) -> list[int]:
    """
    The picture shows a map with contours. A colour is a height; the bar next to the map has the colours from the
    lowest, at its foot, to the highest. The table shows how deep the spots got under water when one of them was a spring.
    Find the depths for another spring.

    Parameters:
        spring (str): The letter of the spot where water comes out, from A to F.
        level (int): The height to which the water rises there; it is above the ground.

    Returns:
        list[int]: How deep the water is over the spots A to F; 0 where there is none.
    """
'''
CONTEXTS = ("wall", "loss", "square", "pipe")


@dataclass(frozen=True)
class Hollows:
    """Parameters: the mutation, the seed of the map, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]
    #: The rules of levels 1 to 4, and one with a pipe, which the calls and rows of these levels tell apart.
    told: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Hollows:
    rules = []
    heights = {name: draws.integer(0, PARTS[name] - 1) for name in list(PARTS)[:5]}
    for level in range(len(MUTATIONS)):
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        contexts = {name: active[name] * (CONTEXTS.index(name) < level) for name in CONTEXTS}
        rules.append(tuple({**heights, **contexts, "anywhere": 0}.items()))
    seed = draws.text("ABCDEFGH", 16)
    last = tuple(_last_rule(seed, tuple(rules)).items())
    return Hollows(mutation, seed, (*rules[:-1], last), tuple(rules))


def _last_rule(seed: str, told: tuple[tuple[tuple[str, int], ...], ...]) -> dict[str, int]:
    return {**dict(told[-1]), "pipe": Draws(seed, "losing").choice(LOSING)}


def _is_last(hollows: Hollows) -> bool:
    return hollows.mutation == MUTATIONS[-1]


def _map(hollows: Hollows) -> Ground:
    """Return the map of a level."""
    shown = ground(hollows.seed)
    return replace(shown, culverts=_last(hollows)[0].joined(shown)) if _is_last(hollows) else shown


def reference(hollows: Hollows) -> str:
    return program(dict(hollows.rules[MUTATIONS.index(hollows.mutation)]), _map(hollows))


def rule_space(hollows: Hollows) -> RuleSpace:
    shown, pipes = _map(hollows), len(PIPES) if _is_last(hollows) else PARTS["pipe"]
    return RuleSpace(parts=PARTS | {"pipe": pipes}, results=lambda rules, call: depths(shown, rules, call))


def _call(hollows: Hollows, draws: Draws, springs: str) -> Call:
    """Draw a spring, and a level a little above the ground there or above a higher one."""
    heights, shown = heights_of(dict(hollows.rules[0])), ground(hollows.seed)
    spring = draws.choice(springs)
    tone = draws.integer(shown.tones[shown.at(spring)], 4)
    return spring, heights[tone] + 2 * draws.integer(0, 7) + 1


def calls(hollows: Hollows) -> list[Call]:
    return _asked(hollows.seed, hollows.told)


@lru_cache(maxsize=8)
def _asked(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return springs that tell each rule from those with one other part, and each contour's breadth."""
    hollows, shown, draws = Hollows("", seed, rules, rules), ground(seed), Draws(seed, "calls")
    near = [{**dict(rule), name: n} for rule in rules for name, count in PARTS.items() for n in range(count)]
    right, changed = (
        {name: np.array([dict(rule)[name] for rule in some]) for name in PARTS} for some in (rules, near)
    )
    misread = [replace(shown, walls=[*{*shown.walls} ^ {number}]) for number in range(1, 10)]

    def tells(call: Call) -> npt.NDArray[np.bool_]:
        found = depths(shown, right, call)[:, np.newaxis]
        others = [depths(shown, changed, call).reshape(len(rules), -1, 6)]
        others += [depths(read, right, call)[:, np.newaxis] for read in misread]
        return np.asarray((np.concatenate(others, axis=1) != found).any(axis=2))

    made, told = list[Call](), np.zeros(1, dtype=bool)
    while len(made) < 16:
        tried = [_call(hollows, draws, "ABCDEF"[len(made) % 6]) for _ in range(6)]
        tried = [call for call in tried if call not in made]
        found = [told | tells(call) for call in tried]
        best = max(range(len(tried)), key=lambda number: found[number].sum(), default=None)
        if best is not None:
            made, told = [*made, tried[best]], found[best]
    return made


def _last(hollows: Hollows) -> tuple[Culverts, list[Call]]:
    return _tangled(hollows.seed, hollows.told)


@lru_cache(maxsize=8)
def _tangled(seed: str, told: tuple[tuple[tuple[str, int], ...], ...]) -> tuple[Culverts, list[Call]]:
    """Return the culverts of level 5 and its rows."""
    asked = _asked(seed, told)
    shown, rule = ground(seed), _last_rule(seed, told)
    hollows = Hollows("", seed, told, told)
    for number in range(40):
        draws = Draws(seed, "culverts", number)
        try:
            laid = lay_culverts(draws, PIPES[rule["pipe"]])
            read = replace(shown, culverts=laid.joined(shown))
            space = RuleSpace(
                parts=PARTS | {"pipe": len(PIPES)},
                results=lambda rules, call, read=read: depths(read, rules, call),  # type: ignore[misc]
            )
            drawn = [_call(hollows, draws, "ABCDEF") for _ in range(250)]
            drawn = [call for call in dict.fromkeys(drawn) if call not in asked]
            return laid, telling_rows(draws, space, rule, program, read, asked, drawn, SETTLED)
        except UnfitError:
            continue
    raise UnfitError("no culverts are told by few rows")


def examples(hollows: Hollows) -> list[Call]:
    return _last(hollows)[1] if _is_last(hollows) else _shown(hollows.seed, hollows.told)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return springs that leave one rule of the space for each mutation, in the order of their letters."""
    draws, hollows = Draws(seed, "examples"), Hollows("", seed, rules, rules)
    first = {_call(hollows, draws, "ABCDEF"): None for _ in range(24)}
    asked = calls(hollows)
    return sorted(telling_examples(
        rule_space(hollows), rules=[dict(rule) for rule in rules], asked=asked,
        shown=[call for call in first if call not in asked][:3], candidate=lambda: _call(hollows, draws, "ABCDEF"),
        numbers=range(8, 18),
    ))  # fmt: skip


def picture(hollows: Hollows, solve: Solve) -> Canvas:
    table = [(spot, level, solve(spot, level)) for spot, level in examples(hollows)]
    laid = _last(hollows)[0] if _is_last(hollows) else None
    return draw_hollows(ground(hollows.seed), Draws(hollows.seed, "drawing"), table, laid)


def describe(hollows: Hollows, solve: Solve) -> str:
    shown, draws = ground(hollows.seed), Draws(hollows.seed, "drawing")
    colours = draws.shuffled(RAMP)
    names = [f"ground {number}" for number in range(10)]
    grounds = "; ".join(
        f"{names[number]} in {colours[shown.tones[number]]}, inside ground {AROUND[number - 1]}, with a "
        f"{'broad' if number in shown.walls else 'thin'} contour"
        for number in range(1, 10)
    )
    spots = ", ".join(f"{spot} in ground {number}" for number, spot in enumerate(shown.spots, 4))
    rows = "; ".join(
        f"{spot} {level:g}: {' '.join(f'{depth:g}' for depth in solve(spot, level))}"
        for spot, level in examples(hollows)
    )
    pipes = (
        _last(hollows)[0].words()
        if _is_last(hollows)
        else (
            f"A pipe of small rings with an arrowhead leads from ground {shown.pipe[0]} to ground {shown.pipe[1]}."
        )
    )
    return (
        f"The picture shows a map. Ground 0 in {colours[shown.tones[0]]} is around all. In it are {grounds}. Spots: {spots}; "
        f"{', '.join(shown.squares)} are squares, the others rings. {pipes} The bar has from the lowest: {', '.join(colours)}. A table has spring, level "
        f"and the depths of A, B, C, D, E and F: {rows}."
    )

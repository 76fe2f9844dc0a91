"""A map with contours whose heights are told by a ramp of colours, and how deep water from a spring gets.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.rule_space import Choices, RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.humaneval_v.open.families._hollow_maps import AROUND, RAMP, Ground, draw_hollows, ground

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
#: Height of the lowest colour, and steps between colours; all are even, and levels odd: water never ends at a height.
LOWEST, STEPS = (10, 12, 14, 16), (4, 6, 10)
#: What water loses at each contour, at all, upwards or downwards, and at a broad one, which may stop it.
LOSSES = [(0, "all"), *product((2, 4), ("all", "up", "down"))]
WALLS = (0, 6, 10, "stops")
SQUARES = ("", "depth += 4", "depth *= 2", "depth += 8")
PIPES = ("", "both", "along", "against")
PARTS = {
    "lowest": len(LOWEST), **{f"step{number}": len(STEPS) for number in range(4)}, "wall": len(WALLS),
    "loss": len(LOSSES), "square": len(SQUARES), "pipe": len(PIPES), "anywhere": 2,
}  # fmt: skip
CONTEXTS = ("wall", "loss", "square", "pipe")


@dataclass(frozen=True)
class Hollows:
    """Parameters: the mutation, the seed of the map, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Hollows:
    rules = []
    heights = {name: draws.integer(0, PARTS[name] - 1) for name in list(PARTS)[:5]}
    for level in range(len(MUTATIONS)):
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        contexts = {name: active[name] * (CONTEXTS.index(name) < level) for name in CONTEXTS}
        rules.append(tuple({**heights, **contexts, "anywhere": 0}.items()))
    return Hollows(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(hollows: Hollows) -> str:
    return program(dict(hollows.rules[MUTATIONS.index(hollows.mutation)]), ground(hollows.seed))


def _heights(rule: dict[str, int]) -> list[int]:
    return [LOWEST[rule["lowest"]] + sum(STEPS[rule[f"step{n}"]] for n in range(tone)) for tone in range(5)]


def program(rule: dict[str, int], shown: Ground) -> str:
    """Write a rule as a program for a map; water flows only over lower ground."""
    (loss, way), wall, pipe = LOSSES[rule["loss"]], WALLS[rule["wall"]], PIPES[rule["pipe"]]
    lines = ["def solution(spring: str, level: int) -> list[int]:", f"    metres = {_heights(rule)}"]
    lines += [f"    heights = [metres[int(tone)] for tone in '{''.join(map(str, shown.tones))}']"]
    lines += [f"    spots = { {spot: shown.at(spot) for spot in 'ABCDEF'} }"]
    lines += ["    water = [-level for _ in heights]", "    water[spots[spring]] = level"]
    lines += ["    for _ in heights:", f"        for inner, outer in enumerate(map(int, '{AROUND}'), 1):"]
    lines += ["            for start, end in [(inner, outer), (outer, inner)]:"]
    stops = f" and inner not in {shown.walls}" * (wall == "stops")
    lines += [f"                if water[start] > heights[start]{stops}:"]
    lines += ["                    new = water[start]"]
    at = " " * 20
    if loss:
        tests = {"all": "", "up": "heights[end] > heights[start]", "down": "heights[end] < heights[start]"}
        lines += [f"{at}if {tests[way]}:"] * bool(way != "all")
        lines += [f"{at}{'    ' * (way != 'all')}new -= {loss}"]
    if isinstance(wall, int) and wall:
        lines += [f"{at}if inner in {shown.walls}:", f"{at}    new -= {wall}"]
    lines += [f"{at}water[end] = max(water[end], new)"]
    if pipe:
        ways = [shown.pipe] * (pipe != "against") + [shown.pipe[::-1]] * (pipe != "along")
        lines += [f"        for start, end in {ways}:", "            if water[start] > heights[start]:"]
        lines += ["                water[end] = max(water[end], water[start])"]
    lines += ["    depths = []", "    for spot in 'ABCDEF':"]
    lines += ["        depth = max(0, water[spots[spot]] - heights[spots[spot]])"]
    if square := SQUARES[rule["square"]]:
        lines += [
            f"        if spot in {shown.squares}{' and depth' * ('+' in square)}:",
            f"            {square}",
        ]
    return "\n".join([*lines, "        depths.append(depth)", "    return depths"])


def _depths(shown: Ground, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the depths by each rule, of shape (rules, 6)."""
    steps = [np.array(STEPS)[rules[f"step{number}"]] for number in range(4)]
    heights = np.cumsum([np.array(LOWEST)[rules["lowest"]], *steps], axis=0)[shown.tones]
    water = np.zeros_like(heights)
    water[shown.at(call[0])] = call[1]
    wall, pipe = np.array([0, 6, 10, 999])[rules["wall"]], rules["pipe"]
    losses = {
        way: np.array([loss if kind in ("all", way) else 0 for loss, kind in LOSSES])[rules["loss"]]
        for way in ("up", "down")
    }
    inner_outer = [(inner, int(outer)) for inner, outer in enumerate(AROUND, 1)]
    upwards = [(inner, outer, inner) for inner, outer in reversed(inner_outer)]
    downwards = [(outer, inner, inner) for inner, outer in inner_outer]
    for last in (False, True):  # before and after the pipe
        for start, end, inner in upwards + downwards:
            lost = losses["up" if shown.tones[end] > shown.tones[start] else "down"]
            new = water[start] - lost - (wall if inner in shown.walls else 0)
            flows = (water[start] > heights[start]) | (rules["anywhere"] == 1)
            water[end] = np.where(flows, np.maximum(water[end], new), water[end])
        for (start, end), ways in () if last else ((shown.pipe, (1, 2)), (shown.pipe[::-1], (1, 3))):
            runs = ((pipe == ways[0]) | (pipe == ways[1])) & (water[start] > heights[start])
            water[end] = np.where(runs, np.maximum(water[end], water[start]), water[end])
    found = []
    for spot in "ABCDEF":
        depth = np.maximum(0, water[shown.at(spot)] - heights[shown.at(spot)])
        if spot in shown.squares:
            changed = np.choose(rules["square"], [depth, depth + 4, depth * 2, depth + 8])
            depth = np.where(depth > 0, changed, depth)
        found.append(depth)
    return np.stack(found, axis=1)


def rule_space(hollows: Hollows) -> RuleSpace:
    shown = ground(hollows.seed)
    return RuleSpace(parts=PARTS, results=lambda rules, call: _depths(shown, rules, call))


def _call(hollows: Hollows, draws: Draws, springs: str) -> Call:
    """Draw a spring, and a level a little above the ground there or above a higher one."""
    heights, shown = _heights(dict(hollows.rules[0])), ground(hollows.seed)
    spring = draws.choice(springs)
    tone = draws.integer(shown.tones[shown.at(spring)], 4)
    return spring, heights[tone] + 2 * draws.integer(0, 7) + 1


def calls(hollows: Hollows) -> list[Call]:
    return _asked(hollows.seed, hollows.rules)


@lru_cache(maxsize=8)
def _asked(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return springs that tell each rule from those with one other part, and each contour's breadth."""
    hollows, shown, draws = Hollows("", seed, rules), ground(seed), Draws(seed, "calls")
    near = [{**dict(rule), name: n} for rule in rules for name, count in PARTS.items() for n in range(count)]
    right, changed = (
        {name: np.array([dict(rule)[name] for rule in some]) for name in PARTS} for some in (rules, near)
    )
    misread = [replace(shown, walls=[*{*shown.walls} ^ {number}]) for number in range(1, 10)]

    def tells(call: Call) -> npt.NDArray[np.bool_]:
        depths = _depths(shown, right, call)[:, np.newaxis]
        others = [_depths(shown, changed, call).reshape(len(rules), -1, 6)]
        others += [_depths(read, right, call)[:, np.newaxis] for read in misread]
        return np.asarray((np.concatenate(others, axis=1) != depths).any(axis=2))

    made, told = list[Call](), np.zeros(1, dtype=bool)
    while len(made) < 16:
        tried = [_call(hollows, draws, "ABCDEF"[len(made) % 6]) for _ in range(6)]
        tried = [call for call in tried if call not in made]
        found = [told | tells(call) for call in tried]
        best = max(range(len(tried)), key=lambda number: found[number].sum(), default=None)
        if best is not None:
            made, told = [*made, tried[best]], found[best]
    return made


def examples(hollows: Hollows) -> list[Call]:
    return _shown(hollows.seed, hollows.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return springs that leave one rule of the space for each mutation, in the order of their letters."""
    draws, hollows = Draws(seed, "examples"), Hollows("", seed, rules)
    first = {_call(hollows, draws, "ABCDEF"): None for _ in range(24)}
    asked = calls(hollows)
    return sorted(telling_examples(
        rule_space(hollows), rules=[dict(rule) for rule in rules], asked=asked,
        shown=[call for call in first if call not in asked][:3], candidate=lambda: _call(hollows, draws, "ABCDEF"),
        numbers=range(8, 18),
    ))  # fmt: skip


def picture(hollows: Hollows, solve: Solve) -> Canvas:
    table = [(spot, level, solve(spot, level)) for spot, level in examples(hollows)]
    return draw_hollows(ground(hollows.seed), Draws(hollows.seed, "drawing"), table)


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
    return (
        f"The picture shows a map. Ground 0 in {colours[shown.tones[0]]} is around all. In it are {grounds}. Spots: {spots}; "
        f"{', '.join(shown.squares)} are squares, the others rings. A pipe of small rings with an arrowhead leads from ground "
        f"{shown.pipe[0]} to ground {shown.pipe[1]}. The bar has from the lowest: {', '.join(colours)}. A table has spring, level "
        f"and the depths of A, B, C, D, E and F: {rows}."
    )

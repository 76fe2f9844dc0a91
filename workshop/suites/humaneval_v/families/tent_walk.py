"""Walks on a map with tents, dashed paths and one-way paths: which of them are allowed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._tent_calls import telling_walks
from workshop.suites.humaneval_v.families._tent_drawings import draw_mark, draw_row, draw_tent
from workshop.suites.humaneval_v.families._tent_rules import (
    PARTS,
    Walk,
    is_allowed,
    right_rule,
    small_walks,
)

VERSION = 2
SEED = "public-4"
KINDS = ("map",)
TASK_TYPE = "Validation"
ASPECTS = ("Topological Relations", "Dynamic Patterns", "Common Sense")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
MUTATIONS = ("from-tents", "few", "turns", "into-tents", "dashed-first")

NAMES = "ABCDEFGHK"
CALLS, WALKS = 12, 5  #: calls of the tests, and walks in each

TEXT = '''\
def solution(walks: list[str]) -> list[bool]:
    """
    Hikers plan walks from place to place on the map in the picture. They keep to the paths, and a path with an
    arrow is walked only that way. Find the walks that are allowed, by the small walks next to the map.

    Parameters:
        walks (list[str]): For each walk the letters of its places, in the order in which it comes to them; there
            are two or more.

    Returns:
        list[bool]: For each walk True if it keeps to the paths and is allowed, False if not.
    """
'''

PROGRAM = """
def solution(walks: list[str]) -> list[bool]:
    plain = $plain.split()
    dashed = $dashed.split()
    tents = $tents
    results = []
    for walk in walks:
        is_allowed = {first}
        {state}
        for start, end in zip(walk, walk[1:]):
            is_dashed = start + end in dashed or end + start in dashed
            if not is_dashed and start + end not in plain:
                is_allowed = False
            {rule}
        results.append(is_allowed)
    return results
"""
LEGS = """legs += 1
            if legs > $legs or is_dashed and {tent} not in tents:
                is_allowed = False
            if end in tents:
                legs = 0"""
FEW = """if is_dashed:
                count += 1
            if count > $few:
                is_allowed = False
            if end in tents:
                count = 0"""
TURNS = """if is_dashed != goes_dashed:
                is_allowed = False
            if end in tents:
                goes_dashed = not goes_dashed"""
#: Mutation → the state of a walk, what happens on each path, and whether it is allowed at first.
WAYS = {
    "from-tents": ("legs = 0", LEGS.replace("{tent}", "start"), "True"),
    "into-tents": ("legs = 0", LEGS.replace("{tent}", "end"), "True"),
    "few": ("count = 0", FEW, "walk[-1] in tents"),
    "turns": ("goes_dashed = False", TURNS, "True"),
    "dashed-first": ("goes_dashed = True", TURNS, "True"),
}

Path = tuple[str, str]


@dataclass(frozen=True)
class Hike:
    """Parameters: the mutation, the map, the limits, and the walks of the tests."""

    mutation: str
    places: tuple[Point, ...]  #: where each place is, in px of the map
    both: tuple[Path, ...]  #: plain paths
    one_way: tuple[Path, ...]
    dashed: tuple[Path, ...]
    tents: tuple[str, ...]
    legs: int  #: the number of paths that are allowed without a tent
    few: int  #: the number of dashed paths that are allowed without a tent
    colours: tuple[Colour, ...]
    tested: tuple[str, ...] = ()


def sample(mutation: str, draws: Draws) -> Hike:
    return replace(_hike(draws.text(NAMES, 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _hike(seed: str) -> Hike:
    """Choose a map, and walks that notice faults of every rule."""
    draws = Draws(seed)
    hike = _map(draws)
    programs = {name: reference(replace(hike, mutation=name)) for name in MUTATIONS}
    rules = [compile_solution(text) for text in programs.values()]
    walks = list(dict.fromkeys(_walk(draws, hike, draws.choice(rules)) for _ in range(500)))
    tested = draws.shuffled(telling_walks(programs, walks, CALLS * WALKS))
    return replace(hike, tested=tuple(tested))


def _map(draws: Draws) -> Hike:
    spots = [(90.0 + 180 * column, 95.0 + 255 * row) for row in range(3) for column in range(3)]
    places = tuple((x + draws.integer(-24, 24), y + draws.integer(-40, 40)) for x, y in draws.shuffled(spots))
    order = sorted(range(9), key=lambda place: (round((places[place][1] - 95) / 255), places[place][0]))
    grid = [NAMES[place] for place in order]
    paths = [(grid[place], grid[place + 1]) for place in range(9) if place % 3 < 2]
    paths += [(grid[place], grid[place + 3]) for place in range(6)]
    for corner in (0, 1, 3, 4):
        pair = draws.choice(((grid[corner], grid[corner + 4]), (grid[corner + 1], grid[corner + 3])))
        paths.append(pair)
    paths = [pair if draws.chance(1, 2) else pair[::-1] for pair in draws.sample(paths, 15)]
    tents = tuple(sorted(draws.sample(NAMES, 3)))
    dashed = sorted(paths[8:], key=lambda pair: len({*pair} & {*tents}) % 2)
    if len({*dashed[-1]} & {*tents}) != 1:
        raise UnfitError("no dashed path between a tent and another place")
    colours: list[Colour] = draws.choices(["white", "paleblue", "yellow"], 9)
    return Hike(
        MUTATIONS[0], places, tuple(paths[:5]), tuple(paths[5:8]), tuple(dashed), tents,
        draws.integer(2, 3), draws.integer(1, 2), tuple(colours),
    )  # fmt: skip


def _walk(draws: Draws, hike: Hike, rule: Solve) -> str:
    """Choose a walk of three to nine places; most keep to the paths, and many are allowed by a rule."""
    ways = {*hike.both, *hike.one_way, *hike.dashed}
    ways |= {(end, start) for start, end in (*hike.both, *hike.dashed)}
    walk = draws.choice(NAMES)
    for _ in range(draws.integer(2, 8)):
        ends = [end for end in NAMES if (walk[-1], end) in ways]
        good = [end for end in ends if rule([walk + end]) == [True]]
        ends = good if good and draws.chance(6, 7) else ends
        walk += draws.choice(ends if ends and draws.chance(39, 40) else NAMES.replace(walk[-1], ""))
    return walk


def calls(hike: Hike) -> list[Call]:
    return [(list(hike.tested[place : place + WALKS]),) for place in range(0, CALLS * WALKS, WALKS)]


def examples(_hike: Hike) -> list[Call]:
    return []


def reference(hike: Hike) -> str:
    state, rule, first = WAYS[hike.mutation]
    program = PROGRAM.replace("{state}", state).replace("{rule}", rule).replace("{first}", first)
    plain = " ".join([*(f"{a}{b} {b}{a}" for a, b in hike.both), *(a + b for a, b in hike.one_way)])
    dashed = " ".join(a + b for a, b in hike.dashed)
    return fill(program, plain=plain, dashed=dashed, tents=list(hike.tents), legs=hike.legs, few=hike.few)


def _drawn(hike: Hike) -> list[tuple[Walk, bool]]:
    """Return the small walks, and whether each is allowed by the rule of the mutation."""
    rule = one_rule(right_rule(hike.mutation, hike.legs, hike.few))
    return [(walk, bool(is_allowed(rule, walk)[0])) for walk in small_walks(hike.legs, hike.few)]


def rule_space(hike: Hike) -> RuleSpace:
    plain = {*hike.both, *((end, start) for start, end in hike.both), *hike.one_way}
    dashed = {*hike.dashed, *((end, start) for start, end in hike.dashed)}

    def results(rules: Choices, call: Call) -> Any:
        if isinstance(call[0], str):
            return is_allowed(rules, call)
        found = np.zeros((len(rules["turn"]), len(call[0])), dtype=bool)
        for number, walk in enumerate(call[0]):
            steps = [*pairwise(walk)]
            if all(step in plain or step in dashed for step in steps):
                places = "".join("T" if place in hike.tents else "o" for place in walk)
                paths = "".join("d" if step in dashed else "p" for step in steps)
                found[:, number] = is_allowed(rules, (places, paths))
        return found

    drawn = [(walk, np.bool_(allowed)) for walk, allowed in _drawn(hike)]
    return RuleSpace(parts=PARTS, results=results, drawn=drawn)


def picture(hike: Hike, _solve: Solve) -> Canvas:
    canvas = Canvas(1010, 880)
    frame(canvas, 12, 12, 570, 856, title="Map")
    at = {name: (34 + x, 125 + y) for name, (x, y) in zip(NAMES, hike.places, strict=True)}
    for start, end in hike.both:
        canvas.line(at[start], at[end], stroke="grey", line=5)
    for start, end in hike.dashed:
        canvas.line(at[start], at[end], stroke="blue", line=5, dashed=True)
    for start, end in hike.one_way:
        (x, y), (to_x, to_y) = at[start], at[end]
        canvas.line(at[start], at[end], stroke="grey", line=5)
        tip = x + (to_x - x) * 0.62, y + (to_y - y) * 0.62
        arrows.arrow(canvas, (x, y), tip, stroke="grey", line=5, head=26)
    for name, colour in zip(NAMES, hike.colours, strict=True):
        x, y = at[name]
        canvas.circle(x, y, 25, fill=colour, line=3)
        canvas.text(x, y, name, bold=True, size=24)
        if name in hike.tents:
            draw_tent(canvas, *_beside(hike, at, name), 20)
    frame(canvas, 594, 12, 404, 856, title="Walks")
    for number, ((places, paths), allowed) in enumerate(_drawn(hike)):
        y = 96.0 + 60 * number
        draw_row(canvas, places, paths, 628, y)
        draw_mark(canvas, 968, y, is_good=allowed)
    return canvas


def _beside(hike: Hike, at: dict[str, Point], name: str) -> Point:
    """Return a point next to a place, as far from its paths as possible."""
    x, y = at[name]
    angles = [
        math.atan2(at[other][1] - y, at[other][0] - x)
        for pair in (*hike.both, *hike.one_way, *hike.dashed)
        if name in pair
        for other in pair
        if other != name
    ]

    def free(turn: int) -> float:
        return min(math.pi - abs(math.pi - abs(turn * math.pi / 8 - angle) % math.tau) for angle in angles)

    best = max(range(16), key=free) * math.pi / 8
    return x + 47 * math.cos(best), y + 47 * math.sin(best)


def describe(hike: Hike, _solve: Solve) -> str:
    both = ", ".join(f"{a} and {b}" for a, b in hike.both)
    dashed = ", ".join(f"{a} and {b}" for a, b in hike.dashed)
    one_way = ", ".join(f"{a} to {b}" for a, b in hike.one_way)
    rows = []
    for (places, paths), allowed in _drawn(hike):
        words = [{"T": "tent", "o": "place"}[places[0]]]
        for path, place in zip(paths, places[1:], strict=True):
            words += [{"p": "plain", "d": "dashed"}[path], {"T": "tent", "o": "place"}[place]]
        rows.append(f"{' '.join(words)}: {'tick' if allowed else 'cross'}.")
    return (
        f"At the left, Map, are places {', '.join(NAMES)} in three colours. Plain grey paths join {both}. Grey paths with "
        f"an arrow lead from {one_way}. Dashed blue paths join {dashed}. Tents stand at {', '.join(hike.tents)}. "
        "At the right, Walks, are rows of small circles, joined by plain and dashed paths, some with a tent, and "
        f"with an arrow to the right at their end; each row has a tick or a cross. From left to right: {' '.join(rows)}"
    )

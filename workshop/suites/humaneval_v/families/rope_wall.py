"""Ropes that hang on a wall and cross one another: which of them can be pulled out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._rope_drawings import ROPE, draw_case, draw_strand
from workshop.suites.humaneval_v.families._rope_rules import (
    NAMES,
    PARTS,
    Case,
    case_stays,
    cases,
    coded,
    pulled,
    right_rule,
)

VERSION = 3
KINDS = ("knot",)
TASK_TYPE = "Iteration"
ASPECTS = ("Topological Relations", "Common Sense")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
EQUIVALENT = {"'ABCDEF' → 'ABCDEF~'": "no rope crosses the place behind the last one"}
MUTATIONS = ("loads", "balls", "over", "carries", "under")

LEVELS = 7  #: rows of crossings
CALLS = 12
TRIES = 40
#: Parts of programs and what a careless reader writes instead.
FAULTS = (
    ("(0 if", "(1 if"),
    ("(0 if", "(-1 if"),
    (" not in out", " not in []"),
    ("append((left, right))", "append((right, left))"),
    ("append((right, left))", "append((left, right))"),
)
CONSTANTS = 4 + len(FAULTS)  #: programs that the calls have to notice

TEXT = '''\
def solution(pulled: str) -> str:
    """
    Ropes hang on a wall and cross one another, as the picture shows. Somebody pulls at them, one after the other,
    and some come out. Find these, by the small drawings in the picture.

    Parameters:
        pulled (str): The letters of the ropes at which somebody pulls, in this order. A rope that stays can be
            pulled again later; nothing happens if it is out already. Ropes that are out touch no others.

    Returns:
        str: The letters of the ropes that come out, in the order in which they do.
    """
'''

PROGRAM = """
def solution(pulled: str) -> str:
    places = list("ABCDEF")
    crossings = []
    for sign in $signs.split():
        gap, front = sign
        place = int(gap)
        left, right = places[place - 1], places[place]
        if front == "L":
            crossings.append((left, right))
        else:
            crossings.append((right, left))
        places[place - 1], places[place] = right, left
    out = ""
    for rope in pulled:
        if rope in out:
            continue
        {own}held = 0
        for upper, lower in crossings:
            {held}
        if held <= {most}:
            out += rope
    return out
"""
BEHIND = """if lower == rope and upper not in out:
                held += 1"""
FRONT = """if upper == rope and lower not in out:
                held += 1"""
STOP = """
                if {other} in $balls:
                    held += len(crossings)"""
OWN = """if upper not in out and lower not in out:
                if rope == (upper if has_ball else lower):
                    held += 1"""
PLAIN, BALL = "$most", "(0 if has_ball else $most)"
OWN_BALL = "has_ball = rope in $balls\n        "
#: Mutation → what holds a rope at a crossing, and the number of crossings that do not.
RULES: dict[str, tuple[str, str]] = {
    "loads": (BEHIND + STOP.replace("{other}", "upper"), PLAIN),
    "balls": (OWN, BALL),
    "over": (FRONT, BALL),
    "carries": (FRONT + STOP.replace("{other}", "lower"), PLAIN),
    "under": (BEHIND, BALL),
}


@dataclass(frozen=True)
class Wall:
    """Parameters: the mutation, the crossings, the ropes with balls, how many crossings are too few, the tests."""

    mutation: str
    levels: tuple[tuple[int, ...], ...]  #: for each row the gaps; above 0 if the left rope is on top
    balls: tuple[str, ...]
    most: int
    colours: tuple[Colour, ...]
    lengths: tuple[int, ...]  #: how far the rope that ends at each place hangs down, px
    tested: tuple[str, ...] = ()

    @property
    def gaps(self) -> list[int]:
        """The crossings from top to bottom."""
        return [gap for level in self.levels for gap in level]


def sample(mutation: str, draws: Draws) -> Wall:
    return replace(_wall(draws.text(NAMES, 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _wall(seed: str) -> Wall:
    """Choose a wall, and calls that notice a crossing that is read wrong."""
    draws = Draws(seed)
    for _ in range(TRIES):
        levels = tuple(_level(draws) for _ in range(LEVELS))
        balls = tuple(sorted(draws.sample(NAMES, 2)))
        wall = Wall(MUTATIONS[0], levels, balls, draws.integer(1, 2), (), ())
        crossed = crossings(wall)
        if 11 <= len(crossed) <= 13 and all(sum(name in pair for pair in crossed) > 2 for name in NAMES):
            colours: list[Colour] = draws.shuffled(["ink", "ink", "blue", "blue", "red", "red"])
            lengths = tuple(draws.integers(6, 0, 34))
            if tested := _calls(wall, draws):
                return replace(wall, colours=tuple(colours), lengths=lengths, tested=tested)
    raise UnfitError("no ropes whose balls matter under every rule")


def _level(draws: Draws) -> tuple[int, ...]:
    """Choose one or two gaps in which neighbours cross."""
    chosen = draws.choice(((1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 5), (2,), (3,), (4,)))
    return tuple(gap * draws.choice((1, -1)) for gap in chosen)


def _calls(wall: Wall, draws: Draws) -> tuple[str, ...]:
    """Choose orders that notice as many misread crossings as possible, under every rule.

    Without orders that notice misread balls and a misread number of crossings there are none.
    """
    rules = {name: compile_solution(reference(replace(wall, mutation=name))) for name in MUTATIONS}
    offered = ["".join(draws.choices(NAMES, draws.integer(3, 12))) for _ in range(120)]
    noticed: dict[str, set[tuple[str, int]]] = {order: set() for order in offered}
    for name, right in rules.items():
        results = {order: right(order) for order in noticed}
        for number, program in enumerate(_misread(replace(wall, mutation=name))):
            wrong = compile_solution(program)
            seen = [order for order in noticed if wrong(order) != results[order]]
            if not seen and number < CONSTANTS:
                return ()
            for order in seen:
                noticed[order].add((name, number))
    chosen: list[str] = []
    found: set[tuple[str, int]] = set()
    while len(chosen) < CALLS:
        best = max(noticed, key=lambda order: len(noticed[order] - found))
        found |= noticed.pop(best)
        chosen.append(best)
    needed = {(name, number) for name in MUTATIONS for number in range(CONSTANTS)}
    return tuple(chosen) if needed <= found else ()


def _misread(wall: Wall) -> list[str]:
    """Return programs with other constants, and with one crossing turned over, for each crossing."""
    found = [replace(wall, most=wall.most + step) for step in (-1, 1)]
    found += [replace(wall, balls=(ball,)) for ball in wall.balls]
    for row, level in enumerate(wall.levels):
        for place, gap in enumerate(level):
            turned = (*level[:place], -gap, *level[place + 1 :])
            found.append(replace(wall, levels=(*wall.levels[:row], turned, *wall.levels[row + 1 :])))
    programs = [reference(wrong) for wrong in found]
    right = reference(wall)
    for old, new in FAULTS:
        programs.insert(0, right.replace(old, new) if old in right else programs[0])
    return programs


def crossings(wall: Wall) -> list[tuple[str, str]]:
    """Return the ropes of each crossing, the upper one first."""
    places, found = list(NAMES), []
    for gap in wall.gaps:
        left, right = places[abs(gap) - 1], places[abs(gap)]
        found.append((left, right) if gap > 0 else (right, left))
        places[abs(gap) - 1], places[abs(gap)] = right, left
    return found


def calls(wall: Wall) -> list[Call]:
    return [(order,) for order in wall.tested]


def examples(_wall: Wall) -> list[Call]:
    return []


def reference(wall: Wall) -> str:
    held, most = RULES[wall.mutation]
    program = PROGRAM.replace("{held}", held).replace("{most}", most)
    program = program.replace("{own}", OWN_BALL if most == BALL else "")
    signs = " ".join(f"{abs(gap)}{'L' if gap > 0 else 'R'}" for gap in wall.gaps)
    return fill(program, signs=signs, balls=list(wall.balls), most=wall.most)


def _drawn(wall: Wall) -> list[tuple[Case, bool]]:
    """Return the small drawings, and whether the pulled rope stays by the rule of the mutation."""
    right = one_rule(right_rule(wall.mutation, wall.most))
    return [(case, bool(case_stays(right, case)[0])) for case in cases(wall.most)]


def rule_space(wall: Wall) -> RuleSpace:
    pairs, drawn = crossings(wall), [((case,), np.bool_(stays)) for case, stays in _drawn(wall)]

    def results(rules: Choices, call: Call) -> Any:
        (item,) = call
        return case_stays(rules, item) if isinstance(item, Case) else pulled(rules, item, pairs, wall.balls)

    return RuleSpace(parts=PARTS, results=results, coded=coded, drawn=drawn)


#: x of the first rope, distance of ropes, y of the pegs, height of a row of crossings; px.
LEFT, WIDE, TOP, HIGH = 56.0, 64.0, 128.0, 108.0


def picture(wall: Wall, _solve: Solve) -> Canvas:
    canvas = Canvas(1020, 1012)
    frame(canvas, 12, 12, 412, 988, title="Wall")
    _draw_wall(canvas, wall)
    frame(canvas, 436, 12, 572, 988, title="Pulled")
    for number, (case, stays) in enumerate(_drawn(wall)):
        draw_case(canvas, case, not stays, 488.0 + 94 * (number % 6), 82.0 + 234 * (number // 6))
    return canvas


def _draw_wall(canvas: Canvas, wall: Wall) -> None:
    places = list(range(6))
    for row, level in enumerate(wall.levels):
        y = TOP + 26 + row * HIGH
        crossing = {abs(gap) - 1: gap > 0 for gap in level}
        for place, rope in enumerate(places):
            x = LEFT + place * WIDE
            if place in crossing:
                draw_strand(canvas, (x, y), WIDE, wall.colours[rope], high=HIGH, broken=not crossing[place])
            elif place - 1 in crossing:
                draw_strand(canvas, (x, y), -WIDE, wall.colours[rope], high=HIGH, broken=crossing[place - 1])
            else:
                canvas.line((x, y), (x, y + HIGH), stroke=wall.colours[rope], line=ROPE)
        for place in crossing:
            places[place], places[place + 1] = places[place + 1], places[place]
    for place, rope in enumerate(places):
        x, y, end = LEFT + place * WIDE, TOP + 26 + LEVELS * HIGH, wall.lengths[place] + 14.0
        canvas.line((x, y), (x, y + end), stroke=wall.colours[rope], line=ROPE)
        if NAMES[rope] in wall.balls:
            canvas.circle(x, y + end, 13, fill="yellow")
    for place, name in enumerate(NAMES):
        x = LEFT + place * WIDE
        canvas.line((x, TOP), (x, TOP + 26), stroke=wall.colours[place], line=ROPE)
        canvas.circle(x, TOP - 18, 21, fill="silver")
        canvas.text(x, TOP - 18, name, bold=True, size=24)


def describe(wall: Wall, _solve: Solve) -> str:
    pairs = ", ".join(f"{upper} over {lower}" for upper, lower in crossings(wall))
    good = [case.words for case, stays in _drawn(wall) if not stays]
    bad = [case.words for case, stays in _drawn(wall) if stays]
    return (
        "At the left, Wall, six ropes hang from pegs A, B, C, D, E, F, in three colours and of slightly different "
        "lengths. They cross one another; at each crossing the rope behind has a gap. Followed from the pegs, the "
        f"crossings from top to bottom are: {pairs}. The lower ends of the ropes {' and '.join(wall.balls)} have yellow balls. At the "
        "right, Pulled, are small drawings of an upright green rope with an arrow up, and grey ropes across. In words, how "
        "the grey ropes lie, from the top, and whether the green one has a ball. "
        f"With a blue tick: {'; '.join(good)}. With a red cross: {'; '.join(bad)}."
    )

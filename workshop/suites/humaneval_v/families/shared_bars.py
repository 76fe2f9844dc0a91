"""A sign of four places that share bars: which bars are lit for a number.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._bar_drawings import draw_bar, draw_sign, part_ends
from workshop.suites.humaneval_v.families._bar_rules import (
    MUTATIONS,
    PLACES,
    Lights,
    Sign,
    asks_for_all,
    bar_rules,
    numbered_bars,
    right_rule,
)

__all__ = ["MUTATIONS"]

VERSION = 3
KINDS = ("display",)
TASK_TYPE = "Computation"
ASPECTS = ("Topological Relations", "Geometric Objects", "Data Structures")
LEVEL = "hard"

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "shapes = *": "the picture shows each digit",
    "level = *": "the bars are numbered in the picture",
    "upright = *": "the bars are numbered in the picture",
    "broken = *": "the broken bars are grey in the picture",
}

TEXT = '''\
def solution(number: str) -> list[int]:
    """
    A number is sent to a sign of four places, and some bars of the sign light up. Find the lit bars. The
    picture shows what the digits look like, the numbers of the bars, and the sign for some numbers.

    Parameters:
        number (str): The number that is sent, always four digits, such as "0052".

    Returns:
        list[int]: The numbers of the lit bars, the smallest first.
    """
'''

PROGRAM = """
def solution(number: str) -> list[int]:
    shapes = $shapes
    level = $level
    upright = $upright
    broken = $broken
    asked = {}
    for place in range(4):
        bars = [level[0][place], upright[0][place], upright[0][place + 1], level[1][place]]
        bars += [upright[1][place], upright[1][place + 1], level[2][place]]
        wanted = [bars[int(part)] for part in shapes[int(number[place])]]
        if any(bar in broken for bar in wanted):
            wanted = {fault}
        for bar in bars:
            asked.setdefault(bar, []).append(bar in wanted)
    lit = []
    for bar in sorted(asked):
        wishes = asked[bar]
        if {shared}:
            lit.append(bar)
    return lit
"""
SHARED = {
    "both": "all(wishes)",
    "either": "any(wishes)",
    "one": "sum(wishes) == 1",
    "left": "wishes[0]",
    "right": "wishes[-1]",
}

#: The parts of a digit: top, upper left, upper right, middle, lower left, lower right, bottom.
SHAPES = (
    (0, 1, 2, 4, 5, 6), (2, 5), (0, 2, 3, 4, 6), (0, 2, 3, 5, 6), (1, 2, 3, 5),
    (0, 1, 3, 5, 6), (1, 3, 4, 5, 6), (0, 2, 5), (0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 5),
)  # fmt: skip
#: Digit → the part that some signs add to it.
EXTRA = {6: 0, 7: 1, 9: 6}
TRIES = 60
SMALL = 6  #: signs of three places in the picture, at most


def sample(mutation: str, draws: Draws) -> Sign:
    for _ in range(TRIES):
        sign = _sign(mutation, draws)
        if asks_for_all(sign):
            return sign
    raise UnfitError("some bars are never lit, or always")


def _sign(mutation: str, draws: Draws) -> Sign:
    """Choose a sign and the numbers of the tests."""
    shapes = [tuple(sorted({*shape, EXTRA[digit]})) if digit in EXTRA and draws.chance(1, 2) else shape
              for digit, shape in enumerate(SHAPES)]  # fmt: skip
    if draws.chance(1, 2):
        shapes[1] = (1, 4)
    level, upright = numbered_bars(draws)
    # With more broken bars, a place next to them would give up nearly every digit.
    if draws.chance(1, 2):
        broken: tuple[int, ...] = (upright[draws.integer(0, 1)][2],)
    else:
        first, second = draws.sample((0, 2), 2)
        broken = (level[first][1], level[second][2])
    fault, seed = draws.choice(("middle", "nothing")), draws.text("0123456789", 16)
    columns = [draws.shuffled("0123456789") + draws.choices("0123456789", 5) for _ in range(PLACES)]
    tested = tuple(dict.fromkeys("".join(row) for row in zip(*columns, strict=True)))
    return Sign(mutation, tuple(shapes), level, upright, broken, fault, seed, tested)


def calls(sign: Sign) -> list[Call]:
    return [(number,) for number in sign.tested]


def examples(sign: Sign) -> list[Call]:
    return _shown(replace(sign, mutation=""))[:2]


@lru_cache(maxsize=4)
def _shown(sign: Sign) -> list[Call]:
    """Choose two numbers, and numbers for signs of three places that leave one rule for every mutation."""
    draws = Draws(sign.seed, "shown")
    shown: list[Call] = [("0" + draws.text("123456789", 3),), (draws.text("123456789", 4),)]
    for mutation in MUTATIONS:
        shown = telling_examples(
            bar_rules(sign),
            rules=[right_rule(mutation, sign.fault)],
            asked=calls(sign),
            shown=shown,
            candidate=lambda: (draws.text("0123456789", 3),),
            numbers=range(2, 2 + SMALL + 1),
        )
    return shown


def _small(sign: Sign) -> list[Call]:
    """Return the numbers on signs of three places."""
    return _shown(replace(sign, mutation=""))[2:]


def rule_space(sign: Sign) -> RuleSpace:
    space = bar_rules(replace(sign, mutation=""))
    return replace(space, drawn=space.given(right_rule(sign.mutation, sign.fault), _small(sign)))


def reference(sign: Sign) -> str:
    fault = "[level[1][place]]" if sign.fault == "middle" else "[]"
    return fill(
        PROGRAM.replace("{shared}", SHARED[sign.mutation]).replace("{fault}", fault),
        shapes=["".join(map(str, shape)) for shape in sign.shapes],
        level=[list(row) for row in sign.level],
        upright=[list(row) for row in sign.upright],
        broken=list(sign.broken),
    )


def picture(sign: Sign, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 965)
    frame(canvas, 15, 15, 970, 180, title="Digits")
    for digit, shape in enumerate(sign.shapes):
        x = 58 + 94 * digit
        for part in range(7):
            draw_bar(canvas, (x, 72), part, 38, 11, "red" if part in shape else None)
        canvas.text(x + 19, 175, digit, size=20)
    frame(canvas, 15, 205, 970, 290, title="Bars")
    corner, side = (130.0, 258.0), 100.0
    draw_sign(canvas, sign, PLACES, corner, side, 32)
    for place, part, number in sign.each_bar(PLACES):
        start, end = part_ends(corner, place, part, side)
        ink: Colour = "white" if number in sign.broken else "ink"
        canvas.text((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, number, size=19, fill=ink)
    signs: tuple[tuple[str, Colour], ...] = (("lit", "red"), ("broken", "grey"))
    for row, (name, colour) in enumerate(signs):
        draw_bar(canvas, (690, 320 + 70 * row), 0, 90, 30, colour)
        canvas.text(805, 320 + 70 * row, name, anchor="start")
    for column, (number,) in enumerate(examples(sign)):
        x = 15 + 490 * column
        frame(canvas, x, 505, 480, 260, title=f"Number {number}")
        draw_sign(canvas, sign, PLACES, (x + 72.0, 569.0), 84, 24, solve(number))
    lights = Lights(sign)
    for column, (number,) in enumerate(_small(sign)):
        x = 15 + 164 * column
        frame(canvas, x, 775, 150, 175, title=number)
        draw_sign(canvas, sign, len(number), (x + 19.0, 836.0), 38, 11, lights.shown(number))
    return canvas


PARTS = ("top", "upper left", "upper right", "middle", "lower left", "lower right", "bottom")


def describe(sign: Sign, solve: Solve) -> str:
    shapes = "; ".join(
        f"{digit}: {', '.join(PARTS[part] for part in shape)}" for digit, shape in enumerate(sign.shapes)
    )
    rows = [sign.level[0], sign.upright[0], sign.level[1], sign.upright[1], sign.level[2]]
    kinds = ("level", "upright", "level", "upright", "level")
    numbers = "; ".join(
        f"{kind} bars {', '.join(map(str, row))}" for kind, row in zip(kinds, rows, strict=True)
    )
    lit = {number: solve(number) for (number,) in examples(sign)}
    lights = Lights(sign)
    lit |= {number: lights.shown(number) for (number,) in _small(sign)}
    shown = " ".join(
        f"Number {number}: red are the bars {', '.join(map(str, lit[number]))}." for number in lit
    )
    return (
        f"At the top, Digits, the ten digits are drawn with red bars, out of seven places for bars: {shapes}. "
        "In the middle, Bars, is a sign of four places side by side; an upright bar between two places is drawn once and belongs "
        f"to both. Its bars have numbers, row by row from the top, each row from left to right: {numbers}. Grey "
        f"in this sign: {' and '.join(map(str, sign.broken))}; a key says that red is lit and grey is broken. "
        "Below, the sign is drawn for two numbers, without numbers on the bars, and its first three places "
        f"alone for numbers of three digits. {shown}"
    )

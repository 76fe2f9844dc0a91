"""A sign of four places that share bars: which bars are lit for a number.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._sign_readings import (
    MUTATIONS,
    PLACES,
    Rows,
    Sign,
    asks_for_all,
    is_clear,
    rivals,
)

__all__ = ["MUTATIONS", "rivals"]

VERSION = 2
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
    "bars *= *": "a place has the seven bars around it, and the digits show which is which",
    "for bar in sorted(asked): *": "the text: smallest number first",
    "result sorted": "the text: smallest number first",
}

TEXT = '''\
def solution(number: str) -> list[int]:
    """
    A number is sent to a sign of four places, and some bars of the sign light up. Find the lit bars. The
    picture shows what the digits look like, the numbers of the bars, and the sign for two numbers.

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
SIGNS = 8  #: signs that are tried


def sample(mutation: str, draws: Draws) -> Sign:
    for _ in range(SIGNS - 1):
        with suppress(UnfitError):
            return _sign(mutation, draws)
    return _sign(mutation, draws)


def _sign(mutation: str, draws: Draws) -> Sign:
    """Choose a sign and its numbers.

    Raises:
        UnfitError: if the tests would not ask for all bars, or the two shown numbers can be read in another way.
    """
    shapes = [tuple(sorted({*shape, EXTRA[digit]})) if digit in EXTRA and draws.chance(1, 2) else shape
              for digit, shape in enumerate(SHAPES)]  # fmt: skip
    if draws.chance(1, 2):
        shapes[1] = (1, 4)
    level, upright = _numbers(draws)
    # With more broken bars, a place next to them would give up nearly every digit.
    if draws.chance(1, 2):
        broken: tuple[int, ...] = (upright[draws.integer(0, 1)][2],)
    else:
        broken = (level[draws.choice((0, 2))][1], level[draws.choice((0, 2))][2])
    fault = draws.choice(((3,), ()))
    sign = Sign(mutation, tuple(shapes), level, upright, broken, fault, (), ())
    for _ in range(TRIES):
        columns = [draws.shuffled("0123456789") + draws.choices("0123456789", 5) for _ in range(PLACES)]
        sign = replace(sign, tested=tuple(dict.fromkeys("".join(row) for row in zip(*columns, strict=True))))
        if asks_for_all(sign):
            break
    else:
        raise UnfitError("some bars are never lit, or always")
    for _ in range(TRIES):
        sign = replace(sign, shown=("0" + draws.text("123456789", 3), draws.text("123456789", 4)))
        if not set(sign.shown) & set(sign.tested) and is_clear(sign):
            return sign
    raise UnfitError("the two numbers can be read in another way")


def _numbers(draws: Draws) -> tuple[Rows, Rows]:
    """Number the bars row by row, from the top or the bottom and from the left or the right."""
    from_top, from_left, turns = (draws.chance(1, 2) for _ in range(3))
    rows: list[list[int]] = []
    start = 1
    for row, width in enumerate((PLACES, PLACES + 1, PLACES, PLACES + 1, PLACES)):
        numbers = list(range(start, start + width))
        start += width
        rows.append(numbers if from_left == (row % 2 == 0 or not turns) else numbers[::-1])
    if not from_top:
        rows.reverse()
    first, second, third, fourth, fifth = map(tuple, rows)
    return (first, third, fifth), (second, fourth)


def calls(sign: Sign) -> list[Call]:
    return [(number,) for number in sign.tested]


def examples(sign: Sign) -> list[Call]:
    return [(number,) for number in sign.shown]


def reference(sign: Sign) -> str:
    constants = {
        "shapes": ["".join(map(str, shape)) for shape in sign.shapes],
        "level": [list(row) for row in sign.level],
        "upright": [list(row) for row in sign.upright],
        "broken": list(sign.broken),
    }
    program = PROGRAM.replace("{shared}", SHARED[sign.mutation])
    return fill(program.replace("{fault}", "[level[1][place]]" if sign.fault else "[]"), **constants)


#: Part → where it begins and ends, in lengths of a bar from the top left corner of its place.
ENDS = (
    ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)),
    ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((0, 2), (1, 2)),
)  # fmt: skip


def picture(sign: Sign, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 790)
    frame(canvas, 15, 15, 970, 180, title="Digits")
    for digit, shape in enumerate(sign.shapes):
        x = 58 + 94 * digit
        for part in range(7):
            _bar(canvas, (x, 72), part, 38, 11, "red" if part in shape else None)
        canvas.text(x + 19, 175, digit, size=20)
    frame(canvas, 15, 205, 970, 290, title="Bars")
    corner, side = (130.0, 258.0), 100.0
    _draw(canvas, sign, corner, side, 32)
    for place in range(PLACES):
        for part, number in enumerate(sign.bars(place)):
            if part in (1, 4) and place:
                continue  # the bar of the place before
            start, end = _ends(corner, place, part, side)
            ink: Colour = "white" if number in sign.broken else "ink"
            canvas.text((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, number, size=19, fill=ink)
    signs: tuple[tuple[str, Colour], ...] = (("lit", "red"), ("broken", "grey"))
    for row, (name, colour) in enumerate(signs):
        _bar(canvas, (690, 320 + 70 * row), 0, 90, 30, colour)
        canvas.text(805, 320 + 70 * row, name, anchor="start")
    for column, (number,) in enumerate(examples(sign)):
        x = 15 + 490 * column
        frame(canvas, x, 505, 480, 270, title=f"Number {number}")
        _draw(canvas, sign, (x + 72.0, 572.0), 84, 24, solve(number))
    return canvas


def _draw(
    canvas: Canvas, sign: Sign, corner: Point, side: float, thick: float, lit: Sequence[int] = ()
) -> None:
    for place in range(PLACES):
        for part, number in enumerate(sign.bars(place)):
            if part in (1, 4) and place:
                continue  # the bar of the place before
            colour: Colour | None = "red" if number in lit else "grey" if number in sign.broken else None
            start = corner[0] + place * side, corner[1]
            _bar(canvas, start, part, side, thick, colour)


def _ends(corner: Point, place: int, part: int, side: float) -> tuple[Point, Point]:
    x = corner[0] + place * side
    first, last = ((x + side * across, corner[1] + side * down) for across, down in ENDS[part])
    return first, last


def _bar(canvas: Canvas, corner: Point, part: int, side: float, thick: float, fill: Colour | None) -> None:
    """Draw one part of a digit as a bar with a point at each end."""
    (x, y), (end_x, end_y) = _ends(corner, 0, part, side)
    gap, half = thick / 8, thick / 2
    if y == end_y:
        x, end_x = x + gap, end_x - gap
        corners = [(x, y), (x + half, y - half), (end_x - half, y - half)]
        corners += [(end_x, y), (end_x - half, y + half), (x + half, y + half)]
    else:
        y, end_y = y + gap, end_y - gap
        corners = [(x, y), (x + half, y + half), (x + half, end_y - half)]
        corners += [(x, end_y), (x - half, end_y - half), (x - half, y + half)]
    canvas.polygon(corners, fill=fill, stroke="grey", line=2)


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
    shown = " ".join(
        f"Number {number}: red are the bars {', '.join(map(str, solve(number)))}."
        for (number,) in examples(sign)
    )
    return (
        f"At the top, Digits, the ten digits are drawn with red bars, out of seven places for bars: {shapes}. "
        "In the middle, Bars, is a sign of four places side by side; an upright bar between two places is drawn once and belongs "
        f"to both. Its bars have numbers, row by row from the top, each row from left to right: {numbers}. Grey "
        f"in this sign: {' and '.join(map(str, sign.broken))}; a key says that red is lit and grey is broken. "
        f"Below, the sign is drawn for two numbers, without numbers on the bars. {shown}"
    )

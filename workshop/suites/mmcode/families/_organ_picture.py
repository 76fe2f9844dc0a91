"""Drawings of water organs, alone and before and after presses, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._water_organs import Example, Organ

FEET = ("a disc", "a square", "a triangle", "a diamond", "an hourglass")
SIGNS = ("a cross", "a ring", "a zigzag", "two bars")
LETTERS = "ABCDEF"  #: of the keys of a large organ


@dataclass(frozen=True, slots=True)
class _Size:
    """Lengths of a drawn organ, px."""

    wide: float  #: of the case
    bells: float  #: height of the room for bells; less without them
    pipes: float  #: height of the room for pipes
    pipe: float  #: width of a pipe
    foot: float  #: half the width of a foot
    key: float  #: side of a key
    gap: float  #: between two keys

    def floor(self, bells: int) -> float:
        """Return the height of the case, below which the keys are."""
        return (self.bells if bells else 14) + self.pipes + 2 * self.foot + 10


_SMALL = _Size(196, 36, 146, 16, 9, 26, 10)
_LARGE = _Size(950, 62, 430, 38, 17, 52, 60)
_WIDE = 486  #: of a worked example, px
_EDGE = 9.0  #: from the ends of a pipe to its outer marks, px


def _draw(canvas: Canvas, organ: Organ, x: float, y: float, size: _Size, bells: int) -> None:
    """Draw an organ with its top left corner at a point."""
    floor = y + size.floor(bells)
    canvas.rect(x, y, size.wide, floor - y, line=2.5, radius=10)
    canvas.rect(x, floor, size.wide, size.key + 24, fill="paleorange", line=2.5, radius=6)
    for bell in range(bells):
        _bell(canvas, x + size.wide / 2 + (bell - (bells - 1) / 2) * 1.4 * size.bells, y, size.bells)
    step = size.wide / len(organ.kinds)
    most = max(organ.marks)
    for place, (kind, marks, red, level) in enumerate(
        zip(organ.kinds, organ.marks, organ.reds, organ.levels, strict=True)
    ):
        middle = x + (place + 0.5) * step
        foot = floor - 8 - size.foot
        _foot(canvas, kind, middle, foot, size.foot)
        long = size.pipes * (0.66 + 0.34 * marks / most)
        bottom = foot - size.foot - 1
        canvas.rect(middle - size.pipe / 2, bottom - long, size.pipe, long, fill="white", line=2.5)
        heights = [bottom - _EDGE - (long - 2 * _EDGE) * mark / (marks - 1) for mark in range(marks)]
        canvas.rect(
            middle - size.pipe / 2, heights[level], size.pipe, bottom - heights[level], fill="blue", line=2.5
        )
        for mark, high in enumerate(heights):
            is_red = bells > 0 and mark == red
            for side in (-1, 1):
                start = middle + side * (size.pipe / 2 + 2)
                end = start + side * size.pipe * (0.52 if is_red else 0.36)
                canvas.line(
                    (start, high), (end, high), stroke="red" if is_red else "ink", line=5 if is_red else 2.2
                )
    left = x + size.wide / 2 - (len(organ.keys) - 1) / 2 * (size.key + size.gap)
    for place, sign in enumerate(organ.keys):
        _key(canvas, sign, left + place * (size.key + size.gap), floor + 12 + size.key / 2, size.key)


def _bell(canvas: Canvas, x: float, y: float, high: float) -> None:
    canvas.line((x, y), (x, y + 0.25 * high), line=2.5)
    canvas.circle(x, y + 0.78 * high, 0.1 * high + 1, fill="ink", stroke=None)
    shape = [
        (-0.12, 0.2),
        (-0.3, 0.38),
        (-0.34, 0.62),
        (-0.46, 0.74),
        (0.46, 0.74),
        (0.34, 0.62),
        (0.3, 0.38),
        (0.12, 0.2),
    ]
    canvas.polygon([(x + dx * high, y + dy * high) for dx, dy in shape], fill="orange", line=2.5)


def _foot(canvas: Canvas, kind: int, x: float, y: float, half: float) -> None:
    """Draw the foot that a kind of pipe has."""
    shapes: dict[int, list[tuple[float, float]]] = {
        1: [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
        2: [(0, -1), (1, 0.9), (-1, 0.9)],
        3: [(0, -1), (1, 0), (0, 1), (-1, 0)],
        4: [(-0.9, -0.95), (0.9, -0.95), (0.12, 0), (0.9, 0.95), (-0.9, 0.95), (-0.12, 0)],
    }
    if kind:
        canvas.polygon([(x + dx * half, y + dy * half) for dx, dy in shapes[kind]], fill="ink", stroke=None)
    else:
        canvas.circle(x, y, 0.95 * half, fill="ink", stroke=None)


def _key(canvas: Canvas, sign: int, x: float, y: float, side: float) -> None:
    """Draw a key with its sign around a point."""
    canvas.rect(x - side / 2, y - side / 2, side, side, fill="white", line=2.5, radius=side / 7)
    part, line = side * 0.25, 2.5 if side < 40 else 4
    if sign == 1:
        canvas.circle(x, y, part, line=line)
        return
    shapes: dict[int, list[list[tuple[float, float]]]] = {
        0: [[(-1, -1), (1, 1)], [(1, -1), (-1, 1)]],
        2: [[(1, -1.1), (-1, -0.6), (1, 0.1), (-1, 0.6), (1, 1.1)]],
        3: [[(-0.6, -1.1), (-0.6, 1.1)], [(0.6, -1.1), (0.6, 1.1)]],
    }
    for points in shapes[sign]:
        canvas.line(*((x + dx * part, y + dy * part) for dx, dy in points), line=line)


def drawn_examples(examples: Sequence[Example], bells: int) -> Canvas:
    """Draw organs before and after presses, with the pressed keys between.

    More than three examples are in two columns; one that is alone in its row is in the middle.
    """
    columns = 1 if len(examples) < 4 else 2
    wide, high = _WIDE, math.ceil(_SMALL.floor(bells)) + 68
    canvas = Canvas(columns * (wide + 8) + 8, math.ceil(len(examples) / columns) * (high + 8) + 8)
    for number, example in enumerate(examples):
        row, column = divmod(number, columns)
        is_alone = columns > 1 and number == len(examples) - 1 and column == 0
        left, top = 8 + (0.5 if is_alone else column) * (wide + 8), 8 + row * (high + 8)
        canvas.rect(left, top, wide, high, stroke="grey", line=2)
        _draw(canvas, example.organ, left + 8, top + 10, _SMALL, bells)
        after = replace(example.organ, levels=example.after)
        _draw(canvas, after, left + wide - 8 - _SMALL.wide, top + 10, _SMALL, bells)
        middle, pressed = left + wide / 2, len(example.presses)
        for place, key in enumerate(example.presses):
            _key(
                canvas,
                example.organ.keys[key],
                middle + (place - (pressed - 1) / 2) * 24.5,
                top + high / 2 - 24,
                21,
            )
        arrow(canvas, (middle - 32, top + high / 2 + 4), (middle + 32, top + high / 2 + 4), line=3)
    return canvas


def drawn_organ(organ: Organ, bells: int) -> Canvas:
    """Draw a large organ, with a letter below each key."""
    low = 20 + _LARGE.floor(bells) + _LARGE.key + 52
    canvas = Canvas(1000, math.ceil(low) + 26)
    _draw(canvas, organ, 25, 20, _LARGE, bells)
    for place, letter in enumerate(LETTERS):
        canvas.text(500 + (place - 2.5) * (_LARGE.key + _LARGE.gap), low, letter, size=24, bold=True)
    return canvas


def _organ_words(organ: Organ, bells: int) -> str:
    pipes = [
        f"on {FEET[kind]}, {marks} marks{f', of which mark {red} is red' if bells else ''}, water at mark {level}"
        for kind, marks, red, level in zip(organ.kinds, organ.marks, organ.reds, organ.levels, strict=True)
    ]
    hanging = (
        f" {('One bell hangs', 'Two bells hang', 'Three bells hang')[bells - 1]} above the pipes."
        if bells
        else ""
    )
    return f"Pipes from left to right: {'; '.join(pipes)}.{hanging}"


def example_words(examples: Sequence[Example], bells: int) -> str:
    """Describe worked examples."""
    told = []
    for number, example in enumerate(examples, 1):
        organ = example.organ
        keys = ", ".join(SIGNS[sign] for sign in organ.keys)
        pressed = ", ".join(SIGNS[organ.keys[place]] for place in example.presses)
        told.append(
            f"Organ {number}. {_organ_words(organ, bells)} Keys from left to right: {keys}. Pressed: {pressed}. "
            f"After it the water is at marks {', '.join(map(str, example.after))}."
        )
    return (
        "Small organs, each before and after some presses of its keys. Marks of pipes are counted from 0, the lowest one. "
        + " ".join(told)
    )


def organ_words(organ: Organ, bells: int) -> str:
    """Describe a large organ."""
    keys = ", ".join(f"{letter} with {SIGNS[sign]}" for letter, sign in zip(LETTERS, organ.keys, strict=True))
    return (
        "A large organ. Marks of pipes are counted from 0, the lowest one. "
        f"{_organ_words(organ, bells)} Keys from left to right: {keys}."
    )

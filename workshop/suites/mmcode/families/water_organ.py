"""Keys of an organ move the water in its pipes; worked examples show by how much, but never one key alone.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from dataclasses import replace
from functools import partial
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families import _water_organs as organs
from workshop.suites.mmcode.families._organ_picture import (
    LETTERS,
    drawn_examples,
    drawn_organ,
    example_words,
    organ_words,
)
from workshop.suites.mmcode.families._organ_readings import size, telling
from workshop.suites.mmcode.families._water_organs import Example, Scale

VERSION = 1
TITLE = "The Water Organ"
CATEGORY = "others"
PICTURES = (("others", "math"), ("others",))
VARIANTS = ("one-sign", "two-signs", "three-signs", "one-bell", "three-bells")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
A water organ has keys and glass pipes. The water of a pipe always stands at one of the marks at its sides. Marks are counted from 0,
the lowest one. Pipes whose feet have the same form are of one kind, whatever marks they have.

When a key is pressed, the water of each pipe rises by 1 or 2 marks, falls by 1 or 2 marks, or stays. Which of these depends only on the
sign of the key and the kind of the pipe. After the highest mark of a pipe comes its lowest one again: water that would rise above
the top goes on from the bottom, and water that would fall below the bottom goes on from the top.

If bells hang above the pipes, each of them belongs to one kind of pipe, wherever it hangs, and different bells belong to different
kinds. An organ can lack this kind; then the bell is silent there. A bell rings at a press if, just before it, the water of at least one pipe of its kind stands at the red mark of this pipe or higher. A bell that
rings changes the press in one of these ways, always in the same one; different bells have different ways:

- all water that would rise falls by as many marks, and all water that would fall rises;
- the key does what the next key to the right does, whatever its sign, and the last key does what the first one does;
- the key does what the next key to the left does, whatever its sign, and the first key does what the last one does.

If several bells ring, all their changes happen; right and left together change nothing. All organs in the pictures follow the same
rules. If they have bells, these belong to the same kinds in all of them.

The first picture shows small organs before and after some presses. Above the arrow are the signs of the pressed keys, from the first
press on the left to the last one.

![image](1.png)

The second picture shows a large organ before the first press.

![image](2.png)

Input

The first line has an integer n, the number of rows of presses (1 <= n <= 20). Each of the next n lines has 1 to 20 letters from A to F without
spaces: the keys of the large organ that are pressed, one after the other. The water stays as it is until the next row.

Output

Print n lines: after each row, the numbers of the marks at which the water of the six pipes stands, from left to right, with spaces.
"""

_SCALES = {
    1: Scale(signs=1, kinds=2, bells=0, presses=(1, 1), pipes=3, small=(5, 6), large=(5, 8), examples=2),
    2: Scale(signs=2, kinds=3, bells=0, presses=(1, 2), pipes=3, small=(5, 6), large=(5, 8), examples=2),
    3: Scale(signs=3, kinds=4, bells=0, presses=(2, 3), pipes=4, small=(4, 7), large=(6, 10), examples=3),
    4: Scale(signs=3, kinds=4, bells=1, presses=(2, 3), pipes=4, small=(4, 8), large=(7, 11), examples=4),
    5: Scale(signs=4, kinds=5, bells=3, presses=(3, 3), pipes=4, small=(5, 11), large=(8, 12), examples=6),
}


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    bells = """
            place, factor = order.index(letter), 1
            for pipes, move, turn in $bells:
                if any(levels[pipe] >= red for pipe, red in pipes):
                    place, factor = place + move, factor * turn
            letter = order[place % len(order)]"""
    text = f"""
def solution(text):
    marks = $marks
    levels = list($levels)
    moves = $moves{
        '''
    order = "ABCDEF"'''
        * (level > 3)
    }
    lines = []
    for row in text.split()[1:]:
        for letter in row:{bells * (level > 3)}
            changed = zip(levels, moves[letter], marks)
            levels = [(level + {"factor * " * (level > 3)}change) % count for level, change, count in changed]
        lines.append(" ".join(map(str, levels)))
    return "\\n".join(lines)
"""
    return re.sub(r"\$([a-z]+)", rf"$\g<1>{level}", text)


REFERENCE = {name: _program(int(level)) for name, level in DIAL.items()}
_EARLY = "any(levels[pipe] >= red"
_LATE = "any((levels[pipe] + moves[letter][pipe]) % marks[pipe] >= red"

WRONG = {
    "stops-at-the-ends": {
        name: re.sub(r"\((level \+ .*change)\) % count", r"min(max(\1, 0), count - 1)", text)
        for name, text in REFERENCE.items()
    },
    "each-row-anew": {
        name: text.replace(
            "        for letter", f"        levels = list($levels{DIAL[name]})\n        for letter"
        )
        for name, text in REFERENCE.items()
    },
    "bells-are-silent": {
        name: text.replace(_EARLY, "any(red < 0") if _EARLY in text else text.replace("+ change", "- change")
        for name, text in REFERENCE.items()
    },
    "bells-ring-late": {
        name: text.replace(_EARLY, _LATE) if _EARLY in text else text.replace("in row:", "in sorted({*row}):")
        for name, text in REFERENCE.items()
    },
}
EQUIVALENT = dict.fromkeys(
    ("place + move → place - move", "letter = order[place % len(order)] → pass", "'ABCDEF' → 'ABCDEF~'"),
    "the bell of level 4 may turn what keys do, and then no key acts like the next one",
)


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9), "shown": draws.text(LETTERS, 3)}
    after = draws.integers(6, 0, 4)
    shown = [LETTERS.index(letter) for letter in values["shown"]]
    for level, scale in _SCALES.items():
        own = Draws("water_organ", values["seed"], level)
        rule, organ = _large(own, scale, shown, after)
        found = {"rule": rule, "organ": organ, **_tables(rule, organ)}
        values |= {f"{key}{level}": value for key, value in found.items()}
    for level, scale in _SCALES.items():
        own = Draws("water_organ", values["seed"], level, "examples")
        values[f"examples{level}"] = telling(own, scale, partial(_example, values[f"rule{level}"], scale))
    values["unique_among"] = {name: size(_SCALES[int(level)]) for name, level in DIAL.items()}
    return values


def _example(rule: organs.Rule, scale: Scale, draws: Draws) -> Example:
    organ = organs.small_organ(draws, scale)
    presses = tuple(draws.choices(range(scale.signs), draws.integer(*scale.presses)))
    return Example(organ, presses, organs.play(rule, organ, presses).levels)


def _large(
    draws: Draws, scale: Scale, presses: list[int], after: list[int]
) -> tuple[organs.Rule, organs.Organ]:
    """Return a rule, and a large organ on which the sample leads to given levels, and all marks matter."""
    for _ in range(40):
        rule = organs.drawn_rule(draws, scale)
        for _ in range(20):
            wanted = replace(organs.large_organ(draws, scale), levels=tuple(after))
            organ = organs.tuned(rule, wanted, presses)
            if organ is not None and organs.is_lively(rule, organ, draws.integers(60, 0, 5)):
                return rule, organ
    raise UnfitError("no large organ whose bells ring now and then")


def _tables(rule: organs.Rule, organ: organs.Organ) -> dict[str, Any]:
    """Return the tables of a program."""
    bells = [
        ([(pipe, red) for pipe, (own, red) in enumerate(zip(organ.kinds, organ.reds, strict=True)) if own == kind], *organs.STEPS[way])
        for kind, way in rule.bells
    ]  # fmt: skip
    moves = {
        letter: [rule.changes[kind][sign] for kind in organ.kinds]
        for letter, sign in zip(LETTERS, organ.keys, strict=False)
    }
    return {"marks": list(organ.marks), "levels": list(organ.levels), "moves": moves, "bells": bells}


def check_input(_values: dict[str, Any], text: str) -> None:
    count, *rows = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(rows) <= 20:
        raise ValueError("another number of rows")
    if not all(1 <= len(row) <= 20 and {*row} <= {*LETTERS} for row in rows):
        raise ValueError("not 1 to 20 letters from A to F")


def _list(rows: list[str]) -> str:
    return f"{len(rows)}\n" + "".join(f"{row}\n" for row in rows)


def samples(values: dict[str, Any]) -> list[str]:
    return [_list([values["shown"]])]


def _drawn(values: dict[str, Any], name: str, counts: list[int], most: int) -> list[str]:
    draws = Draws("water_organ", values["seed"], name)
    return [_list([draws.text(LETTERS, draws.integer(2, most)) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 4, 5, 6, 7, 8], 6)


def edge(values: dict[str, Any]) -> list[str]:
    firsts = [_list([*LETTERS]), _list([letter * 20 for letter in LETTERS]), _list(["F"])]
    return [*firsts, *_drawn(values, "edge", [1, 2], 20), _list(["FEDCBA"]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [19, 20], 20)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    bells = _SCALES[level].bells
    return [drawn_examples(values[f"examples{level}"], bells), drawn_organ(values[f"organ{level}"], bells)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    bells = _SCALES[level].bells
    return [example_words(values[f"examples{level}"], bells), organ_words(values[f"organ{level}"], bells)]

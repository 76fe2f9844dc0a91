"""Knots on cords write numbers; which knots are which digits, and how places count, is to be found.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from contextlib import suppress
from functools import partial
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._knot_picture import (
    EVEN,
    UNEVEN,
    Hanging,
    bundle_words,
    example_words,
    examples_of,
    ring_of,
    row_of,
    two_rows_of,
)
from workshop.suites.mmcode.families._knot_readings import Space, space_of, telling
from workshop.suites.mmcode.families._knots import (
    FORMS,
    NONE,
    SINGLE,
    SUM,
    Example,
    Rule,
    drawn_bundles,
    drawn_example,
    drawn_rule,
)

VERSION = 1
TITLE = "The Weavers' Cords"
CATEGORY = "math"
PICTURES = (("math",), ("math",))
VARIANTS = ("tags", "open-place", "pairs", "dots", "ring")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
Weavers write whole numbers with knots on cords. All cords have the same number of places, three or four, but can differ in length. From
its bar or ring to its red tassel, the places cut a cord into equal parts. At each place there is one knot or none.

Kinds of knots differ in the number of turns (one to four) and in the loop, which is on the left, on the right, or missing. Left and
right, of loops and of cords, are always meant with the tassel at the bottom. Cords can be drawn turned, but are never mirrored.

A place without a knot has the digit 0. Each kind of knot is one of the digits 1 to 7, the same at all places; two kinds are never the
same digit. Places have an order, the same for all cords: any place can be the first one, any other place the second one, and so on. At
the first place a digit counts once. At each next place it counts B times as much as at the place before it in this order. B is an integer
from 3 to 8, and can be another one at each of these places. A digit is always less than the B of the next place; at the last place it can
be any one. The number of a cord is the sum of what its digits count.

Two cords can hang on one bar. A bar without dots stands for the sum of their numbers. A bar with dots stands for p times the number of
the left cord plus q times that of the right cord. Both p and q are integers from -3 to 3, but not 0. All bars with one dot have the
same p and the same q. All bars with two dots have the same p and the same q, which can differ from those of one dot.

In the first picture there is an arrow from one cord, or from two cords on a bar, to their number: a cord, or a tag with digits. If there
is a bare cord with tags, they tell what the digit 1 counts at these places.

![image](1.png)

The second picture shows bundles, each of one cord or of two cords on a bar, with the same digits, order, B, p and q. Nothing else
matters.

![image](2.png)

Input

The first line has an integer n (1 <= n <= 20). Each of the next n lines has 1 to 5 terms with spaces between them. A term is a sign, a
digit from 1 to 9 and the letter of a bundle, from A to H: +3B adds 3 times the number of bundle B to a total, and -3B subtracts it.

Output

For each line, print its total as an ordinary decimal number. Every total starts at 0.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    start, times = "for cord in bundle", ""
    if level > 3:
        start, times = "bar, *cords = bundle\n        for times, cord in zip(bars[bar], cords)", "times * "
    text = f"""
def solution(text):
    digits = $digits
    weights = $weights{"" if level < 4 else chr(10) + "    bars = $bars"}
    numbers = {{}}
    for name, bundle in $bundles.items():
        numbers[name] = 0
        {start}:
            for place, kind in enumerate(cord):
                numbers[name] += {times}digits[kind] * weights[place]
    totals = []
    for line in text.splitlines()[1:]:
        total = 0
        for term in line.split():
            total += int(term[:2]) * numbers[term[2]]
        totals.append(str(total))
    return "\\n".join(totals)
"""
    return re.sub(r"\$([a-z]+)", rf"$\g<1>{level}", text)


REFERENCE = {name: _program(int(level)) for name, level in DIAL.items()}
_PLACE = "digits[kind] * weights[place]"
WRONG = {
    "first-place-at-the-tassel": {
        name: text.replace(_PLACE, "digits[kind] * sorted(weights)[place]")
        for name, text in REFERENCE.items()
    },
    "first-place-at-the-other-end": {
        name: text.replace(_PLACE, "digits[kind] * sorted(weights)[-1 - place]")
        for name, text in REFERENCE.items()
    },
    "one-base": {
        name: text.replace(_PLACE, f"digits[kind] * {base} ** sorted(weights).index(weights[place])")
        for (name, text), base in zip(REFERENCE.items(), (10, 5, 5, 5, 5), strict=True)
    },
    "digits-by-turns": {
        name: re.sub(r"digits = (\$digits.)", r"digits = dict(zip(sorted(\1), range(8)))", text)
        for name, text in REFERENCE.items()
    },
}
EQUIVALENT: dict[str, str] = {}
LETTERS = "ABCDEFGH"
#: Of each level: kinds of knots, the B of each place but the first one (0 if it is unknown), what the cords of the examples
#: hang from, and what those of the bundles do.
_LEVELS: dict[int, tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {
    1: (3, (5, 5), (SINGLE,), (SINGLE,) * 8),
    2: (3, (5, 0), (SINGLE, SUM), (SINGLE,) * 8),
    3: (5, (0, 0, 0), (SUM,), (SINGLE, SUM) * 4),
    4: (6, (0, 0, 0), (SUM, 1), (SUM, 1) * 4),
    5: (7, (0, 0, 0), (1, 2), (1, 2) * 4),
}
_LEAST, _MOST = {1: 5, 2: 5, 3: 5, 4: 5, 5: 4}, 8  #: examples
_ATTEMPTS = 60  #: rules that are drawn for a level at most


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"unique_among": {}, "seed": draws.integer(1, 10**9)}
    for name, level in DIAL.items():
        found = _level(draws, int(level))
        values["unique_among"][name] = found.pop("size")
        values |= {f"{key}{level}": value for key, value in found.items()}
    return values


def _told_rule(draws: Draws, level: int) -> tuple[Rule, Space, list[Example]]:
    """Return a rule of a level, all rules before there are examples, and examples that leave this one, or raise UnfitError."""
    kinds, known, bars, _ = _LEVELS[level]
    for _ in range(_ATTEMPTS):
        rule = drawn_rule(draws, FORMS if level < 4 else FORMS[3:], kinds, known)
        names = "".join(rule.digits)
        space = space_of(names, known, rule.order if any(known) else ())
        example, numbers = partial(drawn_example, draws, rule, bars), range(_LEAST[level], _MOST + 1)
        with suppress(UnfitError):
            return rule, space, telling(space, names, bars, example, numbers)
    raise UnfitError("the examples of each drawn rule leave several rules")


def _level(draws: Draws, level: int) -> dict[str, Any]:
    """Return what the program and the pictures of a level need."""
    _, _, bars, hung = _LEVELS[level]
    rule, space, shown = _told_rule(draws, level)
    bundles = drawn_bundles(draws, rule, LETTERS, hung)
    return {
        "size": space.size(bars),
        "digits": {NONE: 0, **dict(sorted(rule.digits.items()))},
        "weights": rule.weights,
        "bars": {bar: [*rule.bars[bar]] for bar in sorted({*hung})},
        "bundles": {
            letter: [*cords] if level < 4 else [bar, *cords] for letter, (bar, cords) in bundles.items()
        },
        "hung": bundles,
        "shown": draws.shuffled(shown),
        "turns": [draws.integer(0, 1) if level > 3 else 0 for _ in range(2 * _MOST)],
        "steps": [draws.choice(EVEN if level < 4 else UNEVEN) for _ in range(2 * len(hung))],
        "steps_shown": [draws.choice(EVEN if level < 5 else UNEVEN) for _ in range(3 * _MOST)],
        "angle": draws.integer(8, 37),
    }


def check_input(_values: dict[str, Any], text: str) -> None:
    count, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(lines) <= 20:
        raise ValueError("another number of lines")
    for line in lines:
        terms = line.split(" ")
        if len(terms) > 5 or not all(re.fullmatch("[+-][1-9][A-H]", term) for term in terms):
            raise ValueError("not 1 to 5 terms")


def _list(lines: list[list[str]]) -> str:
    return f"{len(lines)}\n" + "".join(" ".join(terms) + "\n" for terms in lines)


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list([["+2A", "-1A", "-1A"], ["-3B", "+3B"]])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("knot_cords", values["seed"], name)

    def term() -> str:
        return draws.choice("++-") + str(draws.integer(1, 9)) + draws.choice(LETTERS)

    return [_list([[term() for _ in range(draws.integer(1, 5))] for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 4, 5, 6, 7, 8])


def edge(values: dict[str, Any]) -> list[str]:
    firsts = [_list([[f"+1{letter}"] for letter in LETTERS]), _list([["-9H"]]), _list([["+1C", "-1D"]])]
    return [*firsts, *_drawn(values, "edge", [1, 2]), _list([["+9E"] * 5, ["-9G"] * 5]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [19, 20])


def _tagged(values: dict[str, Any], level: int) -> dict[int, int]:
    """Return what the digit 1 counts at the places that the picture tags."""
    known, weights = _LEVELS[level][1], values[f"weights{level}"]
    tagged = sorted(weights)[: 1 + sum(map(bool, known))] if any(known) else []
    return {place: weight for place, weight in enumerate(weights) if weight in tagged}


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    names = ("shown", "turns", "steps_shown", "hung", "steps")
    shown, turns, steps, bundles, others = (values[f"{name}{level}"] for name in names)
    first = examples_of(shown, turns, steps, _tagged(values, level))
    if level > 4:
        return [first, ring_of(bundles, others, values[f"angle{level}"])]
    return [first, two_rows_of(bundles, others) if level > 3 else row_of(bundles, others)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    bundles: dict[str, Hanging] = values[f"hung{level}"]
    return [example_words(values[f"shown{level}"], _tagged(values, level)), bundle_words(bundles)]

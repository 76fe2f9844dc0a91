"""Six numbers run along the strands of a braid and change where two strands meet.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Mapping
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._braid_picture import braid_of, key_of, words_of
from workshop.suites.mmcode.families._braids import (
    ALL_SIDES,
    COLUMNS,
    EFFECTS,
    HIDDEN,
    PARTS,
    PARTS_5,
    SPACE,
    SPACE_5,
    drawn_columns,
    seen,
    shows_all,
    shows_bare,
    telling,
)

VERSION = 3
TITLE = "Braided Sums"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure", "math"), ("linear-data-structure",))
VARIANTS = ("over-and-under", "thick-strand", "from-behind", "mirror", "turned-frames")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
#: Those before them showed other meetings.
RENUMBERED = {"thick-strand": 6, "from-behind": 9, "mirror": 10}
COMPARE = "tokens"
LOOK = "panels"
NAMED = ("arrow", "card", "one frame", "two frames", "cloth")
STARTER = "def solution(numbers: list[int]) -> list[int]:\n"

STATEMENT = """
A braid has six strands, which run from the left to the right. A number is put on the left end of each strand. It goes along its
strand to the right end. On its way a strand meets others: two strands that are neighbours cross each other, or they only come
close and part again, each on its own side. Between two meetings nothing happens.

In a meeting the two numbers can change. What happens depends on nothing but the two numbers and what is drawn at this place: how
the strands lie, what they look like, and what is there besides. The first picture shows twelve meetings of two strands, each
with the two numbers before it at the left and after it at the right. A meeting with an arrow is turned: there the strands run as
the arrow points, and it shows what the strands do that run to the right, turned as a whole. Below the meetings is a key of the
signs that such pictures can have.

![image](1.png)

The second picture shows the braid. A grey card with a yellow corner hides a part of it, which is drawn again below. If both have one
frame, it is seen from behind: so as somebody sees it who stands on the other side of the braid. If both have two frames, it is
seen from the front, but in a mirror. The yellow corner is the same corner of the part. A blue cloth has no front or back.

![image](2.png)

Write a function that returns the numbers at the right end of the braid. If one meeting is further left than another, it comes
first. All meetings follow the same rules as those in the first picture.

Parameters

numbers: six integers from -50 to 50, which are put on the left ends of the strands, from top to bottom.

Returns

The six numbers that arrive at the right ends of the braid, from top to bottom.
"""


_BEAD = """
            changed = $who_bead CLOTH
            pair[changed] = $own_bead * pair[changed] + $other_bead * pair[1 - changed]"""
_UNDER = """
            changed = over ^ $who_under CLOTH
            pair[changed] = $own_under * pair[changed] + $other_under * pair[1 - changed]"""
_THICK = """
        is_near = thick in (row, row + 1)
        if is_near:
            changed = (thick - row) ^ $who_thick
            pair[changed] = $own_thick * pair[changed] + $other_thick * pair[1 - changed]"""
_BARE = """
        is_near = thick in (row, row + 1)
        is_bare = bare in (row, row + 1)
        if is_near and not is_bare:
            changed = (thick - row) ^ $who_thick
            pair[changed] = $own_thick * pair[changed] + $other_thick * pair[1 - changed]
        if is_bare and not is_near:
            changed = (bare - row) ^ $who_bare
            pair[changed] = $own_bare * pair[changed] + $other_bare * pair[1 - changed]"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    fields = ["row", "kind", "over", "cloth"][: 4 if level > 2 else 3]
    read = ["int(mark[0])", "mark[1]", "int(mark[2])", "int(mark[3])"][: len(fields)]
    lines = [
        "def solution(numbers):\n    strands = list(numbers)" + f"\n    thick = $thick{level}" * (level > 1),
        *(["    bare = $bare5"] if level > 4 else []),
        f"    for mark in $meets{level}.split():\n        {', '.join(fields)} = {', '.join(read)}",
        "        pair = strands[row : row + 2]",
        "        if kind == 'x':" + _UNDER,
        *(["        if kind == 'b':" + _BEAD] if level > 1 else []),
        *([(_THICK if level < 5 else _BARE).strip("\n")] if level > 1 else []),
        "        if kind == 'x':\n            pair.reverse()",
        *(["            if is_near:\n                thick = 2 * row + 1 - thick"] if level > 1 else []),
        *(["            if is_bare:\n                bare = 2 * row + 1 - bare"] if level > 4 else []),
        "        strands[row : row + 2] = pair\n    return strands",
    ]
    text = "\n".join(lines).replace(" CLOTH", " ^ cloth" if level > 2 else "")
    return re.sub(r"\$((?:who|own|other)_[a-z]+)", r"$\g<1>5", text) if level > 4 else text


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "all-cross": {
        name: text.replace(
            "        if kind == 'x':\n            pair.rev", "        if 1:\n            pair.rev"
        )
        for name, text in REFERENCE.items()
    },
    "from-the-right": {
        name: re.sub(r"in (.meets..split..):", r"in reversed(\1):", text) for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {
    "1 - changed → 1 + changed": "the strand that changes is the upper one, number 0",
    "'*' → '*~'": "what follows the signs of a meeting is not read",
}


def sample(draws: Draws) -> dict[str, Any]:
    rule = {
        name: draws.integer(0, 1) if name.startswith("who") or choices < 3 else draws.integer(1, choices - 1)
        for name, choices in PARTS.items()
        if name != "still"
    }
    rule |= {"thick_first": 0, "cloth": 1, "still": 0}
    sizes = dict(zip(VARIANTS, (SPACE.size, SPACE.size, ALL_SIDES, ALL_SIDES, SPACE_5.size), strict=True))
    values: dict[str, Any] = {"unique_among": sizes, "rule": rule, **_effects(rule, EFFECTS)}
    values["seed"] = draws.integer(1, 10**9)
    for level in range(1, 6):
        if level > 4:
            rule = {name: draws.integer(1 if most > 2 else 0, most - 1) for name, most in PARTS_5.items()}
            rule |= {"thick_first": 0, "cloth": 1, "both": 1}
            values |= {f"{name}5": value for name, value in _effects(rule, EFFECTS[::2]).items()}
        values |= {f"{name}{level}": value for name, value in _braid(draws, level).items()}
        values[f"shown{level}"] = _shown(
            draws, Draws("braided_sums", values["seed"], "meetings", level), level, rule
        )
    return values


def _effects(rule: Mapping[str, int], effects: list[tuple[int, int]]) -> dict[str, int]:
    """Return what the program of a rule has of it: who changes, and how."""
    found = {}
    for name in ("under", "bead", "thick", "bare")[: 4 if "bare" in rule else 3]:
        found[f"own_{name}"], found[f"other_{name}"] = effects[rule[name]]
        found[f"who_{name}"] = rule[f"who_{name}"]
    return found


def _braid(draws: Draws, level: int) -> dict[str, Any]:
    """Return the meetings of a level, what lies below and over them, and where special strands begin."""
    first, thick, bare = draws.integer(1, 3), draws.integer(0, 5), -9
    cloth, more = [first, first + 1], 0
    if level == 4:
        cloth, more = sorted(draws.sample(range(6), 2)), 0
    if level > 4:
        cloth, more = sorted(draws.sample(range(4 * HIDDEN[5]), 7)), 4 * HIDDEN[5] - 6
        bare = draws.choice([row for row in range(6) if row != thick])
    while True:
        tops = draws.shuffled(COLUMNS)
        columns = drawn_columns(draws, tops + draws.choices(COLUMNS, more), cloth, 3 if level < 5 else 8)
        if shows_all(thick, columns) and (level < 5 or shows_bare(thick, bare, columns)):
            break
    if level < 4:
        cards = [(place, draws.chance(1, 2), False) for place in draws.sample((0, 2, 4), 2)][: level // 3]
    else:
        sides = draws.shuffled([True, False, True, False])
        cards = [(HIDDEN[level] * place, draws.chance(1, 2), sides[place]) for place in range(level - 1)]
    meets = [
        (row, *seen(level, kind, over, None, on)) for column in columns for row, kind, over, on in column
    ]
    words = [f"{row}{kind[0].replace('c', 'x')}{over}{on}" for row, kind, over, _, on in meets]
    return {
        "cloth": cloth if level > 2 else [], "thick": thick, "bare": bare, "columns": columns, "cards": cards,
        "meets": " ".join(word[: 4 if level > 2 else 3] for word in words),
    }  # fmt: skip


def _shown(draws: Draws, spare: Draws, level: int, rule: Mapping[str, int]) -> list[tuple[Call, list[int]]]:
    for _ in range(7 if level > 3 else 0):
        try:
            return telling(draws, spare, level, rule)
        except UnfitError:
            continue
    return telling(draws, spare, level, rule)


def check_input(_values: dict[str, Any], arguments: tuple[Any, ...]) -> None:
    (numbers,) = arguments
    if len(numbers) != 6 or not all(-50 <= number <= 50 for number in numbers):
        raise ValueError("not six numbers from -50 to 50")


def samples(_values: dict[str, Any]) -> list[Call]:
    return [([0] * 6,)]


def typical(values: dict[str, Any]) -> list[Call]:
    draws = Draws("braided_sums", values["seed"], "typical")
    return [(draws.sample(range(-9, 20), 6),) for _ in range(6)]


def edge(_values: dict[str, Any]) -> list[Call]:
    units = [([int(place == one) for place in range(6)],) for one in (0, 2, 3, 5)]
    return [*units, ([-1] * 6,)]


def large(values: dict[str, Any]) -> list[Call]:
    draws = Draws("braided_sums", values["seed"], "large")
    return [(draws.integers(6, -50, 50),), (draws.shuffled((50, -50, 49, -49, 48, -48)),)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    return [key_of(values, level), braid_of(values, level)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    return words_of(values, int(DIAL[variant]))

"""Six numbers run along the strands of a braid and change where two strands meet.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.authoring.family import Call
from benchmark.authoring.rule_space import Choices, RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.arrows import arrow
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.palette import Colour
from benchmark.suites.mmcode.open.families._cards import Behind, Card

VERSION = 2
TITLE = "Braided Sums"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure", "math"), ("linear-data-structure",))
VARIANTS = ("over-and-under", "thick-strand", "from-behind", "mirror", "turned-frames")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
STARTER = "def solution(numbers: list[int]) -> list[int]:\n"

STATEMENT = """
A braid has six strands, which run from the left to the right. A number is put on the left end of each strand. It goes along its
strand to the right end. On its way a strand meets others: two strands that are neighbours cross each other, or they only come
close and part again, each on its own side. Between two meetings nothing happens.

In a meeting the two numbers can change. What happens depends on nothing but the two numbers and what is drawn at this place: how
the strands lie, what they look like, and what is there besides. The first picture shows twelve meetings of two strands, each
with the two numbers before it at the left and after it at the right. A meeting with an arrow is turned: there the strands run as
the arrow points, and it shows what the strands do that run to the right, turned as a whole.

![image](1.png)

The second picture shows the braid. A grey card with a yellow corner hides a part of it, which is drawn again below. If the frames of
both are single, it is seen from behind: so as somebody sees it who stands on the other side of the braid. If they are double, it
is seen from the front, but in a mirror. The yellow corner is the same corner of the part. The blue cloth has no front or back.

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


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    fields = ["row", "kind", "over", "cloth"][: 4 if level > 2 else 3]
    read = ["int(mark[0])", "mark[1]", "int(mark[2])", "int(mark[3])"][: len(fields)]
    lines = [
        "def solution(numbers):\n    strands = list(numbers)" + f"\n    thick = $thick{level}" * (level > 1),
        f"    for mark in $meets{level}.split():\n        {', '.join(fields)} = {', '.join(read)}",
        "        pair = strands[row : row + 2]",
        "        if kind == 'x':" + _UNDER,
        *(["        if kind == 'b':" + _BEAD] if level > 1 else []),
        *([_THICK.strip("\n")] if level > 1 else []),
        "        if kind == 'x':\n            pair.reverse()",
        *(["            if is_near:\n                thick = 2 * row + 1 - thick"] if level > 1 else []),
        "        strands[row : row + 2] = pair\n    return strands",
    ]
    return "\n".join(lines).replace(" CLOTH", " ^ cloth" if level > 2 else "")


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

#: What one number of two becomes: so many times itself and so many times the other. The first leaves it.
EFFECTS = [(1, 0), *((own, other) for own in (-1, 1, 2) for other in (-2, -1, 1, 2))]
PARTS = {
    "under": len(EFFECTS), "who_under": 2, "bead": len(EFFECTS), "who_bead": 2, "thick": len(EFFECTS), "who_thick": 2,
    "thick_first": 2, "cloth": 4,
}  # fmt: skip
#: Columns of a braid, by the upper rows of their meetings.
_COLUMNS = [(0, 2, 4), (1, 3), (0, 3), (1, 4), (0, 2), (2, 4)]


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the numbers after a meeting: of the upper strand on the right and of the lower one."""
    kind, over, thick, cloth, *numbers = call
    exchanged = (rules["cloth"] == 1) & bool(cloth)
    effects = np.array(EFFECTS)
    made = []
    for thick_first in (0, 1):
        pair = np.array([np.full(len(exchanged), number) for number in numbers])

        def act(name: str, place: npt.NDArray[np.int64], pair: npt.NDArray[np.int64] = pair) -> None:
            (own, other), every = effects[rules[name]].T, np.arange(len(place))
            pair[place, every] = own * pair[place, every] + other * pair[1 - place, every]

        steps = []
        if kind == "cross":
            steps.append(("under", rules["who_under"] ^ over ^ exchanged))
        if kind == "bead":
            steps.append(("bead", rules["who_bead"] ^ exchanged))
        if thick is not None:
            steps.insert(0 if thick_first else 1, ("thick", rules["who_thick"] ^ thick))
        for name, place in steps:
            act(name, place)
        made.append(pair)
    pair = np.where(rules["thick_first"], made[1], made[0])
    if cloth:
        pair = np.where(rules["cloth"] == 2, -pair, pair)
        pair = np.where(rules["cloth"] == 3, np.array(numbers)[:, None], pair)
    return (pair[::-1] if kind == "cross" else pair).T


SPACE = RuleSpace(parts=PARTS, results=_results)


def _seen(level: int, kind: str, over: int, thick: int | None, cloth: int) -> tuple[Any, ...]:
    """Return a meeting with what a level draws of it."""
    kind = "touch" if kind == "bead" and level < 2 else kind
    return kind, over if kind == "cross" else 0, thick if level > 1 else None, cloth if level > 2 else 0


def _drawn_meeting(draws: Draws) -> tuple[str, int]:
    return draws.choice(["cross", "cross", "cross", "touch", "bead", "bead"]), draws.integer(0, 1)


def sample(draws: Draws) -> dict[str, Any]:
    rule = {name: draws.integer(1 if choices > 2 else 0, choices - 1) for name, choices in PARTS.items()}
    rule |= {"thick_first": 0, "cloth": 1}
    values: dict[str, Any] = {"unique_among": SPACE.size, "rule": rule}
    for name in ("under", "bead", "thick"):
        values[f"own_{name}"], values[f"other_{name}"] = EFFECTS[rule[name]]
        values[f"who_{name}"] = rule[f"who_{name}"]
    values["seed"] = draws.integer(1, 10**9)
    for level in range(1, 6):
        first, thick = draws.integer(1, 3), draws.integer(0, 5)
        while True:
            columns = [
                [(row, *_drawn_meeting(draws), int(first <= place < first + 2)) for row in rows]
                for place, rows in enumerate(draws.shuffled(_COLUMNS))
            ]
            if _shows_all(thick, columns):
                break
        values |= {f"first{level}": first, f"thick{level}": thick, f"columns{level}": columns}
        values[f"cards{level}"] = [(place, draws.chance(1, 2)) for place in draws.sample((0, 2, 4), 2)]
        seen = [
            (row, *_seen(level, kind, over, None, cloth))
            for column in columns
            for row, kind, over, cloth in column
        ]
        values[f"meets{level}"] = " ".join(
            f"{row}{kind[0].replace('c', 'x')}{over}{cloth}"[: 4 if level > 2 else 3]
            for row, kind, over, _, cloth in seen
        )
        values[f"shown{level}"] = _telling(draws, level, rule)
    return values


def _moved(thick: int, column: list[tuple[int, str, int, int]]) -> int:
    """Return the row of the thick strand after a column."""
    crossed = [row for row, kind, *_ in column if kind == "cross" and thick in (row, row + 1)]
    return 2 * crossed[0] + 1 - thick if crossed else thick


def _shows_all(thick: int, columns: list[list[tuple[int, str, int, int]]]) -> bool:
    """Whether crossings and beads are on the cloth and off it, and the thick strand meets others on both sides."""
    sides, found, moved = set(), set(), 0
    for column in columns:
        for row, kind, over, cloth in column:
            found.add((kind, over * (kind == "cross"), cloth))
            sides.add((thick - row) * (kind == "cross" or thick > row))
        after = _moved(thick, column)
        thick, moved = after, moved + (after != thick and min(after, thick) in (1, 3, 4))
    every = {
        ("cross", 0, 0),
        ("cross", 0, 1),
        ("cross", 1, 0),
        ("cross", 1, 1),
        ("bead", 0, 0),
        ("bead", 0, 1),
    }
    return every <= found and {0, 1} <= sides and moved > 0


def _telling(draws: Draws, level: int, rule: dict[str, int]) -> list[tuple[Call, list[int]]]:
    """Return twelve meetings that leave one rule, with the numbers after them."""
    active = {"under": 1, "bead": 2, "thick": 2, "cloth": 3}
    rule = {
        name: choice * (level >= active.get(name.removeprefix("who_"), 1)) for name, choice in rule.items()
    }
    kinds = {
        _seen(level, kind, over, thick, cloth)
        for kind in ("cross", "touch", "bead") for over in (0, 1) for thick in (None, 0, 1) for cloth in (0, 1)
    }  # fmt: skip
    every = sorted(kinds, key=str)
    found = telling_examples(
        SPACE,
        rules=[rule],
        asked=[(*kind, *pair) for kind in every for pair in ((11, 13), (17, -19))],
        shown=[],
        candidate=lambda: (*draws.choice(every), *draws.sample(range(1, 10), 2)),
        numbers=range(12, 13),
    )
    right = {name: np.array([choice]) for name, choice in rule.items()}
    marks = {call: sum(map(bool, call[1:4])) + ["cross", "touch", "bead"].index(call[0]) for call in found}
    return [(call, _results(right, call)[0].tolist()) for call in sorted(found, key=marks.__getitem__)]


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


def _smooth(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _meeting(
    canvas: "Canvas | Behind | _Turned",
    x: float,
    wide: float,
    heights: list[list[float]],
    meet: tuple[Any, ...],
) -> None:
    """Draw two strands that meet, with the heights of both on the left and on the right."""
    (kind, over, thick, _), (left, right) = meet, heights
    middle, steps = (sum(left) + sum(right)) / 4, 48
    crosses = kind == "cross"
    for place in range(len(left)):
        start, end = left[place], right[1 - place if crosses else place]
        lines: list[list[tuple[float, float]]] = [[]]
        for step in range(-1, steps + 2):
            share = step / steps
            y = start + (end - start) * _smooth(share)
            if kind in ("touch", "bead"):
                near = _smooth(share / 0.36) * _smooth((1 - share) / 0.36)
                y += (middle + (8 if place else -8) - y) * near
            if kind == "cross" and place != over and abs(share - 0.5) < 0.1:
                lines += [[]] if lines[-1] else []
            else:
                lines[-1].append((x + wide * share, y))
        for line in lines:
            canvas.line(*line, line=11 if thick == place else 5)
    if kind == "bead":
        canvas.circle(x + wide / 2, middle, 14, fill="orange", line=3)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level, draws = int(DIAL[variant]), Draws("braided_sums", values["seed"], "frames")
    key = Canvas(880, 660)
    for place, (call, after) in enumerate(values[f"shown{level}"]):
        x, y = 6 + place % 4 * 218.0, 6 + place // 4 * 218.0
        key.rect(x, y, 212, 212, stroke="grey", line=2)
        quarters = draws.integer(1, 3) if level > 4 and place % 4 else 0
        _frame(_Turned(key, (x + 106, y + 106), quarters), call, after)
    return [key, _braid(values, level)]


@dataclass(frozen=True)
class _Turned:
    """Draws around a point, turned clockwise by quarters; all places are seen from that point."""

    canvas: Canvas
    middle: tuple[float, float]
    quarters: int

    def place(self, x: float, y: float) -> tuple[float, float]:
        for _ in range(self.quarters):
            x, y = -y, x
        return self.middle[0] + x, self.middle[1] + y

    def line(self, *points: tuple[float, float], line: float) -> None:
        self.canvas.line(*(self.place(*point) for point in points), line=line)

    def circle(self, x: float, y: float, radius: float, *, fill: Colour, line: float) -> None:
        self.canvas.circle(*self.place(x, y), radius, fill=fill, line=line)


def _frame(turned: _Turned, call: Call, after: list[int]) -> None:
    """Draw a meeting with its numbers."""
    key, place = turned.canvas, turned.place
    if call[3]:
        corners = [place(*corner) for corner in ((-47, -86), (47, -86), (47, 86), (-47, 86))]
        (left, top), (right, low) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
        key.rect(left, top, right - left, low - top, fill="paleblue", stroke="blue", line=2, dashed=True)
    rows = [-45.0, 45.0]
    _meeting(turned, -63, 126, [rows, rows], call[:4])
    for row, before, later in zip(rows, call[4:], after, strict=True):
        key.text(*place(-84, row), before, size=23, bold=True)
        key.text(*place(84, row), later, size=23, bold=True)
    if turned.quarters:
        arrow(key, place(-30, 94), place(30, 94), line=4)


_LEFT, _COLUMN, _TOP, _ROW = 36.0, 158.0, 56.0, 84.0  #: of the braid, px


def _braid(values: dict[str, Any], level: int) -> Canvas:
    draws = Draws("braided_sums", values["seed"], "shape", level)
    canvas = Canvas(1020, 540 if level < 3 else 980)
    first, columns, thick = values[f"first{level}"], values[f"columns{level}"], values[f"thick{level}"]
    cards = [
        Card(
            left=_LEFT + _COLUMN * place,
            top=14,
            wide=2 * _COLUMN,
            high=510,
            x=120 + 460 * number,
            y=570,
            scale=0.76,
            turned=turned,
            double=number > 0,
        )
        for number, (place, turned) in enumerate(
            values[f"cards{level}"][: level - 2 if level < 4 else 2] if level > 2 else []
        )
    ]
    for card in cards:
        card.cover(canvas)
    if level > 2:
        for place in (first, first + 1):
            x = _LEFT + _COLUMN * place
            hidden = [card for card in cards if card.holds((x + 9, 99))]
            corners = [hidden[0].place(*end) if hidden else end for end in ((x, 18.0), (x + _COLUMN, 520.0))]
            (left, right), (top, low) = map(sorted, zip(*corners, strict=True))
            canvas.rect(
                left, top, right - left, low - top, fill="paleblue", stroke="blue", line=2, dashed=True
            )
    heights = [[_TOP + _ROW * row + draws.integer(-13, 13) for row in range(6)] for _ in range(7)]
    for place, column in enumerate(columns):
        x, ends = _LEFT + _COLUMN * place, heights[place : place + 2]
        hidden = [card for card in cards if card.holds((x + 9, 99))]
        on: Canvas | Behind = Behind(canvas, hidden[0]) if hidden else canvas
        meets = [(row, _seen(level, kind, over, thick - row, cloth)) for row, kind, over, cloth in column]
        for row in {*range(6)} - {row + side for row, _ in meets for side in (0, 1)}:
            alone = ("alone", 0, thick - row if level > 1 else -9, 0)
            _meeting(on, x, _COLUMN, [end[row : row + 1] for end in ends], alone)
        for row, (kind, over, side, cloth) in meets:
            flipped = bool(hidden and not hidden[0].double)  # from behind, the other strand lies on top
            meet = (kind, over ^ flipped, -9 if side is None else side, cloth)
            _meeting(on, x, _COLUMN, [end[row : row + 2] for end in ends], meet)
        thick = _moved(thick, column)
    for card in cards:
        card.frame(canvas)
    return canvas


def _words(meet: tuple[Any, ...]) -> str:
    kind, over, thick, cloth = meet
    top = "the strand that comes from below" if over else "the strand that comes from above"
    words = {
        "cross": f"they cross, and {top} lies on top", "touch": "they come close",
        "bead": "they come close and have an orange bead",
    }[kind]  # fmt: skip
    words += "" if thick is None else f", the strand that comes from {'below' if thick else 'above'} is thick"
    return f"{words}, on a blue cloth" if cloth else words


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    shown = [
        f"{call[4]} above and {call[5]} below, {_words(call[:4])}, {after[0]} above and {after[1]} below"
        for call, after in values[f"shown{level}"]
    ]
    meets = []
    for number, column in enumerate(values[f"columns{level}"], 1):
        each = [
            f"rows {row + 1} and {row + 2}: {_words(_seen(level, kind, over, None, cloth))}"
            for row, kind, over, cloth in column
        ]
        meets.append(f"{number}. {'; '.join(each)}")
    start = (
        f" The strand that begins in row {values[f'thick{level}'] + 1} is thick all along."
        if level > 1
        else ""
    )
    key = (
        "Twelve frames with two strands each, which meet in the middle. Numbers on the left and on the right, of the strand "
        f"above and of the strand below, and what is between them: {'. '.join(shown)}."
    )
    braid = (
        "Six strands from the left to the right, in rows 1 to 6 from top to bottom. They meet in six columns from the left to "
        f"the right: {'. '.join(meets)}.{start} All other strands are thin, and cards are already looked behind."
    )
    return [key, braid]

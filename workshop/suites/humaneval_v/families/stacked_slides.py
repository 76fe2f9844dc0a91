"""Three glass slides in perspective that are laid on a light table, and what is seen from above.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 1
KINDS = ("matrix", "solid")
TASK_TYPE = "Computation"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
CAPTURED = {"3": "screen", "4": "notebook", "5": "folded"}

TEXT = '''\
def solution(slides: list[list[list[int]]]) -> list[list[int]]:
    """
    Three glass slides of nine fields, with discs and crosses, are laid on a light table, always in the same way.
    Each drawing in the picture shows three slides before that, one above the other, and at its right
    the fields as they are seen from above afterwards. Find what is seen for other slides.

    Parameters:
        slides (list[list[list[int]]]): The slides of a drawing from the highest to the lowest, each with three rows
            from the back to the front, of three fields from left to right: 0 clear, 1 a disc, 2 a cross.

    Returns:
        list[list[int]]: What is seen, in the same form.
    """
'''

Grid = npt.NDArray[Any]
#: What is seen where two different marks meet, and two equal ones.
UNLIKE = ("upper", "lower", "0", "1", "2")
LIKE = ("upper", "0", "3 - upper")
#: How a slide is turned, and how its fields move on, around the edge; as Python, and as fields of a grid.
TURNS = (
    "{0}", "list(zip(*{0}[::-1]))", "[row[::-1] for row in {0}[::-1]]", "list(zip(*{0}))[::-1]",
    "[row[::-1] for row in {0}]", "{0}[::-1]", "list(zip(*{0}))", "[row[::-1] for row in list(zip(*{0}))[::-1]]",
)  # fmt: skip
SHIFTS = (
    "[row[-1:] + row[:-1] for row in {0}]", "[row[1:] + row[:1] for row in {0}]",
    "{0}[-1:] + {0}[:-1]", "{0}[1:] + {0}[:1]",
)  # fmt: skip
NAMES = ("top", "middle", "bottom")
#: When the slides are laid in the opposite order.
OPPOSITE = ["", *(f"{name}[1][1] {asked}" for name in NAMES for asked in ("> 0", "== 1", "== 2"))]
PARTS = {
    "unlike": len(UNLIKE), "like": len(LIKE), "exchanged": 4, "turn": 1 + len(NAMES) * (len(TURNS) - 1),
    "shift": 1 + len(NAMES) * len(SHIFTS), "opposite": len(OPPOSITE), "shifted first": 2, "downwards": 2,
}  # fmt: skip
CONTEXTS = ("exchanged", "turn", "shift", "opposite")


@dataclass(frozen=True)
class Slides:
    """Parameters: the mutation, the seed of the slides, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Slides:
    rules = []
    for level in range(len(MUTATIONS)):
        rule = dict.fromkeys(PARTS, 0)
        rule["like"] = draws.integer(0, len(LIKE) - 1)
        others = [number for number, mark in enumerate(UNLIKE) if mark != LIKE[rule["like"]]]
        rule["unlike"] = draws.choice(others)
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule |= {name: active[name] for name in CONTEXTS[:level]}
        rules.append(tuple(rule.items()))
    return Slides(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(slides: Slides) -> str:
    return program(dict(slides.rules[MUTATIONS.index(slides.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    lines = [
        "def solution(slides: list[list[list[int]]]) -> list[list[int]]:",
        "    top, middle, bottom = slides",
    ]
    lines += [f"    opposite = {OPPOSITE[rule['opposite']]}"] * bool(rule["opposite"])
    if rule["exchanged"]:
        name = NAMES[rule["exchanged"] - 1]
        lines += [f"    {name} = [[(0, 2, 1)[mark] for mark in row] for row in {name}]"]
    moves = []
    for part, changes in (("turn", TURNS[1:]), ("shift", SHIFTS)):
        number, change = divmod(rule[part] - 1, len(changes))
        moves += [(NAMES[number], changes[change])] * bool(rule[part])
    for name, moved in moves[::-1] if rule["shifted first"] else moves:
        lines += [f"    {name} = {moved.format(name)}"]
    if rule["opposite"]:
        lines += ["    if opposite:", "        top, bottom = bottom, top"]
    first, last, pair = (
        ("top", "bottom", "lower, upper") if rule["downwards"] else ("bottom", "top", "upper, lower")
    )
    lines += [f"    seen = [list(row) for row in {first}]", f"    for slide in (middle, {last}):"]
    lines += ["        for row in range(3):", "            for column in range(3):"]
    lines += [f"                {pair} = slide[row][column], seen[row][column]"]
    lines += ["                mark = upper + lower", "                if upper and lower:"]
    lines += [f"                    mark = {LIKE[rule['like']]}", "                    if upper != lower:"]
    lines += [f"                        mark = {UNLIKE[rule['unlike']]}"]
    return "\n".join([*lines, "                seen[row][column] = mark", "    return seen"])


_FIELDS = np.arange(9, dtype=np.int8).reshape(3, 3)
_TURNED = np.array([_FIELDS, np.rot90(_FIELDS, -1), np.rot90(_FIELDS, 2), np.rot90(_FIELDS), _FIELDS[:, ::-1],
    _FIELDS[::-1], _FIELDS.T, _FIELDS.T[::-1, ::-1]]).reshape(-1, 9)  # fmt: skip
_ROLLS = ((1, 1), (-1, 1), (1, 0), (-1, 0))
_SHIFTED = np.array([_FIELDS, *(np.roll(_FIELDS, by, axis) for by, axis in _ROLLS)]).reshape(-1, 9)
#: (shifted first, turn, shift, field) → the field of the slide that gets there.
_FROM = np.array([
    [[turn[shift] for shift in _SHIFTED] for turn in _TURNED],
    [[shift[turn] for shift in _SHIFTED] for turn in _TURNED],
])  # fmt: skip
_MARKS = np.zeros((len(UNLIKE), len(LIKE), 3, 3), dtype=np.int8)  #: (unlike, like, upper, lower) → mark
for _unlike, _like, _upper, _lower in np.ndindex(*_MARKS.shape):
    _meeting = (_upper, _lower, 0, 1, 2)[_unlike] if _upper != _lower else (_upper, 0, 3 - _upper)[_like]
    _MARKS[_unlike, _like, _upper, _lower] = _meeting if _upper and _lower else _upper + _lower


def _of(choice: Grid, slide: int, many: int) -> Grid:
    """Return the change of one slide by each rule, from 1; 0 if another slide changes."""
    number = choice - many * slide
    return np.where((number >= 1) & (number <= many), number, 0)


def _seen(rules: Choices, call: Call) -> Any:
    """Return what is seen by each rule, of shape (rules, 3, 3)."""
    slides, laid = dict(zip(NAMES, np.array(call[0], dtype=np.int8).reshape(3, 9), strict=True)), []
    for number, slide in enumerate(slides.values()):
        turn, shift = _of(rules["turn"], number, len(TURNS) - 1), _of(rules["shift"], number, len(SHIFTS))
        both = np.stack([slide, np.array([0, 2, 1], dtype=np.int8)[slide]])
        exchanged = (rules["exchanged"] == number + 1).astype(np.int8)[:, None]
        laid.append(both[exchanged, _FROM[rules["shifted first"], turn, shift]])
    middles = [slides[name][4] for name in NAMES]
    hits = [False, *(hit for mark in middles for hit in (mark > 0, mark == 1, mark == 2))]
    hit = np.array(hits)[rules["opposite"], None]
    high, low = np.where(hit, laid[2], laid[0]), np.where(hit, laid[0], laid[2])
    unlike, like = rules["unlike"].astype(np.int8)[:, None], rules["like"].astype(np.int8)[:, None]
    upwards = _MARKS[unlike, like, high, _MARKS[unlike, like, laid[1], low]]
    downwards = _MARKS[unlike, like, _MARKS[unlike, like, high, laid[1]], low]
    return np.where(rules["downwards"][:, None], downwards, upwards).reshape(-1, 3, 3)


def rule_space(_slides: Slides) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=_seen)


def _three(draws: Draws) -> Call:
    return ([[draws.choices((0, 0, 1, 1, 1, 2, 2, 2), 3) for _ in range(3)] for _ in range(3)],)


def calls(slides: Slides) -> list[Call]:
    draws = Draws(slides.seed, "calls")
    return [_three(draws) for _ in range(12)]


def examples(slides: Slides) -> list[Call]:
    return _shown(slides.seed, slides.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return slides that leave one rule of the space for each mutation."""
    draws, slides = Draws(seed, "examples"), Slides("", seed, rules)
    return telling_examples(
        rule_space(slides), rules=[dict(rule) for rule in rules], asked=calls(slides), shown=[_three(draws)],
        candidate=lambda: _three(draws), numbers=range(6, 7),
    )  # fmt: skip


WIDE, HIGH, GAP = 267, 260, 80  #: of a drawing, and between two of its slides, px
SIDE, EDGE = 33, 28.0  #: of a field as it is seen from above; and the mean one of a slide, px


def _lying(x: float, y: float, lean: int) -> Callable[[float, float], Point]:
    """Return where a point of a slide is drawn; its front is nearer, and leans to a side."""

    def place(u: float, v: float) -> Point:
        near = 1 + 0.075 * (v - 1.5)
        return x + EDGE * near * 1.32 * (u - 1.5) + lean * (v - 1.5), y + EDGE * 0.74 * near * (v - 1.5)

    return place


def picture(slides: Slides, solve: Solve) -> Canvas:
    draws = Draws(slides.seed, "drawing")
    canvas = Canvas(3 * WIDE + 16, 2 * HIGH + 8)
    for number, call in enumerate(examples(slides)):
        left, top = 8 + number % 3 * WIDE, number // 3 * HIGH + 4
        lean = draws.integer(-7, 7)
        for level, slide in reversed(list(enumerate(call[0]))):
            _draw(canvas, slide, _lying(left + 75, top + 48 + GAP * level, lean))
        middle = top + HIGH / 2
        arrow(canvas, (left + 144, middle), (left + 164, middle), line=3)
        x, y = left + 167, middle - 1.5 * SIDE
        _draw(canvas, solve(*call), lambda u, v, x=x, y=y: (x + SIDE * u, y + SIDE * v))  # type: ignore[misc]
    return canvas


def _draw(canvas: Canvas, fields: list[list[int]], place: Callable[[float, float], Point]) -> None:
    canvas.polygon([place(0, 0), place(3, 0), place(3, 3), place(0, 3)], fill="paleblue", line=2.5)
    for at in (1, 2):
        canvas.line(place(at, 0), place(at, 3), line=2)
        canvas.line(place(0, at), place(3, at), line=2)
    for row, marks in enumerate(fields):
        for column, mark in enumerate(marks):
            u, v = column + 0.5, row + 0.5
            if mark == 1:
                turns = [math.radians(30 * step) for step in range(12)]
                points = [place(u + 0.29 * math.cos(turn), v + 0.29 * math.sin(turn)) for turn in turns]
                canvas.polygon(points, fill="ink", stroke=None)
            elif mark:
                for tilt in (0.27, -0.27):
                    canvas.line(place(u - 0.27, v - tilt), place(u + 0.27, v + tilt), stroke="red", line=5)


def describe(slides: Slides, solve: Solve) -> str:
    def words(grid: list[list[int]]) -> str:
        return ", ".join(" ".join(("clear", "disc", "cross")[mark] for mark in row) for row in grid)

    shown = " ".join(
        f"Drawing {number}: {'; '.join(map(words, call[0]))}; seen: {words(solve(*call))}."
        for number, call in enumerate(examples(slides), 1)
    )
    return (
        "The picture has six drawings. Each shows three slides in perspective, one above the other, with three rows of three "
        "fields, some with a black disc or a red cross. An arrow leads to a square of nine fields, seen from above. "
        f"The slides from the highest to the lowest, and what is seen, row by row from the back: {shown}"
    )

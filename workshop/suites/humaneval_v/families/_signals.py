"""The wirings of ``signal_boxes``, how they are drawn, and all rules that a reader may see in signs and patches.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

#: A box of a wiring: its name, which begins with its sign, what enters it from top to bottom, its column and its row.
Part = tuple[str, tuple[str, ...], float, float]

#: Wirings; ``?`` is a sign with two wires.
WIRINGS: tuple[tuple[Part, ...], ...] = (
    (("?1", ("a", "b"), 1, 0.5), ("?2", ("c", "d"), 1, 2.5), ("t3", ("?1",), 2, 0.5), ("?4", ("t3", "?2"), 3, 1.5)),
    (("t1", ("a",), 1, 0), ("?2", ("t1", "b"), 2, 0.5), ("?3", ("c", "d"), 1, 2.5), ("?4", ("?2", "?3"), 3, 1.5)),
    (("?1", ("a", "b"), 1, 0.5), ("?2", ("?1", "c"), 2, 1.25), ("t3", ("?2",), 3, 1.25), ("?4", ("t3", "d"), 4, 2.1)),
    (("?1", ("b", "c"), 1, 1.5), ("?2", ("a", "?1"), 2, 0.75), ("t3", ("d",), 1, 3), ("?4", ("?2", "t3"), 3, 1.9)),
)  # fmt: skip
#: Where a patch is behind a box with two wires → which of them enter it there.
COVERS = {"no": (), "the upper": (0,), "the lower": (1,), "each": (0, 1)}
_PATCH = 60.0  #: half of the width of a patch, px
#: Rules for two numbers, and multiples and additions for one, that a reader may see.
_PAIRS: tuple[Callable[[Any, Any], Any], ...] = (
    np.maximum, np.minimum, np.add, lambda p, q: abs(p - q), np.multiply, np.subtract, np.gcd, np.lcm,
    lambda p, q: p + 0 * q, lambda p, q: q + 0 * p, lambda p, q: 2 * p + q, lambda p, q: p + 2 * q,
)  # fmt: skip
_SINGLES = np.array(
    [*((1, add) for add in range(-10, 11)), *((times, 0) for times in (*range(2, 11), 0, -1))]
)


def signal_space(
    wiring: Sequence[Part], covers: Mapping[str, str], shown: Sequence[tuple[Call, int]]
) -> RuleSpace:
    """Return the space of a circuit.

    Args:
        wiring: the boxes, each after those that lead to it.
        covers: name of a box → where a patch is behind it.
        shown: what the key shows: sign, place of the patch and the numbers that enter, and the number that leaves.
    """
    parts = {"c": len(_PAIRS), "d": len(_PAIRS), "t": len(_SINGLES), "patch": len(_SINGLES), "where": 3}

    def results(rules: Choices, call: Call) -> Any:
        if isinstance(call[0], str):
            return _leaving(rules, *call)
        values: dict[str, Any] = dict(zip("abcd", call, strict=True))
        for name, sources, _, _ in wiring:
            entering = [values[source] for source in sources]
            values[name] = _leaving(rules, name[0], covers.get(name, "no"), entering)
        return values[wiring[-1][0]]

    return RuleSpace(parts=parts, results=results, drawn=shown)


def _leaving(rules: Choices, sign: str, cover: str, numbers: Sequence[Any]) -> Any:
    """Return what leaves a box by each rule; a patch changes the numbers before it, the others, or the result."""
    if sign == "t":
        return _changed(rules["t"], numbers[0])
    where = rules["where"] if cover != "no" else np.full_like(rules["where"], -1)
    p, q = (
        np.where(where == int(place not in COVERS[cover]), _changed(rules["patch"], number), number)
        for place, number in enumerate(numbers)
    )
    result = np.choose(rules[sign], [pair(p, q) for pair in _PAIRS])
    return np.where(where == 2, _changed(rules["patch"], result), result)


def _changed(choice: Any, number: Any) -> Any:
    times, add = _SINGLES[choice].T
    return times * number + add


def draw_wiring(canvas: Canvas, wiring: Sequence[Part], covers: Mapping[str, str]) -> None:
    """Draw the boxes of a circuit with their patches and wires."""
    last = max(x for *_, x, _ in wiring)
    gap = 740 / (last + 1)
    ends: dict[str, Point] = {letter: (90, 105 + 96 * row) for row, letter in enumerate("abcd")}
    for letter, (x, y) in ends.items():
        canvas.text(x - 24, y, letter, bold=True, size=26)
    for name, _, column, row in wiring:
        draw_patch(canvas, covers.get(name, "no"), 90 + column * gap, 105 + 96 * row)
    for name, sources, column, row in wiring:
        x, y = 90 + column * gap, 105 + 96 * row
        for source, port in zip(sources, ports(x, y, len(sources)), strict=True):
            elbow = x - 76
            start = ends[source]
            draw_wire(canvas, start, (elbow, start[1]), (elbow, port[1]), port)
        ends[name] = (x, y)
        if name == wiring[-1][0]:
            arrows.arrow(canvas, (x, y), (920, y), line=3, head=18)
    for name, _, column, row in wiring:
        draw_box(canvas, name[0], 90 + column * gap, 105 + 96 * row)


def draw_wire(canvas: Canvas, *points: Point) -> None:
    """Draw a wire in two parts, of which the second may lie on a patch."""
    *before, (x, y) = points
    canvas.line(*before, (x - _PATCH - 3, y), line=3)
    canvas.line((x - _PATCH - 3, y), (x, y), line=3)


def ports(x: float, y: float, count: int) -> list[Point]:
    """Return where wires enter a box."""
    return [(x, y)] if count == 1 else [(x, y - 17), (x, y + 17)]


def draw_patch(canvas: Canvas, cover: str, x: float, y: float) -> None:
    """Draw the patch behind a box, if there is one."""
    if cover != "no":
        top, low = -58 if 0 in COVERS[cover] else 6, 58 if 1 in COVERS[cover] else -6
        canvas.rect(x - _PATCH, y + top, 2 * _PATCH, low - top, fill="silver", stroke="grey", line=2)


def draw_box(canvas: Canvas, sign: str, x: float, y: float) -> None:
    """Draw a sign."""
    if sign == "c":
        canvas.circle(x, y, 36, fill="yellow", line=3)
    elif sign == "d":
        canvas.polygon([(x - 46, y), (x, y - 46), (x + 46, y), (x, y + 46)], fill="sky", line=3)
    else:
        canvas.polygon([(x - 34, y - 40), (x + 40, y), (x - 34, y + 40)], fill="orange", line=3)

"""Stamps of one form in many sizes are pressed on a wall: how much of it is coloured.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Stamps on a Wall"
LEVEL = "long"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("covers", "cancels")
COMPARE = "tokens"

STATEMENT = """
A painter presses stamps on a white wall. All his stamps have the same form and are never turned, but they have different sizes. The first
picture shows the prints of a stamp of size 1 and of one of size 2. The black dot of each print is its anchor, which is not painted; the
lines of the grid are 1 apart. A stamp of size s has the form of the stamp of size 1, with all its lengths multiplied by s.

![image](1.png)

The wall has coordinates: x grows to the right and y grows upwards, as in the pictures. Prints can overlap, and the second
picture shows two prints that do: striped squares are coloured in the end, and all other parts are white. The dashed lines are the outlines
of the two prints. If more than two prints overlap, they are pressed one after the other, and each changes the colour in the way that
the second picture shows: what a print does at a point depends only on whether this point is coloured or white just before.

![image](2.png)

Find the area of the wall that is coloured in the end.

Input

The first line has a whole number n, the number of prints, from 1 to 50. Each of the next n lines has three whole numbers x, y and s: the
coordinates of the anchor of a print, from -1000000 to 1000000, and its size, from 1 to 100000. The prints are listed in the order in
which they are pressed. The wall is large enough for all of them.

Output

Print one whole number, the coloured area.
"""

REFERENCE = """
def solution(text: str) -> str:
    squares = []
    for line in text.splitlines()[1:]:
        x, y, size = map(int, line.split())
        for right, up in $cells:
            squares.append((x + right * size, y + up * size, size))
    ends = sorted({x for x, _, size in squares} | {x + size for x, _, size in squares})
    area = 0
    for left, right in zip(ends, ends[1:]):
        changes = []
        for x, y, size in squares:
            if x <= left < x + size:
                changes += [(y, 1), (y + size, -1)]
        changes.sort()
        layers = 0
        for (low, change), (high, _) in zip(changes, changes[1:]):
            layers += change
            if $change:
                area += (right - left) * (high - low)
    return f"{area}\\n"
"""
CHANGE = {"covers": "layers > 0", "cancels": "layers % 2 > 0"}
_SUM = """
def solution(text: str) -> str:
    prints = [list(map(int, line.split())) for line in text.splitlines()[1:]]
    return f"{sum(size * size for _, _, size in prints) * len($cells)}\\n"
"""
WRONG = {
    "adds-all-areas": _SUM,
    "mirrored-stamp": REFERENCE.replace(
        "for right, up in $cells:", "for right, up in [(-x - 1, y) for x, y in $cells]:"
    ),
    "only-single-layers": REFERENCE.replace("if $change:", "if layers == 1:"),
}
EQUIVALENT = {
    "layers += change → layers -= change": "where only odd and even count, the sign of the number of layers does not matter",
    "-1 → 1": "where only odd and even count, a print can be counted as ending or as beginning again",
}

_FORMS = (
    "##. #.. ###", "### #.# #..", ".## ##. .#.", "#.# ### #..", "##. .## .#.", "#.. ##. #.#", "### ..# .##", ".#. ### #..",
)  # fmt: skip


def _covered(
    cells: list[list[int]], pressed: list[tuple[int, int, int]], variant: str
) -> list[tuple[int, int]]:
    """Return the coloured unit squares of small prints."""
    layers: dict[tuple[int, int], int] = {}
    for x, y, size in pressed:
        for right, up in cells:
            for dx in range(size):
                for dy in range(size):
                    place = (x + right * size + dx, y + up * size + dy)
                    layers[place] = layers.get(place, 0) + 1
    return sorted(place for place, count in layers.items() if variant == "covers" or count % 2)


def sample(draws: Draws) -> dict[str, Any]:
    form = draws.choice(_FORMS).split()
    if draws.chance(1, 2):
        form = ["".join(column) for column in zip(*form, strict=True)]
    if draws.chance(1, 2):
        form = [row[::-1] for row in form]
    anchor = (draws.integer(0, 2), draws.integer(0, 2))
    cells = [
        [column - anchor[0], 2 - row - anchor[1]]
        for row in range(3)
        for column in range(3)
        if form[row][column] == "#"
    ]
    for _ in range(100):
        pressed = [
            (draws.integer(3, 5), draws.integer(2, 4), 2),
            (draws.integer(3, 8), draws.integer(2, 6), draws.choice((1, 2))),
        ]
        counts = [len(_covered(cells, pressed, variant)) for variant in VARIANTS]
        places = _covered(cells, pressed, "covers")
        fits = all(0 <= x < 12 and 0 <= y < 9 for x, y in places)
        if fits and pressed[0][:2] != pressed[1][:2] and 3 <= counts[0] - counts[1] <= 8:
            return {
                "cells": cells,
                "pressed": [list(one) for one in pressed],
                "seed": draws.integer(0, 10**9),
            }
    raise UnfitError("no two prints overlap well")


def _text(rows: list[tuple[int, int, int]]) -> str:
    return f"{len(rows)}\n" + "".join(f"{x} {y} {size}\n" for x, y, size in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 50 or len(lines) != int(lines[0]) + 1:
        raise ValueError("wrong number of prints")
    for line in lines[1:]:
        x, y, size = map(int, line.split(" "))
        if max(abs(x), abs(y)) > 10**6 or not 1 <= size <= 10**5:
            raise ValueError(f"{line} is out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_text([(0, 0, 3)]), _text([(-40, 7, 2), (60, -5, 10), (5, 90, 1)])]


def _drawn(values: dict[str, Any], name: str, counts: list[tuple[int, int, int]]) -> list[str]:
    draws = Draws("wall_stamps", values["seed"], name)
    return [
        _text(
            [
                (draws.integer(-side, side), draws.integer(-side, side), draws.integer(1, size))
                for _ in range(prints)
            ]
        )
        for prints, side, size in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(
        values, "typical", [(2, 2, 3), (4, 5, 4), (6, 8, 5), (10, 10, 6), (12, 20, 12), (20, 100, 60)]
    )


def edge(values: dict[str, Any]) -> list[str]:
    end = 10**6
    return [
        _text([(0, 0, 1)]),
        _text([(5, -5, 4)] * 3),
        _text([(end, end, 10**5), (-end, -end, 10**5), (end, -end, 1), (-end, end, 2)]),
        _text([(0, 0, 1), (3, 0, 1), (0, 3, 1), (1, 1, 1), (0, 1, 1)]),
        _text([(0, 0, size) for size in range(1, 9)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(50, 10**6, 10**5), (50, 3 * 10**5, 10**5), (50, 60, 30)])


_UNIT = 64.0


def _at(x: float, y: float) -> Point:
    return 60 + x * _UNIT, 50 + (9 - y) * _UNIT


def _grid(canvas: Canvas) -> None:
    for x in range(13):
        canvas.line(_at(x, 0), _at(x, 9), stroke="silver", line=2, guide=True)
        canvas.text(_at(x, 0)[0], _at(x, 0)[1] + 26, x, size=20, tick=True)
    for y in range(10):
        canvas.line(_at(0, y), _at(12, y), stroke="silver", line=2, guide=True)
        canvas.text(_at(0, y)[0] - 26, _at(0, y)[1], y, size=20, tick=True)
    canvas.text(_at(12, 0)[0] + 28, _at(12, 0)[1], "x", bold=True)
    canvas.text(_at(0, 9)[0], _at(0, 9)[1] - 28, "y", bold=True)


def _stripes(canvas: Canvas, place: tuple[int, int]) -> None:
    x, y = _at(place[0], place[1] + 1)
    canvas.rect(x, y, _UNIT, _UNIT, fill="paleblue", stroke="grey", line=2)
    for shift in (0.33, 0.67, 1.0):
        canvas.line((x, y + shift * _UNIT), (x + shift * _UNIT, y), stroke="blue", line=2.5)
    for shift in (0.33, 0.67):
        canvas.line((x + shift * _UNIT, y + _UNIT), (x + _UNIT, y + shift * _UNIT), stroke="blue", line=2.5)


def _outline(canvas: Canvas, cells: list[list[int]], pressed: tuple[int, int, int], *, dashed: bool) -> None:
    x, y, size = pressed
    places = {(right, up) for right, up in cells}
    for right, up in places:
        left, low, high = x + right * size, y + up * size, y + up * size + size
        for near, start, end in (
            ((right - 1, up), (left, low), (left, high)),
            ((right + 1, up), (left + size, low), (left + size, high)),
            ((right, up - 1), (left, low), (left + size, low)),
            ((right, up + 1), (left, high), (left + size, high)),
        ):
            if near not in places:
                canvas.line(_at(*start), _at(*end), line=4, dashed=dashed)


def _first(values: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return the two prints of the first picture, side by side."""
    low_x = min(right for right, _ in values["cells"])
    low_y = min(up for _, up in values["cells"])
    return [(1 - low_x, 2 - low_y, 1), (5 - 2 * low_x, 2 - 2 * low_y, 2)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    sizes, overlap = Canvas(900, 690), Canvas(900, 690)
    first, second = _first(values), [(x, y, size) for x, y, size in values["pressed"]]
    for canvas, pressed, dashed in ((sizes, first, False), (overlap, second, True)):
        _grid(canvas)
        for place in _covered(values["cells"], pressed, variant):
            _stripes(canvas, place)
        for one in pressed:
            _outline(canvas, values["cells"], one, dashed=dashed)
        for x, y, _ in pressed:
            canvas.circle(*_at(x, y), 11, fill="ink", stroke="white", line=3)
    for x, text in ((2.5, "size 1"), (8, "size 2")):
        middle = _at(x, 1)
        sizes.rect(middle[0] - 46, middle[1] - 18, 92, 36, fill="white", stroke=None)
        sizes.text(*middle, text, bold=True)
    return [sizes, overlap]


def _places(values: dict[str, Any], pressed: list[tuple[int, int, int]], variant: str) -> str:
    return ", ".join(map(str, _covered(values["cells"], pressed, variant)))


def describe(values: dict[str, Any], variant: str) -> list[str]:
    first, second = _first(values), [(x, y, size) for x, y, size in values["pressed"]]
    anchors = " and ".join(f"({x}, {y})" for x, y, _ in second)
    return [
        (
            "Squared paper with an axis x to the right and an axis y upwards, and two prints of striped squares with black outlines. "
            f"Below the left one stands size 1; its black dot is at {first[0][:2]} and its squares have the lower left corners "
            f"{_places(values, first[:1], variant)}. Below the right one stands size 2; its dot is at {first[1][:2]} and its "
            f"squares are at {_places(values, first[1:], variant)}."
        ),
        (
            f"Squared paper with axes x and y. Dashed lines are the outlines of two prints, with the sizes {second[0][2]} and {second[1][2]} "
            f"and black dots at {anchors}. Striped squares have the lower left corners {_places(values, second, variant)}. All other "
            "squares are white."
        ),
    ]

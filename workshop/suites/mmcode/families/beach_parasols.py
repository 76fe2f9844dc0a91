"""Parasols stand on a beach: how many of them shade each towel.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Parasols"
LEVEL = "easy"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("tent", "wedge")
COMPARE = "tokens"

STATEMENT = """\
On the beach of Sandholm every parasol is a pole with a cloth, and every cloth is cut in the same way. A parasol has a size, \
and its shade is a part of the plane that depends on the place of its pole and on its size only. All the shades of the beach \
fall towards the same side. The first picture shows the shades of three parasols, whose poles are the black dots; a parasol of \
another size has a shade of the same form, larger or smaller.

![image](1.png)

The beach has coordinates: x grows to the right and y grows upwards, as in the pictures. A towel counts as a single point. \
A towel on the border of a shade is in this shade, too, and so is a towel at the pole. The shades of parasols can overlap, \
and then a towel can lie in several of them. In the second picture the number at each towel is the number of parasols whose \
shade it lies in.

![image](2.png)

For each towel, find the number of parasols that shade it.

Input

The first line holds two whole numbers p and t, the number of parasols and of towels (1 <= p, t <= 300). Each of the next p \
lines describes a parasol by three whole numbers x, y and s: the place of its pole and its size. Each of the next t lines \
holds the place of a towel, two whole numbers x and y. All coordinates are from 0 to 1000, and sizes are from 1 to 1000. \
Several parasols or towels may be at the same place.

Output

Print t lines: for each towel, in the order of the input, the number of parasols that shade it.
"""

REFERENCE = """
def solution(text: str) -> str:
    numbers = map(int, text.split())
    parasols = next(numbers)
    towels = next(numbers)
    poles = [(next(numbers), next(numbers), next(numbers)) for _ in range(parasols)]
    lines = []
    for _ in range(towels):
        x, y = next(numbers), next(numbers)
        count = 0
        for pole_x, pole_y, size in poles:
            ahead = (x - pole_x) * $way
            aside = abs(y - pole_y)
            if $change:
                count += 1
        lines.append(str(count))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"tent": "0 <= ahead <= size - aside", "wedge": "aside <= ahead <= size"}

_WRONG = """
def solution(text: str) -> str:
    numbers = map(int, text.split())
    parasols = next(numbers)
    towels = next(numbers)
    poles = [(next(numbers), next(numbers), next(numbers)) for _ in range(parasols)]
    lines = []
    for _ in range(towels):
        x, y = next(numbers), next(numbers)
        count = 0
        for pole_x, pole_y, size in poles:
            ahead = {ahead}
            aside = abs(y - pole_y)
            if {test}:
                count += 1
        lines.append(str(count))
    return "\\n".join(lines) + "\\n"
"""
WRONG = {
    "both-sides": _WRONG.format(ahead="abs(x - pole_x)", test="$change"),
    "without-border": _WRONG.format(ahead="(x - pole_x) * $way", test="$change and 0 < ahead < size"),
    "other-side": _WRONG.format(ahead="(pole_x - x) * $way", test="$change"),
}

Pole = tuple[int, int, int]
PLACES = [(x, y) for x in range(1, 14) for y in range(1, 10)]


def _is_shaded(variant: str, way: int, pole: Pole, towel: tuple[int, int]) -> bool:
    ahead, aside = (towel[0] - pole[0]) * way, abs(towel[1] - pole[1])
    return 0 <= ahead <= pole[2] - aside if variant == "tent" else aside <= ahead <= pole[2]


def _count(variant: str, way: int, poles: list[Pole], towel: tuple[int, int]) -> int:
    return sum(_is_shaded(variant, way, pole, towel) for pole in poles)


def _can_be_drawn(way: int, poles: list[Pole], towels: list[tuple[int, int]]) -> bool:
    """Return whether all shadows lie on the beach, and poles and towels do not touch."""
    return (
        all(0 <= x + way * size <= 14 and size <= y <= 10 - size for x, y, size in poles)
        and len({pole[1] for pole in poles}) == 3
        and all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= 3 for a in poles for b in poles if a is not b)
        and all(abs(x - pole[0]) > 2 or abs(y - pole[1]) > 1 for x, y in towels for pole in poles)
    )


def sample(draws: Draws) -> dict[str, Any]:
    way = draws.choice((1, -1))
    while True:
        poles = [(draws.integer(2, 12), draws.integer(3, 7), size) for size in draws.shuffled((3, 4, 5))]
        taken = {pole[:2] for pole in poles}
        towels = draws.sample([place for place in PLACES if place not in taken], 7)
        if _can_be_drawn(way, poles, towels):
            counts = [[_count(variant, way, poles, towel) for towel in towels] for variant in VARIANTS]
            if all(len(set(row)) >= 3 for row in counts) and counts[0] != counts[1]:
                break
    return {"way": way, "poles": poles, "towels": towels, "seed": draws.integer(0, 10**9)}


def _text(poles: list[Pole], towels: list[tuple[int, int]]) -> str:
    rows = [(len(poles), len(towels)), *poles, *towels]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    rows = [[int(word) for word in line.split(" ")] for line in text.removesuffix("\n").split("\n")]
    poles, towels = rows[0]
    if not (1 <= poles <= 300 and 1 <= towels <= 300 and len(rows) == 1 + poles + towels):
        raise ValueError("wrong numbers of parasols, towels or lines")
    for place, row in enumerate(rows[1:]):
        if len(row) != (3 if place < poles else 2):
            raise ValueError(f"line {place + 2} has {len(row)} numbers")
        if not all(0 <= number <= 1000 for number in row[:2]) or not all(
            1 <= size <= 1000 for size in row[2:]
        ):
            raise ValueError(f"a number of line {place + 2} is out of range")


def samples(values: dict[str, Any]) -> list[str]:
    way = values["way"]
    return [_text([(10, 10, 4), (20, 8, 6)], [(10 + 3 * way, 10), (10 - way, 10), (20, 8), (10, 30)])]


def _random(draws: Draws, poles: int, towels: int, side: int, size: int) -> str:
    made = [(draws.integer(0, side), draws.integer(0, side), draws.integer(1, size)) for _ in range(poles)]
    return _text(made, [(draws.integer(0, side), draws.integer(0, side)) for _ in range(towels)])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("beach_parasols", "typical", values["seed"])
    return [
        _random(draws, draws.integer(4, 12), draws.integer(5, 15), draws.integer(8, 30), draws.integer(5, 12))
        for _ in range(6)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    way = values["way"]
    around = [(x, y) for x in range(6, 15) for y in range(6, 15)]
    return [
        _text([(0, 0, 1)], [(1, 0)]),
        _text([(500, 500, 1000)], [(500 + way * 500, 0), (500 + way * 500, 1000), (500, 1000), (500, 0)]),
        _text([(10, 10, 3)], around),
        _text([(10, 10, 2), (10, 10, 2), (11, 10, 1)], around),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("beach_parasols", "large", values["seed"])
    return [_random(draws, 300, 300, 1000, 1000), _random(draws, 300, 300, 200, 100)]


_UNIT = 60.0
_LEFT, _TOP = 70.0, 70.0


def _at(x: float, y: float, rows: int) -> Point:
    """Return the place in the picture of a point of the beach."""
    return _LEFT + x * _UNIT, _TOP + (rows - y) * _UNIT


def _grid(canvas: Canvas, columns: int, rows: int) -> None:
    for x in range(columns + 1):
        canvas.line(_at(x, 0, rows), _at(x, rows, rows), stroke="silver", line=2, guide=True)
        canvas.text(_at(x, 0, rows)[0], _at(x, 0, rows)[1] + 24, x, size=20, tick=True)
    for y in range(rows + 1):
        canvas.line(_at(0, y, rows), _at(columns, y, rows), stroke="silver", line=2, guide=True)
        canvas.text(_at(0, y, rows)[0] - 26, _at(0, y, rows)[1], y, size=20, tick=True)
    canvas.text(_at(columns, 0, rows)[0] + 26, _at(columns, 0, rows)[1], "x", bold=True)
    canvas.text(_at(0, rows, rows)[0], _at(0, rows, rows)[1] - 26, "y", bold=True)


def _corners(variant: str, way: int, pole: Pole) -> list[tuple[int, int]]:
    x, y, size = pole
    if variant == "tent":
        return [(x, y - size), (x, y + size), (x + way * size, y)]
    return [(x, y), (x + way * size, y + size), (x + way * size, y - size)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [_sizes(values, variant), _beach(values, variant)]


_SIZES = ((1, 2), (4, 3), (8, 4))  #: left end and size of the shades of the first picture


def _sizes(values: dict[str, Any], variant: str) -> Canvas:
    canvas, rows, way = Canvas(960, 820), 11, values["way"]
    places = [(left if way > 0 else left + size, 6, size) for left, size in _SIZES]
    for pole in places:
        canvas.polygon(
            [_at(x, y, rows) for x, y in _corners(variant, way, pole)], fill="paleblue", stroke="blue"
        )
    _grid(canvas, 13, rows)
    for pole in places:
        canvas.polygon([_at(x, y, rows) for x, y in _corners(variant, way, pole)], stroke="blue", line=4)
    for (left, size), (x, y, _) in zip(_SIZES, places, strict=True):
        canvas.circle(*_at(x, y, rows), 10, fill="ink", stroke=None)
        middle = _at(left + size / 2, 1, rows)
        canvas.rect(middle[0] - 50, middle[1] - 18, 100, 36, fill="white", stroke=None)
        canvas.text(*middle, f"size {size}", bold=True)
    return canvas


def _beach(values: dict[str, Any], variant: str) -> Canvas:
    canvas, rows, way = Canvas(960, 760), 10, values["way"]
    _grid(canvas, 14, rows)
    for pole in values["poles"]:
        canvas.polygon([_at(x, y, rows) for x, y in _corners(variant, way, pole)], stroke="blue", line=4)
    for x, y, size in values["poles"]:
        place = _at(x, y, rows)
        canvas.circle(*place, 10, fill="ink", stroke=None)
        across = place[0] - way * 58
        canvas.rect(across - 40, place[1] - 15, 80, 30, fill="white", stroke="ink", line=2, radius=6)
        canvas.text(across, place[1], f"size {size}", size=19, bold=True)
    for towel in values["towels"]:
        x, y = _at(towel[0], towel[1], rows)
        canvas.rect(x - 20, y - 20, 40, 40, fill="yellow", line=3)
        canvas.text(x, y, _count(variant, way, values["poles"], towel), bold=True)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    way = values["way"]
    side = "right" if way > 0 else "left"
    first = [
        f"size {size}: pole at ({left if way > 0 else left + size}, 6), shade with the corners "
        + ", ".join(map(str, _corners(variant, way, (left if way > 0 else left + size, 6, size))))
        for left, size in _SIZES
    ]
    second = [
        f"size {pole[2]}: pole at {pole[:2]}, shade with the corners "
        + ", ".join(map(str, _corners(variant, way, pole)))
        for pole in values["poles"]
    ]
    towels = ", ".join(
        f"{_count(variant, way, values['poles'], towel)} at {towel}" for towel in values["towels"]
    )
    return [
        (
            f"Three blue triangles on squared paper, with an axis x to the right and an axis y upwards. Each is the shade of a "
            f"parasol, whose pole is a black dot, and lies to the {side} of it. {'; '.join(first)}."
        ),
        (
            "Squared paper with an axis x to the right and an axis y upwards. Three blue outlines of triangles are shades of "
            f"parasols; the size stands in a small box next to each black pole. {'; '.join(second)}. Seven yellow towels bear "
            f"numbers: {towels}."
        ),
    ]


EQUIVALENT: dict[str, str] = {}

"""Drawings of the gardens of ``garden_ways`` and of the cards over them, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from functools import partial
from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._cards import Card
from workshop.suites.mmcode.families._gardens import ACROSS, DOWN, Part, crossed, lines_of
from workshop.suites.mmcode.families._turned_signs import draw_sign


def _sign(canvas: Canvas, line: list[Point], place: int, sign: str) -> None:
    """Draw a sign on a path that runs along a line; ">" points forwards."""
    (x, y), (ax, ay), (bx, by) = line[place], line[place - 1], line[place + 1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    dx, dy = (bx - ax) / length, (by - ay) / length
    if sign == "|":
        canvas.line((x - 20 * dy, y + 20 * dx), (x + 20 * dy, y - 20 * dx), stroke="blue", line=10)
        return
    side = 1 if sign == ">" else -1
    corners = [(18 * side, 0), (-14 * side, 11), (-7 * side, 0), (-14 * side, -11)]
    canvas.polygon([(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in corners], fill="orange")


def picture(values: dict[str, Any], level: int) -> Canvas:
    """Draw the garden of a level."""
    garden, draws = values[f"garden{level}"], Draws("garden_ways", values["seed"], "signs", level)
    canvas = Canvas(1020, 800 if level < 4 else 970 if level < 5 else 1000)
    lines = lines_of(garden)
    low = {ponds: line for ponds, line in lines.items() if ponds in garden["paths"]}
    for cell in garden["crossings"]:
        low |= dict(_layers(garden, lines, cell)[0])
    _paths(canvas, list(low.values()))
    for cell in garden["crossings"]:
        _paths(canvas, [line for _, line in _layers(garden, lines, cell)[1]])
    for line, place, sign in _signs(garden, lines, level):
        _sign(canvas, line, place, sign)
    for number, cell in enumerate(garden["covered"]):
        x, y = (lines[crossed(cell)[0], crossed(cell)[1]][20][axis] - 66 for axis in (0, 1))
        card = Card(
            left=x,
            top=y,
            wide=132,
            high=132,
            x=60 + 200.0 * number if level < 5 else 32 + 170.0 * number,
            y=810 if level < 5 else 826,
            scale=1 if level < 5 else 0.8,
            turned=draws.chance(1, 2),
            double=level > 4 and draws.chance(1, 2),
            degrees=90 * draws.integer(0, 1) if level < 5 else 15 * draws.integer(0, 23),
        )
        layers = _layers(garden, lines, cell)
        for layer in layers if card.double or not layers[1] else layers[::-1]:
            _paths(canvas, [part for ponds, _ in layer for part in card.parts(_dense(lines[ponds]))])
        for line, place, sign in _signs(
            garden, {ends: lines[ends] for layer in layers for ends, _ in layer}, level, cell
        ):
            _sign(canvas, [card.place(*point) for point in line], place, sign)
        card.cover(canvas)
        card.frame(canvas)
        canvas.text(x + 66, y + 66, number + 1, size=28, bold=True, fill="white", tick=True)
        below = card.x + 53, card.y + 154  # a card that is turned has no room at its side
        where = (card.x - 26, card.y + 66) if level < 5 else below
        canvas.text(*where, number + 1, size=28, bold=True, tick=True)
    for pond, (x, y) in enumerate(garden["ponds"]):
        canvas.circle(x, y, 32, fill="white", line=4)
        if level > 2 and pond in garden["red"]:
            canvas.circle(x, y, 24, stroke="red", line=6)
        canvas.text(x, y, values[f"letters{level}"][pond], size=24, bold=True)
    for pond, sign in garden["passages"].items():
        x, y = garden["spots"][pond]
        draw_sign(canvas, x, y, sign, draws.integer(0, 359), side=10)
    return canvas


#: Some lines with the ponds at their ends.
Layer = list[tuple[tuple[int, int], list[Point]]]


def _layers(
    garden: dict[str, Any], lines: dict[tuple[int, int], list[Point]], cell: int
) -> tuple[Layer, Layer]:
    """Return the paths of a crossing that lie on the ground, and those that lead over a bridge."""
    corners, top = crossed(cell), garden["crossings"][cell]
    both: Layer = [((a, b), lines[a, b]) for a, b in (corners[:2], corners[2:])]
    return (both, []) if top is None else ([both[1 - top]], [both[top]])


def _paths(canvas: Canvas, lines: list[list[Point]]) -> None:
    """Draw paths that meet on the level."""
    for line in lines:
        canvas.line(*line, line=36)
    for line in lines:
        canvas.line(*line, stroke="white", line=29, guide=True)


def _dense(line: list[Point]) -> list[Point]:
    return [
        (ax + (bx - ax) * n / 8, ay + (by - ay) * n / 8)
        for (ax, ay), (bx, by) in pairwise(line)
        for n in range(8)
    ]


def _signs(
    garden: dict[str, Any], lines: dict[tuple[int, int], list[Point]], level: int, cell: int = -1
) -> list[tuple[list[Point], int, str]]:
    """Return the signs of all paths, or of those of one crossing: a line, the point of it with the sign, the sign."""
    found = []
    for part, sign in garden["signs"].items():
        first, second = part
        if not sign or level < 2 or (cell >= 0 and second != 20 + cell):
            continue
        if second < 20:
            found.append((lines[part], 20, sign))
            continue
        ends = next(
            ends
            for ends in lines
            if first in ends and {*ends} <= {*crossed(second - 20)} and ends not in garden["paths"]
        )
        line = lines[ends]
        found.append((line if ends[0] == first else line[::-1], 14, sign))
    return found


def words(values: dict[str, Any], level: int) -> str:
    """Describe the garden of a level."""
    letters = values[f"letters{level}"]
    garden = values[f"garden{level}"]
    words = {
        "|": "a blue bar",
        ">": "an orange arrowhead that points to the other end",
        "<": "an orange arrowhead that points to this end",
    }

    def mark(part: Part) -> str:
        sign = garden["signs"][part]
        return f", on it, seen from {letters[part[0]]}, {words[sign]}" if sign and level > 1 else ""

    rows = [" ".join(letters[ACROSS * row : ACROSS * (row + 1)]) for row in range(DOWN)]
    each = [f"{letters[one]} and {letters[other]}{mark((one, other))}" for one, other in garden["paths"]]
    crossings = []
    for cell, top in garden["crossings"].items():
        a, b, c, d = (letters[pond] for pond in crossed(cell))
        how = (
            "cross on the level"
            if top is None
            else f"cross by a bridge, the {('first', 'second')[top]} one above"
        )
        marks = "".join(mark((pond, 20 + cell)) for pond in crossed(cell))
        crossings.append(f"the path from {a} to {b} and the path from {c} to {d} {how}{marks}")
    last = f" Red rings are in {', '.join(letters[pond] for pond in garden['red'])}." if level > 2 else ""
    for sign in sorted({*garden["passages"].values()}):
        last += f" {' and '.join(letters[pond] for pond, own in garden['passages'].items() if own == sign)} have the same black sign."
    last += " Cards are already looked behind." if level > 3 else ""
    return (
        f"A garden with ponds in four rows: {'; '.join(rows)}. Paths join {'; '.join(each)}. "
        f"In other places {'; '.join(crossings)}.{last}"
    )


KEY_WORDS = (
    "A key of six signs. Turnstile: an orange arrowhead on a path. Gate: a blue bar across a path. Black sign: some black squares. "
    "Red ring: in a circle. Card, one frame, and card, two frames: grey with a yellow corner."
)


def key_picture() -> Canvas:
    """Draw the signs of all levels."""
    canvas = Canvas(600, 330)

    def on_path(sign: str, x: float, y: float) -> None:
        line = [(x + dx, y) for dx in (-40.0, 0.0, 40.0)]
        _paths(canvas, [line])
        _sign(canvas, line, 1, sign)

    def ring(x: float, y: float) -> None:
        canvas.circle(x, y, 32, fill="white", line=4)
        canvas.circle(x, y, 24, stroke="red", line=6)

    def card(x: float, y: float, double: bool) -> None:
        Card(left=x - 32, top=y - 32, wide=64, high=64, x=0, y=0, double=double).cover(canvas)

    left = (
        (partial(on_path, ">"), "turnstile"),
        (partial(on_path, "|"), "gate"),
        (lambda x, y: draw_sign(canvas, x, y, 0, 30, side=10), "black sign"),
    )
    right = (
        (ring, "red ring"),
        (partial(card, double=False), "card, one frame"),
        (partial(card, double=True), "card, two frames"),
    )
    for x, signs in ((70, left), (350, right)):
        key(canvas, x, 60, signs, gap=105, room=56)
    return canvas

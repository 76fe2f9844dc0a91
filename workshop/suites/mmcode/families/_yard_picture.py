"""Drawings of the yard in ``shunting_yard``: switches, ties, signs of tunnels, tangles, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._cards import Card
from workshop.suites.mmcode.families._tangles import FINE, LOOSE, ROW, WIDE, rows_at
from workshop.suites.mmcode.families._turned_signs import draw_sign

BACK = 11  #: the exit of the bottom row, from which a track leads back to switch 2 from level 3 on
_FORKS = ((64, 262), (214, 150), (214, 380), (392, 92), (392, 254), (392, 420))  #: of the switches, px
_STEM = 40  #: length of the track before a switch, px
_END = 585  #: where the exits are, or the tracks on to the tangle, px
_TOP, _LOW = 44.0, 640.0  #: of the first row behind the switches, and where tracks come out again, px
_SIZES = {1: (660, 530), 2: (660, 530), 3: (1024, 600), 4: (1010, 1024), 5: (1010, 1024)}  #: by level, px


def _curve(start: tuple[float, float], end: tuple[float, float], lean: float) -> list[tuple[float, float]]:
    """Return the points of a track that leaves a switch upwards or downwards and arrives level."""
    (ax, ay), (dx, dy) = start, end
    (bx, by), (cx, cy) = (ax + 44, ay + lean), (dx - 80, dy)
    points = []
    for step in range(41):
        t = step / 40
        u = 1 - t
        x = u**3 * ax + 3 * u * u * t * bx + 3 * u * t * t * cx + t**3 * dx
        y = u**3 * ay + 3 * u * u * t * by + 3 * u * t * t * cy + t**3 * dy
        points.append((x, y))
    return points


def _smooth(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line with its corners cut three times."""
    for _ in range(3):
        cut = [
            (near * ax + (1 - near) * bx, near * ay + (1 - near) * by)
            for (ax, ay), (bx, by) in pairwise(points)
            for near in (0.75, 0.25)
        ]
        points = [points[0], *cut, points[-1]]
    return points


def yard(values: dict[str, Any], level: int) -> Canvas:
    """Draw the yard of a level."""
    draws = Draws("shunting_yard", values["seed"], "shape")
    canvas, track = Canvas(*_SIZES[level]), _track(level)
    forks = [(x + draws.integer(-9, 9) + 0.0, y + draws.integer(-9, 9) + 0.0) for x, y in _FORKS]
    ends = {switch: (x - _STEM, y) for switch, (x, y) in enumerate(forks)}
    ends |= {6 + place: (_END, _TOP + ROW * place) for place in range(6)}
    for (x, y), stem in zip(forks, ends.values(), strict=False):
        canvas.line(stem, (x, y), line=track)
    for switch, pair in enumerate(values["ways"]):
        for side, sign in enumerate(pair):
            line = _curve(forks[switch], ends[sign], 38.0 if side else -38.0)
            line = [*line, (line[-1][0] + 9, line[-1][1])]
            canvas.line(*(line if values[f"state{level}"][switch] == side else line[6:]), line=track)
    arrow(canvas, (6, ends[0][1] - 34), (58, ends[0][1] - 34), line=4)
    x, first = (_END, _TOP) if level < 3 else _tangled(canvas, values, level)
    for place in range(6 - (level > 2)):
        canvas.text(x + 18, first + ROW * place, place + 1, size=26, bold=True)
    if level > 2:
        (x, y), (left, top) = ends[BACK], ends[2]
        points = [
            (x, y),
            (x + 26, y + 10),
            (x + 36, y + 46),
            (x + 20, y + 82),
            (x - 30, y + 92),
            (left - 60, y + 92),
        ]
        points += [
            (left - 96, y + 78),
            (left - 108, y + 30),
            (left - 96, top + 40),
            (left - 56, top + 8),
            (left, top),
        ]
        canvas.line(*_smooth(points), line=track)
    if level > 1:
        for one, other in values[f"pairs{level}"]:
            canvas.line(forks[one], forks[other], stroke="blue", line=4, dashed=True)
            for switch in (one, other):
                canvas.circle(forks[switch][0], forks[switch][1], 9, fill="blue", stroke=None)
    for switch in values[f"heavy{level}"] if level > 1 else ():
        x, y = forks[switch]
        canvas.rect(x - 40, y + 16, 24, 24, fill="ink")
    return canvas


def _tangled(canvas: Canvas, values: dict[str, Any], level: int) -> tuple[float, float]:
    """Draw the tracks behind the switches; return where they end, and where the first one of them is."""
    start = _END + 20.0
    for row in range(5):
        canvas.line((_END, _TOP + ROW * row), (start, _TOP + ROW * row), line=_track(level))
    if level > 3:
        return _below_ground(canvas, values, level, start), _LOW
    orders = values[f"tangle{level}"]
    wide = (len(orders) - 1) * WIDE
    for track in range(5):
        points = []
        for column, (before, after) in enumerate(pairwise(orders)):
            low, high = before.index(track), after.index(track)
            for step in range(26):
                share = step / 26
                y = _TOP + ROW * (low + (high - low) * share * share * (3 - 2 * share))
                points.append((start + WIDE * (column + share), y))
        points.append((start + wide, points[-1][1]))
        canvas.line(*points, line=6)
        y = _TOP + ROW * orders[-1].index(track)
        canvas.line((start + wide, y), (start + wide + 12, y), line=6)
        canvas.line((start - 14, _TOP + ROW * track), (start, _TOP + ROW * track), line=6)
    return start + wide + 12, _TOP


def _below_ground(canvas: Canvas, values: dict[str, Any], level: int, start: float) -> float:
    """Draw a loose tangle, the signs behind it, and a loose tangle below; return where it ends."""
    draws, loose = Draws("shunting_yard", values["seed"], "tangle", level), values[f"tangle{level}"]
    ends, first = (
        _loose(canvas, values[f"front{level}"], start, _TOP, level) + 24,
        92.0 if level < 5 else 112.0,
    )
    degrees, wide = draws.integers(10, 0, 359), _column(level) * (len(loose["orders"]) - 1) + 100
    top, high = _LOW - 26, 4 * ROW + 52
    card = Card(
        left=first - 100, top=top, wide=wide, high=high, x=1000 - wide, y=top, turned=draws.chance(1, 2)
    )
    hidden = card if level > 4 else None
    for number, sign in enumerate(values[f"signs{level}"]):
        x, y = (ends, _TOP) if number < 5 else (first - 46, _LOW)
        place = x, y + ROW * (number % 5)
        if hidden and number > 4:  # from behind, a sign looks like its mirror image
            draw_sign(canvas, *card.place(*place), sign ^ 1, degrees[number], side=12)
        else:
            draw_sign(canvas, *place, sign, degrees[number], side=12)
    for row in range(5):
        stub = [(first - 14, _LOW + ROW * row), (first, _LOW + ROW * row)]
        canvas.line(*([card.place(*point) for point in stub] if hidden else stub), line=_track(level))
    end = _loose(canvas, loose, first, _LOW, level, hidden)
    if hidden:
        card.cover(canvas)
        card.frame(canvas)
    return end


def _loose(
    canvas: Canvas, loose: dict[str, Any], start: float, top: float, level: int, card: Card | None = None
) -> float:
    """Draw a loose tangle, or what its card hides; return where it ends."""
    columns, wide = len(loose["orders"]) - 1, _column(level)
    places = np.linspace(0.0, columns, 24 * columns + 1)
    for rows in rows_at(loose, places):
        points: list[Point] = [
            (start + wide * float(place), top + ROW * float(row))
            for place, row in zip(places, rows, strict=True)
        ]
        canvas.line(
            *(points if card is None else [card.place(*point) for point in points]), line=_track(level)
        )
    end = start + wide * columns
    for row in range(5):
        y = top + ROW * row
        canvas.line((end, y), (end + 12, y), line=_track(level))
    return end + 12


def _column(level: int) -> float:
    return LOOSE if level < 5 else FINE


def _track(level: int) -> float:
    return 6 if level < 5 else 3


def words(values: dict[str, Any], level: int) -> str:
    """Describe the yard of a level."""
    ways = values[f"ways{level}"]
    names = [*(f"switch {name}" for name in "ABCDEF"), *(f"exit {number}" for number in range(1, 7))]
    back = "a track that turns back around the bottom and joins the track before switch C"
    each = []
    for switch, pair in enumerate(ways):
        upper, lower = (back if sign == 2 and switch > 2 else names[sign] for sign in pair)
        joined = "lower" if values[f"state{level}"][switch] else "upper"
        each.append(
            f"{'ABCDEF'[switch]}: the upper branch leads to {upper}, the lower one to {lower}; the {joined} one is joined"
        )
    text = (
        "A yard of tracks. An arrow on the left leads to switch A; behind it are switches B and C one below the other, then "
        f"D, E and F. {'. '.join(each)}."
    )
    if level > 1:
        text += "".join(
            f" A blue dashed line ties {'ABCDEF'[one]} and {'ABCDEF'[other]}."
            for one, other in values[f"pairs{level}"]
        )
    if level > 1:
        text += (
            f" Black squares are beside {', '.join('ABCDEF'[switch] for switch in values[f'heavy{level}'])}."
        )
    return text

"""Drawings of nets: places and bars on a grid, between which straight lines have signs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_before
from workshop.suites.code_vision.families._marked_boxes import distance
from workshop.suites.code_vision.families._net_runs import LETTERS, Net
from workshop.suites.code_vision.families._settled_signs import LOOKS, Spot

ROUND = 37.0  #: radius of a place, px
HALF = (26.0, 19.0)  #: half of the sides of a bar, px
_HEAD = 12.0  #: length of an arrowhead, px
_TEXT = 19.0  #: size of texts, px
_ROOM = 11.0  #: px between the middle of a sign and places, bars and the ends of its line, at least
_CLEAR = 17.0  #: px between the middle of a sign and another line, at least
_GAP = 12.0  #: px of a line that are left out on both sides of the middle of a digit
_RESTARTS = 40
_APART = 12.0  #: px between the middles of two dots, at least
#: Dots below this y, or farther than this to its side, are clear of a letter, px from the middle of a circle.
_LETTER, _BESIDE = -9, 13
_DICE = ("", "4", "08", "048", "0268", "02468", "023568", "0234568", "01235678", "012345678")
#: Number of tokens → the places of their dots in three rows of three.
DICE = (*(tuple(map(int, places)) for places in _DICE),)


class Drawn(NamedTuple):
    """A line from a place to a bar, or from a bar to a place."""

    start: Spot
    end: Spot
    label: str
    guard: bool


def _at_bar(place: Spot, bar: Spot) -> Spot:
    """Return where a line from a place reaches a bar."""
    dx, dy = place[0] - bar[0], place[1] - bar[1]
    part = min(HALF[0] / abs(dx) if dx else math.inf, HALF[1] / abs(dy) if dy else math.inf)
    return bar[0] + part * dx, bar[1] + part * dy


def _at_place(place: Spot, bar: Spot) -> Spot:
    part = ROUND / math.dist(place, bar)
    return place[0] + part * (bar[0] - place[0]), place[1] + part * (bar[1] - place[1])


def lines_of(net: Net, spots: Sequence[Spot]) -> list[Drawn]:
    """Return the lines of a net whose places, then bars, have these middles."""
    found = []
    for bar, at in zip(net.boxes, spots[len(net.tokens) :], strict=True):
        for part, ends in enumerate(bar.parts):
            for place, label in ends:
                line = _at_place(spots[place], at), _at_bar(spots[place], at)
                start, end = line if part != 1 else line[::-1]
                found.append(Drawn(start, end, label, part == 2))
    return found


def place_signs(net: Net, spots: Sequence[Spot]) -> list[Spot]:
    """Return where the sign of each line is: clear of places, bars, other lines and signs.

    Raises:
        UnfitError: if one has no room.
    """
    found: list[Spot] = []
    lines, count = lines_of(net, spots), len(net.tokens)
    for line in lines:
        (ax, ay), (bx, by) = line[:2]
        long = math.dist(line.start, line.end)
        for way in (0.0, -0.08, 0.08, -0.16, 0.16, -0.24, 0.24):
            tip = 0 if line.guard else _HEAD
            part = 0.5 - tip / 2 / long + way
            spot = ax + part * (bx - ax), ay + part * (by - ay)
            inside = min(part * long, (1 - part) * long - tip) >= _ROOM
            clear = all(distance(spot, other[:2]) >= _CLEAR for other in lines if other is not line)
            clear &= all(math.dist(spot, at) >= ROUND + _ROOM for at in spots[:count])
            clear &= all(
                abs(spot[0] - x) >= HALF[0] + _ROOM or abs(spot[1] - y) >= HALF[1] + _ROOM
                for x, y in spots[count:]
            )
            if inside and clear and all(math.dist(spot, other) >= 2 * _CLEAR for other in found):
                found.append(spot)
                break
        else:
            raise UnfitError("a sign has no room")
    return found


def _draw_label(canvas: Canvas, line: Drawn, spot: Spot) -> None:
    """Draw the sign or the digit of a line."""
    x, y = spot
    turn = math.atan2(line.end[1] - line.start[1], line.end[0] - line.start[0])

    def turned(along: float, across: float) -> Spot:
        return (
            x + along * math.cos(turn) - across * math.sin(turn),
            y + along * math.sin(turn) + across * math.cos(turn),
        )

    if line.label not in LOOKS:
        canvas.text(x, y, line.label, size=_TEXT)
    elif line.label in ("ring", "disk"):
        canvas.circle(x, y, 8, fill="white" if line.label == "ring" else "ink", line=2.4)
    elif line.label == "square":
        corners = [turned(*corner) for corner in ((-8, -8), (8, -8), (8, 8), (-8, 8))]
        canvas.polygon(corners, fill="white", line=2.4)
    elif line.label == "bars":
        for along in (-3.5, 3.5):
            canvas.line(turned(along, -10), turned(along, 10), line=2.6)
    else:
        for side in (-1, 1):
            canvas.line(turned(-8, -8 * side), turned(8, 8 * side), line=2.8)


def _draw_line(canvas: Canvas, line: Drawn, points: Sequence[Spot]) -> None:
    if line.guard:
        canvas.line(*points, line=2.2, dashed=True)
    else:
        arrow(canvas, *points, line=2.2, head=_HEAD)


def scattered(count: int, draws: Draws, far: float) -> list[Spot]:
    """Return places of dots apart from each other, below the letter of a circle.

    Args:
        count: number of dots.
        draws: choices.
        far: their distance from the middle of the circle, px, at most.

    Raises:
        UnfitError: if they have no room.
    """
    for _ in range(_RESTARTS):
        found: list[Spot] = []
        for _ in range(30 * count + 1):
            if len(found) == count:
                return found
            x, y = draws.integer(-30, 30), draws.integer(-16, 30)
            inside = math.hypot(x, y) <= far and (y > _LETTER or abs(x) > _BESIDE)
            if inside and all(math.dist((x, y), other) >= _APART for other in found):
                found.append((x, y))
    raise UnfitError("dots have no room")


def _draw_dots(canvas: Canvas, net: Net, place: int, x: float, y: float) -> None:
    """Draw the black and white dots of a place."""
    dots = net.tokens[place]
    spots = (
        [(12.5 * (at % 3 - 1), 8 + 12.5 * (at // 3 - 1)) for at in DICE[len(dots)]]
        if net.dots == "dice"
        else []
    )
    if net.dots == "scattered":
        far = ROUND - (13 if place in net.rims else 8)
        spots = scattered(len(dots), Draws("dots", place, dots, *map(str, net.spots[place])), far)
    for dot, (dx, dy) in zip(dots, spots, strict=True):
        fill: Colour = "ink" if dot == "b" else "white"
        canvas.circle(x + dx, y + dy, 4.1, fill=fill, line=2.0)


def draw_net(canvas: Canvas, net: Net, spots: Sequence[Spot]) -> None:
    """Draw a net whose places, then bars, have these middles.

    Raises:
        UnfitError: if a sign has no room.
    """
    lines = list(zip(lines_of(net, spots), place_signs(net, spots), strict=True))
    for line, spot in lines:
        if line.label in LOOKS:
            _draw_line(canvas, line, [line.start, line.end])
        else:  # the line has a gap for its digit
            canvas.line(line.start, point_before(spot, line.start, _GAP), line=2.2, dashed=line.guard)
            _draw_line(canvas, line, [point_before(spot, line.end, _GAP), line.end])
    for line, spot in lines:
        _draw_label(canvas, line, spot)
    count = len(net.tokens)
    for place, (x, y) in enumerate(spots[:count]):
        canvas.circle(x, y, ROUND, fill="white", line=2.4)
        if place in net.rims:
            canvas.circle(x, y, ROUND - 4.5, line=2.0)
        canvas.text(x, y - 21, LETTERS[place], size=_TEXT, bold=True)
        if net.dots:
            _draw_dots(canvas, net, place, x, y)
        else:
            canvas.text(x, y + 9, len(net.tokens[place]), size=24)
    for number, (x, y) in enumerate(spots[count:]):
        fill: Colour = "paleblue" if net.boxes[number].blue else "white"
        canvas.rect(x - HALF[0], y - HALF[1], 2 * HALF[0], 2 * HALF[1], fill=fill, line=2.4)
        canvas.text(x, y, number + 1, size=_TEXT)


def small_spots(net: Net) -> list[Spot]:
    """Return the middles of the places and bars of a worked example, px."""
    return [(58 + 121 * x, 48 + 116 * y) for x, y in net.spots]

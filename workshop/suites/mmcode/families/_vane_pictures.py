"""Drawings of the lakes of ``vane_ferry``, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence

from benchmark.files.palette import Colour
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._vanes import Lake

SMALL = (228, 204)  #: a small lake, px
_LOOKS = {"": "round", "s": "square", "d": "with a double shore", "y": "yellow"}
#: A lake before a trip and after it, where the trip begins and ends, and its crossings.
Trip = tuple[Lake, Lake, int, int, int]


def _draw(canvas: Canvas, lake: Lake, places: Sequence[Point], radius: float, ferry: int = -1) -> None:
    """Draw lines, islands and vanes, and the blue ring of the ferry."""
    for own, way in enumerate(lake.ways):
        for other in way:
            if own < other:
                canvas.line(places[own], places[other], line=3)
    for own, (x, y) in enumerate(places):
        if own == ferry:
            canvas.circle(x, y, radius + 10, fill="white", stroke="blue", line=5)
        mark = lake.marks[own]
        fill: Colour = "yellow" if mark == "y" else "white"
        if mark == "s":
            canvas.rect(x - radius, y - radius, 2 * radius, 2 * radius, fill=fill, line=3)
        else:
            canvas.circle(x, y, radius, fill=fill, line=3)
        if mark == "d":
            canvas.circle(x, y, radius - 6, line=2.5)
    for own, (x, y) in enumerate(places):
        bx, by = places[lake.ways[own][lake.hands[own]]]
        long = math.dist((x, y), (bx, by))
        dx, dy = (bx - x) / long, (by - y) / long
        inner, outer = (radius + 1, radius + 34) if radius > 16 else (0, radius + 16)
        if radius > 16 and lake.marks[own] == "s":
            inner += 5 * (1 - abs(abs(dx) - abs(dy)))
        ends = [(x + part * dx, y + part * dy) for part in (inner, outer)]
        arrow(canvas, *ends, stroke="red", line=6, head=18 if radius > 16 else 15)


def drawn_trips(trips: Sequence[Trip]) -> Canvas:
    """Draw trips in two columns: the lake before and after, and the number of crossings between."""
    wide, high = 2 * SMALL[0] + 40, SMALL[1] + 8
    canvas = Canvas(2 * wide + 24, math.ceil(len(trips) / 2) * high + 8)
    for place, (before, after, start, end, steps) in enumerate(trips):
        left, top = 8 + place % 2 * (wide + 8), 8 + place // 2 * high
        canvas.rect(left, top, wide, SMALL[1], stroke="grey", line=2)
        for lake, ferry, shift in ((before, start, 0), (after, end, SMALL[0] + 40)):
            _draw(canvas, lake, [(x + left + shift, y + top) for x, y in lake.places], 14, ferry)
        arrow(canvas, (left + SMALL[0] + 4, top + 112), (left + SMALL[0] + 36, top + 112), line=3)
        canvas.text(left + SMALL[0] + 20, top + 84, steps, size=22, bold=True)
    return canvas


def drawn_lake(lake: Lake, letters: Sequence[str], *, mirrored: bool) -> Canvas:
    """Draw the large lake, in a double frame if it is seen in a mirror."""
    canvas = Canvas(1000, 700)
    for inset in (5, 15) if mirrored else (5,):
        canvas.rect(inset, inset, 1000 - 2 * inset, 700 - 2 * inset, line=3)
    places = [(1000 - x if mirrored else x, y) for x, y in lake.places]
    _draw(canvas, lake, places, 24)
    for (x, y), letter in zip(places, letters, strict=True):
        canvas.text(x, y, letter, size=20, bold=True)
    return canvas


def lake_words(lake: Lake, names: Sequence[str]) -> str:
    """Describe a lake."""
    told = []
    for own, way in enumerate(lake.ways):
        others = ", ".join(names[other] for other in way)
        vane = names[way[lake.hands[own]]]
        told.append(
            f"{names[own]} is {_LOOKS[lake.marks[own]]}, with lines, clockwise, to {others}, and its vane points to {vane}"
        )
    return f"Islands of a lake: {'; '.join(told)}."


def trip_words(trips: Sequence[Trip]) -> str:
    """Describe trips on small lakes."""
    told = []
    for number, (before, after, start, end, steps) in enumerate(trips, 1):
        names = [f"island {place}" for place in range(1, len(before.places) + 1)]
        turned = ", ".join(
            f"that of {name} to {names[way[hand]]}"
            for name, way, hand in zip(names, after.ways, after.hands, strict=True)
        )
        told.append(
            f"Lake {number}. {lake_words(before, names)} The ferry is at {names[start]}, and after {steps} crossings at {names[end]}. "
            f"The vanes then point: {turned}."
        )
    return f"Trips on small lakes, each with the lake before and after it. {' '.join(told)}"

"""Charts of empty boxes with films that have their texts: places and drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_signs import draw_sign

_TEXT = 19.0  #: size of texts, px
TEXTS = ("+1", "+2", "+3", "+5", "-1", "-2", "-4", "x2", "+r")


Place = tuple[int, int]  #: row and column


class Film(NamedTuple):
    """Texts at places, and the sign above them."""

    sign: str
    texts: tuple[tuple[Place, str], ...]


class Laid(NamedTuple):
    """A chart: the boxes in the order of a walk, on a square of this many rows, and the films."""

    rows: int
    boxes: tuple[Place, ...]
    films: tuple[Film, ...]


def draw_walk(draws: Draws, rows: int, count: int) -> tuple[Place, ...]:
    """Draw boxes, each next to the one before, also diagonally, so that no two ways cross."""
    while True:
        boxes = [(draws.integer(0, rows - 1), draws.integer(0, rows - 1))]
        crossed: set[tuple[float, float]] = set()
        while len(boxes) < count:
            row, column = boxes[-1]
            near = [
                (row + down, column + right)
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if 0 <= row + down < rows and 0 <= column + right < rows
            ]
            free = [
                to
                for to in near
                if to not in boxes and ((row + to[0]) / 2, (column + to[1]) / 2) not in crossed
            ]
            if not free:
                break
            boxes.append(draws.choice(free))
            crossed.add(((row + boxes[-1][0]) / 2, (column + boxes[-1][1]) / 2))
        if len(boxes) == count:
            return tuple(boxes)


def draw_films(draws: Draws, rows: int, kinds: Sequence[str], count: int) -> tuple[Film, ...]:
    places = [(row, column) for row in range(rows) for column in range(rows)]
    return tuple(
        Film(kind, tuple(zip(sorted(draws.sample(places, count)), draws.sample(TEXTS, count), strict=True)))
        for kind in kinds
    )


def _draw_chart(canvas: Canvas, chart: Laid, left: float, top: float, pitch: float) -> None:
    """Draw the boxes and ways of a chart on a square with places of this size."""
    half, high = 0.3 * pitch, 0.25 * pitch
    spots = [(left + (column + 0.5) * pitch, top + (row + 0.5) * pitch) for row, column in chart.boxes]
    canvas.rect(left, top, chart.rows * pitch, chart.rows * pitch, stroke="grey", line=2.2)
    for (ax, ay), (bx, by) in pairwise(spots):
        dx, dy = bx - ax, by - ay
        share = min(half / abs(dx) if dx else math.inf, high / abs(dy) if dy else math.inf)
        arrow(
            canvas,
            (ax + dx * share, ay + dy * share),
            (bx - dx * share, by - dy * share),
            line=2.4,
            head=min(13, pitch / 4),
        )
    for x, y in spots:
        canvas.rect(x - half, y - high, 2 * half, 2 * high, fill="white", line=2.4)
    radius = min(8.0, 0.13 * pitch)
    canvas.circle(*spots[0], radius, fill="yellow", line=2.2)
    canvas.circle(*spots[-1], radius, fill="ink", stroke=None)


def _draw_film(canvas: Canvas, film: Film, rows: int, left: float, top: float, pitch: float) -> None:
    """Draw a film with places of this size, below its sign."""
    side = rows * pitch
    canvas.line((left + side / 2 - 16, top + 12), (left + side / 2 + 16, top + 12), line=2.2)
    draw_sign(canvas, film.sign, left + side / 2, top + 12)
    canvas.rect(left, top + 26, side, side, fill="white", stroke="blue", line=2.6)
    for place in range(1, rows):
        for line in (
            ((left + place * pitch, top + 26), (left + place * pitch, top + 26 + side)),
            ((left, top + 26 + place * pitch), (left + side, top + 26 + place * pitch)),
        ):
            canvas.line(*line, stroke="silver", line=2.2, guide=True)
    for (row, column), text in film.texts:
        canvas.text(left + (column + 0.5) * pitch, top + 26 + (row + 0.5) * pitch, text, size=_TEXT)


def pages(chart: Laid) -> list[Canvas]:
    canvas, films = Canvas(640, 640), Canvas(860, 600)
    _draw_chart(canvas, chart, 20, 20, 150)
    for number, film in enumerate(chart.films):
        _draw_film(films, film, chart.rows, 24 + 280 * (number % 3), 10 + 292 * (number // 3), 62)
    return [canvas, films]


def draw_small(canvas: Canvas, chart: Laid, left: float, top: float) -> None:
    _draw_chart(canvas, chart, left + 8, top + 36, 44)
    for number, film in enumerate(chart.films):
        _draw_film(canvas, film, chart.rows, left + 150 + 117 * number, top + 8, 37)

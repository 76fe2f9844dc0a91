"""Charts of empty boxes with films that have their texts: places and drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._marked_boxes import Spot, crossing, distance, point_along
from workshop.suites.code_vision.families._settled_signs import draw_sign

_TEXT = 19.0  #: size of texts, px
TEXTS = ("+1", "+2", "+3", "+5", "-1", "-2", "-4", "x2", "+r")
_LANE, _BAND, _STEPS = 108.0, 80.0, 16  #: px between strings and of a band, and parts of a string in it
_CLEAR, _APART, _ANGLE = 14.0, 22.0, 13.0  #: px to other strings and between crossings, and their degrees
_BESIDE = 0.4  #: rows or columns from a way to a box

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
    #: Of each film's string the x and y, px, of points from the film up to its sign.
    strands: tuple[tuple[Spot, ...], ...] = ()


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


def _crossing(one: tuple[Spot, Spot], two: tuple[Spot, Spot]) -> Spot | None:
    """Return where two lines cross, if they do."""
    shares = crossing(one, two)
    return point_along(one, shares[0]) if shares else None


#: The same of ways between boxes: few such ways are drawn, again and again.
_met_way = cache(_crossing)


@cache
def _near_boxes(way: tuple[Place, Place], rows: int) -> frozenset[Place]:
    """Return the places of a square that are too near to a way between two of them."""
    return frozenset(place for place in product(range(rows), range(rows)) if distance(place, way) < _BESIDE)


def draw_crossing_walk(draws: Draws, rows: int, count: int) -> tuple[Place, ...]:
    """Draw boxes so that many ways between them cross, and each is clear of the other boxes."""
    places = [*product(range(rows), range(rows))]
    while True:
        boxes, crossed = [draws.choice(places)], list[Spot]()
        while len(boxes) < count:
            lines = [*pairwise(boxes)]
            closed = {*boxes}.union(*(_near_boxes(line, rows) for line in lines))
            free = [
                to
                for to in places
                if to not in closed and _near_boxes((boxes[-1], to), rows).isdisjoint(boxes[:-1])
            ]
            meets = {to: [_met_way(line, (boxes[-1], to)) for line in lines[:-1]] for to in free}
            found = {to: [spot for spot in spots if spot] for to, spots in meets.items()}
            free = [to for to in free if _are_apart([*crossed, *found[to]], 0.16)]
            if not free:
                break
            most = max(len(found[to]) for to in free)
            boxes.append(draws.choice([to for to in free if len(found[to]) >= min(most, 2)]))
            crossed += found[boxes[-1]]
        if len(boxes) == count and len(crossed) >= count:
            return tuple(boxes)


def _are_apart(spots: Sequence[Spot], gap: float) -> bool:
    return all(math.dist(*pair) > gap for pair in combinations(spots, 2))


def strand_points(strand: Sequence[Spot]) -> list[Spot]:
    """Return points along a string that is upright at each of its points."""
    found = [strand[0]]
    for (ax, ay), (bx, by) in pairwise(strand):
        for part in range(1, _STEPS + 1):
            share = part / _STEPS
            found.append((ax + (bx - ax) * share * share * (3 - 2 * share), ay + (by - ay) * share))
    return found


def draw_strands(draws: Draws, count: int, bands: int) -> tuple[tuple[Spot, ...], ...]:
    """Draw strings that cross in bands of as many lanes as there are strings, px from the first film's."""
    strands = [[(_LANE * lane, 0.0)] for lane in range(count)]
    while len(strands[0]) <= bands:
        high = -_BAND * len(strands[0])
        tried = [
            [*strand, (_LANE * end + draws.integer(-14, 14), high + draws.integer(-10, 10))]
            for strand, end in zip(strands, draws.shuffled(range(count)), strict=True)
        ]
        shifts = [abs(strand[-1][0] - strand[-2][0]) / _LANE for strand in tried]
        if max(shifts) < 4.5 and min(shifts) > 0.5 and _are_clear([strand[-2:] for strand in tried]):
            strands = tried
    return tuple(map(tuple, strands))


def _are_clear(parts: Sequence[Sequence[Spot]]) -> bool:
    """Whether strings cross often in a band, at clear angles and places, and turn where no other one is."""
    curves, met = [[*pairwise(strand_points(part))] for part in parts], list[Spot]()
    for (one, first), (two, second) in combinations(zip(parts, curves, strict=True), 2):
        turns = [(spot, second) for spot in one] + [(spot, first) for spot in two]
        if any(_is_near(spot, curve) for spot, curve in turns):
            return False
        for lines in _level_lines(first, second):
            if spot := _crossing(*lines):
                slopes = [math.atan2(by - ay, bx - ax) % math.pi for (ax, ay), (bx, by) in lines]
                angle = abs(slopes[0] - slopes[1])
                if min(angle, math.pi - angle) < math.radians(_ANGLE):
                    return False
                met.append(spot)
    return len(met) > len(parts) and _are_apart(met, _APART)


def _is_near(spot: Spot, curve: Sequence[tuple[Spot, Spot]]) -> bool:
    """Whether the lines of a string, each of which goes up, come near to a point."""
    height = spot[1]
    return any(
        end[1] - _CLEAR <= height <= start[1] + _CLEAR and distance(spot, (start, end)) < _CLEAR
        for start, end in curve
    )


def _level_lines(
    first: Sequence[tuple[Spot, Spot]], second: Sequence[tuple[Spot, Spot]]
) -> Iterator[tuple[tuple[Spot, Spot], tuple[Spot, Spot]]]:
    """Yield pairs of lines of two strings, with all that are at one height: no others can cross."""
    one = two = 0
    while one < len(first) and two < len(second):
        yield first[one], second[two]
        if first[one][1][1] > second[two][1][1]:  # it ends lower
            one += 1
        else:
            two += 1


def draw_films(draws: Draws, rows: int, kinds: Sequence[str], count: int) -> tuple[Film, ...]:
    places = [(row, column) for row in range(rows) for column in range(rows)]
    return tuple(
        Film(kind, tuple(zip(sorted(draws.sample(places, count)), draws.sample(TEXTS, count), strict=True)))
        for kind in kinds
    )


def moved_texts(draws: Draws, chart: Laid, idle: Sequence[tuple[int, Place]]) -> Laid:
    """Return a chart with texts of films at other places, which were empty."""
    found = []
    for number, film in enumerate(chart.films):
        texts, every = (
            dict(film.texts),
            [(row, column) for row in range(chart.rows) for column in range(chart.rows)],
        )
        free = draws.shuffled([place for place in every if place not in texts])
        for place in (place for each, place in idle if each == number):
            texts[free.pop()] = texts.pop(place)
        found.append(film._replace(texts=tuple(sorted(texts.items()))))
    return chart._replace(films=tuple(found))


def _draw_chart(canvas: Canvas, chart: Laid, left: float, top: float, pitch: float) -> None:
    """Draw the boxes and ways of a chart on a square with places of this size."""
    half, high = (0.21 * pitch, 0.17 * pitch) if chart.strands else (0.3 * pitch, 0.25 * pitch)
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
    _draw_texts(canvas, film, rows, left, top + 26, pitch)


def _draw_texts(canvas: Canvas, film: Film, rows: int, left: float, top: float, pitch: float) -> None:
    side = rows * pitch
    canvas.rect(left, top, side, side, fill="white", stroke="blue", line=2.6)
    for place in range(1, rows):
        for line in (
            ((left + place * pitch, top), (left + place * pitch, top + side)),
            ((left, top + place * pitch), (left + side, top + place * pitch)),
        ):
            canvas.line(*line, stroke="silver", line=2.2, guide=True)
    for (row, column), text in film.texts:
        canvas.text(left + (column + 0.5) * pitch, top + (row + 0.5) * pitch, text, size=_TEXT)


def _draw_strung(chart: Laid) -> Canvas:
    """Draw films in a row, and their strings up to the signs."""
    wide, bands = 1100, len(chart.strands[0]) - 1
    each, floor = wide / len(chart.films), 40 + bands * _BAND
    pitch, begin = min(44, (each - 12) / chart.rows), wide / 2 - (len(chart.films) - 1) / 2 * _LANE
    canvas = Canvas(wide, round(floor + 52 + chart.rows * pitch))
    for number, (film, strand) in enumerate(zip(chart.films, chart.strands, strict=True)):
        middle = (number + 0.5) * each
        points = [(begin + x, floor + y) for x, y in strand_points(strand)]
        (x, y), top = points[-1], floor + 44
        canvas.line((middle, top), *points, line=2.4)
        canvas.line((x - 16, y), (x + 16, y), line=2.2)
        draw_sign(canvas, film.sign, x, y)
        _draw_texts(canvas, film, chart.rows, middle - chart.rows * pitch / 2, top, pitch)
    return canvas


def pages(chart: Laid) -> list[Canvas]:
    canvas = Canvas(640, 640)
    _draw_chart(canvas, chart, 20, 20, 150)
    if chart.strands:
        return [canvas, _draw_strung(chart)]
    films = Canvas(860, 600)
    for number, film in enumerate(chart.films):
        _draw_film(films, film, chart.rows, 24 + 280 * (number % 3), 10 + 292 * (number // 3), 62)
    return [canvas, films]


def draw_small(canvas: Canvas, chart: Laid, left: float, top: float) -> None:
    _draw_chart(canvas, chart, left + 8, top + 36, 44)
    for number, film in enumerate(chart.films):
        _draw_film(canvas, film, chart.rows, left + 150 + 117 * number, top + 8, 37)

"""Lines: which one has a value at an x, or ends a walk by a rule that other walks show?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.figures.domains import Domain, Value, domains
from workshop.authoring.figures.sample import FigureSample, State
from workshop.suites.mathopeval.families.by_eye.line_chart import Line, LineChart, Row
from workshop.suites.mathopeval.families.by_eye.look import (
    Figure,
    Look,
    check_apart,
    draw_look,
    eye_sample,
)
from workshop.suites.mathopeval.families.by_eye.rules import Language, When
from workshop.suites.mathopeval.families.by_eye.segments import Point, cut
from workshop.suites.mathopeval.families.by_eye.tangles import TALL, WIDE, Tangle, px, starts
from workshop.suites.mathopeval.families.by_eye.walks import (
    DEEDS,
    FLAG,
    Crossing,
    fit_lines,
    line_words,
    met_words,
    route,
)
from workshop.suites.mathopeval.families.charts.edits import first_fit
from workshop.suites.mathopeval.families.charts.words import listed, nice_limit, number, short

SIGHTS = ("near colours", "one ink", "rule from walks", "rule with a memory")
_TRIES = 400
_COUNTS = (4, 4, 6, 7, 8)  #: lines, by level
_TICKS = 9
_LOW, _HIGH = 0.06, 0.84  #: lowest and highest point of lines that are not interlaced
_GAP = 0.085  #: least difference of two lines at the place, as a share of the axis
_LEAST = 0.026  #: the same of interlaced lines: 9 px
_NEAR = (28, 40)  #: by how much one line misses the value, as thousandths of the axis
_SMALL_UNITS = ("%", "°C")  #: of quantities that do not reach 1000
_PARTS = (7, 6)  #: straight parts of a line, by whether the level is the highest
#: What rules there are, by whether the level is the highest, and for which sorts of crossings.
_LANGUAGES = (
    Language(signs=2, whens=(When.FLAGGED, When.AGAIN), chosen=1, shown=(2, 3), met=(6, 14), moves=2),
    Language(signs=4, whens=(When.AGAIN, When.MOVED), chosen=2, shown=(3, 4), met=(7, 14), moves=3),
)
_SORTS = (
    "sort of crossing (the other line over yours, or under it with a gap)",
    "sort of crossing (the other line over yours, or under it with a gap; from above or from below)",
)
_SIGNS = ("lines under it", "lines over it", "lines under it from above", "lines over it from above")
_PLAIN = 9.0, 22.0, 20.0, 20.0  #: distances of corners and of crossings, px, angle, degrees, and ends, px
_SHORT = 6.0  #: minimum length of what is seen of a line between two gaps, px
_BELOW = 4.8  #: distance of a line that lies below from the middle of the one above it, px


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """Which value is asked for, and where the four options are."""

    value: Value
    limit: Value
    heights: tuple[float, ...]  #: of the four options at the place; the first is right
    said: tuple[str, str, str]


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 3
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), _TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_inked = level > 1, level > 2
    domain, look = _looks(draws, near=near, is_inked=is_inked)
    count = _COUNTS[level - 1]
    names = draws.sample(domain.categories, count)
    asked = _one_axis(draws, domain, is_near=is_inked)
    ticks = _ticks(domain)
    where = f"at x = {ticks[place := draws.integer(5, 7)]}"
    if not is_inked:
        check_apart([_LOW - _GAP, *sorted(asked.heights), _HIGH + _GAP], _GAP)
        columns = [[*asked.heights] if knot == place else _column(draws) for knot in range(_TICKS)]
        rows = [[(knot / 8, column[line]) for knot, column in enumerate(columns)] for line in range(4)]
    else:
        tangle = Tangle()
        tangle.keep_apart(place / 8, _LEAST)
        wanted = [*asked.heights, *[None] * (count - 4)]
        for start, height in zip(starts(draws, count), wanted, strict=True):
            tangle.add(draws, start, () if height is None else [(place / 8, height)])
        rows = tangle.lines
    for _ in names[4:]:
        draws.integer(0, 0)  # was drawn when lines had one of two axes: keeps what follows
    colours = [look.ink] * count if is_inked else look.colours
    chart = _chart(draws, domain, asked.limit, names, rows=rows, colours=colours, at_starts=is_inked)
    value = f"{number(asked.value)} {domain.unit}"
    return eye_sample(
        _figure(
            chart,
            look,
            names,
            question=f"Read the lines by the y axis. Which one is at {value} {where}?",
            names=tuple(names[:4]),
            errors=(
                *(f"There, {name} {words}." for name, words in zip(names[1:4], asked.said, strict=True)),
                f"By its own axis, {names[0]} is at {value} there.",
            ),
            words=chart.description(),
            description=chart.description(),
        ),
        SIGHTS,
        level,
    )


def _walked(draws: Draws, level: int) -> FigureSample:
    """Return a sample whose question is where a walk ends; the free form draws the walk."""
    is_highest = level > 4
    domain, look = _looks(draws, near=True, is_inked=True)
    language, count = _LANGUAGES[is_highest], _COUNTS[level - 1]
    names = draws.sample(domain.categories, count)
    tangle = Tangle(_PARTS[is_highest], *_PLAIN)
    for start in starts(draws, count):
        tangle.add(draws, start)
    along, puzzle = fit_lines(
        draws, language, tangle.lines, lambda _, above, over: over + 2 * (above and is_highest)
    )
    limit = nice_limit(domain.high * 1.1)
    pieces = [_pieces(line, row) for line, row in zip(tangle.lines, along, strict=True)]
    colours, lines = [look.ink] * count, tangle.lines
    chart = _chart(draws, domain, limit, names, rows=lines, colours=colours, at_starts=True, pieces=pieces)
    row = _row(route(lines, along, puzzle), chart.ticks, limit)
    words = line_words(puzzle, language, names, "line", _SORTS[is_highest])
    asked = names[puzzle.asked]
    drawn = (
        "Title, axes, labels and ticks stay; there are no names and no other lines, and the way has no gaps."
    )
    return eye_sample(
        _figure(
            chart,
            look,
            names,
            question=f"{words} On which line does it end from {asked}?",
            names=tuple(names[line] for line in puzzle.ends),
            before="on ",
            errors=puzzle.errors(_SIGNS[: language.signs], DEEDS, FLAG),
            words=met_words(names, along),
            description=f"{chart.description()} {met_words(names, along)}",
            part=State(figure={"x": list(row[0]), "y": list(row[1])}, code=chart.route_program(look, row)),
            part_words=(
                f"{words} Draw the way by this rule from {asked}, from end to end, as one solid line of the"
                f" same colour. {drawn}"
            ),
        ),
        SIGHTS,
        level,
    )


def _pieces(line: Sequence[Point], along: Sequence[Crossing]) -> list[list[Point]]:
    """Return what is seen of a line that passes under others."""
    gaps = [
        (px(crossing.point), _BELOW / math.sin(math.radians(crossing.angle)))
        for crossing in along
        if crossing.is_over
    ]
    return [
        [(x / WIDE, y / TALL) for x, y in piece] for piece in cut([px(point) for point in line], gaps, _SHORT)
    ]


def _looks(draws: Draws, *, near: bool, is_inked: bool) -> tuple[Domain, Look]:
    domain = draws.choice([domain for domain in domains() if domain.unit not in _SMALL_UNITS])
    look = draw_look(draws, near=near)
    return domain, replace(look, by_hand=look.by_hand and not is_inked)  # a hand's lines are hard to follow


def _ticks(domain: Domain) -> tuple[int, ...]:
    return tuple(domain.x_start + domain.x_step * tick for tick in range(_TICKS))


def _one_axis(draws: Draws, domain: Domain, *, is_near: bool) -> _Asked:
    limit = nice_limit(domain.high * 1.1)
    share = draws.integer(6, 15) / 20
    others = (draws.integer(round(100 * _LOW), round(100 * _HIGH)) / 100 for _ in range(3))
    near = share + draws.choice((-1, 1)) * draws.integer(*_NEAR) / 1000 if is_near else next(others)
    heights = (share, near, *others)[:4]
    check_apart([_LOW - _LEAST, *sorted(heights), _HIGH + _LEAST], _LEAST)
    said = "misses it a little" if is_near else "is another line", "is another line", "is another line"
    return _Asked(value=short(limit * share), limit=limit, heights=heights, said=said)


def _column(draws: Draws) -> list[float]:
    """Return heights of four lines at a knot, as shares of the axis."""
    steps = draws.sample(range(round((_HIGH - _LOW) / _GAP) + 1), 4)
    return [_LOW + _GAP * step + draws.integer(-10, 10) / 1000 for step in steps]


def _chart(
    draws: Draws,
    domain: Domain,
    limit: Value,
    names: Sequence[str],
    *,
    rows: Sequence[Sequence[Point]],
    colours: Sequence[str],
    at_starts: bool,
    pieces: Sequence[Sequence[Sequence[Point]]] = (),
) -> LineChart:
    """Return a chart whose lines are drawn in random order."""
    ticks = _ticks(domain)
    corners = [_row(row, ticks, limit) for row in rows]
    lines = tuple(
        Line(
            name=names[line],
            colour=colours[line],
            xs=tuple(corners[line][0]),
            ys=tuple(corners[line][1]),
            pieces=tuple(_row(piece, ticks, limit) for piece in pieces[line]) if pieces else (),
        )
        for line in draws.shuffled(range(len(names)))
    )
    return LineChart(domain=domain, lines=lines, ticks=ticks, limit=limit, at_starts=at_starts)


def _figure(chart: LineChart, look: Look, line_names: Sequence[str], **asked: Any) -> Figure:
    """Return the figure of a chart; ``asked`` has the fields that say what is asked for."""
    return Figure(
        type="line",
        domain=chart.domain.name,
        look=look,
        code=chart.program(look),
        summary=f"The lines are {listed(line_names)}.",
        values=_values(chart, line_names),
        outline=chart.outline(),
        **asked,
    )


def _values(chart: LineChart, names: Sequence[str]) -> dict[str, object]:
    """Return what a chart shows, as plain values."""
    return {
        "x": [*chart.ticks, *chart.span, *(list(line.xs) for line in chart.lines)],
        "y": [list(line.ys) for line in chart.lines],
        "limits": [[0, chart.limit]],
        "texts": [chart.domain.line_title, chart.domain.x_label, chart.domain.label],
        "lines": list(names),
    }


def _row(points: Sequence[Point], ticks: Sequence[Value], limit: Value) -> Row:
    """Return the corners of a line in values of the axes."""
    return (
        [short(round(ticks[0] + x * (ticks[-1] - ticks[0]), 3)) for x, _ in points],
        [short(float(f"{y * limit:.4g}")) for _, y in points],
    )

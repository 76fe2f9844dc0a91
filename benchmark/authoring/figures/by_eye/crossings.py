"""Lines: which one has a value at an x? Lines of one ink cross, and each is read by its own axis."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.line_chart import Line, LineChart
from benchmark.authoring.figures.by_eye.look import Figure, check_apart, draw_look, eye_sample
from benchmark.authoring.figures.by_eye.segments import Point
from benchmark.authoring.figures.by_eye.tangles import Tangle
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.charts.words import listed, nice_limit, number, short
from benchmark.authoring.figures.domains import Domain, Value, domains
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("near colours", "one ink", "two log axes", "place named by a crossing")
_TRIES = 400
_COUNTS = (4, 4, 6, 7, 8)  #: lines, by level
_TICKS = 9
_LOW, _HIGH = 0.06, 0.84  #: lowest and highest point of lines that are not interlaced
_GAP = 0.085  #: least difference of two lines at the place, as a share of the axis
_LEAST = 0.026  #: the same of interlaced lines: 9 px
_NEAR = (28, 40)  #: by how much one line misses the value, as thousandths of the axis
_VALUES = (30, 40, 50, 60, 200, 300, 400, 500, 600)
_RIGHT = (0.2, 0.3, 3, 5)  #: limits of the right axis, as a multiple of those of the left one
_SMALL_UNITS = ("%", "°C")  #: of quantities that do not reach 1000
_TIMES = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """Which value is asked for, by which axis, and where the four options are."""

    value: Value
    limits: tuple[tuple[Value, Value], ...]
    axes: tuple[int, ...]  #: of the four options; the first is right
    heights: tuple[float, ...]  #: of the four options at the place
    said: tuple[str, str, str]


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), _TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_inked, has_twin, is_crossing = (level > place for place in range(1, 5))
    domain = draws.choice([domain for domain in domains() if domain.unit not in _SMALL_UNITS])
    look = draw_look(draws, near=near)
    look = replace(look, by_hand=look.by_hand and not is_inked)  # a hand's lines are hard to follow
    count = _COUNTS[level - 1]
    names = draws.sample(domain.categories, count)
    asked = _two_axes(draws) if has_twin else _one_axis(draws, domain, is_near=is_inked)
    ticks = tuple(domain.x_start + domain.x_step * tick for tick in range(_TICKS))
    where = f"at x = {ticks[place := draws.integer(5, 7)]}"
    if not is_inked:
        check_apart([_LOW - _GAP, *sorted(asked.heights), _HIGH + _GAP], _GAP)
        columns = [[*asked.heights] if knot == place else _column(draws) for knot in range(_TICKS)]
        rows = [[(knot / 8, column[line]) for knot, column in enumerate(columns)] for line in range(4)]
    elif is_crossing:
        rows, time, asked = _named_place(draws, asked, count)
        where = f"where {names[4]} and {names[5]} cross for the {_TIMES[time]} time"
    else:
        tangle, starts = Tangle(), _starts(draws, count)
        tangle.keep_apart(place / 8, _LEAST)
        for start, height in zip(starts, [*asked.heights, *[None] * (count - 4)], strict=True):
            tangle.add(draws, start, () if height is None else [(place / 8, height)])
        rows = tangle.lines
    axes = [*asked.axes, *(draws.integer(0, len(asked.limits) - 1) for _ in names[4:])]
    chart = LineChart(
        domain=domain,
        lines=tuple(
            _line(
                Line(
                    name=names[line],
                    colour=look.ink if is_inked else look.colours[line],
                    axis=axes[line],
                ),
                rows[line],
                ticks,
                asked.limits[axes[line]],
                is_log=has_twin,
            )
            for line in draws.shuffled(range(count))
        ),
        ticks=ticks,
        limits=asked.limits,
        at_starts=is_inked,
    )
    value = f"{number(asked.value)} {domain.unit}"
    first = "Read each line by its own axis." if has_twin else "Read the lines by the y axis."
    return eye_sample(
        Figure(
            type="line",
            domain=domain.name,
            look=look,
            code=chart.program(look),
            question=f"{first} Which one is at {value} {where}?",
            names=tuple(names[:4]),
            errors=(
                *(f"There, {name} {words}." for name, words in zip(names[1:4], asked.said, strict=True)),
                f"By its own axis, {names[0]} is at {value} there.",
            ),
            summary=f"The lines are {listed(names)}.",
            values={
                "x": [*ticks, *chart.span, *(list(line.xs) for line in chart.lines)],
                "y": [list(line.ys) for line in chart.lines],
                "limits": [list(pair) for pair in asked.limits],
                "texts": [domain.line_title, domain.x_label, *chart.labels],
                "lines": names,
            },
            description=chart.description(),
            outline=chart.outline(),
        ),
        SIGHTS,
        level,
    )


def _one_axis(draws: Draws, domain: Domain, *, is_near: bool) -> _Asked:
    limit = nice_limit(domain.high * 1.1)
    share = draws.integer(6, 15) / 20
    others = (draws.integer(round(100 * _LOW), round(100 * _HIGH)) / 100 for _ in range(3))
    heights = share, share + _beside(draws) if is_near else next(others), *others
    said = "misses it a little" if is_near else "is another line", "is another line", "is another line"
    return _asked(short(limit * share), ((0, limit),), (0,) * 4, heights[:4], said)


def _beside(draws: Draws) -> float:
    """Return by how much a line misses a value that it seems to have."""
    return draws.choice((-1, 1)) * draws.integer(*_NEAR) / 1000


def _two_axes(draws: Draws) -> _Asked:
    value, factor, side = draws.choice(_VALUES), draws.choice(_RIGHT), draws.integer(0, 1)
    limits: tuple[tuple[Value, Value], ...] = (10, 1000), (short(10 * factor), short(1000 * factor))
    own, other = limits[side], limits[1 - side]
    heights = (
        _height(value, own),
        _height(value, other),
        _height(value, other, even=True),
        _height(value, own) + _beside(draws),
    )
    said = "has it by the other axis", "has it on an even scale", "misses it a little"
    return _asked(value, limits, (side, side, 1 - side, side), heights, said)


def _asked(
    value: Value,
    limits: tuple[tuple[Value, Value], ...],
    axes: tuple[int, ...],
    heights: Sequence[float],
    said: tuple[str, str, str],
) -> _Asked:
    check_apart([_LOW - _LEAST, *sorted(heights), _HIGH + _LEAST], _LEAST)
    return _Asked(value=value, limits=limits, axes=axes, heights=tuple(heights), said=said)


def _height(value: float, limits: tuple[Value, Value], *, even: bool = False) -> float:
    """Return where a value is on a log axis, as a share of it, or where an ``even`` scale would have it."""
    exact = math.log10(value)
    tick = math.floor(exact)
    read = tick + (value / 10**tick - 1) / 9 if even else exact
    return (read - math.log10(limits[0])) / math.log10(limits[1] / limits[0])


def _starts(draws: Draws, count: int) -> list[float]:
    """Return heights at the left, with room for names."""
    return draws.shuffled([0.06 + 0.82 * start / (count - 1) for start in range(count)])


def _named_place(draws: Draws, asked: _Asked, count: int) -> tuple[list[list[Point]], int, _Asked]:
    """Return lines, how often two of them have crossed before the place, and what options are.

    The third option has the value at another crossing of these two, which are the fifth and sixth line.
    """
    tangle, starts = Tangle(), _starts(draws, count)
    tangle.add(draws, starts[4])
    tangle.add(draws, starts[5])
    places, time = tangle.crossings(0, 1), draws.integer(1, 2)
    if not time < len(places) <= len(_TIMES) or not 0.35 < places[time] < 0.9:  # noqa: PLR2004
        raise UnfitError("two lines do not cross often enough")
    place = places.pop(time)
    check_apart([-1, *sorted([*asked.heights, tangle.height(0, place)]), 2], _LEAST)
    tangle.keep_apart(place, _LEAST)
    there = place, place, draws.choice(places), place
    heights = *asked.heights[:2], asked.heights[1], asked.heights[3]
    for start, *point in zip(starts, there, heights, strict=False):
        tangle.add(draws, start, [(point[0], point[1])])
    for start in starts[6:]:
        tangle.add(draws, start)
    tangle.lines = [*tangle.lines[2:6], *tangle.lines[:2], *tangle.lines[6:]]
    said = asked.said[0], "has it at another crossing of these two", asked.said[2]
    return tangle.lines, time, replace(asked, said=said)


def _column(draws: Draws) -> list[float]:
    """Return heights of four lines at a knot, as shares of the axis."""
    steps = draws.sample(range(round((_HIGH - _LOW) / _GAP) + 1), 4)
    return [_LOW + _GAP * step + draws.integer(-10, 10) / 1000 for step in steps]


def _line(
    line: Line, points: Sequence[Point], ticks: Sequence[Value], limits: tuple[Value, Value], *, is_log: bool
) -> Line:
    """Return a line with the corners that it has on its axis."""
    low, high = limits
    return replace(
        line,
        xs=tuple(short(round(ticks[0] + x * (ticks[-1] - ticks[0]), 3)) for x, _ in points),
        ys=tuple(short(float(f"{low * (high / low) ** y if is_log else y * high:.4g}")) for _, y in points),
    )

"""A plane of scores against prices, such as costs or dates: positions, the frontier, and the drawing.

The frontier has the models that no other one beats at the same or a lower price. Models whose price is not
known stand in a strip of their own, and are not on the frontier.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.leaderboard.parts.labels import (
    HEIGHT,
    MAX_LABELLED,
    WIDTHS,
    ChartLabel,
    Dot,
    Line,
    label_box,
    place_labels,
    text_width,
)
from benchmark.leaderboard.parts.plot import STEP, PlotAxis, decade_ticks, line, score_axis, shape

_LEFT = 12.0  #: position of the lowest positive price, percent of the width
RIGHT = 97.0  #: where prices and the strip end
_ZERO_PRICE = 4.0  #: position of the price 0; a logarithmic axis has no natural one
_STRIP = 20.0  #: width of the strip
_ALONE = 30.0  #: where the strip begins if no price is known
_LANE = 2.4  #: between marks side by side in the strip
_MARK = 15.0  #: px between marks below each other
_CLEAR = 7.0  #: between the word of a tick and the strip
_LEAST_YEARS = 0.5  #: shown on an axis of dates
_WORD_ROOM = 25.0  #: that the name of the frontier needs


@dataclass(frozen=True, slots=True)
class Point:
    """The price and the score of a model."""

    price: float | None  #: 0 or more; less is better; None if it is not known
    score: float  #: place on its scale, in [0, 1]; more is better
    low: float  #: lower end of the score's range
    high: float  #: upper end of the score's range


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """The positions of points, and the axes."""

    dots: tuple[Dot, ...]  #: in the order of the points
    labelled: tuple[int, ...]  #: numbers of the points with names, the frontier first
    frontier: tuple[int, ...]  #: numbers of its points, the highest score first
    across: tuple[tuple[str, float], ...]  #: positions of the ticks of the price axis, with their prices
    down: PlotAxis
    right: float  #: where prices end, percent
    end: float  #: where the strip ends, or prices if there is none
    strip: float | None  #: the middle of the strip; None if all prices are known

    def steps(self) -> Iterator[tuple[tuple[str, str], tuple[float, float]]]:
        """Yield the lines of the frontier, from its highest point on: across to the next price, then down."""
        best = [self.dots[place] for place in self.frontier]
        if best:
            yield (best[0].x, f"{self.right + 1:g}%"), (best[0].y, best[0].y)
        for better, worse in itertools.pairwise(best):
            yield (better.x, better.x), (better.y, worse.y)
            yield (worse.x, better.x), (worse.y, worse.y)


def plane(
    points: Sequence[Point],
    step: float = STEP,
    *,
    years: bool = False,
    height: float = HEIGHT,
    end: float = RIGHT,
) -> Plane:
    """Return the plane of at least one point.

    Args:
        points: what it shows.
        step: step of the score axis, as a part of the scale.
        years: whether prices are years, on a linear scale; all others are on a logarithmic one.
        height: px of the plane.
        end: where prices and the strip end, percent of the width.
    """
    scale: Callable[[float], float] = float if years else math.log10
    known = [point.price for point in points if point.price is not None]
    prices = [price for price in known if price > 0] or [1.0]
    right = end if len(known) == len(points) else end - _STRIP
    low, high = scale(min(prices)), scale(max(prices))
    least = _LEAST_YEARS if years else 1.0
    if high - low < least:  # show at least half a year or one decade, with the points in its middle
        low, high = (low + high - least) / 2, (low + high + least) / 2
    down = score_axis([limit for point in points for limit in (point.low, point.high)], height, step)
    start = right + _LANE + 1 if known else _ALONE
    strip = _strip([down.y(point.score) for point in points if point.price is None], start, end)

    def x(price: float | None) -> str:
        if price is None:
            return f"{next(strip):.2f}%"
        if price <= 0:
            return f"{_ZERO_PRICE:g}%"
        return f"{_LEFT + (right - _LEFT) * (scale(price) - low) / (high - low):.2f}%"

    free = (0.0,) if any(price <= 0 for price in known) else ()
    # ticks per year
    parts = 6 if high - low < 2 * _LEAST_YEARS else max(1, 4 // math.ceil(high - low - 1e-9))
    whole = tuple(tick / parts for tick in range(math.ceil(low * parts), math.floor(high * parts) + 1))
    ticks = (*free, *(whole if years else decade_ticks(low, high))) if known else ()
    across = tuple((x(price), price) for price in ticks)
    frontier = _frontier(points)
    others = sorted({*range(len(points))} - {*frontier}, key=lambda number: -points[number].score)
    if len(points) > MAX_LABELLED:  # the best has a name even if its price is not known
        best = max((points[number].score for number in frontier), default=-1.0)
        others = [number for number in others[:1] if points[number].score > best]
    return Plane(
        dots=tuple(
            Dot(x(point.price), down.y(point.score), down.y(point.high), down.y(point.low))
            for point in points
        ),
        labelled=(*frontier, *others),
        frontier=frontier,
        across=tuple(each for each in across if right == end or float(each[0][:-1]) < right - _CLEAR),
        down=down,
        right=right,
        end=end,
        strip=None if len(known) == len(points) else (start + end) / 2,
    )


def _frontier(points: Sequence[Point]) -> tuple[int, ...]:
    known = [number for number, point in enumerate(points) if point.price is not None]
    best: list[int] = []
    for number in sorted(known, key=lambda each: (points[each].price, -points[each].score)):
        if not best or points[number].score > points[best[-1]].score:
            best.append(number)
    return tuple(reversed(best))


def _strip(heights: Sequence[float], start: float, end: float) -> Iterator[float]:
    """Return positions of marks at these heights: side by side where they would cover each other."""
    lanes = [-math.inf] * max(1, math.floor((end - start) / _LANE))
    found = {}
    for number in sorted(range(len(heights)), key=heights.__getitem__):
        y = heights[number]
        free = (lane for lane, last in enumerate(lanes) if last + _MARK <= y)
        lane = next(free, min(range(len(lanes)), key=lanes.__getitem__))
        lanes[lane] = y
        found[number] = start + _LANE * lane
    return iter([found[number] for number in range(len(heights))])


def plane_shapes(
    drawn: Plane,
    entries: Sequence[SimpleNamespace],
    *,
    word: Callable[[float], str],
    title: Callable[[SimpleNamespace], str],
    absent: str,
    best: str,
    pairs: Iterable[tuple[int, int]] = (),
    avoid: Iterable[Line] = (),
) -> Iterator[Markup]:
    """Yield the grid, the frontier, the points with their ranges, and labels for each range of widths.

    Args:
        drawn: the positions.
        entries: the models in the order of the points.
        word: formats a price on the axis.
        title: what is said about a model.
        absent: what the strip is called.
        best: what the frontier is called.
        pairs: numbers of points that a line joins.
        avoid: where labels are only if they must.
    """
    yield drawn.down.grid()
    for x, price in drawn.across:
        yield line("g", (x, x), (0, HEIGHT))
        yield shape("text", "t", word(price) if price else "0", x=x, y=HEIGHT + 18)
    if drawn.strip is not None:
        yield shape("text", "s", absent, x=f"{drawn.strip:.1f}%", y=HEIGHT + 18)
    for name in ("fr", "fr u"):
        yield shape("g", name, *(line("", x, y) for x, y in drawn.steps()))
    for a, b in pairs:
        yield line("ef", (drawn.dots[a].x, drawn.dots[b].x), (drawn.dots[a].y, drawn.dots[b].y))
    for number, (entry, dot) in enumerate(zip(entries, drawn.dots, strict=True)):
        name = f"pt {entry.hue}{' f' * (number in drawn.frontier)}{' e' * entry.estimated}"
        hit = shape("circle", "hit", cx=dot.x, cy=dot.y, r=12.5)
        ranges = [_range(dot)] if number in drawn.labelled else []
        yield shape("a", name, shape("title", "", title(entry)), hit, *ranges, _point(entry.weights, dot))
    taken = []
    if (words := frontier_word(drawn, best)) is not None:
        yield shape("text", "b", best, x=words.x, y=words.y)
        taken.append(label_box(words, text_width(best)))
    names, values = [entry.label for entry in entries], [entry.mark.value for entry in entries]
    labels = place_labels(
        drawn.dots, names, drawn.labelled, values=values, taken=taken, lines=[*drawn.steps(), *avoid]
    )
    for size in WIDTHS:
        yield shape("g", f"at {size}", *(label.drawn() for label in labels if label.size == size))


def frontier_word(drawn: Plane, best: str) -> ChartLabel | None:
    """Return where the frontier is named: at the end of its highest step; None if there is no room."""
    if not drawn.frontier:
        return None
    top = drawn.dots[drawn.frontier[0]]
    if float(top.x[:-1]) > drawn.right - _WORD_ROOM:
        return None
    y = top.y - 12 if top.y > _MARK else top.y + 24
    return ChartLabel("", f"{drawn.right:g}%", 0, y, "end", best)


def _range(dot: Dot) -> Markup:
    height = max(dot.bottom - dot.top, 1)
    return shape("rect", "w", x=dot.x, y=dot.top, width=14, height=f"{height:.1f}", rx=7)


def _point(weights: str, dot: Dot) -> Markup:
    """Return a model's point, a square if its weights are open."""
    if weights == "open":
        return shape("rect", "c", x=dot.x, y=dot.y, width=9, height=9)
    return shape("circle", "c", cx=dot.x, cy=dot.y, r=4.5)

"""Geometry of a chart of nights: positions along are percentages, so that it fits any width."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.nights.notes import NightNote
from benchmark.leaderboard.nights.points import NightPoint
from benchmark.leaderboard.nights.timeline import Timeline

HEIGHT = 250  #: pixels of a large chart
SMALL_HEIGHT = 52  #: pixels of a small chart
LANE = 26  #: pixels between two rows of numbered marks
_APART = 9.0  #: percent of the width below which two marks are in different rows; a mark has 22 px
_STEP = 0.1  #: step of the axis
_MARGIN = 0.06  #: free part of a small chart above and below
_TICKS = 4  #: intervals between dates of the axis


@dataclass(frozen=True, slots=True)
class Window:
    """The days that a chart shows."""

    first: str
    last: str

    @property
    def days(self) -> int:
        """Number of days, at least 1."""
        return (date.fromisoformat(self.last) - date.fromisoformat(self.first)).days + 1

    def place(self, night: str) -> int:
        """Return the number of days from the first one."""
        return (date.fromisoformat(night) - date.fromisoformat(self.first)).days

    def x(self, night: float) -> str:
        """Return the position of a number of days, as a percentage of the width."""
        return f"{round(100 * night / max(self.days - 1, 1), 2):g}%"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A band; along in days, down in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartMark:
    """A numbered mark above the chart, for the notes of one day."""

    number: int
    x: str
    y: int
    bad: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightChart:
    """A chart of one series."""

    width: int  #: days between the first and the last one, at least 1
    height: int
    bands: tuple[Rectangle, ...]
    lines: tuple[str, ...]  #: points of lines in days and pixels: ``0,92 1,106``
    dots: tuple[tuple[str, float], ...]  #: single nights between two gaps
    low: tuple[tuple[str, float], ...]  #: nights below the band
    breaks: tuple[str, ...]
    marks: tuple[ChartMark, ...]
    top: int  #: pixels above the chart for the marks
    down: tuple[tuple[float, str], ...]  #: ticks of the score
    across: tuple[tuple[str, str], ...]  #: ticks of the days


def night_chart(
    line: Timeline, window: Window, notes: Sequence[NightNote] = (), *, small: bool = False
) -> NightChart:
    """Return the chart of a timeline.

    Lines are interrupted where a night is missing or unknown, and at a break.

    Args:
        line: the timeline.
        window: the days to show.
        notes: notes whose days get numbered marks, oldest first.
        small: whether it is a small chart, which has no marks and no axes.
    """
    points = [point for point in line.points if window.first <= point.date <= window.last]
    bands = [piece for piece in line.bands if piece.last >= window.first and piece.first <= window.last]
    ends = [end for piece in bands for end in (piece.band.low, piece.band.high)]
    values = [*ends, *(point.share for point in points if point.share is not None)]
    bottom, top = _range(values, small=small)
    height = SMALL_HEIGHT if small else HEIGHT

    def y(share: float) -> float:
        return round(height * (1 - (share - bottom) / (top - bottom)), 1)

    rectangles = []
    for piece in bands:
        start, end = window.place(max(piece.first, window.first)), window.place(min(piece.last, window.last))
        rectangles.append(
            Rectangle(
                x=max(start - 0.5, 0),
                y=y(piece.band.high),
                width=min(end + 0.5, max(window.days - 1, 1)) - max(start - 0.5, 0),
                height=round(y(piece.band.low) - y(piece.band.high), 1),
            )
        )
    drawn = [[(window.place(point.date), y(point.share or 0.0)) for point in run] for run in _runs(points)]
    marks = () if small else tuple(_marks(notes, window))
    return NightChart(
        width=max(window.days - 1, 1),
        height=height,
        bands=tuple(rectangles),
        lines=tuple(" ".join(f"{x},{down:g}" for x, down in run) for run in drawn if len(run) > 1),
        dots=tuple((window.x(run[0][0]), run[0][1]) for run in drawn if len(run) == 1),
        low=tuple(
            (window.x(window.place(point.date)), y(point.share))
            for point in _low_nights(points, line)
            if point.share is not None
        ),
        breaks=tuple(
            window.x(window.place(after.date) - 0.5)
            for before, after in pairwise(points)
            if before.basis != after.basis
        ),
        marks=marks,
        top=max((mark.y for mark in marks), default=-LANE) + LANE,
        down=() if small else tuple((y(tick), f"{100 * tick:.0f}") for tick in _ticks(bottom, top)),
        across=() if small else tuple(_days(window)),
    )


def numbers(notes: Iterable[NightNote], window: Window) -> dict[str, int]:
    """Return the number of each day that has a note; days before the window begin with it."""
    days = sorted({max(note.date, window.first) for note in notes})
    return {night: number for number, night in enumerate(days, start=1)}


def _range(values: Sequence[float], *, small: bool) -> tuple[float, float]:
    """Return the lowest and the highest share of the axis."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if small:
        margin = max(_MARGIN * (high - low), 0.01)
        return low - margin, high + margin
    bottom, top = math.floor(low / _STEP + 1e-9), math.ceil(high / _STEP - 1e-9)
    while top - bottom < 4:  # noqa: PLR2004 - at least four steps, so that small moves look small
        bottom, top = max(bottom - 1, 0), min(top + 1, 10)
    return bottom * _STEP, top * _STEP


def _ticks(bottom: float, top: float) -> Iterator[float]:
    steps = round((top - bottom) / _STEP)
    for step in range(0, steps + 1, 1 if steps <= 5 else 2):  # noqa: PLR2004 - at most six labels
        yield bottom + step * _STEP


def _runs(points: Sequence[NightPoint]) -> Iterator[list[NightPoint]]:
    """Yield nights that a line joins: of following days, known, and without a break."""
    run: list[NightPoint] = []
    for point in points:
        if point.share is None:
            continue
        if run and (_gap(run[-1].date, point.date) != 1 or run[-1].basis != point.basis):
            yield run
            run = []
        run.append(point)
    if run:
        yield run


def _gap(before: str, after: str) -> int:
    return (date.fromisoformat(after) - date.fromisoformat(before)).days


def _low_nights(points: Iterable[NightPoint], line: Timeline) -> Iterator[NightPoint]:
    for point in points:
        piece = next((piece for piece in line.bands if piece.holds(point.date)), None)
        if piece is not None and point.share is not None and point.share < piece.band.low - 1e-9:
            yield point


def _marks(notes: Sequence[NightNote], window: Window) -> Iterator[ChartMark]:
    """Yield the marks, in as many rows as needed so that they do not overlap."""
    ends: list[float] = []  # position of the last mark of each row
    for night, number in numbers(notes, window).items():
        along = float(window.x(window.place(night)).rstrip("%"))
        row = next((row for row, end in enumerate(ends) if along - end >= _APART), len(ends))
        ends[row : row + 1] = [along]
        bad = any(note.badge.style == "bad" for note in notes if max(note.date, window.first) == night)
        yield ChartMark(number=number, x=f"{along:g}%", y=row * LANE, bad=bad)


def _days(window: Window) -> Iterator[tuple[str, str]]:
    count = min(_TICKS, window.days - 1)
    for tick in range(count + 1):
        days = round(tick * (window.days - 1) / max(count, 1))
        night = date.fromisoformat(window.first) + timedelta(days)
        yield window.x(days), day(night.isoformat()).rsplit(" ", 1)[0]

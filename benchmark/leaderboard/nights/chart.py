"""A chart of nights: bands, lines, breaks, and numbered marks for the notes of its days."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from markupsafe import Markup

from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.nights.notes import NightNote
from benchmark.leaderboard.nights.timeline import BandPiece, NightPoint, Timeline, Window
from benchmark.leaderboard.parts import plot
from benchmark.leaderboard.parts.plot import Axis, score_axis

HEIGHT = 250  #: pixels of a large chart
SMALL_HEIGHT = 52  #: pixels of a small chart
LANE = 26  #: pixels between two rows of numbered marks
_APART = 9.0  #: percent of the width below which two marks are in different rows; a mark has 22 px
_MARGIN = 0.06  #: free part of a small chart above and below
_TICKS = 4  #: intervals between dates of the axis


@dataclass(frozen=True, slots=True, kw_only=True)
class NightChart:
    """A chart of one series."""

    drawing: Markup
    axis: Markup  #: words of its vertical axis; empty for a small chart
    has_low: bool  #: whether it marks nights below the band


def night_chart(
    line: Timeline, window: Window, description: str, notes: Sequence[NightNote] = (), *, small: bool = False
) -> NightChart:
    """Return the chart of a timeline; a small one has no marks and no axes.

    Lines are interrupted where a night is missing or unknown, and at a break. The days of notes, oldest
    first, get numbered marks.
    """
    points = [point for point in line.points if window.first <= point.date <= window.last]
    bands = [piece for piece in line.bands if piece.last >= window.first and piece.first <= window.last]
    values = [end for piece in bands for end in (piece.band.low, piece.band.high)]
    values = [*values, *(point.share for point in points if point.share is not None)] or [0.0, 1.0]
    down = _small_axis(values) if small else score_axis(values, HEIGHT)
    low = [
        plot.shape("circle", "lw", cx=window.x(window.place(point.date)), cy=down.y(point.share), r=4)
        for point in _low_nights(points, line)
        if point.share is not None
    ]
    shapes = (*_lines(points, bands, window, down), *low)
    if small:
        drawing = plot.figure("nights", SMALL_HEIGHT, description, shapes)
        return NightChart(drawing=drawing, axis=Markup(), has_low=bool(low))
    marks = tuple(_marks(notes, window))
    top = max((y for _, _, y, _ in marks), default=-LANE) + LANE
    below, height = top + HEIGHT, top + HEIGHT + 24
    inside = plot.shape("svg", "", *shapes, y=top, width="100%", height=HEIGHT)
    drawn = (down.grid(top), inside, *_drawn_marks(marks, below), *_days(window, below))
    return NightChart(
        drawing=plot.figure("nights", height, description, drawn),
        axis=down.words(lambda share: f"{100 * share:.0f}{'%' * (share == down.ticks[-1])}", top, height),
        has_low=bool(low),
    )


def _small_axis(values: Sequence[float]) -> Axis:
    low, high = min(values), max(values)
    margin = max(_MARGIN * (high - low), 0.01)
    return Axis(low - margin, high + margin, SMALL_HEIGHT)


def _lines(
    points: Sequence[NightPoint], bands: Sequence[BandPiece], window: Window, down: Axis
) -> Iterator[Markup]:
    """Yield the bands and the lines of nights, stretched along, then breaks and single nights."""
    days = max(window.days - 1, 1)
    stretched = []
    for piece in bands:
        first, last = window.place(max(piece.first, window.first)), window.place(min(piece.last, window.last))
        x, y = max(first - 0.5, 0), down.y(piece.band.high)
        size = {"width": min(last + 0.5, days) - x, "height": round(down.y(piece.band.low) - y, 1)}
        stretched.append(plot.shape("rect", "band", x=x, y=y, **size))
    runs = [
        [(window.place(point.date), down.y(point.share or 0.0)) for point in run] for run in _runs(points)
    ]
    for run in runs:
        if len(run) > 1:
            places = " ".join(f"{x},{y:g}" for x, y in run)
            stretched.append(plot.shape("polyline", "ln", points=places))
    box = {"viewBox": f"0 0 {days} {down.height:g}", "preserveAspectRatio": "none"}
    yield plot.shape("svg", "", *stretched, **box, width="100%", height=down.height)
    for before, after in pairwise(points):
        if before.basis != after.basis:
            yield plot.line("bk", (window.x(window.place(after.date) - 0.5),) * 2, (0, down.height))
    for run in runs:
        if len(run) == 1:
            yield plot.shape("circle", "dt", cx=window.x(run[0][0]), cy=run[0][1], r=2.5)


def numbers(notes: Iterable[NightNote], window: Window) -> dict[str, int]:
    """Return the number of each day that has a note; days before the window begin with it."""
    days = sorted({max(note.date, window.first) for note in notes})
    return {night: number for number, night in enumerate(days, start=1)}


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


def _marks(notes: Sequence[NightNote], window: Window) -> Iterator[tuple[int, str, int, bool]]:
    """Yield the number of each mark, where it is, and whether a note of its day is bad.

    Marks are in as many rows as needed so that they do not overlap.
    """
    ends: list[float] = []  # position of the last mark of each row
    for night, number in numbers(notes, window).items():
        along = float(window.x(window.place(night)).rstrip("%"))
        row = next((row for row, end in enumerate(ends) if along - end >= _APART), len(ends))
        ends[row : row + 1] = [along]
        bad = any(note.badge.style == "bad" for note in notes if max(note.date, window.first) == night)
        yield number, f"{along:g}%", row * LANE, bad


def _drawn_marks(marks: Sequence[tuple[int, str, int, bool]], below: int) -> Iterator[Markup]:
    for _, x, y, _ in marks:
        yield plot.line("em", (x, x), (y + 22, below))
    for number, x, y, bad in marks:
        yield plot.shape("circle", "eb bad" if bad else "eb", cx=x, cy=y + 11, r=10)
        yield plot.shape("text", "et", number, x=x, y=y + 15)


def _days(window: Window, below: int) -> Iterator[Markup]:
    """Yield the dates along; a narrow screen hides every second one."""
    count = min(_TICKS, window.days - 1)
    for tick in range(count + 1):
        days = round(tick * (window.days - 1) / max(count, 1))
        night = date.fromisoformat(window.first) + timedelta(days)
        end = " s" if not tick else ""
        end += " e" if tick and tick == count else " odd" if tick % 2 else ""
        words = day(night.isoformat()).rsplit(" ", 1)[0]
        yield plot.shape("text", f"t{end}", words, x=window.x(days), y=below + 20)

"""A series as pages show it: its chart with a text for those who do not see it, its state and its notes."""

from dataclasses import dataclass

from benchmark.analysis.wording import count, percent, plural, points
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.nights.chart import NightChart, Window, night_chart, numbers
from benchmark.leaderboard.nights.notes import NightNote, notes_of
from benchmark.leaderboard.nights.points import NightPoint
from benchmark.leaderboard.nights.timeline import Timeline
from benchmark.leaderboard.nights.watched import (
    WatchedModel,
    is_active,
    series_anchor,
    series_data,
    series_title,
)
from benchmark.leaderboard.nights.words import STOPPED, StateBadge, about, state_badge
from benchmark.results.nights import NightlyEvent

LISTED_NIGHTS = 10  #: number of nights in the table of a series
_CHANGED = {"regressed", "improved"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A night in a table."""

    day: str  #: ``30 Oct 2026``
    solved: str  #: percent; empty for an unknown night
    missing: str  #: ``0``
    of: str  #: ``80``


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedNote:
    """A note with the number of its day in the chart."""

    number: int
    note: NightNote


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesView:
    """A series of nights."""

    anchor: str
    name: str  #: of the model
    page: str  #: source path of the model's page; may be empty
    data: str  #: data set in a heading, or that all series are together
    title: str  #: data set and conditions
    badge: StateBadge
    level: str  #: ``usually about 79 %``; empty without a baseline
    visible: str  #: ``a drop of 5.0 points or more``; empty if not known
    last: NightLine
    chart: NightChart
    description: str  #: what the chart shows, in words
    notes: tuple[NumberedNote, ...]
    nights: tuple[NightLine, ...]  #: newest first

    @property
    def facts(self) -> str:
        """Its level, the drop that it detects, and the correlation within a night, in one line."""
        seen = f"detects {self.visible}" if self.visible else ""
        return " · ".join(filter(None, (self.level, seen)))


def series_view(
    model: WatchedModel,
    line: Timeline,
    window: Window,
    events: tuple[NightlyEvent, ...],
    *,
    small: bool = False,
) -> SeriesView:
    """Return the view of a series over the days of a window."""
    notes = notes_of(line, events, window.first)
    number = numbers(notes, window)
    recent = [point for point in line.points if window.first <= point.date <= window.last]
    return SeriesView(
        anchor=series_anchor(line),
        name=model.name,
        page=model.page,
        data=series_data(line),
        title=series_title(line),
        badge=state_badge(line.newest) if is_active(line, window) else STOPPED,
        level=about(line.bands[-1].band) if line.bands else "",
        visible=visible_words(line),
        last=night_line(line.points[-1]),
        chart=night_chart(line, window, notes, small=small),
        description=_description(recent, len(notes)),
        notes=tuple(NumberedNote(number=number[max(note.date, window.first)], note=note) for note in notes),
        nights=tuple(night_line(point) for point in reversed(recent[-LISTED_NIGHTS:])),
    )


def night_line(point: NightPoint) -> NightLine:
    """Return a night for a table."""
    share = point.share
    return NightLine(
        day=day(point.date),
        solved="" if share is None else percent(share),
        missing=count(point.missing),
        of=count(point.tasks),
    )


def visible_drop(line: Timeline) -> float | None:
    """Return the drop that a series can see, from its newest decision that says so; None if unknown."""
    known = (decision.visible_drop for decision in reversed(line.decisions))
    return next((drop for drop in known if drop is not None), None)


def visible_words(line: Timeline) -> str:
    """Return the drop that a series can see in words; empty if unknown."""
    drop = visible_drop(line)
    return "" if drop is None else f"a drop of {points(drop)} points or more"


def has_changed(line: Timeline, window: Window) -> bool:
    """Whether a change of a series was decided within the window, or its alarm is still open."""
    newest = line.newest
    return (newest is not None and newest.outcome in _CHANGED) or any(
        decision.outcome in _CHANGED and decision.date >= window.first for decision in line.decisions
    )


def _description(nights: list[NightPoint], notes: int) -> str:
    shares = [point.share for point in nights if point.share is not None]
    if not shares:
        return "No night has enough answers."
    span = f"{plural(len(nights), 'night')} from {day(nights[0].date)} to {day(nights[-1].date)}"
    listed = f"; {plural(notes, 'numbered note')} in the list below" if notes else ""
    return (
        f"Share of tasks solved in {span}: between {percent(min(shares))} and {percent(max(shares))} %, "
        f"last {percent(shares[-1])} %{listed}"
    )

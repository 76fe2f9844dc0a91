"""The page of trends: which watched models changed, a chart per series, decisions, and the last nights."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from benchmark.analysis.wording import count
from benchmark.leaderboard.downloads.feed import NIGHT_FEED_PATH
from benchmark.leaderboard.downloads.tables import NIGHTS_PATH
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.notes import (
    NO_CHANGE,
    WORSE,
    NightNote,
    StateBadge,
    concerns,
    event_note,
    notes_of,
    state_badge,
)
from benchmark.leaderboard.nights.series import (
    TRENDS,
    SeriesView,
    Watched,
    WatchedModel,
    has_changed,
    series_view,
    watched,
)
from benchmark.leaderboard.nights.timeline import Timeline, Window
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.trends.words import EMPTY, EMPTY_LEAD, FALSE_ALARMS, headline, lead, page_facts

LISTED_NIGHTS = 10  #: number of nights in the table of all series
LISTED_NOTES = 40  #: number of notes on series without a large chart


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelNote:
    """A note on a series without a large chart, or on a provider."""

    name: str  #: of the model, or what the note is about
    page: str  #: source path of the model's page; may be empty
    note: NightNote


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRow:
    """All series of one night."""

    date: str
    drawn: str  #: ``3``
    of: str  #: number of watched series
    missing: str
    samples: str
    states: tuple[tuple[StateBadge, str], ...]  #: each state with its number of series, changes first


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallSeries:
    """The small charts of one model."""

    name: str
    page: str
    series: tuple[SeriesView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendsPage:
    """The view of the page."""

    sentence: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    false_alarms: str
    changed: tuple[SeriesView, ...]
    others: tuple[SmallSeries, ...]
    notes: tuple[ModelNote, ...]  #: newest first
    older: int  #: number of notes that are left out
    nights: tuple[NightRow, ...]  #: newest first
    table: str  #: path of the file with all nights
    feed: str


def trends_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of trends."""
    view = trends_view(sources)
    yield Page(
        source=TRENDS,
        title="Trends",
        template="trends.html",
        view=view,
        description=f"{view.sentence} {view.lead}",
        search=SearchWords(
            keywords="watched models night by night, nightly, regression, drift, over time, history"
        ),
        styles=("nights.css",),
    )


def trends_view(sources: Sources) -> TrendsPage:
    """Return the page of trends; without nights it says what a night is."""
    found = watched(sources)
    window, events = found.window, sources.nightly.events
    if window is None:
        notes = [
            ModelNote(name=event.model or event.provider or "", page="", note=event_note(event))
            for event in events
        ]
        return _view(EMPTY, EMPTY_LEAD, notes=notes)
    lines = [(model, line) for model in found.recent for line in model.lines if line.last >= window.first]
    changed = [(model, line) for model, line in lines if has_changed(line, window)]
    quiet = [(model, line) for model, line in lines if not has_changed(line, window)]
    shown = {(model.slug, note) for model, line in changed for note in notes_of(line, events, window.first)}
    notes = [
        ModelNote(name=model.name, page=model.page, note=note)
        for model, line in quiet
        for note in notes_of(line, events, window.first)
        if (model.slug, note) not in shown
    ]
    notes += [
        ModelNote(name=event.model or event.provider or event.suite or "", page="", note=event_note(event))
        for event in events
        if event.date >= window.first and not any(concerns(event, line) for _, line in lines)
    ]
    return _view(
        headline(found, window),
        lead(found, window),
        facts=page_facts(found, window),
        changed=tuple(series_view(model, line, window, events) for model, line in changed),
        others=tuple(_small(found, quiet, window, sources)),
        notes=notes,
        nights=tuple(_nights([line for _, line in lines if not line.pooled], window)),
    )


def _view(
    sentence: str,
    words: str,
    *,
    notes: Iterable[ModelNote],
    facts: tuple[tuple[str, str], ...] = (),
    changed: tuple[SeriesView, ...] = (),
    others: tuple[SmallSeries, ...] = (),
    nights: tuple[NightRow, ...] = (),
) -> TrendsPage:
    newest = sorted(dict.fromkeys(notes), key=lambda entry: entry.note.date, reverse=True)
    return TrendsPage(
        sentence=sentence,
        lead=words,
        facts=facts,
        false_alarms=FALSE_ALARMS,
        changed=changed,
        others=others,
        notes=tuple(newest[:LISTED_NOTES]),
        older=max(0, len(newest) - LISTED_NOTES),
        nights=nights,
        table=f"{NIGHTS_PATH}.csv",
        feed=NIGHT_FEED_PATH,
    )


def _small(
    found: Watched, quiet: list[tuple[WatchedModel, Timeline]], window: Window, sources: Sources
) -> Iterator[SmallSeries]:
    for model in found.recent:
        lines = [line for owner, line in quiet if owner is model]
        if lines:
            views = [series_view(model, line, window, sources.nightly.events, small=True) for line in lines]
            yield SmallSeries(name=model.name, page=model.page, series=tuple(views))


def _nights(lines: list[Timeline], window: Window) -> Iterator[NightRow]:
    """Yield the last nights, newest first, whether or not something was drawn."""
    for back in range(min(LISTED_NIGHTS, window.days)):
        night = (date.fromisoformat(window.last) - timedelta(back)).isoformat()
        points = [line.by_date[night] for line in lines if night in line.by_date]
        states = Counter(state_badge(point.decision) for point in points)
        yield NightRow(
            date=day(night),
            drawn=count(len(points)),
            of=count(sum(line.points[0].date <= night for line in lines)),
            missing=count(sum(point.missing for point in points)),
            samples=count(sum(point.tasks for point in points)),
            states=tuple((badge, count(states[badge])) for badge in sorted(states, key=_urgency)),
        )


def _urgency(badge: StateBadge) -> tuple[bool, bool, str]:
    return badge != WORSE, badge == NO_CHANGE, badge.words

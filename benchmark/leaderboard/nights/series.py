"""Series of nights as pages show them, and all watched models with theirs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import run_conditions
from benchmark.analysis.groups import rows_by_slug
from benchmark.analysis.scale_words import PERCENT, dataset_words
from benchmark.analysis.wording import clean, count, percent, plural
from benchmark.leaderboard.inputs.facts import day, display_name
from benchmark.leaderboard.inputs.nights import NightPanel
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.chart import NightChart, night_chart, numbers
from benchmark.leaderboard.nights.notes import STOPPED, NightNote, StateBadge, about, notes_of, state_badge
from benchmark.leaderboard.nights.timeline import NightPoint, Timeline, Window, timelines
from benchmark.leaderboard.parts.addresses import address_part, model_page
from benchmark.results.nights import NightlyEvent
from benchmark.results.status import RunName
from benchmark.scoring.decision_days import ACTIVE_DAYS

SHOWN_DAYS = 60  #: days of the charts on the page of trends
TRENDS = "trends/index.md"
#: Said of a series whose table is ranked by points.
ONLY_PASSES = "nights watch the share that passes, not the points"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedModel:
    """A model with series of nights."""

    slug: str
    name: str
    page: str  #: source path of its page; empty if it has no row
    lines: tuple[Timeline, ...]  #: its series; that of the whole model first


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """All watched models."""

    models: tuple[WatchedModel, ...] = ()
    window: Window | None = None  #: the last 60 days with nights; None without nights
    panels: Mapping[str, NightPanel] = field(default_factory=dict)  #: by id

    @property
    def recent(self) -> tuple[WatchedModel, ...]:
        """The models with a night in the window."""
        first = "" if self.window is None else self.window.first
        return tuple(model for model in self.models if any(line.last >= first for line in model.lines))


def watched(sources: Sources) -> Watched:
    """Return all watched models, in order of name."""
    return sources.once("watched", lambda: _watched(sources))


def _watched(sources: Sources) -> Watched:
    records = sources.nightly
    by_slug: dict[str, list[Timeline]] = {}
    for line in timelines(records):
        by_slug.setdefault(line.slug, []).append(line)
    newest = {slug: rows[0] for slug, rows in rows_by_slug(sources.light_rows).items()}
    gone = {entry.row.result.submission.slug for entry in sources.withdrawn}
    models = []
    for slug, lines in by_slug.items():
        row, submission = newest.get(slug), sources.submissions.get(slug)
        name = display_name(row) if row else clean(submission.name) if submission else slug
        page = model_page(slug) if row or slug in gone else ""
        models.append(WatchedModel(slug=slug, name=name, page=page, lines=tuple(lines)))
    return Watched(
        models=tuple(sorted(models, key=lambda model: (model.name.casefold(), model.slug))),
        window=window_of(records.panels, SHOWN_DAYS),
        panels={panel.id: panel for panel in records.panels},
    )


def window_of(panels: tuple[NightPanel, ...], days: int) -> Window | None:
    """Return the last days up to the newest night, at most ``days``; None without nights."""
    if not panels:
        return None
    last = panels[-1].date
    first = (date.fromisoformat(last) - timedelta(days - 1)).isoformat()
    return Window(max(first, panels[0].date), last)


def is_active(line: Timeline, window: Window) -> bool:
    """Whether decisions still follow a series on a window's last night; else it has stopped."""
    return date.fromisoformat(window.last) - date.fromisoformat(line.last) <= timedelta(ACTIVE_DAYS)


def series_title(line: Timeline) -> str:
    """Return a series in words: ``HumanEval-V, open · picture shown · one try … (image · greedy · …)``."""
    if line.pooled:
        return "all series together"
    name = line.names[0]
    watched_share = "" if dataset_words(name.suite, name.dataset) is PERCENT else f" · {ONLY_PASSES}"
    return f"{run_title(name)}{watched_share}"


def series_data(line: Timeline) -> str:
    """Return the data set of a series for a heading: ``HumanEval-V, open``."""
    name = line.names[0]
    return (
        "all series together" if line.pooled else f"{clean(suite_title(name.suite))}, {clean(name.dataset)}"
    )


def run_title(name: RunName) -> str:
    """Return the name of one series in words."""
    asked = run_conditions(name.suite, name.setting, name.protocol, name.prompt)
    return f"{clean(suite_title(name.suite))}, {clean(name.dataset)} · {asked.with_ids}"


def series_anchor(line: Timeline) -> str:
    """Return the id of a series on the page of trends."""
    parts = (line.slug,) if line.pooled else line.names[0]
    return "-".join(("nights", *(address_part(part) for part in parts if part)))


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
    facts: str  #: its level and the drop that it detects; empty if neither is known
    last: NightLine
    chart: NightChart
    notes: tuple[NumberedNote, ...]
    nights: tuple[NightLine, ...]  #: newest first


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
    drop = visible_drop(line)
    level = about(line.bands[-1].band) if line.bands else ""
    seen = "" if drop is None else f"detects a drop of {PERCENT.gap(drop)} points or more"
    recent = [point for point in line.points if window.first <= point.date <= window.last]
    return SeriesView(
        anchor=series_anchor(line),
        name=model.name,
        page=model.page,
        data=series_data(line),
        title=series_title(line),
        badge=state_badge(line.newest) if is_active(line, window) else STOPPED,
        facts=" · ".join(filter(None, (level, seen))),
        last=night_line(line.points[-1]),
        chart=night_chart(line, window, _description(recent, len(notes)), notes, small=small),
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

"""Watched models on pages: charts of their series, what was decided and why, and the page of trends."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import run_conditions
from benchmark.analysis.groups import rows_by_slug
from benchmark.analysis.score_cells import PERCENT, dataset_words
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    count,
    join_some,
    percent,
    plural,
)
from benchmark.core.names import effort_words
from benchmark.leaderboard.inputs.facts import day, submission_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.timeline import (
    BETTER,
    CHANGED,
    NO_CHANGE,
    STOPPED,
    WORSE,
    BandPiece,
    NightNote,
    NightPoint,
    Timeline,
    Window,
    about,
    changes,
    concerns,
    deciding_levels,
    event_note,
    notes_of,
    state_badge,
    timelines,
)
from benchmark.leaderboard.parts import plot
from benchmark.leaderboard.parts.addresses import address_part, model_page
from benchmark.leaderboard.parts.plot import PlotAxis, score_axis
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.nights import Decision, NightlyEvent, NightPanel
from benchmark.results.status import RunName
from benchmark.scoring.nights.rule import ACTIVE_DAYS

HEIGHT = 250  #: pixels of a large chart
SMALL_HEIGHT = 52  #: pixels of a small chart
LANE = 26  #: pixels between two rows of numbered marks
_APART = 9.0  #: percent of the width below which two marks are in different rows; a mark has 22 px
_MARGIN = 0.06  #: free part of a small chart above and below
_TICKS = 4  #: intervals between dates of the axis


def night_chart(
    line: Timeline, window: Window, description: str, notes: Sequence[NightNote] = (), *, small: bool = False
) -> SimpleNamespace:
    """Return the chart of a timeline; a small one has no marks and no axes.

    Lines are interrupted where a night is missing or unknown, and at a break. The days of notes, oldest
    first, get numbered marks.
    """
    points = [point for point in line.points if window.first <= point.date <= window.last]
    bands = [piece for piece in line.bands if piece.last >= window.first and piece.first <= window.last]
    values = [end for piece in bands for end in (piece.band.low, piece.band.high)]
    values = [*values, *(point.share for point in points if point.share is not None)] or [0.0, 1.0]
    margin = max(_MARGIN * (max(values) - min(values)), 0.01)
    narrow = PlotAxis(min(values) - margin, max(values) + margin, SMALL_HEIGHT)
    down = narrow if small else score_axis(values, HEIGHT)
    low = [
        plot.shape("circle", "lw", cx=window.x(window.place(point.date)), cy=down.y(point.share), r=4)
        for point in points
        for piece in [each for each in line.bands if each.first <= point.date <= each.last][:1]
        if point.share is not None and point.share < piece.band.low - 1e-9
    ]
    shapes = (*_lines(points, bands, window, down), *low)
    if small:
        drawing = plot.figure("nights", SMALL_HEIGHT, description, shapes)
        return SimpleNamespace(drawing=drawing, axis=Markup(), has_low=bool(low))
    marks = tuple(_marks(notes, window))
    top = max((y for _, _, y, _ in marks), default=-LANE) + LANE
    below, height = top + HEIGHT, top + HEIGHT + 24
    inside = plot.shape("svg", "", *shapes, y=top, width="100%", height=HEIGHT)
    drawn = [down.grid(top), inside, *(plot.line("em", (x, x), (y + 22, below)) for _, x, y, _ in marks)]
    for mark, x, y, bad in marks:
        drawn.append(plot.shape("circle", "eb bad" if bad else "eb", cx=x, cy=y + 11, r=10))
        drawn.append(plot.shape("text", "et", mark, x=x, y=y + 15))
    drawn += _days(window, below)
    return SimpleNamespace(
        drawing=plot.figure("nights", height, description, drawn),
        axis=down.words(lambda share: f"{100 * share:.0f}{'%' * (share == down.ticks[-1])}", top, height),
        has_low=bool(low),
    )


def _lines(
    points: Sequence[NightPoint], bands: Sequence[BandPiece], window: Window, down: PlotAxis
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
    """Return the number of each day that has a note; earlier notes count for the window's first day."""
    days = sorted({max(note.date, window.first) for note in notes})
    return {night: number for number, night in enumerate(days, start=1)}


def _runs(points: Sequence[NightPoint]) -> Iterator[list[NightPoint]]:
    """Yield nights that a line joins: of following days, known, and without a break."""
    run: list[NightPoint] = []
    for point in points:
        if point.share is None:
            continue
        following = run and date.fromisoformat(point.date) - date.fromisoformat(run[-1].date) == timedelta(1)
        if run and not (following and run[-1].basis == point.basis):
            yield run
            run = []
        run.append(point)
    if run:
        yield run


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
    newest = {slug: rows[0] for slug, rows in rows_by_slug(sources.light_rows, efforts=False).items()}
    gone = {entry.row.result.submission.slug for entry in sources.withdrawn}
    models = []
    for slug, lines in by_slug.items():
        row, submission = newest.get(slug), sources.submissions.get(slug)
        name = submission_name(row) if row else clean(submission.name) if submission else slug
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
    last = panels[-1].night
    first = (date.fromisoformat(last) - timedelta(days - 1)).isoformat()
    return Window(max(first, panels[0].night), last)


def is_active(line: Timeline, window: Window) -> bool:
    """Whether decisions still follow a series on a window's last night; else it has stopped."""
    return date.fromisoformat(window.last) - date.fromisoformat(line.last) <= timedelta(ACTIVE_DAYS)


def series_title(model: WatchedModel, line: Timeline) -> str:
    """Return a series in words, with ids only if another series of the model has the same words."""
    if line.pooled:
        return "all series together"
    name = line.names[0]
    words = [run_title(other.names[0], ids=False) for other in model.lines if not other.pooled]
    ids = words.count(run_title(name, ids=False)) > 1
    watched_share = "" if dataset_words(name.suite, name.dataset) is PERCENT else f" · {ONLY_PASSES}"
    return f"{run_title(name, ids=ids)}{watched_share}"


def run_title(name: RunName, *, ids: bool = True) -> str:
    """Return the name of one series in words."""
    asked = run_conditions(name.suite, name.setting, name.protocol, name.prompt)
    effort = f" · {effort_words(name.effort)}" if name.effort else ""
    where = f"{clean(suite_title(name.suite))}, {clean(name.dataset)}"
    return f"{where} · {asked.with_ids if ids else asked}{effort}"


def series_anchor(line: Timeline) -> str:
    """Return the id of a series on the page of trends."""
    parts = (line.slug,) if line.pooled else line.names[0]
    return "-".join(("nights", *(address_part(part) for part in parts if part)))


LISTED_NIGHTS = 10  #: number of nights in the table of a series, or of all
_CHANGED = {"regressed", "improved"}


def series_view(
    model: WatchedModel,
    line: Timeline,
    window: Window,
    events: tuple[NightlyEvent, ...],
    *,
    small: bool = False,
) -> SimpleNamespace:
    """Return the view of a series over the days of a window."""
    notes, title = notes_of(line, events, window.first), series_title(model, line)
    number = numbers(notes, window)
    drop = visible_drop(line)
    level = about(line.bands[-1].band) if line.bands else ""
    seen = "" if drop is None else f"detects a drop of {PERCENT.gap(drop)} points or more"
    recent = [point for point in line.points if window.first <= point.date <= window.last]
    return SimpleNamespace(
        anchor=series_anchor(line),
        name=model.name,
        page=model.page,  # source path of the model's page; may be empty
        data=title.partition(" · ")[0],  # data set in a heading, or that all series are together
        title=title,
        badge=state_badge(line.newest) if is_active(line, window) else STOPPED,
        facts=" · ".join(filter(None, (level, seen))),
        last=line.points[-1],
        chart=night_chart(line, window, _description(recent, len(notes)), notes, small=small),
        notes=tuple((number[max(note.date, window.first)], note) for note in notes),
        nights=tuple(reversed(recent[-LISTED_NIGHTS:])),  # newest first
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


EMPTY = "No model is watched yet."
EMPTY_LEAD = (
    "Each night, a watched model answers the same tasks again, and its answers are compared with those of "
    "its first eighteen nights. This page then shows each series, what was decided, and why."
)
_QUIET = {"warming-up", "unknown"}
_NAMES = 3


def headline(watched: Watched, window: Window) -> str:
    """Return how many watched models got worse in the days of the window."""
    models = watched.recent
    worse = [
        model
        for model in models
        if any(
            state_badge(each) == WORSE and each.date >= window.first
            for line in model.lines
            for each in line.decisions
        )
    ]
    span = f"in the last {plural(window.days, 'night')}" if window.days > 1 else "last night"
    if worse:
        if len(models) == 1:
            return f"The watched model got worse {span}."
        return f"{count(len(worse))} of {count(len(models))} watched models got worse {span}."
    if not any(_is_judged(line) for model in models for line in model.lines):
        who = "The watched model has" if len(models) == 1 else f"{count(len(models))} watched models have"
        return f"{who} no complete baseline yet."
    if len(models) == 1:
        return f"The watched model did not get worse {span}."
    return f"No watched model got worse {span}."


def lead(watched: Watched, window: Window) -> str:
    """Return what happened to the models that changed, and to the others."""
    models = watched.recent
    sentences = [
        _change(model, decision, watched) for model in models for decision in _changes(model, window)[:1]
    ][:_NAMES]
    others = [model for model in models if not _changes(model, window)]
    waiting = [
        model
        for model in others
        if not any(map(_is_judged, model.lines)) and any(is_active(line, window) for line in model.lines)
    ]
    repeated = [model for model in others if any(map(_repeats, model.lines))]
    quiet = [model for model in others if any(map(_is_judged, model.lines)) and model not in repeated]
    if repeated:
        sentences.append(
            f"Neighbouring nights of {_names(repeated)} are alike: only large drops can be told from that."
        )
    if quiet:
        who = "All of them" if len(quiet) == len(models) > _NAMES else _names(quiet)
        sentences.append(f"{who} changed no more than luck explains.")
    if waiting:
        still, its = ("is", "its") if len(waiting) == 1 else ("are", "their")
        sentences.append(f"{_names(waiting)} {still} warming up: {its} baseline needs eighteen nights.")
    return " ".join(sentences)


def _names(models: Sequence[WatchedModel]) -> str:
    return join_some([clean(model.name, SENTENCE_NAME_CHARACTERS) for model in models], _NAMES)


def page_facts(watched: Watched, window: Window) -> tuple[tuple[str, str], ...]:
    """Return number of tasks, visible drop and last night of all series, each a label and its words."""
    lines = [line for model in watched.recent for line in model.lines if not line.pooled]
    tasks = sorted({line.points[-1].tasks for line in lines})
    drops = sorted(
        drop for model in watched.recent for line in model.lines if (drop := visible_drop(line)) is not None
    )
    sizes = " to ".join(dict.fromkeys(PERCENT.gap(drop) for drop in (*drops[:1], *drops[-1:])))
    last = [line.points[-1] for line in lines if line.last == window.last]
    lost = "complete"
    if missing := sum(point.missing for point in last):
        lost = f"{count(missing)} of {plural(sum(point.tasks for point in last), 'sample')} missing"
    span = count(tasks[0]) if len(tasks) == 1 else f"{count(tasks[0])} to {count(tasks[-1])}"
    return (
        ("Tasks", f"{span} per night"),
        ("Detects", f"a drop of {sizes} points or more, 9 times in 10" if sizes else "not known yet"),
        ("Last night", f"{day(window.last)}, {lost}"),
    )


def _is_judged(line: Timeline) -> bool:
    """Whether a series was compared with a baseline at least once."""
    return any(decision.outcome not in _QUIET for decision in line.decisions)


def _repeats(line: Timeline) -> bool:
    """Whether neighbouring nights are not independent; nights that are not used do not end it."""
    used = [decision.outcome for decision in line.decisions if decision.outcome != "unknown"]
    return used[-1:] == ["repeats"]


def _changes(model: WatchedModel, window: Window) -> list[Decision]:
    """Return the decided changes of a model, the newest first; of a series, the first of an alarm."""
    found = [decision for line in model.lines for decision, _ in changes(line.decisions)]
    # A cause says that a break left an alarm open, which was decided before.
    new = (each for each in found if each.outcome in _CHANGED and not (each.cause or each.sentinel))
    since = [each for each in new if each.date >= window.first]
    return sorted(since, key=lambda decision: decision.date, reverse=True)


def _change(model: WatchedModel, decision: Decision, watched: Watched) -> str:
    """Return one sentence about a change, such as ``acme dropped from about 66 % to 52 %, …``."""
    name, badge = clean(model.name, SENTENCE_NAME_CHARACTERS), state_badge(decision)
    levels = deciding_levels(decision, watched.panels)
    when = f"decided on {day(decision.date)}"
    if badge == CHANGED or levels is None:
        words = {WORSE: "got worse", BETTER: "got better"}.get(badge, "gave different answers")
        shown = ", but nothing shows that its ability changed" if badge == CHANGED else ""
        return f"{name} {words}{shown}, {when}."
    verb = "dropped" if badge == WORSE else "rose"
    before, after = (percent(level) for level in levels)
    return f"{name} {verb} from {before} % to {after} % of its tasks, {when}."


LISTED_NOTES = 40  #: number of notes on series without a large chart


_Note = tuple[str, str, NightNote]


def trends_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of trends."""
    view = trends_view(sources)
    yield Page(
        source=TRENDS,
        title="Trends",
        template="trends.html",
        view=vars(view),
        in_menu=bool(view.notes or view.nights),
        description=f"{view.sentence} {view.lead}",
        search=SearchWords(
            keywords="watched models night by night, nightly, regression, drift, over time, history"
        ),
        styles=("nights.css",),
    )


def trends_view(sources: Sources) -> SimpleNamespace:
    """Return the page of trends; without nights it says what a night is."""
    found = watched(sources)
    window, events = found.window, sources.nightly.events
    if window is None:
        listed, older = _newest(map(_event_note, events))
        nothing = dict.fromkeys(("facts", "changed", "others", "nights"), ())
        return SimpleNamespace(sentence=EMPTY, lead=EMPTY_LEAD, notes=listed, older=older, **nothing)
    lines = [(model, line) for model in found.recent for line in model.lines if line.last >= window.first]
    changed = [(model, line) for model, line in lines if has_changed(line, window)]
    quiet = [(model, line) for model, line in lines if not has_changed(line, window)]
    shown = {(model.slug, note) for model, line in changed for note in notes_of(line, events, window.first)}
    notes = [
        (model.name, model.page, note)
        for model, line in quiet
        for note in notes_of(line, events, window.first)
        if (model.slug, note) not in shown
    ]
    notes += [
        _event_note(event)
        for event in events
        if event.date >= window.first and not any(concerns(event, line) for _, line in lines)
    ]
    listed, older = _newest(notes)
    return SimpleNamespace(
        sentence=headline(found, window),
        lead=lead(found, window),
        facts=page_facts(found, window),
        changed=tuple(series_view(model, line, window, events) for model, line in changed),
        others=tuple(series_view(model, line, window, events, small=True) for model, line in quiet),
        notes=listed,
        older=older,
        nights=tuple(_nights([line for _, line in lines if not line.pooled], window)),
    )


def _event_note(event: NightlyEvent) -> _Note:
    return event.model or event.provider or event.suite or "", "", event_note(event)


def _newest(notes: Iterable[_Note]) -> tuple[tuple[_Note, ...], int]:
    """Return the notes that are listed, newest first, and the number of notes that are left out."""
    newest = sorted(dict.fromkeys(notes), key=lambda entry: entry[2].date, reverse=True)
    return tuple(newest[:LISTED_NOTES]), max(0, len(newest) - LISTED_NOTES)


def _nights(lines: list[Timeline], window: Window) -> Iterator[SimpleNamespace]:
    """Yield the last nights, newest first, whether or not something was drawn."""
    for back in range(min(LISTED_NIGHTS, window.days)):
        night = (date.fromisoformat(window.last) - timedelta(back)).isoformat()
        points = [line.by_date[night] for line in lines if night in line.by_date]
        states = Counter(state_badge(point.decision) for point in points)
        ordered = sorted(states, key=lambda badge: (badge != WORSE, badge == NO_CHANGE, badge.words))
        yield SimpleNamespace(
            date=day(night),
            drawn=count(len(points)),
            of=count(sum(line.points[0].date <= night for line in lines)),
            missing=count(sum(point.missing for point in points)),
            samples=count(sum(point.tasks for point in points)),
            states=tuple((badge, count(states[badge])) for badge in ordered),
        )

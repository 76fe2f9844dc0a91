"""The page of trends: which watched models changed, a chart per series, decisions, and the last nights."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from types import SimpleNamespace

from benchmark.analysis.score_cells import PERCENT
from benchmark.analysis.wording import SENTENCE_NAME_CHARACTERS, clean, count, join_some, percent, plural
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.series import (
    TRENDS,
    Watched,
    WatchedModel,
    has_changed,
    is_active,
    series_view,
    visible_drop,
    watched,
)
from benchmark.leaderboard.nights.timeline import (
    BETTER,
    CHANGED,
    NO_CHANGE,
    WORSE,
    NightNote,
    StateBadge,
    Timeline,
    Window,
    concerns,
    deciding_levels,
    event_note,
    notes_of,
    state_badge,
)
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.results.nights import Decision, NightlyEvent

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
    worse = [model for model in models if _with(model, WORSE, window)]
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
        does = "repeats" if len(repeated) == 1 else "repeat"
        sentences.append(f"{_names(repeated)} {does} answers from night to night: drops cannot be judged.")
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
    found = []
    for line in model.lines:
        before = ""
        for decision in line.decisions:
            changed = decision.outcome in ("regressed", "improved")
            if changed and decision.date >= window.first and before != decision.outcome:
                found.append(decision)
            before = decision.outcome
    return sorted(found, key=lambda decision: decision.date, reverse=True)


def _with(model: WatchedModel, badge: StateBadge, window: Window) -> bool:
    return any(
        state_badge(decision) == badge and decision.date >= window.first
        for line in model.lines
        for decision in line.decisions
    )


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


LISTED_NIGHTS = 10  #: number of nights in the table of all series
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

"""The first sentences of the page of trends, and the facts next to them."""

from collections.abc import Sequence

from benchmark.analysis.scale_words import PERCENT
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    count,
    join_some,
    percent,
    plural,
)
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.nights.notes import BETTER, CHANGED, WORSE, StateBadge, state_badge
from benchmark.leaderboard.nights.series import Watched, WatchedModel, is_active, visible_drop
from benchmark.leaderboard.nights.timeline import NightPoint, Timeline, Window, deciding_levels
from benchmark.results.nights import Decision

EMPTY = "No model is watched yet."
EMPTY_LEAD = (
    "Each night, a watched model answers the same tasks again, and its answers are compared with those of "
    "its first eight nights. This page then shows each series, what was decided, and why."
)
#: The claim of the page on statistics about one series; the page of trends links it.
FALSE_ALARMS = "in at most 1 of 20 series over 30 nights"
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
    checked = [model for model in others if any(map(_is_checked, model.lines))]
    quiet = [model for model in others if any(map(_is_judged, model.lines)) and model not in checked]
    if checked:
        still = "is" if len(checked) == 1 else "are"
        sentences.append(
            f"{_names(checked)} {still} being checked: one night differed from the baseline by more than "
            "luck explains, and the next nights decide."
        )
    if quiet:
        who = "All of them" if len(quiet) == len(models) > _NAMES else _names(quiet)
        sentences.append(f"{who} changed no more than luck explains.")
    if waiting:
        still, its = ("is", "its") if len(waiting) == 1 else ("are", "their")
        sentences.append(f"{_names(waiting)} {still} warming up: {its} baseline needs eight nights.")
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
    last = [line.points[-1] for line in lines if line.last == window.last]
    return (
        ("Tasks", f"{_span(tasks[0], tasks[-1])} per night"),
        ("Detects", _drops(drops)),
        ("Last night", f"{day(window.last)}, {_complete(last)}"),
    )


def _span(low: int, high: int) -> str:
    return count(low) if low == high else f"{count(low)} to {count(high)}"


def _drops(drops: Sequence[float]) -> str:
    if not drops:
        return "not known yet"
    low, high = PERCENT.gap(drops[0]), PERCENT.gap(drops[-1])
    return f"a drop of {low if low == high else f'{low} to {high}'} points or more, 95 times in 100"


def _complete(last: Sequence[NightPoint]) -> str:
    missing = sum(point.missing for point in last)
    return (
        f"{count(missing)} of {plural(sum(point.tasks for point in last), 'sample')} missing"
        if missing
        else "complete"
    )


def _is_judged(line: Timeline) -> bool:
    """Whether a series was compared with a baseline at least once."""
    return any(decision.outcome not in _QUIET for decision in line.decisions)


def _is_checked(line: Timeline) -> bool:
    """Whether stage 1 was suspicious and stage 2 is under way; nights that are not used do not end it."""
    used = [decision.outcome for decision in line.decisions if decision.outcome != "unknown"]
    return used[-1:] == ["checking"]


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

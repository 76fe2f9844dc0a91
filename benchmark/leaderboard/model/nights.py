"""The nights of a model on its page: its series, and whether its provider still has it."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.wording import clean
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.series_view import SeriesView, series_view
from benchmark.leaderboard.nights.watched import watched, window_of
from benchmark.results.nights import NightlyEvent, vanished_models

SHOWN_DAYS = 365  #: days of the charts on a model's page
_LASTING = ("vanished", "shutdown-announced", "alias-moved")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelNights:
    """The nights of one model."""

    series: tuple[SeriesView, ...]  #: empty for a model that is not watched
    notes: tuple[str, ...]  #: what happened to the model at its provider, as sentences


def model_nights(slug: str, sources: Sources) -> ModelNights | None:
    """Return the nights of a model; None if there is nothing to show."""
    window = window_of(sources.nightly.panels, SHOWN_DAYS)
    mine = [model for model in watched(sources).models if model.slug == slug]
    series = tuple(
        series_view(model, line, window, sources.nightly.events, small=True)
        for model in mine
        for line in model.lines
        if window is not None
    )
    notes = tuple(_notes(slug, sources))
    return ModelNights(series=series, notes=notes) if series or notes else None


def _notes(slug: str, sources: Sources) -> Iterator[str]:
    """Yield a sentence for the newest event of each kind that still holds."""
    asked = _asked_models(slug, sources)
    gone = vanished_models(sources.nightly.events, sources.nightly.models).values()
    newest: dict[tuple[str, str | None], NightlyEvent] = {}
    for event in sources.nightly.events:
        if event.kind in _LASTING and (event.slug == slug or (event.provider, event.model) in asked):
            newest[event.kind, event.model] = event
    for event in newest.values():
        if event.kind == "vanished" and event not in gone:
            continue
        yield _WORDS[event.kind].format(**_fields(event))


_WORDS = {
    "vanished": "{provider} has not listed {model} since {day}.",
    "shutdown-announced": "{provider} will shut down {model} on {after}.",
    "alias-moved": "The name {model} has referred to another model since {day}: {after} instead of {before}.",
}


def _fields(event: NightlyEvent) -> dict[str, str]:
    fields = {name: clean(getattr(event, name) or "") for name in ("provider", "model", "before", "after")}
    return {**fields, "day": day(event.date)}


def _asked_models(slug: str, sources: Sources) -> set[tuple[str | None, str | None]]:
    """Return providers and model ids that the submission asks, or that its panels asked."""
    submission = sources.submissions.get(slug)
    runs = () if submission is None else submission.runs
    asked = {(run.model.provider, run.model.model) for run in runs if run.model is not None}
    shown = {(panel.provider, panel.model) for panel in sources.nightly.panels if panel.series.slug == slug}
    return {*asked, *shown}

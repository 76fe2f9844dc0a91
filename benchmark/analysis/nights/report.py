"""The output of `sightbench nightly decide --json`.

History of the format:
    sightbench/nights/1: first version.
"""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.nights.decided import NightsReport, SeriesReport
from benchmark.analysis.nights.records import series_fields
from benchmark.files.edge import Record
from benchmark.results.nightly.decision import DecisionSeries, DecisionTest, Outcome
from benchmark.results.row import Digest


class SeriesState(Record):
    """One series after its last night."""

    name: str = Field(description="name of the series, as `sightbench nightly accept` takes it")
    slug: str
    level: Literal["series", "model"] = Field(description="one series, or all series of the model pooled")
    series: list[DecisionSeries]
    last: str = Field(description="last night, as 2026-01-31")
    outcome: Outcome
    reason: str = Field(description="why, in one line for readers")
    nights: int = Field(description="nights since the last break")
    tasks: int
    visible_drop: float | None = Field(
        description="smallest drop, as a fraction, that is decided within 14 nights in 95 % of cases; null"
        " without a baseline, or if no drop is decided so often"
    )
    tasks_needed: int | None = Field(
        description="tasks with which a drop of five points is; null if no number is enough"
    )
    active_series: int | None = Field(description="number of series that the adjustment counts")
    tests: list[DecisionTest]


class Nights(Record):
    """The state of all series, and the new files."""

    schema_: Literal["sightbench/nights/1"] = Field(default="sightbench/nights/1", alias="schema")
    date: Annotated[str, Field(description="day of the decision, in UTC")]
    series: list[SeriesState]
    decisions: list[Digest] = Field(description="ids of the new decisions")
    events: list[Digest] = Field(description="ids of the new events")
    notes: list[str] = Field(description="what does not count, and why")


def nights_output(report: NightsReport) -> Nights:
    """Return the output for a report."""
    return Nights(
        date=str(report.date),
        series=[_state(series) for series in report.series],
        decisions=[decision.id for decision in report.decisions],
        events=[event.id for event in report.events],
        notes=list(report.notes),
    )


def _state(report: SeriesReport) -> SeriesState:
    last = report.last
    return SeriesState(
        name=report.series.name,
        slug=report.series.slug,
        level=report.series.level,
        series=[DecisionSeries(**fields) for fields in series_fields(report.series.names)],
        last=last.date,
        outcome=last.outcome,
        reason=last.reason,
        nights=report.nights,
        tasks=report.tasks,
        visible_drop=last.visible_drop,
        tasks_needed=report.tasks_needed,
        active_series=last.active_series,
        tests=last.tests,
    )

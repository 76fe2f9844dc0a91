"""Decisions about all series, computed from the files, and as records for days that have none yet.

The rule is followed anew from the first night on each time, over all series together: each one, and all
series of a model pooled. Recorded decisions count in two ways. A record is made only for days after the last
one of the series; and from the day on which a person accepted the present level, new nights become the
current baseline. After a suite break and after an alarm that clean nights ended, the rule starts a new
baseline by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from benchmark.analysis.nights.found_events import find_events
from benchmark.analysis.nights.night_series import NightSeries, find_series
from benchmark.analysis.nights.records import SeriesRecords, anchors_compared, spread
from benchmark.core.errors import BadInput
from benchmark.results.nights import Decision as DecisionRecord
from benchmark.results.nights import NightlyEvent, Panel
from benchmark.scoring.decision_days import Decision, decide
from benchmark.scoring.night_power import panel_size


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesReport:
    """The state of one series after its last night."""

    series: NightSeries
    last: DecisionRecord  #: the decision of the last night, whether recorded before or not
    nights: int  #: nights since the last break that were counted
    tasks: int
    tasks_needed: int | None  #: tasks with which a drop of five points is seen; None if no number is enough


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsReport:
    """Everything that one day concludes."""

    date: date
    series: tuple[SeriesReport, ...]
    decisions: tuple[DecisionRecord, ...]  #: new ones, oldest first
    events: tuple[NightlyEvent, ...]  #: new ones, oldest first
    notes: tuple[str, ...]


def decide_panels(
    panels: Sequence[Panel],
    recorded: Iterable[DecisionRecord],
    events: Iterable[NightlyEvent],
    day: date,
    when: str,
) -> NightsReport:
    """Decide about all series; panels, decisions and events dated after ``day`` (UTC) do not count.

    Raises:
        BadInput: if a night has other tasks than earlier nights of the same basis.
    """
    found = find_series(panels, day)
    known = [event for event in events if event.date <= str(day)]
    new = find_events([panel for panel in panels if panel.night <= str(day)], known, when)
    given = [record for record in recorded if record.date <= str(day)]
    accepted = {
        each.name: frozenset(
            date.fromisoformat(record.date)
            for record in given
            if record.cause == "person" and _is_about(record, each)
        )
        for each in found.series
    }
    try:
        decided = decide(
            {each.name: each.nights for each in found.series},
            {each.name: each.slug for each in found.series},
            accepted,
        )
    except ValueError as error:
        raise BadInput("panels", "", str(error), "replace the history on purpose, without it") from None
    reports, records = [], []
    for each in found.series:
        newest = max(
            (record for record in given if record.cause != "person" and _is_about(record, each)),
            key=lambda record: record.date,
            default=None,
        )
        last, names = ("", ()) if newest is None else (newest.date, newest.names)
        of = SeriesRecords(each, decided[each.name], accepted[each.name], (*known, *new), when)
        made = list(of.after(last, names))
        records += [record for record in made if record.date > last]
        reports.append(_report(each, decided[each.name][-1], made[-1]))
    return NightsReport(
        date=day,
        series=tuple(reports),
        decisions=tuple(sorted(records, key=lambda record: record.date)),
        events=new,
        notes=found.notes,
    )


def _is_about(record: DecisionRecord, series: NightSeries) -> bool:
    """Whether a decision is about a series; a pooled one stays the same when its parts change."""
    if (record.level, record.slug) != (series.level, series.slug):
        return False
    return series.level == "model" or record.names == series.names


def _report(series: NightSeries, decision: Decision, record: DecisionRecord) -> SeriesReport:
    version = series.nights[-1].version
    return SeriesReport(
        series=series,
        last=record,
        nights=sum(night.version == version for night in series.nights),
        tasks=len(series.nights[-1].values),
        tasks_needed=panel_size(
            spread(series, decision), siblings=decision.active, anchors=anchors_compared(decision)
        ),
    )

"""The work of `sightbench nightly decide`."""

import datetime
from pathlib import Path

from benchmark.analysis.nights.decided import NightsReport, SeriesReport, decide_panels
from benchmark.analysis.nights.report import nights_output
from benchmark.analysis.nights.sentences import p_text
from benchmark.analysis.wording import plural
from benchmark.cli.nightly.files import day_of, moment_of, records_of, write_records
from benchmark.cli.nightly.folder import check_nightly_folder
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.say import say
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.series import read_panels
from benchmark.scoring.night_power import DECIDED_WITHIN, FIVE_POINTS, SURE

_NOTHING = "–"
_ASSUMED = (
    f"drop it sees: decided within {DECIDED_WITHIN} nights from the first worse one in {SURE:.0%} of cases,"
    " if every task loses the same share of its chance; unknown while a baseline grows"
    f"\ntasks needed: to see a drop of {100 * FIVE_POINTS:.0f} points"
)


def run(*, nightly: Path, out: Path, date: str, as_json: bool) -> None:
    """Decide, write the new records, and print the state of each series."""
    now = datetime.datetime.now(datetime.UTC)
    day = day_of(date, now)
    check_nightly_folder(nightly)
    recorded = records_of(nightly, out, Decision)
    events = records_of(nightly, out, NightlyEvent)
    report = decide_panels(read_panels(nightly), recorded, events, day, moment_of(now))
    write_records(out, (*report.events, *report.decisions))
    if as_json:
        print_json(nights_output(report))
    else:
        _print(report)


def _print(report: NightsReport) -> None:
    if not report.series:
        say(f"no panels until {report.date}")
    else:
        columns = ("series", "state", "nights", "tasks", "drop it sees", "tasks needed", "within a night")
        table = plain_table(*columns, "p-values", right=range(2, 7))
        for series in report.series:
            table.add_row(series.series.name, *_cells(series))
        console = output()
        console.print(table)
        say(_ASSUMED)
        for series in report.series:
            say(f"{series.series.name}, {series.last.date}: {series.last.reason}")
    for event in report.events:
        say(f"{event.date}: {event.kind}: {event.detail}")
    for note in report.notes:
        say(f"note: {note}")
    say(f"{plural(len(report.decisions), 'new decision')}, {plural(len(report.events), 'new event')}")


def _cells(report: SeriesReport) -> tuple[str, ...]:
    last, within = report.last, report.within_night
    seen = _NOTHING if last.visible_drop is None else f"{100 * last.visible_drop:.1f} points"
    correlation = _NOTHING
    if within is not None:
        correlation = f"{within.value:.2f} ({within.low:.2f} to {within.high:.2f})"
    needed = _NOTHING if report.tasks_needed is None else str(report.tasks_needed)
    return last.outcome, str(report.nights), str(report.tasks), seen, needed, correlation, _p_values(last)


def _p_values(last: Decision) -> str:
    """Return the p-values of the last night: ``stage-1 p = 0.03, stage-2 p = 0.002 (adjusted p = 0.02)``."""
    parts = []
    for test in last.tests:
        adjusted = "" if test.adjusted_p is None else f" (adjusted {p_text(test.adjusted_p)})"
        anchor = "" if test.anchor == "first" else f", {test.anchor} baseline"
        rise = " for a rise" if test.direction == "rise" else ""
        parts.append(f"{test.stage}{rise} {p_text(test.p)}{adjusted}{anchor}")
    return "; ".join(parts) or _NOTHING

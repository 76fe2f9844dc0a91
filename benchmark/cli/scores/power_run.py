"""The work of `sightbench power`."""

from pathlib import Path

from benchmark.analysis.groups import group_rows
from benchmark.analysis.ranks.subjects import LedgerLookup
from benchmark.analysis.studies.detectable import Assumptions, PowerReport, measured_assumptions, power_report
from benchmark.analysis.wording import percent, plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, shown
from benchmark.pipeline import sources
from benchmark.pipeline.sources import TaskSource
from benchmark.results.counted_row import read_counted


def run(
    *,
    suite: str,
    dataset: str,
    tasks: tuple[Path, ...],
    drop: float,
    protocol: str,
    draws: tuple[int, ...],
    score: float,
    alike: float,
    related: float,
    stem_share: float,
    rows: Path | None,
    as_json: bool,
) -> None:
    """Print which differences can be seen."""
    if not 0 < drop < 100:  # noqa: PLR2004 - points
        raise BadInput("--drop", "", f"must be between 0 and 100 points, got {drop:g}", "such as 3")
    if not 0 <= score <= 100:  # noqa: PLR2004 - percent
        raise BadInput("--score", "", f"must be from 0 to 100 percent, got {score:g}", "such as 50")
    source = _source(suite, dataset, tasks)
    given = Assumptions(score=score / 100, alike=alike, related=related, stem_share=stem_share, rows=0)
    if rows is not None:
        given = _measured(rows, source, protocol, given)
    numbers = draws or (_draws(source, protocol),)
    report = power_report((source.suite_id, source.dataset), source.tasks, numbers, drop / 100, given)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _source(suite: str, dataset: str, tasks: tuple[Path, ...]) -> TaskSource:
    if bool(suite) == bool(tasks):
        raise BadInput("--suite", "", "is needed, or --tasks, and not both", "such as --suite code-vision")
    return sources.from_files(tasks) if tasks else sources.from_suite(suite, dataset)


def _draws(source: TaskSource, protocol: str) -> int:
    known = {} if source.suite is None else source.suite.protocols
    if protocol and protocol not in known:
        fix = f"use one of: {', '.join(known)}" if known else "give --draws"
        raise BadInput("--protocol", "", f"{shown(protocol)} is not known", fix)
    if not known:
        return 1
    return known[protocol or next(iter(known))].draws


def _measured(rows: Path, source: TaskSource, protocol: str, given: Assumptions) -> Assumptions:
    ledger = LedgerLookup(rows=rows, suite=source.suite_id, dataset=source.dataset, protocol=protocol)
    counted = {one.row.id: one for one in read_counted(rows, None) if ledger.meant(one.row)}
    groups = group_rows(one.row for one in counted.values()).get(source.suite_id, ())
    if not groups or not groups[0].models:
        raise BadInput(
            rows, "", f"holds no row of a model on {source.suite_id}/{source.dataset}", "leave --rows out"
        )
    return measured_assumptions([counted[row.id].counts for row in groups[0].models], given)


def _print(report: PowerReport) -> None:
    console = output()
    found = report.assumptions
    origin = f"measured on {plural(found.rows, 'row')}" if found.rows else "assumed"
    size = f"{plural(report.tasks, 'task')}, {plural(report.stems, 'stem')}"
    spread = f"samples of a task alike {found.alike:g}, models related {found.related:g}"
    console.print(
        f"{report.suite}/{report.dataset}: {size}; score {percent(found.score)} %, {spread} ({origin})"
    )
    table = plain_table(
        "question",
        "draws",
        "visible, points",
        f"drop of {100 * report.drop:g} seen, %",
        "draws needed",
        "tasks needed",
        right=range(1, 6),
    )
    for one in report.questions:
        table.add_row(
            one.question,
            str(one.draws),
            "none" if one.visible is None else f"{100 * one.visible:.1f}",
            percent(one.power),
            "none will do" if one.draws_needed is None else f"{one.draws_needed:,}",
            "over a million" if one.tasks_needed is None else f"{one.tasks_needed:,}",
        )
    console.print(table)
    if all(one.visible is None for one in report.questions):
        stems = plural(report.stems, "stem")
        console.print(
            f"{stems} {'is' if report.stems == 1 else 'are'} too few to show any gap, however large"
        )

"""`sightbench power`: which differences a suite can see."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.statistics import json_option, need_statistics, print_json
from benchmark.core.errors import BadInput, shown

if TYPE_CHECKING:
    from benchmark.analysis.studies.detectable import Assumptions, PowerReport
    from benchmark.pipeline.sources import TaskSource

_SHARE = click.FloatRange(0, 1)


@click.command()
@click.option("--suite", default="", help="A suite, such as code-vision.")
@click.option("--dataset", default="", help="A data set of the suite; its first by default.")
@click.option("--tasks", type=PATH, multiple=True, help="Or a task file; may be repeated.")
@click.option("--drop", type=float, required=True, help="The true difference to see, in points: 3.")
@click.option("--protocol", default="", help="How samples are drawn; the suite's first by default.")
@click.option(
    "--draws", type=click.IntRange(1, 1000), multiple=True, help="Or samples a task; may be repeated."
)
@click.option("--score", type=float, default=50.0, show_default=True, help="Of the models, in percent.")
@click.option(
    "--alike", type=_SHARE, default=0.5, show_default=True, help="Correlation of two samples of a task."
)
@click.option(
    "--related", type=_SHARE, default=0.5, show_default=True, help="Correlation over tasks of two models."
)
@click.option(
    "--stem-share", type=_SHARE, default=0.3, show_default=True, help="Of their differences in a stem."
)
@click.option("--rows", type=FOLDER, help="Measure score, alike and related from the suite's rows here.")
@json_option
def command(
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
    """Print how often a drop of --drop points would be seen, and the smallest difference that would be.

    Answers for one model that is run again (only the draws differ) and for two models (their strengths
    differ from task to task as well), at 95 % confidence and, for sizes, a power of 80 %. Without --rows the
    spread is assumed; what is assumed or measured is printed.

    Reads the tasks, and rows if named; writes nothing. Needs the extra `statistics`, no network and no keys.
    Repeating it is safe.
    """
    need_statistics()
    from benchmark.analysis.studies.detectable import Assumptions, power_report

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


def _source(suite: str, dataset: str, tasks: tuple[Path, ...]) -> "TaskSource":
    from benchmark.pipeline import sources

    if bool(suite) == bool(tasks):
        raise BadInput("--suite", "", "is needed, or --tasks, and not both", "such as --suite code-vision")
    return sources.from_files(tasks) if tasks else sources.from_suite(suite, dataset)


def _draws(source: "TaskSource", protocol: str) -> int:
    known = {} if source.suite is None else source.suite.protocols
    if protocol and protocol not in known:
        fix = f"use one of: {', '.join(known)}" if known else "give --draws"
        raise BadInput("--protocol", "", f"{shown(protocol)} is not known", fix)
    if not known:
        return 1
    return known[protocol or next(iter(known))].draws


def _measured(rows: Path, source: "TaskSource", protocol: str, given: "Assumptions") -> "Assumptions":
    from benchmark.analysis.groups import group_rows
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.studies.detectable import measured_assumptions
    from benchmark.results.counted_row import read_counted

    ledger = LedgerLookup(rows=rows, suite=source.suite_id, dataset=source.dataset, protocol=protocol)
    counted = {one.row.id: one for one in read_counted(rows, None) if ledger.matches(one.row)}
    groups = group_rows(one.row for one in counted.values()).get(source.suite_id, ())
    if not groups or not groups[0].models:
        raise BadInput(
            rows, "", f"holds no row of a model on {source.suite_id}/{source.dataset}", "leave --rows out"
        )
    return measured_assumptions([counted[row.id].counts for row in groups[0].models], given)


def _print(report: "PowerReport") -> None:
    from benchmark.analysis.wording import percent, plural
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table

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

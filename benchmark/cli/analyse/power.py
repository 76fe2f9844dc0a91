"""`sightbench analyse power`: print which differences a suite can detect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, plural
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import FOLDER, tasks_options
from benchmark.cli.shared.statistics import need_statistics
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.studies.detectable import Assumptions
    from benchmark.pipeline.sources import TaskSource

_SHARE = click.FloatRange(0, 1)


@click.command()
@tasks_options
@click.option("--drop", type=float, required=True, help="True difference to detect, in points, such as 3.")
@click.option(
    "--protocol",
    default="",
    help="Protocol, which gives the samples per task; the suite's first one by default.",
)
@click.option(
    "--draws",
    type=click.IntRange(1, 1000),
    multiple=True,
    help="Samples per task, instead of --protocol; may be repeated.",
)
@click.option("--score", type=float, default=50.0, show_default=True, help="Score of the models, in percent.")
@click.option(
    "--alike", type=_SHARE, default=0.5, show_default=True, help="Correlation of two samples of one task."
)
@click.option(
    "--related", type=_SHARE, default=0.5, show_default=True, help="Correlation of two models over the tasks."
)
@click.option(
    "--stem-share",
    type=_SHARE,
    default=0.3,
    show_default=True,
    help="Correlation of the two models' differences within a stem.",
)
@click.option(
    "--rows", type=FOLDER, help="Folder of rows from which --score, --alike and --related are measured."
)
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
) -> None:
    """Print how often a drop of --drop points would be detected, and the smallest detectable drop.

    Answers both questions for one model that is run again (only the draws differ), and for two models (their
    strengths also differ from task to task). Uses a confidence of 95 % and, for the smallest drop, a power of
    80 %. Without --rows, the spread is assumed; the output says what is assumed or measured.

    Reads the tasks, and rows if named; writes nothing. Needs the extra `statistics`. Needs no network and no
    keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.studies.detectable import Assumptions
    from benchmark.cli.shared.named_tasks import source_of

    if not 0 < drop < 100:  # noqa: PLR2004 - points
        raise BadInput(
            "--drop", "", f"must be between 0 and 100 points, got {drop:g}", "give a number such as 3"
        )
    if not 0 <= score <= 100:  # noqa: PLR2004 - percent
        raise BadInput(
            "--score", "", f"must be from 0 to 100 percent, got {score:g}", "give a number such as 50"
        )
    source = source_of(tasks, suite, dataset)
    given = Assumptions(score=score / 100, alike=alike, related=related, stem_share=stem_share, rows=0)
    if rows is not None:
        given = _measure(rows, source, protocol, given)
    numbers = draws or (_draws_of_protocol(source, protocol),)
    print_tables(_table(source, numbers, drop / 100, given))


def _draws_of_protocol(source: TaskSource, protocol: str) -> int:
    known = {} if source.suite is None else source.suite.protocols
    if protocol and protocol not in known:
        fix = f"use one of: {', '.join(known)}" if known else "give --draws"
        raise BadInput("--protocol", "", f"{quote_value(protocol)} is not known", fix)
    if not known:
        return 1
    return known[protocol or next(iter(known))].draws


def _measure(rows: Path, source: TaskSource, protocol: str, given: Assumptions) -> Assumptions:
    from benchmark.analysis.groups import group_rows
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.studies.detectable import measured_assumptions
    from benchmark.results.counted_row import read_counted

    ledger = LedgerLookup(rows=rows, suite=source.suite_id, dataset=source.dataset, protocol=protocol)
    counted = {row.row.id: row for row in read_counted(rows, None) if ledger.matches(row.row)}
    groups = group_rows(row.row for row in counted.values()).get(source.suite_id, ())
    if not groups or not groups[0].models:
        raise BadInput(
            rows, "", f"has no row of a model on {source.suite_id}/{source.dataset}", "leave --rows out"
        )
    return measured_assumptions([counted[row.id].counts for row in groups[0].models], given)


def _table(source: TaskSource, draws: Sequence[int], drop: float, given: Assumptions) -> TitledTable:
    from benchmark.analysis.studies.detectable import detectable_differences

    found = detectable_differences(source.tasks, draws, drop, given)
    stems = len({task.family for task in source.tasks})
    origin = f"measured on {plural(given.rows, 'row')}" if given.rows else "assumed"
    size = f"{plural(len(source.tasks), 'task')}, {plural(stems, 'stem')}"
    spread = f"correlation of samples {given.alike:g}, of models {given.related:g}"
    title = f"{source.suite_id}/{source.dataset}: {size}; score {percent(given.score)} %, {spread} ({origin})"
    rows = [
        (
            row.question,
            row.draws,
            "none" if row.visible is None else f"{100 * row.visible:.1f}",
            percent(row.power),
            "no number is enough" if row.draws_needed is None else row.draws_needed,
            "over a million" if row.tasks_needed is None else row.tasks_needed,
        )
        for row in found
    ]
    small = (
        f"{plural(stems, 'stem')} {'is' if stems == 1 else 'are'} too few to detect any gap, however large"
    )
    heads = ("question", "draws", "smallest detectable, points", f"drop of {100 * drop:g} detected, %")
    notes = [small] if all(row.visible is None for row in found) else []
    return TitledTable(title, (*heads, "draws needed", "tasks needed"), rows, notes)

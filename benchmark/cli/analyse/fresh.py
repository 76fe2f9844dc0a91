"""`sightbench analyse fresh`: test whether models know the public tasks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import real_words
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import SETTING, json_option, ranking_metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics, points
from benchmark.core.errors import BadInput, printable_text

if TYPE_CHECKING:
    from benchmark.analysis.scale_words import ScaleWords
    from benchmark.analysis.studies.fresh_gaps import FreshGaps, GapTable
    from benchmark.analysis.studies.set_gap import Gap
    from benchmark.results.counted_row import CountedRow


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@click.option("--protocol", default="", help="Only rows of this protocol.")
@ranking_metric_option
@json_option
def command(
    *,
    slugs: tuple[str, ...],
    rows: Path,
    suite: str,
    setting: str,
    protocol: str,
    metric: str,
    as_json: bool,
) -> None:
    """Compare each model's score on the public tasks with its score on new tasks of the same families.

    A fresh set (`author build --seed`) has other tasks than the public set, but the same families. So the two
    means of each family are compared, and the differences of all families give a gap with a 95 % interval. A
    real gap above 0 says that the public tasks are easier for this model, as they are if it has seen them.
    Only rows with the same setting, protocol, prompt and extraction rule are compared; the newest row counts.
    Each model is tested alone: of twenty models without a gap, one appears to have one by chance.

    Reads the rows of each SLUG, or all rows; writes nothing. Needs the extra `statistics`. Needs no
    network, no keys and no seed. Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.fresh_gaps import fresh_gaps
    from benchmark.cli.analyse.metrics import metrics_of

    chosen = metrics_of([metric]) if metric else None
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, setting=setting, protocol=protocol), slugs)
    report = fresh_gaps(found, chosen[0]) if chosen else _by_own_metric(found)
    if not report.tables:
        problem = "; ".join(report.alone) or "there is no row of a fresh data set"
        fix = "evaluate a model on the public set and on a set made by `sightbench author build --seed`"
        raise BadInput(rows, "", problem, fix)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _by_own_metric(rows: Sequence[CountedRow]) -> FreshGaps:
    """Compare the rows of each data set by the metric that ranks it."""
    from benchmark.analysis.groups import metric_name
    from benchmark.analysis.studies.fresh_gaps import FreshGaps, fresh_gaps
    from benchmark.scoring.metrics import metric as metric_by_name

    names = sorted({metric_name(counted.row) for counted in rows})
    reports = [
        fresh_gaps([counted for counted in rows if metric_name(counted.row) == name], metric_by_name(name))
        for name in names
    ]
    return FreshGaps(
        tables=[table for report in reports for table in report.tables],
        alone=sorted(reason for report in reports for reason in report.alone),
    )


def _print(report: FreshGaps) -> None:
    console = output()
    for number, table in enumerate(report.tables):
        if number:
            console.print()
        _print_table(table)
    for reason in report.alone:
        console.print(f"left out: {reason}")


def _print_table(table: GapTable) -> None:
    from benchmark.analysis.scale_words import PERCENT, metric_words
    from benchmark.analysis.studies.set_gap import gap_size

    console, words = output(), metric_words(table.metric)
    unit = " in %" if words is PERCENT else " from 1 to 10"
    console.print(
        f"{table.suite}, {table.setting}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric}{unit}, {table.public_dataset} minus fresh with 95 %"
        " interval"
    )
    rows = plain_table("model", "fresh set", "public", "fresh", "gap", "", right=(2, 3, 4))
    for model in table.models:
        gap = _cells(model.gap, words)
        scores = (words.value(model.public.value), words.value(model.fresh.value))
        rows.add_row(printable_text(model.name), model.fresh_dataset, *scores, *gap)
    console.print(rows)
    for model in table.models:
        size = "" if model.gap is None else f" ({gap_size(model.gap)})"
        console.print(f"{printable_text(model.name)} {model.words}{size}")
        if model.gap is not None and model.gap.visible is not None:
            smallest = points(model.gap.visible, words.factor).lstrip("+")
            console.print(f"  a gap smaller than about {smallest} points can be missed on these families")
        for note in model.notes:
            console.print(f"  note: {printable_text(note)}")


def _cells(gap: Gap | None, words: ScaleWords) -> tuple[str, str]:
    if gap is None:
        return "", ""
    difference, low, high = (points(end, words.factor) for end in (gap.difference, gap.low, gap.high))
    span = f"{difference} ({low} to {high})"
    return span, real_words(real=gap.real, sure=gap.sure)

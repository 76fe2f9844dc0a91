"""The work of `sightbench analyse fresh`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.analysis.groups import metric_name
from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.scale_words import PERCENT, ScaleWords, metric_words
from benchmark.analysis.studies.fresh_gaps import FreshGaps, GapTable, fresh_gaps
from benchmark.analysis.studies.set_gap import Gap, gap_size
from benchmark.analysis.wording import real_words
from benchmark.cli.analyse.metrics import metrics_of
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.statistics import points
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, printable_text
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import metric as metric_by_name


def run(
    *,
    slugs: tuple[str, ...],
    rows: Path,
    suite: str,
    setting: str,
    protocol: str,
    metric: str,
    as_json: bool,
) -> None:
    """Compare scores on public and fresh tasks and print tables."""
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

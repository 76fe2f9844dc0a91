"""The work of `sightbench analyse fresh`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.analysis.groups import metric_name
from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.scale_words import PERCENT, ScaleWords, metric_words
from benchmark.analysis.studies.differences_svg import DifferenceBar
from benchmark.analysis.studies.differences_svg import plot as draw_plot
from benchmark.analysis.studies.fresh_gaps import FreshGaps, GapTable, fresh_gaps
from benchmark.analysis.studies.private_gaps import PrivateGap, PrivateTable
from benchmark.analysis.studies.set_gap import Gap, gap_size
from benchmark.analysis.wording import real_words
from benchmark.cli.analyse.metrics import metrics_of
from benchmark.cli.analyse.options import check_plot
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.statistics import points
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.atomic import write_atomic
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
    plot: Path | None,
    as_json: bool,
) -> None:
    """Compare scores on public and fresh tasks and print tables; draw a plot if asked."""
    check_plot(plot)
    chosen = metrics_of([metric]) if metric else None
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, setting=setting, protocol=protocol), slugs)
    report = fresh_gaps(found, chosen[0]) if chosen else _by_own_metric(found)
    if not report.tables and not report.private:
        problem = "; ".join(report.alone) or "there is no row of a fresh data set"
        fix = "evaluate a model on the public set and on a set made by `sightbench author build --seed`"
        raise BadInput(rows, "", problem, fix)
    if plot is not None and "points" in (
        *(table.metric for table in report.tables),
        *(table.metric for table in report.private),
    ):
        say_note("note: the plot is of shares; tables in points from 1 to 10 are not in it")
    if plot is not None:
        write_atomic(plot, draw_plot("Public minus fresh", _bars(report)).encode("utf-8"))
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
        private=[table for report in reports for table in report.private],
        alone=sorted(reason for report in reports for reason in report.alone),
    )


def _bars(report: FreshGaps) -> list[DifferenceBar]:
    return [*_fresh_bars(report), *_private_bars(report)]


def _private_bars(report: FreshGaps) -> list[DifferenceBar]:
    """Return a bar for each gap between public and private rules."""
    return [
        DifferenceBar(
            label=model.name,
            kind=f"{table.suite} {table.setting}, {model.fresh_dataset} minus {model.private_dataset}",
            difference=model.rules,
        )
        for table in report.private
        for model in table.models
        if model.rules is not None and metric_words(table.metric) is PERCENT
    ]


def _fresh_bars(report: FreshGaps) -> list[DifferenceBar]:
    return [
        DifferenceBar(
            label=model.name,
            kind=f"{table.suite} {table.setting}, {model.fresh_dataset}",
            difference=model.gap,
        )
        for table in report.tables
        for model in table.models
        if model.gap is not None and metric_words(table.metric) is PERCENT
    ]


def _print(report: FreshGaps) -> None:
    console = output()
    for number, table in enumerate(report.tables):
        if number:
            console.print()
        _print_table(table)
    for number, private in enumerate(report.private):
        if number or report.tables:
            console.print()
        _print_private_table(private)
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


def _print_private_table(table: PrivateTable) -> None:
    console, words = output(), metric_words(table.metric)
    unit = " in %" if words is PERCENT else " from 1 to 10"
    console.print(
        f"{table.suite}, {table.setting}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric}{unit}, fresh tasks with public rules minus those"
        " with private rules, with 95 % interval"
    )
    columns = ("model", "private set", "public", "fresh", "private", "rules gap", "")
    rows = plain_table(*columns, right=(2, 3, 4, 5))
    for model in table.models:
        scores = [
            "" if score is None else words.value(score.value)
            for score in (model.public, model.fresh, model.private)
        ]
        cells = (printable_text(model.name), model.private_dataset, *scores)
        rows.add_row(*cells, *_cells(model.rules, words))
    console.print(rows)
    for model in table.models:
        _print_private_gap(model, words)


def _print_private_gap(model: PrivateGap, words: ScaleWords) -> None:
    console = output()
    for sentence in model.words:
        console.print(f"{printable_text(model.name)} {sentence}")
    if model.rules is not None:
        if model.rules.visible is None:
            console.print("  these families are too few for any gap to be real")
        else:
            smallest = points(model.rules.visible, words.factor).lstrip("+")
            console.print(f"  a gap smaller than about {smallest} points can be missed on these families")
    for note in model.notes:
        console.print(f"  note: {printable_text(note)}")


def _cells(gap: Gap | None, words: ScaleWords) -> tuple[str, str]:
    if gap is None:
        return "", ""
    difference, low, high = (points(end, words.factor) for end in (gap.difference, gap.low, gap.high))
    span = f"{difference} ({low} to {high})"
    return span, real_words(real=gap.real, sure=gap.sure)

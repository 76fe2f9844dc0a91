"""The work of `sightbench analyse fresh`."""

from pathlib import Path

from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.differences_svg import DifferenceBar
from benchmark.analysis.studies.differences_svg import plot as draw_plot
from benchmark.analysis.studies.fresh_gaps import FreshGaps, GapTable, ModelGap, fresh_gaps, gap_size
from benchmark.analysis.wording import percent, real_words
from benchmark.cli.analyse.metrics import metrics_of
from benchmark.cli.analyse.options import check_plot
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.statistics import points
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.atomic import write_atomic


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
    (chosen,) = metrics_of([metric])
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, setting=setting, protocol=protocol), slugs)
    report = fresh_gaps(found, chosen)
    if not report.tables:
        problem = "; ".join(report.alone) or "there is no row of a fresh data set"
        fix = "evaluate a model on the public set and on a set made by `sightbench author build --seed`"
        raise BadInput(rows, "", problem, fix)
    if plot is not None:
        write_atomic(plot, draw_plot("Public minus fresh", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _bars(report: FreshGaps) -> list[DifferenceBar]:
    return [
        DifferenceBar(
            label=model.name,
            kind=f"{table.suite} {table.setting}, {model.fresh_dataset}",
            difference=model.gap,
        )
        for table in report.tables
        for model in table.models
        if model.gap is not None
    ]


def _print(report: FreshGaps) -> None:
    console = output()
    for number, table in enumerate(report.tables):
        if number:
            console.print()
        _print_table(table)
    for reason in report.alone:
        console.print(f"left out: {reason}")


def _print_table(table: GapTable) -> None:
    console = output()
    console.print(
        f"{table.suite}, {table.setting}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric} in %, {table.public_dataset} minus fresh with 95 %"
        " interval"
    )
    rows = plain_table("model", "fresh set", "public", "fresh", "gap", "", right=(2, 3, 4))
    for model in table.models:
        gap = _cells(model)
        scores = (percent(model.public.value), percent(model.fresh.value))
        rows.add_row(printable_text(model.name), model.fresh_dataset, *scores, *gap)
    console.print(rows)
    for model in table.models:
        size = "" if model.gap is None else f" ({gap_size(model.gap)})"
        console.print(f"{printable_text(model.name)} {model.words}{size}")
        if model.gap is not None and model.gap.visible is not None:
            smallest = points(model.gap.visible).lstrip("+")
            console.print(f"  a gap smaller than about {smallest} points can be missed on these families")
        for note in model.notes:
            console.print(f"  note: {printable_text(note)}")


def _cells(model: ModelGap) -> tuple[str, str]:
    gap = model.gap
    if gap is None:
        return "", ""
    span = f"{points(gap.difference)} ({points(gap.low)} to {points(gap.high)})"
    return span, real_words(real=gap.real, sure=gap.sure)

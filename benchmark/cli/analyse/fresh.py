"""`sightbench analyse fresh`: public minus fresh."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.analyse.metric_options import check_plot, plot_option
from benchmark.cli.shared.statistics import (
    json_option,
    metric_option,
    need_statistics,
    points,
    print_json,
    rows_option,
)

if TYPE_CHECKING:
    from benchmark.analysis.studies.differences_svg import DifferenceBar
    from benchmark.analysis.studies.fresh_gaps import FreshGaps, GapTable, ModelGap


@click.command(short_help="Public minus fresh: does a model know the public tasks?")
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only of this suite.")
@click.option("--setting", default="", help="Only of this setting.")
@click.option("--protocol", default="", help="Only by this protocol.")
@metric_option
@plot_option
@json_option
def fresh(
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
    """Compare each model's score on the public tasks to that on new tasks of the same families.

    A fresh set (`author build --seed`) has other tasks of the families that the public set is made of, so a
    task of one is compared with none of the other: each family gives the difference of its two means, and
    these are compared as stems, with a 95 % interval. A gap above 0 that is real says that the public tasks
    are easier for this model, as they are when it has seen them. Compared are rows of the same setting,
    protocol, prompt and rule of extraction; the newest counts. Each gap is looked at by itself: of twenty
    models without one, one looks real by luck.

    Reads the rows of each SLUG, or of all; writes only the plot. Needs the extra `statistics`, no network and
    no keys, and no seed. Repeating it is safe.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.differences_svg import plot as drawn
    from benchmark.analysis.studies.fresh_gaps import fresh_gaps
    from benchmark.cli.analyse.metric_options import metrics_of
    from benchmark.core.errors import BadInput
    from benchmark.files.atomic import write_atomic

    check_plot(plot)
    (chosen,) = metrics_of([metric])
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, setting=setting, protocol=protocol), slugs)
    report = fresh_gaps(found, chosen)
    if not report.tables:
        problem = "; ".join(report.alone) or "no row is of a fresh data set"
        fix = "evaluate a model on the public set and on one of `sightbench author build --seed`, alike"
        raise BadInput(rows, "", problem, fix)
    if plot is not None:
        write_atomic(plot, drawn("Public minus fresh", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _bars(report: "FreshGaps") -> "list[DifferenceBar]":
    from benchmark.analysis.studies.differences_svg import DifferenceBar

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


def _print(report: "FreshGaps") -> None:
    from benchmark.cli.shared.console import output

    console = output()
    for number, table in enumerate(report.tables):
        if number:
            console.print()
        _print_table(table)
    for one in report.alone:
        console.print(f"left out: {one}")


def _print_table(table: "GapTable") -> None:
    from benchmark.analysis.studies.fresh_gaps import gap_size
    from benchmark.analysis.wording import percent
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    console.print(
        f"{table.suite}, {table.setting}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric} in %, {table.public_dataset} minus fresh with 95 %"
        " interval"
    )
    shown = plain_table("model", "fresh set", "public", "fresh", "gap", "", right=(2, 3, 4))
    for model in table.models:
        gap = _cells(model)
        scores = (percent(model.public.value), percent(model.fresh.value))
        shown.add_row(printable(model.name), model.fresh_dataset, *scores, *gap)
    console.print(shown)
    for model in table.models:
        size = "" if model.gap is None else f" ({gap_size(model.gap)})"
        console.print(f"{printable(model.name)} {model.words}{size}")
        if model.gap is not None and model.gap.visible is not None:
            least = points(model.gap.visible).lstrip("+")
            console.print(f"  a gap under about {least} points can go unseen on these families")
        for note in model.notes:
            console.print(f"  note: {printable(note)}")


def _cells(model: "ModelGap") -> tuple[str, str]:
    one = model.gap
    if one is None:
        return "", ""
    span = f"{points(one.difference)} ({points(one.low)} to {points(one.high)})"
    return span, "real" if one.real else "not real"

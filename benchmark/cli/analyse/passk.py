"""`sightbench analyse passk`: pass@k against the number of samples."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.analyse.metric_options import check_plot, plot_option
from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.statistics import json_option, print_json, tasks_of, tasks_options

if TYPE_CHECKING:
    from benchmark.analysis.studies.passk_curve import PasskCurve, PasskPoint


@click.command(short_help="pass@k against the number of samples.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--k", "ks", type=click.IntRange(1), multiple=True, help="May be repeated; usual ones by default."
)
@click.option(
    "--n", "ns", type=click.IntRange(1), multiple=True, help="First samples of a task; may be repeated."
)
@tasks_options
@plot_option
@json_option
def passk(
    *,
    files: tuple[Path, ...],
    ks: tuple[int, ...],
    ns: tuple[int, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Print pass@k from the first n samples of each task that have a verdict, for several k and n.

    Each FILE is a model: a row, or a verdict file of `sightbench evaluate`. By default n is 20, 100, 1000 and
    all samples, as far as there are so many, and k the numbers of HumanEval-V's Tables 5 and 6. Reads these
    files and the tasks; writes only the plot. Needs no network and no keys. Repeating it is safe.
    """
    from benchmark.analysis.studies.curve_svg import plot as drawn
    from benchmark.analysis.studies.passk_curve import PasskReport, curve, read_draws
    from benchmark.files.atomic import write_atomic

    check_plot(plot)
    known = tasks_of(tasks, suite, dataset)
    curves = [curve(read_draws(path, known), ks, ns) for path in files]
    if plot is not None:
        write_atomic(plot, drawn(curves).encode("utf-8"))
    if as_json:
        print_json(PasskReport(curves=curves))
    else:
        _print_curves(curves)


def _print_curves(curves: "list[PasskCurve]") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table

    columns = sorted({point.k for one in curves for point in one.points})
    table = plain_table("model", "n", *(f"k = {k}" for k in columns), right=range(1, len(columns) + 2))
    for one in curves:
        for n in sorted({point.n for point in one.points}):
            found = {point.k: point for point in one.points if point.n == n}
            cells = [_cell(found.get(k)) for k in columns]
            table.add_row(one.name, str(n), *cells)
    console = output()
    console.print("pass@k in % with 95 % interval, from the first n samples of each task")
    console.print(table)


def _cell(point: "PasskPoint | None") -> str:
    from benchmark.analysis.wording import percent, percent_range

    return "" if point is None else f"{percent(point.value)} ({percent_range(point.low, point.high)})"

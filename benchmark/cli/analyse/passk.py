"""`sightbench analyse passk`: print pass@k for several numbers of samples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option, tasks_options

if TYPE_CHECKING:
    from benchmark.analysis.studies.passk_curve import PasskCurve, PasskPoint


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--k",
    "ks",
    type=click.IntRange(1),
    multiple=True,
    help="Value of k; may be repeated. By default those of HumanEval-V's Tables 5 and 6.",
)
@click.option(
    "--n",
    "ns",
    type=click.IntRange(1),
    multiple=True,
    help="Number of samples per task; may be repeated. By default 20, 100, 1000 and all.",
)
@tasks_options
@json_option
def command(
    *,
    files: tuple[Path, ...],
    ks: tuple[int, ...],
    ns: tuple[int, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    as_json: bool,
) -> None:
    """Print pass@k for several k and n, computed from the first n samples of each task that have a verdict.

    Each FILE is one model: a row, or a verdict file of `sightbench evaluate`. Default values of k and n that
    are larger than the number of samples are left out; larger values in the options are refused.

    Reads these files and the tasks; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.passk_curve import PasskReport, curve, read_draws
    from benchmark.cli.shared.named_tasks import tasks_of

    known = tasks_of(tasks, suite, dataset)
    curves = [curve(read_draws(path, known), ks, ns) for path in files]
    if as_json:
        print_json(PasskReport(curves=curves))
    else:
        _print_curves(curves)


def _print_curves(curves: list[PasskCurve]) -> None:
    columns = sorted({point.k for model in curves for point in model.points})
    table = plain_table("model", "n", *(f"k = {k}" for k in columns), right=range(1, len(columns) + 2))
    for model in curves:
        for n in sorted({point.n for point in model.points}):
            by_k = {point.k: point for point in model.points if point.n == n}
            table.add_row(model.name, str(n), *(_cell(by_k.get(k)) for k in columns))
    console = output()
    console.print("pass@k in % with 95 % interval, from the first n samples of each task")
    console.print(table)


def _cell(point: PasskPoint | None) -> str:
    return "" if point is None else f"{percent(point.value)} ({percent_range(point.low, point.high)})"

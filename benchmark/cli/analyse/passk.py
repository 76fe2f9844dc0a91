"""`sightbench analyse passk`: print pass@k for several numbers of samples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import PATH, tasks_options
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.studies.passk_curve import PasskCurve
    from benchmark.core.score import Score


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
def command(
    *,
    files: tuple[Path, ...],
    ks: tuple[int, ...],
    ns: tuple[int, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Print pass@k for several k and n, computed from the first n samples of each task that have a verdict.

    Each FILE is one model: a row, a verdict file of `sightbench evaluate`, or HumanEval-V's
    NAME_executed.json. Default values of k and n that are larger than the number of samples are left out;
    larger values in the options are refused.

    Reads these files and the tasks; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.passk_curve import passk_curve
    from benchmark.pipeline.sources import tasks_of

    known = tasks_of(tasks, suite, dataset)
    curves = [passk_curve(path, known, ks, ns) for path in files]
    print_tables(_table(curves))


def _table(curves: list[PasskCurve]) -> TitledTable:
    columns = sorted({k for model in curves for _, k in model.points})
    rows: list[tuple[str | float, ...]] = [
        (model.name, n, *(_cell(model.points.get((n, k))) for k in columns))
        for model in curves
        for n in sorted({n for n, _ in model.points})
    ]
    title = "pass@k in % with 95 % interval, from the first n samples of each task"
    return TitledTable(title, ("model", "n", *(f"k = {k}" for k in columns)), rows)


def _cell(point: Score | None) -> str:
    return "" if point is None else f"{percent(point.value)} ({percent_range(point.low, point.high)})"

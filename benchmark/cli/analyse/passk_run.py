"""The work of `sightbench analyse passk`."""

from pathlib import Path

from benchmark.analysis.studies.curve_svg import plot as draw_plot
from benchmark.analysis.studies.passk_curve import PasskCurve, PasskPoint, PasskReport, curve, read_draws
from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.analyse.options import check_plot
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.files.atomic import write_atomic


def run(
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
    """Print pass@k for several k and n; draw a plot if asked."""
    check_plot(plot)
    known = tasks_of(tasks, suite, dataset)
    curves = [curve(read_draws(path, known), ks, ns) for path in files]
    if plot is not None:
        write_atomic(plot, draw_plot(curves).encode("utf-8"))
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

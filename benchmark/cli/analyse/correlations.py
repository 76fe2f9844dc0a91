"""`sightbench analyse correlations`: how the columns of a table go together."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.analyse.metric_options import check_plot, plot_option
from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.statistics import json_option, need_statistics, print_json
from benchmark.core.errors import BadInput, shown

if TYPE_CHECKING:
    from benchmark.analysis.studies.correlations import Correlations
    from benchmark.files.csv_table import CsvTable


@click.command(short_help="Pearson and Spearman between the columns of a CSV.")
@click.argument("file", metavar="CSV", type=PATH)
@click.option(
    "--column",
    "columns",
    multiple=True,
    help="A column, or COLUMN=NAME to call it so; may be repeated. All that hold numbers by default.",
)
@plot_option
@click.option(
    "--against", default="", help="With --plot: the column on the vertical axes; the last by default."
)
@json_option
def correlations(
    *, file: Path, columns: tuple[str, ...], plot: Path | None, against: str, as_json: bool
) -> None:
    """Correlate every two columns of CSV, with 95 % intervals, and average each column's correlations.

    Each row is a model (or whatever is compared), and each column a score. A pair of columns is compared over
    the rows in which both have a number; an empty cell is not known. Columns of text are left out, a constant
    one has no correlation, and anything else that is no finite number is refused.

    --plot draws one column against each other one, with the line of least squares, its 95 % band and
    Pearson's correlation, as in Figure 6 of HumanEval-V; a row's first text says which point it is.

    Reads the CSV, writes only the plot. Needs the extra `statistics`, no network and no keys. Repeating it
    is safe.
    """
    need_statistics()
    from benchmark.analysis.studies.correlations import correlations as computed
    from benchmark.analysis.studies.correlations import number_columns
    from benchmark.files.csv_table import read_csv

    check_plot(plot)
    table = read_csv(file)
    found, left_out = number_columns(table, file, columns)
    report = computed(found, left_out)
    if plot is not None:
        from benchmark.analysis.studies.regression_svg import plot as drawn
        from benchmark.files.atomic import write_atomic

        names = _names(table, set(found))
        write_atomic(plot, drawn(found, report, _column(against, report), names).encode("utf-8"))
    elif against:
        raise BadInput("--against", "", "says what is plotted, and nothing is", "add --plot FILE.svg")
    if as_json:
        print_json(report)
    else:
        _print_correlations(report)


def _column(name: str, report: "Correlations") -> str:
    """The column on the vertical axes, under the name that it goes by."""
    if name and name not in report.columns:
        fix = f"use one of: {', '.join(report.columns)}"
        raise BadInput("--against", "", f"{shown(name)} is not among the columns", fix)
    return name or report.columns[-1]


def _names(table: "CsvTable", numbers: set[str]) -> tuple[str, ...]:
    """What the rows are called: the first column that holds text alone; empty without one."""
    for name in table.columns:
        cells = table.column(name)
        if name not in numbers and any(cells) and not any(_is_number(cell) for cell in cells):
            return cells
    return ()


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _print_correlations(report: "Correlations") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    names = [printable(name) for name in report.columns]
    for title, method in (("Pearson", "pearson"), ("Spearman", "spearman")):
        found = {(pair.a, pair.b): getattr(pair, method).value for pair in report.pairs}
        averages = {one.column: getattr(one, method) for one in report.averages}
        table = plain_table(title, *names, right=range(1, len(names) + 1))
        for a in report.columns:
            cells = [found.get((a, b), found.get((b, a))) for b in report.columns]
            table.add_row(printable(a), *(_shown(value) for value in cells))
        table.add_row("Average", *(_shown(averages[name]) for name in report.columns))
        console.print(table)
    for pair in report.pairs:
        if pair.note:
            console.print(f"{printable(pair.a)} and {printable(pair.b)}: {printable(pair.note)}")
    if report.left_out:
        console.print(f"left out, no numbers: {', '.join(map(printable, report.left_out))}")
    console.print("intervals are in the JSON document")


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"

"""`sightbench analyse correlations`: correlate the columns of a CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics
from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.csv_table import CsvTable, read_csv

if TYPE_CHECKING:
    from benchmark.analysis.studies.correlations import Correlations


@click.command()
@click.argument("file", metavar="CSV", type=PATH)
@click.option(
    "--column",
    "columns",
    multiple=True,
    help="Column to use, or COLUMN=NAME to rename it; may be repeated. By default all columns of numbers.",
)
@click.option("--plot", type=PATH, help="Also write a plot to this SVG file.")
@click.option(
    "--against", default="", help="With --plot: the column on the vertical axes; the last column by default."
)
@json_option
def command(*, file: Path, columns: tuple[str, ...], plot: Path | None, against: str, as_json: bool) -> None:
    """Correlate every two columns of CSV, with 95 % intervals, and average the correlations of each column.

    Each line is a model (or whatever is compared), and each column a score. A pair of columns is correlated
    over the lines in which both have a number; an empty cell is an unknown value. Columns of text are left
    out. A constant column has no correlation. Any other cell that is not a finite number is an error.

    --plot draws one column against each other column, with the least-squares line, its 95 % band and
    Pearson's correlation, as in Figure 6 of HumanEval-V. The first column of text labels the points.

    Reads the CSV file; writes only the plot. Needs the extra `statistics`. Needs no network and no keys. Safe
    to repeat.
    """
    need_statistics()
    from benchmark.analysis.studies.correlations import correlations, number_columns
    from benchmark.analysis.studies.regression_svg import plot as draw_plot

    if plot is not None and plot.suffix != ".svg":
        raise BadInput("--plot", "", f"must end in .svg, got {plot.name}", "use a name such as plot.svg")
    table = read_csv(file)
    values, left_out = number_columns(table, file, columns)
    report = correlations(values, left_out)
    if plot is not None:
        names = _line_names(table, set(values))
        write_atomic(plot, draw_plot(values, report, _column(against, report), names).encode("utf-8"))
    elif against:
        raise BadInput("--against", "", "needs --plot", "add --plot FILE.svg")
    if as_json:
        print_json(report)
    else:
        _print_correlations(report)


def _column(name: str, report: Correlations) -> str:
    """Return the name of the column on the vertical axes."""
    if name and name not in report.columns:
        fix = f"use one of: {', '.join(report.columns)}"
        raise BadInput("--against", "", f"{quote_value(name)} is not among the columns", fix)
    return name or report.columns[-1]


def _line_names(table: CsvTable, numeric: set[str]) -> tuple[str, ...]:
    """Return the first column without numbers, whose cells name the lines; empty if there is none."""
    for name in table.columns:
        cells = table.column(name)
        if name not in numeric and any(cells) and not any(_is_number(cell) for cell in cells):
            return cells
    return ()


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _print_correlations(report: Correlations) -> None:
    console = output()
    names = [printable_text(name) for name in report.columns]
    for title, method in (("Pearson", "pearson"), ("Spearman", "spearman")):
        found = {(pair.a, pair.b): getattr(pair, method).value for pair in report.pairs}
        averages = {average.column: getattr(average, method) for average in report.averages}
        table = plain_table(title, *names, right=range(1, len(names) + 1))
        for a in report.columns:
            cells = [found.get((a, b), found.get((b, a))) for b in report.columns]
            table.add_row(printable_text(a), *(_cell(value) for value in cells))
        table.add_row("Average", *(_cell(averages[name]) for name in report.columns))
        console.print(table)
    for pair in report.pairs:
        if pair.note:
            console.print(
                f"{printable_text(pair.a)} and {printable_text(pair.b)}: {printable_text(pair.note)}"
            )
    if report.left_out:
        console.print(
            f"left out, because they have no numbers: {', '.join(map(printable_text, report.left_out))}"
        )
    console.print("--json prints the intervals, too")


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"

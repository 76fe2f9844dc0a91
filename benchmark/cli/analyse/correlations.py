"""`sightbench analyse correlations`: correlate the columns of a CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import p_value
from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.options import PATH
from benchmark.core.errors import printable_text
from benchmark.files.csv_table import read_csv
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.scoring.correlation import Correlation


@click.command()
@click.argument("file", metavar="CSV", type=PATH)
@click.option(
    "--column",
    "columns",
    multiple=True,
    help="Column to use; may be repeated. By default all columns of numbers.",
)
def command(*, file: Path, columns: tuple[str, ...]) -> None:
    """Correlate every two columns of CSV, with 95 % intervals, and average the correlations of each column.

    Each line is a model (or whatever is compared), and each column a score. A pair of columns is correlated
    over the lines in which both have a number; an empty cell is an unknown value. Columns of text are left
    out. A constant column has no correlation. Any other cell that is not a finite number is an error.

    Reads the CSV file; writes nothing. Needs the extra `statistics`. Needs no network and no keys. Safe to
    repeat.
    """
    # Before the import, because it also sets how many threads numpy will start.
    need_statistics()
    from benchmark.analysis.studies.correlations import average, correlations, number_columns

    values, text = number_columns(read_csv(file), file, columns)
    pairs = correlations(values)
    console = output()
    heads = ("column", "with", "lines", "Pearson", "95 % interval", "p", "Spearman", "95 % interval", "p")
    shown = plain_table(*heads, "", right=(2, 3, 5, 6, 8))
    for pair in pairs:
        found = (*_cells(pair.pearson), *_cells(pair.spearman), printable_text(pair.note))
        shown.add_row(printable_text(pair.a), printable_text(pair.b), str(pair.rows), *found)
    console.print(shown)
    averages = plain_table("average of", "Pearson", "Spearman", right=(1, 2))
    for name in values:
        averages.add_row(printable_text(name), *map(_number, average(pairs, name)))
    console.print(averages)
    # A column of text that was named is an error already.
    if text and not columns:
        console.print(f"left out, because they have no numbers: {', '.join(map(printable_text, text))}")


def _cells(found: Correlation | None) -> tuple[str, str, str]:
    if found is None:
        return "–", "", ""
    span = "" if found.low is None or found.high is None else f"{found.low:.2f} to {found.high:.2f}"
    return _number(found.value), span, "" if found.p is None else p_value(found.p)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"

"""`sightbench analyse correlations`: how the columns of a table go together."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.options import PATH
from benchmark.cli.statistics import json_option, need_statistics, print_json

if TYPE_CHECKING:
    from benchmark.leaderboard.correlations import Correlations


@click.command(short_help="Pearson and Spearman between the columns of a CSV.")
@click.argument("file", metavar="CSV", type=PATH)
@click.option(
    "--column",
    "columns",
    multiple=True,
    help="A column, or COLUMN=NAME to call it so; may be repeated. All that hold numbers by default.",
)
@json_option
def correlations(*, file: Path, columns: tuple[str, ...], as_json: bool) -> None:
    """Correlate every two columns of CSV, with 95 % intervals, and average each column's correlations.

    Each row is a model (or whatever is compared), and each column a score. A pair of columns is compared over
    the rows in which both have a number; an empty cell is not known. Columns of text are left out, a constant
    one has no correlation, and anything else that is no finite number is refused.

    Reads the CSV, writes nothing. Needs the extra `statistics`, no network and no keys. Repeating it is safe.
    """
    need_statistics()
    from benchmark.files.csv_table import read_csv
    from benchmark.leaderboard.correlations import correlations as computed
    from benchmark.leaderboard.correlations import numbers

    report = computed(*numbers(read_csv(file), file, columns))
    if as_json:
        print_json(report)
    else:
        _print_correlations(report)


def _print_correlations(report: "Correlations") -> None:
    from benchmark.cli.console import output
    from benchmark.cli.tables import plain_table
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

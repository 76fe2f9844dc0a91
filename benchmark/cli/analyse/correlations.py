"""`sightbench analyse correlations`: correlate the columns of a CSV file."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics


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
def command(**options: object) -> None:
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
    load_and_run("benchmark.cli.analyse.correlations_run", **options)

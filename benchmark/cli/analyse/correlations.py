"""`sightbench analyse correlations`: how the columns of a table go together."""

import click

from benchmark.cli.analyse.options import plot_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
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
def command(**options: object) -> None:
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
    load_and_run("benchmark.cli.analyse.correlations_run", **options)

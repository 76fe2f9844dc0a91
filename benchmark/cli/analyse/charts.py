"""`sightbench analyse charts`: describe flowcharts, and scores against their sizes."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=PATH)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Describe the flowcharts of a data set, and show how scores depend on their sizes.

    Prints the mean number of test cases, nodes and edges by subset and level, next to the numbers that the
    authors of Code-Vision published. Nodes include starts and ends. Each FILE is one model, a row or a
    verdict file of `sightbench evaluate`: pass@1 with its 95 % interval is printed for ranges of nodes and of
    edges, at most four with about as many tasks each. pass@1 by level is in the row itself.

    Reads these files and the tasks; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.charts_run", **options)

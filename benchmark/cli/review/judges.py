"""`sightbench review judges`: the agreement of two judges that gave points."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("first", metavar="FIRST", type=PATH)
@click.argument("second", metavar="SECOND", type=PATH)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Compare the points that two judges gave to the same answers.

    FIRST and SECOND are rows or verdict files with points, or files of rubric scores (.json). Prints the
    number of samples by level of points (1-2, 3-4, 5-6, 7-8, 9-10) of both judges, passed and failed samples
    of FIRST by level of SECOND, the share with the same level, kappa of the whole points with quadratic
    weights, and Spearman's rank correlation, with 95 % intervals. Samples without points of both are left out
    and counted.

    Reads both files, and for the stems the tasks if they are named (a row has its stems); writes nothing.
    Needs the extra `statistics`. Needs no network and no keys. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.review.judges_run", **options)

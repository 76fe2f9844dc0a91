"""`sightbench power`: which differences a suite can see."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, json_option
from benchmark.cli.shared.statistics import need_statistics

_SHARE = click.FloatRange(0, 1)


@click.command()
@click.option("--suite", default="", help="A suite, such as code-vision.")
@click.option("--dataset", default="", help="A data set of the suite; its first by default.")
@click.option("--tasks", type=PATH, multiple=True, help="Or a task file; may be repeated.")
@click.option("--drop", type=float, required=True, help="The true difference to see, in points: 3.")
@click.option("--protocol", default="", help="How samples are drawn; the suite's first by default.")
@click.option(
    "--draws", type=click.IntRange(1, 1000), multiple=True, help="Or samples a task; may be repeated."
)
@click.option("--score", type=float, default=50.0, show_default=True, help="Of the models, in percent.")
@click.option(
    "--alike", type=_SHARE, default=0.5, show_default=True, help="Correlation of two samples of a task."
)
@click.option(
    "--related", type=_SHARE, default=0.5, show_default=True, help="Correlation over tasks of two models."
)
@click.option(
    "--stem-share", type=_SHARE, default=0.3, show_default=True, help="Of their differences in a stem."
)
@click.option("--rows", type=FOLDER, help="Measure score, alike and related from the suite's rows here.")
@json_option
def command(**options: object) -> None:
    """Print how often a drop of --drop points would be seen, and the smallest difference that would be.

    Answers for one model that is run again (only the draws differ) and for two models (their strengths
    differ from task to task as well), at 95 % confidence and, for sizes, a power of 80 %. Without --rows the
    spread is assumed; what is assumed or measured is printed.

    Reads the tasks, and rows if named; writes nothing. Needs the extra `statistics`, no network and no keys.
    Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.power_run", **options)

"""`sightbench power`: print which differences a suite can detect."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, json_option
from benchmark.cli.shared.statistics import need_statistics

_SHARE = click.FloatRange(0, 1)


@click.command()
@click.option("--suite", default="", help="Suite, such as code-vision.")
@click.option("--dataset", default="", help="Data set of the suite; its first one by default.")
@click.option("--tasks", type=PATH, multiple=True, help="Task file, instead of --suite; may be repeated.")
@click.option("--drop", type=float, required=True, help="True difference to detect, in points, such as 3.")
@click.option(
    "--protocol",
    default="",
    help="Protocol, which gives the samples per task; the suite's first one by default.",
)
@click.option(
    "--draws",
    type=click.IntRange(1, 1000),
    multiple=True,
    help="Samples per task, instead of --protocol; may be repeated.",
)
@click.option("--score", type=float, default=50.0, show_default=True, help="Score of the models, in percent.")
@click.option(
    "--alike", type=_SHARE, default=0.5, show_default=True, help="Correlation of two samples of one task."
)
@click.option(
    "--related", type=_SHARE, default=0.5, show_default=True, help="Correlation of two models over the tasks."
)
@click.option(
    "--stem-share",
    type=_SHARE,
    default=0.3,
    show_default=True,
    help="Correlation of the two models' differences within a stem.",
)
@click.option(
    "--rows", type=FOLDER, help="Folder of rows from which --score, --alike and --related are measured."
)
@json_option
def command(**options: object) -> None:
    """Print how often a drop of --drop points would be detected, and the smallest detectable drop.

    Answers both questions for one model that is run again (only the draws differ), and for two models (their
    strengths also differ from task to task). Uses a confidence of 95 % and, for the smallest drop, a power of
    80 %. Without --rows, the spread is assumed; the output says what is assumed or measured.

    Reads the tasks, and rows if named; writes nothing. Needs the extra `statistics`. Needs no network and no
    keys. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.power_run", **options)

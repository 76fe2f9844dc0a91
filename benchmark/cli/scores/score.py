"""`sightbench score`: score a row or a verdict file."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("file", metavar="FILE", type=PATH)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric: pass@K, execution_success, parsing_success, points, share:STATUS, passes:KIND or"
    " fails_only:KIND; may be repeated. Only verdict files have the last two. By default all metrics that"
    " the verdicts allow.",
)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Score the verdicts of FILE: a row, or a verdict file of `sightbench evaluate`.

    Prints each metric with its 95 % interval, the tasks and samples in it, the missing samples, and the
    lowest and highest score that these could give. For a row of a suite about pictures, also prints the
    model's score without the picture, from the other rows of its submission.

    Reads FILE and the tasks, which give stems and categories. Without --tasks or --suite, every task of a
    verdict file is its own stem. Judges nothing and writes nothing. Needs no network and no keys. Safe to
    repeat.
    """
    load_and_run("benchmark.cli.scores.score_run", **options)

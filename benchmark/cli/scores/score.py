"""`sightbench score`: verdicts in, scores out."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("file", metavar="FILE", type=PATH)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="pass@K, execution_success, parsing_success, points or share:STATUS; may be repeated. All that the"
    " verdicts allow by default.",
)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Score the verdicts of FILE: a row, or a verdict file of `sightbench evaluate`.

    Reads FILE and the tasks, which know stems and categories; without --tasks or --suite every task of a
    verdict file is its own stem. Prints each metric with its 95 % interval, the tasks and samples that it is
    made from, the missing ones, and the range that these could move it in; in a suite about pictures also
    what the model solves without the picture, from the other rows of its submission. Writes nothing, judges
    nothing, needs no network and no keys. Repeating it is safe.
    """
    load_and_run("benchmark.cli.scores.score_run", **options)

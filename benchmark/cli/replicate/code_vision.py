"""`sightbench replicate code-vision`: judge the published answers of Code-Vision again."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, workers_option
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help=f"CPU seconds per program; the published limit was {PUBLISHED_SECONDS:g}.",
)
@workers_option
@click.option(
    "--own/--no-own", default=True, show_default=True, help="Judge with our own extraction rule as well."
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="How many times to judge everything; all verdicts must be the same each time.",
)
@click.option(
    "--load",
    type=click.IntRange(0, 256),
    default=0,
    show_default=True,
    help="Number of busy processes to start during the last run, to test verdicts under load.",
)
@json_option
def command(**options: object) -> None:
    """Judge the published answers of Code-Vision again, and compare all verdicts.

    Reads DIR: the output of `sightbench import code-vision-outputs`, or a folder that it takes as
    input. Prints pass@1 by model and subset, published and ours, and lists four kinds of answers: the verdict
    differs; the CPU time is near or beyond the published limit; only one extraction rule lets the answer
    pass; and, with --runs, the verdict is not the same in all runs. The last line counts the verdicts that
    agree.

    Writes nothing. Needs no network and no keys. Safe to repeat. Exit code 1 if a verdict differs from the
    published one or between runs.
    """
    load_and_run("benchmark.cli.replicate.run", **options)

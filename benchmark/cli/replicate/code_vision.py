"""`sightbench replicate`: our verdicts against published ones."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, workers_option
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help=f"CPU seconds a program; the published limit was {PUBLISHED_SECONDS:g}.",
)
@workers_option
@click.option(
    "--own/--no-own", default=True, show_default=True, help="Judge under our own extraction rule as well."
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Judge everything so many times; all verdicts must be the same each time.",
)
@click.option(
    "--load",
    type=click.IntRange(0, 256),
    default=0,
    show_default=True,
    help="Keep so many processes busy beside the last run.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
def command(**options: object) -> None:
    """Judge published answers of Code-Vision again and compare every verdict.

    Reads DIR: what `sightbench import code-vision-outputs` wrote, or anything that it takes. Prints pass@1 by
    model and subset, published and ours, every verdict that differs, answers near or beyond the published
    time limit, answers that pass under one extraction rule only, and, with --runs, every verdict that is not
    the same in all of them. The last line says how many verdicts agree; exit code 1 when not all do, or when
    a verdict differs between runs.

    Writes nothing. Needs neither network nor keys. Repeating it is safe.
    """
    load_and_run("benchmark.cli.replicate.run", **options)

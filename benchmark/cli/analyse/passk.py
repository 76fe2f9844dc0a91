"""`sightbench analyse passk`: print pass@k for several numbers of samples."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--k",
    "ks",
    type=click.IntRange(1),
    multiple=True,
    help="Value of k; may be repeated. By default those of HumanEval-V's Tables 5 and 6.",
)
@click.option(
    "--n",
    "ns",
    type=click.IntRange(1),
    multiple=True,
    help="Number of samples per task; may be repeated. By default 20, 100, 1000 and all.",
)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Print pass@k for several k and n, computed from the first n samples of each task that have a verdict.

    Each FILE is one model: a row, or a verdict file of `sightbench evaluate`. Default values of k and n that
    are larger than the number of samples are left out; larger values in the options are refused.

    Reads these files and the tasks; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.passk_run", **options)

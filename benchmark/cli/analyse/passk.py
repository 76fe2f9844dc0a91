"""`sightbench analyse passk`: pass@k against the number of samples."""

import click

from benchmark.cli.analyse.options import plot_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--k", "ks", type=click.IntRange(1), multiple=True, help="May be repeated; usual ones by default."
)
@click.option(
    "--n", "ns", type=click.IntRange(1), multiple=True, help="First samples of a task; may be repeated."
)
@tasks_options
@plot_option
@json_option
def command(**options: object) -> None:
    """Print pass@k from the first n samples of each task that have a verdict, for several k and n.

    Each FILE is a model: a row, or a verdict file of `sightbench evaluate`. By default n is 20, 100, 1000 and
    all samples, as far as there are so many, and k the numbers of HumanEval-V's Tables 5 and 6. Reads these
    files and the tasks; writes only the plot. Needs no network and no keys. Repeating it is safe.
    """
    load_and_run("benchmark.cli.analyse.passk_run", **options)

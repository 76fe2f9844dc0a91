"""`sightbench author flowchart program`: make a program from the text of a compiled chart."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("chart", type=PATH)
@click.option("--entry-point", required=True, help="Name of the function or class that tests call.")
def command(**options: object) -> None:
    """Print a Python program that does what the chart in the file CHART says.

    The chart must be worded as `compile` words it, at any level. Nothing is run: judge the program like an
    answer. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.author.flowchart.program_run", **options)

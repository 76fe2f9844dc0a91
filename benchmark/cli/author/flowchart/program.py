"""`sightbench author flowchart program`: make a program from the text of a compiled chart."""

from pathlib import Path

import click

from benchmark.cli.author.flowchart.reading import read_text
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("chart", type=PATH)
@click.option("--entry-point", required=True, help="Name of the function or class that tests call.")
def command(*, chart: Path, entry_point: str) -> None:
    """Print a Python program that does what the chart in the file CHART says.

    The chart must be worded as `compile` words it, at any level. Nothing is run: judge the program like an
    answer. Needs no network and no keys.
    """
    from benchmark.authoring.flowchart.interpreter import chart_program

    click.echo(chart_program(read_text(chart), entry_point, str(chart)), nl=False)

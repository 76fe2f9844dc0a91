"""The work of `sightbench author flowchart program`."""

from pathlib import Path

import click

from benchmark.authoring.flowchart.interpreter import chart_program
from benchmark.cli.author.flowchart.reading import read_text


def run(*, chart: Path, entry_point: str) -> None:
    """Print the program."""
    click.echo(chart_program(read_text(chart), entry_point, str(chart)), nl=False)

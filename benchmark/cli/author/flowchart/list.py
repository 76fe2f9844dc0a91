"""`sightbench author flowchart list`: list drafted charts with their states."""

import click

from benchmark.cli.author.flowchart.options import folder_argument
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@folder_argument
def command(**options: object) -> None:
    """Print a line for each drafted chart in FOLDER: its state, who drafted it, and what its check found.

    A chart whose text was edited since, even after it was accepted, is marked.

    Needs no network and no keys.
    """
    load_and_run("benchmark.cli.author.flowchart.list_run", **options)

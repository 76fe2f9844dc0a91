"""`sightbench author new`: create a new family."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.argument("name")
@suite_option
def command(**options: object) -> None:
    """Create a family: families/NAME.py and NAME.md, with a simple picture and marks where to continue.

    Writes into the clone of the repository that the command runs from, so an installed wheel refuses it.
    Never overwrites a file: a second call with the same NAME is refused. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.author.new_run", **options)

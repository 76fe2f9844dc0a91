"""`sightbench author new`: a new family."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.argument("name")
@suite_option
def command(**options: object) -> None:
    """Write families/NAME.py and NAME.md, a family that draws something, with marks where to go on.

    Never overwrites; repeating it is refused.
    """
    load_and_run("benchmark.cli.author.new_run", **options)

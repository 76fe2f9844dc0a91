"""`sightbench results`: the branch that keeps the rows."""

import click

from benchmark.cli.results.check import check
from benchmark.cli.results.init import init
from benchmark.cli.results.list_ import list_
from benchmark.cli.results.retract import retract


@click.group()
def command() -> None:
    """Keep the branch of results: begin it, check it, list it, withdraw a row."""


for one in (check, init, list_, retract):
    command.add_command(one)

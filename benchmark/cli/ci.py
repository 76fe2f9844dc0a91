"""`sightbench ci`: what the steps of the workflows call, each a module loaded when it is asked for."""

import click

from benchmark.cli.lazy import LazyGroup, Listed

#: Command → (module with an attribute ``command``, line in ``sightbench ci --help``).
COMMANDS: Listed = {}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """The stages of continuous integration: each step of a workflow is one of these commands.

    They run on any machine, so that what a workflow did can be done again by hand.
    """

"""`sightbench nightly`: the steps of a night."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench nightly --help``).
COMMANDS: CommandList = {}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Find new models, draw panels, and decide whether a model became worse.

    A workflow calls these commands every night. They run on any machine, on files alone.
    """

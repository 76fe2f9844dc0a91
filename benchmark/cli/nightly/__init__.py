"""`sightbench nightly`: the steps of a night."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench nightly --help``).
COMMANDS: CommandList = {
    "accept": ("benchmark.cli.nightly.accept", "Accept the present level of a series."),
    "decide": ("benchmark.cli.nightly.decide", "Decide whether models became worse."),
    "discover": ("benchmark.cli.nightly.discover", "Find new, renamed and vanished models."),
    "plan": ("benchmark.cli.nightly.plan", "Plan the panels of a night within its budget."),
    "run": ("benchmark.cli.nightly.run", "Draw the panels of a plan on this machine."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Find new models, draw panels, and decide whether a model became worse.

    A workflow calls these commands every night. They run on any machine, on files alone.
    """

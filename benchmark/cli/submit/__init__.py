"""`sightbench submit`: create, check or send a submission."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench submit --help``).
COMMANDS: CommandList = {
    "check": ("benchmark.cli.submit.check", "Check submissions; print file, field and fix of every problem."),
    "reference": ("benchmark.cli.submit.reference", "Create one from answers that others publish."),
    "ready": ("benchmark.cli.submit.ready", "Price those of today's models; copy what fits a budget."),
    "new": ("benchmark.cli.submit.new", "Create a submission with one run."),
    "send": ("benchmark.cli.submit.send", "Open the pull request of one, or print the lines that do it."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Create, check or send a submission: a folder with a submission.yaml.

    Needs no keys; only `reference` and `send` need the network.
    """

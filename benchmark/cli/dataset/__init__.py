"""`sightbench dataset`: official data sets, fetched and pinned."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench dataset --help``).
COMMANDS: CommandList = {
    "fetch": ("benchmark.cli.dataset.fetch", "Download an official data set to this machine."),
    "prompts": ("benchmark.cli.dataset.prompts", "Store the prompts that a paper prints, from its text."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Fetch official data sets, which we may not redistribute."""

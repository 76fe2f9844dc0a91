"""`sightbench dataset`: official data sets, fetched and pinned."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench dataset --help``).
COMMANDS: CommandList = {
    "fetch": ("benchmark.cli.dataset.fetch", "Download an official data set, or store a paper's prompts."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Fetch official data sets, which we may not redistribute."""

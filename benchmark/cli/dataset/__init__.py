"""`sightbench dataset`: official data sets, fetched and pinned."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench dataset --help``).
COMMANDS: CommandList = {
    "fetch": ("benchmark.cli.dataset.fetch", "Bring an official data set to this machine."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Fetch official data sets, which their authors publish and we may not ship."""

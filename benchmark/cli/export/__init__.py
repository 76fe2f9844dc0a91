"""`sightbench export`: rows in the formats of other tools."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench export --help``).
COMMANDS: CommandList = {
    "rows": ("benchmark.cli.export.rows", "Write rows for other tools, or their verdicts as tables."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write rows in the formats of other tools."""

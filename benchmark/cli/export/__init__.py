"""`sightbench export`: rows and data sets in the formats of other tools."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench export --help``).
COMMANDS: CommandList = {
    "dataset": ("benchmark.cli.export.dataset", "Write an open data set as Parquet, with Croissant."),
    "rows": ("benchmark.cli.export.rows", "Write rows for other tools, or their verdicts as tables."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write rows and data sets in the formats of other tools."""

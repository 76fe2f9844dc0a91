"""`sightbench import`: converters from files of other benchmarks."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "answers": ("benchmark.cli.import_.answers", "Read the answers in files of other tools."),
    "tasks": ("benchmark.cli.import_.tasks", "Convert the tasks of other benchmarks."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Convert files of other benchmarks to Sightbench's formats."""

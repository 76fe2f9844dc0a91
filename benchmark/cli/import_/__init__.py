"""`sightbench import`: converters from files of other benchmarks."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "answers": ("benchmark.cli.import_.answers", "Read the answers in files of other tools."),
    "label": ("benchmark.cli.import_.label", "Let a model propose the categories of imported pictures."),
    "problems": (
        "benchmark.cli.import_.problems",
        "Make tasks of a raw set of contest problems, as MMCode was made.",
    ),
    "tasks": ("benchmark.cli.import_.tasks", "Convert files that EvalPlus and Code-Vision publish."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Convert files of other benchmarks to Sightbench's formats."""

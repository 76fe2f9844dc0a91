"""`sightbench import`: converters from files of other benchmarks."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "code-vision-outputs": (
        "benchmark.cli.import_.code_vision_outputs",
        "Convert the published outputs of Code-Vision.",
    ),
    "evalplus": (
        "benchmark.cli.import_.evalplus",
        "Build the official data set of the suite evalplus from EvalPlus's files.",
    ),
    "label": ("benchmark.cli.import_.label", "Let a model propose the categories of imported pictures."),
    "problems": (
        "benchmark.cli.import_.problems",
        "Make tasks of a raw set of contest problems, as MMCode was made.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Convert files of other benchmarks to Sightbench's formats."""

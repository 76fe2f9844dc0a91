"""`sightbench import`: other benchmarks' output files in our formats."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "code-vision-outputs": (
        "benchmark.cli.import_.code_vision_outputs",
        "Import published outputs of Code-Vision.",
    ),
    "evalplus": (
        "benchmark.cli.import_.evalplus",
        "Make the data set `official` of the suite evalplus from EvalPlus's own data files.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Turn other benchmarks' output files into Sightbench's formats."""

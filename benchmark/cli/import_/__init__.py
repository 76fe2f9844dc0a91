"""`sightbench import`: converters from files of other benchmarks."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench import --help``).
COMMANDS: CommandList = {
    "answers": ("benchmark.cli.import_.answers", "Read the answers in files of other tools."),
    "tasks": ("benchmark.cli.import_.tasks", "Convert the tasks of other benchmarks."),
}


class _ImportGroup(LazyGroup):
    """A group in which `import inspect LOG` means `import answers inspect LOG`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, ["answers", *args] if args[0] == "inspect" else args)


@click.group(cls=_ImportGroup, listed=COMMANDS)
def command() -> None:
    """Convert files of other benchmarks to Sightbench's formats."""

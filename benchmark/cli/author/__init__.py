"""`sightbench author`: write, preview, check and build open tasks."""

import click

from benchmark.cli.author.options import check_clone
from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench author --help``).
COMMANDS: CommandList = {
    "build": ("benchmark.cli.author.build", "Write the public tasks, or a fresh set from a seed."),
    "check": ("benchmark.cli.author.check", "Run all quality checks on families."),
    "flowchart": ("benchmark.cli.author.flowchart", "Draw flowcharts, and keep drafted ones."),
    "new": ("benchmark.cli.author.new", "Create a new family: a module and a design page."),
    "preview": ("benchmark.cli.author.preview", "Draw the pictures of families, to look at."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write open tasks: create a family, preview it, check it, build its tasks.

    All commands need a clone of the repository. Only `flowchart draft` needs the network and a key. build,
    check and preview need the extra `authoring`.
    """
    check_clone()

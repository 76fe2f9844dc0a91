"""`python -m workshop`: write, preview, check and build open tasks."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``python -m workshop --help``).
COMMANDS: CommandList = {
    "build": ("workshop.commands.build", "Write the public tasks, or a fresh set from a seed."),
    "check": ("workshop.commands.check", "Run all quality checks on families."),
    "flowchart": ("workshop.commands.flowchart", "Draw flowcharts, and keep drafted ones."),
    "new": ("workshop.commands.new", "Create a new family: a module and a design page."),
    "preview": ("workshop.commands.preview", "Draw the pictures of families, to look at."),
}


@click.group(cls=LazyGroup, listed=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Write open tasks: create a family, preview it, check it, build its tasks.

    Needs the packages of the extra `workshop`. Only `flowchart draft` needs the network and a key.
    """

"""`sightbench author`: write, preview, check and build open tasks."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench author --help``).
COMMANDS: CommandList = {
    "build": ("benchmark.cli.author.build", "Write the public tasks, or a fresh set from a seed."),
    "check": ("benchmark.cli.author.check", "Run all quality checks on families."),
    "collect": ("benchmark.cli.author.collect", "Save an idea for a family, or list all ideas."),
    "flowchart": ("benchmark.cli.author.flowchart", "Draw flowcharts, and keep drafted ones."),
    "new": ("benchmark.cli.author.new", "Create a new family: a module and a design page."),
    "preview": ("benchmark.cli.author.preview", "Draw the pictures of families, to look at."),
    "report": ("benchmark.cli.author.report", "Prove that tasks need their pictures."),
    "rivals": ("benchmark.cli.author.rivals", "Look for other rules that fit the worked examples."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write open tasks: collect ideas, create a family, preview it, check it, build its tasks.

    Only `flowchart draft` needs the network and a key. build, check, preview and rivals need the extra
    `authoring`.
    """

"""`sightbench author`: write open tasks, look at them, check them, build them."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench author --help``).
COMMANDS: CommandList = {
    "build": ("benchmark.cli.author.build", "Write the public tasks, or a fresh set from a seed."),
    "check": ("benchmark.cli.author.check", "Run all gates."),
    "collect": ("benchmark.cli.author.collect", "Keep an idea, or list those kept."),
    "new": ("benchmark.cli.author.new", "Begin a family: a module and a design page."),
    "preview": ("benchmark.cli.author.preview", "Draw contact sheets to look at."),
    "report": ("benchmark.cli.author.report", "Prove the twins, and say what a blind program can reach."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write open tasks: collect ideas, begin a family, look at it, check it, build it.

    Needs no network and no keys; all but collect and new need the extra `authoring`.
    """

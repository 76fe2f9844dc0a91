"""`sightbench author flowchart`: draw flowcharts, and keep those that a model drafts."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench author flowchart --help``).
COMMANDS: CommandList = {
    "draft": ("benchmark.cli.author.flowchart.drafts", "Let a model draw charts, and record who read them."),
    "draw": ("benchmark.cli.author.flowchart.draw", "Draw charts of programs, or from Mermaid text."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw flowcharts, and keep those that a model drafts.

    draw needs the extras `authoring` and `flowchart` for pictures. Only draft needs the network and a key.
    """

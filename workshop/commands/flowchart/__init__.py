"""`python -m workshop flowchart`: draw flowcharts, and keep those that a model drafts."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (its place, its line in ``python -m workshop flowchart --help``).
COMMANDS: CommandList = {
    "draft": ("workshop.commands.flowchart.drafts", "Let a model draw charts, and record who read them."),
    "draw": ("workshop.commands.flowchart.draw", "Draw charts of programs, or from Mermaid text."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw flowcharts, and keep those that a model drafts.

    draw needs the extra `workshop` for pictures. Only draft needs the network and a key.
    """

"""`sightbench review`: samples and tasks for people, and the analysis of what they answer."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench review --help``).
COMMANDS: CommandList = {
    "sample": ("benchmark.cli.review.sample", "Draw answers for people to label, or tasks to answer."),
    "score": ("benchmark.cli.review.score", "Analyse labels, people's own answers, or points of judges."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw samples and tasks for people, and analyse their answers."""

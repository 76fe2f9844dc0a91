"""`sightbench review`: samples and tasks for people, and the analysis of what they answer."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench review --help``).
COMMANDS: CommandList = {
    "sample": ("benchmark.cli.review.sample", "Draw a random sample of answers into a CSV file."),
    "tasks": ("benchmark.cli.review.tasks", "Draw tasks for people to answer themselves."),
    "baseline": ("benchmark.cli.review.baseline", "Average people's answers, and the gap of models to it."),
    "judges": ("benchmark.cli.review.judges", "Compare the points of two judges."),
    "score": ("benchmark.cli.review.score", "Analyse labels: shares, agreement, kinds of errors."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw samples and tasks for people, and analyse their answers."""

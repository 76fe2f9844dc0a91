"""`sightbench review`: samples and tasks for people, and the analysis of what they answer."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench review --help``).
COMMANDS: CommandList = {
    "handout": ("benchmark.cli.review.handout", "Write a folder of tasks for one solver of a trial."),
    "pictures": (
        "benchmark.cli.review.pictures",
        "Let a model label or describe pictures, and people correct it.",
    ),
    "sample": ("benchmark.cli.review.sample", "Draw answers for people to label, or tasks to answer."),
    "score": ("benchmark.cli.review.score", "Analyse labels, people's own answers, or points of judges."),
    "second-look": ("benchmark.cli.review.second_look", "Look at each hard task with its answer at hand."),
    "trial": ("benchmark.cli.review.trial", "Judge a solver's answers, and print the tables of trials."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw samples and tasks for people, and analyse their answers."""

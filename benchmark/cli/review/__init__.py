"""`sightbench review`: samples for people, and their labels back."""

import click

from benchmark.cli.review.sample import sample
from benchmark.cli.review.score import score


@click.group()
def command() -> None:
    """Draw samples for people to label, and read their labels back."""


command.add_command(sample)
command.add_command(score)

"""`sightbench review`: samples for people, and their labels back."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench review --help``).
COMMANDS: CommandList = {
    "sample": ("benchmark.cli.review.sample", "Draw a stratified, seeded sample as a CSV."),
    "score": ("benchmark.cli.review.score", "Read labels back: shares, agreement, kinds of errors."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Draw samples for people to label, and read their labels back."""

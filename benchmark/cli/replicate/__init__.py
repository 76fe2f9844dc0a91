"""`sightbench replicate`: compare our verdicts with published ones."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench replicate --help``).
COMMANDS: CommandList = {
    "code-vision": (
        "benchmark.cli.replicate.code_vision",
        "Judge the published answers of Code-Vision again, and compare all verdicts.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Compare our verdicts with published ones."""

"""`sightbench sandbox`: what the sandbox keeps out on this machine."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench sandbox --help``).
COMMANDS: CommandList = {
    "probe": (
        "benchmark.cli.sandbox.probe",
        "Try from inside what an answer must not be able to do, and print what came of it.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Show what the sandbox keeps out on this machine."""

"""`sightbench sandbox`: checks of the sandbox on this machine."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench sandbox --help``).
COMMANDS: CommandList = {
    "probe": (
        "benchmark.cli.sandbox.probe",
        "Try forbidden actions inside the sandbox, and print which are blocked.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Show what the sandbox blocks on this machine."""

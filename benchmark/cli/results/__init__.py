"""`sightbench results`: the branch that keeps the rows."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench results --help``).
COMMANDS: CommandList = {
    "check": (
        "benchmark.cli.results.check",
        "Check the branch of results: nothing of it was ever changed, and all of it is right.",
    ),
    "init": ("benchmark.cli.results.init", "Begin the branch of results in a repository."),
    "list": (
        "benchmark.cli.results.list_",
        "List all rows, oldest first: those that count, superseded ones, and withdrawn ones.",
    ),
    "retract": (
        "benchmark.cli.results.retract",
        "Withdraw the row whose id begins with ROW, from now on and for good.",
    ),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Keep the branch of results: begin it, check it, list it, withdraw a row."""

"""`sightbench results`: the branch that stores all rows."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench results --help``).
COMMANDS: CommandList = {
    "check": ("benchmark.cli.results.check", "Check that nobody changed the results branch."),
    "init": ("benchmark.cli.results.branch:init", "Create the results branch in a repository."),
    "list": ("benchmark.cli.results.branch:list_", "List all rows, or what was spent month by month."),
    "reconcile": ("benchmark.cli.results.reconcile", "Compare a vendor's bill with the ledger of money."),
    "retract": ("benchmark.cli.results.retract", "Withdraw a row."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Create, check and list the results branch; add up its money, compare bills; withdraw a row."""

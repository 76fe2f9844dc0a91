"""`sightbench results init` and `list`: create the branch, list its rows, add up its money."""

from pathlib import Path

import click

from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import refuse_others
from benchmark.cli.shared.results_branch import (
    branch_option,
    remote_branch,
    remote_option,
    rows_folder,
    rows_or_remote,
)
from benchmark.results import layout
from benchmark.results.branch import begin


@click.command("init")
@remote_option
@branch_option
def init(remote: str, branch: str) -> None:
    """Create the results branch in a repository.

    Pushes one commit with a README and no parent; leaves an existing branch as it is. Needs the right to
    push: over SSH as git does, or over HTTPS with a token in GITHUB_TOKEN. Safe to repeat.
    """
    with remote_branch(remote, branch) as target:
        files = {layout.README: layout.README_TEXT.encode()}
        created = begin(target.address, files, folder=target.folder, branch=branch, token=target.token)
    click.echo(f"branch {branch}: {'created' if created else 'already exists'}")


@click.command("list")
@rows_or_remote
@click.option("--slug", "slugs", multiple=True, help="Only rows of this submission; may be repeated.")
@click.option("--money", is_flag=True, help="Add up what was spent and is reserved, month by month, instead.")
def list_(*, rows: Path, remote: str | None, branch: str, slugs: tuple[str, ...], money: bool) -> None:
    """List all rows, oldest first, and show which are superseded or withdrawn; or add up the money.

    With --money, adds up what generating and scoring by a model has cost, and what is reserved, and says up
    to which day the vendors' bills agree.

    Reads the rows in --rows and the ledger next to it, or the results branch of --remote; writes nothing.
    Needs no keys, and no network if the rows are on disk. Safe to repeat.
    """
    from benchmark.analysis.ledger_report import ledger_table, money_table
    from benchmark.chain.plan.policy import JUDGE_KEY
    from benchmark.results.bill import BILLS, billed_keys, read_reconciliations
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import read_withdrawn
    from benchmark.results.money import read_money

    if money:
        refuse_others("--money", ("rows", "remote", "branch", "money"))
    with rows_folder(rows, remote, branch) as folder:
        if money:
            ledger, bills = read_money(folder.parent), read_reconciliations(folder.parent / BILLS)
            print_tables(money_table(ledger, bills, billed_keys(ledger, JUDGE_KEY)))
        else:
            print_tables(ledger_table(read_counted(folder, None), read_withdrawn(folder), slugs))

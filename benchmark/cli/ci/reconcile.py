"""`sightbench ci reconcile`: plan again for runs without a row."""

import click

from benchmark.cli.ci.options import (
    gpus_option,
    policy_option,
    rows_option,
    statuses_option,
    submissions_option,
)
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@click.option("--workflow", default="plan.yml", show_default=True, help="File name of the workflow to start.")
@click.option("--ref", default="main", show_default=True, help="Branch to run the workflow on.")
@click.option("--dry-run", is_flag=True, help="Print what would be done, and do nothing.")
def command(**options: object) -> None:
    """Plan again if runs have no row, and open an issue for each run that failed three times.

    Reads rows, statuses, submissions and the policy. Asks GitHub for earlier plans and evaluations, so that
    an attempt counts even if its result was lost. Does not start a plan while another one is being made.
    Closes an issue when its run has a row or was edited.

    Needs the network, and a token in GITHUB_TOKEN that may write actions and issues. Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.reconcile_run", **options)

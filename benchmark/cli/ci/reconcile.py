"""`sightbench ci reconcile`: runs that nobody works on are begun again."""

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
@click.option("--repository", default="", help="OWNER/NAME  [$GITHUB_REPOSITORY]")
@click.option(
    "--workflow", default="evaluate.yml", show_default=True, help="What is started: name of its file."
)
@click.option("--ref", default="main", show_default=True, help="Branch that it runs on.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
def command(**options: object) -> None:
    """Start the evaluation again where runs have no row, and open one issue for each that failed three times.

    Reads rows, statuses, submissions and the policy, and asks GitHub whether an evaluation is under way: then
    none is started. An issue is closed when its run has a row, or asks for something else. Needs the network,
    and a token in GITHUB_TOKEN that may write actions and issues. Repeating it is safe.
    """
    load_and_run("benchmark.cli.ci.reconcile_run", **options)

"""`sightbench ci check`: check the results branch against what earlier checks saw."""

import click

from benchmark.cli.ci.options import out_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import attestation_options
from benchmark.cli.shared.results_branch import branch_option, remote_option


@click.command()
@remote_option
@branch_option
@attestation_options
@click.option(
    "--workflow",
    default="reconcile.yml",
    show_default=True,
    help="File name of the workflow whose earlier runs kept the newest commits.",
)
@out_option
def command(**options: object) -> None:
    """Check that files were only added to the results branch since the last check of this workflow.

    Checks what `sightbench results check` checks. In addition, the branch must contain the newest commit that
    the last passed run of --workflow on the main branch kept as an artifact. If that artifact is missing, or
    an earlier run was deleted, the check fails, because the history may have been replaced. If the
    maintainers replaced it on purpose, they set `accepted_results` in the policy to the newest commit of the
    new history, and remove the field after the next passed check.

    Reads the policy, the whole branch, and workflow runs through the API; writes the newest commit to --out
    and the artifact's name to the step's outputs. Needs the network, the variables GITHUB_RUN_ID,
    GITHUB_RUN_NUMBER and GITHUB_SHA, and a token in GITHUB_TOKEN that may read actions. Safe to repeat. Exit
    code 1 if anything is wrong, 3 if GitHub does not answer.
    """
    load_and_run("benchmark.cli.ci.check_run", **options)

"""`sightbench ci runner`: register a self-hosted runner for one job."""

import click

from benchmark.cli.ci.options import policy_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.option("--gpu", "name", required=True, help="Name of a kind of GPU runner in the policy.")
@policy_option
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
def command(**options: object) -> None:
    """Register a runner for one job, and print the value for `run.sh --jitconfig`.

    Reads the labels of the runner from the policy. The printed value is a secret: whoever has it can take one
    job. Writes no files. Needs the network, and a token in GITHUB_TOKEN that may administer the repository;
    the machine of the runner needs neither this token nor Sightbench. Each call registers another runner,
    which GitHub deletes after its job.
    """
    load_and_run("benchmark.cli.ci.runner_run", **options)

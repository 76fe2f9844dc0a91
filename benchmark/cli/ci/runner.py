"""`sightbench ci runner`: register a self-hosted runner for one job."""

import click

from benchmark.cli.ci.options import policy_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.option("--gpu", "name", required=True, help="Name of a kind of runner in the policy.")
@policy_option
@click.option("--repository", default="", help="OWNER/NAME  [$GITHUB_REPOSITORY]")
def command(**options: object) -> None:
    """Register a runner for one job, and print what `run.sh --jitconfig` takes.

    The labels come from the policy. What is printed is a secret: whoever has it can take one job. Needs the
    network, and a token in GITHUB_TOKEN that may administer the repository; the machine of the runner needs
    neither the token nor this program. Each call registers another runner; GitHub forgets it after its job.
    """
    load_and_run("benchmark.cli.ci.runner_run", **options)

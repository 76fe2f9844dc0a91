"""`sightbench ci runner`: register a self-hosted runner for one job."""

from pathlib import Path

import click

from benchmark.cli.ci.options import policy_option


@click.command()
@click.option("--gpu", "name", required=True, help="Name of a kind of runner in the policy.")
@policy_option
@click.option("--repository", default="", help="OWNER/NAME  [$GITHUB_REPOSITORY]")
def command(*, name: str, policy: Path, repository: str) -> None:
    """Register a runner for one job, and print what `run.sh --jitconfig` takes.

    The labels come from the policy. What is printed is a secret: whoever has it can take one job. Needs the
    network, and a token in GITHUB_TOKEN that may administer the repository; the machine of the runner needs
    neither the token nor this program. Each call registers another runner; GitHub forgets it after its job.
    """
    import os
    import secrets

    from benchmark.chain.doctor.settings import RepositorySettings
    from benchmark.chain.github.ci_run import CiRun
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.plan.policy import read_policy
    from benchmark.core.errors import BadInput, shown

    gpus = {gpu.name: gpu for gpu in read_policy(policy).gpus}
    if name not in gpus:
        problem = f"{policy} has no kind of runner {shown(name)}"
        raise BadInput("--gpu", "", problem, f"one of: {', '.join(gpus) or 'none; add it under gpus'}")
    runner = f"{name}-{secrets.token_hex(4)}"
    with RestApi.from_environment() as rest:
        settings = RepositorySettings(
            Repository(repository or CiRun.from_environment(os.environ).repository, rest)
        )
        config = settings.just_in_time_runner(runner, list(gpus[name].labels))
    click.echo(f"runner {runner} takes one job with the labels {', '.join(gpus[name].labels)}", err=True)
    click.echo(config)

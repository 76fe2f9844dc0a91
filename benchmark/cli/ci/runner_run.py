"""The work of `sightbench ci runner`."""

import os
import secrets
from pathlib import Path

from benchmark.chain.doctor.settings import RepositorySettings
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value


def run(*, name: str, policy: Path, repository: str) -> None:
    """Register a runner and print its configuration."""
    gpus = {gpu.name: gpu for gpu in read_policy(policy).gpus}
    if name not in gpus:
        problem = f"{policy} has no kind of GPU runner {quote_value(name)}"
        raise BadInput(
            "--gpu", "", problem, f"use one of: {', '.join(gpus)}" if gpus else "add it under gpus"
        )
    runner = f"{name}-{secrets.token_hex(4)}"
    with RestApi.from_environment() as rest:
        settings = RepositorySettings(
            Repository(repository or CiRun.from_environment(os.environ).repository, rest)
        )
        config = settings.just_in_time_runner(runner, list(gpus[name].labels))
    say(f"runner {runner} takes one job with the labels {', '.join(gpus[name].labels)}", err=True)
    say(config)

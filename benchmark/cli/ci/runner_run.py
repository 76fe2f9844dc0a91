"""The work of `sightbench ci runner`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.runner.program import RunnerProgram
from benchmark.chain.runner.serving import GpuServer
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value

_TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")


def run(
    *,
    gpus: tuple[str, ...],
    runner: Path,
    user: str,
    repository: str,
    group: str,
    passed: tuple[str, ...],
    work: Path | None,
    every: float,
    once: bool,
    policy: Path,
) -> None:
    """Serve the planned jobs of a repository until interrupted."""
    _check_kinds(gpus, policy)
    program = RunnerProgram(folder=runner, account=user, passed=_variables(passed), work=work)
    with RestApi.from_environment() as rest:
        if not rest.has_token:
            raise BadInput(
                "GITHUB_TOKEN", "", "is not set", "put a token into it that may administer runners"
            )
        server = GpuServer(
            repository=Repository(repository or CiRun.from_environment(os.environ).repository, rest),
            gpus=gpus,
            group=group,
            program=program,
            report=lambda line: say(line, err=True),
            every=every,
        )
        say(f"waiting for jobs that need {', '.join(gpus)}", err=True)
        server.serve(once=once)


def _check_kinds(gpus: tuple[str, ...], policy: Path) -> None:
    known = [gpu.name for gpu in read_policy(policy).gpus]
    for name in gpus:
        if name not in known:
            problem = f"{policy} has no kind of GPU runner {quote_value(name)}"
            fix = f"use one of: {', '.join(known)}" if known else "add it under gpus"
            raise BadInput("--gpu", "", problem, fix)


def _variables(names: tuple[str, ...]) -> dict[str, str]:
    """Return the variables that jobs get.

    Raises:
        BadInput: for the token, with which a job could register runners, and for a variable that is not set.
    """
    secret = {os.environ[name] for name in _TOKENS if os.environ.get(name)}
    found = {}
    for name in names:
        if name not in os.environ:
            raise BadInput(
                "--pass", "", f"the variable {quote_value(name)} is not set", "set it, or leave it out"
            )
        if name in _TOKENS or os.environ[name] in secret:
            raise BadInput("--pass", "", f"{quote_value(name)} is the token of this command", "leave it out")
        found[name] = os.environ[name]
    return found

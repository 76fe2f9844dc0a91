"""`sightbench doctor`: find out what a repository needs to run its own benchmark."""

from __future__ import annotations

import datetime
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import FOLDER
from benchmark.core.errors import BadInput, Differs, printable_text, quote_value
from benchmark.core.install import install_extra

if TYPE_CHECKING:
    from benchmark.chain.doctor.clone import Diagnosis, Requirement
    from benchmark.chain.plan.policy import Policy

_MARKS = {"ok": "ok", "missing": "MISSING", "unknown": "unknown"}


@click.command()
@click.option(
    "--folder", type=FOLDER, default=Path(), help="Root folder of the clone; the current folder by default."
)
@click.option(
    "--repository",
    envvar="GITHUB_REPOSITORY",
    default="",
    metavar="OWNER/NAME",
    help="The repository on GitHub; by default the remote of the clone.",
)
@click.option("--offline", is_flag=True, help="Check the clone only; do not query GitHub.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/doctor.json).")
def command(*, folder: Path, repository: str, offline: bool, as_json: bool) -> None:
    """Check what a repository needs to run its own benchmark, and print how to add what is missing.

    Reads the clone. With a token in GITHUB_TOKEN or GH_TOKEN, also queries GitHub for settings: branches and
    their rules, environments, names of secrets, Pages, what workflows may do, runners, and whether the nights
    are still scheduled: in a public repository, GitHub stops schedules after 60 days without activity. A
    setting that the token may not read is reported as unknown. Writes nothing. Needs the network unless
    --offline is given. Safe to repeat. Exit code 1 if something is missing.
    """
    from benchmark.chain.doctor.clone import Diagnosis, clone_requirements, policy_of, repository_of
    from benchmark.chain.doctor.nights import SCHEDULE, nights_planned, schedule_of_clone
    from benchmark.chain.github.repository import is_repository
    from benchmark.cli.shared.suite_names import known_suites

    if not folder.is_dir():
        raise BadInput(folder, "", "is not a folder", "name the root folder of a clone")
    if repository and not is_repository(repository):
        problem = f"{quote_value(repository)} is not OWNER/NAME"
        raise BadInput("--repository", "", problem, "write it like acme/sightbench")
    repository = repository or repository_of(folder)
    findings = [*clone_requirements(folder, known_suites())]
    policy = policy_of(folder)
    findings.append(nights_planned(folder, policy))
    hosted = _check_github(repository, policy, offline=offline)
    if all(found.name != SCHEDULE for found in hosted):
        schedule = schedule_of_clone(folder, datetime.datetime.now(datetime.UTC))
        findings += [] if schedule is None else [schedule]
    findings += hosted
    found = Diagnosis(repository=repository, findings=findings)
    if as_json:
        print_json(found)
    else:
        _print(found)
    if found.missing:
        problem = f"{len(found.missing)} of {len(findings)} requirements are missing"
        raise Differs(problem, "see the column `what to do` above")


def _check_github(repository: str, policy: Policy | None, *, offline: bool) -> list[Requirement]:
    """Check the settings on GitHub; if that is not possible, return one finding with the reason."""
    from benchmark.chain.doctor.clone import Requirement
    from benchmark.chain.doctor.hosted import repository_requirements
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi

    why, fix = "", ""
    if offline:
        why, fix = "not checked", "leave --offline out"
    elif not repository:
        why, fix = "the clone has no remote on GitHub", "name the repository with --repository OWNER/NAME"
    elif importlib.util.find_spec("httpx2") is None:
        why, fix = "not checked: the extra `github` is not installed", install_extra("github")
    if why:
        return [Requirement(name="settings on GitHub", state="unknown", said=why, fix=fix)]
    with RestApi.from_environment() as rest:
        if not rest.has_token:
            fix = "put a token into GITHUB_TOKEN"
            return [
                Requirement(name="settings on GitHub", state="unknown", said="not checked: no token", fix=fix)
            ]
        return list(repository_requirements(Repository(repository, rest), policy))


def _print(found: Diagnosis) -> None:
    console = output()
    table = plain_table("", "what", "found", "what to do")
    for item in found.findings:
        table.add_row(
            _MARKS[item.state], printable_text(item.name), printable_text(item.said), printable_text(item.fix)
        )
    console.print(table)
    console.print(f"{found.repository or 'no repository on GitHub'}: {len(found.missing)} missing")

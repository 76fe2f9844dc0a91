"""The work of `sightbench doctor`."""

import datetime
import importlib.util
from pathlib import Path

from benchmark.chain.doctor.clone import Diagnosis, Requirement, clone_requirements, policy_of, repository_of
from benchmark.chain.doctor.hosted import repository_requirements
from benchmark.chain.doctor.nights import SCHEDULE, nights_planned, schedule_of_clone
from benchmark.chain.github.repository import Repository, is_repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import Policy
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, Differs, printable_text, quote_value
from benchmark.core.install import install_extra

_MARKS = {"ok": "ok", "missing": "MISSING", "unknown": "unknown"}


def run(*, folder: Path, repository: str, offline: bool, as_json: bool) -> None:
    """Check a clone and its settings on GitHub; print what is missing."""
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

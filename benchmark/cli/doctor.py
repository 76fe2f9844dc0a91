"""`sightbench doctor`: what a repository lacks to run its own benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER

if TYPE_CHECKING:
    from benchmark.chain.doctor.clone import Diagnosis, Requirement
    from benchmark.chain.plan.policy import Policy

_MARKS = {"ok": "ok", "missing": "MISSING", "unknown": "unknown"}


@click.command()
@click.option("--folder", type=FOLDER, default=Path(), help="Root of a clone  [this folder]")
@click.option("--repository", envvar="GITHUB_REPOSITORY", default="", metavar="OWNER/NAME", help="On GitHub.")
@click.option("--offline", is_flag=True, help="Ask GitHub nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/doctor.json).")
def command(*, folder: Path, repository: str, offline: bool, as_json: bool) -> None:
    """Check what a repository needs to run its own benchmark; print what is missing and the way to get it.

    Reads the clone; with GITHUB_TOKEN (or GH_TOKEN), unless --offline, asks GitHub about its settings:
    branches, environments, names of secrets, Pages, workflows, runners. What the token may not see is
    unknown, never fine. Writes nothing. Repeating it is safe. Exit code 1 when something is missing.
    """
    from benchmark.chain.doctor.clone import Diagnosis, clone_requirements, policy_of, repository_of
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import BadInput, Differs

    if not folder.is_dir():
        raise BadInput(folder, "", "is no folder", "name the root of a clone")
    repository = repository or repository_of(folder)
    findings = [*clone_requirements(folder, known_suites())]
    findings += _asked(repository, policy_of(folder), offline=offline)
    found = Diagnosis(repository=repository, findings=findings)
    if as_json:
        from benchmark.cli.shared.statistics import print_json

        print_json(found)
    else:
        _print(found)
    if found.missing:
        problem = f"{len(found.missing)} of {len(findings)} things are missing"
        raise Differs(problem, "each line says how to get it")


def _asked(repository: str, policy: "Policy | None", *, offline: bool) -> "list[Requirement]":
    """What GitHub says, or why it was not asked."""
    import importlib.util

    from benchmark.chain.doctor.clone import Requirement

    why, fix = "", ""
    if offline:
        why, fix = "not asked", "leave --offline out"
    elif not repository:
        why, fix = "no remote on GitHub", "name it with --repository OWNER/NAME"
    elif importlib.util.find_spec("httpx2") is None:
        why, fix = "not asked: the extra github is missing", 'pip install "sightbench[github]"'
    if why:
        return [Requirement(name="settings on GitHub", state="unknown", said=why, fix=fix)]
    from benchmark.chain.doctor.hosted import repository_requirements
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi

    with RestApi.from_environment() as rest:
        if not rest.has_token:
            fix = "give a token in GITHUB_TOKEN"
            return [
                Requirement(name="settings on GitHub", state="unknown", said="not asked: no token", fix=fix)
            ]
        return list(repository_requirements(Repository(repository, rest), policy))


def _print(found: "Diagnosis") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    table = plain_table("", "what", "found", "what to do")
    for one in found.findings:
        table.add_row(_MARKS[one.state], printable(one.name), printable(one.said), printable(one.fix))
    console.print(table)
    console.print(f"{found.repository or 'no repository on GitHub'}: {len(found.missing)} missing")

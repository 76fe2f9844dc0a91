"""`sightbench doctor`: find out what a repository needs to run its own benchmark."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import FOLDER, refuse_others
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, Differs, SandboxFailure, printable_text, quote_value

if TYPE_CHECKING:
    from benchmark.chain.doctor.clone import Diagnosis


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
@click.option(
    "--sandbox", is_flag=True, help="Only try the sandbox, which needs no clone, and print what it blocks."
)
@click.option("--fix", is_flag=True, help="Print the changes of GitHub's settings that can be made.")
@click.option("--yes", is_flag=True, help="With --fix: make the changes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/doctor.json).")
def command(
    *, folder: Path, repository: str, offline: bool, sandbox: bool, fix: bool, yes: bool, as_json: bool
) -> None:
    """Check what a repository needs to run its own benchmark, as a checklist of eight steps in order.

    Each point is `ok`, `to do` with what to do, or `unseen`: it cannot be seen from here. Reads the clone.
    With a token in GITHUB_TOKEN or GH_TOKEN, also queries GitHub for settings: branches and their rules,
    releases, environments, names of secrets, Pages, runners, and what workflows may do. A setting that the
    token may not read is unseen. Writes nothing without --fix --yes. Needs the network unless --offline is
    given. Safe to repeat. Exit code 1 if something is to do.

    With --fix, prints each change of GitHub's settings as a command of `gh`: rules of branches, environments,
    permissions, Pages, labels. With --yes, makes them, with a token that may write Administration, Actions,
    Environments, Pages and Issues, such as `gh auth token` prints. A second call finds nothing to change.

    With --sandbox, tries inside the sandbox, and behind the second wall around the processes that judge,
    what an answer must not be able to do. Says what an escape of one wall could still do, and how fast this
    machine is compared with the reference machine: time limits are multiplied by that factor. Exit code 3 if
    something is not blocked; then Sightbench refuses to judge on this machine.
    """
    if sandbox:
        refuse_others("--sandbox", ("sandbox",))
        _try_sandbox()
        return
    from benchmark.chain.doctor.hosted import checklist, diagnose
    from benchmark.chain.github.repository import is_repository
    from benchmark.chain.plan.policy import POLICY_FILE
    from benchmark.submissions.files import SUBMISSIONS
    from benchmark.suites.run_names import known_suites

    if repository and not is_repository(repository):
        problem = f"{quote_value(repository)} is not OWNER/NAME"
        raise BadInput("--repository", "", problem, "write it like acme/sightbench")
    if yes and not fix:
        raise BadInput("--yes", "", "needs --fix", "add --fix, or leave --yes out")
    if fix and offline:
        raise BadInput("--fix", "", "cannot be used with --offline", "leave one of them out")
    if not any((folder / name).exists() for name in (POLICY_FILE, SUBMISSIONS)):
        problem = f"{quote_value(str(folder))} has neither {POLICY_FILE} nor {SUBMISSIONS}"
        raise BadInput("--folder", "", problem, "name the root folder of a clone, or enter it")
    found = diagnose(folder, repository, known_suites(), offline=offline)
    if fix and _change_settings(folder, found, make=yes):
        found = diagnose(folder, repository, known_suites(), offline=offline)
    missing = sum(finding.state == "missing" for finding in found.findings)
    if as_json:
        print_json(found)
    else:
        if folder.resolve() != Path.cwd():
            say(f"the commands below run after: cd {shlex.quote(str(folder))}")
        *lines, counts = checklist(found.findings)
        for line in (*lines, f"{found.repository or 'no repository on GitHub'}: {counts}"):
            # Findings quote settings of the repository and names of runners, which others chose.
            say(printable_text(line))
    if missing:
        raise Differs(f"{plural(missing, 'requirement')} to do", "see what is `to do` above")


def _change_settings(folder: Path, found: Diagnosis, *, make: bool) -> bool:
    """Print the changes of settings, on standard error, and make them if ``make``; return whether it did."""
    from benchmark.chain.doctor.clone import policy_of
    from benchmark.chain.doctor.settings import apply_change, setting_changes
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.jobs.settling import LABEL
    from benchmark.nightly.issues import LABELS

    unseen = {finding.name: finding for finding in found.findings}.get("settings on GitHub")
    if unseen is not None:
        raise BadInput("--fix", "", f"settings on GitHub: {unseen.said}", unseen.fix)
    with RestApi.from_environment() as rest:
        repository = Repository(found.repository, rest)
        labels = (LABEL, *LABELS.values())
        changes = setting_changes(repository, policy_of(folder), found.findings, labels)
        for change in changes:
            say(printable_text(f"{change.requirement}: {change.command()}"), err=True)
            if make:
                apply_change(repository, change)
        done = "made" if make else "to make with --yes"
        say(f"{plural(len(changes), 'change')} {done}" if changes else "nothing to change", err=True)
    return make and bool(changes)


def _try_sandbox() -> None:
    from benchmark.sandbox.host.probe import REFERENCE_SECONDS, probe

    findings, calibration = probe()
    table = plain_table("an answer must not", "")
    for finding in findings:
        table.add_row(finding.what, "blocked" if finding.kept_out else "NOT BLOCKED")
    output().print(table)
    output().print(
        f"the speed test takes {1000 * calibration.seconds:.2f} ms of CPU here, "
        f"{1000 * REFERENCE_SECONDS:.2f} ms on the reference machine: "
        f"time limits × {calibration.time_factor:g}"
    )
    output().print(
        "an answer that escapes from the sandbox can do what the account that judges can; one that gets into "
        "a judging process can forge verdicts of its own worker's later samples, and no more"
    )
    if not all(finding.kept_out for finding in findings):
        raise SandboxFailure(
            "the sandbox does not block everything on this machine; Sightbench refuses to judge here"
        )

"""`sightbench ci night-publish`: push the records of a night, and bring issues up to date."""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.chain.github.ci_run import CiRun, write_outputs
from benchmark.cli.ci.options import policy_option, submissions_option
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.results_branch import branch_option, remote_branch, remote_option
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput
from benchmark.results.layout import NIGHTLY

if TYPE_CHECKING:
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import ApiError
    from benchmark.nightly.alarms import Alarm
    from benchmark.nightly.issues import NightlyIssues, NightState
    from benchmark.nightly.records import FindAcceptance, NightWriter
    from benchmark.results.branch import PublishOutcome
    from benchmark.results.nights import Decision

_FORBIDDEN = 403


@click.command("night-publish")
@click.option(
    "--found",
    type=FOLDER,
    multiple=True,
    help="Folder with what a step of the night wrote, or a folder with several of these.",
)
@remote_option
@branch_option
@submissions_option
@policy_option
@click.option("--repository", default="", help="The repository whose issues are updated, OWNER/NAME.")
def command(
    *,
    found: Sequence[Path],
    remote: str,
    branch: str,
    submissions: Path,
    policy: Path,
    repository: str,
) -> None:
    """Push the records that the steps of a night found to the results branch, and update its issues."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import ApiError, RestApi
    from benchmark.chain.plan.policy import read_policy
    from benchmark.nightly.discovery import new_versions
    from benchmark.nightly.issues import NightlyIssues, NightState
    from benchmark.nightly.records import NightWriter, read_found, record_paths
    from benchmark.results.nights import Decision, NightlyEvent, read_records

    if not submissions.is_dir():
        raise BadInput(submissions, "", "is not a folder of submissions", "name one with --submissions")
    ci, rules = CiRun.from_environment(os.environ).on_main(), read_policy(policy)
    for folder in found:
        if not folder.exists():
            say(f"{folder} does not exist: no step found anything, or its artifact was not fetched", err=True)
    writer = NightWriter(read_found(found), report=lambda line: say(line, err=True))
    name = repository or ci.repository
    failures: list[ApiError] = []  # the records are pushed all the same; the next publish updates issues
    issues: NightlyIssues | None = None
    with contextlib.ExitStack() as stack:
        target = stack.enter_context(remote_branch(remote, branch))
        source = Repository(name, stack.enter_context(RestApi.from_environment())) if name else None
        home = f"{ci.server}/{name}"
        if source is not None:
            try:
                issues = NightlyIssues(source, rules)
                writer.accepted = _acceptances(issues, home, failures)
            except ApiError as error:
                failures.append(error)
        outcome = target.publish(writer, writer.needed)
        _say_pushed(outcome, writer, branch)
        write_outputs(os.environ, {"added": "true" if outcome.added else "false"})
        for failure in failures:
            raise failure
        if source is not None and issues is not None:
            nightly = outcome.checkout / NIGHTLY
            events = read_records(nightly, NightlyEvent)
            state = NightState(
                decisions=read_records(nightly, Decision),
                events=events,
                versions=new_versions(events, rules, submissions),
                home=home,
                site=_site_of(source),
                branch=branch,
                panels=record_paths(outcome.checkout),
            )
            _update(issues, state)


def _acceptances(issues: NightlyIssues, home: str, failures: list[ApiError]) -> FindAcceptance:
    """Return a function that asks GitHub who closed an alarm's issue, and adds errors to ``failures``."""
    from benchmark.chain.github.rest import ApiError

    def ask(alarm: Alarm) -> Decision | None:
        try:
            return issues.accepted_level(alarm, home)
        except ApiError as error:
            failures.append(error)
            return None

    return ask


def _site_of(source: Repository) -> str:
    """Return the address of the site; empty if there is none, or this token may not read it."""
    from benchmark.chain.github.rest import none_if
    from benchmark.chain.plan.publishing import site_address

    return none_if(lambda: site_address(source), _FORBIDDEN) or ""


def _say_pushed(outcome: PublishOutcome, writer: NightWriter, branch: str) -> None:
    from benchmark.results.nights import Decision

    decisions = [new.record for new in writer.found if isinstance(new.record, Decision)]
    for decision in (*decisions, *writer.decided):
        if decision.outcome in ("regressed", "improved", "new-baseline"):
            say(f"{decision.outcome.replace('-', ' ')}: {decision.slug}: {decision.reason}")
    tries = f" in {outcome.attempts} attempts" if outcome.attempts > 1 else ""
    count = len(outcome.added)
    say(f"{count} file(s) added to {branch}{tries}" if count else f"nothing new for {branch}")


def _update(issues: NightlyIssues, state: NightState) -> None:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    for change in issues.update(state, today):
        number = "" if change.number is None else f" #{change.number}"
        if change.action == "waiting":
            say(f"issue not opened yet, as there are too many today: {change.title}")
        else:
            say(f"issue{number} {change.action}: {change.title}")

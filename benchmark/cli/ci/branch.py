"""`sightbench ci check` and `publish`: whether the results branch and the site are what they should be."""

import os
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.cli.ci.options import out_option, repository_option, rows_option
from benchmark.cli.shared.options import attestation_options
from benchmark.cli.shared.results_branch import branch_option, remote_option
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.results.git import Git

_SHOWN_ID = 12


@click.command("check")
@remote_option
@branch_option
@attestation_options
@click.option(
    "--workflow",
    default="reconcile.yml",
    show_default=True,
    help="File name of the workflow whose earlier runs kept the newest commits.",
)
@out_option
def check(
    *,
    remote: str,
    branch: str,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    workflow: str,
    out: Path,
) -> None:
    """Check that files were only added to the results branch since the last check of this workflow."""
    from benchmark.chain.plan.newest_seen import artifact_name
    from benchmark.chain.plan.policy import read_policy
    from benchmark.cli.shared.branch_check import check_branch, report_branch
    from benchmark.cli.shared.row_signatures import attestation_checker

    checker = attestation_checker(policy, repository, trusted_root)
    accepted = read_policy(policy).accepted_results
    seen, lost = _newest_seen(workflow)
    checked = check_branch(remote, branch, seen=seen, accepted=accepted, checker=checker)
    problems = []
    if (lost or checked.rewritten) and checked.tip != accepted:
        reason = lost or "the history was replaced"
        problems.append(
            f"{reason}; fix: restore the branch; if it was replaced on purpose,"
            f" set accepted_results in {policy} to {checked.tip}"
        )
    elif accepted and not lost and (checked.tip != accepted or accepted in seen):
        problems.append(
            f"{policy}: accepted_results: {accepted[:_SHOWN_ID]} is no longer needed: the field would hide"
            " that somebody set the branch back to this commit; fix: remove the field"
        )
    report_branch(checked, branch, problems)
    write_atomic(out / "commit", f"{checked.tip}\n".encode("ascii"))
    write_outputs(os.environ, {"artifact": artifact_name(checked.tip)})


def _newest_seen(workflow: str) -> tuple[tuple[str, ...], str]:
    """Return the commits that the last passed check saw, or none and the reason why they are unknown."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.github.workflow_runs import WorkflowRuns
    from benchmark.chain.plan.newest_seen import SeenCommitLostError, newest_seen

    ci = CiRun.from_environment(os.environ)
    number = os.environ.get("GITHUB_RUN_NUMBER", "")
    if not ci.id or not ci.commit or not number.isascii() or not number.isdecimal():
        problem = "GITHUB_RUN_ID, GITHUB_RUN_NUMBER or GITHUB_SHA is not set"
        raise BadInput(
            "environment", "", problem, "run this command in a workflow, or sightbench results check"
        )
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository(ci.repository, rest))
        try:
            return newest_seen(runs, workflow, run=int(ci.id), number=int(number), commit=ci.commit), ""
        except SeenCommitLostError as error:
            return (), str(error)


@click.command("publish")
@rows_option
@repository_option
@click.option("--workflow", default="site.yml", show_default=True, help="File name of the workflow to start.")
@click.option("--ref", default="main", show_default=True, help="Branch on which the workflow runs.")
@click.option("--dry-run", is_flag=True, help="Start nothing.")
def publish(*, rows: Path, repository: str, workflow: str, ref: str, dry_run: bool) -> None:
    """Start the workflow of the site if its pages are older than the rows or its files."""
    from benchmark.chain.github.repository import GitHub, Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.plan.publishing import PublishedSite, publish

    newest = Git(rows.parent).text("rev-parse", "HEAD")
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        at = Repository(name, rest)
        done = publish(
            PublishedSite(at), GitHub(at), results=newest, workflow=workflow, branch=ref, dry=dry_run
        )
    if not done.behind:
        say("the site shows every row and page")
    elif done.started:
        say(f"{workflow} {'would be ' if dry_run else ''}started: {done.behind}")
    else:
        say(f"{workflow} is already in progress: {done.behind}")

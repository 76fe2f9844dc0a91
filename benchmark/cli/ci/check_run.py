"""The work of `sightbench ci check`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.newest_seen import SeenCommitLostError, artifact_name, newest_seen
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.shared.branch_check import check_branch, report_branch
from benchmark.cli.shared.row_signatures import attestation_checker
from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic

_SHOWN_ID = 12


def run(
    *,
    remote: str,
    branch: str,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    workflow: str,
    out: Path,
) -> None:
    """Check the branch, print every problem, and write the newest commit for the next check."""
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

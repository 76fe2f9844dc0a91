"""The newest commit of the results branch that an earlier check saw: the name of a job of its workflow run.

GitHub lists the jobs of all attempts, and none can be deleted without the run. A tag or a file on a branch
would be no protection: whoever may replace the history of ``results`` may move them too.
"""

import os
import re

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.core.errors import BadInput, SightbenchError

#: Name of the job of ``care.yml`` that checks the branch.
CHECK_JOB = "Check that no row was changed"
_NAME = re.compile(r"results at ([0-9a-f]{40}|[0-9a-f]{64})")


class SeenCommitLostError(SightbenchError):
    """An earlier check passed, or was deleted, and the commit that it saw is unknown."""


def newest_seen(runs: WorkflowRuns, workflow: str, *, run: int, number: int, commit: str) -> tuple[str, ...]:
    """Return the newest commits that the last passed check saw; empty if no check has passed yet.

    A repeated workflow run may have seen several commits.

    Args:
        runs: the workflow runs of the repository.
        workflow: file name of the workflow that checks.
        run: id of the current run, which is left out.
        number: number of the current run. GitHub counts from 1, and deleted runs keep their numbers.
        commit: commit of the main branch on which the current run works. Only runs on this commit or on an
            earlier one of the branch count.

    Raises:
        SeenCommitLostError: if a check passed and no job has its commit, or earlier runs were deleted.
        ApiError: if a request to GitHub fails.
    """
    following = number
    for earlier in runs.of(workflow):
        if earlier.run_number >= number or earlier.id == run:
            continue
        if earlier.run_number != following - 1:
            break
        following = earlier.run_number
        # A tag can be called main too, and the workflow file of its commit can name any job.
        if not runs.is_ours(earlier, workflow) or not runs.is_ancestor(earlier.head_sha, commit):
            continue
        passed = {job.name for job in runs.jobs(earlier.id) if job.conclusion == "success"}
        if kept := {found[1] for name in passed if (found := _NAME.fullmatch(name))}:
            return tuple(sorted(kept))
        if CHECK_JOB in passed:  # in any attempt, even if another job of the run failed
            raise SeenCommitLostError(
                f"run {earlier.id} of {workflow} passed, but no job of it is called `results at <commit>`"
            )
    if following != 1:
        raise SeenCommitLostError(
            f"run number {following - 1} of {workflow} was deleted, so the commit that it saw is unknown"
        )
    return ()


def seen_before(workflow: str) -> tuple[tuple[str, ...], str]:
    """Return what :func:`newest_seen` returns for this workflow run, or why the commits are unknown.

    Raises:
        BadInput: outside a workflow.
        ApiError: if a request to GitHub fails.
    """
    ci = CiRun.from_environment(os.environ)
    number = os.environ.get("GITHUB_RUN_NUMBER", "")
    if not ci.id or not ci.commit or not number.isascii() or not number.isdecimal():
        problem = "GITHUB_RUN_ID, GITHUB_RUN_NUMBER or GITHUB_SHA is not set"
        raise BadInput("environment", "", problem, "run this command in a workflow, or leave out --workflow")
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository(ci.repository, rest))
        try:
            return newest_seen(runs, workflow, run=int(ci.id), number=int(number), commit=ci.commit), ""
        except SeenCommitLostError as error:
            return (), str(error)

"""Finds the newest commit of `results` that an earlier check saw, in the name of a job of its run.

GitHub lists the jobs of all attempts, and none can be deleted without the run. A tag or a file on a branch
would be no protection: whoever may replace the history of ``results`` may move them too.
"""

import os
import re

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.core.errors import BadInput

#: Name of the job of ``care.yml`` that checks the branch.
CHECK_JOB = "Check that no row was changed"
_NAME = re.compile(r"results at ([0-9a-f]{40}|[0-9a-f]{64})")


def seen_before(workflow: str) -> tuple[tuple[str, ...], str]:
    """Return the newest commits that the last passed check of this workflow saw, or why they are unknown.

    Both values are empty if no check has passed yet. A repeated workflow run may have seen several commits.

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
        following = int(number)  # GitHub counts from 1, and deleted runs keep their numbers
        for earlier in runs.of(workflow):
            if earlier.run_number >= int(number) or earlier.id == int(ci.id):
                continue
            if earlier.run_number != following - 1:
                break
            following = earlier.run_number
            # Only runs on this commit of the main branch, or on an earlier one, count: a tag can be called
            # main too, and the workflow file of its commit can name any job.
            if not runs.is_ours(earlier, workflow) or not runs.is_ancestor(earlier.head_sha, ci.commit):
                continue
            passed = {job.name for job in runs.jobs(earlier.id) if job.conclusion == "success"}
            if kept := {found[1] for name in passed if (found := _NAME.fullmatch(name))}:
                return tuple(sorted(kept)), ""
            if CHECK_JOB in passed:  # in any attempt, even if another job of the run failed
                named = "passed, but no job of it is called `results at <commit>`"
                return (), f"run {earlier.id} of {workflow} {named}"
    if following != 1:
        lost = "was deleted, so the commit that it saw is unknown"
        return (), f"run number {following - 1} of {workflow} {lost}"
    return (), ""

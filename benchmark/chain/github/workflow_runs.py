"""Workflow runs of a repository: their jobs, and their artifacts, which are read as data.

The name of a job keeps the newest commit of ``results`` that a check saw. GitHub lists the jobs of all
attempts, and none can be deleted without its run. A tag or a file on a branch would be no protection: whoever
may replace the history of ``results`` may move them too. That job may get no machine after the check has
passed (actions/runner#4065), so an artifact of the check itself has the same name.
"""

import io
import os
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from http import HTTPStatus

from pydantic import Field

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository, TrackedRun
from benchmark.chain.github.rest import Answer, ApiModel, ApiRequest, Query, RestApi, none_if
from benchmark.core.errors import BadInput, OurFailure

MAIN = "main"  #: the branch on which plans are made and evaluated
DOWNLOAD_LIMIT = 256 << 20  #: maximum bytes of an artifact that is read
_DESCENDS = ("ahead", "identical")  #: GitHub's words for a commit whose history contains the other commit


class RunArtifact(ApiModel):
    """An artifact of a workflow run. One that has expired is still listed."""

    id: int
    name: str
    expired: bool = False
    size_in_bytes: int = 0


class RunJob(ApiModel):
    """A job of a workflow run."""

    name: str
    id: int = 0
    status: str = ""
    conclusion: str | None = None  #: None until the job has ended
    steps: list[object] = Field(default_factory=list)  #: none before the job begins
    labels: list[str] = Field(default_factory=list)  #: a runner needs all of them to get the job
    runner_name: str | None = None  #: None until a runner has the job
    run_attempt: int = 1  #: the attempt of the workflow run


class WorkflowRuns:
    """The workflow runs of a repository.

    Every method raises :class:`.rest.ApiError` if the request fails.
    """

    def __init__(self, repository: Repository) -> None:
        self._at, self._rest, self._repository = repository.path, repository.rest, repository.name

    def of(self, workflow: str, query: Query | None = None) -> Iterator[TrackedRun]:
        """Yield all runs of a workflow file, on any branch and for any reason, newest first."""
        path = self._at("actions", "workflows", workflow, "runs")
        return self._rest.pages(TrackedRun, path, query, within="workflow_runs")

    def find(self, run: int) -> TrackedRun | None:
        """Return a run of any workflow by its id; None if it was deleted."""
        return self._rest.find(TrackedRun, self._at("actions", "runs", run))

    def is_ours(self, run: TrackedRun, workflow: str) -> bool:
        """Whether a run belongs to a workflow on the main branch, and not to a fork or a pull request."""
        return (
            # GitHub may add `@` and the branch to the path.
            run.path.partition("@")[0] == f".github/workflows/{workflow}"
            and run.head_branch == MAIN
            and run.event in ("push", "schedule", "workflow_dispatch")
            and run.head_repository.lower() == self._repository.lower()
        )

    def is_ancestor(self, commit: str, newer: str) -> bool:
        """Whether a commit is in the history of another one, or is the same."""
        if commit == newer:
            return True
        path = self._at("compare", f"{commit}...{newer}")
        # Only the status is read, not the list of commits.
        found = self._rest.find(dict[str, object], path, {"per_page": 1})
        return found is not None and found.get("status") in _DESCENDS

    def artifacts(self, run: int) -> tuple[RunArtifact, ...]:
        """Return the artifacts of a run, including expired ones; none if the run was deleted."""
        return self._of_run(RunArtifact, run, "artifacts") or ()

    def jobs(self, run: int) -> tuple[RunJob, ...] | None:
        """Return the jobs of all attempts of a run; None if GitHub has no such run, for now or any more."""
        return self._of_run(RunJob, run, "jobs", {"filter": "all"})

    def _of_run(
        self, item: type[Answer], run: int, kind: str, query: Query | None = None
    ) -> tuple[Answer, ...] | None:
        pages = self._rest.pages(item, self._at("actions", "runs", run, kind), query, within=kind)
        return none_if(lambda: tuple(pages), HTTPStatus.NOT_FOUND)

    def files(self, artifact: RunArtifact, names: Collection[str], limit: int) -> Mapping[str, bytes]:
        """Return the named files of an artifact; names that it lacks are left out.

        An artifact that has expired, was deleted, or has more than 256 MiB has no files.

        Raises:
            OurFailure: if the artifact is damaged, or a file has more than ``limit`` bytes.
        """
        if artifact.expired or artifact.size_in_bytes > DOWNLOAD_LIMIT:
            return {}
        path = self._at("actions", "artifacts", artifact.id, "zip")
        request = ApiRequest(method="GET", address=path, limit=DOWNLOAD_LIMIT)
        reply = none_if(lambda: self._rest.send(request), HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
        if reply is None:
            return {}
        found = {}
        try:
            with zipfile.ZipFile(io.BytesIO(reply.content)) as packed:
                for name in set(names) & set(packed.namelist()):
                    with packed.open(name) as file:
                        # Not by the size in the archive: whoever wrote it chose that number.
                        found[name] = file.read(limit + 1)
                    if len(found[name]) > limit:
                        problem = f"{name} of artifact {artifact.name} has more than {limit:,} bytes"
                        raise OurFailure(problem, "plan again")
        # zipfile raises RuntimeError for an encrypted entry.
        except (zipfile.BadZipFile, RuntimeError, OSError, EOFError, ValueError) as error:
            problem = f"artifact {artifact.name} is not a readable archive: {error}"
            raise OurFailure(problem, "plan again") from None
        return found


def has_begun(jobs: Iterable[RunJob], kinds: tuple[str, ...]) -> bool:
    """Whether a job whose name begins with one of ``kinds`` began; a job cancelled in the queue did not."""
    return any(
        job.name.startswith(kinds)
        and job.conclusion != "skipped"
        and (job.status != "completed" or bool(job.steps) or bool(job.runner_name))
        for job in jobs
    )


#: Name of the job of ``care.yml`` that checks the branch.
CHECK_JOB = "Check that no row was changed"
_NAME = re.compile(r"results at ([0-9a-f]{40}|[0-9a-f]{64})")


def seen_before(workflow: str) -> tuple[tuple[str, ...], str]:
    """Return the newest commits that the last passed check of this workflow saw, or why they are unknown.

    Both values are empty if no check has passed yet. A repeated workflow run may have seen several commits.

    Raises:
        BadInput: outside a workflow.
    """
    ci = CiRun.from_environment(os.environ)
    if not ci.id or not ci.commit or not ci.number:
        problem = "GITHUB_RUN_ID, GITHUB_RUN_NUMBER or GITHUB_SHA is not set"
        raise BadInput("environment", "", problem, "run this command in a workflow, or leave out --workflow")
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository(ci.repository, rest))
        following = ci.number  # GitHub counts from 1, and deleted runs keep their numbers
        for earlier in runs.of(workflow):
            if earlier.run_number >= ci.number or earlier.id == int(ci.id):
                continue
            if earlier.run_number != following - 1:
                break
            following = earlier.run_number
            # Only runs on this commit of the main branch, or on an earlier one, count: a tag can be called
            # main too, and the workflow file of its commit can name any job.
            if not runs.is_ours(earlier, workflow) or not runs.is_ancestor(earlier.head_sha, ci.commit):
                continue
            passed = {job.name for job in runs.jobs(earlier.id) or () if job.conclusion == "success"}
            if kept := {found[1] for name in passed if (found := _NAME.fullmatch(name))}:
                return tuple(sorted(kept)), ""
            if CHECK_JOB in passed:  # in any attempt, even if another job of the run failed
                names = [artifact.name for artifact in runs.artifacts(earlier.id)]
                if kept := {found[1] for name in names if (found := _NAME.fullmatch(name))}:
                    return tuple(sorted(kept)), ""
                named = "passed, but no job or artifact of it is called `results at <commit>`"
                return (), f"run {earlier.id} of {workflow} {named}"
    if following != 1:
        lost = "was deleted, so the commit that it saw is unknown"
        return (), f"run number {following - 1} of {workflow} {lost}"
    return (), ""

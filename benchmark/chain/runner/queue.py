"""Find the planned jobs that wait for a GPU runner, and other jobs that could take the same runner."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pydantic import Field

from benchmark.chain.github.repository import NamedRepository, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.chain.plan.one_time_label import gpu_of_label
from benchmark.core.errors import OurFailure

WORKFLOW = ".github/workflows/evaluate.yml"  #: the workflow whose jobs are served
#: Who starts the workflow on the default branch: a merge or a maintainer, never a pull request.
_EVENTS = frozenset({"push", "workflow_dispatch"})
#: States of a workflow run that may have a queued job.
_UNFINISHED = ("queued", "in_progress", "waiting", "pending", "requested")
RUNS_LIMIT = 200  #: maximum unfinished workflow runs whose jobs are checked before a runner starts


class QueuedRun(ApiModel):
    """A workflow run that is not finished."""

    id: int
    path: str = ""
    event: str = ""
    head_branch: str | None = None
    head_sha: str = ""
    head_repository: NamedRepository | None = None  #: None for a deleted fork


class LabelledJob(ApiModel):
    """A job of a workflow run, with the labels that it asks for."""

    id: int
    run_id: int
    status: str
    labels: list[str] = Field(default_factory=list)
    runner_name: str | None = None  #: None until a runner has taken the job


class TooManyRunsError(OurFailure):
    """There are more unfinished workflow runs than can be checked."""


@dataclass(frozen=True, slots=True)
class PlannedJob:
    """A planned job that waits for a GPU runner."""

    job: LabelledJob
    run: QueuedRun
    label: str  #: the one-time label that it asks for

    @property
    def gpu(self) -> str:
        """The kind of GPU runner."""
        return gpu_of_label(self.label) or ""


class JobQueue:
    """The queued jobs of a repository.

    Args:
        repository: the repository.
        branch: its default branch.
    """

    def __init__(self, repository: Repository, branch: str) -> None:
        self._repository, self._branch = repository, branch

    def planned_jobs(self, gpus: Collection[str]) -> Iterator[PlannedJob]:
        """Yield the queued jobs of the plan for these kinds of GPU runners.

        Only jobs of ``evaluate.yml`` on the default branch of the repository itself count, with exactly one
        label, made for the job. A pull request's job never counts, whatever labels it names.
        """
        workflow = WORKFLOW.rpartition("/")[2]
        seen = set()
        for status in ("queued", "in_progress"):
            query = {"branch": self._branch, "status": status}
            for run in self._runs("actions", "workflows", workflow, "runs", query=query):
                if run.id in seen or not self._is_planned(run):
                    continue
                seen.add(run.id)
                for job in self._jobs(run):
                    found = {gpu_of_label(label) for label in job.labels}
                    if job.status == "queued" and len(job.labels) == 1 and found & set(gpus):
                        yield PlannedJob(job, run, job.labels[0])

    def is_queued(self, planned: PlannedJob) -> bool:
        """Whether a job still waits for a runner."""
        path = self._repository.path("actions", "jobs", planned.job.id)
        job = self._repository.rest.find(LabelledJob, path)
        return job is not None and job.status == "queued" and job.labels == [planned.label]

    def rivals(self, planned: PlannedJob, labels: Collection[str]) -> Iterator[LabelledJob]:
        """Yield the other jobs that GitHub could give to a runner with these labels.

        Args:
            planned: the job that the runner is for.
            labels: the labels of the runner, as GitHub reports them.

        Raises:
            TooManyRunsError: if more than :data:`RUNS_LIMIT` workflow runs are unfinished.
        """
        held = {label.lower() for label in labels}
        seen: set[int] = set()
        for status in _UNFINISHED:
            for run in self._runs("actions", "runs", query={"status": status}):
                if run.id in seen:
                    continue
                seen.add(run.id)
                if len(seen) > RUNS_LIMIT:
                    problem = f"more than {RUNS_LIMIT} workflow runs are unfinished, too many to check"
                    raise TooManyRunsError(problem, "cancel those that are not needed, in Actions")
                yield from (
                    job
                    for job in self._jobs(run)
                    if job.id != planned.job.id
                    and job.status != "completed"
                    and not job.runner_name
                    and {label.lower() for label in job.labels} <= held
                    and job.labels
                )

    def _is_planned(self, run: QueuedRun) -> bool:
        path, _, ref = run.path.partition("@")
        home = "" if run.head_repository is None else run.head_repository.full_name
        return (
            path == WORKFLOW
            and ref in ("", self._branch, f"refs/heads/{self._branch}")
            and run.event in _EVENTS
            and run.head_branch == self._branch
            and home.lower() == self._repository.name.lower()
        )

    def _runs(self, *parts: str, query: dict[str, str]) -> Iterator[QueuedRun]:
        path = self._repository.path(*parts)
        return self._repository.rest.pages(QueuedRun, path, query, within="workflow_runs")

    def _jobs(self, run: QueuedRun) -> Iterator[LabelledJob]:
        path = self._repository.path("actions", "runs", run.id, "jobs")
        return self._repository.rest.pages(LabelledJob, path, {"filter": "latest"}, within="jobs")

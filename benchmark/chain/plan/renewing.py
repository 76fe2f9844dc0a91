"""Renew lost signatures: repeat the job that recorded the row, in the workflow run that made it.

Nothing is signed because it lies on the branch ``results``. The repeated job makes the row from the artifacts
of its own workflow run, at the commit that the row names. It adds a signature only if the file on the branch
has exactly these bytes.
"""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.chain.github.repository import GitHub
from benchmark.chain.github.workflow_runs import MAIN, RunJob, TrackedRun, WorkflowRuns
from benchmark.chain.plan.history import EVALUATE_WORKFLOW
from benchmark.chain.plan.unsigned_rows import REPEATABLE_DAYS, JudgedRow, UnsignedRow
from benchmark.core.errors import OurFailure

#: Names in ``evaluate.yml``: the job that records rows, and its step that signs them.
RECORD_JOB, SIGN_STEP = "Record", "Sign the rows"
#: A workflow run with this many attempts is not repeated automatically.
ATTEMPTS_LIMIT = 5
_MADE_FROM = ("generate.", "score.", "rubric.")  #: beginnings of the names of artifacts that make rows

#: ``started``: its signature is being renewed · ``waiting``: for a later run of this job ·
#: ``lost``: it cannot be renewed · ``never``: it was never signed.
State = Literal["started", "waiting", "lost", "never"]


@dataclass(frozen=True, slots=True)
class Renewal:
    """What is done about a row without a signature, and why."""

    unsigned: UnsignedRow
    state: State
    reason: str


class _NotRenewedError(Exception):
    """Why the signatures of a workflow run are not renewed."""

    def __init__(self, state: State, reason: str) -> None:
        self.state: State = state
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The repository that made the rows, and what is known about their signatures."""

    address: str  #: https address of the repository
    began: str | None  #: when the oldest row with a signature was judged; None if there is none
    now: datetime.datetime  #: current time in UTC


def renew(
    unsigned: Sequence[UnsignedRow],
    judged: Mapping[str, JudgedRow],
    *,
    origin: Origin,
    runs: WorkflowRuns,
    github: GitHub,
    dry: bool = False,
) -> tuple[tuple[Renewal, ...], tuple[OurFailure, ...]]:
    """Repeat the job that recorded rows whose signature was lost; one failure stops no other.

    Args:
        unsigned: rows without a signature.
        judged: what came out when their completions were judged again, by id.
        origin: where the rows come from.
        runs: the workflow runs of the repository.
        github: the repository.
        dry: repeat nothing, only return what would be done.

    Returns:
        What is done about each row, in the same order, and the failures of requests to GitHub.
    """
    ended: dict[str, tuple[State, str]] = {}
    by_run: dict[int, list[UnsignedRow]] = defaultdict(list)
    for row in unsigned:
        number = row.ci_run(origin.address)
        if number is None:
            ended[row.row.id] = _by_date(row, origin), "it names no workflow run of this repository"
        else:
            by_run[number].append(row)
    failures: list[OurFailure] = []
    for number, rows in by_run.items():
        common: tuple[State, str] = "started", f"workflow run {number} records it again"
        try:
            run = _find_run(number, rows, origin, runs)
            foreign = {row.row.id: reason for row in rows if (reason := _why_foreign(row, run))}
            ended |= {identifier: ("lost", reason) for identifier, reason in foreign.items()}
            job = _job_to_repeat(
                run, [row for row in rows if row.row.id not in foreign], judged, origin, runs
            )
            if not dry:
                github.repeat_job(job)
        except _NotRenewedError as reason:
            common = reason.state, str(reason)
        except OurFailure as error:
            failures.append(error)
            common = "waiting", str(error)
        for row in rows:
            ended.setdefault(row.row.id, _own_reason(row, common, judged))
    return tuple(Renewal(row, *ended[row.row.id]) for row in unsigned), tuple(failures)


def _own_reason(
    row: UnsignedRow, common: tuple[State, str], judged: Mapping[str, JudgedRow]
) -> tuple[State, str]:
    """Return why a row is not renewed: its own reason, if it has one, instead of that of its run."""
    own = judged.get(row.row.id)
    if common[0] == "lost" and own is not None and own.state == "refused" and own.reason:
        return "lost", own.reason
    return common


def _find_run(number: int, rows: Sequence[UnsignedRow], origin: Origin, runs: WorkflowRuns) -> TrackedRun:
    """Return the run that rows name: one of ``evaluate.yml`` on the main branch that has ended.

    Raises:
        _NotRenewedError: if there is no such run.
        ApiError: if a question to GitHub fails.
    """
    run = runs.find(number)
    if run is None:
        states = {_by_date(row, origin) for row in rows}
        raise _NotRenewedError("lost" if "lost" in states else "never", f"workflow run {number} is gone")
    # A tag can be called main too.
    if not runs.is_ours(run, EVALUATE_WORKFLOW) or not runs.is_ancestor(run.head_sha, f"refs/heads/{MAIN}"):
        reason = f"workflow run {number} is not a run of {EVALUATE_WORKFLOW} on the branch {MAIN}"
        raise _NotRenewedError("lost", reason)
    if run.status != "completed":
        raise _NotRenewedError("waiting", f"workflow run {number} has not ended")
    return run


def _why_foreign(row: UnsignedRow, run: TrackedRun) -> str:
    """Return why a run cannot have made a row that names it; empty if it can."""
    if row.row.run.commit != run.head_sha:
        return f"it names another commit than workflow run {run.id} had"
    if row.row.run.started < run.created_at:
        return f"it was judged before workflow run {run.id} began"
    return ""


def _job_to_repeat(
    run: TrackedRun,
    rows: Sequence[UnsignedRow],
    judged: Mapping[str, JudgedRow],
    origin: Origin,
    runs: WorkflowRuns,
) -> int:
    """Return the id of the job that recorded rows.

    Raises:
        _NotRenewedError: if it must not or cannot be repeated.
        ApiError: if a question to GitHub fails.
    """
    jobs = [job for job in runs.jobs(run.id) if job.name == RECORD_JOB]
    if not any(_signed(job) for job in jobs):
        raise _NotRenewedError("never", f"workflow run {run.id} did not sign its rows")
    _check_repeatable(run, origin, runs)
    if not rows:
        raise _NotRenewedError("lost", f"no row can be of workflow run {run.id}")
    for row in rows:
        _check_judged(judged.get(row.row.id), len(rows))
    return max(jobs, key=lambda job: (job.run_attempt, job.id)).id


def _check_repeatable(run: TrackedRun, origin: Origin, runs: WorkflowRuns) -> None:
    """Check that GitHub can repeat a job of a run, and still has what rows are made from."""
    age = origin.now - datetime.datetime.fromisoformat(run.created_at)
    if age > datetime.timedelta(days=REPEATABLE_DAYS):
        reason = f"workflow run {run.id} is older than {REPEATABLE_DAYS} days, and GitHub does not repeat it"
        raise _NotRenewedError("lost", reason)
    if run.run_attempt >= ATTEMPTS_LIMIT:
        reason = (
            f"workflow run {run.id} has {run.run_attempt} attempts, and none renewed it: the file on the"
            " branch is not the one that the run makes, or the job failed; its log says which"
        )
        raise _NotRenewedError("lost", reason)
    kept = {artifact.name: artifact.expired for artifact in runs.artifacts(run.id)}
    needed = [name for name in kept if name == "plan" or name.startswith(_MADE_FROM)]
    if kept.get("plan", True) or len(needed) == 1 or any(kept[name] for name in needed):
        raise _NotRenewedError("lost", f"artifacts of workflow run {run.id} were deleted or have expired")


def _check_judged(judged: JudgedRow | None, rows: int) -> None:
    """Check that the completions of a row were judged again, and gave the same id."""
    other = ", or another row of the same workflow run," if rows > 1 else ""
    if judged is None:
        raise _NotRenewedError("waiting", f"it{other} was not judged again yet")
    if judged.state == "failed":
        raise _NotRenewedError("waiting", judged.reason or "it could not be judged again now")
    if judged.state == "refused":
        raise _NotRenewedError("lost", f"it{other} did not get the same id when it was judged again")


def _signed(job: RunJob) -> bool:
    return any(step.name == SIGN_STEP and step.conclusion == "success" for step in job.steps)


def _by_date(row: UnsignedRow, origin: Origin) -> State:
    """Say whether a row can have been signed, if its workflow run does not: no older row has a signature."""
    signing_had_begun = origin.began is not None and row.row.run.started >= origin.began
    return "lost" if signing_had_begun else "never"

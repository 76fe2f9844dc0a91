"""Read earlier plans and evaluations from GitHub, including those whose result was never recorded."""

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import RunJob, TrackedRun, WorkflowRuns
from benchmark.chain.plan.job import ARTIFACT_PATTERN
from benchmark.chain.plan.reservation import Reservation, parse_reservation, slug_of

PLAN_WORKFLOW, EVALUATE_WORKFLOW, NIGHTLY_WORKFLOW = "plan.yml", "evaluate.yml", "nightly.yml"
#: Attempts of this many days are counted. Artifacts are kept for 90 days.
HISTORY_DAYS = 80
#: Plans of this many days before the month count too: their calls may be paid for in the month.
_OVERLAP_DAYS = 2
_NOT_FOUND = 404
#: Beginnings of the names of jobs in evaluate.yml: those that may spend money on answers, those that may
#: spend it on scores by a model, and all that work on a run.
SPENDING: tuple[str, ...] = ("Generate ",)
GRADING: tuple[str, ...] = ("Grade ",)
WORKING: tuple[str, ...] = ("Generate ", "Score ", "Grade ")
#: The ``run-name`` of evaluate.yml.
_TITLE = re.compile(rf"(?P<artifact>{ARTIFACT_PATTERN}) of plan (?P<plan>\d{{1,18}})")


@dataclass(frozen=True, slots=True)
class EvaluateRun:
    """A run of evaluate.yml, and the plan that its title names."""

    run: TrackedRun
    artifact: str
    plan: int  #: id of the run of plan.yml or nightly.yml

    @property
    def id(self) -> int:
        """The id of the workflow run."""
        return self.run.id

    @property
    def ended(self) -> bool:
        """Whether the workflow run has ended."""
        return self.run.status == "completed"


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The plans and evaluations of the last months."""

    evaluations: tuple[EvaluateRun, ...] = ()  #: newest first
    plans: Mapping[int, TrackedRun]  #: by id
    reservations: Mapping[int, tuple[Reservation, ...]]  #: by id of the plan's workflow run
    paid_since: str  #: time in UTC; reservations of earlier plans do not count against this month's budget

    @property
    def under_way(self) -> frozenset[str]:
        """The artifacts of the plans that are being evaluated now."""
        return frozenset(found.artifact for found in self.evaluations if not found.ended)

    @property
    def newest(self) -> Mapping[str, int]:
        """The id of the newest evaluation, by the artifact of its plan."""
        return {found.artifact: found.id for found in sorted(self.evaluations, key=lambda found: found.id)}


def read_history(runs: WorkflowRuns, slugs: frozenset[str], now: datetime.datetime) -> History:
    """Read the plans and evaluations of the repository.

    Args:
        runs: the workflow runs of the repository.
        slugs: submissions whose attempts are counted.
        now: current time in UTC.

    Raises:
        ApiError: if a request to GitHub fails: then nothing may be paid for.
    """
    paid_since = _moment(now.replace(day=1, hour=0, minute=0, second=0) - datetime.timedelta(_OVERLAP_DAYS))
    since = min(_moment(now - datetime.timedelta(HISTORY_DAYS)), paid_since)
    planning = [*runs.since(PLAN_WORKFLOW, since), *_nights(runs, since)]
    plans = {run.id: run for run in planning}
    evaluations = tuple(
        found for run in runs.since(EVALUATE_WORKFLOW, since) if (found := evaluation_of(run)) is not None
    )
    needed = {run.id for run in plans.values() if run.created_at >= paid_since} | {
        found.plan
        for found in evaluations
        if found.run.created_at >= paid_since or slug_of(found.artifact) in slugs
    }
    reservations = {
        plan: tuple(
            reservation
            for artifact in runs.artifacts(plan)
            if (reservation := parse_reservation(artifact.name)) is not None
        )
        for plan in sorted(needed)
    }
    return History(evaluations=evaluations, plans=plans, reservations=reservations, paid_since=paid_since)


def _nights(runs: WorkflowRuns, since: str) -> list[TrackedRun]:
    """Return the nights that made plans; none if the repository has no such workflow, or never ran it."""
    try:
        return list(runs.since(NIGHTLY_WORKFLOW, since))
    except ApiError as error:
        if error.status == _NOT_FOUND:
            return []
        raise


def evaluation_of(run: TrackedRun) -> EvaluateRun | None:
    """Return what a run of evaluate.yml evaluates; None if its title names no plan."""
    found = _TITLE.fullmatch(run.display_title)
    return None if found is None else EvaluateRun(run, found["artifact"], int(found["plan"]))


def has_begun(jobs: Iterable[RunJob], kinds: tuple[str, ...]) -> bool:
    """Whether a job whose name begins with one of ``kinds`` was not skipped: it has begun, or may have."""
    return any(job.name.startswith(kinds) and job.conclusion != "skipped" for job in jobs)


def _moment(time: datetime.datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")

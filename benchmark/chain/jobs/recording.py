"""Turn the artifacts of jobs into rows and statuses."""

import functools
import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.artifact import find_artifact
from benchmark.chain.jobs.merging import NotMergedError, cost_of, merge
from benchmark.chain.jobs.panels import NightJob, panel_record, why_no_panel
from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.run_lookup import error_line, find_run
from benchmark.chain.plan.runners import models_of
from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.results.heads import RunName
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nights import NewRecord
from benchmark.results.row import Row, Trust
from benchmark.results.status import RunStatus, Stage, State, reason_of
from benchmark.submissions.names import SuiteNames

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_THINGS_PER_PROCESS = 16  #: minimum things per process; starting it for fewer takes longer than it saves


def map_parts(
    work: Callable[[Sequence[Thing]], Result], things: Sequence[Thing], workers: int
) -> list[Result]:
    """Split things into parts, call ``work`` on each part, and return the results in order.

    Args:
        work: a function that can be pickled, as can its results.
        things: things that can be pickled.
        workers: maximum number of processes; this process must have no threads.
    """
    count = max(1, min(workers, len(things) // _THINGS_PER_PROCESS))
    if count == 1:
        return [work(things)]
    size = -(-len(things) // count)
    parts = [things[start : start + size] for start in range(0, len(things), size)]
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("fork")) as pool:
        return list(pool.map(work, parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordJob:
    """The input of a record job: a plan, the artifacts of its jobs, and the submissions."""

    plan: Plan
    artifacts: Path  #: one folder per job
    submissions: Path  #: the submissions as they were when the plan was made
    known: Mapping[str, SuiteNames]  #: names that runs may use, by suite
    ci: CiRun


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to add to the branch."""

    name: RunName
    row: Row
    files: Mapping[str, bytes]  #: files of the row by name; those above 1 MB are uploaded to a release
    rubric: Mapping[str, bytes] = field(default_factory=dict)  #: scores by a model and its replies, by name

    @property
    def large(self) -> Mapping[str, bytes]:
        """The files that are uploaded to a release."""
        return {name: data for name, data in self.files.items() if len(data) > ROW_FILE_LIMIT}

    @property
    def large_rubric(self) -> Mapping[str, bytes]:
        """The replies of the model, if they are uploaded to a release."""
        return {name: data for name, data in self.rubric.items() if len(data) > ROW_FILE_LIMIT}


@dataclass(frozen=True, slots=True)
class FailedRun:
    """The state, stage and reason of a run that gets no row."""

    state: State
    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """The rows, statuses and errors of one workflow run."""

    rows: tuple[NewRow, ...] = ()
    statuses: tuple[RunStatus, ...] = ()
    errors: tuple[SightbenchError, ...] = ()  #: why artifacts were refused or rows not made
    nightly: tuple[NewRecord, ...] = ()  #: panels of a night, and outages


def results_of(work: RecordJob, workers: int = 1) -> RecordOutcome:
    """Return the row of each run that was judged, and the status of every other run.

    Args:
        work: the plan and its artifacts.
        workers: maximum number of processes; if there are few runs, one process does them all.
    """
    waiting = RecordOutcome(
        statuses=tuple(
            status_of(work, run, FailedRun(run.state, "plan", run.reason)) for run in work.plan.unplanned
        )
    )
    return join_outcomes([waiting, *map_parts(functools.partial(_results, work), work.plan.runs, workers)])


def join_outcomes(parts: Iterable[RecordOutcome]) -> RecordOutcome:
    """Join several outcomes into one."""
    outcomes = list(parts)
    return RecordOutcome(
        rows=tuple(row for outcome in outcomes for row in outcome.rows),
        statuses=tuple(status for outcome in outcomes for status in outcome.statuses),
        errors=tuple(error for outcome in outcomes for error in outcome.errors),
        nightly=tuple(new for outcome in outcomes for new in outcome.nightly),
    )


def _results(work: RecordJob, runs: Sequence[PlannedRun]) -> RecordOutcome:
    rows: list[NewRow] = []
    statuses: list[RunStatus] = []
    errors: list[SightbenchError] = []
    nightly: list[NewRecord] = []
    for planned in runs:
        if planned.panel is not None:
            made = _make_panel(work, planned)
            (nightly if isinstance(made, NewRecord) else errors).append(made)  # type: ignore[arg-type]
            continue
        try:
            rows.append(_make_row(work, planned))
        except NotMergedError as ended:
            state: State = "waiting" if ended.goes_on else "failed"
            statuses.append(status_of(work, planned, FailedRun(state, ended.stage, str(ended))))
        except SightbenchError as error:
            errors.append(error)
            statuses.append(status_of(work, planned, FailedRun("failed", "record", error_line(error))))
    return RecordOutcome(tuple(rows), tuple(statuses), tuple(errors), tuple(nightly))


def failed_status(work: RecordJob, new: NewRow, error: SightbenchError) -> RunStatus:
    """Return the status of a run whose row was made but could not be recorded."""
    planned = next(run for run in work.plan.runs if run.name == new.name)
    return status_of(work, planned, FailedRun("failed", "record", error_line(error)))


def _make_panel(work: RecordJob, planned: PlannedRun) -> NewRecord | SightbenchError:
    """Return the panel of a run, the event that tells of an outage, or the error."""
    night = NightJob(plan=work.plan, artifacts=work.artifacts, links=work.ci.links)
    try:
        submitted = find_run(work.submissions, planned, work.known)
        jobs = {job.id: job for job in work.plan.jobs}
        try:
            merged = merge(submitted, planned, jobs, work.artifacts, lint=work.plan.lint)
        except NotMergedError as ended:
            return why_no_panel(submitted, planned, ended, night)
        return panel_record(submitted, planned, merged, night)
    except SightbenchError as error:
        return error


def _make_row(work: RecordJob, planned: PlannedRun) -> NewRow:
    submitted = find_run(work.submissions, planned, work.known)
    jobs = {job.id: job for job in work.plan.jobs}
    merged = merge(submitted, planned, jobs, work.artifacts, lint=work.plan.lint)
    row, files = make_row(
        merged.evaluation,
        row_identity(submitted.folder, submitted.submission, submitted.run, merged.completions),
        merged.descriptions,
    )
    provenance = {
        "trust": trust_of(submitted),
        "machine": merged.machine,
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
        "request": planned.request,
    }
    return NewRow(planned.name, row.model_copy(update={"run": row.run.model_copy(update=provenance)}), files)


def trust_of(submitted: SubmittedRun) -> Trust:
    """Return ``verified`` if CI asked a model, ``judged`` if the answers come from a submitted file."""
    configs = models_of(submitted)
    return "verified" if configs and not any(map(is_replay, configs)) else "judged"


def status_of(work: RecordJob, run: PlannedRun | UnplannedRun, ended: FailedRun) -> RunStatus:
    """Return the status of a run; the same plan and artifacts always give the same status."""
    cost, run_id = 0.0, ""
    if isinstance(run, PlannedRun):
        jobs = {job.id: job for job in work.plan.jobs}
        cost = cost_of(run, jobs, work.artifacts)
        run_id = _run_with_completions(work, run, jobs)
    return RunStatus(
        slug=run.slug,
        suite=run.suite,
        dataset=run.dataset,
        setting=run.setting,
        protocol=run.protocol,
        prompt=run.prompt,
        request=run.request,
        config=run.config,
        state=ended.state,
        stage=ended.stage,
        reason=reason_of(ended.reason),
        when=work.plan.created,
        links=dict(work.ci.links),
        cost_usd=cost,
        run_id=run_id,
    )


def _run_with_completions(work: RecordJob, run: PlannedRun, jobs: Mapping[str, MatrixJob]) -> str:
    """Return the id of the CI run that has the completions: this one, or the one that its job resumed."""
    if run.generate is None or find_artifact(work.artifacts, jobs[run.generate].id) is not None:
        return work.ci.id
    return jobs[run.generate].resume


def raise_all(errors: Sequence[SightbenchError]) -> None:
    """Raise the errors of single runs: all bad inputs at once, otherwise the first error.

    Raises:
        SightbenchError: if there is an error.
    """
    bad = [error for error in errors if isinstance(error, BadInput)]
    if bad:
        raise ManyBadInputs(bad)
    for error in errors:
        raise error

"""Turn the artifacts of jobs into rows and statuses."""

import functools
import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.artifact import MANIFEST, find_artifact, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.merging import MergedRun, NotMergedError, cost_of, merge
from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.run_lookup import error_line, find_run, read_source
from benchmark.chain.plan.runners import models_of
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, SightbenchError
from benchmark.core.suite import Suite
from benchmark.generation.record.manifest import read_manifest
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.rows.panel import PanelIdentity, PanelProvenance, make_panel
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.results.heads import RunName
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nights import NO_ID, NewRecord, NightlyEvent, Panel
from benchmark.results.row import Row, Trust
from benchmark.results.status import RunStatus, Stage, State, reason_of
from benchmark.suites.run_names import known_suites

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
    ci: CiRun

    @property
    def known(self) -> Mapping[str, Suite]:
        """The suites that runs may name; not a field, because workers get the job and cannot get loaders."""
        return known_suites()


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


def keep_each(
    work: RecordJob,
    results: RecordOutcome,
    row: Callable[[NewRow], NewRow],
    record: Callable[[NewRecord], NewRecord],
    *,
    state: State = "failed",
    stage: Stage = "record",
) -> RecordOutcome:
    """Return the results, with each row and record as a function returns it, and an error if it raises one.

    Args:
        work: the plan and its artifacts.
        results: the rows, records, statuses and errors so far.
        row: returns the row to record; the run of a row for which it raises gets a status instead.
        record: returns the panel or event to record; nothing takes the place of one for which it raises.
        state: the state of such a status.
        stage: the stage of such a status.
    """
    planned = {run.name: run for run in work.plan.runs}
    rows, nightly = [], []
    statuses, errors = list(results.statuses), list(results.errors)
    for new in results.rows:
        try:
            rows.append(row(new))
        except SightbenchError as error:
            errors.append(error)
            failed = FailedRun(state, stage, error_line(error))
            statuses.append(status_of(work, planned[new.name], failed))
    for found in results.nightly:
        try:
            nightly.append(record(found))
        except SightbenchError as error:
            errors.append(error)
    return RecordOutcome(tuple(rows), tuple(statuses), tuple(errors), tuple(nightly))


def _make_panel(work: RecordJob, planned: PlannedRun) -> NewRecord | SightbenchError:
    """Return the panel of a run, the event that tells of an outage, or the error."""
    try:
        submitted = find_run(work.submissions, planned, work.known)
        jobs = {job.id: job for job in work.plan.jobs}
        try:
            merged = merge(submitted, planned, jobs, work.artifacts, lint=work.plan.lint)
        except NotMergedError as ended:
            return why_no_panel(submitted, planned, ended, work)
        return panel_record(submitted, planned, merged, work)
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


def panel_record(
    submitted: SubmittedRun, planned: PlannedRun, merged: MergedRun, work: RecordJob
) -> NewRecord:
    """Return the panel of a run in a plan of a night; the same artifacts always give the same bytes.

    Args:
        submitted: the run as the submission describes it.
        planned: the run as the plan describes it, with a panel.
        merged: its judged completions.
        work: the plan and its artifacts.

    Raises:
        BadInput: if the manifest of the completions contradicts the run.
        OurFailure: if there is no completion.
    """
    made, completions = make_panel(
        merged.evaluation,
        row_identity(submitted.folder, submitted.submission, submitted.run, merged.completions),
        _identity(submitted, planned),
        PanelProvenance(machine=merged.machine, commit=work.plan.commit, links=dict(work.ci.links)),
        merged.descriptions,
    )
    cost = _whole_cost(made, merged.completions)
    return NewRecord(
        made.model_copy(update={"run": made.run.model_copy(update={"cost_usd": cost})}), completions
    )


def _whole_cost(made: Panel, path: Path) -> float | None:
    """Return what a panel has cost, with what calls and answers without counted tokens cost at most.

    A night's reservation ends with its panel, so nothing else counts them.
    """
    found = [read_manifest(file) for file in sorted({path, stage_path(path, 0)})]
    unsure = sum(manifest.unsure_usd for manifest in found if manifest is not None)
    return (made.run.cost_usd or 0.0) + unsure if unsure else made.run.cost_usd


def _identity(submitted: SubmittedRun, planned: PlannedRun) -> PanelIdentity:
    panel, model = planned.panel, submitted.run.model
    if panel is None or model is None:
        raise ValueError(f"not a panel: {planned.name}")
    source, _ = read_source(submitted)
    return PanelIdentity(
        provider=model.provider,
        model=model.model,
        request=planned.request,
        date=panel.date,
        sample=panel.sample,
        tasks=len(source.tasks),
        tasks_digest=planned.tasks,
        stems={task.id: task.stem for task in panel.chosen(source.tasks) if task.family != task.id},
        drawn=tuple(task.id for task in panel.chosen(source.tasks)),
    )


def why_no_panel(
    submitted: SubmittedRun, planned: PlannedRun, ended: NotMergedError, work: RecordJob
) -> NewRecord | OurFailure:
    """Return what is left of a panel whose jobs did not finish.

    If the model answered nothing at all, that is an event ``outage``; the night can be drawn again. A failure
    of ours is an error of this job, and never an attempt of the run, whose row does not depend on panels.
    """
    model, panel = submitted.run.model, planned.panel
    if panel is None or model is None or not _answered_nothing(planned, work):
        fix = "nothing was recorded; start the night again, or wait for the next one"
        return OurFailure(f"{planned.name}: no panel: {ended}", fix)
    event = NightlyEvent(
        id=NO_ID,
        kind="outage",
        date=panel.date,
        when=work.plan.created,
        provider=model.provider,
        model=model.model,
        slug=planned.slug,
        suite=planned.suite,
        dataset=planned.dataset,
        detail=reason_of(f"{planned.name} has no panel: {ended}"),
        links=dict(work.ci.links),
    )
    return NewRecord(event.with_its_id())


def _answered_nothing(planned: PlannedRun, work: RecordJob) -> bool:
    job: MatrixJob | None = next((job for job in work.plan.jobs if job.id == planned.generate), None)
    folder = None if job is None else find_artifact(work.artifacts, job.id)
    if job is None or folder is None or not (folder / MANIFEST).is_file():
        return False
    if read_artifact(folder, job).manifest.state != "failed":
        return False
    asked = read_manifest(folder / COMPLETIONS)
    return asked is not None and asked.calls > 0

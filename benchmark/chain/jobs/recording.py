"""What the jobs left becomes rows and statuses on the branch of results."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.artifact import find_artifact
from benchmark.chain.jobs.merging import NotMergedError, cost_of, merge
from benchmark.chain.jobs.parallel import in_parts
from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.run_lookup import asked_by, line_of
from benchmark.chain.plan.runners import models_of
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, SightbenchError
from benchmark.files.atomic import make_folder
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.submitted_run import identity
from benchmark.results.git import Git
from benchmark.results.heads import RunName, heads_at
from benchmark.results.layout import ROW_FILE_LIMIT, ROWS, STATUS
from benchmark.results.ledger import row_bytes, row_path
from benchmark.results.row import Row, Trust
from benchmark.results.status import RunStatus, Stage, State, reason_of, status_bytes, status_path
from benchmark.submissions.names import SuiteNames

_FEW = 20  #: submissions that are looked for by name on the branch

#: Uploads the files of a row that are too large to stand beside it, by name.
Keep = Callable[[str, Mapping[str, bytes]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordJob:
    """What was to be done, and where what came of it lies."""

    plan: Plan
    artifacts: Path  #: a folder a job
    submissions: Path  #: as they were when the plan was made
    known: Mapping[str, SuiteNames]  #: what runs may name, by suite
    ci: CiRun


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row that is to be added."""

    name: RunName
    row: Row
    files: Mapping[str, bytes]  #: by name; those above 1 MB are kept elsewhere

    @property
    def large(self) -> Mapping[str, bytes]:
        """The files that are kept elsewhere."""
        return {name: data for name, data in self.files.items() if len(data) > ROW_FILE_LIMIT}


@dataclass(frozen=True, slots=True)
class FailedRun:
    """How a run ended that gets no row."""

    state: State
    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """What one workflow run came to."""

    made: tuple[NewRow, ...] = ()
    statuses: tuple[RunStatus, ...] = ()
    errors: tuple[SightbenchError, ...] = ()  #: of artifacts that were refused, and of rows not made


def results_of(work: RecordJob, workers: int = 1) -> RecordOutcome:
    """The row of each run that was judged, and the status of each that was not.

    Args:
        work: see there.
        workers: processes at a time; where there are few runs, one does it all.
    """
    waiting = RecordOutcome(
        statuses=tuple(
            _status(work, one, FailedRun(one.state, "plan", one.reason)) for one in work.plan.unplanned
        )
    )
    return together([waiting, *in_parts(functools.partial(_results, work), work.plan.runs, workers)])


def together(parts: Iterable[RecordOutcome]) -> RecordOutcome:
    """Several as one."""
    found = list(parts)
    return RecordOutcome(
        made=tuple(one for part in found for one in part.made),
        statuses=tuple(one for part in found for one in part.statuses),
        errors=tuple(one for part in found for one in part.errors),
    )


def _results(work: RecordJob, runs: Sequence[PlannedRun]) -> RecordOutcome:
    made: list[NewRow] = []
    statuses: list[RunStatus] = []
    errors: list[SightbenchError] = []
    for planned in runs:
        try:
            made.append(_made(work, planned))
        except NotMergedError as ended:
            state: State = "waiting" if ended.goes_on else "failed"
            statuses.append(_status(work, planned, FailedRun(state, ended.stage, str(ended))))
        except SightbenchError as error:
            errors.append(error)
            statuses.append(_status(work, planned, FailedRun("failed", "record", line_of(error))))
    return RecordOutcome(tuple(made), tuple(statuses), tuple(errors))


def kept(work: RecordJob, results: RecordOutcome, keep: Keep | None) -> RecordOutcome:
    """The same once all large files are kept; a row whose files cannot be kept is not made.

    Args:
        work: see there.
        results: likewise.
        keep: uploads; None where there is nowhere to upload to.
    """
    made, statuses, errors = [], list(results.statuses), list(results.errors)
    for one in results.made:
        try:
            _keep(one, keep)
        except SightbenchError as error:
            errors.append(error)
            planned = next(run for run in work.plan.runs if run.name == one.name)
            statuses.append(_status(work, planned, FailedRun("failed", "record", line_of(error))))
        else:
            made.append(one)
    return RecordOutcome(tuple(made), tuple(statuses), tuple(errors))


def add(results: RecordOutcome, checkout: Path) -> str | None:
    """Add rows and statuses to a checkout of the branch of results; what is there already stays.

    Which rows are there is read from the commit: it takes longer to check thousands out than to read them.

    Returns:
        The message of the commit; None when there is nothing to add.

    Raises:
        BadInput: when a row that is there cannot be read.
    """
    rows, heads = checkout / ROWS, heads_at(Git(checkout), "HEAD", ROWS, _slugs(results))
    there, known = {(head.run, head.request) for head in heads}, {head.id for head in heads}
    new = [one for one in results.made if (one.name, one.row.run.request) not in there]
    new = [one for one in new if one.row.id not in known]
    for one in new:
        path = row_path(rows, one.row)
        make_folder(path.parent)
        for name, data in one.files.items():
            if len(data) <= ROW_FILE_LIMIT:
                (path.parent / name).write_bytes(data)
        path.write_bytes(row_bytes(one.row))
    statuses = [status for status in results.statuses if (status.run, status.request) not in there]
    statuses = [status for status in statuses if not status_path(checkout / STATUS, status).exists()]
    for status in statuses:
        path = status_path(checkout / STATUS, status)
        make_folder(path.parent)
        path.write_bytes(status_bytes(status))
    return _message([one.name for one in new], [status.run for status in statuses])


def standing(results: RecordOutcome, checkout: Path) -> list[Path]:
    """The files of those rows that stand in a checkout of the branch, byte for byte as they were made.

    Who pushed them does not matter: a record that was killed after its push, and runs again, finds its own.
    A row that somebody else made of the same samples is not among them: it says another run of CI.
    """
    placed = [(row_path(checkout / ROWS, one.row), one.row) for one in results.made]
    return [path for path, row in placed if path.is_file() and path.read_bytes() == row_bytes(row)]


def looked_into(results: RecordOutcome) -> tuple[str, ...]:
    """What of the branch is checked out for :func:`add` and :func:`standing`, as ``publish`` takes it."""
    slugs = _slugs(results)
    rows = [row_path(Path(ROWS), one.row).as_posix() for one in results.made]
    return (*rows, *(f"{STATUS}/{slug}" for slug in (slugs if len(slugs) <= _FEW else ["*"]))) or (STATUS,)


def _slugs(results: RecordOutcome) -> list[str]:
    return sorted({one.name.slug for one in results.made} | {status.slug for status in results.statuses})


def _made(work: RecordJob, planned: PlannedRun) -> NewRow:
    asked = asked_by(work.submissions, planned, work.known)
    jobs = {job.id: job for job in work.plan.jobs}
    merged = merge(asked, planned, jobs, work.artifacts, lint=work.plan.lint)
    row, files = make_row(
        merged.evaluation,
        identity(asked.folder, asked.submission, asked.run, merged.completions),
        merged.descriptions,
    )
    provenance = {
        "trust": trust_of(asked),
        "machine": merged.machine,
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
        "request": planned.request,
    }
    return NewRow(planned.name, row.model_copy(update={"run": row.run.model_copy(update=provenance)}), files)


def trust_of(asked: SubmittedRun) -> Trust:
    """``verified`` where CI asked a model; ``judged`` where somebody's file has the answers."""
    configs = models_of(asked)
    return "verified" if configs and not any(map(is_replay, configs)) else "judged"


def _status(work: RecordJob, one: PlannedRun | UnplannedRun, ended: FailedRun) -> RunStatus:
    """A status; made of the same plan and the same artifacts it is the same."""
    cost, begun = 0.0, ""
    if isinstance(one, PlannedRun):
        jobs = {job.id: job for job in work.plan.jobs}
        cost = cost_of(one, jobs, work.artifacts)
        begun = _begun(work, one, jobs)
    return RunStatus(
        slug=one.slug,
        suite=one.suite,
        dataset=one.dataset,
        setting=one.setting,
        protocol=one.protocol,
        prompt=one.prompt,
        request=one.request,
        config=one.config,
        state=ended.state,
        stage=ended.stage,
        reason=reason_of(ended.reason),
        when=work.plan.created,
        links=dict(work.ci.links),
        cost_usd=cost,
        run_id=begun,
    )


def _begun(work: RecordJob, one: PlannedRun, jobs: Mapping[str, MatrixJob]) -> str:
    """The CI run that has what was generated: this one, or that from which a job without result went on."""
    if one.generate is None or find_artifact(work.artifacts, jobs[one.generate]) is not None:
        return work.ci.id
    return jobs[one.generate].resume


def _keep(one: NewRow, keep: Keep | None) -> None:
    if not one.large:
        return
    if keep is None:
        problem = (
            f"{', '.join(one.large)}: above {ROW_FILE_LIMIT:,} bytes, and there is no release to keep them"
        )
        raise OurFailure(problem, "name the repository with --repository, and give a token in GITHUB_TOKEN")
    keep(one.row.id, one.large)


def _message(rows: Sequence[RunName], statuses: Sequence[RunName]) -> str | None:
    if not rows and not statuses:
        return None
    parts = [f"{len(found)} {what}" for found, what in ((rows, "row(s)"), (statuses, "status(es)")) if found]
    return "\n".join([f"Add {' and '.join(parts)}", "", *_lines("row", rows), *_lines("status", statuses)])


def _lines(what: str, names: Iterable[RunName]) -> list[str]:
    return [f"{what}: {name}" for name in names]


def raise_all(errors: Sequence[SightbenchError]) -> None:
    """Raise what went wrong with single runs, all of it at once where it is bad input.

    Raises:
        SightbenchError: when there is any.
    """
    bad = [error for error in errors if isinstance(error, BadInput)]
    if bad:
        raise ManyBadInputs(bad)
    for error in errors:
        raise error

"""Turn the artifact of a rubric job into files next to the row: nothing of it is believed unchecked.

The job that wrote it has less trust than this one, and every job can replace artifacts. So everything that
follows from the row, the policy and the replies is made again and compared. What is left to believe are the
replies themselves.
"""

import dataclasses
import datetime
from pathlib import Path

from benchmark.chain.jobs.artifact import MANIFEST, find_artifact, read_artifact
from benchmark.chain.jobs.costs import unsure_cost
from benchmark.chain.jobs.recording import NewRow, RecordJob, RecordOutcome
from benchmark.chain.jobs.rubric_asking import REPLIES, SCORES, judge_access
from benchmark.chain.plan.job import PlannedRun
from benchmark.chain.plan.policy import RubricPolicy
from benchmark.chain.plan.run_lookup import error_line, find_run, source_of
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.files.bounded import read_bytes
from benchmark.pipeline.rubric.record import files_of, result_of_row, run_of_replies
from benchmark.results.branch_record import NO_ID, parse_record
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.row import Row
from benchmark.results.rubric import (
    RubricResult,
    RubricRun,
    RubricScores,
    check_belongs,
    check_replies,
    pack_replies,
)

_FIX = "run the job again: its artifact is incomplete or was changed"
_TEXTS = ("unscored", "unasked")  #: fields whose texts only the job knows


class _NoScoresError(Exception):
    """Why a row has no scores by a model, although a job was planned."""


def add_rubric_files(
    work: RecordJob, results: RecordOutcome, policy: RubricPolicy | None
) -> tuple[RecordOutcome, tuple[str, ...]]:
    """Add the scores by a model to each row. A row without them is recorded all the same.

    Args:
        work: the plan and its artifacts.
        results: the rows so far; artifacts that are refused are added to its errors.
        policy: the model that the policy names.

    Returns:
        The results, and one line per row that has no scores although the policy wants them.
    """
    planned = {run.name: run for run in work.plan.runs}
    rows: list[NewRow] = []
    errors: list[SightbenchError] = list(results.errors)
    notes: list[str] = []
    for new in results.rows:
        run, files = planned[new.name], {}
        reason = run.no_rubric or ""
        if run.rubric is not None:
            try:
                files = _files(work, run, new.row, policy)
            except _NoScoresError as ended:
                reason = str(ended)
            except SightbenchError as error:
                reason = error_line(error)
                errors.append(error)
        rows.append(dataclasses.replace(new, rubric=files))
        if reason:
            notes.append(f"{new.name}: no scores by a model: {reason}")
    return dataclasses.replace(results, rows=tuple(rows), errors=tuple(errors)), tuple(notes)


def _files(work: RecordJob, planned: PlannedRun, row: Row, policy: RubricPolicy | None) -> dict[str, bytes]:
    """Return the files of scores and replies of a row.

    Raises:
        _NoScoresError: if the job did not finish.
        BadInput: if its artifact was changed, or does not follow from row, policy and replies.
    """
    job = next(job for job in work.plan.jobs if job.id == planned.rubric)
    folder = find_artifact(work.artifacts, job.id)
    if folder is None or not (folder / MANIFEST).is_file():
        raise _NoScoresError(f"job {job.id} left no result: it was cancelled, or took too long")
    manifest = read_artifact(folder, job).manifest
    if manifest.state != "done":
        raise _NoScoresError(manifest.reason or manifest.state)
    if policy is None:
        raise BadInput(folder, "", "has scores, but policy.yml names no model that scores", _FIX)
    if missing := sorted({SCORES, REPLIES} - {file.name for file in manifest.files}):
        raise BadInput(folder / missing[0], "", "is missing", _FIX)
    path = folder / SCORES
    given = parse_record(RubricScores, read_bytes(path, ROW_FILE_LIMIT), path)
    replies = check_replies(given, (folder / REPLIES).read_bytes(), folder / REPLIES)
    tasks = source_of(find_run(work.submissions, planned.name, planned), planned).tasks
    access = judge_access(policy)
    expected = result_of_row(row, tasks, access, replies, given.result, repeats=policy.repeats)
    _compare(given.result, expected, path)
    packed = pack_replies(replies)
    run = run_of_replies(given.run.started, replies, packed)
    _check_time(run.started, work.plan.created, path)
    updates = {
        "unsure_usd": _unsure_usd(run, planned.rubric_cents / 100, folder),
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
    }
    scores = RubricScores(id=NO_ID, result=expected, run=run.model_copy(update=updates)).with_its_id()
    return _small_enough(files_of(scores, packed), scores, row)


def _check_time(started: str, planned: str, path: Path) -> None:
    """Check when the model was asked, because its cost counts in that month."""
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not planned <= started <= now:
        raise BadInput(path, "run.started", f"is not between the plan, {planned}, and now", _FIX)


def _unsure_usd(run: RubricRun, reserved: float, folder: Path) -> float:
    """Return what calls without a counted reply may have cost; with the replies at most what was reserved.

    Raises:
        BadInput: if the replies cost more than twice as much: the job stops at the amount.
    """
    cost = run.cost_usd or 0.0
    if cost > 2 * reserved:
        problem = f"cost {cost:g} US dollars, but {reserved:g} were reserved"
        raise BadInput(folder / REPLIES, "cost_usd", problem, _FIX)
    return min(unsure_cost(folder), max(0.0, reserved - cost))


def _compare(given: RubricResult, expected: RubricResult, path: Path) -> None:
    for name in RubricResult.model_fields:
        if name in _TEXTS:
            same = getattr(given, name).keys() == getattr(expected, name).keys()
        else:
            same = name == "row" or getattr(given, name) == getattr(expected, name)
        if not same:
            problem = "is not what follows from the row, policy.yml and the replies"
            raise BadInput(path, f"result.{name}", problem, _FIX)
    if given.row is not None:
        raise BadInput(path, "result.row", "names a row before there is one", _FIX)


def _small_enough(files: dict[str, bytes], scores: RubricScores, row: Row) -> dict[str, bytes]:
    name = next(iter(files))
    if len(files[name]) > ROW_FILE_LIMIT:
        raise _NoScoresError(f"the file of scores has more than {ROW_FILE_LIMIT:,} bytes")
    check_belongs(scores, Path(name), row)
    return files

"""Turn the artifact of a rubric job into files next to the row, and check all of it first.

The job that wrote the artifact has less trust than this one, and every job can replace artifacts. So
everything that follows from the row, the policy and the replies is computed again and compared. Only the
replies themselves have to be believed.
"""

import dataclasses
import datetime
from pathlib import Path

from benchmark.chain.jobs.artifact import JobNotDoneError, done_artifact
from benchmark.chain.jobs.costs import STEPS, manifests_of
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import NewRow, RecordOutcome
from benchmark.chain.jobs.rubric_asking import REPLIES, SCORES, judge_access
from benchmark.chain.plan.job import PlannedRun
from benchmark.chain.plan.policy import RubricPolicy
from benchmark.chain.plan.run_lookup import error_line, source_of
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


def add_rubric_files(
    work: RecordJob, results: RecordOutcome, policy: RubricPolicy | None
) -> tuple[RecordOutcome, tuple[str, ...]]:
    """Add the scores by a model to each row. A row without scores is recorded all the same.

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
                files = _files(work, run, run.rubric, new.row, policy)
            except JobNotDoneError as ended:
                reason = str(ended)
            except SightbenchError as error:
                reason = error_line(error)
                errors.append(error)
        rows.append(dataclasses.replace(new, rubric=files))
        if reason:
            notes.append(f"{new.name}: no scores by a model: {reason}")
    return dataclasses.replace(results, rows=tuple(rows), errors=tuple(errors)), tuple(notes)


def _files(
    work: RecordJob, planned: PlannedRun, job: str, row: Row, policy: RubricPolicy | None
) -> dict[str, bytes]:
    """Return the files of scores and replies of a row.

    Raises:
        JobNotDoneError: if the job did not finish.
        BadInput: if its artifact was changed, or does not follow from row, policy and replies.
    """
    artifact = done_artifact(work.plan, job, work.artifacts)
    folder = artifact.folder
    if policy is None:
        raise BadInput(folder, "", "has scores, but policy.yml names no model that scores", _FIX)
    if missing := sorted({SCORES, REPLIES} - {file.name for file in artifact.manifest.files}):
        raise BadInput(folder / missing[0], "", "is missing", _FIX)
    path = folder / SCORES
    given = parse_record(RubricScores, read_bytes(path, ROW_FILE_LIMIT), path)
    replies = check_replies(given, (folder / REPLIES).read_bytes(), folder / REPLIES)
    tasks = source_of(work.submitted(planned), planned).tasks
    access = judge_access(policy)
    expected = result_of_row(row, tasks, access, replies, given.result, repeats=policy.repeats)
    _compare(given.result, expected, path)
    packed = pack_replies(replies)
    run = run_of_replies(given.run.started, replies, packed)
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not work.plan.created <= run.started <= now:  # the cost counts in the month of the reservation
        problem = f"is not between the plan, {work.plan.created}, and now"
        raise BadInput(path, "run.started", problem, _FIX)
    updates = {
        "unsure_usd": _unsure_usd(run, planned.rubric_cents / 100, folder),
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
    }
    scores = RubricScores(id=NO_ID, result=expected, run=run.model_copy(update=updates)).with_its_id()
    files = files_of(scores, packed)
    name = next(iter(files))
    if len(files[name]) > ROW_FILE_LIMIT:
        fix = "leave the data set out of rubric.datasets in policy.yml"
        raise BadInput(path, "", f"gives a file of scores of more than {ROW_FILE_LIMIT:,} bytes", fix)
    check_belongs(scores, Path(name), row)
    return files


def _unsure_usd(run: RubricRun, reserved: float, folder: Path) -> float:
    """Return the highest cost of calls without a counted reply; with the replies at most what was reserved.

    Raises:
        BadInput: if the replies cost more than twice as much, because the job stops at the amount.
    """
    cost = run.cost_usd or 0.0
    if cost > 2 * reserved:
        problem = f"cost {cost:g} US dollars, but {reserved:g} were reserved"
        raise BadInput(folder / REPLIES, "cost_usd", problem, _FIX)
    unsure = sum(manifest.unsure_usd for manifest in manifests_of(folder, STEPS))
    return min(unsure, max(0.0, reserved - cost))


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
        raise BadInput(path, "result.row", "names a row, but no row exists yet", _FIX)

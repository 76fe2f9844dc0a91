"""Let the policy's model score the answers of one run, as text; store its scores next to the row.

The job that asks has less trust than the one that records, and every job can replace artifacts. So everything
that follows from the row, the policy and the replies is computed again and compared. Only the replies
themselves have to be believed.
"""

import dataclasses
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JobNotDoneError,
    JobOutcome,
    JobState,
    begin_artifact,
    done_artifact,
    end_artifact,
)
from benchmark.chain.jobs.generating import STEPS, manifests_of
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import NewRow, RecordOutcome
from benchmark.chain.jobs.scoring import VERDICTS, answers_of, completions_of
from benchmark.chain.plan.due_runs import SubmittedRun, error_line, source_of
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.policy import JUDGE_KEY, POLICY_FILE, RubricPolicy
from benchmark.chain.plan.runners import rubric_budget
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.core.sample import SampleKey
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.verdicts import read_verdicts
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.providers.keys import server_host
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.generate import Listen
from benchmark.pipeline.generate.submitted_model import access_of
from benchmark.pipeline.rubric.asking import AskedReplies, ask
from benchmark.pipeline.rubric.record import files_of, make_scores, result_of_row, run_of_replies
from benchmark.pipeline.rubric.requests import (
    RubricInput,
    RubricPlan,
    RubricSample,
    check_tasks,
    rubric_samples,
)
from benchmark.results.branch_record import parse_record, present_moment
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
from benchmark.results.status import reason_of

#: Files of the artifact, next to the replies of each step. The scores name no row: none exists yet.
SCORES, REPLIES = "rubric.json", "replies.jsonl.gz"


def rubric_job(
    plan: Plan,
    submitted: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    *,
    artifacts: Path | None,
    policy: RubricPolicy,
    seconds: float | None,
    listen: Listen,
) -> JobOutcome:
    """Ask the model for the scores that are missing in ``out``, and write the job's manifest.

    If another job of the run did not
    finish, the run gets no row, and no model is asked. No call is made after ``seconds``.
    """
    begin_artifact(out, job)
    state: JobState = "done"
    reason: str | None = None
    error: SightbenchError | None = None
    try:
        no_answer = _samples_without_answer(plan, planned, artifacts)
        path = completions_of(plan, submitted, planned, artifacts)
        source = source_of(submitted, planned)
        completions, absent = answers_of(path, submitted, planned, source)
        rule = source.rule(submitted.run.extraction, setting=submitted.run.setting)
        check_tasks(source.tasks, "--plan")
        found = rubric_samples(source.tasks, completions, rule, absent)
        requests = RubricPlan(
            judged=RubricInput(
                source=source,
                completions=completions,
                extraction=rule.name,
                samples=tuple(_as_judged(sample, no_answer) for sample in found),
            ),
            access=judge_access(policy),
            folder=out,
            repeats=policy.repeats,
            budget=rubric_budget(planned, policy),
            lent={JUDGE_KEY: server_host(policy.model.provider, policy.model.base_url)},
        )
        nobody = AskedReplies(replies=(), refused={}, started=present_moment())  # used if no answer has code
        asked = ask(requests, listen, seconds) if requests.asked else nobody
        scores, replies = make_scores(requests, asked)
        write_atomic(out / REPLIES, replies)
        write_atomic(out / SCORES, scores.to_bytes())
    except JobNotDoneError as ended:
        state, reason = "skipped", reason_of(f"{ended}; so the run gets no row")
    except RunInterrupted:
        state = "unfinished"
        error = OurFailure("it ended before all answers were scored", "plan again")
    except SightbenchError as failed:
        state, error = "failed", failed
    reason = reason if error is None else reason_of(error_line(error))
    manifest = end_artifact(out, job, state=state, reason=reason)
    return JobOutcome(manifest, error)


def judge_access(policy: RubricPolicy) -> ModelAccess:
    """Return the model that scores, with the one key that its server may get."""
    config = policy.model.model_copy(update={"api_key_env": JUDGE_KEY})
    return replace(access_of(config, POLICY_FILE, "rubric.model", Path()), trusts_cost=False)


def _samples_without_answer(plan: Plan, planned: PlannedRun, artifacts: Path | None) -> set[SampleKey]:
    """Return the samples in whose text the score jobs of a run found no code."""
    folders = [done_artifact(plan, job, artifacts).folder for job in planned.score]
    return {
        outcome.key
        for folder in folders
        if (folder / VERDICTS).is_file()
        for outcome in read_verdicts(folder / VERDICTS)
        if isinstance(outcome, Verdict) and outcome.status is Status.NO_ANSWER
    }


def _as_judged(sample: RubricSample, no_answer: Collection[SampleKey]) -> RubricSample:
    """Return a sample that has code exactly if the score job found code in it.

    Both jobs extract the same code, except from a text that crashes the extraction: then the row counts.
    """
    if (sample.task.id, sample.draw) in no_answer:
        return replace(sample, code="", reason=sample.reason or "the judge found no code")
    return sample if sample.code else replace(sample, missing=True)


_FIX = "run the job again: its artifact is incomplete or was changed"
_TEXTS = ("unscored", "unasked")  #: fields whose texts only the job knows


def add_rubric_files(
    work: RecordJob, results: RecordOutcome, policy: RubricPolicy | None
) -> tuple[RecordOutcome, tuple[str, ...]]:
    """Add the scores by a model to each row. A row without scores is recorded all the same.

    Return the results, with an error for each artifact that is refused, and one line per row that has no
    scores although the policy wants them.
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
    # The cost counts in the month of the reservation.
    if not work.plan.created <= run.started <= present_moment():
        problem = f"is not between the plan, {work.plan.created}, and now"
        raise BadInput(path, "run.started", problem, _FIX)
    updates = {
        "unsure_usd": _unsure_usd(run, planned.rubric_cents / 100, folder),
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
    }
    scores = RubricScores.new(result=expected, run=run.model_copy(update=updates))
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

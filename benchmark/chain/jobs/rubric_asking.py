"""A rubric job: let the policy's model score the answers of one run, as text. No answer is run."""

import datetime
import shutil
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JOB,
    MANIFEST,
    JobNotDoneError,
    JobOutcome,
    JobState,
    begin_artifact,
    done_artifact,
    end_artifact,
    find_artifact,
    read_artifact,
)
from benchmark.chain.jobs.scoring import VERDICTS, answers_of, completions_of
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.policy import JUDGE_KEY, POLICY_FILE, RubricPolicy
from benchmark.chain.plan.run_lookup import error_line, source_of
from benchmark.chain.plan.runners import rubric_budget
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.core.sample import SampleKey
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.verdicts import read_verdicts
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.submitted_model import access_of
from benchmark.pipeline.rubric.asking import AskedReplies, Listen, ask
from benchmark.pipeline.rubric.record import JudgedInput, make_scores
from benchmark.pipeline.rubric.requests import RubricPlan
from benchmark.pipeline.rubric.samples import RubricSample, check_tasks, rubric_samples
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
    attempt: int = 1,
) -> JobOutcome:
    """Ask the model for the scores that are missing in ``out``, and write the job's manifest.

    A repeated job with the same folder asks only for what is missing. If another job of the run did not
    finish, the run gets no row, and no model is asked. No call is made after ``seconds``.
    """
    lost = begin_artifact(out, job, attempt)
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
            samples=tuple(_as_judged(sample, no_answer) for sample in found),
            suite=source.suite_id,
            dataset=source.dataset,
            access=judge_access(policy),
            folder=out,
            repeats=policy.repeats,
            budget=rubric_budget(planned, policy),
            lent=policy.lent,
        )
        now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        nobody = AskedReplies(replies=(), refused={}, started=now)  # used if no answer has code
        asked = ask(requests, listen, seconds) if requests.asked else nobody
        judged = JudgedInput(tasks=source.tasks, completions=completions, extraction=rule.name)
        scores, replies = make_scores(requests, asked, judged)
        write_atomic(out / REPLIES, replies)
        write_atomic(out / SCORES, scores.to_bytes())
    except JobNotDoneError as ended:
        state, reason = "skipped", reason_of(f"{ended}; so the run gets no row")
    except RunInterrupted:
        state = "unfinished"
        error = OurFailure("it ended before all answers were scored", "run the failed job again: it resumes")
    except SightbenchError as failed:
        state, error = "failed", failed
    reason = reason if error is None else reason_of(error_line(error))
    manifest = end_artifact(out, job, state=state, reason=reason, attempt=attempt, lost=lost)
    return JobOutcome(manifest, error)


def judge_access(policy: RubricPolicy) -> ModelAccess:
    """Return the model that scores, with the one key that its server may get."""
    config = policy.model.model_copy(update={"api_key_env": JUDGE_KEY})
    return access_of(config, POLICY_FILE, "rubric.model", Path())


def continue_attempt(job: MatrixJob, artifacts: Path | None, out: Path) -> None:
    """Copy what an earlier attempt of a job left to ``out``, unless something is there.

    Raises:
        BadInput: if the artifact of that attempt does not match its manifest.
    """
    folder = find_artifact(artifacts, job.id)
    if folder is None or (out / JOB).exists() or not (folder / MANIFEST).is_file():
        return
    make_folder(out)
    for name in (*(file.name for file in read_artifact(folder, job).manifest.files), MANIFEST):
        shutil.copyfile(folder / name, out / name)


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

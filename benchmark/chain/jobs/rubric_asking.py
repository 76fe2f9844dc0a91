"""A rubric job: let the policy's model score the answers of one run, as text. Nothing of them is run."""

import datetime
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JOB,
    MANIFEST,
    JobManifest,
    JobState,
    begin_artifact,
    end_artifact,
    find_artifact,
    may_lack_answers,
    read_artifact,
)
from benchmark.chain.jobs.scoring import VERDICTS, JobCompletions, answers_of
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob, PlannedRun
from benchmark.chain.plan.policy import JUDGE_KEY, POLICY_FILE, RubricPolicy
from benchmark.chain.plan.run_lookup import error_line, source_of
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

#: Files of the artifact, next to the replies of each step. The scores name no row: it does not exist yet.
SCORES, REPLIES = "rubric.json", "replies.jsonl.gz"


@dataclass(frozen=True, slots=True)
class RubricOutcome:
    """The result of a rubric job."""

    manifest: JobManifest
    error: SightbenchError | None = None  #: why it did not finish


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricJudging:
    """The model of a rubric job, and its limits."""

    policy: RubricPolicy
    budget: float  #: US dollars
    seconds: float | None  #: no call is made after this time; None for no limit
    listen: Listen  #: shows the progress of each step
    no_answer: Collection[SampleKey] = ()  #: samples in whose text the score jobs found no code


def rubric_job(
    submitted: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    *,
    given: JobCompletions,
    judging: RubricJudging,
    attempt: int = 1,
) -> RubricOutcome:
    """Ask the model for the scores that are missing in ``out``, and write the job's manifest.

    A repeated job with the same folder asks only for what is missing.

    Args:
        submitted: the run.
        planned: the run in the plan.
        job: the job of the plan.
        out: the job's folder.
        given: the completions, or why nothing is scored.
        judging: the model and its limits.
        attempt: this attempt of the workflow run.
    """
    begin_artifact(out, job)
    lost = may_lack_answers(out, attempt)
    (out / MANIFEST).unlink(missing_ok=True)  # without it, nobody reads the folder while it changes
    if given.why_not:
        why = reason_of(given.why_not)
        return RubricOutcome(end_artifact(out, job, state="skipped", reason=why, attempt=attempt, lost=lost))
    state: JobState = "done"
    error: SightbenchError | None = None
    try:
        _score(submitted, planned, out, given.path, judging)
    except RunInterrupted:
        state = "unfinished"
        error = OurFailure("it ended before all answers were scored", "run the failed job again: it goes on")
    except SightbenchError as failed:
        state, error = "failed", failed
    reason = None if error is None else reason_of(error_line(error))
    files = sorted(file.name for file in out.iterdir() if file.is_file() and file.name not in {JOB, MANIFEST})
    manifest = end_artifact(out, job, state=state, files=files, reason=reason, attempt=attempt, lost=lost)
    return RubricOutcome(manifest, error)


def judge_access(policy: RubricPolicy) -> ModelAccess:
    """Return the model that scores, with the one key that its server may get."""
    config = policy.model.model_copy(update={"api_key_env": JUDGE_KEY})
    return access_of(config, POLICY_FILE, "rubric.model", Path())


def continue_attempt(job: MatrixJob, artifacts: Path | None, out: Path) -> None:
    """Copy what an earlier attempt of a job left to ``out``, unless something is there.

    Raises:
        BadInput: if the artifact of that attempt does not match its manifest.
    """
    folder = None if artifacts is None else find_artifact(artifacts, job.id)
    if folder is None or (out / JOB).exists() or not (folder / MANIFEST).is_file():
        return
    make_folder(out)
    for name in (*(file.name for file in read_artifact(folder, job).manifest.files), MANIFEST):
        shutil.copyfile(folder / name, out / name)


def why_not_scored(planned: PlannedRun, jobs: Mapping[str, MatrixJob], artifacts: Path | None) -> str:
    """Return why the answers of a run are not worth a model's scores: its row cannot be made; or empty.

    Args:
        planned: the run in the plan.
        jobs: the jobs of the plan, by id.
        artifacts: the folder of artifacts; None if nothing was fetched.

    Raises:
        BadInput: if the artifact of a score job does not match its manifest.
    """
    for identifier in planned.score:
        folder = None if artifacts is None else find_artifact(artifacts, jobs[identifier].id)
        state = "missing" if folder is None else read_artifact(folder, jobs[identifier]).manifest.state
        if state != "done":
            return f"job {identifier} is {state}, so the run gets no row"
    return ""


def samples_without_answer(
    planned: PlannedRun, jobs: Mapping[str, MatrixJob], artifacts: Path | None
) -> frozenset[SampleKey]:
    """Return the samples that the score jobs of a run judged as ``no_answer``.

    Raises:
        BadInput: if their verdicts cannot be read.
    """
    folders = (
        [find_artifact(artifacts, jobs[job].id) for job in planned.score] if artifacts is not None else []
    )
    paths = [folder / VERDICTS for folder in folders if folder is not None]
    found = (outcome for path in paths if path.is_file() for outcome in read_verdicts(path))
    return frozenset(
        outcome.key
        for outcome in found
        if isinstance(outcome, Verdict) and outcome.status is Status.NO_ANSWER
    )


def _as_judged(sample: RubricSample, no_answer: Collection[SampleKey]) -> RubricSample:
    """Return a sample with code exactly if the score job found some.

    Both extract the same, except from a text that crashes its reader: then the row decides.
    """
    if (sample.task.id, sample.draw) in no_answer:
        return replace(sample, code="", reason=sample.reason or "the judge found no code")
    return sample if sample.code else replace(sample, missing=True)


def _score(
    submitted: SubmittedRun, planned: PlannedRun, out: Path, path: Path, judging: RubricJudging
) -> None:
    source = source_of(submitted, planned)
    completions, absent = answers_of(path, submitted, planned, source)
    rule = source.rule(submitted.run.extraction, setting=submitted.run.setting)
    check_tasks(source.tasks, "--plan")
    found = rubric_samples(source.tasks, completions, rule, absent)
    plan = RubricPlan(
        samples=tuple(_as_judged(sample, judging.no_answer) for sample in found),
        suite=source.suite_id,
        dataset=source.dataset,
        access=judge_access(judging.policy),
        folder=out,
        repeats=judging.policy.repeats,
        budget=judging.budget,
        lent=judging.policy.lent,
    )
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    nobody = AskedReplies(replies=(), refused={}, started=now)  # no answer has code
    asked = ask(plan, judging.listen, judging.seconds) if plan.asked else nobody
    judged = JudgedInput(tasks=source.tasks, completions=completions, extraction=rule.name)
    scores, replies = make_scores(plan, asked, judged)
    write_atomic(out / REPLIES, replies)
    write_atomic(out / SCORES, scores.to_bytes())

"""One score job: the samples of one shard of one run, judged where no secret is and no network."""

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JobFile,
    JobManifest,
    JudgingRecord,
    begin_artifact,
    described,
    end_artifact,
    find_artifact,
    read_artifact,
)
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.secrets import check_no_secrets
from benchmark.chain.jobs.sentinels import check_sentinels, is_sentinel, sentinels, with_references
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob, PlannedRun
from benchmark.chain.plan.run_lookup import line_of, source_of
from benchmark.chain.plan.runners import models_of
from benchmark.core.errors import SandboxFailure, SightbenchError
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome
from benchmark.files.predictions import completions_digest
from benchmark.files.verdicts import write_verdicts
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.judge.evaluate import Evaluation, Progress, judge_samples
from benchmark.pipeline.judge.parsing import add_lint, check_linter
from benchmark.pipeline.judge.shards import extract_all, shard_of
from benchmark.pipeline.rows.record import this_machine
from benchmark.pipeline.rows.submitted_run import read_answers
from benchmark.results.status import reason_of
from benchmark.sandbox.host.probe import guest_versions, probe
from benchmark.suites import SUITES

VERDICTS = "verdicts.jsonl.gz"
#: By which rule code is kept: rows of the leaderboard are made by ours.
EXTRACTION = "own"

#: Shows how far a stage with this name is.
Stage = Callable[[str], AbstractContextManager[Progress]]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingPlace:
    """Where a job judges."""

    executor: Executor
    environment: Mapping[str, str]
    stage: Stage


@dataclass(frozen=True, slots=True)
class JobCompletions:
    """The completions of a run."""

    path: Path
    why_not: str = ""  #: there is nothing to judge, for this reason


def score_job(
    asked: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    *,
    given: JobCompletions,
    lint: bool,
    place: JudgingPlace,
) -> JobManifest:
    """Judge the samples of a shard; ``out`` holds their verdicts and a manifest afterwards.

    Raises:
        BadInput: when a secret is near, or completions or tasks are not those of the plan.
        SandboxFailure: when the sandbox does not keep its promises, the cut network among them.
        OurFailure: when a sentinel was misjudged.
    """
    begin_artifact(out, job)
    if given.why_not:
        return end_artifact(out, job, state="skipped", reason=reason_of(given.why_not))
    try:
        return _score(asked, planned, job, out, given.path, lint=lint, place=place)
    except SightbenchError as error:
        end_artifact(out, job, state="failed", reason=reason_of(line_of(error)))
        raise


def given_to(
    asked: SubmittedRun, planned: PlannedRun, generate: MatrixJob | None, completions: Path | None
) -> JobCompletions:
    """Where the completions of a run are.

    Args:
        asked: the run.
        planned: likewise.
        generate: the job that generated them; None for a prediction file.
        completions: folder of the artifacts.

    Raises:
        BadInput: when the artifact is not what its manifest says.
    """
    if generate is None:
        return JobCompletions(asked.folder / str(asked.run.predictions))
    folder = None if completions is None else find_artifact(completions, generate)
    if folder is None:
        return JobCompletions(Path(), f"job {planned.generate} left no completions")
    manifest = read_artifact(folder, generate).manifest
    if manifest.state != "done":
        return JobCompletions(Path(), f"job {planned.generate} is {manifest.state}: {manifest.reason}")
    return JobCompletions(folder / COMPLETIONS)


def shard_of_run(
    completions: Sequence[Completion], suite: str, shard: int, shards: int
) -> tuple[Completion, ...]:
    """The completions of one job, in order of task and draw."""
    return tuple(
        sorted(
            (one for one in completions if shard_of(suite, one.task_id, one.draw, shards) == shard),
            key=lambda one: one.key,
        )
    )


def check_place(environment: Mapping[str, str], asked: SubmittedRun) -> None:
    """Check that answers may be judged here.

    Raises:
        BadInput: when a secret is near.
        SandboxFailure: names what the sandbox would let an answer do.
    """
    named = [config.api_key_env for config in models_of(asked) if config.api_key_env is not None]
    check_no_secrets(environment, named)
    findings, _ = probe()
    if doors := [finding.what for finding in findings if not finding.kept_out]:
        raise SandboxFailure(
            f"here an answer could {', '.join(doors)}; nothing is judged", "see sandbox probe"
        )


def _score(
    asked: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    path: Path,
    *,
    lint: bool,
    place: JudgingPlace,
) -> JobManifest:
    check_place(place.environment, asked)
    if lint:
        check_linter()
    source = source_of(asked, planned)
    completions, _ = read_answers(path, asked.run, source)
    chosen = shard_of_run(completions, asked.run.suite, job.shard, job.shards)
    rule = source.rule(EXTRACTION)
    evaluation = _judged(source.tasks, chosen, rule, place)
    if lint:
        with place.stage("linting") as told:
            evaluation = add_lint(evaluation, told)
    files = []
    if evaluation.outcomes:
        write_verdicts(out / VERDICTS, evaluation.outcomes, measured=True)
        files.append(VERDICTS)
    return end_artifact(
        out,
        job,
        state="done",
        files=files,
        inputs=[_input(path, asked)],
        judged=_said(evaluation, planned, asked),
    )


def _judged(
    tasks: Sequence[Task], chosen: Sequence[Completion], rule: ExtractionRule, place: JudgingPlace
) -> Evaluation:
    started, clock = datetime.datetime.now(datetime.UTC), time.monotonic()
    guest = guest_versions()
    ids = {one.task_id for one in chosen}
    beside = with_references([task for task in tasks if task.id in ids])
    by_id = {task.id: task for task in (*tasks, *beside)}
    samples = extract_all(by_id, (*chosen, *sentinels(beside)), rule.extract)
    with place.stage("judging") as told:
        outcomes = judge_samples(samples, executor=place.executor, progress=told)
    check_sentinels(outcomes)
    return Evaluation(
        tasks=tuple(tasks),
        completions=tuple(chosen),
        extraction=rule.name,
        samples=tuple(sample for sample in samples if not is_sentinel(sample.key)),
        outcomes=_without_sentinels(outcomes),
        scores=(),
        guest=guest,
        executor=place.executor.name,
        workers=place.executor.workers,
        time_factor=place.executor.time_factor,
        started=started,
        seconds=time.monotonic() - clock,
    )


def _without_sentinels(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    return tuple(outcome for outcome in outcomes if not is_sentinel(outcome.key))


def _said(evaluation: Evaluation, planned: PlannedRun, asked: SubmittedRun) -> JudgingRecord:
    ids = {one.task_id for one in evaluation.completions}
    beside = len(with_references([task for task in evaluation.tasks if task.id in ids]))
    return JudgingRecord(
        suite=SUITES[asked.run.suite].version,
        judge=JUDGE_VERSION,
        guest=evaluation.guest,
        extraction=evaluation.extraction,
        tasks=planned.tasks,
        completions=completions_digest(evaluation.completions),
        samples=len(evaluation.completions),
        gold=beside,
        blank=beside,
        machine=this_machine(evaluation.time_factor),
        executor=evaluation.executor,
        workers=evaluation.workers,
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        unlinted=None if evaluation.unlinted is None else dict(evaluation.unlinted),
    )


def _input(path: Path, asked: SubmittedRun) -> JobFile:
    name = COMPLETIONS if asked.run.predictions is None else "predictions.jsonl"
    return described(path, name)

"""Merge the artifacts of one run into one evaluation, as if one machine had judged all of it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.artifact import MANIFEST, Artifact, JudgingRecord, done_artifact
from benchmark.chain.jobs.scoring import VERDICTS, answers_of, completions_of, shard_of_run
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import Plan, PlannedRun
from benchmark.chain.plan.run_lookup import find_run, source_of
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.files.predictions import completions_digest
from benchmark.files.stored_completions import keys_of
from benchmark.files.verdicts import read_verdicts
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.results.row import RowMachine
from benchmark.scoring.summary import summarise
from benchmark.suites import SUITES

_EXECUTOR = "ci"
_FIX = "run the job again"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordJob:
    """The input of a record job: a plan, the artifacts of its jobs, and the submissions."""

    plan: Plan
    artifacts: Path  #: one folder per job
    submissions: Path  #: the submissions as they were when the plan was made
    ci: CiRun

    def submitted(self, planned: PlannedRun) -> SubmittedRun:
        """Return a run as its submission describes it; errors as in :func:`find_run`."""
        return find_run(self.submissions, planned.name, planned)


@dataclass(frozen=True, slots=True)
class MergedRun:
    """The evaluation of one run whose shards were judged by several jobs."""

    evaluation: Evaluation
    machine: RowMachine  #: the machine of the first shard, with the largest time factor of all shards
    completions: Path  #: the file of completions; its manifest is next to it
    descriptions: tuple[Completion, ...] = ()  #: first-stage descriptions of a run with two stages


def merge(work: RecordJob, submitted: SubmittedRun, planned: PlannedRun) -> MergedRun:
    """Merge the shards of a run.

    Args:
        work: the plan and its artifacts.
        submitted: the run as the submission describes it.
        planned: the run as the plan describes it.

    Raises:
        JobNotDoneError: if a job did not finish.
        BadInput: if an artifact is incomplete, was changed, or contradicts another one.
    """
    plan = work.plan
    path = completions_of(plan, submitted, planned, work.artifacts)
    shards = [done_artifact(plan, identifier, work.artifacts) for identifier in planned.score]
    source = source_of(submitted, planned)
    completions, absent = answers_of(path, submitted, planned, source)
    descriptions = read_descriptions([path], set(keys_of(completions)), absent)
    outcomes: list[Outcome] = []
    unlinted: dict[str, str] = {}
    records: list[JudgingRecord] = []
    for artifact in shards:
        job = artifact.job
        shard = shard_of_run(completions, submitted.run.suite, job.shard, job.shards)
        record = _checked_record(
            artifact, planned, shard, records, extraction=submitted.run.extraction, lint=plan.lint
        )
        outcomes += _outcomes(artifact, shard)
        unlinted |= record.unlinted or {}
        records.append(record)
    outcomes.sort(key=lambda outcome: outcome.key)
    present = {outcome.key for outcome in outcomes}
    outcomes += [
        MissingSample(task_id=key[0], draw=key[1], reason=absent[key])
        for key in sorted(set(absent) - present)
    ]
    first = records[0]
    evaluation = Evaluation(
        tasks=source.tasks,
        completions=completions,
        extraction=submitted.run.extraction,
        samples=(),
        outcomes=tuple(outcomes),
        scores=summarise(source.tasks, outcomes),
        guest=first.guest,
        executor=_EXECUTOR,
        workers=sum(record.workers for record in records),
        time_factor=max(record.machine.time_factor or 1.0 for record in records),
        started=min(map(_start_time, records)),
        seconds=max(record.seconds for record in records),
        unlinted=unlinted if plan.lint else None,
    )
    machine = first.machine.model_copy(update={"time_factor": evaluation.time_factor})
    return MergedRun(evaluation, machine, path, descriptions)


def _checked_record(
    artifact: Artifact,
    planned: PlannedRun,
    shard: Sequence[Completion],
    others: Sequence[JudgingRecord],
    *,
    extraction: str,
    lint: bool,
) -> JudgingRecord:
    """Return the judging record of a shard after comparing it with its completions and the other shards."""
    path = artifact.folder / MANIFEST
    record = artifact.manifest.judged
    if record is None:
        raise BadInput(path, "judged", "is missing, although the job is done", _FIX)
    if record.completions != completions_digest(shard) or record.samples != len(shard):
        problem = "does not match the completions of the run: the job judged other completions"
        raise BadInput(path, "judged.completions", problem, _FIX)
    expected = {
        "tasks": planned.tasks,
        "suite": SUITES[planned.suite].version,
        "judge": JUDGE_VERSION,
        "extraction": extraction,
        "guest": others[0].guest if others else record.guest,
    }
    for name, value in expected.items():
        if getattr(record, name) != value:
            problem = f"is {getattr(record, name)}, but {value} in this version and in the other jobs"
            raise BadInput(path, f"judged.{name}", problem, _FIX)
    if lint and record.unlinted is None:
        raise BadInput(path, "judged.unlinted", "was not linted, although the plan asks for linting", _FIX)
    if not lint and record.unlinted is not None:
        raise BadInput(path, "judged.unlinted", "was linted, but the plan did not ask for linting", _FIX)
    return record


def _outcomes(artifact: Artifact, shard: Sequence[Completion]) -> tuple[Outcome, ...]:
    if not shard and not artifact.manifest.files:
        return ()
    path = artifact.folder / VERDICTS
    if VERDICTS not in {file.name for file in artifact.manifest.files}:
        raise BadInput(path, "", "is missing", _FIX)
    outcomes = read_verdicts(path)
    if {outcome.key for outcome in outcomes} != set(keys_of(shard)):
        raise BadInput(path, "", "has verdicts of samples that are not in the shard, or lacks some", _FIX)
    return outcomes


def _start_time(judged: JudgingRecord) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(judged.started)
    except ValueError:
        raise BadInput(MANIFEST, "judged.started", f"{judged.started} is not a valid time", _FIX) from None

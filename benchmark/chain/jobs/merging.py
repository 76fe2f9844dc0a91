"""The artifacts of one run become one evaluation, as if one machine had judged it all."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.jobs.artifact import MANIFEST, Artifact, JudgingRecord, find_artifact, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.scoring import EXTRACTION, VERDICTS, shard_of_run
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob, PlannedRun
from benchmark.chain.plan.run_lookup import source_of
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.files.predictions import completions_digest
from benchmark.files.verdicts import read_verdicts
from benchmark.generation.record.manifest import read_manifest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows.submitted_run import read_answers
from benchmark.results.row import RowMachine
from benchmark.results.status import Stage
from benchmark.scoring.parsing import parsing_success
from benchmark.scoring.summary import summarise
from benchmark.suites import SUITES

_EXECUTOR = "ci"
_AGAIN = "run the job again"


class NotMergedError(Exception):
    """A run whose artifacts make no evaluation: where it ended, and why.

    Args:
        stage: where it ended.
        reason: why.
        goes_on: nothing failed; the next workflow run continues.
    """

    def __init__(self, stage: Stage, reason: str, *, goes_on: bool = False) -> None:
        self.stage: Stage = stage
        self.goes_on = goes_on
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class MergedRun:
    """One run, judged in several places."""

    evaluation: Evaluation
    machine: RowMachine  #: of the first shard, with the largest factor of all
    completions: Path  #: the file, with its manifest beside it
    descriptions: tuple[Completion, ...] = ()  #: that the completions were written from, in two stages


def merge(
    asked: SubmittedRun, planned: PlannedRun, jobs: Mapping[str, MatrixJob], artifacts: Path, *, lint: bool
) -> MergedRun:
    """Put the shards of a run together.

    Args:
        asked: the run.
        planned: likewise.
        jobs: of the plan, by id.
        artifacts: their folders.
        lint: whether parsing success was to be measured.

    Raises:
        NotMergedError: when a job did not come to its end.
        BadInput: names the artifact that is incomplete, changed, or says something else than another one.
    """
    path = _completions(asked, planned, jobs, artifacts)
    shards = [_artifact(artifacts, jobs[identifier], "score") for identifier in planned.score]
    source = source_of(asked, planned)
    completions, absent = read_answers(path, asked.run, source)
    descriptions = read_descriptions([path], {one.key for one in completions}, absent)
    outcomes: list[Outcome] = []
    unlinted: dict[str, str] = {}
    judged: list[JudgingRecord] = []
    for identifier, artifact in zip(planned.score, shards, strict=True):
        job = jobs[identifier]
        chosen = shard_of_run(completions, asked.run.suite, job.shard, job.shards)
        said = _checked(artifact, planned, chosen, judged, lint=lint)
        outcomes += _outcomes(artifact, chosen)
        unlinted |= said.unlinted or {}
        judged.append(said)
    outcomes.sort(key=lambda outcome: outcome.key)
    there = {outcome.key for outcome in outcomes}
    outcomes += [
        MissingSample(task_id=key[0], draw=key[1], reason=absent[key]) for key in sorted(set(absent) - there)
    ]
    scores = summarise(source.tasks, outcomes)
    first = judged[0]
    evaluation = Evaluation(
        tasks=source.tasks,
        completions=completions,
        extraction=EXTRACTION,
        samples=(),
        outcomes=tuple(outcomes),
        scores=(*scores, *parsing_success(source.tasks, outcomes)) if lint else scores,
        guest=first.guest,
        executor=_EXECUTOR,
        workers=sum(one.workers for one in judged),
        time_factor=max(one.machine.time_factor or 1.0 for one in judged),
        started=min(map(_moment, judged)),
        seconds=max(one.seconds for one in judged),
        unlinted=unlinted if lint else None,
    )
    machine = first.machine.model_copy(update={"time_factor": evaluation.time_factor})
    return MergedRun(evaluation, machine, path, descriptions)


def cost_of(planned: PlannedRun, jobs: Mapping[str, MatrixJob], artifacts: Path) -> float:
    """US dollars that generating a run has cost so far, as far as its artifact tells; else 0."""
    if planned.generate is None:
        return 0.0
    folder = find_artifact(artifacts, jobs[planned.generate])
    try:
        manifest = None if folder is None else read_manifest(folder / COMPLETIONS)
    except BadInput:
        return 0.0
    return 0.0 if manifest is None else manifest.totals.cost_usd or 0.0


def _completions(
    asked: SubmittedRun, planned: PlannedRun, jobs: Mapping[str, MatrixJob], artifacts: Path
) -> Path:
    if planned.generate is None:
        return asked.folder / str(asked.run.predictions)
    return _artifact(artifacts, jobs[planned.generate], "generate").folder / COMPLETIONS


def _artifact(artifacts: Path, job: MatrixJob, stage: Stage) -> Artifact:
    folder = find_artifact(artifacts, job)
    if folder is None or not (folder / MANIFEST).is_file():
        ended = "it was cancelled, took too long, or its machine went"
        raise NotMergedError(stage, f"job {job.id} left no result: {ended}")
    artifact = read_artifact(folder, job)
    state = artifact.manifest.state
    if state != "done":
        reason = artifact.manifest.reason or state
        raise NotMergedError(stage, reason, goes_on=state == "unfinished")
    return artifact


def _checked(
    artifact: Artifact,
    planned: PlannedRun,
    chosen: Sequence[Completion],
    others: Sequence[JudgingRecord],
    *,
    lint: bool,
) -> JudgingRecord:
    """What a shard says of its judging, once that goes together with its completions and the other shards."""
    path = artifact.folder / MANIFEST
    said = artifact.manifest.judged
    if said is None:
        raise BadInput(path, "judged", "is not there: the job says done, and not what it judged", _AGAIN)
    if said.completions != completions_digest(chosen) or said.samples != len(chosen):
        raise BadInput(path, "judged.completions", "the job judged other completions than are here", _AGAIN)
    due = {
        "tasks": planned.tasks,
        "suite": SUITES[planned.suite].version,
        "judge": JUDGE_VERSION,
        "extraction": EXTRACTION,
        "guest": others[0].guest if others else said.guest,
    }
    for name, value in due.items():
        if getattr(said, name) != value:
            problem = f"{getattr(said, name)} is not {value}, as in this version and in the other jobs"
            raise BadInput(path, f"judged.{name}", problem, _AGAIN)
    if (said.unlinted is not None) != lint:
        raise BadInput(path, "judged.unlinted", "does not go together with the plan's lint", _AGAIN)
    return said


def _outcomes(artifact: Artifact, chosen: Sequence[Completion]) -> tuple[Outcome, ...]:
    if not chosen and not artifact.manifest.files:
        return ()
    path = artifact.folder / VERDICTS
    if VERDICTS not in {file.name for file in artifact.manifest.files}:
        raise BadInput(path, "", "is not there", _AGAIN)
    outcomes = read_verdicts(path)
    if {outcome.key for outcome in outcomes} != {one.key for one in chosen}:
        raise BadInput(path, "", "has verdicts of other samples than those of the shard", _AGAIN)
    return outcomes


def _moment(judged: JudgingRecord) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(judged.started)
    except ValueError:
        raise BadInput(MANIFEST, "judged.started", f"{judged.started} is no time", _AGAIN) from None

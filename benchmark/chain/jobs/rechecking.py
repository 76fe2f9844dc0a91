"""Three guards in case an answer escaped from its sandbox or deceives the judge.

Before the first answer runs, a job that runs no answers writes the digests of all completions. Before
anything is signed, samples are drawn at random and judged again on a fresh machine, after the digests of all
artifacts were fixed. Some that passed are judged with changed tests, which a right answer fails; see
:mod:`benchmark.pipeline.judge.perturbed`. The results are outputs of jobs, which no other job can write. One
gap remains: a sample that is drawn could escape here too.
"""

import functools
import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from benchmark.analysis.wording import plural
from benchmark.chain.jobs.artifact import JobNotDoneError, manifest_digests
from benchmark.chain.jobs.merging import RecordJob, merge
from benchmark.chain.jobs.recording import New, RecordOutcome, keep_each, signed_part
from benchmark.chain.jobs.scoring import JudgingPlace, check_place, judge
from benchmark.chain.plan.due_runs import error_line, source_of
from benchmark.chain.plan.job import Plan, PlannedRun
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput, OurFailure, SandboxFailure, SightbenchError
from benchmark.core.sample import SampleKey, sample_name
from benchmark.core.verdict import MissingSample, Outcome, Verdict
from benchmark.files import strict_json
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.files.predictions import completions_digest
from benchmark.files.stored_completions import Selected, keys_of
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.extracting import extract_each, raw_samples
from benchmark.pipeline.judge.perturbed import draw, lying_answers
from benchmark.results.branch_record import Digest
from benchmark.results.status import reason_of

ALL_UP_TO = 2000  #: samples of a run that are all judged again
DRAWN = 200  #: samples of a larger run that are judged again
#: Maximum samples that are named, over all runs: Linux limits the variable with the names to 128 KiB.
NAMED = 100
_LYING = 3  #: maximum answers of a run that are named because they pass changed tests
_BATCH = 200  #: samples that are judged before the time limit is checked again
#: Names the whole job, because another attempt of the jobs after it would read the same output.
_FIX = 'run the job "Judge again" again; if samples differ again, the judge errs or an answer escaped'


class RecheckedRun(Record):
    """The result of judging samples of one run again."""

    slug: Slug
    run: Annotated[int, Field(ge=0, description="index of the run in the submission's file")]
    artifacts: Digest = Field(description="digest of the files of the run's jobs, before samples were drawn")
    samples: Annotated[int, Field(ge=0, description="samples that were judged again")]
    late: bool = Field(default=False, description="whether time was over before all samples were judged")
    differing: Annotated[int, Field(ge=0)] = 0  #: samples that differ, also when judged a third time
    #: Some of the samples that differ: task_id#draw: first status → new status.
    named: list[str] = Field(default_factory=list, max_length=NAMED)
    #: Some of the answers that pass whatever their tests expect: task_id#draw, the changed test, the answer.
    lying: list[str] = Field(default_factory=list, max_length=_LYING)


def sealed_output(plan: Plan, artifacts: Path) -> str:
    """Return the digests of the manifests of all jobs that generate, as JSON on one line."""
    return json.dumps(manifest_digests(artifacts, [job.id for job in plan.of("generate")]))


def recheck_runs(
    work: RecordJob, place: JudgingPlace, seconds: float | None, report: Callable[[str], None]
) -> tuple[RecheckedRun, ...]:
    """Judge samples of all runs of a plan again.

    A run that was not judged, or with an artifact that is incomplete or was changed, is left out. Nothing
    more is judged after ``seconds``; ``report`` prints the result of a run.

    Raises:
        SandboxFailure: if the sandbox lets something through.
    """
    found = []
    until = None if seconds is None else time.monotonic() + seconds
    for planned in work.plan.runs:
        try:
            run = _recheck(work, planned, place, until)
        except SandboxFailure:
            raise
        except (JobNotDoneError, SightbenchError) as error:  # such a run gets no row
            line = error_line(error) if isinstance(error, SightbenchError) else str(error)
            report(f"{planned.name}: not judged again: {line}")
            continue
        late = "; the time is over" * run.late
        late += "; an answer passes changed tests" * bool(run.lying)
        report(f"{planned.name}: {plural(run.samples, 'sample')} judged again, {run.differing} differ{late}")
        found.append(run)
    return tuple(found)


def rechecked_output(found: Sequence[RecheckedRun]) -> str:
    """Return the result as JSON on one line, which names ``NAMED`` samples at most."""
    listed, left = [], NAMED
    for run in found:
        listed.append(run.model_copy(update={"named": run.named[:left]}).model_dump())
        left -= len(listed[-1]["named"])
    return json.dumps(listed)


def only_rechecked(work: RecordJob, results: RecordOutcome, output: str) -> RecordOutcome:
    """Return the results; a status replaces each row that failed the check, and an error each such panel.

    ``output`` is empty if the job that judges again ended without a result.
    """
    looked = {(run.slug, run.run): run for run in read_rechecked(output)}
    wrong = {run.name: _why_not(work, run, looked.get((run.slug, run.run))) for run in work.plan.runs}

    def check(new: New) -> New:
        if (part := signed_part(new)) is not None and wrong[part[0]]:
            raise OurFailure(f"{part[0]}: {wrong[part[0]]}", _FIX)
        return new

    return keep_each(work, results, check, stage="score")


def _recheck(work: RecordJob, planned: PlannedRun, place: JudgingPlace, until: float | None) -> RecheckedRun:
    submitted = work.submitted(planned)
    check_place(place.environment, submitted)
    fixed = artifacts_digest(work.artifacts, planned)
    merged = merge(work, submitted, planned)
    completions, source = merged.evaluation.completions, source_of(submitted, planned)
    rule = source.rule(submitted.run.extraction, setting=submitted.run.setting)

    def judged(keys: Collection[SampleKey]) -> dict[SampleKey, Outcome]:
        chosen = [number for number, key in enumerate(keys_of(completions)) if key in keys]
        evaluation = judge(source.tasks, Selected(completions, chosen), rule, place, lint=work.plan.lint)
        return {outcome.key: outcome for outcome in evaluation.outcomes}

    then = {outcome.key: outcome for outcome in merged.evaluation.outcomes if isinstance(outcome, Verdict)}
    drawn = secrets.SystemRandom().sample(sorted(then), len(then) if len(then) <= ALL_UP_TO else DRAWN)
    differing: list[str] = []
    count = 0
    while count < len(drawn) and (until is None or time.monotonic() < until):
        batch = drawn[count : count + _BATCH]
        count += len(batch)
        now: Mapping[SampleKey, Outcome] = {}
        # Time, memory and chance change a verdict too, so a sample that differs is judged a third time.
        for _ in range(2):
            if batch:
                now = judged(set(batch))
                batch = [key for key in batch if _result(then[key]) != _result(now[key])]
        differing += [f"{sample_name(key)}: {_status(then[key])} → {_status(now[key])}" for key in batch]
    chosen = draw(list(then.values()), source.tasks, completions_digest(completions))
    order = list(then)
    keys = {order[place]: task for place, task in chosen}
    texts = Selected(completions, [number for number, key in enumerate(keys_of(completions)) if key in keys])
    raw = raw_samples({task.id: task for task in source.tasks}, texts, rule.extract)
    extracted = extract_each(raw, workers=place.executor.workers)
    lying = lying_answers(
        [(sample, keys[sample.key]) for sample in extracted],
        functools.partial(judge_samples, executor=place.executor),
    )
    return RecheckedRun(
        slug=planned.slug,
        run=planned.run,
        artifacts=fixed,
        samples=count,
        late=count < len(drawn),
        differing=len(differing),
        named=sorted(differing)[:NAMED],
        lying=[reason_of(answer.text) for answer in lying[:_LYING]],
    )


def _result(outcome: Outcome) -> tuple[object, ...]:
    """Return what a row records of a verdict."""
    if isinstance(outcome, MissingSample):
        return ("missing",)
    return outcome.status, outcome.points, dict(outcome.kinds), outcome.error_type, outcome.parses


def _status(outcome: Outcome) -> str:
    return "missing" if isinstance(outcome, MissingSample) else outcome.status


def artifacts_digest(artifacts: Path, planned: PlannedRun) -> str:
    """Return a digest of the artifacts of a run's jobs."""
    return digest_canonical(manifest_digests(artifacts, filter(None, (planned.generate, *planned.score))))


def _why_not(work: RecordJob, planned: PlannedRun, looked: RecheckedRun | None) -> str:
    """Return why the verdicts of a run are not believed; empty if they are."""
    if looked is None:
        return "its samples were not judged a second time"
    if looked.differing:
        more = looked.differing - len(looked.named)
        named = "; ".join([*looked.named, f"{more} more"] if more else looked.named)
        return f"judged again on another machine, samples differ: {named}"
    if looked.lying:
        return f"an answer passes whatever its test expects: {looked.lying[0]}"
    if looked.late:
        return f"only {looked.samples:,} of its samples were judged a second time, then the time was over"
    if looked.artifacts != artifacts_digest(work.artifacts, planned):
        return "its artifacts were replaced after samples had been judged again"
    return ""


def read_rechecked(output: str) -> list[RecheckedRun]:
    """Return the results in the output of a second judging; none if the output is empty."""
    return [validate_record(RecheckedRun, each, "--rechecked") for each in _read("--rechecked", output, list)]


def read_sealed(output: str) -> dict[str, str]:
    """Return the digests by job that the job `seal` wrote; nothing if its output is empty."""
    sealed: dict[str, str] = _read("--sealed", output, dict)
    return sealed


def _read(option: str, output: str, kind: type) -> Any:
    read = strict_json.loads(output.encode(), option) if output else kind()
    if not isinstance(read, kind):
        raise BadInput(option, "", "is not an output of ours", "pass on the output of that job unchanged")
    return read

"""A second look before signing: judge samples again on a fresh machine, and compare the verdicts.

An answer that escaped from its sandbox could have replaced the verdicts of its evaluation. So the digests of
all artifacts are fixed first, then samples are drawn at random, and the result reaches the job that records
as an output, which no other job can write. What is left: a sample that is drawn could escape here too.
"""

import contextlib
import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.chain.jobs.artifact import JobNotDoneError, describe_file, find_artifact
from benchmark.chain.jobs.merging import RecordJob, merge
from benchmark.chain.jobs.recording import New, RecordOutcome, keep_each, signed_part
from benchmark.chain.jobs.scoring import JudgingPlace, check_place, judge
from benchmark.chain.plan.job import PlannedRun
from benchmark.chain.plan.run_lookup import source_of
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.lazy import Selected
from benchmark.core.sample import SampleKey, sample_name
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files import strict_json
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.files.stored_completions import keys_of
from benchmark.results.branch_record import Digest

ALL_UP_TO = 2000  #: samples of a run that are all judged again
DRAWN = 200  #: samples of a larger run that are judged again
#: Statuses that depend on the time or the memory of a machine; such a sample is judged a third time.
_MEASURED = frozenset({Status.TIMEOUT, Status.MEMORY_LIMIT})
_SHOWN = 20  #: maximum samples that are named
_OPTION = "--rechecked"
_FIX = "run the failed jobs again; if samples differ again, the judge errs or an answer escaped"


class RecheckedRun(Record):
    """What the second look found for one run."""

    slug: Slug
    run: Annotated[int, Field(ge=0, description="index of the run in the submission's file")]
    artifacts: Digest = Field(description="digest of the files of the run's jobs, before samples were drawn")
    samples: Annotated[int, Field(ge=0, description="samples that were judged again")]
    differing: Annotated[list[str], Field(max_length=_SHOWN, description="task_id#draw: then → now")]


def recheck_runs(work: RecordJob, place: JudgingPlace) -> tuple[RecheckedRun, ...]:
    """Judge samples of all runs of a plan again; runs that were not judged are left out.

    Args:
        work: the plan and its artifacts.
        place: where the samples are judged.

    Raises:
        BadInput: if a variable may hold a secret, or an artifact is incomplete or was changed.
        SandboxFailure: if the sandbox lets something through.
    """
    found = []
    for planned in work.plan.runs:
        with contextlib.suppress(JobNotDoneError):  # it gets no row
            found.append(_recheck(work, planned, place))
    return tuple(found)


def rechecked_output(found: Sequence[RecheckedRun]) -> str:
    """Return the result as an output of a job: JSON on one line."""
    return json.dumps([run.model_dump() for run in found])


def only_rechecked(work: RecordJob, results: RecordOutcome, output: str) -> RecordOutcome:
    """Return the results, with a status instead of each row, and an error instead of each panel, that fails.

    Args:
        work: the plan and its artifacts.
        results: the rows and panels that the artifacts give.
        output: the output of the job that looked a second time; empty if it ended without one.

    Raises:
        BadInput: if the output is not valid.
    """
    looked = {(run.slug, run.run): run for run in read_rechecked(output)}
    wrong = {run.name: _why_not(work, run, looked.get((run.slug, run.run))) for run in work.plan.runs}

    def check(new: New) -> New:
        if (part := signed_part(new)) is not None and wrong[part[0]]:
            raise OurFailure(f"{part[0]}: {wrong[part[0]]}", _FIX)
        return new

    return keep_each(work, results, check, stage="score")


def _recheck(work: RecordJob, planned: PlannedRun, place: JudgingPlace) -> RecheckedRun:
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
    keys = sorted(then)
    drawn = keys if len(keys) <= ALL_UP_TO else secrets.SystemRandom().sample(keys, DRAWN)
    now = judged(set(drawn)) if drawn else {}
    differing = {key for key in drawn if _result(then[key]) != _result(now[key])}
    measured = {key for key in differing if _MEASURED & {_status(then[key]), _status(now[key])}}
    if measured:
        third = judged(measured)
        now |= third
        differing -= {key for key in measured if _result(third[key]) == _result(then[key])}
    shown = [f"{sample_name(key)}: {_status(then[key])} → {_status(now[key])}" for key in sorted(differing)]
    found = {"artifacts": fixed, "samples": len(drawn), "differing": shown[:_SHOWN]}
    return RecheckedRun.model_validate({"slug": planned.slug, "run": planned.run, **found})


def _result(outcome: Outcome) -> tuple[object, ...]:
    """Return what a row records of a verdict."""
    if isinstance(outcome, MissingSample):
        return ("missing",)
    return outcome.status, outcome.points, dict(outcome.kinds), outcome.error_type, outcome.parses


def _status(outcome: Outcome) -> str:
    return "missing" if isinstance(outcome, MissingSample) else outcome.status


def artifacts_digest(artifacts: Path, planned: PlannedRun) -> str:
    """Return a digest of all files of the jobs of a run."""
    files: dict[str, Mapping[str, str]] = {}
    for job in filter(None, (planned.generate, *planned.score)):
        folder = find_artifact(artifacts, job)
        listed: list[Path] = [] if folder is None else sorted(folder.iterdir())
        files[job] = {path.name: describe_file(path).sha256 for path in listed if path.is_file()}
    return digest_canonical(files)


def _why_not(work: RecordJob, planned: PlannedRun, looked: RecheckedRun | None) -> str:
    """Return why the verdicts of a run are not believed; empty if they are."""
    if looked is None:
        return "its samples were not judged a second time"
    if looked.differing:
        return f"judged again on another machine, samples differ: {'; '.join(looked.differing)}"
    if looked.artifacts != artifacts_digest(work.artifacts, planned):
        return "its artifacts were replaced after samples had been judged again"
    return ""


def read_rechecked(output: str) -> list[RecheckedRun]:
    """Return what the output of a second look says; nothing if it is empty.

    Raises:
        BadInput: if it is not valid.
    """
    if not output:
        return []
    listed = strict_json.loads(output.encode(), _OPTION)
    if not isinstance(listed, list):
        raise BadInput(_OPTION, "", "is not a list", "use the output of `ci score --again`")
    return [validate_record(RecheckedRun, each, _OPTION) for each in listed]

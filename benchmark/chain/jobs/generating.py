"""One generate job: the completions of one run, as far as the time reaches."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.jobs.artifact import JOB, MANIFEST, JobManifest, JobState, begin_artifact, end_artifact
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob
from benchmark.chain.plan.run_lookup import line_of
from benchmark.core.errors import SightbenchError
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.pipeline.generate.generate import GenerationListener, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.results.status import reason_of

COMPLETIONS = "completions.jsonl"


@dataclass(frozen=True, slots=True)
class GenerateOutcome:
    """What came of a job."""

    manifest: JobManifest
    error: SightbenchError | None = None  #: why it failed
    interrupted: bool = False  #: by a signal, and not because its time was over


def generate_job(
    asked: SubmittedRun,
    job: MatrixJob,
    out: Path,
    *,
    seconds: float | None,
    budget: float | None,
    listener: Callable[[GenerationPlan], GenerationListener],
) -> GenerateOutcome:
    """Ask for what is missing in ``out``, and write down what came of it.

    The file and its manifest are those of ``sightbench generate``; a job that is run again, or another one
    that is given the same folder, goes on from there.

    Args:
        asked: the run.
        job: see there.
        out: the job's folder.
        seconds: after which no further call is made; None for ever.
        budget: US dollars for the run, where something is to be paid.
        listener: made for the plan; is told what happens.
    """
    begin_artifact(out, job)
    (out / MANIFEST).unlink(missing_ok=True)  # nobody takes up what is being changed
    path = out / COMPLETIONS
    error: SightbenchError | RunInterrupted | None = None
    begun = time.monotonic()
    try:
        plan = plan_of_run(asked.folder, asked.submission, asked.index, out=path, budget=budget)
        generate(plan, prepare(plan), listener(plan), seconds)
    except (SightbenchError, RunInterrupted) as ended:
        error = ended
    state, reason = _outcome(read_manifest(path), error)
    files = sorted(file.name for file in out.iterdir() if file.is_file() and file.name != JOB)
    manifest = end_artifact(out, job, state=state, files=files, reason=reason)
    if isinstance(error, RunInterrupted):
        return GenerateOutcome(manifest, interrupted=seconds is None or time.monotonic() - begun < seconds)
    return GenerateOutcome(manifest, error if state == "failed" else None)


def _outcome(
    manifest: Manifest | None, error: SightbenchError | RunInterrupted | None
) -> tuple[JobState, str | None]:
    if manifest is None:
        return "failed", reason_of(_line(error))
    there, wanted = manifest.totals.completions, manifest.wanted
    if there == wanted:
        return "done", None
    so_far = f"{there:,} of {wanted:,} completions"
    if isinstance(error, RunInterrupted):
        return "unfinished", f"{so_far} so far; it goes on from there"
    if there + len(manifest.missing) == wanted and len(manifest.missing) <= MISSING_LIMIT * wanted:
        return "done", reason_of(f"{so_far}: {_line(error)}")
    return "failed", reason_of(f"{so_far}: {_line(error)}")


def _line(error: SightbenchError | RunInterrupted | None) -> str:
    return line_of(error) if isinstance(error, SightbenchError) else "it was interrupted"

"""A generate job: ask for the completions of one run until they are complete or the time is up.

For answers by reference, the job fetches them instead, and converts them to our format.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JobOutcome,
    JobState,
    begin_artifact,
    done_manifest,
    end_artifact,
    pending_manifest,
)
from benchmark.chain.plan.due_runs import SubmittedRun, error_line, read_source
from benchmark.chain.plan.job import MatrixJob, PanelPlan
from benchmark.chain.plan.panels import panel_questions, with_prices
from benchmark.chain.plan.policy import REPEATS_LIMIT, AssumedPrice
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.core.verdict import MISSING_LIMIT
from benchmark.files.predictions import write_predictions
from benchmark.generation.asking.ending import RunInterrupted, UnaskedReply
from benchmark.generation.batch.state import SentBatch, is_awaited, read_state
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.pipeline.generate.generate import GenerationListener, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.pipeline.identity import stage_path
from benchmark.pipeline.rows.submitted_run import referenced_answers, write_reference
from benchmark.pipeline.rubric.rubrics import ELEMENTS, ELEMENTS_AGAIN, SCORE, again_step
from benchmark.pipeline.sources import fetch_pictures
from benchmark.results.branch_record import present_moment
from benchmark.results.status import reason_of

COMPLETIONS = "completions.jsonl"
HOURS = 5  #: the steps of ``.github/actions/generate``, which end after 60 minutes each
_DAY = len("2026-01-31")


def generate_job(
    submitted: SubmittedRun,
    job: MatrixJob,
    out: Path,
    *,
    seconds: float | None,
    budget: float | None,
    listener: Callable[[GenerationPlan], GenerationListener],
    panel: PanelPlan | None = None,
    prices: Mapping[str, AssumedPrice] | None = None,
    collects_own: bool = False,
) -> JobOutcome:
    """Ask for the completions that are missing in ``out``, and write the job's manifest.

    The completions and their manifest have the format of ``sightbench generate``. A job continues from those
    in its folder. Referenced answers stay data: nothing here runs or renders them. No call is made after
    ``seconds``. ``budget`` is in US dollars; None if nothing is paid. If it is 0, no model is asked: the
    completions in the folder were paid for, and have to be complete. If the plan asks for a panel instead of
    the whole run, the job is done even if completions are missing.
    A job whose batches have not ended is ``pending``, and does nothing more in this evaluation: the next one
    collects them, since a machine that is lost now would hide what it sends. Where no evaluation follows, as
    by hand, ``collects_own`` lets the job do so. It continues completions in the way in which they were
    begun, in batches or call by call.
    A job that was done in an earlier hour or evaluation asks nothing more, also if few completions are
    missing: its manifest has said what they cost, and the ledger counts that even if this machine is lost.
    ``prices`` are those of policy.yml, by the field of the model.
    """
    if (ended := _ended_at_once(out, job, budget, collects_own)) is not None:
        return ended
    path, run = out / COMPLETIONS, submitted.run
    error: SightbenchError | RunInterrupted | None = None
    begun = time.monotonic()
    try:
        if run.reference is not None:
            write_predictions(path, referenced_answers(run, run.reference, read_source(submitted)[0]))
            write_reference(path, run.reference)
        else:
            fetch_pictures(run.suite, run.dataset, run.setting)
            plan = plan_of_run(
                submitted.folder, submitted.submission, submitted.index, out=path, budget=budget
            )
            plan = plan if panel is None else panel_questions(plan, panel)
            plan = with_prices(plan, prices or {}, present_moment()[:_DAY])
            before = manifests_of(out)
            plan = replace(plan, batch=before[0].config.batch if before else job.batch != "no")
            generate(plan, prepare(plan), listener(plan), seconds)
    except (SightbenchError, RunInterrupted) as ended:
        error = ended
    in_time = seconds is None or time.monotonic() - begun < seconds
    interrupted = isinstance(error, RunInterrupted) and in_time
    goes_on = interrupted if panel is not None else isinstance(error, RunInterrupted)
    if why := _why_pending(sent_batches(out), error):
        return JobOutcome(end_artifact(out, job, state="pending", reason=reason_of(why)), None, interrupted)
    state, reason = _outcome(read_manifest(path), error, goes_on=goes_on, is_panel=panel is not None)
    manifest = end_artifact(out, job, state=state, reason=reason)
    if state != "failed":
        return JobOutcome(manifest, None, interrupted)
    # Also a panel without any answer in its time fails, so that no later hour asks again.
    if not isinstance(error, SightbenchError):
        error = OurFailure(reason or state, "wait for the next night")
    return JobOutcome(manifest, error, interrupted)


def _ended_at_once(out: Path, job: MatrixJob, budget: float | None, collects_own: bool) -> JobOutcome | None:
    """Begin the artifact of a job; return how the job ended if it may not ask now, else None."""
    done = done_manifest(out, job)
    if done is None and not collects_own and (pending := pending_manifest(out, job)) is not None:
        return JobOutcome(pending)
    begin_artifact(out, job)
    if done is not None:
        return JobOutcome(end_artifact(out, job, state="done", reason=done.reason))
    if budget == 0:
        problem = f"has not all answers of workflow run {job.resume}, and no money is reserved"
        error = BadInput(out / COMPLETIONS, "", problem, "plan again: the next reservation pays for them")
        return JobOutcome(end_artifact(out, job, state="failed", reason=reason_of(error_line(error))), error)
    if job.batch == "collect" and not manifests_of(out):  # asking anew would pay twice
        lost = f"the completions and batches of workflow run {job.resume} cannot be fetched"
        return JobOutcome(end_artifact(out, job, state="pending", reason=lost))
    return None


def _why_pending(batches: Iterable[SentBatch], error: SightbenchError | RunInterrupted | None) -> str:
    """Return what a job waits for; empty if no batch can still be answered, or another model has answered."""
    known = [batch for batch in batches if is_awaited(batch.began)]
    waiting = [batch for batch in known if not batch.ended]
    # An interrupted job collects again what has ended.
    if isinstance(error, UnaskedReply) or not (waiting or (known and isinstance(error, RunInterrupted))):
        return ""
    calls = sum(len(batch.calls) for batch in waiting)
    why = f": {error_line(error)}" if isinstance(error, SightbenchError) else ""
    return f"{calls:,} calls wait for the answers of a batch; the next plan collects them{why}"


def _outcome(
    manifest: Manifest | None,
    error: SightbenchError | RunInterrupted | None,
    *,
    goes_on: bool,
    is_panel: bool,
) -> tuple[JobState, str | None]:
    """Return how a job ended. Answers by reference have no manifest; one completion is enough for a panel."""
    why = error_line(error) if isinstance(error, SightbenchError) else "it was interrupted"
    if manifest is None:
        return ("done", None) if error is None else ("failed", reason_of(why))
    count, wanted, missing = manifest.totals.completions, manifest.wanted, len(manifest.missing)
    if isinstance(error, UnaskedReply):  # also of a panel, whose other answers may be of another model, too
        return "failed", reason_of(why)
    if count == wanted:
        return "done", None
    so_far = f"{count:,} of {wanted:,} completions"
    if goes_on:
        return "unfinished", so_far if is_panel else f"{so_far} so far; the next workflow run continues"
    enough = count > 0 if is_panel else count + missing == wanted and missing <= MISSING_LIMIT * wanted
    return "done" if enough else "failed", reason_of(f"{so_far}: {why}")


#: Names of the files of completions that a generate job leaves, one per stage.
STAGES = (COMPLETIONS, stage_path(Path(COMPLETIONS), 0).name)
#: Files of completions that a rubric job leaves, one per step.
STEPS = tuple(
    f"{step}.jsonl"
    for step in (ELEMENTS, ELEMENTS_AGAIN, SCORE, *map(again_step, range(1, REPEATS_LIMIT + 1)))
)


def sent_batches(folder: Path) -> list[SentBatch]:
    """Return the batches that a job has sent, also those that ended; BadInput if a file is damaged."""
    states = (read_state(folder / name) for name in STAGES)
    return [batch for state in states if state is not None for batch in state.batches]


def manifests_of(folder: Path, names: Iterable[str] = STAGES) -> list[Manifest]:
    """Return the manifests of a job's completions; those that are missing are left out."""
    return [found for name in names if (found := read_manifest(folder / name)) is not None]


def folder_cost(folder: Path, names: Iterable[str] = STAGES) -> float:
    """Return in US dollars what completions cost, and what calls without a counted reply cost at most.

    Without manifests it returns 0.
    """
    return sum((each.totals.cost_usd or 0.0) + each.unsure_usd for each in manifests_of(folder, names))

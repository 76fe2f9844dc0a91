"""A generate job: ask for the completions of one run until they are complete or the time is up.

For answers by reference, the job fetches them instead, and converts them to our format.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmark.chain.jobs.artifact import JobOutcome, JobState, begin_artifact, done_manifest, end_artifact
from benchmark.chain.plan.due_runs import SubmittedRun, error_line, read_source
from benchmark.chain.plan.job import MatrixJob, PanelPlan
from benchmark.chain.plan.panels import panel_questions, with_prices
from benchmark.chain.plan.policy import REPEATS_LIMIT, AssumedPrice
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.core.verdict import MISSING_LIMIT
from benchmark.files.predictions import write_predictions
from benchmark.generation.asking.ending import RunInterrupted, UnaskedReply
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
) -> JobOutcome:
    """Ask for the completions that are missing in ``out``, and write the job's manifest.

    The completions and their manifest have the format of ``sightbench generate``. A job continues from those
    in its folder. Referenced answers stay data: nothing here runs or renders them. No call is made after
    ``seconds``. ``budget`` is in US dollars; None if nothing is paid. If it is 0, no model is asked: the
    completions in the folder were paid for, and have to be complete. If the plan asks for a panel instead of
    the whole run, the job is done even if completions are missing.
    A job that was done in an earlier hour or evaluation asks nothing more, also if few completions are
    missing: its manifest has said what they cost, and the ledger counts that even if this machine is lost.
    ``prices`` are those of policy.yml, by the field of the model.
    """
    done = done_manifest(out, job)
    begin_artifact(out, job)
    path, run = out / COMPLETIONS, submitted.run
    error: SightbenchError | RunInterrupted | None = None
    if done is not None:
        return JobOutcome(end_artifact(out, job, state="done", reason=done.reason))
    if budget == 0:
        problem = f"has not all answers of workflow run {job.resume}, and no money is reserved"
        error = BadInput(path, "", problem, "plan again: the next reservation pays for them")
        return JobOutcome(end_artifact(out, job, state="failed", reason=reason_of(error_line(error))), error)
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
            generate(plan, prepare(plan), listener(plan), seconds)
    except (SightbenchError, RunInterrupted) as ended:
        error = ended
    in_time = seconds is None or time.monotonic() - begun < seconds
    interrupted = isinstance(error, RunInterrupted) and in_time
    goes_on = interrupted if panel is not None else isinstance(error, RunInterrupted)
    state, reason = _outcome(read_manifest(path), error, goes_on=goes_on, is_panel=panel is not None)
    manifest = end_artifact(out, job, state=state, reason=reason)
    if state != "failed":
        return JobOutcome(manifest, None, interrupted)
    # Also a panel without any answer in its time fails, so that no later hour asks again.
    if not isinstance(error, SightbenchError):
        error = OurFailure(reason or state, "wait for the next night")
    return JobOutcome(manifest, error, interrupted)


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


def manifests_of(folder: Path, names: Iterable[str] = STAGES) -> list[Manifest]:
    """Return the manifests of a job's completions; those that are missing are left out."""
    return [found for name in names if (found := read_manifest(folder / name)) is not None]


def folder_cost(folder: Path, names: Iterable[str] = STAGES) -> float:
    """Return in US dollars what completions cost, and what calls without a counted reply cost at most.

    Without manifests it returns 0.
    """
    return sum((each.totals.cost_usd or 0.0) + each.unsure_usd for each in manifests_of(folder, names))

"""Plays the plan of a night on one machine, with the stages of the chain: ask, judge, make panels."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.chain.jobs.generating import GenerateOutcome, generate_job
from benchmark.chain.jobs.recording import RecordJob, RecordOutcome, results_of
from benchmark.chain.jobs.scoring import JudgingPlace, find_completions, score_job
from benchmark.chain.jobs.secrets import check_no_secrets
from benchmark.chain.plan.accepting_nights import check_kind
from benchmark.chain.plan.job import MatrixJob, PlannedRun
from benchmark.chain.plan.panels import has_panel
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.run_lookup import find_run
from benchmark.chain.plan.runners import budget_of
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.provider import all_vendor_keys
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.files import NewRecord, add_nightly
from benchmark.results.nightly.named import record_path

_JOBS = "jobs"  #: folder of the artifacts below that of the night


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRun:
    """A night on this machine."""

    work: RecordJob  #: the plan; its artifacts are ``jobs`` in the folder of the night
    policy: Policy
    out: Path  #: folder of the night
    environment: MutableMapping[str, str]  #: holds the keys; they are removed before answers are judged
    place: JudgingPlace
    listener: Callable[[GenerationPlan], GenerationListener]


def artifacts_of(out: Path) -> Path:
    """Return the folder of the artifacts of a night's jobs."""
    return out / _JOBS


def run_night(night: NightRun, report: Callable[[str], None]) -> RecordOutcome | None:
    """Ask for all completions of a plan, judge them, and write the panels to ``OUT/nightly``.

    What an earlier attempt has finished is not done again. A panel that fails does not stop the others.

    Args:
        night: the night.
        report: called with one line per panel that is there already, or whose model did not answer.

    Returns:
        The new panels and outages, and the errors; None if a signal ended the questions.

    Raises:
        BadInput: if the plan is not one of a night, or a variable that is no model's key may hold a secret;
            then nothing is asked.
        SandboxFailure: if the sandbox lets something through.
    """
    plan = night.work.plan
    if any(run.panel is None for run in plan.runs):
        raise BadInput("--plan", "runs", "has a run without a panel", "make it with sightbench ci night-plan")
    check_kind(plan.model_copy(update={"artifact": "night-plan"}))
    keys = {key for job in plan.jobs for key in job.keys} | all_vendor_keys()
    check_no_secrets({name: value for name, value in night.environment.items() if name not in keys})
    todo = [planned for planned in plan.runs if not _is_done(night, planned, report)]
    asked = [planned for planned in todo if planned.generate is not None]  # others share a row's completions
    for planned in asked:
        if _generate(night, planned, report).interrupted:
            return None
    for key in keys:
        night.environment.pop(key, None)
    errors: list[SightbenchError] = []
    for planned in asked:
        try:
            _score(night, planned)
        except SightbenchError as error:
            errors.append(error)
    part = plan.model_copy(update={"runs": todo, "unplanned": [], "owners": []})
    results = results_of(replace(night.work, plan=part))
    add_nightly(results.nightly, night.out, report)
    for new in results.nightly:
        _write_large(new, night.out)
    return replace(results, errors=(*errors, *results.errors))


def _is_done(night: NightRun, planned: PlannedRun, report: Callable[[str], None]) -> bool:
    submitted = find_run(night.work.submissions, planned, night.work.known)
    date = "" if planned.panel is None else planned.panel.date
    done = has_panel(night.out / NIGHTLY, submitted, date)
    if done:
        report(f"{planned.name}: has a panel of {date} already")
    return done


def _generate(night: NightRun, planned: PlannedRun, report: Callable[[str], None]) -> GenerateOutcome:
    job = _job(night, planned.generate or "")
    submitted = find_run(night.work.submissions, planned, night.work.known)
    outcome = generate_job(
        submitted,
        job,
        night.work.artifacts / job.id,
        seconds=None,
        budget=budget_of(submitted, planned, night.policy),
        listener=night.listener,
        panel=planned.panel,
    )
    if outcome.manifest.reason:
        report(f"{planned.name}: {outcome.manifest.state}: {outcome.manifest.reason}")
    return outcome


def _score(night: NightRun, planned: PlannedRun) -> None:
    submitted = find_run(night.work.submissions, planned, night.work.known)
    artifacts = night.work.artifacts
    generate = _job(night, planned.generate or "")
    given = find_completions(submitted, planned, generate, artifacts)
    for identifier in planned.score:
        job = _job(night, identifier)
        score_job(
            submitted,
            planned,
            job,
            artifacts / job.id,
            given=given,
            lint=night.work.plan.lint,
            place=night.place,
        )


def _job(night: NightRun, identifier: str) -> MatrixJob:
    found = next((job for job in night.work.plan.jobs if job.id == identifier), None)
    if found is None:
        raise BadInput("--plan", "jobs", f"has no job {identifier or 'that generates'}", "plan again")
    return found


def _write_large(new: NewRecord, out: Path) -> None:
    """Write completions that are too large for the branch next to their panel, for whoever publishes it."""
    folder = record_path(out / NIGHTLY, new.record).parent
    for name, data in new.large.items():
        make_folder(folder)
        write_atomic(folder / name, data)

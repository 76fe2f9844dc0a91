"""Make the panel of a planned run from the artifacts of its jobs, or the event that tells of an outage."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.jobs.artifact import MANIFEST, find_artifact, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.merging import MergedRun, NotMergedError
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.run_lookup import read_source
from benchmark.core.errors import OurFailure
from benchmark.generation.record.manifest import read_manifest
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.rows.panel import PanelIdentity, PanelProvenance, make_panel
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.results.nights import NO_ID, NewRecord, NightlyEvent, Panel
from benchmark.results.status import reason_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NightJob:
    """A plan of a night, and what its jobs wrote."""

    plan: Plan
    artifacts: Path  #: one folder per job
    links: Mapping[str, str]  #: links to the CI run


def panel_record(
    submitted: SubmittedRun, planned: PlannedRun, merged: MergedRun, work: NightJob
) -> NewRecord:
    """Return the panel of a run in a plan of a night; the same artifacts always give the same bytes.

    Args:
        submitted: the run as the submission describes it.
        planned: the run as the plan describes it, with a panel.
        merged: its judged completions.
        work: the plan and its artifacts.

    Raises:
        BadInput: if the manifest of the completions contradicts the run.
        OurFailure: if there is no completion.
    """
    made, completions = make_panel(
        merged.evaluation,
        row_identity(submitted.folder, submitted.submission, submitted.run, merged.completions),
        _identity(submitted, planned),
        PanelProvenance(machine=merged.machine, commit=work.plan.commit, links=dict(work.links)),
        merged.descriptions,
    )
    cost = _whole_cost(made, merged.completions)
    return NewRecord(
        made.model_copy(update={"run": made.run.model_copy(update={"cost_usd": cost})}), completions
    )


def _whole_cost(made: Panel, path: Path) -> float | None:
    """Return what a panel has cost, with what calls and answers without counted tokens cost at most.

    A night's reservation ends with its panel, so nothing else counts them.
    """
    found = [read_manifest(file) for file in sorted({path, stage_path(path, 0)})]
    unsure = sum(manifest.unsure_usd for manifest in found if manifest is not None)
    return (made.run.cost_usd or 0.0) + unsure if unsure else made.run.cost_usd


def _identity(submitted: SubmittedRun, planned: PlannedRun) -> PanelIdentity:
    panel, model = planned.panel, submitted.run.model
    if panel is None or model is None:
        raise ValueError(f"not a panel: {planned.name}")
    source, _ = read_source(submitted)
    return PanelIdentity(
        provider=model.provider,
        model=model.model,
        request=planned.request,
        date=panel.date,
        sample=panel.sample,
        tasks=len(source.tasks),
        tasks_digest=planned.tasks,
        stems={task.id: task.stem for task in panel.chosen(source.tasks) if task.family != task.id},
        drawn=tuple(task.id for task in panel.chosen(source.tasks)),
    )


def why_no_panel(
    submitted: SubmittedRun, planned: PlannedRun, ended: NotMergedError, work: NightJob
) -> NewRecord | OurFailure:
    """Return what is left of a panel whose jobs did not finish.

    If the model answered nothing at all, that is an event ``outage``; the night can be drawn again. A failure
    of ours is an error of this job, and never an attempt of the run, whose row does not depend on panels.
    """
    model, panel = submitted.run.model, planned.panel
    if panel is None or model is None or not _answered_nothing(planned, work):
        fix = "nothing was recorded; start the night again, or wait for the next one"
        return OurFailure(f"{planned.name}: no panel: {ended}", fix)
    event = NightlyEvent(
        id=NO_ID,
        kind="outage",
        date=panel.date,
        when=work.plan.created,
        provider=model.provider,
        model=model.model,
        slug=planned.slug,
        suite=planned.suite,
        dataset=planned.dataset,
        detail=reason_of(f"{planned.name} has no panel: {ended}"),
        links=dict(work.links),
    )
    return NewRecord(event.with_its_id())


def _answered_nothing(planned: PlannedRun, work: NightJob) -> bool:
    job: MatrixJob | None = next((job for job in work.plan.jobs if job.id == planned.generate), None)
    folder = None if job is None else find_artifact(work.artifacts, job.id)
    if job is None or folder is None or not (folder / MANIFEST).is_file():
        return False
    if read_artifact(folder, job).manifest.state != "failed":
        return False
    asked = read_manifest(folder / COMPLETIONS)
    return asked is not None and asked.calls > 0

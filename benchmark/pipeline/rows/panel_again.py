"""Judges the kept completions of a panel again, with the code and tasks on this machine."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.generation_record import with_absent
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate
from benchmark.pipeline.judge.missing import is_complete, missing_reasons
from benchmark.pipeline.rows.panel import count_names
from benchmark.pipeline.rows.record import pack_completions, statuses_by_task, this_machine
from benchmark.pipeline.rows.rejudge import Stage, no_progress
from benchmark.pipeline.rows.row_files import Fetch
from benchmark.pipeline.sources import TaskSource
from benchmark.results.nightly.completions import read_completions
from benchmark.results.nightly.panel import (
    Panel,
    PanelFile,
    PanelResult,
    PanelRun,
    PanelSample,
    PanelTasks,
    completions_name,
    make_panel,
)
from benchmark.results.row import RowCompletions, RowFile, RowVersions

_SHOWN_ID = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCompletions:
    """The completions of a panel, and the bytes of their file."""

    completions: tuple[Completion, ...]
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelVerification:
    """A panel compared with the panel that judging again gives."""

    panel: Panel
    again: Panel
    differing: tuple[str, ...]  #: ``task#draw: then → now`` of statuses that differ
    left_out: tuple[str, ...]  #: ``task#draw: now`` of samples that are missing in the panel, and judged now

    @property
    def contradicts(self) -> bool:
        """Whether the ids differ although the statuses and all versions are the same."""
        same = self.panel.result.versions == self.again.result.versions
        return same and not self.differing and self.panel.id != self.again.id


def panel_completions(
    panel: Panel, path: Path, predictions: Path | None = None, fetch: Fetch | None = None
) -> KeptCompletions:
    """Return the completions of a panel, after checking that they are those from which it was made.

    Args:
        panel: the panel in ``path``.
        path: path of the panel; its completions are next to it, or an asset of a release.
        predictions: a file of completions to read instead.
        fetch: downloads completions that are not next to the panel; None for no download.

    Raises:
        BadInput: if they are missing, or are not those from which the panel was made.
    """
    described = panel.run.completions_file
    local = predictions or path.with_name(completions_name(panel))
    if fetch is None or described is None or local.exists():
        return KeptCompletions(
            completions=read_completions(panel, local), data=local.read_bytes() if local.is_file() else b""
        )
    name = completions_name(panel)
    data = fetch(panel.id, RowFile(name=name, sha256=described.sha256, bytes=described.bytes))
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        download = Path(folder) / name
        download.write_bytes(data)
        return KeptCompletions(completions=read_completions(panel, download), data=data)


def verify_panel(
    panel: Panel,
    path: Path,
    source: TaskSource,
    kept: KeptCompletions,
    *,
    executor: Executor,
    stage: Stage = no_progress,
) -> PanelVerification:
    """Judge a panel's completions again, and compare statuses and ids.

    A sample that is missing in the panel stays missing, whatever its status is now.

    Raises:
        BadInput: if the tasks are not those of the panel, or their suite has another version.
        SandboxFailure: if this machine cannot judge.
        OurFailure: if more than 1 % of the samples could not be judged now.
    """
    result = panel.result
    version = None if source.suite is None else source.suite.version
    if tasks_digest(source.tasks) != result.tasks.digest:
        problem = f"the panel's {result.tasks.count} tasks are not the {len(source.tasks)} tasks given"
        raise BadInput(path, "result.tasks.digest", problem, "give the tasks of the data set with --tasks")
    evaluation = _judge(panel, source, kept.completions, executor, stage)
    now = _statuses(evaluation)
    left_out = [f"{name}: {now[name]}" for name in sorted(panel.run.missing) if now[name] != "missing"]
    evaluation = _with_missing(evaluation, panel.run.missing)
    again = _panel(panel, source, evaluation, kept, suite_version=version or result.versions.suite)
    differing = [
        f"{sample_name((task, draw))}: {before} → {after}"
        for task, earlier in result.statuses.items()
        for draw, (before, after) in enumerate(zip(earlier, again.result.statuses[task], strict=True))
        if before != after
    ]
    return PanelVerification(panel=panel, again=again, differing=tuple(differing), left_out=tuple(left_out))


def rejudge_panel(
    panel: Panel,
    source: TaskSource,
    kept: KeptCompletions,
    *,
    executor: Executor,
    commit: str = "",
    links: Mapping[str, str] | None = None,
    stage: Stage = no_progress,
) -> tuple[Panel, bytes]:
    """Judge a panel's completions by the suite, judge and guest of this machine.

    The new panel has the night, stage, model and completions of the old one. Completions of removed tasks are
    left out. Samples that never arrived stay missing. It costs nothing: the old panel has paid.

    Args:
        panel: the old panel.
        source: its data set, as it is today; must belong to a suite.
        kept: its completions.
        executor: runs the shards.
        commit: commit of the code; empty if unknown.
        links: links to the workflow run, by label.
        stage: shows the progress of each stage.

    Returns:
        The new panel, and the file of its completions.

    Raises:
        BadInput: if the data set has new tasks, for which there are no completions, or none of the tasks is
            left.
        SandboxFailure: if this machine cannot judge.
        OurFailure: if more than 1 % of the samples could not be judged.
    """
    if source.suite is None:
        raise ValueError("only a suite has versions")
    check_tasks(panel, source)
    known = {task.id for task in source.tasks}
    left = tuple(completion for completion in kept.completions if completion.task_id in known)
    if len(left) != len(kept.completions):
        kept = KeptCompletions(completions=left, data=pack_completions(left))
    evaluation = _judge(panel, source, left, executor, stage)
    new = _panel(panel, source, evaluation, kept, suite_version=source.suite.version)
    provenance = {"commit": commit, "links": {**panel.run.links, **(links or {})}, "cost_usd": 0.0}
    run = new.run.model_copy(update=provenance)
    return new.model_copy(update={"run": run}), kept.data


def check_tasks(panel: Panel, source: TaskSource) -> None:
    """Check that a panel has completions for the tasks of today's data set.

    Raises:
        BadInput: if a panel of all tasks lacks new ones, or none of a panel's tasks is left.
    """
    known, drawn = {task.id for task in source.tasks}, panel.result.statuses.keys()
    name = f"panel {panel.id[:_SHOWN_ID]}"
    new = sorted(known - drawn)
    if panel.result.sample.kind == "all" and new:
        problem = (
            f"has no completions for {len(new)} new tasks of its data set, such as {quote_value(new[0])}"
        )
        raise BadInput(name, "", problem, "the next night draws them")
    if not known & drawn:
        raise BadInput(name, "", "has no task of the data set as it is today", "the next night draws others")


def _judge(
    panel: Panel,
    source: TaskSource,
    completions: Sequence[Completion],
    executor: Executor,
    stage: Stage,
) -> Evaluation:
    """Judge the completions; samples without one are missing, with the reason that the panel has."""
    tasks = [task for task in source.tasks if task.id in panel.result.statuses]
    result = panel.result
    rule = source.rule(result.extraction.name, f"panel {panel.id[:_SHOWN_ID]}", setting=result.setting)
    with stage("judging") as progress:
        evaluation = evaluate(tasks, completions, rule=rule, executor=executor, progress=progress)
    if not is_complete(evaluation):
        failed = missing_reasons(evaluation.outcomes)
        name, reason = next(iter(failed.items()))
        problem = f"{len(failed)} of {len(evaluation.outcomes)} samples could not be judged"
        raise OurFailure(f"{problem}; the first, {quote_value(name)}: {reason}", "repeat the command")
    return with_absent(evaluation, _absent(panel, tasks, completions))


def _absent(
    panel: Panel, tasks: Iterable[Task], completions: Iterable[Completion]
) -> Mapping[SampleKey, str]:
    present = {completion.key for completion in completions}
    return {
        (task.id, draw): panel.run.missing.get(sample_name((task.id, draw)), "never arrived")
        for task in tasks
        for draw in range(panel.result.completions.draws)
        if (task.id, draw) not in present
    }


def _with_missing(evaluation: Evaluation, reasons: Mapping[str, str]) -> Evaluation:
    """Replace the outcomes of samples that have a reason by missing samples."""
    outcomes = tuple(
        MissingSample(task_id=outcome.task_id, draw=outcome.draw, reason=reasons[sample_name(outcome.key)])
        if sample_name(outcome.key) in reasons
        else outcome
        for outcome in evaluation.outcomes
    )
    return replace(evaluation, outcomes=outcomes)


def _statuses(evaluation: Evaluation) -> Mapping[str, str]:
    return {
        sample_name((task, draw)): status
        for task, drawn in statuses_by_task(evaluation.outcomes).items()
        for draw, status in enumerate(drawn)
    }


def _panel(
    panel: Panel, source: TaskSource, evaluation: Evaluation, kept: KeptCompletions, *, suite_version: int
) -> Panel:
    """Return the panel with new verdicts; all that was asked and answered stays as it was."""
    old, completions = panel.result, evaluation.completions
    stems = {task.id: task.stem for task in evaluation.tasks if task.family != task.id}
    known = {task.id for task in evaluation.tasks}
    changes = {
        "tasks": PanelTasks(
            count=len(source.tasks), digest=tasks_digest(source.tasks), stems=dict(sorted(stems.items()))
        ),
        "sample": _sample_of(old.sample, known),
        "versions": RowVersions(suite=suite_version, judge=JUDGE_VERSION, guest=evaluation.guest),
        "resolved_models": count_names(completion.resolved_model for completion in completions),
        "fingerprints": count_names(completion.fingerprint for completion in completions),
        "completions": RowCompletions(
            count=len(completions), draws=old.completions.draws, digest=completions_digest(completions)
        ),
        "statuses": statuses_by_task(evaluation.outcomes),
    }
    run = panel.run.model_copy(
        update={
            "started": evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "seconds": round(evaluation.seconds, 3),
            "cpu_seconds": round(evaluation.cpu_seconds, 3),
            "machine": this_machine(evaluation.time_factor),
            "missing": missing_reasons(evaluation.outcomes),
            "completions_file": PanelFile(sha256=sha256_hex(kept.data), bytes=len(kept.data)),
        }
    )
    result = PanelResult.model_validate(old.model_copy(update=changes).model_dump())
    return make_panel(result, PanelRun.model_validate(run.model_dump()))


def _sample_of(sample: PanelSample, known: set[str]) -> PanelSample:
    if sample.kind == "all":
        return sample
    left = {name: [task for task in drawn if task in known] for name, drawn in sample.strata.items()}
    return sample.model_copy(update={"strata": {name: drawn for name, drawn in left.items() if drawn}})

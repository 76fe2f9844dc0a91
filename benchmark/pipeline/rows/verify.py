"""Verifies a published row or panel: judges its completions again and compares the results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.evaluate import Job, Stage, judge, no_progress
from benchmark.pipeline.judge.evaluate import check_missing
from benchmark.pipeline.record import statuses_by_task
from benchmark.pipeline.rows.recheck import DatasetCache, RecheckResult
from benchmark.pipeline.rows.rejudge import rejudge
from benchmark.pipeline.rows.row_files import Fetch, completions_of, local_or_fetched, missing_samples
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nights import Panel, completions_name, read_completions
from benchmark.results.releases import release_tag
from benchmark.results.row import Row, RowFile, RowScore, RowVersions

#: The Python that answers of official rows run on: the workflow `run` judges and signs them. A verdict
#: can depend on it, through syntax, messages and numbers. `.github/actions/python` installs it.
OFFICIAL_PYTHON = "3.12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A row compared with the row that judging again gives."""

    row: Row
    again: Row  #: the row that judging again gives
    differing: tuple[str, ...]  #: ``task#draw: then → now`` of statuses, or points, that differ
    left_out: tuple[str, ...]  #: ``task#draw: now`` of samples without a verdict in the row

    @property
    def scores_differing(self) -> tuple[str, ...]:
        """``metric, group: then → now`` of the row's scores that differ; a newer metric is no difference."""
        then, now = (
            {(score.metric, score.category): score for score in row.result.scores}
            for row in (self.row, self.again)
        )
        return tuple(
            f"{', '.join(filter(None, name))}: {_score_text(then[name])} → {_score_text(now.get(name))}"
            for name in sorted(then)
            if then[name] != now.get(name)
        )

    @property
    def agrees(self) -> bool:
        """Whether every status and score is the same."""
        return not self.differing and not self.scores_differing

    @property
    def is_older(self) -> bool:
        """Whether an older version of the suite or judge gave the row's verdicts.

        Other verdicts then show no fault of the row: they are why the version was raised.
        """
        then, now = self.row.result.versions, self.again.result.versions
        return (then.suite, then.judge) != (now.suite, now.judge) and (
            then.suite <= now.suite and then.judge <= now.judge
        )

    @property
    def same_id(self) -> bool:
        """Whether the complete ``result`` part is the same, versions included."""
        return self.row.id == self.again.id


def verify(
    row: Row,
    path: Path,
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: ExtractionRule,
    executor: Executor,
    suite_version: int | None = None,
    stage: Stage = no_progress,
) -> Verification:
    """Judge a row's completions again, and lint them if the row has a parsing score.

    A sample that is missing in the row is left out of the scores again, so that scores of the same samples
    are compared. Its present status is in ``left_out``.

    Args:
        row: the row in ``path``.
        path: path of the row, for error messages.
        tasks: the tasks of its data set.
        completions: the completions from which it was made.
        rule: its extraction rule.
        executor: runs the shards.
        suite_version: version of the suite on this machine; None for tasks of a file.
        stage: shows the progress of each stage.

    Raises:
        BadInput: if the tasks are not those of the row.
        SandboxFailure: if this machine cannot judge, or cannot lint although the row was linted.
        OurFailure: if more than 1 % of the samples could not be judged or linted now.
    """
    if tasks_digest(tasks) != row.result.tasks.digest:
        raise BadInput(
            path,
            "result.tasks.digest",
            f"the row's {row.result.tasks.count} tasks are not the {len(tasks)} tasks given",
            "give the row's task file with --tasks",
        )
    again, _ = rejudge(
        row,
        tasks,
        completions,
        rule=rule,
        executor=executor,
        suite_version=suite_version or row.result.versions.suite,
        as_missing=True,
        own_stems=not row.result.stems,
        stage=stage,
    )
    differing = [
        f"{sample_name((task_id, draw))}: {then} → {now}"
        for task_id, earlier in row.result.statuses.items()
        for draw, (then, now) in enumerate(zip(earlier, again.result.statuses[task_id], strict=True))
        if then != now
    ]
    differing += [
        f"{sample_name((task_id, draw))}: {then} → {now} points"
        for task_id, earlier in row.result.points.items()
        for draw, (then, now) in enumerate(zip(earlier, again.result.points.get(task_id, ()), strict=False))
        if then != now and row.result.statuses[task_id][draw] == again.result.statuses[task_id][draw]
    ]
    present = {sample_name(completion.key) for completion in completions}
    missing = {sample_name(key) for key in missing_samples(row)} & present
    left_out = [f"{name}: {again.run.missing[name]}" for name in sorted(missing)]
    return Verification(row=row, again=again, differing=tuple(differing), left_out=tuple(left_out))


def judge_again(
    found: RecheckResult,
    known: DatasetCache,
    executor: Callable[[], Executor],
    *,
    fetch: Fetch | None = None,
    answers: Path | None = None,
    stage: Stage = no_progress,
) -> Verification | None:
    """Judge a checked row again; return None if that is not possible on this machine (its notes say why)."""
    row = found.row
    source = None if row is None else known.of(row)
    if found.notes or row is None or source is None or row.run.trust == "reported":
        return None
    return verify(
        row,
        found.path,
        source.tasks,
        completions_of(row, found.path, None, fetch, answers),
        rule=source.rule(row.result.extraction, found.path, setting=row.result.setting),
        executor=executor(),
        stage=stage,
    )


def panel_completions(
    panel: Panel, path: Path, predictions: Path | None = None, fetch: Fetch | None = None
) -> tuple[Completion, ...]:
    """Return the completions of a panel, after checking that they are those from which it was made.

    Args:
        panel: the panel in ``path``.
        path: path of the panel; its completions are next to it, or an asset of a release.
        predictions: a file of completions to read instead.
        fetch: downloads completions that are not next to the panel; None for no download.

    Raises:
        BadInput: if they are missing, or are not those from which the panel was made.
    """
    described, name = panel.run.completions_file, completions_name(panel)
    local = predictions or path.with_name(name)
    if described is None:
        return read_completions(panel, local)
    # Not validated: the name has the night's date, whose hyphens no name of a row's file has.
    named = RowFile.model_construct(name=name, sha256=described.sha256, bytes=described.bytes)
    with local_or_fetched(release_tag(panel.id, [described.sha256]), local, named, fetch) as file:
        return read_completions(panel, file)


def why_not_checked(panel: Panel, path: Path, fetch: Fetch | None, *, judge: bool) -> str:
    """Return why the completions are not checked, or cannot be judged on this machine; empty if they are."""
    described, result = panel.run.completions_file, panel.result
    if described is None:
        return "names no file of completions"
    name = completions_name(panel)
    if fetch is None and described.bytes > ROW_FILE_LIMIT and not path.with_name(name).exists():
        return f"{name} is an asset of a release; check it with --assets OWNER/NAME"
    if judge:
        try:
            source = from_suite(result.suite, result.dataset, "panel").within(result.setting)
        except BadInput:
            return f"its tasks are not on this machine: {result.suite} {result.dataset}"
        if tasks_digest(source.tasks) != result.tasks.digest:
            return f"its tasks are those of another version of {result.suite} {result.dataset}"
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelVerification:
    """The statuses of a panel compared with those that judging again gives."""

    differing: tuple[str, ...]  #: ``task#draw: then → now`` of statuses that differ
    left_out: tuple[str, ...]  #: ``task#draw: now`` of samples that are missing in the panel, and judged now


def verify_panel(
    panel: Panel,
    path: Path,
    source: TaskSource,
    completions: Sequence[Completion],
    *,
    executor: Executor,
    stage: Stage = no_progress,
) -> PanelVerification:
    """Judge a panel's completions again, and compare the statuses.

    A sample that is missing in the panel is not compared.

    Raises:
        BadInput: if the tasks are not those of the panel.
        SandboxFailure: if this machine cannot judge.
        OurFailure: if more than 1 % of the samples could not be judged now.
    """
    result = panel.result
    if tasks_digest(source.tasks) != result.tasks.digest:
        problem = f"the nightly run's {result.tasks.count} tasks are not the {len(source.tasks)} tasks given"
        raise BadInput(path, "result.tasks.digest", problem, "give the tasks of the data set with --tasks")
    tasks = [task for task in source.tasks if task.id in result.statuses]
    rule = source.rule(result.extraction.name, path, setting=result.setting)
    evaluation = judge(Job(tasks=tasks, completions=completions, rule=rule), executor, stage=stage)
    check_missing(evaluation)
    now = {outcome.key: statuses_by_task([outcome])[outcome.task_id][0] for outcome in evaluation.outcomes}
    differing: list[tuple[str, str, str]] = []
    left_out: list[tuple[str, str, str]] = []
    for task, earlier in result.statuses.items():
        for draw, then in enumerate(earlier):
            name, found = sample_name((task, draw)), now.get((task, draw), "missing")
            if then != found:
                (left_out if then == "missing" else differing).append((name, then, found))
    return PanelVerification(
        differing=tuple(f"{name}: {then} → {found}" for name, then, found in differing),
        left_out=tuple(f"{name}: {found}" for name, _, found in left_out),
    )


def other_python_notes(versions: RowVersions, here: str | None) -> tuple[str, ...]:
    """Say whether a row's sandbox had another Python than that of official rows, or than this machine's.

    Args:
        versions: the versions that the row records.
        here: the Python that judges now, such as ``3.12``; None if nothing is judged.
    """
    then = versions.guest.get("python", "an unknown version")
    notes = []
    if then != OFFICIAL_PYTHON:
        notes.append(f"judged with Python {then}; official rows are judged with Python {OFFICIAL_PYTHON}")
    if here not in (None, then):
        notes.append(
            f"answers run on Python {here} here, and ran on Python {then} for the row; verdicts may differ;"
            f" install Sightbench in an environment of Python {then} to judge as then"
        )
    return tuple(notes)


def changed_versions(then: Row, now: Row) -> list[tuple[str, object, object]]:
    """Return the versions that differ: name, before, now; those of the sandbox have a name each.

    The judge's serial number is among them only if both rows have one: older rows do not.
    """
    are_numbered = then.run.judge_serial is not None and now.run.judge_serial is not None
    before, after = (
        {
            "suite": row.result.versions.suite,
            "judge": row.result.versions.judge,
            **({"serial number of the judge": row.run.judge_serial} if are_numbered else {}),
            **{f"{name} of the sandbox": found for name, found in row.result.versions.guest.items()},
        }
        for row in (then, now)
    )
    return [
        (name, before.get(name, "none"), after.get(name, "none"))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]


def judged_by(row: Row) -> str:
    """Return which versions judged a row: ``judge 4 (serial number 5d41402abc4b) and suite 2``."""
    versions, serial = row.result.versions, row.run.judge_serial
    number = "" if serial is None else f" (serial number {serial})"
    return f"judge {versions.judge}{number} and suite {versions.suite}"


def _score_text(score: RowScore | None) -> str:
    if score is None:
        return "none"
    missing = f", {score.missing} missing" if score.missing else ""
    return f"{score.value:g} ({score.low:g} to {score.high:g}; {score.samples} samples{missing})"

"""Judges the completions of a row again, with the code and tasks on this machine."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter

from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.pipeline.evaluate import Job, Stage, judge, no_progress
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import make_row
from benchmark.pipeline.rows.row_files import missing_samples
from benchmark.results.row import Row, RowScore, row_id
from benchmark.scoring.metrics import PARSING, summarise
from benchmark.suites import categories_of


def rejudge(
    row: Row,
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: ExtractionRule,
    executor: Executor,
    suite_version: int,
    as_missing: bool = False,
    descriptions: Sequence[Completion] = (),
    stage: Stage = no_progress,
    own_stems: bool = False,
) -> tuple[Row, dict[str, bytes]]:
    """Judge the same completions again; return the new row, and its files by name.

    Args:
        row: the old row.
        tasks: the tasks; ``row`` must have a completion or a missing sample for each of their draws.
        completions: the completions of these tasks.
        rule: the extraction rule.
        executor: runs the shards.
        suite_version: version of the suite for the new row.
        as_missing: whether samples that are missing or unlinted in ``row`` stay so, even if they can be
            judged and linted now.
        descriptions: texts from which the completions were written.
        stage: shows the progress of each stage.
        own_stems: whether variants of a problem are not joined.

    Raises:
        SandboxFailure: if this machine cannot judge, or cannot lint although the row was linted.
        OurFailure: if more than 1 % of the samples could not be judged or linted now.
    """
    result = row.result
    with_lint = rule.linted_extraction is not None or any(
        score.metric == PARSING.name for score in result.scores
    )
    absent = _absent(row, tasks, completions)
    job = Job(tasks=tasks, completions=completions, rule=rule, lint=with_lint, absent=absent)
    missing = missing_samples(row) if as_missing else ()
    evaluation = judge(job, executor, stage=stage, amend=lambda found: _with_missing(found, missing))
    if with_lint and as_missing:
        evaluation = _with_unlinted(evaluation, row.run.unlinted)
    identity = RowIdentity(
        submission=result.submission,
        suite=result.suite,
        suite_version=suite_version,
        dataset=result.dataset,
        setting=result.setting,
        protocol=result.protocol,
        prompt=result.prompt.name,
        prompt_digest=result.prompt.digest,
        generation=row.run.generation,
        references=row.run.references,
        dropped=() if row.run.sampling is None else row.run.sampling.dropped,
    )
    new, files = make_row(evaluation, identity, descriptions)
    return (_with_own_stems(new, evaluation) if own_stems else new), files


def _with_own_stems(row: Row, evaluation: Evaluation) -> Row:
    """Return the row as it was made before variants of a problem were joined."""
    tasks = sorted(evaluation.tasks, key=attrgetter("id"))
    scores = summarise(tasks, evaluation.outcomes, categories_of(tasks))
    changes = {
        "stems": "",
        "tasks": row.result.tasks.model_copy(
            update={"stems": {task.id: task.stem for task in tasks if task.family != task.id}}
        ),
        "scores": [RowScore.of(score) for score in sorted(scores, key=attrgetter("category", "metric"))],
    }
    result = row.result.model_copy(update=changes)
    return Row(id=row_id(result), result=result, run=row.run)


def _with_missing(evaluation: Evaluation, keys: Collection[SampleKey]) -> Evaluation:
    """Replace the verdicts of some samples by missing samples; the reason names the present status."""
    outcomes = tuple(
        MissingSample(task_id=outcome.task_id, draw=outcome.draw, reason=f"{outcome.status.value} now")
        if isinstance(outcome, Verdict) and outcome.key in keys
        else outcome
        for outcome in evaluation.outcomes
    )
    if outcomes == evaluation.outcomes:
        return evaluation
    return evaluation.with_outcomes(outcomes)


def _with_unlinted(evaluation: Evaluation, reasons: Mapping[str, str]) -> Evaluation:
    """Remove the linter's results of the samples in ``reasons``."""
    if not reasons:
        return evaluation
    outcomes = tuple(
        dataclasses.replace(outcome, parses=None)
        if isinstance(outcome, Verdict) and sample_name(outcome.key) in reasons
        else outcome
        for outcome in evaluation.outcomes
    )
    unlinted = {**(evaluation.unlinted or {}), **reasons}
    return dataclasses.replace(evaluation.with_outcomes(outcomes), unlinted=unlinted)


def _absent(row: Row, tasks: Sequence[Task], completions: Sequence[Completion]) -> Mapping[SampleKey, str]:
    """Return the samples that are missing in the row because they never arrived, with the reason."""
    known = {task.id for task in tasks}
    missing = {key for key in missing_samples(row) if key[0] in known}
    absent = missing - {completion.key for completion in completions}
    return {key: row.run.missing.get(sample_name(key), "never arrived") for key in absent}

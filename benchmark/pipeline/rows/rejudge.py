"""Judges the completions of a row again, with the code and tasks on this machine."""

import contextlib
import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.pipeline.judge.evaluate import Evaluation, Progress, evaluate
from benchmark.pipeline.judge.missing import with_absent
from benchmark.pipeline.judge.parsing import add_lint, check_linter
from benchmark.pipeline.rows.record import RowIdentity, make_row
from benchmark.pipeline.rows.row_files import missing_samples
from benchmark.results.row import Row
from benchmark.scoring.metrics import PARSING

#: Shows the progress of a stage, given its name.
Stage = Callable[[str], AbstractContextManager[Progress]]


@contextlib.contextmanager
def no_progress(_stage: str) -> Iterator[Progress]:
    """A :data:`Stage` that shows nothing."""
    yield lambda _done, _total: None


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

    Raises:
        SandboxFailure: if this machine cannot judge, or cannot lint although the row was linted.
        OurFailure: if more than 1 % of the samples could not be judged or linted now.
    """
    result = row.result
    with_lint = rule.linted_extraction is not None or any(
        score.metric == PARSING.name for score in result.scores
    )
    if with_lint:
        check_linter()
    with stage("judging") as progress:
        evaluation = evaluate(tasks, completions, rule=rule, executor=executor, progress=progress)
    if as_missing:
        evaluation = _with_missing(evaluation, missing_samples(row))
    evaluation = with_absent(evaluation, _absent(row, tasks, completions))
    if with_lint:
        with stage("linting") as progress:
            evaluation = add_lint(evaluation, progress)
        if as_missing:
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
    )
    return make_row(evaluation, identity, descriptions)


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

"""The completions of a row, judged again by the code and the tasks that are here."""

import contextlib
import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.pipeline.generation_record import with_absent
from benchmark.pipeline.judge.evaluate import Evaluation, Progress, evaluate
from benchmark.pipeline.judge.parsing import check_linter, linted
from benchmark.pipeline.rows.record import RowIdentity, make_row
from benchmark.pipeline.rows.row_files import missing_of
from benchmark.results.row import Row
from benchmark.scoring.parsing import METRIC, parsing_success
from benchmark.scoring.summary import summarise

#: Shows how far a stage with this name is.
Stage = Callable[[str], AbstractContextManager[Progress]]


@contextlib.contextmanager
def silent(_stage: str) -> Iterator[Progress]:
    """A :data:`Stage` of which nobody hears."""
    yield lambda _done, _total: None


def rejudged(
    row: Row,
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: ExtractionRule,
    executor: Executor,
    suite_version: int,
    as_missing: bool = False,
    descriptions: Sequence[Completion] = (),
    stage: Stage = silent,
) -> tuple[Row, dict[str, bytes]]:
    """The row that the same completions make now, and the files that belong beside it.

    Args:
        row: from before.
        tasks: to judge by; each has the completions of ``row``, or they were missing there.
        completions: of these tasks.
        rule: of extraction.
        executor: where shards run.
        suite_version: that the new row says.
        as_missing: whether samples stay missing that ``row`` has no verdict of, although there are answers,
            and stay unlinted where its linter failed.
        descriptions: that the completions were written from.
        stage: told what is done, and how far it is.

    Raises:
        SandboxFailure: when this machine cannot judge, or cannot lint what is to be linted.
        OurFailure: when more than 1 % of the samples could not be judged, or linted, now.
    """
    result = row.result
    with_lint = rule.gate is not None or any(score.metric == METRIC for score in result.scores)
    if with_lint:
        check_linter()
    with stage("judging") as told:
        evaluation = evaluate(tasks, completions, rule=rule, executor=executor, progress=told)
    if as_missing:
        evaluation = _without(evaluation, missing_of(row))
    evaluation = with_absent(evaluation, _absent(row, tasks, completions))
    if with_lint:
        with stage("linting") as told:
            evaluation = linted(evaluation, told)
        if as_missing:
            evaluation = _unlinted(evaluation, row.run.unlinted)
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
    )
    return make_row(evaluation, identity, descriptions)


def _without(evaluation: Evaluation, keys: Collection[SampleKey]) -> Evaluation:
    """The same where some samples have no verdict, but for what it says of why."""
    outcomes = tuple(
        MissingSample(task_id=one.task_id, draw=one.draw, reason=f"{one.status.value} now")
        if isinstance(one, Verdict) and one.key in keys
        else one
        for one in evaluation.outcomes
    )
    if outcomes == evaluation.outcomes:
        return evaluation
    return dataclasses.replace(evaluation, outcomes=outcomes, scores=summarise(evaluation.tasks, outcomes))


def _unlinted(evaluation: Evaluation, reasons: Mapping[str, str]) -> Evaluation:
    """The same without what the linter says of some samples."""
    if not reasons:
        return evaluation
    outcomes = tuple(
        dataclasses.replace(one, parses=None)
        if isinstance(one, Verdict) and sample_name(one.key) in reasons
        else one
        for one in evaluation.outcomes
    )
    others = (score for score in evaluation.scores if score.metric != METRIC)
    return dataclasses.replace(
        evaluation,
        outcomes=outcomes,
        unlinted={**(evaluation.unlinted or {}), **reasons},
        scores=(*others, *parsing_success(evaluation.tasks, outcomes)),
    )


def _absent(row: Row, tasks: Sequence[Task], completions: Sequence[Completion]) -> Mapping[SampleKey, str]:
    """Samples that were missing because they never came: they are missing again."""
    known = {task.id for task in tasks}
    never = {key for key in missing_of(row) if key[0] in known} - {one.key for one in completions}
    return {key: row.run.missing.get(sample_name(key), "did not come") for key in never}

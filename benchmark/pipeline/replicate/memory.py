"""Finds wrong answers that are right for another problem than the one shown.

If an answer passes the tests of a task with the same text but another picture, it was not read from the
picture. If it passes the tests of the problem from which its task was adapted, it is likely remembered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.datasets.twins import twin_groups
from benchmark.pipeline.judge.evaluate import Progress, judge_samples

#: ``twin``: a task with the same text and signature, where no program passes the tests of both; ``mutation``:
#: another task of the same stem; ``source``: a problem from which the task was adapted.
Kind = Literal["twin", "mutation", "source"]


@dataclass(frozen=True, slots=True)
class OtherProblem:
    """A problem that an answer to a task may solve instead."""

    kind: Kind
    task: Task


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedOther:
    """A wrong answer, and the other problems that it solves."""

    sample: Sample
    others: tuple[OtherProblem, ...]  #: other problems whose tests it passes
    missing: int  #: number of other problems without a verdict, because of a failure of ours


def other_problems(tasks: Sequence[Task], sources: Iterable[Task]) -> dict[str, list[OtherProblem]]:
    """Return the other problems of each task: its twins, then mutations, then sources.

    Args:
        tasks: tasks of one data set.
        sources: original problems; each belongs to the tasks whose id or stem equals its own stem.
    """
    by_stem: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        by_stem[task.family].append(task)
    by_source_stem: dict[str, list[Task]] = defaultdict(list)
    for source in sources:
        by_source_stem[source.family].append(source)
    twins = _twins(tasks)
    problems: dict[str, list[OtherProblem]] = {}
    for task in tasks:
        same_stem = [other for other in by_stem[task.family] if other.id not in (task.id, *twins[task.id])]
        own_sources = {
            source.id: source for key in (task.id, task.family) for source in by_source_stem.get(key, ())
        }
        problems[task.id] = [
            *(OtherProblem("twin", twin) for twin in twins[task.id].values()),
            *(OtherProblem("mutation", mutation) for mutation in same_stem),
            *(OtherProblem("source", source) for source in own_sources.values()),
        ]
    return problems


def find_solved_others(
    wrong: Sequence[Sample],
    known: Mapping[str, Sequence[OtherProblem]],
    executor: Executor,
    progress: Progress | None = None,
) -> tuple[SolvedOther, ...]:
    """Judge wrong answers by the tests of the other problems of their tasks.

    Args:
        wrong: samples that did not pass their own tests.
        known: other problems by task id.
        executor: runs the answers.
        progress: called after each shard.

    Raises:
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if the executor gives up.
    """
    pairs = [(number, other) for number, sample in enumerate(wrong) for other in known[sample.task.id]]
    crossed = [
        Sample(task=other.task, draw=place, answer=_with_entry_point(wrong[number], other.task))
        for place, (number, other) in enumerate(pairs)
    ]
    outcomes = judge_samples(crossed, executor=executor, progress=progress)
    passed: dict[int, list[OtherProblem]] = defaultdict(list)
    missing: dict[int, int] = defaultdict(int)
    for (number, other), outcome in zip(pairs, outcomes, strict=True):
        if isinstance(outcome, MissingSample):
            missing[number] += 1
        elif isinstance(outcome, Verdict) and outcome.status is Status.PASSED:
            passed[number].append(other)
    return tuple(
        SolvedOther(sample=sample, others=tuple(passed[number]), missing=missing[number])
        for number, sample in enumerate(wrong)
    )


def _twins(tasks: Sequence[Task]) -> dict[str, dict[str, Task]]:
    by_id = {task.id: task for task in tasks}
    twins: dict[str, dict[str, Task]] = {task.id: {} for task in tasks}
    for group in twin_groups(tasks):
        for pair in group.pairs:
            if pair.are_twins:
                twins[pair.first][pair.second] = by_id[pair.second]
                twins[pair.second][pair.first] = by_id[pair.first]
    return twins


def _with_entry_point(sample: Sample, other: Task) -> Answer:
    """Return the answer with the name that the tests of the other task call."""
    own, wanted = sample.task.entry_point, other.entry_point
    if own == wanted or not own.isidentifier() or not wanted.isidentifier():
        return sample.answer
    return replace(sample.answer, program=f"{sample.answer.program}\n\n{wanted} = {own}\n")

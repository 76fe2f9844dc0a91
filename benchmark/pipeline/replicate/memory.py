"""Wrong answers that are right for another problem than the one shown.

An answer that passes the tests of a task with the same text and another picture was not read off the picture.
One that passes the tests of the problem from which a task was adapted is likely remembered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmark.authoring.dataset_files import read_pins
from benchmark.authoring.family import UnfitError
from benchmark.authoring.instance import instance, stem
from benchmark.authoring.twins import twin_groups
from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Picture, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge.evaluate import Progress, judge_samples
from benchmark.suites.open_collections import OPEN_COLLECTIONS

#: ``twin``: the same text and signature, and no program passes both; ``mutation``: another task of the same
#: stem; ``source``: a problem that the task was adapted from.
Kind = Literal["twin", "mutation", "source"]


@dataclass(frozen=True, slots=True)
class OtherProblem:
    """A problem that an answer to a task may solve instead."""

    kind: Kind
    task: Task


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedOther:
    """What a wrong answer solves."""

    sample: Sample
    others: tuple[OtherProblem, ...]  #: whose tests it passes
    missing: int  #: others on which it has no verdict, through a failure of ours


def others(tasks: Sequence[Task], sources: Iterable[Task]) -> dict[str, list[OtherProblem]]:
    """The other problems of each task: its twins, then mutations, then sources.

    Args:
        tasks: of one data set. For one that families make, the mutations that it does not hold come too.
        sources: each belongs to the tasks whose id or stem is its own stem.
    """
    by_stem: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        by_stem[task.family].append(task)
    for name, made in _not_shipped(tasks).items():
        by_stem[name] += made
    listed: dict[str, list[Task]] = defaultdict(list)
    for source in sources:
        listed[source.family].append(source)
    twins = _twins(tasks)
    found: dict[str, list[OtherProblem]] = {}
    for task in tasks:
        same = [one for one in by_stem[task.family] if one.id not in (task.id, *twins[task.id])]
        named = {source.id: source for key in (task.id, task.family) for source in listed.get(key, ())}
        found[task.id] = [
            *(OtherProblem("twin", twin) for twin in twins[task.id].values()),
            *(OtherProblem("mutation", one) for one in same),
            *(OtherProblem("source", source) for source in named.values()),
        ]
    return found


def solved_instead(
    wrong: Sequence[Sample],
    known: Mapping[str, Sequence[OtherProblem]],
    executor: Executor,
    progress: Progress | None = None,
) -> tuple[SolvedOther, ...]:
    """Judge wrong answers by the tests of the other problems of their tasks.

    Args:
        wrong: samples that did not pass their own tests.
        known: other problems by task id.
        executor: where they run.
        progress: told after each shard.

    Raises:
        SandboxFailure, OurFailure: as :func:`benchmark.pipeline.judge.evaluate.evaluate`.
    """
    pairs = [(number, other) for number, sample in enumerate(wrong) for other in known[sample.task.id]]
    crossed = [
        Sample(task=other.task, draw=place, answer=_called(wrong[number], other.task))
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
    found: dict[str, dict[str, Task]] = {task.id: {} for task in tasks}
    for group in twin_groups(tasks):
        for pair in group.pairs:
            if pair.are_twins:
                found[pair.first][pair.second] = by_id[pair.second]
                found[pair.second][pair.first] = by_id[pair.first]
    return found


def _not_shipped(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    """Tasks of mutations that a data set of ours does not hold, made by their families, by stem."""
    collection = OPEN_COLLECTIONS.get(tasks[0].suite) if tasks else None
    if collection is None or tasks[0].dataset != collection.dataset:
        return {}
    stems = {task.family for task in tasks}
    found: dict[str, list[Task]] = {}
    for name in collection.names():
        pins = read_pins(collection, name) if stem(name) in stems else None
        if pins is None:
            continue
        shipped = {one.mutation for one in pins.tasks}
        try:
            every = instance(collection.family(name), pins.seed, pins.index)
        except UnfitError:  # the code has changed since; the gates say so
            continue
        nowhere = Picture(number=1, source="none.png")
        found[stem(name)] = [
            replace(made.task(collection.suite, collection.dataset, nowhere), id=f"{stem(name)}:{mutation}")
            for mutation, made in every.items()
            if mutation not in shipped
        ]
    return found


def _called(sample: Sample, other: Task) -> Answer:
    """The answer, under the name that the other's tests call."""
    own, wanted = sample.task.entry_point, other.entry_point
    if own == wanted or not own.isidentifier() or not wanted.isidentifier():
        return sample.answer
    return replace(sample.answer, program=f"{sample.answer.program}\n\n{wanted} = {own}\n")

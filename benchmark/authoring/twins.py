"""Twins: tasks that no one program solves together, so that one of them needs the picture.

Two tasks are twins when their text and signature are the same, and on at least one call that both tests make
they expect different results. A program that does not see the picture gives the same result to both calls, so
it fails one of the two tests. Of a group of tasks with one text, such a program passes at most as many as can
be chosen without a pair of twins: that is the ceiling, and it holds for any program and any guess.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.core.verdict import MissingSample, Status
from benchmark.extraction.own import extract


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPair:
    """Two tasks of one text."""

    first: str  #: task id
    second: str  #: task id
    shared: int  #: calls that both tests make
    different: int  #: of these, calls with different results
    #: Both tests make the same calls in the same order: then a program that remembers calls fails as well.
    same_calls: bool

    @property
    def are_twins(self) -> bool:
        """Whether no program passes both."""
        return self.different > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinGroup:
    """All tasks of one text and signature."""

    tasks: tuple[str, ...]
    pairs: tuple[TaskPair, ...]

    @property
    def ceiling(self) -> int:
        """Most tasks of the group that a program without the picture can pass."""
        twins = {frozenset((pair.first, pair.second)) for pair in self.pairs if pair.are_twins}
        for count in range(len(self.tasks), 1, -1):
            for chosen in combinations(self.tasks, count):
                if not any(frozenset(pair) in twins for pair in combinations(chosen, 2)):
                    return count
        return min(1, len(self.tasks))

    @property
    def without_twin(self) -> tuple[str, ...]:
        """Tasks that no other excludes."""
        paired = {name for pair in self.pairs if pair.are_twins for name in (pair.first, pair.second)}
        return tuple(name for name in self.tasks if name not in paired)


def groups(tasks: Sequence[Task]) -> tuple[TwinGroup, ...]:
    """Tasks by text and signature, in the order of their first."""
    found: dict[tuple[str, ...], list[Task]] = defaultdict(list)
    for task in tasks:
        words = "".join(part.text for part in task.parts if isinstance(part, Text))
        found[words, task.starter_code, task.entry_point].append(task)
    return tuple(_group(members) for members in found.values())


def blind_ceiling(found: Sequence[TwinGroup]) -> int:
    """Most tasks that a program without pictures can pass."""
    return sum(group.ceiling for group in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossJudgement:
    """What the judge says of one task's reference as the answer to its twin, or to itself."""

    task: str
    reference_of: str
    passed: bool
    detail: str  #: why not, or why there is no verdict

    @property
    def as_due(self) -> bool:
        """Its own reference passes, another's does not."""
        return self.passed == (self.task == self.reference_of)


def crossed(tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[CrossJudgement]:
    """Judge every reference of a group as the answer to every task of the group."""
    by_id = {task.id: task for task in tasks}
    for group in groups(tasks):
        for name in group.tasks:
            for other in group.tasks:
                yield _judged(by_id[name], by_id[other], judge)


def _judged(task: Task, other: Task, judge: JudgesSamples) -> CrossJudgement:
    answer = extract(task, f"```python\n{other.reference}\n```")
    outcome = judge.judge(Sample(task=task, draw=0, answer=answer))
    if isinstance(outcome, MissingSample):
        return CrossJudgement(
            task=task.id, reference_of=other.id, passed=task.id != other.id, detail=outcome.reason
        )
    passed = outcome.status is Status.PASSED
    return CrossJudgement(task=task.id, reference_of=other.id, passed=passed, detail=outcome.detail)


def _group(tasks: Sequence[Task]) -> TwinGroup:
    results = {task.id: results_of(task) for task in tasks}
    pairs = []
    for first, second in combinations([task.id for task in tasks], 2):
        shared = results[first].keys() & results[second].keys()
        different = sum(results[first][call] != results[second][call] for call in shared)
        same_calls = list(results[first]) == list(results[second])
        pairs.append(
            TaskPair(
                first=first, second=second, shared=len(shared), different=different, same_calls=same_calls
            )
        )
    return TwinGroup(tasks=tuple(task.id for task in tasks), pairs=tuple(pairs))


def results_of(task: Task) -> Mapping[str, object]:
    """What each call of a task's tests must give, by the call as it is written.

    Asserts of the form ``assert solution(arguments) == value`` count, with plain values; others are left out.
    """
    found: dict[str, object] = {}
    tests = task.check.tests if isinstance(task.check, FunctionCheck) else ()
    for test in tests:
        for node in ast.walk(ast.parse(test)):
            match node:
                case ast.Assert(
                    test=ast.Compare(
                        left=ast.Call(func=ast.Name(id=name)) as call, ops=[ast.Eq()], comparators=[value]
                    )
                ) if name in (task.entry_point, "candidate"):
                    try:
                        found[_written(call)] = ast.literal_eval(value)
                    except ValueError:
                        continue
                case _:
                    pass
    return found


def _written(call: ast.Call) -> str:
    """The arguments of a call, one way of writing them whoever wrote them."""
    return repr([ast.literal_eval(one) for one in call.args])

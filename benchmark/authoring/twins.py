"""Twins: two tasks that no program can both solve without seeing their pictures.

Two tasks are twins if their text and signature are the same and their tests expect different results for at
least one common call. A program that does not see the picture returns the same result for both, so it fails
one of the two tests. In a group of tasks with the same text, such a program passes at most as many tasks as
can be chosen without a pair of twins. This number is the ceiling of the group; it holds for every program and
guess.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from benchmark.authoring.source import walk_statements
from benchmark.authoring.tolerance import is_close
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, StdioCheck, Task, Text
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.extraction.own import extract

_PATIENCE = 200.0  #: wall-clock limit as a multiple of the limit: gates do not depend on other processes


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPair:
    """Two tasks with the same text and signature."""

    first: str  #: task id
    second: str  #: task id
    shared: int  #: number of calls that both tests make
    different: int  #: number of shared calls with different results
    #: Whether both tests make the same calls in the same order; then even a program that remembers earlier
    #: calls cannot tell the tasks apart.
    same_calls: bool

    @property
    def are_twins(self) -> bool:
        """Whether no program passes both."""
        return self.different > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinGroup:
    """All tasks with the same text and signature."""

    tasks: tuple[str, ...]  #: task ids
    pairs: tuple[TaskPair, ...]  #: every pair of the tasks

    @property
    def ceiling(self) -> int:
        """Maximum number of tasks of the group that a program without the pictures can pass."""
        twins = {frozenset((pair.first, pair.second)) for pair in self.pairs if pair.are_twins}
        for count in range(len(self.tasks), 1, -1):
            for chosen in combinations(self.tasks, count):
                if not any(frozenset(pair) in twins for pair in combinations(chosen, 2)):
                    return count
        return min(1, len(self.tasks))

    @property
    def without_twin(self) -> tuple[str, ...]:
        """The tasks that have no twin in the group."""
        paired = {name for pair in self.pairs if pair.are_twins for name in (pair.first, pair.second)}
        return tuple(name for name in self.tasks if name not in paired)


def twin_groups(tasks: Sequence[Task]) -> tuple[TwinGroup, ...]:
    """Group tasks by text and signature; the groups keep the order of the tasks.

    The problem text of a task with a chart says what the chart says, so only the signature counts: it is all
    that a model is shown in the blind setting.
    """
    members: dict[tuple[str, ...], list[Task]] = defaultdict(list)
    for task in tasks:
        words = "" if task.chart else "".join(part.text for part in task.parts if isinstance(part, Text))
        members[words, task.starter_code, task.entry_point].append(task)
    return tuple(map(_twin_group, members.values()))


def blind_ceiling(groups: Sequence[TwinGroup]) -> int:
    """Return the maximum number of tasks that a program without the pictures can pass."""
    return sum(group.ceiling for group in groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossJudgement:
    """The judge's result for a reference on the tests of its own task or of another."""

    task: str  #: id of the task whose tests were run
    reference_of: str  #: id of the task whose reference was judged
    passed: bool
    detail: str  #: why it failed, or why there is no verdict

    @property
    def is_own(self) -> bool:
        """Whether the task and the reference belong together."""
        return self.task == self.reference_of

    @property
    def is_expected(self) -> bool:
        """Whether a task's own reference passed, or another task's reference failed."""
        return self.passed == self.is_own


def cross_judge(tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[CrossJudgement]:
    """Judge every reference of a group on the tests of every task of the group.

    Another task's reference is judged without the large calls: whoever fails the other tests fails the task.
    """
    by_id = {task.id: task for task in tasks}
    for group in twin_groups(tasks):
        for name in group.tasks:
            for other in group.tasks:
                task = by_id[name] if name == other else without_kind(by_id[name], "large")
                yield _judge_reference(task, by_id[other], judge)


def without_kind(task: Task, kind: str) -> Task:
    """Return a task without its tests of one kind; the same task if it has none, or no others."""
    check = task.check
    if not isinstance(check, FunctionCheck) or not {kind} < set(check.kinds):
        return task
    left = [(test, own) for test, own in zip(check.tests, check.kinds, strict=True) if own != kind]
    tests, kinds = zip(*left, strict=True)
    return replace(task, check=replace(check, tests=tests, kinds=kinds))


def judge_program(task: Task, program: str, judge: JudgesSamples) -> Outcome:
    """Judge a program of ours on the tests of a task; gates wait for it however busy the machine is."""
    patient = replace(task, limits=replace(task.limits, wall_factor=_PATIENCE))
    return judge.judge(Sample(task=patient, draw=0, answer=Answer(code=program, program=program)))


def failure(outcome: Outcome) -> str:
    """Return why a program does not pass; empty if it does."""
    if isinstance(outcome, MissingSample):
        return f"no verdict: {outcome.reason}"
    return "" if outcome.status is Status.PASSED else outcome.detail or outcome.status.value


def _judge_reference(task: Task, other: Task, judge: JudgesSamples) -> CrossJudgement:
    answer = extract(task, f"```python\n{other.reference}\n```")
    outcome = judge.judge(Sample(task=task, draw=0, answer=answer))
    if isinstance(outcome, MissingSample):
        return CrossJudgement(
            task=task.id, reference_of=other.id, passed=task.id != other.id, detail=outcome.reason
        )
    passed = outcome.status is Status.PASSED
    return CrossJudgement(task=task.id, reference_of=other.id, passed=passed, detail=outcome.detail)


def _twin_group(tasks: Sequence[Task]) -> TwinGroup:
    results = {task.id: expected_results(task) for task in tasks}
    pairs = []
    for first, second in combinations([task.id for task in tasks], 2):
        shared = results[first].keys() & results[second].keys()
        different = sum(not is_close(results[first][call], results[second][call]) for call in shared)
        same_calls = list(results[first]) == list(results[second])
        pairs.append(
            TaskPair(
                first=first, second=second, shared=len(shared), different=different, same_calls=same_calls
            )
        )
    return TwinGroup(tasks=tuple(task.id for task in tasks), pairs=tuple(pairs))


def expected_results(task: Task) -> Mapping[str, object]:
    """Return the expected result of each call in a task's tests, by the text of the call's arguments.

    The call of a whole program is its input, and the result its output. The tests of
    functions are read only in the forms ``assert solution(arguments) == value`` and
    ``assert is_close(solution(arguments), value)``. The arguments must be plain values or ``*large(number)``;
    for the latter, the key includes the source code of ``large``.
    """
    match task.check:
        case StdioCheck(cases=cases):
            return {repr([case.input]): case.output for case in cases}
        case FunctionCheck(tests=tests):
            return _results_of(tests, task.entry_point)
        case _:
            return {}


@lru_cache(8192)  # the pages of a task, of its family and of its data set all compare twins
def _results_of(tests: tuple[str, ...], entry_point: str) -> Mapping[str, object]:
    results: dict[str, object] = {}
    for test in tests:
        tree = ast.parse(test)
        makers = "\n".join(ast.unparse(node) for node in tree.body if not isinstance(node, ast.Assert))
        for node in walk_statements(tree):
            match node:
                case ast.Assert(
                    test=ast.Compare(
                        left=ast.Call(func=ast.Name(id=name)) as call, ops=[ast.Eq()], comparators=[value]
                    )
                    | ast.Call(
                        func=ast.Name(id="is_close"), args=[ast.Call(func=ast.Name(id=name)) as call, value]
                    )
                ) if name in (entry_point, "candidate"):
                    try:
                        results[_call_text(call, makers)] = ast.literal_eval(value)
                    except ValueError:
                        continue
                case _:
                    pass
    return MappingProxyType(results)


def _call_text(call: ast.Call, makers: str) -> str:
    """Return the arguments of a call as text; equal arguments give the same text."""
    match call.args:
        case [
            ast.Starred(value=ast.Call(func=ast.Name(id="large"), args=[ast.Constant(value=int())]) as made)
        ]:
            return f"{ast.unparse(made)} of {makers}"
        case _:
            return repr([ast.literal_eval(argument) for argument in call.args])


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinProof:
    """The proof that a data set cannot be solved without its pictures."""

    tasks: Sequence[Task]
    groups: Sequence[TwinGroup]
    judgements: Sequence[CrossJudgement]

    @property
    def problems(self) -> list[str]:
        """Why it is no proof: tasks without a twin, and references with an unexpected verdict."""
        without_twin = [f"{name} has no twin" for group in self.groups for name in group.without_twin]
        unexpected = [
            f"{judgement.task}: its own reference fails: {judgement.detail}"
            if judgement.is_own
            else f"{judgement.task}: the reference of {judgement.reference_of} passes: {judgement.detail}"
            for judgement in self.judgements
            if not judgement.is_expected
        ]
        return without_twin + unexpected

    def lines(self) -> list[str]:
        """Return the lines that describe the proof to people."""
        pairs = [pair for group in self.groups for pair in group.pairs]
        shared = [pair.shared for pair in pairs]
        share = min((pair.different / max(1, pair.shared) for pair in pairs), default=0.0)
        own = [judgement.passed for judgement in self.judgements if judgement.is_own]
        others = [judgement.passed for judgement in self.judgements if not judgement.is_own]
        count, solved = len(self.tasks), blind_ceiling(self.groups)
        fewest, most = min(shared, default=0), max(shared, default=0)
        name = f"{self.tasks[0].suite} {self.tasks[0].dataset}"
        return [
            f"{name}: {count} tasks with {len(self.groups)} different texts",
            f"{count - sum(len(group.without_twin) for group in self.groups)} tasks have a twin",
            f"{len(pairs)} pairs share {fewest} to {most} calls; at least {share:.0%} of these differ",
            f"{sum(own)} references pass their own tests",
            f"{sum(others)} of {len(others)} references pass the tests of a task with the same text",
            f"without pictures at most {solved / count:.1%} can be solved ({solved} of {count})",
        ]


def prove_twins(tasks: Sequence[Task], judge: JudgesSamples) -> TwinProof:
    """Prove how many tasks of a data set can be solved without the pictures.

    Raises:
        BadInput: if a task has no reference.
        SandboxFailure: if references cannot be judged on this machine.
    """
    if lacking := [task.id for task in tasks if not task.reference]:
        fix = "use an open data set: every task needs a reference"
        raise BadInput("tasks", lacking[0], "has no reference", fix)
    return TwinProof(tasks=tasks, groups=twin_groups(tasks), judgements=list(cross_judge(tasks, judge)))

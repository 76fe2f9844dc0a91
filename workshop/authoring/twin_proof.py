"""The proof that a data set needs its pictures: each reference is judged on the tests of its twins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.datasets.twins import TwinGroup, blind_ceiling, twin_groups
from benchmark.extraction.own import extract

_PATIENCE = 200.0  #: wall-clock limit as a multiple of the limit: gates do not depend on other processes


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinProof:
    """The proof that a data set cannot be solved without its pictures."""

    tasks: Sequence[Task]
    groups: Sequence[TwinGroup]
    judgements: Sequence[CrossJudgement]

    @property
    def problems(self) -> list[str]:
        """Why the proof fails: tasks without a twin, and references with an unexpected verdict."""
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

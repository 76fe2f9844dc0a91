"""The proof that a set needs its pictures, as people and programs read it."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from benchmark.authoring.twins import CrossJudgement, TwinGroup, blind_ceiling, crossed, groups
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task
from benchmark.files.edge import Count, Name, Record


class TwinPair(Record):
    """Two tasks with one text and signature."""

    first: Name
    second: Name
    shared_calls: Count = Field(description="calls that both tests make")
    different: Count = Field(description="of these, calls with different results")
    same_calls: bool = Field(description="both tests make the same calls in the same order")


class TwinProof(Record):
    """What `author report --json` prints."""

    suite: str
    dataset: str
    tasks: Count
    groups: Count = Field(description="sets of tasks with one text and signature")
    with_twin: Count = Field(description="tasks that some other task excludes")
    crossed: Count = Field(description="references judged on another task's tests")
    crossed_passed: Count = Field(description="of these, those that passed; none may")
    references_passed: Count = Field(description="references that passed their own tests")
    blind_ceiling: Annotated[float, Field(ge=0, le=1)] = Field(
        description="no program that does not see the pictures has a higher pass@1"
    )
    pairs: list[TwinPair]
    problems: list[str]

    def lines(self) -> list[str]:
        """The proof in words."""
        shared = [pair.shared_calls for pair in self.pairs]
        different = [pair.different / max(1, pair.shared_calls) for pair in self.pairs]
        least, most = min(shared, default=0), max(shared, default=0)
        share = min(different, default=0.0)
        solved = round(self.blind_ceiling * self.tasks)
        return [
            f"{self.suite} {self.dataset}: {self.tasks} tasks, {self.groups} texts with a signature",
            f"{self.with_twin} tasks have a twin",
            f"{len(self.pairs)} pairs share {least} to {most} calls; {share:.0%} or more of them differ",
            f"{self.references_passed} references pass their own tests",
            f"{self.crossed_passed} of {self.crossed} references pass the tests of a task with the same text",
            f"blind ceiling: {self.blind_ceiling:.1%}, {solved} of {self.tasks} tasks without the pictures",
        ]


def proof(tasks: Sequence[Task], judge: JudgesSamples) -> TwinProof:
    """Prove the twins of a data set.

    Raises:
        BadInput: for tasks without references.
        SandboxFailure: when references cannot be judged here.
    """
    if lacking := [task.id for task in tasks if not task.reference]:
        raise BadInput("tasks", lacking[0], "has no reference to cross", "prove the twins of an open set")
    found = groups(tasks)
    results = list(crossed(tasks, judge))
    own = [one for one in results if one.task == one.reference_of]
    others = [one for one in results if one.task != one.reference_of]
    return TwinProof(
        suite=tasks[0].suite,
        dataset=tasks[0].dataset,
        tasks=len(tasks),
        groups=len(found),
        with_twin=len(tasks) - sum(len(group.without_twin) for group in found),
        crossed=len(others),
        crossed_passed=sum(one.passed for one in others),
        references_passed=sum(one.passed for one in own),
        blind_ceiling=blind_ceiling(found) / len(tasks),
        pairs=[
            TwinPair(
                first=pair.first,
                second=pair.second,
                shared_calls=pair.shared,
                different=pair.different,
                same_calls=pair.same_calls,
            )
            for group in found
            for pair in group.pairs
        ],
        problems=_problems(found, results),
    )


def _problems(found: Sequence[TwinGroup], results: Sequence[CrossJudgement]) -> list[str]:
    lonely = [f"{name} has no twin" for group in found for name in group.without_twin]
    wrong = [
        f"{one.task}: its own reference fails: {one.detail}"
        if one.task == one.reference_of
        else f"{one.task}: the reference of {one.reference_of} passes: {one.detail}"
        for one in results
        if not one.as_due
    ]
    return lonely + wrong

"""The proof that a data set cannot be solved without its pictures, as text and as JSON."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from benchmark.authoring.twins import CrossJudgement, TwinGroup, blind_ceiling, cross_judge, twin_groups
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task
from benchmark.files.edge import Count, Name, Record


class TwinPair(Record):
    """Two tasks with the same text and signature."""

    first: Name
    second: Name
    shared_calls: Count = Field(description="calls that both tests make")
    different: Count = Field(description="shared calls with different results")
    same_calls: bool = Field(description="both tests make the same calls in the same order")


class TwinProof(Record):
    """The proof of a data set."""

    suite: str
    dataset: str
    tasks: Count
    groups: Count = Field(description="groups of tasks with the same text and signature")
    with_twin: Count = Field(description="tasks that have a twin: no program passes both")
    crossed: Count = Field(description="times that a reference was judged on another task's tests")
    crossed_passed: Count = Field(description="times that it passed them; must be 0")
    references_passed: Count = Field(description="references that passed their own tests")
    blind_ceiling: Annotated[float, Field(ge=0, le=1)] = Field(
        description="highest possible pass@1 of a program that cannot see the pictures"
    )
    pairs: list[TwinPair]
    problems: list[str]

    def lines(self) -> list[str]:
        """Return the lines that describe the proof to people."""
        shared = [pair.shared_calls for pair in self.pairs]
        different = [pair.different / max(1, pair.shared_calls) for pair in self.pairs]
        fewest, most = min(shared, default=0), max(shared, default=0)
        share = min(different, default=0.0)
        solved = round(self.blind_ceiling * self.tasks)
        return [
            f"{self.suite} {self.dataset}: {self.tasks} tasks with {self.groups} different texts",
            f"{self.with_twin} tasks have a twin",
            f"{len(self.pairs)} pairs share {fewest} to {most} calls; at least {share:.0%} of these differ",
            f"{self.references_passed} references pass their own tests",
            f"{self.crossed_passed} of {self.crossed} references pass the tests of a task with the same text",
            f"without pictures at most {self.blind_ceiling:.1%} can be solved ({solved} of {self.tasks})",
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
    groups = twin_groups(tasks)
    judgements = list(cross_judge(tasks, judge))
    own = [judgement for judgement in judgements if judgement.is_own]
    others = [judgement for judgement in judgements if not judgement.is_own]
    return TwinProof(
        suite=tasks[0].suite,
        dataset=tasks[0].dataset,
        tasks=len(tasks),
        groups=len(groups),
        with_twin=len(tasks) - sum(len(group.without_twin) for group in groups),
        crossed=len(others),
        crossed_passed=sum(judgement.passed for judgement in others),
        references_passed=sum(judgement.passed for judgement in own),
        blind_ceiling=blind_ceiling(groups) / len(tasks),
        pairs=[
            TwinPair(
                first=pair.first,
                second=pair.second,
                shared_calls=pair.shared,
                different=pair.different,
                same_calls=pair.same_calls,
            )
            for group in groups
            for pair in group.pairs
        ],
        problems=_problems(groups, judgements),
    )


def _problems(groups: Sequence[TwinGroup], judgements: Sequence[CrossJudgement]) -> list[str]:
    without_twin = [f"{name} has no twin" for group in groups for name in group.without_twin]
    unexpected = [
        f"{judgement.task}: its own reference fails: {judgement.detail}"
        if judgement.is_own
        else f"{judgement.task}: the reference of {judgement.reference_of} passes: {judgement.detail}"
        for judgement in judgements
        if not judgement.is_expected
    ]
    return without_twin + unexpected

"""The proof that a data set cannot be solved without its pictures."""

from collections.abc import Sequence

from benchmark.authoring.twins import blind_ceiling, cross_judge, twin_groups
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task


def prove_twins(tasks: Sequence[Task], judge: JudgesSamples) -> tuple[list[str], list[str]]:
    """Prove how many tasks of a data set can be solved without the pictures.

    Returns:
        Lines for people, and the problems: tasks without a twin, references that fail their own tests, and
        references that pass those of another task.

    Raises:
        BadInput: if a task has no reference.
        SandboxFailure: if references cannot be judged on this machine.
    """
    if lacking := [task.id for task in tasks if not task.reference]:
        fix = "use an open data set: every task needs a reference"
        raise BadInput("tasks", lacking[0], "has no reference", fix)
    groups = twin_groups(tasks)
    judgements = list(cross_judge(tasks, judge))
    problems = [f"{name} has no twin" for group in groups for name in group.without_twin]
    with_twin = len(tasks) - len(problems)
    problems += [
        f"{judgement.task}: its own reference fails: {judgement.detail}"
        if judgement.is_own
        else f"{judgement.task}: the reference of {judgement.reference_of} passes: {judgement.detail}"
        for judgement in judgements
        if not judgement.is_expected
    ]
    own = [judgement.passed for judgement in judgements if judgement.is_own]
    others = [judgement.passed for judgement in judgements if not judgement.is_own]
    pairs = [pair for group in groups for pair in group.pairs]
    shared = [pair.shared for pair in pairs]
    fewest, most = min(shared, default=0), max(shared, default=0)
    share = min((pair.different / max(1, pair.shared) for pair in pairs), default=0.0)
    ceiling = blind_ceiling(groups)
    return [
        f"{tasks[0].suite} {tasks[0].dataset}: {len(tasks)} tasks with {len(groups)} different texts",
        f"{with_twin} tasks have a twin",
        f"{len(pairs)} pairs share {fewest} to {most} calls; at least {share:.0%} of these differ",
        f"{sum(own)} references pass their own tests",
        f"{sum(others)} of {len(others)} references pass the tests of a task with the same text",
        f"without pictures at most {ceiling / len(tasks):.1%} can be solved ({ceiling} of {len(tasks)})",
    ], problems

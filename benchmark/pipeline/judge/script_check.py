"""Tries the test scripts of a data set before any model is judged by them."""

from collections.abc import Sequence

from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.extraction.own import extract, reference_program
from benchmark.pipeline.judge.baselines import BASELINES
from benchmark.pipeline.judge.evaluate import Progress, judge_samples


def broken_tests(
    tasks: Sequence[Task], executor: Executor, progress: Progress | None = None
) -> dict[str, str]:
    """Return the tasks whose tests cannot judge an answer, with the reason by task id.

    A task's reference answer must pass. If there is none, a function with an empty body may fail, but the
    judge must reach a verdict on it.

    Raises:
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if the executor gives up.
    """
    samples = [Sample(task=task, draw=0, answer=_answer(task)) for task in tasks]
    outcomes = judge_samples(samples, executor=executor, progress=progress)
    found = {task.id: _problem(task, outcome) for task, outcome in zip(tasks, outcomes, strict=True)}
    return {task_id: problem for task_id, problem in found.items() if problem}


def _answer(task: Task) -> Answer:
    if task.reference:
        return Answer(code=task.reference, program=reference_program(task))
    return extract(task, BASELINES["stub"](task))


def _problem(task: Task, outcome: Outcome) -> str:
    """Return what is wrong with the task's tests; empty if they can judge an answer."""
    if isinstance(outcome, MissingSample):
        return outcome.reason
    if not task.reference or outcome.status is Status.PASSED:
        return ""
    return f"its reference answer does not pass: {outcome.words}"

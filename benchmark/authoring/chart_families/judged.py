"""Gates that judge programs in the sandbox: right programs, charts, slow programs, and those of twins."""

from collections.abc import Iterator, Sequence

from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.chart_families.large import run_large
from benchmark.authoring.draws import Draws
from benchmark.authoring.flowchart.interpreter import chart_program
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.source import ENTRY_POINT
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Status

SLOW_FACTOR = 3  #: a slow program does not finish a large call within this multiple of the limit
#: A program made from a chart walks node by node, so it gets this multiple of the limit for large calls.
_CHART_FACTOR = 20
_LIMIT = Limits().seconds


def judged_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the typical and edge calls of a family's tasks.

    The reference, the slow program and the program made from the chart must pass; the references of all twins
    must fail.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for task in made:
        yield from _passing(task, judge, task.small_tests, _LIMIT, slow=True)
        for twin in made:
            if twin is not task and not _failure(task, task.small_tests, twin.reference, judge, _LIMIT)[1]:
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its tests")


def measured_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the large calls; this takes more than 9 s for each task.

    The reference and the program made from the chart must pass them, the references of twins must fail them,
    and the slow program must not finish one of them within three times the limit.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    if not made[0].large:
        return
    for task in made:
        results = run_large(task.reference, task.large).results
        large = (task.large_test(results),)
        yield from _passing(task, judge, large, _LIMIT, slow=False)
        for twin in made:
            if twin is not task and not _failure(task, large, twin.reference, judge, _LIMIT)[1]:
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its large tests")
        number = drawn_call(task)
        one = (task.large_test(results[number : number + 1], [number]),)
        seconds = SLOW_FACTOR * _LIMIT
        status, failure = _failure(task, one, task.slow, judge, seconds)
        if status is not Status.TIMEOUT:
            ending = failure or "passes"
            yield GateFault(task.task_id, "slow", f"does not run for {seconds:g} s with large({number}): {ending}")


def drawn_call(task: ChartTask) -> int:
    """Return the number of the large call that the slow program gets."""
    return Draws(task.family, task.version, task.seed, task.variant, "slow").integer(0, 4)


def _passing(
    task: ChartTask, judge: JudgesSamples, tests: tuple[str, ...], seconds: float, *, slow: bool
) -> Iterator[GateFault]:
    programs = {"reference": task.reference}
    try:
        programs["chart"] = chart_program(task.mermaid, ENTRY_POINT, task.task_id)
    except BadInput as error:
        yield GateFault(task.task_id, "chart", f"does not make a program: {error.place}: {error.problem}")
    if slow and task.slow:
        programs["slow"] = task.slow
    for name, program in programs.items():
        limit = seconds * (_CHART_FACTOR if name == "chart" else 1)
        _, failure = _failure(task, tests, program, judge, limit)
        if failure:
            yield GateFault(task.task_id, name, f"does not pass the tests: {failure}")


def _failure(
    task: ChartTask, tests: tuple[str, ...], program: str, judge: JudgesSamples, seconds: float
) -> tuple[Status | None, str]:
    """Return the status of a program, and why it fails the tests; empty if it passes."""
    judged = Task(
        id=task.task_id,
        check=FunctionCheck(tests=tests),
        entry_point=ENTRY_POINT,
        limits=Limits(seconds=seconds),
    )
    outcome = judge.judge(Sample(task=judged, draw=0, answer=Answer(code=program, program=program)))
    if isinstance(outcome, MissingSample):
        return None, f"no verdict: {outcome.reason}"
    return outcome.status, "" if outcome.status is Status.PASSED else outcome.detail or outcome.status.value

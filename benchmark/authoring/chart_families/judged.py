"""Gates that judge programs in the sandbox: right programs, charts, slow programs, and those of twins."""

from collections.abc import Iterator, Sequence

from benchmark.authoring.chart_families.calls import run_large
from benchmark.authoring.chart_families.family import LARGE_CALLS
from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.draws import Draws
from benchmark.authoring.flowchart.interpreter import chart_program
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.source import ENTRY_POINT
from benchmark.authoring.twins import failure, judge_program
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status

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
            if twin is not task and not _failure(task, task.small_tests, twin.reference, judge, _LIMIT):
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its tests")


def judged_large_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the large calls; this takes more than 9 s for a family.

    The reference and the program made from the chart must pass them, and the references of twins must fail
    them. The slow program of one task must not finish one call within three times the limit; seed and family
    draw both.

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
            if twin is not task and not _failure(task, large, twin.reference, judge, _LIMIT):
                yield GateFault(
                    task.task_id, "twins", f"the reference of {twin.task_id} passes its large tests"
                )
    yield from _fast_faults(made, judge)


def _fast_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield a fault if the slow program of a drawn task is not slow enough for a drawn large call."""
    if not made[0].slow:
        return
    draws = Draws(made[0].family, made[0].version, made[0].seed, "slow")
    task, number = draws.choice(made), draws.integer(0, LARGE_CALLS - 1)
    test = task.large_test(run_large(task.reference, task.large).results[number : number + 1], [number])
    seconds = SLOW_FACTOR * _LIMIT
    outcome = _judged(task, (test,), task.slow, judge, seconds)
    if isinstance(outcome, MissingSample) or outcome.status is not Status.TIMEOUT:
        spent = 0.0 if isinstance(outcome, MissingSample) else outcome.cpu_seconds
        ending = f"{failure(outcome) or 'passes'} ({spent:.1f} s)"
        yield GateFault(
            task.task_id, "slow", f"does not run for {seconds:g} s with large({number}): {ending}"
        )


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
        if problem := _failure(task, tests, program, judge, limit):
            yield GateFault(task.task_id, name, f"does not pass the tests: {problem}")


def _failure(
    task: ChartTask, tests: tuple[str, ...], program: str, judge: JudgesSamples, seconds: float
) -> str:
    """Return why a program fails the tests; empty if it passes."""
    return failure(_judged(task, tests, program, judge, seconds))


def _judged(
    task: ChartTask, tests: tuple[str, ...], program: str, judge: JudgesSamples, seconds: float
) -> Outcome:
    check, limits = FunctionCheck(tests=tests), Limits(seconds=seconds)
    return judge_program(
        Task(id=task.task_id, check=check, entry_point=ENTRY_POINT, limits=limits), program, judge
    )

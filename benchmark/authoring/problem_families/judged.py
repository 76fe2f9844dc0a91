"""Gates that judge programs in the sandbox: right programs, those of twins, and wrong ones."""

from collections.abc import Iterator, Sequence

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.instance import TOLERANCE, ProblemTask, whole_program
from benchmark.authoring.twins import failure, judge_program
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import EXECUTED, MissingSample, Outcome, Status

_MAX_TIMEOUTS = 1  #: wrong programs of a family that may be refused by time alone


def judged_faults(made: Sequence[ProblemTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the samples and hidden inputs of a family's tasks.

    The reference must pass; the reference of the twin and every wrong program must fail, and every wrong
    program must print something for the samples.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for task in made:
        outcome = _judged(task, (*task.samples, *task.cases), task.reference, judge)
        if problem := failure(outcome):
            yield GateFault(task.task_id, "reference", f"does not pass its own tests: {problem}")
        for twin in made:
            if twin is not task and not failure(_judged(task, task.cases, twin.reference, judge)):
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its tests")
        yield from _wrong_faults(task, judge)


def _wrong_faults(task: ProblemTask, judge: JudgesSamples) -> Iterator[GateFault]:
    late = []
    for name, solution in task.wrong.items():
        program = whole_program(solution)
        outcome = _judged(task, task.cases, program, judge)
        if not failure(outcome):
            yield GateFault(task.task_id, "wrong", f"the wrong program {name} passes the hidden tests")
        elif isinstance(outcome, MissingSample):
            yield GateFault(task.task_id, "wrong", f"{name} has no verdict: {outcome.reason}")
        elif outcome.status is Status.TIMEOUT:
            late.append(name)
        shown = _judged(task, task.samples, program, judge)
        if isinstance(shown, MissingSample) or shown.status not in EXECUTED:
            problem = f"{name} does not run on the samples, so nobody would hand it in: {failure(shown)}"
            yield GateFault(task.task_id, "wrong", problem)
    if len(late) > _MAX_TIMEOUTS:
        yield GateFault(task.task_id, "wrong", f"only one may be refused by time, not {', '.join(late)}")


def _judged(made: ProblemTask, cases: Sequence[StdioCase], program: str, judge: JudgesSamples) -> Outcome:
    check = StdioCheck(cases=tuple(cases), compare=made.compare, tolerance=TOLERANCE)
    return judge_program(
        Task(id=made.task_id, check=check, limits=Limits(seconds=made.seconds)), program, judge
    )

"""Gates that judge the programs of a sample in the sandbox: references, missed edits and wrong options."""

from collections.abc import Iterator
from itertools import permutations

from benchmark.authoring.figures.sample import STATES, FigureSample
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Limits, Operation, Task
from benchmark.core.verdict import HIGHEST_POINTS, MissingSample, Status, Verdict

_PATIENCE = 200.0  #: wall-clock limit as a multiple of the limit: gates do not depend on other processes


def judged_faults(sample: FigureSample, judge: JudgesSamples) -> Iterator[str]:
    """Yield the faults that the judge finds with the programs of a sample.

    Each reference gets all points. The original does not pass as an edit, and of the options of a question
    about code none passes for another one.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for operation, state in STATES.items():
        reference = sample.states[state].code
        verdict = _judged(sample, operation, reference, reference, judge)
        if not isinstance(verdict, Verdict) or verdict.points != HIGHEST_POINTS:
            yield f"{operation}: the reference does not get all points: {_reason(verdict)}"
        if operation != "generate":
            missed = _judged(sample, operation, reference, sample.original.code, judge)
            if _passed(missed):
                yield f"{operation}: the original figure passes"
    for number, question in enumerate(sample.questions, start=1):
        if question.kind == "code":
            options = (question.right, *question.wrong)
            for (first, one), (second, other) in permutations(enumerate(options), 2):
                verdict = _judged(sample, question.operation, one.program, other.program, judge)
                if isinstance(verdict, MissingSample) or _passed(verdict):
                    problem = f"option {second} passes for option {first}"
                    yield f"question {number}: {problem}: {_reason(verdict)}"


def _judged(
    sample: FigureSample, operation: Operation, reference: str, program: str, judge: JudgesSamples
) -> Verdict | MissingSample:
    original = "" if operation == "generate" else sample.original.code
    check = FigureCheck(reference=reference, original=original, operation=operation, type=sample.type)
    limits = Limits(seconds=20.0, wall_factor=_PATIENCE)
    task = Task(id="figure", check=check, limits=limits)
    return judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))


def _passed(outcome: Verdict | MissingSample) -> bool:
    return isinstance(outcome, Verdict) and outcome.status is Status.PASSED


def _reason(outcome: Verdict | MissingSample) -> str:
    return outcome.reason if isinstance(outcome, MissingSample) else outcome.detail or str(outcome.status)

"""Decides who is to blame when a test ends in a way that may show a fault of the test or of the judge.

Such an ending is a *doubt*. Whether the test is broken follows from the task alone, never from the answer:
the same test runs with the task's reference, and it is broken if that ends in a doubt, too. If the task has
no reference, or one that simply fails, two programs that know nothing take its place: an idle one and one
that returns values of random types. Then the test is broken only if both end in a doubt before the answer has
been sent its first request. In all other cases the answer is to blame: an answer chooses how a test goes on
after its first use, as with ``if f(3) != 5: sys.exit("wrong")``.

So a test that fails for every answer after the first use gives each of them a verdict. Where its text proves
that, :mod:`.dead_ends` says so, and the run ends without a row.
"""

from collections.abc import Callable

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.extraction.own import reference_program
from benchmark.judging.checks import task_tests
from benchmark.judging.checks.case_result import BrokenTest, CaseResult, Doubt, JudgeFault, tidy
from benchmark.judging.checks.dead_ends import fails_for_every_answer
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.judging.checks.task_tests import TestSource
from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.conversation.describe import describe_exception
from benchmark.judging.conversation.session import HostFault, Session

#: Doubt about a deadlock: a call of the answer may wait for another thread, whose call waits for this one.
DOUBT_OF_THREADS = Doubt(
    reason="a call of the answer waits for a call of another thread, and calls run one at a time"
)
#: Doubt about a test that ends without a use of the answer, so that every answer would pass.
DOUBT_OF_USE = Doubt(reason="it never uses the answer", used=False)
_FAULT_NAME = "ProtocolFault"  #: name of the exception in verdicts of answers that the judge cannot handle


def doubt_of_time(seconds: float) -> Doubt:
    """Return the doubt about a test that is stopped before it uses the answer."""
    return Doubt(reason=f"it takes more than {seconds:g} s before it uses the answer", used=False)


def doubt_of_test(error: BaseException, session: Session, source: TestSource, task: Task) -> Doubt | None:
    """Describe an exception in a test that may fail for every answer; None for any other exception."""
    frames = task_tests.frames_in_test(error)
    match error:
        case _ if not session.answer_used or not frames:
            pass
        case NameError():
            # Eg `if f(1): expected = 2`, then `expected`: the answer chose whether the test binds the name.
            if error.name not in source.unbound:
                return None
        case NotEncodableError() | ImportError() | SyntaxError() | MemoryError():
            pass
        case Exception():
            return None
        case _:  # SystemExit and its like
            pass
    reason = _describe_safely(error)
    return Doubt(
        reason=f"line {frames[-1][1]}: {reason}" if frames else reason,
        used=session.answer_used,
        of_judge=not frames,
        varies=isinstance(error, MemoryError),
        for_every_answer=session.answer_used and fails_for_every_answer(error, source, task),
    )


def result_of_host_fault(fault: HostFault) -> CaseResult:
    """Return the result if our code failed on a message of the answer, and the answer is to blame for it."""
    error = fault.error
    if isinstance(error, OurFailure | BrokenTest | JudgeFault):
        raise error
    not_encodable = isinstance(error, NotEncodableError)
    doubt = Doubt(reason=_describe_safely(error), of_judge=not not_encodable)
    if isinstance(error, MemoryError):
        return CaseResult(
            status=Status.OUTPUT_LIMIT,
            detail="a message that needs more memory than the judge has",
            doubtful=True,
            doubt=doubt,
        )
    detail = "asks a function of the test for a value that cannot be sent" if not_encodable else fault.reason
    return CaseResult(
        status=Status.RUNTIME_ERROR,
        detail=detail,
        exception=_FAULT_NAME,
        doubtful=not (not_encodable or fault.is_malformed),
        doubt=doubt,
    )


def guarded(run: Callable[[], CaseResult]) -> CaseResult:
    """Run a test or case; an exception of our own code becomes a result with a doubt."""
    try:
        return run()
    except (OurFailure, BrokenTest, JudgeFault):
        raise
    except Exception as error:  # noqa: BLE001 - a bug of ours, which the answer may have triggered
        return CaseResult(
            status=Status.RUNTIME_ERROR,
            detail=f"the judge fails on this answer ({type(error).__name__})",
            exception=_FAULT_NAME,
            doubtful=True,
            doubt=Doubt(reason=_describe_safely(error), of_judge=True, outside=True),
        )


def check_test(task: Task, run: Callable[[str], CaseResult]) -> None:
    """Check that a test is not broken, with programs that follow from the task alone.

    Args:
        task: the task.
        run: runs the test with a program.

    Raises:
        BrokenTest: if it is.
        JudgeFault: if our own code fails on these programs too, or the reference is late, maybe because of
            load on the machine.
    """
    if task.reference.strip():
        compared = guarded(lambda: run(reference_program(task)))
        if compared.doubt is not None:
            raise _fault(compared.doubt)
        if compared.doubtful or compared.status is Status.TIMEOUT:
            raise JudgeFault("the reference is late")
        if compared.status is Status.PASSED:
            return
    idle, liar = (
        guarded(lambda program=program: run(program)).doubt  # type: ignore[misc]  # mypy infers no default
        for program in (program_without_knowledge(task), program_without_knowledge(task, lies=True))
    )
    if idle is None or liar is None:
        return
    # A fault of our own code counts after the first use, too: both programs meet it, whatever they return.
    if not (idle.used or liar.used) or (idle.of_judge and liar.of_judge):
        raise _fault(idle)


def _fault(doubt: Doubt) -> BrokenTest | JudgeFault:
    return JudgeFault(doubt.reason) if doubt.of_judge or doubt.varies else BrokenTest(doubt.reason)


def verdict_of_failure(sample: Sample | RawSample, missing: MissingSample) -> Verdict:
    """Return the verdict on a sample that makes the judge fail, unlike its comparison sample."""
    other = "the reference" if sample.task.reference.strip() else "a program that does nothing"
    return verdict_without_run(
        sample,
        Status.RUNTIME_ERROR,
        tidy(f"{missing.reason}; {other} can be judged"),
        exception=_FAULT_NAME,
        judged_again=True,
    )


def _describe_safely(error: BaseException) -> str:
    try:
        return describe_exception(error)
    except Exception:  # noqa: BLE001 - the description itself may be what fails
        return type(error).__name__


_IDLE = "def _give(*_, **__): return None\n"
#: Draws by a fixed seed, so that an ``if`` on a result goes another way than with an idle program.
_LIAR = """
import random as _random
_draw = _random.Random(0)
def _give(*_, **__):
    return _draw.choice([None, True, -1, 2.5, '', 'ab', b'x', 1j, [], [1, 'a'], (), (0,), {}, {'a': 1}, {3}])
"""


def program_without_knowledge(task: Task, *, lies: bool = False) -> str:
    """Return a program whose functions and classes accept everything and return None, or random values."""
    if isinstance(task.check, StdioCheck | FigureCheck):
        return "print(7)\n" if lies else "pass\n"
    if isinstance(task.check, ChoiceCheck):
        return "A"
    starter, entry = task.starter_code, task.entry_point.split("(", 1)[0].strip()
    classes = {other for other in task_tests.defined_names(starter) if task_tests.is_class(starter, other)}
    functions = task_tests.defined_names(starter) - classes
    if "(" in task.entry_point or (entry not in functions and entry[:1].isupper()):
        classes |= {entry}
    else:
        functions |= {entry} - classes
    exceptions = task_tests.exceptions(starter)
    lines = [_LIAR if lies else _IDLE]
    for name in sorted(name for name in classes | functions if name.isidentifier()):
        if name in exceptions:
            lines.append(f"class {name}(Exception): pass")
        elif name in classes:
            lines.append(f"class {name}:\n    def __init__(self, *a, **k): pass")
            lines.append("    def __getattr__(self, name): return _give")
        else:
            lines.append(f"def {name}(*a, **k): return _give()")
    return "\n".join([*lines, ""])


def comparison_sample(sample: Sample | RawSample) -> Sample:
    """Return the sample with the reference as its answer, or with a program that does nothing."""
    task = sample.task
    program = reference_program(task) if task.reference.strip() else program_without_knowledge(task)
    return Sample(task=sample.task, draw=sample.draw, answer=Answer(code=program, program=program))

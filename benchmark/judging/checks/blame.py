"""Decides who is to blame when a test ends in a way that may show a fault of the test or of the judge.

A sample is *missing* only if the text of its answer had no part in the fault: the test fails before it uses
the answer, or the same step of the test fails again with the reference. For a task without a reference, an
answer that does nothing takes its place, and then only a step before the first assertion counts. In all
other cases the answer is to blame.

A *step* is a line of the test, the number of calls that the test had made to the answer, and the class of
the exception. The line is that of the outermost statement of the test that was running.
"""

import ast
import dataclasses
import functools
from collections.abc import Callable

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.extraction.own import reference_program
from benchmark.judging.checks import task_tests
from benchmark.judging.checks.case_result import BrokenTest, CaseResult, Doubt, JudgeFault, tidy
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.judging.checks.task_tests import TestSource
from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.conversation.describe import describe_exception
from benchmark.judging.conversation.session import HostFault, Session

#: Runs the test with a program, up to the first assertion or completely.
Run = Callable[[str, bool], CaseResult]

#: Doubt about a deadlock: a call of the answer may wait for another thread, whose call waits for this one.
DOUBT_OF_THREADS = Doubt(
    reason="a call of the answer waits for a call of another thread, and calls run one at a time",
    line=0,
    calls=0,
    error="GuestLate",
)
#: Functions that end the program, by the names that tests use.
_EXITS = ("exit", "quit", "sys.exit", "unittest.main")
_FAULT_NAME = "ProtocolFault"  #: name of the exception in verdicts of answers that the judge cannot handle


def is_doubtful(error: BaseException, source: TestSource) -> bool:
    """Whether an exception in a test may show that the test is broken and would fail for every answer."""
    match error:
        case NameError():
            return error.name in source.unbound
        case NotEncodableError() | ImportError() | SyntaxError() | MemoryError():
            return True
        case _:
            return not isinstance(error, Exception) or not is_in_test(error)


def is_in_test(error: BaseException) -> bool:
    """Whether an exception was raised while the test was running."""
    return _line_in_traceback(error) > 0


def doubt_of_test(error: BaseException, session: Session, source: TestSource) -> Doubt:
    """Describe an exception in a test for which :func:`is_doubtful` holds."""
    shown = isinstance(error, NameError) and error.name not in _names_in_messages(source)
    return Doubt(
        reason=_describe_safely(error),
        line=_line_in_traceback(error),
        calls=session.calls,
        error=type(error).__name__,
        shown_by_text=shown or (isinstance(error, SystemExit) and _always_exits(error, source)),
    )


def result_of_host_fault(fault: HostFault, session: Session) -> CaseResult:
    """Return the result if our code failed on a message of the answer, and the answer is to blame for it."""
    error = fault.error
    if isinstance(error, OurFailure | BrokenTest | JudgeFault):
        raise error
    not_encodable = isinstance(error, NotEncodableError)
    doubt = Doubt(
        reason=_describe_safely(error),
        line=_line_in_traceback(fault),
        calls=session.calls,
        error=type(error).__name__,
        of_judge=not not_encodable,
    )
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
        name = type(error).__name__
        doubt = Doubt(
            reason=_describe_safely(error), line=0, calls=0, error=name, of_judge=True, outside=True
        )
        return CaseResult(
            status=Status.RUNTIME_ERROR,
            detail=f"the judge fails on this answer ({name})",
            exception=_FAULT_NAME,
            doubtful=True,
            doubt=doubt,
        )


def settle(result: CaseResult, task: Task, run: Run) -> CaseResult:
    """Return a result without a doubt or for which the answer is to blame; else raise whose fault it is."""
    doubt = result.doubt
    if doubt is None:
        return result
    if task.reference.strip():
        compared = guarded(lambda: run(reference_program(task), False))
        if compared.doubt is None and compared.status is Status.PASSED:
            return result
        _blame_us(doubt, compared.doubt)
    if doubt.shown_by_text:
        raise BrokenTest(doubt.reason)
    try:
        compared = guarded(lambda: run(idle_program(task), True))
    except BrokenTest:  # the part before the first assertion uses no answer
        return result
    _blame_us(doubt, compared.doubt)
    return result


def _blame_us(doubt: Doubt, again: Doubt | None) -> None:
    """Raise the exception that says who is to blame, if another program fails in the same step."""
    if again is not None and again.step == doubt.step:
        raise JudgeFault(doubt.reason) if doubt.of_judge else BrokenTest(doubt.reason)


def _line_in_traceback(error: BaseException) -> int:
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == task_tests.FILE_NAME:
            return trace.tb_lineno
        trace = trace.tb_next
    return 0


def _names_in_messages(source: TestSource) -> set[str]:
    """Return the names that a test uses only in messages of assertions; a right answer never needs them."""
    messages = [node.msg for node in ast.walk(source.tree) if isinstance(node, ast.Assert) and node.msg]
    inside = [node for message in messages for node in ast.walk(message) if isinstance(node, ast.Name)]
    places = {id(node) for node in inside}
    outside = {
        node.id
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in places
    }
    return {node.id for node in inside} - outside


def _always_exits(error: SystemExit, source: TestSource) -> bool:
    """Whether a test exits by a statement that it reaches with every answer, such as ``unittest.main()``."""
    line = _line_in_traceback(error)
    for statement in source.tree.body:
        if statement.lineno <= line <= (statement.end_lineno or 0):
            match statement:
                case ast.Expr(value=ast.Call(func=called)):
                    return ast.unparse(called) in _EXITS
                case _:
                    return isinstance(statement, ast.Raise)
    return False


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


class _StopAtAssertions(ast.NodeTransformer):
    """Lets a test fail at its first assertion, after the assertion's expression was computed."""

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        return [ast.copy_location(ast.Expr(node.test), node), _failure(node)]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Call(func=ast.Attribute(attr=name)) if name.startswith("assert"):
                return [node, _failure(node)]
            case _:
                return node


def _failure(node: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Assert(test=ast.copy_location(ast.Constant(False), node)), node)


@functools.lru_cache(maxsize=256)
def until_first_assertion(source: TestSource) -> TestSource:
    """Return a test that fails at its first assertion, whatever the answer is."""
    tree = _StopAtAssertions().visit(ast.parse(source.source, task_tests.FILE_NAME))
    code = compile(ast.fix_missing_locations(tree), task_tests.FILE_NAME, "exec", dont_inherit=True)
    return dataclasses.replace(source, code=code)


def idle_program(task: Task) -> str:
    """Return a program whose functions and classes accept everything, do nothing and return None."""
    if isinstance(task.check, StdioCheck | FigureCheck):
        return "pass\n"
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
    lines = []
    for name in sorted(name for name in classes | functions if name.isidentifier()):
        if name in exceptions:
            lines.append(f"class {name}(Exception): pass")
        elif name in classes:
            lines.append(f"class {name}:\n    def __init__(self, *a, **k): pass")
            lines.append("    def __getattr__(self, name): return lambda *a, **k: None")
        else:
            lines.append(f"def {name}(*a, **k): return None")
    return "\n".join([*lines, ""])


def comparison_sample(sample: Sample | RawSample) -> Sample:
    """Return the sample with the reference as its answer, or with a program that does nothing."""
    task = sample.task
    program = reference_program(task) if task.reference.strip() else idle_program(task)
    return Sample(task=sample.task, draw=sample.draw, answer=Answer(code=program, program=program))

"""Function checks: test source runs here, the answer in the sandbox, calls go between them.

Each test source gets a fresh child. The entry point's name and ``candidate`` are bound to a stand-in; a
``check`` function or ``test…`` functions that the source defines are called.
"""

import ast
import contextlib
import dataclasses
import functools
import inspect
import io
import random
import signal
import threading
import traceback
import types
from collections.abc import Callable, Iterator

from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status
from benchmark.judging.codec import NotEncodableError
from benchmark.judging.ending import BrokenTest, Ending, of_exception, of_exit, of_timeout
from benchmark.judging.remote import RaisedInGuest, Session
from benchmark.sandbox.host.channel import GuestFault, GuestGone, GuestLate, ReplyTooLong
from benchmark.sandbox.host.zygote import WALL_FACTOR, Child, Zygote

_TEST_FILE = "test.py"
#: What only the author of a test can have done, when it is raised by the test's own line.
_AUTHOR_ERRORS = (NameError, ImportError, SyntaxError, NotEncodableError)


class _HostLate(BaseException):
    """The test itself ran past the wall-clock backstop, in a loop that an answer's values drive."""


def run_test(zygote: Zygote, task: Task, check: FunctionCheck, program: str, test: str) -> Ending:
    """Run one test source against a fresh copy of the answer.

    Raises:
        SandboxFailure: when the sandbox itself fails.
        BrokenTest: when the test or the preamble fails by itself.
    """
    with zygote.start("function", task.limits) as child:
        session = Session(child.channel)
        ending = _guarded(
            child, session, task.limits, test, lambda: _run(session, task, check, program, test)
        )
        child.channel.close()
        end = child.wait() if ending.status is not Status.TIMEOUT else child.kill()
        end = end or child.kill()
    if ending.status in (Status.PASSED, Status.WRONG_ANSWER) and end.cpu_seconds > task.limits.seconds:
        ending = of_timeout(task.limits.seconds)
    return dataclasses.replace(ending, exit=end)


def _guarded(  # noqa: PLR0911 - one line an ending
    child: Child, session: Session, limits: Limits, test: str, run: Callable[[], None]
) -> Ending:
    """Sort whatever ends the test by whose doing it was."""
    try:
        with _wall_limit(WALL_FACTOR * limits.seconds):
            run()
    except (GuestLate, _HostLate):
        return of_timeout(limits.seconds)
    except ReplyTooLong as fault:
        return Ending(status=Status.OUTPUT_LIMIT, detail=fault.reason)
    except GuestGone as fault:
        end = child.wait()
        return of_timeout(limits.seconds) if end is None else of_exit(end, limits.seconds, fault.reason)
    except GuestFault as fault:
        return Ending(status=Status.RUNTIME_ERROR, detail=fault.reason, exception="ProtocolFault")
    except RaisedInGuest as raised:
        return of_exception(raised.class_name, str(raised), raised.stage, session.last_call())
    except BrokenTest:
        raise
    except AssertionError as error:
        return _wrong(_failing_line(error, test), str(error), session)
    except Exception as error:
        if isinstance(error, _AUTHOR_ERRORS):
            raise BrokenTest(f"{type(error).__name__}: {error}") from error
        return _wrong(_failing_line(error, test), f"{type(error).__name__}: {error}", session)
    return Ending(status=Status.PASSED)


def _wrong(line: str, said: str, session: Session) -> Ending:
    parts = (line, session.last_call(), said)
    return Ending(status=Status.WRONG_ANSWER, detail="; ".join(part for part in parts if part))


def _run(session: Session, task: Task, check: FunctionCheck, program: str, test: str) -> None:
    session.load(check.preamble, program)
    candidate = session.entry(task.entry_name)
    namespace: dict[str, object] = {"__name__": "test", task.entry_name: candidate, "candidate": candidate}
    random.seed(0)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        exec(_compiled(test), namespace)  # noqa: S102 - the task's own test; the answer is in the sandbox
        for function in _defined_tests(namespace):
            takes_candidate = len(inspect.signature(function).parameters) > 0
            function(candidate) if takes_candidate else function()


def _defined_tests(namespace: dict[str, object]) -> list[Callable[..., object]]:
    functions = {name: value for name, value in namespace.items() if isinstance(value, types.FunctionType)}
    if "check" in functions:
        return [functions["check"]]
    return [function for name, function in functions.items() if name.startswith("test")]


@functools.lru_cache(maxsize=256)
def _compiled(test: str) -> types.CodeType:
    try:
        return compile(test, _TEST_FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise BrokenTest(f"the test does not compile: {error}") from error


def _failing_line(error: BaseException, test: str) -> str:
    """The statement of the test that failed, as its author wrote it."""
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == _TEST_FILE
    ]
    if not lines:
        return ""
    for node in ast.walk(ast.parse(test)):
        if isinstance(node, ast.Assert) and node.lineno <= lines[-1] <= (node.end_lineno or node.lineno):
            return " ".join((ast.get_source_segment(test, node) or "").split())
    return test.splitlines()[lines[-1] - 1].strip()


@contextlib.contextmanager
def _wall_limit(seconds: float) -> Iterator[None]:
    """Interrupt the test itself after ``seconds``; only the main thread of a worker can do that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_number: int, _frame: object) -> None:
        raise _HostLate

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

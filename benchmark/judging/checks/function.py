"""Function checks: the test runs on the host, the answer in the sandbox, and calls go between them.

Each test source gets a fresh child. A stand-in for the answer is bound to the entry point's name and to
``candidate``; :mod:`.starter` says what else of the starter code the test can use. If the test source defines
a ``check`` function or ``test…`` functions, they are called.
"""

import contextlib
import dataclasses
import inspect
import io
import random
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from benchmark.core.errors import OurFailure
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status
from benchmark.judging.checks import blame, evaluated_text, planned_calls, starter, task_tests, text_guard
from benchmark.judging.checks.case_result import (
    TIMED_OUT,
    BrokenTest,
    CaseResult,
    JudgeFault,
    result_of_exception,
    result_of_exit,
    symptoms_of_exception,
)
from benchmark.judging.checks.task_tests import TestSource
from benchmark.judging.codec import depth, libraries, loops
from benchmark.judging.conversation.batch import BatchSession, CallPlan, Replay
from benchmark.judging.conversation.console import Console
from benchmark.judging.conversation.describe import TEST_MODULE, describe_exception
from benchmark.judging.conversation.exceptions import RaisedInGuest
from benchmark.judging.conversation.session import HostFault, Session
from benchmark.sandbox.host.channel import Channel, GuestFault, GuestGone, GuestLate, ReplyTooLong
from benchmark.sandbox.host.zygote import Child, Zygote, waited_seconds

_END_SECONDS = 0.5  #: time for a child to end after a failure in the conversation


def run_test(
    task: Task,
    check: FunctionCheck,
    test: str,
    zygote: Zygote,
    program: str,
    *,
    begun: Callable[[], object] = lambda: None,
    deep: bool = False,
    one_by_one: bool = False,
) -> CaseResult:
    """Run one test source against a fresh copy of the answer.

    The result may have a doubt, which :func:`.blame.check_test` settles. A test that leaves the plan of its
    calls is run again ``one_by_one``, without a plan. So is one that ends with a RecursionError, and it is
    ``deep`` then: Python's own ``==`` of lists ends so after a thousand levels. ``begun`` is called before.
    """
    source = task_tests.parse(test)
    if source.cannot_cross:
        raise BrokenTest(f"{source.cannot_cross}, which stays in the sandbox")
    if deep:
        source = task_tests.with_deep_equality(source)
    exact = task_tests.libraries(test, task.starter_code, check.preamble)
    try:
        for name in exact:
            libraries.load(name)
    except libraries.LibraryMissing as missing:
        raise BrokenTest(str(missing)) from missing
    plan = None if one_by_one else planned_calls.plan(task, source, exact)
    with libraries.used(exact), zygote.start("function", task.limits) as child:
        rules = starter.object_rules(task.entry_point, task.entry_name, task.starter_code)
        session = _session(child.channel, plan, rules=rules, exact=exact, test_module=TEST_MODULE)
        session.may_suppress = source.may_suppress
        warm = zygote.warm_preamble == check.preamble
        with text_guard.Watch(session, source.code):
            result = _run_guarded(
                child,
                session,
                task,
                source,
                lambda: _run_source(session, task, check, program, source, warm=warm),
            )
        # The guest waits for a further request; at the end of the stream it exits by itself.
        child.channel.close()
        if result.doubt is not None:  # the answer may wait for a reply that does not come
            child.deadline = min(child.deadline, time.monotonic() + _END_SECONDS)
        is_ahead = isinstance(session, BatchSession) and session.has_unread
        end = child.kill() if is_ahead or result.status is Status.TIMEOUT else child.wait()
        end = end or child.kill()
    is_late = end.cpu_seconds > task.limits.seconds
    # The calls that the guest was ahead took time, too.
    is_replay = isinstance(session.fault, Replay) or (
        is_ahead and is_late and result.status is not Status.TIMEOUT
    )
    if is_replay or (session.is_too_deep and not deep):
        begun()
        result = run_test(
            task, check, test, zygote, program, begun=begun, deep=not is_replay, one_by_one=True
        )
        return dataclasses.replace(result, text_evaluated=result.text_evaluated or session.text_evaluated)
    if is_late:  # the kernel kills later, so the test may have passed
        result = TIMED_OUT
    return dataclasses.replace(result, exit=end, text_evaluated=session.text_evaluated)


def _session(channel: Channel, plan: CallPlan | None, **others: Any) -> Session:
    return Session(channel, **others) if plan is None else BatchSession(channel, plan, **others)


def _run_guarded(  # noqa: PLR0911 - one return per outcome
    child: Child, session: Session, task: Task, source: TestSource, run: Callable[[], None]
) -> CaseResult:
    """Run a test and turn its end into a result; a fault of the conversation takes precedence."""
    raised: BaseException | None = None
    try:
        with _wall_limit(session, task.limits.wall_seconds):
            run()
    except BaseException as error:
        if _ends_the_judging(error):
            raise
        raised = error
        session.is_too_deep = isinstance(error, RecursionError) and not isinstance(error, RaisedInGuest)
    # The session's record counts before what the test raised: a test may catch everything (`except: pass`).
    if isinstance(session.fault, HostFault):
        return blame.result_of_host_fault(session.fault)
    if isinstance(session.fault, text_guard.TextRefused):
        return _wrong_answer(session.fault, session, source)
    if session.fault is not None:
        result = _fault_result(child, session.fault, session, task.limits)
        return result if session.load_begun else _preamble_failed(result)
    # An answer that calls a function of the test may swallow the AssertionError in it.
    if session.failed_assertion is not None and not isinstance(session.failed_assertion, RaisedInGuest):
        return _wrong_answer(session.failed_assertion, session, source)
    match raised:
        case None if session.answer_used:
            return CaseResult(status=Status.PASSED)
        case None:
            return CaseResult(status=Status.WRONG_ANSWER, doubt=blame.DOUBT_OF_USE)
        case RaisedInGuest():
            call = "" if session.last_call is None else session.last_call.text()
            result = result_of_exception(raised.class_name, str(raised), raised.stage, call)
            return dataclasses.replace(result, symptoms=symptoms_of_exception(raised))
        case _:
            doubt = blame.doubt_of_test(raised, session, source, task)
            return dataclasses.replace(_wrong_answer(raised, session, source), doubt=doubt)


def _preamble_failed(result: CaseResult) -> NoReturn:
    if result.status is Status.TIMEOUT:
        raise JudgeFault("the preamble did not end in time")
    raise BrokenTest(f"the preamble fails: {result.detail}")


def _ends_the_judging(error: BaseException) -> bool:
    """Whether an exception that ended a test is neither the test's nor the answer's.

    A worker has the default reaction to Ctrl-C, so a KeyboardInterrupt in it comes from the test.
    """
    if isinstance(error, RaisedInGuest):
        return False
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is not signal.SIG_DFL
    return isinstance(error, BrokenTest | JudgeFault | OurFailure)


def _fault_result(child: Child, fault: GuestFault, session: Session, limits: Limits) -> CaseResult:
    match fault:
        case GuestLate() if session.late_to_threads:
            return dataclasses.replace(TIMED_OUT, doubt=blame.DOUBT_OF_THREADS)
        case GuestLate() if session.console is not None and not session.answer_used:  # not while it loads
            return dataclasses.replace(TIMED_OUT, doubt=blame.doubt_of_time(limits.wall_seconds))
        case GuestLate():
            return TIMED_OUT
        case ReplyTooLong():
            return CaseResult(status=Status.OUTPUT_LIMIT, detail=fault.reason)
        case GuestGone():
            end = child.wait()
            return TIMED_OUT if end is None else result_of_exit(end, limits, fault.reason)
        case _:
            return CaseResult(status=Status.RUNTIME_ERROR, detail=fault.reason, exception="ProtocolFault")


def _wrong_answer(error: BaseException, session: Session, source: TestSource) -> CaseResult:
    if isinstance(error, MemoryError):  # where it is raised depends on what the process did before
        return CaseResult(
            status=Status.OUTPUT_LIMIT, detail="values that take more memory than a test may use"
        )
    frames = task_tests.frames_in_test(error)
    statement = source.statement_at(frames[-1][1]) if frames else ""
    try:
        call = "" if session.last_call is None else session.last_call.text()
        reason = describe_exception(error).removeprefix("AssertionError").removeprefix(": ")
    except Exception as failure:  # noqa: BLE001 - the verdict counts, whatever its values do to their description
        call, reason = "", f"its values cannot be described ({type(failure).__name__})"
    if session.own_class:
        own = f"returned an object of class `{session.own_class}`; this test compares values"
        reason = f"{reason}; {own}" if reason else own
    parts = (statement, call, reason)
    return CaseResult(status=Status.WRONG_ANSWER, detail="; ".join(part for part in parts if part))


def _run_source(
    session: Session, task: Task, check: FunctionCheck, program: str, source: TestSource, *, warm: bool
) -> None:
    if not warm:
        try:
            session.run_preamble(check.preamble)
        except RaisedInGuest as raised:
            raise BrokenTest(f"the preamble fails: {raised.class_name}: {raised}") from raised
    with _test_module() as namespace:
        candidate = session.entry(task.entry_name, is_class=starter.is_class_task(task))
        namespace |= {task.entry_name: candidate, "candidate": candidate}
        namespace |= {"map": loops.Map, "filter": loops.Filter, **evaluated_text.FUNCTIONS}
        namespace[task_tests.DEEP_EQUALITY] = depth.equal
        _provide_starter(session, task, source, namespace)
        session.load(program)
        # A test may draw its inputs: every answer gets the same ones, in every run.
        random.seed(0)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            session.console = Console()
            try:
                with depth.of_test():
                    exec(source.code, namespace)  # noqa: S102 - the task's test; the answer is in the sandbox
                    for function, takes_candidate in _defined_tests(namespace, source):
                        function(candidate) if takes_candidate else function()
            finally:
                session.console.restore()


@contextlib.contextmanager
def _test_module() -> Iterator[dict[str, object]]:
    """Yield the namespace of a new module for the test, which dataclasses look up in ``sys.modules``."""
    module, before = types.ModuleType(TEST_MODULE), sys.modules.get(TEST_MODULE)
    sys.modules[TEST_MODULE] = module
    try:
        yield module.__dict__
    finally:
        del sys.modules[TEST_MODULE]
        if before is not None:
            sys.modules[TEST_MODULE] = before


def _provide_starter(session: Session, task: Task, source: TestSource, namespace: dict[str, object]) -> None:
    """Add the names of the starter code that the test uses to its namespace."""
    code = starter.read(task.starter_code)
    exceptions = task_tests.exceptions(task.starter_code)
    own_classes = starter.is_class_task(task)
    names = source.asks_for
    if not own_classes:
        names |= code.complete_classes(task.entry_name, exceptions)
    needed = code.needed(names, task.entry_name, own_classes=own_classes, exceptions=exceptions)
    for name in needed.of_the_answer:
        namespace[name] = session.entry(name, is_class=task_tests.is_class(task.starter_code, name))
    for name in exceptions.keys() - {task.entry_name}:
        namespace[name] = session.exceptions.kind(*exceptions[name])
    for statement in needed.code:
        try:
            with depth.of_test():
                exec(statement, namespace)  # noqa: S102 - code of the task, not of the answer
        except (Exception, SystemExit) as error:
            raise BrokenTest(f"the starter code fails: {describe_exception(error)}") from error
    classes = {
        name: value
        for name, value in namespace.items()
        if name in needed.names and isinstance(value, type) and value.__module__ == TEST_MODULE
    }
    try:
        shared = session.share(classes, needed.source)
    except RaisedInGuest as raised:  # the answer is not loaded yet
        raise BrokenTest(f"the starter code fails: {raised.class_name}: {raised}") from raised
    for name in classes.keys() - shared:
        namespace[name] = session.entry(name, is_class=True)


def _defined_tests(
    namespace: dict[str, object], source: TestSource
) -> Iterator[tuple[Callable[..., object], bool]]:
    """Yield each test function to call and whether it takes the candidate; helpers are left out."""
    functions = {
        name: value
        for name, value in namespace.items()
        if isinstance(value, types.FunctionType) and name not in source.called
    }
    chosen = ["check"] if "check" in functions else [name for name in functions if name.startswith("test")]
    for name in chosen:
        wanted = [
            parameter.name
            for parameter in inspect.signature(functions[name]).parameters.values()
            if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL
        ]
        if not wanted:
            yield functions[name], False
        elif len(wanted) == 1 and (name == "check" or wanted == ["candidate"]):
            yield functions[name], True


@contextlib.contextmanager
def _wall_limit(session: Session, seconds: float) -> Iterator[None]:
    """Interrupt the test itself after ``seconds``: it may loop for as long as the answer's values say.

    Time in which other programs kept the test from running does not count. So a test that computes reaches
    its limit of CPU time first, on a machine under load too, and need not be judged again.

    Works only in the main thread, which receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    started, waited = time.monotonic(), waited_seconds("thread-self")

    def late(_number: int, _frame: object) -> None:
        if time.monotonic() - started < seconds + waited_seconds("thread-self") - waited:
            return  # the timer repeats
        raise session.record_fault(GuestLate("the test did not end within the wall-clock limit"))

    interrupt = signal.getsignal(signal.SIGINT)
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # repeats, in case an event loop swallows the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if interrupt is not None:
            signal.signal(signal.SIGINT, interrupt)  # an event loop may have left its own handler
        if "asyncio" in sys.modules:
            _leave_loop()


def _leave_loop() -> None:
    """Forget the event loop in which a test was stopped, so that the next test does not find it running."""
    import asyncio

    asyncio._set_running_loop(None)
    asyncio.set_event_loop(None)

"""The result of one test or case, before it becomes part of a verdict."""

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.core.verdict import Status
from benchmark.judging.checks.symptoms import Symptoms
from benchmark.sandbox.host.zygote import ChildExit

#: A killed process that used more than this share of its CPU limit was killed for CPU time.
_CPU_KILL_SHARE = 0.8
#: A killed process that used more than this share of its memory limit was probably killed for memory.
_MEMORY_KILL_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A way to end that may show a fault of the test or of the judge; see :mod:`.blame`."""

    reason: str  #: the exception
    line: int  #: line of the test's outermost statement; 0 if the test was not running
    calls: int  #: number of calls that the test had made to the answer
    error: str  #: class of the exception
    of_judge: bool = False  #: whether our own code raised the exception, not the test
    outside: bool = False  #: whether it was raised before or after the conversation with the guest
    shown_by_text: bool = False  #: whether the test's text alone shows that the test is broken

    @property
    def step(self) -> tuple[int, int, str]:
        """The step of the test that failed."""
        return self.line, self.calls, self.error


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """The status of one test or case, and what the run cost."""

    status: Status
    detail: str = ""  #: reason for the status
    exception: str = ""  #: class of the exception that ended the answer
    exit: ChildExit | None = None  #: how the process ended
    doubtful: bool = False  #: something outside may have ended the run, so the sample is judged again
    doubt: Doubt | None = None  #: why the answer may not be to blame; None if it is
    symptoms: Symptoms = field(default_factory=Symptoms)  #: facts that decide the error type
    points: float | None = None  #: 1 to 10, for graded checks
    parts: Mapping[str, float] = field(default_factory=dict)  #: of the points, each from 0 to 1


class BrokenTest(Exception):  # noqa: N818 - the task's fault, neither ours nor the answer's
    """A failure of the test source itself, which happens with any answer."""


class JudgeFault(Exception):  # noqa: N818 - ours, and confirmed with another program
    """A failure of our own code on a test, which happens with any answer."""


def result_of_exception(class_name: str, text: str, stage: str, call: str = "") -> CaseResult:
    """Return the result of an answer that raised an exception.

    Args:
        class_name: the exception's class.
        text: the exception's text, or empty.
        stage: when it was raised, ``compile`` or ``run``.
        call: a description of the call that raised it, if there was one.
    """
    message = f"{class_name}: {text}" if text else class_name
    detail = f"{call}: {message}" if call else message
    if stage == "compile":
        return CaseResult(status=Status.SYNTAX_ERROR, detail=detail)
    if class_name == "MemoryError":
        return CaseResult(status=Status.MEMORY_LIMIT, detail=detail)
    return CaseResult(status=Status.RUNTIME_ERROR, detail=detail, exception=class_name)


def result_of_exit(end: ChildExit, limits: Limits, otherwise: str) -> CaseResult:
    """Return the result of a process that ended before it had replied.

    Args:
        end: how the process ended.
        limits: the limits that the process had.
        otherwise: the detail for an ordinary exit.

    Raises:
        SandboxFailure: if something outside killed the process.
    """
    if end.signal == signal.SIGKILL:
        # No process inside can send SIGKILL to the first process of its namespace, so it came from outside:
        # from the kernel because of CPU time (its limit counts more coarsely than its report) or memory, or
        # from another process on the machine.
        if end.cpu_seconds > _CPU_KILL_SHARE * limits.seconds:
            return timeout_result()
        if end.memory_mb > _MEMORY_KILL_SHARE * limits.memory_mb:
            detail = "killed by the kernel, out of memory"
            return CaseResult(status=Status.MEMORY_LIMIT, detail=detail, doubtful=True)
        raise SandboxFailure("something outside the sandbox killed a process in it")
    if end.signal is not None:
        name = _signal_name(end.signal)
        status = Status.FORBIDDEN if end.signal == signal.SIGSYS else Status.RUNTIME_ERROR
        return CaseResult(status=status, detail=f"killed by {name}", exception=name)
    return CaseResult(
        status=Status.RUNTIME_ERROR, detail=f"{otherwise} (exit code {end.code})", exception="SystemExit"
    )


def timeout_result() -> CaseResult:
    """Return the result of a run that exceeded its CPU or wall-clock limit.

    It has no detail: :class:`~benchmark.judging.judge.Judge` adds :func:`timeout_detail`.
    """
    return CaseResult(status=Status.TIMEOUT)


def timeout_detail(limits: Limits) -> str:
    """Return the detail for a timeout: the task's own limits, not those scaled for this machine.

    It names both, because a busy machine decides which of them is exceeded first.
    """
    text = f"more than {limits.seconds:g} s of CPU time, or {limits.wall_seconds:g} s of wall-clock time"
    if limits.together is None:
        return text
    wall = limits.wall_seconds_together
    return f"{text}; for all tests together {limits.together:g} s, or {wall:g} s of wall-clock time"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

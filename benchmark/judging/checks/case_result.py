"""What one run of an answer came to, before it becomes a verdict."""

import signal
from dataclasses import dataclass

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.core.verdict import Status
from benchmark.sandbox.host.zygote import ChildExit

_COARSE = 0.8
_MUCH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """Status of one test or case, with its cost."""

    status: Status
    detail: str = ""
    exception: str = ""
    exit: ChildExit | None = None
    doubtful: bool = False  #: somebody else may have ended it; to be seen by judging again


class BrokenTest(Exception):  # noqa: N818 - the task's fault, neither ours nor the answer's
    """The test source itself fails, whatever the answer does."""


def of_exception(class_name: str, text: str, stage: str, call: str = "") -> CaseResult:
    """Ending of an exception that the answer let escape."""
    said = f"{class_name}: {text}" if text else class_name
    detail = f"{call}: {said}" if call else said
    if stage == "compile":
        return CaseResult(status=Status.SYNTAX_ERROR, detail=detail)
    if class_name == "MemoryError":
        return CaseResult(status=Status.MEMORY_LIMIT, detail=detail)
    return CaseResult(status=Status.RUNTIME_ERROR, detail=detail, exception=class_name)


def of_exit(end: ChildExit, limits: Limits, otherwise: str) -> CaseResult:
    """Ending of a process that ended in the middle.

    Raises:
        SandboxFailure: when something outside killed it.
    """
    if end.signal == signal.SIGKILL:
        # Nothing inside can send it to the first process of its namespace, so it comes from outside: from
        # the kernel for CPU time (which its limit counts more coarsely than its report) or for memory, or
        # from somebody.
        if end.cpu_seconds > _COARSE * limits.seconds:
            return of_timeout()
        if end.memory_mb > _MUCH * limits.memory_mb:
            detail = "killed by the kernel, out of memory"
            return CaseResult(status=Status.MEMORY_LIMIT, detail=detail, doubtful=True)
        raise SandboxFailure("a process in the sandbox was killed from outside")
    if end.signal is not None:
        name = _signal_name(end.signal)
        status = Status.FORBIDDEN if end.signal == signal.SIGSYS else Status.RUNTIME_ERROR
        return CaseResult(status=status, detail=f"killed by {name}", exception=name)
    return CaseResult(
        status=Status.RUNTIME_ERROR, detail=f"{otherwise} (exit code {end.code})", exception="SystemExit"
    )


def of_timeout() -> CaseResult:
    """Ending of a program that used up its CPU seconds or the wall-clock backstop.

    Without words: see :func:`more_than`.
    """
    return CaseResult(status=Status.TIMEOUT)


def more_than(limits: Limits) -> str:
    """What a verdict says of a time-out: the task's own limit, whatever this machine made of it."""
    return f"more than {limits.seconds:g} s"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

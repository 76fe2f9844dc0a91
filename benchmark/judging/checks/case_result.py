"""The result of one test or case, and how it becomes part of a verdict."""

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.errors import SandboxFailure, printable_text
from benchmark.core.sample import RawSample, Sample
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Status
from benchmark.sandbox.guest.shapes import EXCEPTIONS
from benchmark.sandbox.host.zygote import ChildExit

#: A killed process that used more than this share of its CPU limit was killed for CPU time.
_CPU_KILL_SHARE = 0.8
#: A killed process that used more than this share of its memory limit was probably killed for memory.
_MEMORY_KILL_SHARE = 0.5

#: A run that used at least this share of a limit is near it.
NEAR_SHARE = 0.8
#: CPU above this share of the limit leaves no doubt: we saw load add 10 to 45 % of CPU, never half as much.
CLEAR_SHARE = 1.5
#: Share of the wall-clock limit. A late run that waited less than this for a core would be late on an idle
#: machine too.
_WAITED_SHARE = 0.02
#: Maximum length of a verdict's detail in UTF-8 bytes.
DETAIL_BYTES = 2048
# Addresses differ from run to run and details must not: `<__main__.Node object at 0x7f5c12ab40d0>`.
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
_NAMES = frozenset(EXCEPTIONS.values())
_MOST_BASES = 20  #: base classes of an exception that are read
_TEXT_CHARACTERS = 200
_MOST_LINES = 1 << 20  #: highest number of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptoms:
    """What is known about a failed run beyond its status: the facts that decide its error type.

    Some come from the guest, which may lie. They decide the error type only, never the status.
    """

    bases: frozenset[str] = frozenset()  #: builtin exception classes that the exception extends
    text: str = ""  #: text of the exception
    line: int = 0  #: line of the program that raised the exception, from 1; 0 if unknown
    only_layout: bool = False  #: whether the output has the expected content, but another layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """An ending that may show a fault of the test or of the judge; see :mod:`.blame`."""

    reason: str  #: line of the test and exception, in words
    used: bool = True  #: whether the test had sent the answer a request
    of_judge: bool = False  #: whether our own code raised the exception, not the test
    varies: bool = False  #: whether it depends on what this process did before, as lack of memory does
    outside: bool = False  #: whether the exception came before or after the conversation with the guest
    for_every_answer: bool = False  #: whether every answer fails that gets this far; see :mod:`.dead_ends`


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """The status of one test or case, and what the run cost."""

    status: Status
    detail: str = ""  #: reason for the status
    exception: str = ""  #: class of the exception that ended the answer
    exit: ChildExit | None = None  #: how the process ended
    doubtful: bool = False  #: something outside may have ended the run, so the sample is judged again
    doubt: Doubt | None = None  #: why the answer may not be to blame; None if it certainly is
    symptoms: Symptoms = field(default_factory=Symptoms)  #: facts that decide the error type
    text_evaluated: bool = False  #: whether the test evaluated a text of the answer, or tried to
    points: float | None = None  #: 1 to 10, for graded checks
    parts: Mapping[str, float] = field(default_factory=dict)  #: parts of the points by name, each from 0 to 1


BROKEN = "the test of this task is broken: "  #: beginning of the reason of a missing sample

#: The result of a run beyond its CPU or wall-clock limit; the judge adds the detail: :func:`timeout_detail`.
TIMED_OUT = CaseResult(status=Status.TIMEOUT)


class BrokenTest(Exception):  # noqa: N818 - the task's fault, neither ours nor the answer's
    """A failure of the test source itself, which happens with any answer."""


class JudgeFault(Exception):  # noqa: N818 - ours, and confirmed with another program
    """A failure of our own code on a test, which happens with any answer."""


def broken_test(sample: Sample | RawSample, reason: object) -> MissingSample:
    """Return the outcome of a sample whose test is broken, whatever its answer is."""
    reason = tidy(f"{BROKEN}{reason}")
    return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=reason, certain=True)


def result_of_exception(class_name: str, text: str, stage: str, call: str = "") -> CaseResult:
    """Return the result of an answer that raised an exception in a stage, ``compile`` or ``run``.

    ``call`` describes the call that raised it, if there was one.
    """
    message = f"{class_name}: {text}" if text else class_name
    detail = f"{call}: {message}" if call else message
    if stage == "compile":
        return CaseResult(status=Status.SYNTAX_ERROR, detail=detail)
    if class_name == "MemoryError":
        return CaseResult(status=Status.MEMORY_LIMIT, detail=detail)
    return CaseResult(status=Status.RUNTIME_ERROR, detail=detail, exception=class_name)


def result_of_exit(end: ChildExit, limits: Limits, otherwise: str) -> CaseResult:
    """Return the result of a process that ended before it had replied; ``otherwise`` is for an ordinary exit.

    Raises:
        SandboxFailure: if something outside killed the process.
    """
    if end.signal == signal.SIGKILL:
        # No process inside can send SIGKILL to the first process of its namespace, so it came from outside:
        # from the kernel because of CPU time (its limit counts more coarsely than its report) or memory, or
        # from another process on the machine.
        if end.cpu_seconds > _CPU_KILL_SHARE * limits.seconds:
            return TIMED_OUT
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


def timeout_detail(limits: Limits) -> str:
    """Return the detail for a timeout: the task's own limits, not those scaled for this machine.

    The detail names both limits, because a busy machine decides which of them is exceeded first.
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


def symptoms_of_report(report: Mapping[str, object]) -> Symptoms:
    """Return the symptoms that a guest's report of an exception has; whatever is malformed is left out."""
    bases, text, line = report.get("bases"), report.get("text"), report.get("line")
    known = bases[:_MOST_BASES] if isinstance(bases, list) else []
    return Symptoms(
        bases=frozenset(name for name in known if isinstance(name, str) and name in _NAMES),
        text=text[:_TEXT_CHARACTERS] if isinstance(text, str) else "",
        # Not `isinstance`: the guest may send `true`, and a bool is an int.
        line=line if type(line) is int and 0 < line <= _MOST_LINES else 0,
    )


def symptoms_of_exception(error: BaseException) -> Symptoms:
    """Return the symptoms of an exception that an answer raised in a test on the host."""
    return Symptoms(
        bases=frozenset(EXCEPTIONS[id(kind)] for kind in type(error).__mro__ if id(kind) in EXCEPTIONS),
        text=str(error)[:_TEXT_CHARACTERS],
    )


def is_near_together(cpu_seconds: float, limits: Limits) -> bool:
    """Whether all runs of a sample came near the limit that they share, if there is one."""
    return limits.together is not None and NEAR_SHARE <= cpu_seconds / limits.together < CLEAR_SHARE


def is_near(end: ChildExit, limits: Limits) -> bool:
    """Whether a run should be judged again while nothing else runs.

    Runs far beyond a limit need no second judging: an endless loop is killed far beyond the CPU limit, and a
    process that slept until the wall-clock limit would be late on an idle machine too.
    """
    cpu = end.cpu_seconds / limits.seconds
    if cpu >= NEAR_SHARE:
        return cpu < CLEAR_SHARE
    wall = end.wall_seconds / limits.wall_seconds
    slept_through = wall >= 1.0 and end.code is None
    if slept_through:
        return end.waited_seconds >= _WAITED_SHARE * limits.wall_seconds
    return wall >= NEAR_SHARE


def tidy(text: str) -> str:
    """Remove memory addresses, escape characters that are not printable, and cut at 2 KiB."""
    # Cut first: a message of the guest may have millions of characters, each of which may be escaped.
    text = _ADDRESS.sub("0x…", text[: 2 * DETAIL_BYTES])
    text = printable_text(text)
    data = text.encode("utf-8")
    if len(data) <= DETAIL_BYTES:
        return text
    return data[: DETAIL_BYTES - 3].decode("utf-8", "ignore") + "…"  # the sign "…" takes three bytes

"""Parsing success: whether pylint finds an error in an answer.

pylint works in a sandbox of its own, which runs no answer; see ``benchmark/sandbox/guest/lint.py``.
"""

import secrets
import signal
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Limits
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks.detail import tidy
from benchmark.sandbox.host.channel import GuestFault, GuestGone, GuestLate, OffProtocol
from benchmark.sandbox.host.preamble import only_imports
from benchmark.sandbox.host.zygote import Child, Zygote

#: CPU seconds for one text; the slowest of 2,628 real ones takes 0.3.
TEXT_SECONDS = 10.0
#: The longest text that is looked at, in characters.
TEXT_LIMIT = 2_000_000
_TEXTS = 300  #: by one process; astroid remembers more with each
_RESIDENT_MB = 256  #: beyond it another process takes over
_PROCESS_CPU_SECONDS = 60.0
#: Of one process; a text that needs more memory than is left makes pylint fail.
_LIMITS = Limits(seconds=_PROCESS_CPU_SECONDS + 2 * TEXT_SECONDS, memory_mb=320)
_TRIES = 2
_END_SECONDS = 1.0  #: for a process that has closed its channel to end


class SandboxedLinter:
    """Checks samples one after the other with a warm pylint. A context; close it at the end.

    Args:
        seconds: CPU seconds for one text; four times that on the wall clock.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._zygote: Zygote | None = None
        self._child: Child | None = None
        self._texts = 0
        self._cpu_seconds = 0.0  # of the child, as it says

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def lint(self, sample: Sample) -> Lint | MissingSample:
        """Whether the sample parses; ``MissingSample`` when our side fails twice.

        This is pylint's word alone: nothing at all, an empty answer, is no error. A text on which pylint
        fails, or takes too long or too much memory, does not parse if that happens again in a fresh process.
        """
        task, answer = sample.task, sample.answer
        if len(answer.program) > TEXT_LIMIT:
            return _lint(sample, (f"longer than {TEXT_LIMIT} characters",))
        preamble = task.check.preamble if isinstance(task.check, FunctionCheck) else ""
        failures, faults = 0, 0
        while True:
            try:
                return _lint(sample, self._ask(preamble, answer.program))
            except _Fault as fault:
                self._end_child()
                faults += 1
                if faults == _TRIES:
                    return _lint(sample, (str(fault), *fault.messages))
            except SandboxFailure as failure:
                self.close()
                failures += 1
                if failures == _TRIES:
                    return MissingSample(task_id=task.id, draw=sample.draw, reason=f"lint: {failure}")

    def close(self) -> None:
        """End the sandbox."""
        if self._child is not None:
            self._child.channel.close()
            self._child = None
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None

    def _ask(self, preamble: str, program: str) -> tuple[str, ...]:
        """What pylint says against the program.

        Raises:
            _Fault: when pylint failed on it.
            SandboxFailure: when our side did.
        """
        child = self._ready(preamble)
        key = secrets.token_hex(8)
        child.channel.renew(time.monotonic() + Limits(seconds=self._seconds).wall_seconds)
        try:
            child.channel.send(
                {
                    "id": key,
                    "op": "lint",
                    "preamble": preamble,
                    "program": program,
                    "seconds": self._seconds,
                }
            )
            messages, state = _read(child.channel.receive(), key)
        except GuestFault as fault:
            raise self._fault(fault, child) from fault
        if state.failure:
            raise _Fault(state.failure, messages)
        self._texts += 1
        self._cpu_seconds = state.cpu_seconds
        if (
            not state.clean
            or self._texts >= _TEXTS
            or state.resident_mb > _RESIDENT_MB
            or state.cpu_seconds > _PROCESS_CPU_SECONDS
        ):
            self._end_child()
        return messages

    def _fault(self, fault: GuestFault, child: Child) -> "_Fault":
        """Whose it is that there is no reply.

        Raises:
            SandboxFailure: not the text's.
        """
        if isinstance(fault, GuestGone):
            child.deadline = time.monotonic() + _END_SECONDS
            end = child.wait()
            if end is not None and end.signal == signal.SIGKILL:
                used_up = end.cpu_seconds - self._cpu_seconds > self._seconds
                if not used_up and end.memory_mb < _LIMITS.memory_mb:
                    raise SandboxFailure("the linter was killed from outside") from fault
        elif isinstance(fault, GuestLate):
            if child.kill().cpu_seconds - self._cpu_seconds < self._seconds:
                raise SandboxFailure("the linter did not answer in time") from fault
            return _Fault(f"more than {self._seconds:g} s")
        return _Fault("pylint crashes")

    def _ready(self, preamble: str) -> Child:
        if self._zygote is None:
            self._zygote = Zygote("lint", preamble if only_imports(preamble) else "")
        if self._child is None:
            self._child = self._zygote.start("lint", _LIMITS)
            self._texts, self._cpu_seconds = 0, 0.0
        return self._child

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        try:
            with child:
                pass
        except SandboxFailure:
            self.close()


class _Fault(Exception):  # noqa: N818 - no error of ours
    """pylint failed on a text; ``messages`` is what it said before."""

    def __init__(self, reason: str, messages: tuple[str, ...] = ()) -> None:
        self.messages = messages
        super().__init__(reason)


def _lint(sample: Sample, messages: tuple[str, ...]) -> Lint:
    return Lint(
        task_id=sample.task.id, draw=sample.draw, parses=not messages, messages=tuple(map(tidy, messages))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """How the process is after a text."""

    failure: str  #: of pylint at the text
    cpu_seconds: float  #: so far
    resident_mb: float  #: at most, so far
    clean: bool  #: nothing of the text is left


def _read(reply: object, request_id: str) -> tuple[tuple[str, ...], _State]:
    match reply:
        case {
            "id": str(answered),
            "cpu_seconds": float(spent),
            "resident_mb": float(resident),
            "clean": bool(clean),
        } if answered == request_id:
            pass
        case _:
            raise OffProtocol
    messages: tuple[str, ...] = ()
    match reply:
        case {"ok": list(found), "fatal": bool(fatal)}:
            messages = tuple(map(_message, found))
            failure = "pylint fails" if fatal else ""
        case {"error": str(failure)}:
            pass
        case _:
            raise OffProtocol
    return messages, _State(failure=failure, cpu_seconds=spent, resident_mb=resident, clean=clean)


def _message(found: object) -> str:
    match found:
        case {"symbol": str(symbol), "line": int(line), "message": str(message)}:
            return f"line {line}: {symbol}: {message}"
        case _:
            raise OffProtocol

"""Parsing success: whether pylint finds an error in an answer.

pylint works in a sandbox of its own, which runs no answer; see ``benchmark/sandbox/guest/lint.py``.
"""

import secrets
import signal
import time
from types import TracebackType
from typing import Self

from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Limits
from benchmark.core.verdict import Lint, Missing
from benchmark.judging.detail import tidy
from benchmark.sandbox.host.channel import GuestFault, GuestLate, OffProtocol
from benchmark.sandbox.host.zygote import WALL_FACTOR, Child, Exit, Zygote, only_imports

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


class Linter:
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

    def lint(self, sample: Sample) -> Lint | Missing:
        """Whether the sample parses; ``Missing`` when our side fails twice.

        A text on which pylint fails, or takes too long or too much memory, does not parse if that happens
        again in a fresh process.
        """
        task, answer = sample.task, sample.answer
        if answer.empty:
            return _lint(sample, ("nothing that could run",))
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
                    return Missing(task_id=task.id, draw=sample.draw, reason=f"lint: {failure}")

    def close(self) -> None:
        """End the sandbox."""
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
        request = {"id": secrets.token_hex(8), "op": "lint", "seconds": self._seconds}
        child.channel.renew(time.monotonic() + WALL_FACTOR * self._seconds)
        try:
            child.channel.send(request | {"preamble": preamble, "program": program})
            reply = child.channel.receive()
            if not isinstance(reply, dict) or reply.get("id") != request["id"]:
                raise OffProtocol
            messages = _messages(reply.get("ok", []))
        except GuestFault as fault:
            raise self._fault(fault, child.kill()) from fault
        if "error" in reply or reply.get("fatal"):
            raise _Fault(str(reply.get("error", "pylint fails")), messages)
        self._texts += 1
        self._cpu_seconds = float(reply["cpu_seconds"])
        if (
            not reply["clean"]
            or self._texts >= _TEXTS
            or reply["resident_mb"] > _RESIDENT_MB
            or self._cpu_seconds > _PROCESS_CPU_SECONDS
        ):
            self._end_child()
        return messages

    def _fault(self, fault: GuestFault, end: Exit) -> "_Fault":
        """Whose it is that the process is gone.

        Raises:
            SandboxFailure: not the text's.
        """
        spent = end.cpu_seconds - self._cpu_seconds
        if isinstance(fault, GuestLate):
            if spent < self._seconds:
                raise SandboxFailure("the linter did not answer in time") from fault
            return _Fault(f"more than {self._seconds:g} s")
        if end.signal == signal.SIGKILL and spent < self._seconds and end.memory_mb < _LIMITS.memory_mb:
            raise SandboxFailure("the linter was killed from outside") from fault
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
        if child is not None:
            with child:
                pass


class _Fault(Exception):  # noqa: N818 - no error of ours
    """pylint failed on a text; ``messages`` is what it said before."""

    def __init__(self, reason: str, messages: tuple[str, ...] = ()) -> None:
        self.messages = messages
        super().__init__(reason)


def _lint(sample: Sample, messages: tuple[str, ...]) -> Lint:
    return Lint(
        task_id=sample.task.id, draw=sample.draw, parses=not messages, messages=tuple(map(tidy, messages))
    )


def _messages(found: object) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise OffProtocol
    return tuple(_message(one) for one in found)


def _message(found: object) -> str:
    match found:
        case {"symbol": str(symbol), "line": int(line), "message": str(message)}:
            return f"line {line}: {symbol}: {message}"
        case _:
            raise OffProtocol

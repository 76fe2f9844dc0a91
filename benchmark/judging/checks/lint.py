"""Parsing success: whether pylint finds an error in an answer.

pylint runs in its own sandbox, which never runs an answer; see ``benchmark/sandbox/guest/lint.py``.
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
from benchmark.judging.checks.case_result import tidy
from benchmark.sandbox.host.channel import GuestFault, GuestGone, GuestLate, OffProtocol
from benchmark.sandbox.host.zygote import Child, Zygote, only_imports

#: CPU seconds allowed for one text; the slowest of 2,628 real answers takes 0.3.
TEXT_SECONDS = 10.0
#: Maximum characters of a text; a longer one is not given to pylint.
TEXT_LIMIT = 2_000_000
#: A text on which pylint never fails. If it does, our side is to blame.
PLAIN_TEXT = "x = 1\n"
_TEXTS_PER_PROCESS = 300  #: maximum texts per process, because astroid's memory grows with each text
_RESIDENT_MB = 256  #: a process that has grown beyond this is replaced
_PROCESS_CPU_SECONDS = 60.0  #: a process that has used more CPU than this is replaced
#: Limits of one process. pylint fails on a text that needs more memory than is left.
_LIMITS = Limits(seconds=_PROCESS_CPU_SECONDS + 2 * TEXT_SECONDS, memory_mb=320)
_TRIES = 2  #: attempts per text before its failure counts
_END_SECONDS = 1.0  #: time for a process to end after it has closed its channel


class SandboxedLinter:
    """Checks samples one after the other with a pylint that stays loaded. Use it as a context manager.

    Args:
        seconds: CPU seconds allowed for one text; the wall-clock limit is four times that.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._zygote: Zygote | None = None
        self._child: Child | None = None
        self._texts = 0
        self._cpu_seconds = 0.0  # CPU used by the child so far, as it reports

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def lint(self, sample: Sample, installed: frozenset[str] | None = None) -> Lint | MissingSample:
        """Return whether the sample parses, or ``MissingSample`` if our side is to blame.

        An empty answer parses. A text on which pylint crashes, takes too long or needs too much memory is
        tried again in a fresh process; if that fails too, it does not parse. If the sandbox fails twice on a
        text, a plain text is checked. If that works, and the text fails a third time, it does not parse.

        Args:
            sample: the sample.
            installed: None for our rule: the text must compile, and pylint finds no error. Otherwise pylint
                alone decides, and imports of these top-level modules are not errors.
        """
        task, answer = sample.task, sample.answer
        if len(answer.program) > TEXT_LIMIT:
            return _lint_result(sample, (f"longer than {TEXT_LIMIT} characters",))
        preamble = task.check.preamble if isinstance(task.check, FunctionCheck) else ""
        failures, faults = 0, 0
        while True:
            try:
                return _lint_result(sample, self._ask(preamble, answer.program, installed))
            except _PylintFailure as fault:
                self._end_child()
                faults += 1
                if _TRIES in (faults, failures):
                    return _lint_result(sample, (str(fault), *fault.messages))
            except SandboxFailure as failure:
                self.close()
                failures += 1
                if failures > _TRIES:
                    return _lint_result(sample, (f"pylint fails on it: {failure}",))
                if failures == _TRIES and not self._handles_plain_text(preamble, installed):
                    return MissingSample(task_id=task.id, draw=sample.draw, reason=f"lint: {failure}")

    def _handles_plain_text(self, preamble: str, installed: frozenset[str] | None) -> bool:
        """Whether the sandbox works for a plain text, in a process that ends after it."""
        try:
            self._ask(preamble, PLAIN_TEXT, installed)
        except (SandboxFailure, _PylintFailure):
            self.close()
            return False
        self._end_child()
        return True

    def close(self) -> None:
        """End the sandbox."""
        if self._child is not None:
            self._child.channel.close()
            self._child = None
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None

    def _ask(self, preamble: str, program: str, installed: frozenset[str] | None) -> tuple[str, ...]:
        """Return the errors that pylint finds in the program.

        Raises:
            _PylintFailure: if pylint fails on the program.
            SandboxFailure: if our side fails.
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
                    "installed": None if installed is None else sorted(installed),
                }
            )
            messages, state = _parse_reply(child.channel.receive(), key)
        except GuestFault as fault:
            raise self._fault(fault, child) from fault
        if state.failure:
            raise _PylintFailure(state.failure, messages)
        self._texts += 1
        self._cpu_seconds = state.cpu_seconds
        if (
            not state.clean
            or self._texts >= _TEXTS_PER_PROCESS
            or state.resident_mb > _RESIDENT_MB
            or state.cpu_seconds > _PROCESS_CPU_SECONDS
        ):
            self._end_child()
        return messages

    def _fault(self, fault: GuestFault, child: Child) -> "_PylintFailure":
        """Return the failure if the text is to blame for a missing reply.

        Raises:
            SandboxFailure: if our side is to blame.
        """
        if isinstance(fault, GuestGone):
            child.deadline = time.monotonic() + _END_SECONDS
            end = child.wait()
            if end is not None and end.signal == signal.SIGKILL:
                used_up = end.cpu_seconds - self._cpu_seconds > self._seconds
                if not used_up and end.memory_mb < _LIMITS.memory_mb:
                    raise SandboxFailure("something outside the sandbox killed the linter") from fault
        elif isinstance(fault, GuestLate):
            if child.kill().cpu_seconds - self._cpu_seconds < self._seconds:
                raise SandboxFailure("the linter did not answer in time") from fault
            return _PylintFailure(f"more than {self._seconds:g} s of CPU time")
        return _PylintFailure("pylint crashes")

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


class _PylintFailure(Exception):  # noqa: N818 - a finding about the text, not an error of ours
    """pylint failed on a text; ``messages`` are the errors that it had found before."""

    def __init__(self, reason: str, messages: tuple[str, ...] = ()) -> None:
        self.messages = messages
        super().__init__(reason)


def _lint_result(sample: Sample, messages: tuple[str, ...]) -> Lint:
    return Lint(
        task_id=sample.task.id, draw=sample.draw, parses=not messages, messages=tuple(map(tidy, messages))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ProcessState:
    """The state of the process after a text."""

    failure: str  #: how pylint failed on the text; empty if it did not
    cpu_seconds: float  #: CPU used so far
    resident_mb: float  #: highest memory use so far, in MiB
    clean: bool  #: whether pylint remembers nothing of the text


def _parse_reply(reply: object, request_id: str) -> tuple[tuple[str, ...], _ProcessState]:
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
            messages = tuple(map(_format_message, found))
            failure = "pylint fails" if fatal else ""
        case {"error": str(failure)}:
            pass
        case _:
            raise OffProtocol
    return messages, _ProcessState(failure=failure, cpu_seconds=spent, resident_mb=resident, clean=clean)


def _format_message(found: object) -> str:
    match found:
        case {"symbol": str(symbol), "line": int(line), "message": str(message)}:
            return f"line {line}: {symbol}: {message}"
        case _:
            raise OffProtocol

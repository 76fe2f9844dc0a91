"""Parsing success: whether pylint finds an error in an answer.

pylint runs in its own sandbox, which never runs an answer; see ``benchmark/sandbox/guest/lint.py``.
"""

import dataclasses
import signal

from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Limits
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks.case_result import tidy
from benchmark.sandbox.host.channel import GuestFault, GuestLate, OffProtocol
from benchmark.sandbox.host.zygote import Zygote, only_imports, started

#: CPU seconds allowed for one text; the slowest of 2,628 real answers takes 0.3.
TEXT_SECONDS = 10.0
#: Maximum characters of a text; a longer one is not given to pylint.
TEXT_LIMIT = 2_000_000
#: A text on which pylint never fails. If pylint does fail, our side is to blame.
PLAIN_TEXT = "x = 1\n"
#: Limits of one text. pylint fails on a text that needs more memory than is left.
_LIMITS = Limits(seconds=TEXT_SECONDS, memory_mb=320)
_TRIES = 2  #: failures of the sandbox on a text before a plain text is tried


class SandboxedLinter:
    """Checks samples, each in its own copy of a loaded pylint. Close it at the end.

    A text may take this many CPU seconds, and four times as many of wall-clock time.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._zygote: Zygote | None = None

    def lint(self, sample: Sample, installed: frozenset[str] | None = None) -> Lint | MissingSample:
        """Return whether the sample parses, or ``MissingSample`` if our side is to blame.

        An empty answer parses. A text on which pylint crashes, takes too long or needs too much memory does
        not parse. If the sandbox fails twice on a text, a plain text is checked. If the plain text works, and
        the sandbox fails on the first text a third time, that text does not parse.

        Args:
            sample: the sample.
            installed: None for our rule: the text must compile, and pylint finds no error. Otherwise pylint
                alone decides, and imports of these top-level modules are not errors.
        """
        task, answer = sample.task, sample.answer
        if len(answer.program) > TEXT_LIMIT:
            return _lint_result(sample, (f"longer than {TEXT_LIMIT} characters",))
        preamble = task.check.preamble if isinstance(task.check, FunctionCheck) else ""
        failures = 0
        while True:
            try:
                failure, messages = self._ask(preamble, answer.program, installed)
            except SandboxFailure as problem:
                self.close()
                failures += 1
                if failures > _TRIES:
                    return _lint_result(sample, (f"pylint fails on it: {problem}",))
                if failures == _TRIES and not self._handles_plain_text(preamble, installed):
                    return MissingSample(task_id=task.id, draw=sample.draw, reason=f"lint: {problem}")
            else:
                return _lint_result(sample, (failure, *messages) if failure else messages)

    def _handles_plain_text(self, preamble: str, installed: frozenset[str] | None) -> bool:
        """Whether the sandbox works for a plain text."""
        try:
            return not self._ask(preamble, PLAIN_TEXT, installed)[0]
        except SandboxFailure:
            self.close()
            return False

    def close(self) -> None:
        """End the sandbox."""
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None

    def _ask(
        self, preamble: str, program: str, installed: frozenset[str] | None
    ) -> tuple[str, tuple[str, ...]]:
        """Return why pylint failed on the program (or an empty text), and the errors that it found."""
        if self._zygote is None:
            warm = preamble if only_imports(preamble) else ""
            self._zygote = started(lambda: Zygote("lint", warm))
        with self._zygote.start("lint", dataclasses.replace(_LIMITS, seconds=self._seconds)) as child:
            try:
                child.channel.send(
                    {
                        "preamble": preamble,
                        "program": program,
                        "seconds": self._seconds,
                        "installed": None if installed is None else sorted(installed),
                    }
                )
                return _parse_reply(child.channel.receive())
            except GuestFault as fault:
                end = (None if isinstance(fault, GuestLate) else child.wait()) or child.kill()
                if end.cpu_seconds > self._seconds:
                    return f"more than {self._seconds:g} s of CPU time", ()
                if isinstance(fault, GuestLate):
                    raise SandboxFailure("the linter did not answer in time") from fault
                if end.signal == signal.SIGKILL and end.memory_mb < _LIMITS.memory_mb:
                    raise SandboxFailure("something outside the sandbox killed the linter") from fault
                return "pylint crashes", ()


def _lint_result(sample: Sample, messages: tuple[str, ...]) -> Lint:
    return Lint(
        task_id=sample.task.id, draw=sample.draw, parses=not messages, messages=tuple(map(tidy, messages))
    )


def _parse_reply(reply: object) -> tuple[str, tuple[str, ...]]:
    match reply:
        case {"ok": list(found), "fatal": bool(fatal)}:
            return "pylint fails" if fatal else "", tuple(map(_format_message, found))
        case {"error": str(failure)}:
            return failure, ()
        case _:
            raise OffProtocol


def _format_message(found: object) -> str:
    match found:
        case {"symbol": str(symbol), "line": int(line), "message": str(message)}:
            return f"line {line}: {symbol}: {message}"
        case _:
            raise OffProtocol

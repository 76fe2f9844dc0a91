"""Processes that lint: each holds a linter, which has no rights of root there."""

import contextlib
import dataclasses
from multiprocessing.connection import Connection

from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks.lint import TEXT_SECONDS, SandboxedLinter
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.worker import prepare

_TRIES = 2  #: of a sample whose process dies; then it is missing
_START_SECONDS = 120.0  #: beyond what the linter may take for a text; it starts a sandbox twice at most
_PATIENCE = 10.0  #: times the CPU seconds for a text, which is looked at twice at most


class LintProcess:
    """One process that lints; begun when first needed, and again when it has died. Close it at the end.

    Args:
        seconds: see :class:`benchmark.judging.checks.lint.SandboxedLinter`.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._helper = HelperProcess(_work, lambda: (seconds,))

    def lint(self, sample: Sample) -> Lint | MissingSample:
        """See :meth:`benchmark.judging.checks.lint.SandboxedLinter.lint`."""
        for _ in range(_TRIES):
            try:
                connection = self._helper.connection()
                connection.send(_without_tests(sample))
                found = worker_messages.receive(connection) if connection.poll(self._patience) else None
            except (EOFError, OSError):
                found = None
            if isinstance(found, Lint | MissingSample):
                return found
            self.close()
        reason = f"lint: a process died {_TRIES} times"
        return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=reason)

    def close(self) -> None:
        """End the process and its sandbox."""
        self._helper.close()

    @property
    def _patience(self) -> float:
        """Seconds for one sample; the linter keeps limits of its own, below this."""
        return _START_SECONDS + _PATIENCE * self._seconds


def _work(connection: Connection, seconds: float) -> None:
    """In the process: lint until the other end closes."""
    prepare(["pylint"])
    with SandboxedLinter(seconds) as linter, contextlib.suppress(EOFError, OSError):
        while True:
            worker_messages.send(connection, linter.lint(connection.recv()))


def _without_tests(sample: Sample) -> Sample:
    """The linter needs the preamble alone, and tests may be long."""
    check = sample.task.check
    preamble = check.preamble if isinstance(check, FunctionCheck) else ""
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=(), preamble=preamble), reference="")
    return dataclasses.replace(sample, task=task)

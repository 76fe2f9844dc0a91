"""Processes that lint: each holds a linter, which has no rights of root there."""

import contextlib
import dataclasses
import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Lint, Missing
from benchmark.judging.lint import TEXT_SECONDS, Linter
from benchmark.pipeline import wire
from benchmark.pipeline.worker import no_interrupt, prepare

_TRIES = 2  #: of a sample whose process dies; then it is missing
_START_SECONDS = 120.0  #: beyond what the linter may take for a text; it starts a sandbox twice at most
_PATIENCE = 10.0  #: times the CPU seconds for a text, which is looked at twice at most
_END_SECONDS = 10.0  #: for a process whose connection is closed


class LintProcess:
    """One process that lints; begun when first needed, and again when it has died. Close it at the end.

    Args:
        seconds: see :class:`benchmark.judging.lint.Linter`.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def lint(self, sample: Sample) -> Lint | Missing:
        """See :meth:`benchmark.judging.lint.Linter.lint`."""
        for _ in range(_TRIES):
            try:
                connection = self._ready()
                connection.send(_without_tests(sample))
                found = wire.receive(connection) if connection.poll(self._patience) else None
            except (EOFError, OSError):
                found = None
            if isinstance(found, Lint | Missing):
                return found
            self.close()
        reason = f"lint: a process died {_TRIES} times"
        return Missing(task_id=sample.task.id, draw=sample.draw, reason=reason)

    def close(self) -> None:
        """End the process and its sandbox."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.join(_END_SECONDS)
            self._process.kill()  # should it still be there
            self._process.join()
        self._process = self._connection = None

    @property
    def _patience(self) -> float:
        """Seconds for one sample; the linter keeps limits of its own, below this."""
        return _START_SECONDS + _PATIENCE * self._seconds

    def _ready(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs, self._seconds), daemon=True)
            with no_interrupt():
                self._process.start()
            theirs.close()
        return self._connection


def _work(connection: Connection, seconds: float) -> None:
    """In the process: lint until the other end closes."""
    prepare(["pylint"])
    with Linter(seconds) as linter, contextlib.suppress(EOFError, OSError):
        while True:
            wire.send(connection, linter.lint(connection.recv()))


def _without_tests(sample: Sample) -> Sample:
    """The linter needs the preamble alone, and tests may be long."""
    check = sample.task.check
    preamble = check.preamble if isinstance(check, FunctionCheck) else ""
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=(), preamble=preamble), reference="")
    return dataclasses.replace(sample, task=task)

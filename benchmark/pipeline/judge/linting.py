"""Processes that lint, without the rights of root."""

import contextlib
import dataclasses
from multiprocessing.connection import Connection

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks.lint import PLAIN_TEXT, TEXT_SECONDS, SandboxedLinter
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.worker import prepare

_TRIES = 2  #: tries of a sample whose process dies; after that a plain text is tried
_START_SECONDS = 120.0  #: time to start a sandbox, up to twice; added to the time for linting
_PATIENCE = 10.0  #: wall seconds per CPU second that a text may take; each text is linted at most twice


class LintProcess:
    """A process that lints, started when first needed and again when it has died. Close it at the end.

    Args:
        seconds: CPU seconds per text.
    """

    def __init__(self, seconds: float = TEXT_SECONDS) -> None:
        self._seconds = seconds
        self._helper = HelperProcess(_work, lambda: (seconds,))

    def lint(self, sample: Sample, installed: frozenset[str] | None = None) -> Lint | MissingSample:
        """Lint the program of a sample; return a MissingSample if a failure of ours prevents it.

        If the process dies twice on a text, but not on a plain one, the text is to blame and does not parse.
        See :meth:`SandboxedLinter.lint` for ``installed``.
        """
        for _ in range(_TRIES):
            found = self._ask(sample, installed)
            if found is not None:
                return found
        plain = dataclasses.replace(sample, answer=Answer(code=PLAIN_TEXT, program=PLAIN_TEXT))
        if not isinstance(self._ask(plain, installed), Lint):
            reason = f"lint: a process died {_TRIES} times"
            return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=reason)
        found = self._ask(sample, installed)
        if found is not None:
            return found
        return Lint(
            task_id=sample.task.id, draw=sample.draw, parses=False, messages=("pylint's process dies on it",)
        )

    def _ask(self, sample: Sample, installed: frozenset[str] | None) -> Lint | MissingSample | None:
        """Lint a sample once; return None, and end the process, if the process died or is late."""
        try:
            connection = self._helper.connection()
            connection.send((_without_tests(sample), installed))
            found = worker_messages.receive(connection) if connection.poll(self._patience) else None
        except (EOFError, OSError):
            found = None
        if isinstance(found, Lint | MissingSample):
            return found
        self.close()
        return None

    def close(self) -> None:
        """End the process and its sandbox."""
        self._helper.close()

    @property
    def _patience(self) -> float:
        """Wall seconds for one sample; the linter's own limits are lower."""
        return _START_SECONDS + _PATIENCE * self._seconds


def _work(connection: Connection, seconds: float) -> None:
    """Lint samples until the other end closes. Runs in the new process."""
    prepare(["pylint"])
    linter = SandboxedLinter(seconds)
    with contextlib.closing(linter), contextlib.suppress(EOFError, OSError):
        while True:
            worker_messages.send(connection, linter.lint(*connection.recv()))


def _without_tests(sample: Sample) -> Sample:
    """Return the sample without its tests, which may be long; the linter needs only the preamble."""
    check = sample.task.check
    preamble = check.preamble if isinstance(check, FunctionCheck) else ""
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=(), preamble=preamble), reference="")
    return dataclasses.replace(sample, task=task)

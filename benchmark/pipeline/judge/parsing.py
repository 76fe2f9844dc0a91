"""Adds parsing success to an evaluation: runs the linter over the same samples."""

import contextlib
import dataclasses
import importlib.metadata
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from queue import SimpleQueue

from benchmark.core.sample import Answer, Sample, sample_name
from benchmark.core.suite import LintedExtraction
from benchmark.core.task import ChoiceCheck, FunctionCheck
from benchmark.core.verdict import Lint, MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import tidy
from benchmark.judging.checks.lint import PLAIN_TEXT, TEXT_SECONDS, SandboxedLinter
from benchmark.pipeline.judge import helper_process
from benchmark.pipeline.judge.evaluate import Evaluation, Progress
from benchmark.pipeline.judge.extracting import bounded_map
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.worker import prepare
from benchmark.sandbox.host.runtime import runtime
from benchmark.sandbox.host.wall import close_off

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

    def lint(self, sample: Sample, rule: LintedExtraction | None = None) -> Lint | MissingSample:
        """Lint the program of a sample; return a MissingSample if a failure of ours prevents it.

        If the process dies twice on a text, but not on a plain one, the text is to blame and does not parse.

        Args:
            sample: the sample.
            rule: the extraction rule, if it includes a linter; None for our own rule.
        """
        for _ in range(_TRIES):
            found = self._ask(sample, rule)
            if found is not None:
                return found
        plain = dataclasses.replace(sample, answer=Answer(code=PLAIN_TEXT, program=PLAIN_TEXT))
        if not isinstance(self._ask(plain, rule), Lint):
            reason = f"lint: a process died {_TRIES} times"
            return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=reason)
        found = self._ask(sample, rule)
        if found is not None:
            return found
        return Lint(
            task_id=sample.task.id, draw=sample.draw, parses=False, messages=("pylint's process dies on it",)
        )

    def _ask(self, sample: Sample, rule: LintedExtraction | None) -> Lint | MissingSample | None:
        """Lint a sample once; return None, and end the process, if the process died or is late."""
        try:
            connection = self._helper.connection()
            connection.send((_without_tests(sample) if rule is None else sample, rule))
            found = helper_process.receive(connection) if connection.poll(self._patience) else None
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
    close_off(connection.fileno())
    linter = SandboxedLinter(seconds)
    with contextlib.closing(linter), contextlib.suppress(EOFError, OSError):
        while True:
            sample, rule = connection.recv()
            installed = None if rule is None else rule.installed
            helper_process.send(connection, linter.lint(_linter_input(sample, rule), installed))


def _linter_input(sample: Sample, rule: LintedExtraction | None) -> Sample:
    """Return the sample for the linter; an extraction rule may lint another text than it runs."""
    if rule is None:
        return sample
    answer = dataclasses.replace(sample.answer, program=rule.text(sample.task, sample.answer))
    # As in upstream, a name that only the preamble imports is an error, so the preamble is left out.
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=()))
    return dataclasses.replace(sample, task=task, answer=answer)


def _without_tests(sample: Sample) -> Sample:
    """Return the sample without its tests, which may be long; our own rule needs only the preamble."""
    check = sample.task.check
    preamble = check.preamble if isinstance(check, FunctionCheck) else ""
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=(), preamble=preamble), reference="")
    return dataclasses.replace(sample, task=task)


LINTER_PREFIX = "pylint:"  #: beginning of the detail of a sample that the linter rejected
_SAMPLES_PER_LINTER = (
    50  #: a further linter takes half a second to start; with fewer samples it is not worth it
)


def check_linter() -> None:
    """Check early that a linter is installed.

    Raises:
        SandboxFailure: if pylint is not installed.
    """
    runtime("pylint")


def add_lint(evaluation: Evaluation, progress: Progress) -> Evaluation:
    """Return the evaluation with the field ``parses`` in each verdict and with parsing scores.

    An answer without code does not parse, otherwise a model without answers would have the best score. The
    answer to a multiple-choice question is not code, so ``parses`` stays None, without a reason. If the
    linter fails twice because of a fault of ours, ``parses`` stays None and ``unlinted`` has the reason.
    There are at most as many linters as the evaluation had workers.

    If the extraction rule includes a linter, the linter reads the text that the rule prepares for it, even
    for empty answers. A sample that does not parse then fails, whatever its verdict was, and a sample that
    could not be linted because of a fault of ours is missing.

    Args:
        evaluation: the evaluation without linting.
        progress: called after each sample.
    """
    if evaluation.samples and all(isinstance(s.task.check, ChoiceCheck) for s in evaluation.samples):
        return dataclasses.replace(evaluation, unlinted={})
    # The outcomes after those of the samples belong to samples that never arrived; they are missing.
    messages: dict[str, tuple[str, ...]] = {}
    linted_outcomes = [
        *_outcomes(evaluation, progress, messages),
        *((missing, "") for missing in evaluation.outcomes[len(evaluation.samples) :]),
    ]
    outcomes = tuple(outcome for outcome, _ in linted_outcomes)
    return dataclasses.replace(
        evaluation.with_outcomes(outcomes),
        lint_messages=messages,
        unlinted={sample_name(outcome.key): reason for outcome, reason in linted_outcomes if reason},
        guest=evaluation.guest | {"pylint": importlib.metadata.version("pylint")},
    )


def _outcomes(
    evaluation: Evaluation, progress: Progress, messages: dict[str, tuple[str, ...]]
) -> list[tuple[Outcome, str]]:
    """Return each outcome, and the reason if a fault of ours left it without a result of the linter.

    Adds the errors that the linter finds to ``messages``, by ``task#draw``.
    The linters run in processes; the threads only wait for them.
    """
    idle: SimpleQueue[LintProcess] = SimpleQueue()
    workers = max(1, min(evaluation.workers, len(evaluation.samples) // _SAMPLES_PER_LINTER))
    linters = [LintProcess(evaluation.time_factor * TEXT_SECONDS) for _ in range(workers)]
    for linter in linters:
        idle.put(linter)

    def lint(sample: Sample, outcome: Outcome) -> tuple[Outcome, str]:
        if isinstance(outcome, MissingSample) or isinstance(sample.task.check, ChoiceCheck):
            return outcome, ""
        if outcome.status is Status.NO_ANSWER and evaluation.linted_extraction is None:
            return dataclasses.replace(outcome, parses=False), ""
        linter = idle.get()
        try:
            result = linter.lint(sample, evaluation.linted_extraction)
        finally:
            idle.put(linter)
        if isinstance(result, Lint) and result.messages:
            messages[sample_name(sample.key)] = result.messages
        if isinstance(result, MissingSample):
            return (outcome if evaluation.linted_extraction is None else result), result.reason
        if evaluation.linted_extraction is not None and not (
            result.parses or outcome.status is Status.NO_ANSWER
        ):
            outcome = _failed_verdict(outcome, result)
        return dataclasses.replace(outcome, parses=result.parses), ""

    done: list[tuple[Outcome, str]] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            pairs = zip(evaluation.samples, evaluation.outcomes, strict=False)
            for result in bounded_map(pool, lambda pair: lint(*pair), pairs):
                done.append(result)
                progress(len(done), len(evaluation.samples))
            for (
                linter
            ) in linters:  # before the threads end that started the sandboxes: those end with their threads
                linter.close()
        finally:
            pool.shutdown(cancel_futures=True)
            for linter in linters:
                linter.close()
    return done


def _failed_verdict(verdict: Verdict, lint: Lint) -> Verdict:
    """Return the verdict of a sample that counts as a syntax error because the linter found an error."""
    detail = tidy(f"{LINTER_PREFIX} {'; '.join(lint.messages)}")
    kinds = dict.fromkeys(verdict.kinds, Status.SYNTAX_ERROR)
    return dataclasses.replace(
        verdict,
        status=Status.SYNTAX_ERROR,
        detail=detail,
        exception="",
        kinds=kinds,
        error_type="syntax" if verdict.error_type else "",
    )

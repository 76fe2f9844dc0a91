"""Parsing success beside verdicts: the same samples once more, through the linter."""

import dataclasses
import importlib.metadata
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from benchmark.core.sample import Sample, sample_name
from benchmark.core.suite import LintedExtraction
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Lint, MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.detail import tidy
from benchmark.judging.checks.lint import TEXT_SECONDS
from benchmark.pipeline.judge.evaluate import Evaluation, Progress
from benchmark.pipeline.judge.linting import LintProcess
from benchmark.sandbox.host.runtime import runtime
from benchmark.scoring.parsing import parsing_success
from benchmark.scoring.summary import summarise

GATE_SAID = "pylint:"  #: begins the detail of a sample that a linter failed
_SAMPLES_A_LINTER = 50  #: below it another one does not pay: it takes half a second to start


def check_linter() -> None:
    """Find out early whether there is a linter.

    Raises:
        SandboxFailure: when pylint is not installed.
    """
    runtime("pylint")


def linted(evaluation: Evaluation, progress: Progress) -> Evaluation:
    """The evaluation with the field ``parses`` in each verdict, and the scores.

    An answer with nothing that could run does not parse: else a model that says nothing would have the best
    score of all. Where the linter failed twice by a fault of ours, ``parses`` stays None and ``unlinted`` has
    the reason. At most as many linters work at a time as the evaluation had workers.

    Under a rule of which the linter is part, the rule's text is read, of empty answers too. A sample that
    does not parse fails whatever it did, and one that the linter failed on by a fault of ours is missing.

    Args:
        evaluation: what was judged.
        progress: told after each sample.
    """
    # Behind the samples stand those that never came: they are missing.
    found = [
        *_outcomes(evaluation, progress),
        *((never, "") for never in evaluation.outcomes[len(evaluation.samples) :]),
    ]
    outcomes = tuple(outcome for outcome, _ in found)
    scores = evaluation.scores if evaluation.gate is None else summarise(evaluation.tasks, outcomes)
    return dataclasses.replace(
        evaluation,
        outcomes=outcomes,
        unlinted={sample_name(outcome.key): reason for outcome, reason in found if reason},
        scores=(*scores, *parsing_success(evaluation.tasks, outcomes)),
        guest=evaluation.guest | {"pylint": importlib.metadata.version("pylint")},
    )


def _outcomes(evaluation: Evaluation, progress: Progress) -> list[tuple[Outcome, str]]:
    """Each outcome, and why it says nothing of parsing where that is our fault.

    The threads only wait for the processes.
    """
    idle: SimpleQueue[LintProcess] = SimpleQueue()
    workers = max(1, min(evaluation.workers, len(evaluation.samples) // _SAMPLES_A_LINTER))
    linters = [LintProcess(evaluation.time_factor * TEXT_SECONDS) for _ in range(workers)]
    for linter in linters:
        idle.put(linter)

    def parsed(sample: Sample, outcome: Outcome) -> tuple[Outcome, str]:
        if isinstance(outcome, MissingSample):
            return outcome, ""
        if outcome.status is Status.NO_ANSWER and evaluation.gate is None:
            return dataclasses.replace(outcome, parses=False), ""
        linter = idle.get()
        try:
            result = linter.lint(_read(sample, evaluation.gate))
        finally:
            idle.put(linter)
        if isinstance(result, MissingSample):
            return (outcome if evaluation.gate is None else result), result.reason
        if evaluation.gate is not None and not (result.parses or outcome.status is Status.NO_ANSWER):
            outcome = _failed(outcome, result)
        return dataclasses.replace(outcome, parses=result.parses), ""

    done: list[tuple[Outcome, str]] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            for one in pool.map(parsed, evaluation.samples, evaluation.outcomes):
                done.append(one)
                progress(len(done), len(evaluation.samples))
            for linter in linters:  # before the threads end that started them, and their sandboxes with these
                linter.close()
        finally:
            pool.shutdown(cancel_futures=True)
            for linter in linters:
                linter.close()
    return done


def _read(sample: Sample, gate: LintedExtraction | None) -> Sample:
    """The sample as the linter reads it: under a rule that says so, another text than what runs."""
    if gate is None:
        return sample
    answer = dataclasses.replace(sample.answer, program=gate.text(sample.task, sample.answer))
    # The text is whole: what a preamble would import is an error here, as it is upstream.
    task = dataclasses.replace(sample.task, check=FunctionCheck(tests=()))
    return dataclasses.replace(sample, task=task, answer=answer)


def _failed(verdict: Verdict, found: Lint) -> Verdict:
    """The verdict on a sample that is not run, because the linter found an error."""
    detail = tidy(f"{GATE_SAID} {'; '.join(found.messages)}")
    return dataclasses.replace(verdict, status=Status.SYNTAX_ERROR, detail=detail, exception="")

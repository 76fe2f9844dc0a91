"""Parsing success beside verdicts: the same samples once more, through the linter."""

import dataclasses
import importlib.metadata
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from benchmark.core.sample import Sample
from benchmark.core.verdict import Lint, Missing, Outcome, Status
from benchmark.pipeline.evaluate import Evaluation, Progress
from benchmark.pipeline.linting import LintProcess
from benchmark.sandbox.host.runtime import runtime
from benchmark.scoring.parsing import parsing_success

_SAMPLES_A_LINTER = 50  #: below it another one does not pay: it takes half a second to start


def check_linter() -> None:
    """Find out early whether there is a linter.

    Raises:
        SandboxFailure: when pylint is not installed.
    """
    runtime("pylint")


def linted(evaluation: Evaluation, progress: Progress) -> Evaluation:
    """The evaluation with the field ``parses`` in each verdict, and the score.

    An answer with nothing that could run does not parse. Where the linter failed twice by a fault of ours,
    ``parses`` stays None. At most as many linters work at a time as the evaluation had workers.

    Args:
        evaluation: what was judged.
        progress: told after each sample.
    """
    outcomes = _outcomes(evaluation, progress)
    score = parsing_success(evaluation.tasks, outcomes)
    return dataclasses.replace(
        evaluation,
        outcomes=outcomes,
        scores=evaluation.scores if score is None else (*evaluation.scores, score),
        guest=evaluation.guest | {"pylint": importlib.metadata.version("pylint")},
    )


def _outcomes(evaluation: Evaluation, progress: Progress) -> tuple[Outcome, ...]:
    """The threads only wait for the processes."""
    idle: SimpleQueue[LintProcess] = SimpleQueue()
    workers = max(1, min(evaluation.workers, len(evaluation.samples) // _SAMPLES_A_LINTER))
    linters = [LintProcess() for _ in range(workers)]
    for linter in linters:
        idle.put(linter)

    def parsed(sample: Sample, outcome: Outcome) -> Outcome:
        if isinstance(outcome, Missing):
            return outcome
        if outcome.status is Status.NO_ANSWER:
            return dataclasses.replace(outcome, parses=False)
        linter = idle.get()
        try:
            result = linter.lint(sample)
        finally:
            idle.put(linter)
        return dataclasses.replace(outcome, parses=result.parses if isinstance(result, Lint) else None)

    done: list[Outcome] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            for outcome in pool.map(parsed, evaluation.samples, evaluation.outcomes):
                done.append(outcome)
                progress(len(done), len(evaluation.samples))
            for linter in linters:  # before the threads end that started them, and their sandboxes with these
                linter.close()
        finally:
            pool.shutdown(cancel_futures=True)
            for linter in linters:
                linter.close()
    return tuple(done)

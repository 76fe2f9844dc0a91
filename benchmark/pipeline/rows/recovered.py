"""Counts answers that extraction had to repair, and what the scores are without them."""

from collections import Counter
from dataclasses import asdict, replace

from benchmark.core.sample import Sample, repairs_of
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.results.row import RowRecovered, RowScore

#: Share of the samples above which a run says that answers were repaired.
TOLD = 0.02


def recovered_counts(evaluation: Evaluation) -> RowRecovered | None:
    """Return the counts; None if no answer has steps, because none has code.

    The scores without repairs count each repaired answer as no answer. Nothing is judged for them.
    """
    verdicts = [outcome for outcome in evaluation.outcomes if isinstance(outcome, Verdict)]
    if not any(verdict.steps for verdict in verdicts):
        return None
    repaired = [verdict for verdict in verdicts if verdict.recovered]
    pairs = zip(evaluation.samples, evaluation.outcomes, strict=False)
    # The outcomes after those of the samples belong to samples that never arrived; they are missing.
    rest = evaluation.outcomes[len(evaluation.samples) :]
    without = [*(_unrepaired(sample, outcome) for sample, outcome in pairs), *rest]
    scores = evaluation.with_outcomes(without).scores if repaired else evaluation.scores
    return RowRecovered(
        answers=len(repaired),
        passed=sum(verdict.status is Status.PASSED for verdict in repaired),
        steps=dict(Counter(step for verdict in repaired for step in repairs_of(verdict.steps))),
        without=[
            RowScore(**asdict(score))
            for score in sorted(scores, key=lambda score: score.metric)
            if not score.category
        ],
    )


def _unrepaired(sample: Sample, outcome: Outcome) -> Outcome:
    """Return the outcome, or that of no answer if the answer was repaired."""
    if not (isinstance(outcome, Verdict) and outcome.recovered):
        return outcome
    nothing = verdict_without_run(sample, Status.NO_ANSWER, "")
    # An answer without code does not parse; without a linter, nothing is known of it.
    return replace(nothing, parses=None if outcome.parses is None else False)

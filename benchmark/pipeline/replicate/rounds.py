"""Rounds of judging the same programs: the progress, cost and outcomes of each round."""

from collections.abc import Sequence

from benchmark.core.verdict import MissingSample, Outcome, Verdict
from benchmark.pipeline.judge.evaluate import Progress
from benchmark.pipeline.replicate.replication import JudgingRound


def round_progress(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """Return a function that reports the progress of one round as part of the progress of all rounds."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)


def round_summary(outcomes: Sequence[Outcome], load: int, seconds: float) -> JudgingRound:
    """Return the summary of a round that took ``seconds`` of wall time."""
    verdicts = [outcome for outcome in outcomes if isinstance(outcome, Verdict)]
    return JudgingRound(
        load=load,
        seconds=round(seconds, 1),
        cpu_seconds=round(sum(verdict.cpu_seconds for verdict in verdicts), 1),
        judged_again=sum(verdict.judged_again for verdict in verdicts),
        not_judged_again=sum(verdict.near_limit and not verdict.judged_again for verdict in verdicts),
    )


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as text: status, exception and detail, or why it is missing."""
    if isinstance(outcome, MissingSample):
        return f"missing: {outcome.reason}"
    return ": ".join(part for part in (outcome.status, outcome.exception, outcome.detail) if part)

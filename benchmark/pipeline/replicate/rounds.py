"""The same programs judged several times: what each round cost, and what it said."""

from collections.abc import Sequence

from benchmark.core.verdict import MissingSample, Outcome, Verdict
from benchmark.pipeline.judge.evaluate import Progress
from benchmark.pipeline.replicate.replication import JudgingRound


def part(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """Progress of one round, told as that of all."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)


def round_of(outcomes: Sequence[Outcome], load: int, seconds: float) -> JudgingRound:
    """What a round that took ``seconds`` of wall time came to."""
    verdicts = [outcome for outcome in outcomes if isinstance(outcome, Verdict)]
    return JudgingRound(
        load=load,
        seconds=round(seconds, 1),
        cpu_seconds=round(sum(verdict.cpu_seconds for verdict in verdicts), 1),
        judged_again=sum(verdict.judged_again for verdict in verdicts),
        not_judged_again=sum(verdict.near_limit and not verdict.judged_again for verdict in verdicts),
    )


def said(outcome: Outcome) -> str:
    """All that a verdict file would hold of it."""
    if isinstance(outcome, MissingSample):
        return f"missing: {outcome.reason}"
    return ": ".join(part for part in (outcome.status, outcome.exception, outcome.detail) if part)

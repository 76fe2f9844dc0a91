"""Samples that a failure of ours leaves without a result, and how many of them a row may have."""

from collections.abc import Mapping, Sequence

from benchmark.core.errors import OurFailure, shown
from benchmark.core.sample import sample_name
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.pipeline.judge.evaluate import Evaluation

#: Above this share of samples without verdict, or without the linter's result, no row is made.
MISSING_LIMIT = 0.01


def missing_reasons(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Reason by ``task#draw`` of the samples that have no verdict."""
    return {sample_name(one.key): one.reason for one in outcomes if isinstance(one, MissingSample)}


def is_complete(evaluation: Evaluation) -> bool:
    """Whether so few samples are missing that a row may be made."""
    limit = MISSING_LIMIT * len(evaluation.outcomes)
    return all(len(reasons) <= limit for _, reasons in _failures(evaluation))


def check_missing(evaluation: Evaluation) -> None:
    """Check that the scores stand for the samples.

    Raises:
        OurFailure: when more than 1 % of the samples are missing, or were to be linted and are not.
    """
    if is_complete(evaluation):
        return
    what, reasons = max(_failures(evaluation), key=lambda found: len(found[1]))
    first, reason = next(iter(reasons.items()))
    raise OurFailure(
        f"{len(reasons)} of {len(evaluation.outcomes)} samples {what}, so no row is made;"
        f" the first, {shown(first)}: {reason}",
        "mend that, then run the same command again",
    )


def _failures(evaluation: Evaluation) -> list[tuple[str, Mapping[str, str]]]:
    """What of ours may have failed, and for which samples it did."""
    return [
        ("have no verdict", missing_reasons(evaluation.outcomes)),
        ("were not linted", evaluation.unlinted or {}),
    ]

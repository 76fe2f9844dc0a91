"""Refuses to make rows: samples without a result because of a failure of ours, and answers that lie."""

from collections.abc import Mapping, Sequence

from benchmark.core.errors import OurFailure, quote_value
from benchmark.core.sample import sample_name
from benchmark.core.verdict import MissingSample, Outcome, Verdict
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.perturbed import check_honest

#: No row is made if a larger share of samples has no verdict, or no result of the linter.
MISSING_LIMIT = 0.01
_TASKS_SHOWN = 5


def missing_reasons(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Return the samples without a verdict: the reason by ``task#draw``."""
    missing = [outcome for outcome in outcomes if isinstance(outcome, MissingSample)]
    return {sample_name(outcome.key): outcome.reason for outcome in missing}


def is_complete(evaluation: Evaluation) -> bool:
    """Whether a row can be made: few enough samples are missing, and no answer passes changed tests."""
    if evaluation.lying:
        return False
    limit = MISSING_LIMIT * len(evaluation.outcomes)
    return all(len(reasons) <= limit for _, reasons in _failures(evaluation))


def check_missing(evaluation: Evaluation) -> None:
    """Refuse an evaluation with more than 1 % missing samples, or with an answer that passes changed tests.

    Raises:
        OurFailure: if more than 1 % of the samples have no verdict, or no result of the linter; if an answer
            passes whatever its test expects.
    """
    check_honest(evaluation.lying)
    if is_complete(evaluation):
        return
    judged = {outcome.task_id for outcome in evaluation.outcomes if isinstance(outcome, Verdict)}
    broken = sorted({outcome.task_id for outcome in evaluation.outcomes} - judged)
    shown = ", ".join(map(quote_value, broken[:_TASKS_SHOWN])) + (", …" if len(broken) > _TASKS_SHOWN else "")
    what, reasons = max(_failures(evaluation), key=lambda failure: len(failure[1]))
    first, reason = next(iter(reasons.items()))
    raise OurFailure(
        f"{len(reasons)} of {len(evaluation.outcomes)} samples {what}, so no row is made;"
        f" the first, {quote_value(first)}: {reason}",
        "remove the cause, then run the same command again"
        + (f"; there is no verdict on any sample of {shown}" if broken else ""),
    )


def _failures(evaluation: Evaluation) -> list[tuple[str, Mapping[str, str]]]:
    """Return each kind of failure of ours, with its samples and reasons."""
    return [
        ("have no verdict", missing_reasons(evaluation.outcomes)),
        ("were not linted", evaluation.unlinted or {}),
    ]

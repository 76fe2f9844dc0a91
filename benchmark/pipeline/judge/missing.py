"""Refuses to make rows: failures of ours, broken tests, and answers that pass whatever a test expects."""

from collections.abc import Iterator, Mapping, Sequence

from benchmark.core.errors import OurFailure, quote_value
from benchmark.core.sample import SampleKey, sample_name
from benchmark.core.verdict import MISSING_LIMIT, MissingSample, Outcome, Status, Verdict
from benchmark.files.stored_completions import keys_of
from benchmark.judging.checks.case_result import BROKEN
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.perturbed import check_honest

_TASKS_SHOWN = 5


def missing_reasons(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Return the samples without a verdict: the reason by ``task#draw``."""
    missing = [outcome for outcome in outcomes if isinstance(outcome, MissingSample)]
    return {sample_name(outcome.key): outcome.reason for outcome in missing}


def with_absent(evaluation: Evaluation, absent: Mapping[SampleKey, str] | None) -> Evaluation:
    """Add samples that never arrived to an evaluation; they are missing and left out of the scores."""
    if not absent:
        return evaluation
    present = set(keys_of(evaluation.completions))  # a later run may have added some
    left = {key: reason for key, reason in absent.items() if key not in present}
    if not left:
        return evaluation
    missing = [MissingSample(task_id=key[0], draw=key[1], reason=left[key]) for key in sorted(left)]
    return evaluation.with_outcomes((*evaluation.outcomes, *missing))


def is_complete(evaluation: Evaluation) -> bool:
    """Whether few samples are missing, no test shows that it is broken, and no answer lies."""
    if evaluation.lying or any(_broken_tests(evaluation)):
        return False
    limit = MISSING_LIMIT * len(evaluation.outcomes)
    return all(len(reasons) <= limit for _, reasons in _failures(evaluation))


def check_missing(evaluation: Evaluation) -> None:
    """Refuse an evaluation with more than 1 % missing samples, or with a test that judges no answer rightly.

    Raises:
        OurFailure: if more than 1 % of the samples have no verdict, or no result of the linter; if a test
            fails for every answer; if an answer passes a test that was called broken; or if one passes
            whatever its test expects.
    """
    check_honest(evaluation.lying)
    for problem, fix in _broken_tests(evaluation):
        raise OurFailure(f"{problem}, so no row is made", f"{fix}, then run the same command again")
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


def _broken_tests(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    """Yield tests that are broken although answers got a verdict, each with a fix.

    No answer can cause this: a dead end is proved by the text of the test, and a test is called broken by
    programs that follow from the task alone.
    """
    passed = {o.task_id for o in evaluation.outcomes if isinstance(o, Verdict) and o.status is Status.PASSED}
    for outcome in evaluation.outcomes:
        task, name = quote_value(outcome.task_id), quote_value(sample_name(outcome.key))
        if isinstance(outcome, Verdict) and outcome.dead_end and outcome.task_id not in passed:
            problem = f"the test of task {task} fails for every answer that gets to its {outcome.dead_end}"
            yield problem, "correct that line of the test"
        elif (
            isinstance(outcome, MissingSample)
            and outcome.reason.startswith(BROKEN)
            and outcome.task_id in passed
        ):
            why = outcome.reason.removeprefix(BROKEN)
            problem = f"an answer passes the test of task {task}, which was called broken for {name}: {why}"
            yield problem, "correct the reference of the task, or its test"


def _failures(evaluation: Evaluation) -> list[tuple[str, Mapping[str, str]]]:
    """Return each kind of failure of ours, with its samples and reasons."""
    return [
        ("have no verdict", missing_reasons(evaluation.outcomes)),
        ("were not linted", evaluation.unlinted or {}),
    ]

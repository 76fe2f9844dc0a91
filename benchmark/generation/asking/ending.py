"""How a run ends that does not get everything: in words, with the way to go on."""

from benchmark.core.errors import BadInput, OurFailure, SightbenchError, shown
from benchmark.core.sample import SampleKey, sample_name
from benchmark.generation.asking.budget import Budget
from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.asking.tally import Tally
from benchmark.generation.wire.failure import (
    CallFailed,
    ModelMisconfigured,
    Outage,
    ParameterRefused,
    QuotaExhausted,
)

AGAIN = "run the same command again: it asks only for what is missing"
_REASONS = 3  #: that a message names


class RunInterrupted(Exception):  # noqa: N818 - not an error
    """The user asked to stop."""


def end_of_run(failed: CallFailed, job: GenerationJob) -> SightbenchError | None:
    """The error of a run whose other calls would fail as this one did; None when they need not."""
    match failed:
        case ModelMisconfigured():
            return BadInput(job.config_file, job.config_place, failed.reason, failed.fix)
        case ParameterRefused():
            fix = f"may_drop: [{failed.parameter}] lets it be left out, and the completions say so"
            place = f"{job.config_place}.parameters.{failed.parameter}".lstrip(".")
            return BadInput(job.config_file, place, f"the model refuses it; {failed.reason}", fix)
        case QuotaExhausted():
            return OurFailure(f"no quota is left; {failed.reason}", f"when there is some, {AGAIN}")
        case Outage(retry_after=float(wait)) if wait > job.patience.retry_after_max:
            return OurFailure(f"the server asks to wait {wait:.0f} s; {failed.reason}", f"then {AGAIN}")
        case _:
            return None


def out_of_budget(budget: Budget, tally: Tally, job: GenerationJob) -> BadInput:
    """The error of a run whose next call could pass the budget."""
    problem = (
        f"{budget.limit:g} USD could be passed by the next call;"
        f" {budget.spent:.4f} spent, {tally.left} of {tally.wanted} samples left"
    )
    if budget.uncertain:
        problem += f"; {budget.uncertain:.4f} more may be on the bill for calls that broke off"
    return BadInput(*job.budget_name, problem, "raise it and run the same command again")


def what_is_missing(tally: Tally) -> SightbenchError:
    """The error of a run that has asked for everything and not got it."""
    by_reason: dict[str, list[SampleKey]] = {}
    for key, reason in tally.lost.items():
        by_reason.setdefault(reason, []).append(key)
    by_number = sorted((-len(keys), min(keys), reason) for reason, keys in by_reason.items())
    said = [
        f"{-number} sample(s), such as {shown(sample_name(key))}: {reason}"
        for number, key, reason in by_number[:_REASONS]
    ]
    problem = f"{tally.left} of {tally.wanted} samples are missing: {'; '.join(said)}"
    if not tally.rejected:
        return OurFailure(problem, AGAIN)
    fixes = dict.fromkeys(tally.fixes[reason] for reason in by_reason if tally.fixes.get(reason))
    return BadInput("tasks", "", problem, "; ".join(list(fixes)[:_REASONS]))

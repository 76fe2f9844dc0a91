"""Errors of a run that ends without all its samples, with their fixes."""

from benchmark.core.errors import BadInput, OurFailure, SightbenchError, quote_value
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
    WebPage,
)

RUN_AGAIN = "run the same command again; it requests only the missing samples"
_MAX_REASONS = 3  #: reasons listed in one message


class RunInterrupted(Exception):  # noqa: N818 - not an error
    """The user stopped the run, or its time was up."""


class UnaskedReply(BadInput):
    """A reply of another service tier, price or model than was asked for: the run ends."""

    def __init__(self, why: str, job: GenerationJob) -> None:
        fix = "ask this model under its own id and price, and at the usual service tier"
        super().__init__(job.config_file, job.config_place, why, fix)


def run_error(failed: CallFailed, job: GenerationJob) -> SightbenchError | None:
    """Return the error that ends the run if all other calls would fail in the same way, otherwise None."""
    match failed:
        case ModelMisconfigured():
            return BadInput(job.config_file, job.config_place, failed.reason, failed.fix)
        case ParameterRefused():
            fix = "change or remove it, or choose another protocol or model"
            if failed.parameter == "max_tokens":
                fix = _fix_of_limit(job)
            if failed.parameter in job.must_apply:
                fix = f"remove {failed.parameter} from must_apply; completions record what was dropped"
            place = f"{job.config_place}.parameters.{failed.parameter}".lstrip(".")
            return BadInput(job.config_file, place, f"the model does not accept it; {failed.reason}", fix)
        case QuotaExhausted():
            fix = f"add credit or wait for more quota, then {RUN_AGAIN}"
            return OurFailure(f"no quota or credit is left; {failed.reason}", fix)
        # A server may ask for an hour. SDKs sleep as long as it says; a run that ends can be resumed.
        case Outage(retry_after=float(wait)) if wait > job.patience.retry_after_max:
            problem = f"the server asks to wait {wait:.0f} s; {failed.reason}"
            return OurFailure(problem, f"wait, then {RUN_AGAIN}")
        case _:
            return None


def _fix_of_limit(job: GenerationJob) -> str:
    """Return what to do if the model does not accept the limit of tokens, which the protocol sets."""
    limit = job.sampling.max_tokens or 0
    smaller = [f"{name} ({size:,} tokens)" for name, size in job.token_limits.items() if size < limit]
    other = (
        f"choose a protocol with a smaller limit, such as {', '.join(smaller)}, or" if smaller else "choose"
    )
    less = "lower thinking_tokens, which is added to it; or " if job.sampling.thinking_tokens else ""
    return f"the protocol sets it: {less}{other} another model"


def budget_error(budget: Budget, tally: Tally, job: GenerationJob) -> BadInput:
    """Return the error of a run whose next call could exceed the budget."""
    problem = (
        f"the next call could exceed {budget.limit:g} USD;"
        f" {budget.spent:.4f} USD spent, {tally.left} of {tally.wanted} samples missing"
    )
    if budget.uncertain:
        problem += (
            f"; up to {budget.uncertain:.4f} USD more may be billed for calls that broke off, were not"
            " counted or whose answer could not be kept"
        )
    return BadInput(*job.budget_name, problem, "raise the budget and run the same command again")


def first_reply_error(failed: CallFailed, job: GenerationJob) -> BadInput:
    """Return the error of a run whose server sends fewer answers per call than requested, or none at all."""
    field, fix = "draws_per_call", "set draws_per_call: 1, so that each answer is a call of its own"
    if isinstance(failed, WebPage):
        field, fix = "base_url", f"check the address of the API, {job.url}; many end in /v1"
    return BadInput(job.config_file, f"{job.config_place}.{field}".lstrip("."), failed.reason, fix)


def missing_samples_error(tally: Tally) -> SightbenchError:
    """Return the error of a run that made all its calls and still lacks samples."""
    by_reason: dict[str, list[SampleKey]] = {}
    for key, reason in tally.lost.items():
        by_reason.setdefault(reason, []).append(key)
    # The smallest key decides between equal numbers, so that a repeated run names the same example.
    by_number = sorted((-len(keys), min(keys), reason) for reason, keys in by_reason.items())
    reasons = [
        f"{-number} sample(s), such as {quote_value(sample_name(key))}: {reason}"
        for number, key, reason in by_number[:_MAX_REASONS]
    ]
    problem = f"{tally.left} of {tally.wanted} samples are missing: {'; '.join(reasons)}"
    if not tally.rejected:
        return OurFailure(problem, RUN_AGAIN)
    fixes = dict.fromkeys(tally.fixes[reason] for reason in by_reason if tally.fixes.get(reason))
    return BadInput("tasks", "", problem, "; ".join(list(fixes)[:_MAX_REASONS]))

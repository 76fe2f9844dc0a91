"""Estimates the calls, tokens, cost and time of a run before its first call."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import Pricer
from benchmark.generation.wire.usage import Usage

Amount = TypeVar("Amount", int, float)

_CALL_SECONDS = 2.0  #: seconds per call, without the time to write the answer
_TOKENS_PER_SECOND = 50.0  #: speed at which a server writes one answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """An estimate from the prompts; each answer counts with the full token limit."""

    samples: int
    calls: int
    tokens_in: int
    tokens_out: int | None  #: upper bound; None without a token limit
    cost_usd: float | None  #: upper bound; None if the price or the token limit is unknown
    seconds: float  #: upper bound if no call fails


def estimate(
    *,
    samples: int,
    calls: int,
    turns: int = 1,
    tokens_in: int,
    tokens_limit: int | None,
    limits: RateLimits,
    pricer: Pricer | None,
) -> Estimate:
    """Return the estimate of a run.

    Args:
        samples: number of missing samples.
        calls: number of calls that they need.
        turns: most answers per sample, of which the last is kept.
        tokens_in: tokens of the prompts of all calls.
        tokens_limit: maximum tokens per answer; None for no limit.
        limits: rate limits of the provider.
        pricer: None if the price is unknown.
    """
    tokens_out = None if tokens_limit is None else samples * turns * tokens_limit
    cost = None
    if pricer is not None and tokens_out is not None and calls:
        # Tiers depend on the prompt of one call (above 200,000 tokens some models cost more), never on a sum.
        average_call = Usage(tokens_in=tokens_in // calls, tokens_out=tokens_out // calls)
        cost = (pricer.cost(average_call) or 0.0) * calls
    call_seconds = _CALL_SECONDS + (tokens_limit or 1000) / _TOKENS_PER_SECOND
    seconds = call_seconds * -(-calls // limits.concurrency)
    if limits.requests_per_minute is not None:
        seconds = max(seconds, 60 * calls / limits.requests_per_minute)
    if limits.tokens_per_minute is not None:
        seconds = max(seconds, 60 * (tokens_in + (tokens_out or 0)) / limits.tokens_per_minute)
    return Estimate(
        samples=samples,
        calls=calls,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost_usd=cost,
        seconds=seconds,
    )


def add_estimates(parts: Sequence[Estimate]) -> Estimate:
    """Add up the estimates of several stages; a value that is unknown for one stage is unknown in the sum."""
    return Estimate(
        samples=sum(part.samples for part in parts),
        calls=sum(part.calls for part in parts),
        tokens_in=sum(part.tokens_in for part in parts),
        tokens_out=_sum([part.tokens_out for part in parts]),
        cost_usd=_sum([part.cost_usd for part in parts]),
        seconds=sum(part.seconds for part in parts),
    )


def _sum(values: Sequence[Amount | None]) -> Amount | None:
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known and len(known) == len(values) else None

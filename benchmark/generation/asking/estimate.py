"""What a run will ask for, before it asks for anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import Pricer
from benchmark.generation.wire.reply import Usage

Amount = TypeVar("Amount", int, float)

_CALL_SECONDS = 2.0  #: that a call takes beside writing its answer
_TOKENS_A_SECOND = 50.0  #: that a server writes for one call


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Guesses from the prompts; what answers take is bounded by the limit of tokens."""

    samples: int
    calls: int
    tokens_in: int
    tokens_out: int | None  #: at most; None without a limit
    cost_usd: float | None  #: at most; None where price or limit are not known
    seconds: float  #: at most, while nothing fails


def estimate(
    *,
    samples: int,
    calls: int,
    tokens_in: int,
    tokens_limit: int | None,
    limits: RateLimits,
    pricer: Pricer | None,
) -> Estimate:
    """Put numbers to a run.

    Args:
        samples: that are missing.
        calls: that they take.
        tokens_in: of the prompts of all calls.
        tokens_limit: of one answer; None for none.
        limits: of the provider.
        pricer: None where the price is not known.
    """
    tokens_out = None if tokens_limit is None else samples * tokens_limit
    cost = None
    if pricer is not None and tokens_out is not None and calls:
        one = Usage(tokens_in=tokens_in // calls, tokens_out=tokens_out // calls)
        cost = (pricer.cost(one) or 0.0) * calls
    a_call = _CALL_SECONDS + (tokens_limit or 1000) / _TOKENS_A_SECOND
    seconds = a_call * -(-calls // limits.concurrency)
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


def together(parts: Sequence[Estimate]) -> Estimate:
    """The estimate of several stages; what is not known of one is not known of all."""
    return Estimate(
        samples=sum(one.samples for one in parts),
        calls=sum(one.calls for one in parts),
        tokens_in=sum(one.tokens_in for one in parts),
        tokens_out=_sum([one.tokens_out for one in parts]),
        cost_usd=_sum([one.cost_usd for one in parts]),
        seconds=sum(one.seconds for one in parts),
    )


def _sum(values: Sequence[Amount | None]) -> Amount | None:
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known and len(known) == len(values) else None

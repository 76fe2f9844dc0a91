"""Token counts of one call."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a whole call, as the server counts them; None for a count that it does not report."""

    tokens_in: int | None = None  #: tokens of the prompt, cached ones included
    tokens_out: int | None = None  #: all tokens generated and paid for, thinking included
    tokens_thinking: int | None = None  #: the part of ``tokens_out`` spent on thinking
    tokens_cached: int | None = None  #: the part of ``tokens_in`` read from a cache
    tokens_to_cache: int | None = None  #: the part of ``tokens_in`` written to a cache, at a separate price
    cost_usd: float | None = None  #: US dollars that the server says it charged; gateways do

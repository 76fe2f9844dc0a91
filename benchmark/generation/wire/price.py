"""Prices of models and costs of calls."""

import datetime
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import install_extra
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.usage import Usage

_MILLION = 1_000_000
POLICY_SOURCE = "policy.yml"  #: source of the prices that maintainers set


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars per million tokens; the lowest tier of a tiered price."""

    input_usd: float
    output_usd: float
    cached_usd: float | None = None  #: for prompt tokens read from a cache; None if equal to ``input_usd``
    to_cache_usd: float | None = None  #: for prompt tokens written to a cache; None if equal to ``input_usd``
    source: str  #: ``config``, or the package and its version
    date: str  #: YYYY-MM-DD, the day for which the price holds


class Pricer(Protocol):
    """Computes what calls cost."""

    @property
    def price(self) -> Price:
        """The price, as recorded in rows."""

    def cost(self, usage: Usage) -> float | None:
        """Return the cost of a call in US dollars, tiers applied; None if the server counts no tokens."""


@dataclass(frozen=True, slots=True)
class FixedPricer:
    """A price from the model config."""

    price: Price

    def cost(self, usage: Usage) -> float | None:
        """Return the cost of a call in US dollars; None if the server counts no tokens."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        price = self.price
        cached, to_cache = _cache_tokens(usage)
        return (
            (usage.tokens_in - cached - to_cache) * price.input_usd
            + cached * (price.input_usd if price.cached_usd is None else price.cached_usd)
            + to_cache * (price.input_usd if price.to_cache_usd is None else price.to_cache_usd)
            + usage.tokens_out * price.output_usd
        ) / _MILLION


class TablePricer:
    """The price table of the package genai-prices; the table is part of the package, nothing is downloaded.

    Args:
        model: the provider's id of the model.
        vendor: name of the vendor in the table; empty if ``base_url`` identifies the vendor.
        base_url: address of the API, if it is not the vendor's own.
        batch: whether calls are made in batches, for which most vendors have a lower price.

    Raises:
        LookupError: if the table does not have the model.
    """

    def __init__(self, model: str, *, vendor: str, base_url: str | None, batch: bool = False) -> None:
        from genai_prices import __version__, calc_price

        self._calc = calc_price
        self._model = model
        self._place = {"provider_api_url": base_url} if base_url else {"provider_id": vendor}
        self._context = {"processing": "batch"} if batch else None
        self._when = datetime.datetime.now(datetime.UTC)
        # The table has tiers and no plain price: one token costs that of the lowest tier.
        single_tokens = (
            Usage(tokens_in=1, tokens_out=0),
            Usage(tokens_in=0, tokens_out=1),
            Usage(tokens_in=1, tokens_out=0, tokens_cached=1),
            Usage(tokens_in=1, tokens_out=0, tokens_to_cache=1),
        )
        plain, out, cached, to_cache = (round(self._total(usage) * _MILLION, 9) for usage in single_tokens)
        self.price = Price(
            input_usd=plain,
            output_usd=out,
            cached_usd=cached,
            to_cache_usd=to_cache,
            source=f"genai-prices {__version__}",
            date=self._when.date().isoformat(),
        )

    def cost(self, usage: Usage) -> float | None:
        """Return the cost of a call in US dollars, tiers applied; None if the server counts no tokens."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        return self._total(usage)

    def _total(self, usage: Usage) -> float:
        from genai_prices import Usage as Tokens

        cached, to_cache = _cache_tokens(usage)
        tokens = Tokens(
            input_tokens=usage.tokens_in,
            output_tokens=usage.tokens_out,
            cache_read_tokens=cached,
            cache_write_tokens=to_cache,
        )
        calculation = self._calc(
            tokens,
            self._model,
            genai_request_timestamp=self._when,
            price_context=self._context,
            **self._place,
        )
        return float(calculation.total_price)


def _cache_tokens(usage: Usage) -> tuple[int, int]:
    """Return the prompt tokens read from a cache and those written to one; at most the prompt in total."""
    whole = usage.tokens_in or 0
    cached = min(usage.tokens_cached or 0, whole)
    return cached, min(usage.tokens_to_cache or 0, whole - cached)


def find_pricer(
    model: str,
    *,
    vendor: str,
    base_url: str | None,
    given: Price | None,
    extra: str = "prices",
    batch: bool = False,
) -> Pricer | None:
    """Return the pricer of a model: the price in its config, else the table; None if neither has a price.

    Args:
        model: its id.
        vendor: the vendor's name in the table; empty for none.
        base_url: address of the server; None for the vendor's own.
        given: the price in the config.
        extra: the extra that a message names if the table is not installed.
        batch: whether calls are made in batches; a price in the config counts as it is.

    Raises:
        BadInput: if the config has no price and the table is not installed.
    """
    if given is not None:
        return FixedPricer(given)
    if (not vendor and base_url is None) or is_loopback(base_url):
        return None
    try:
        return TablePricer(model, vendor=vendor, base_url=base_url, batch=batch)
    except LookupError:
        return None
    except ImportError:
        problem = f"the price of {quote_value(model)} needs the package genai-prices"
        raise BadInput("price", "", problem, install_extra(extra)) from None

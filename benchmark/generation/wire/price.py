"""What a call costs."""

import datetime
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.errors import BadInput, shown
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.reply import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens; of a tiered price, those of the lowest tier."""

    input_usd: float
    output_usd: float
    cached_usd: float | None = None  #: of prompt tokens that the server had already; None: as ``input_usd``
    to_cache_usd: float | None = None  #: of those that it keeps for later; likewise
    source: str  #: ``config``, or the package and its version
    date: str  #: YYYY-MM-DD of the day for which the price holds


class Pricer(Protocol):
    """Turns measured tokens into money."""

    @property
    def price(self) -> Price:
        """As rows record it."""

    def cost(self, usage: Usage) -> float | None:
        """US dollars of one call, tiers applied; None where the server counts no tokens."""


@dataclass(frozen=True, slots=True)
class FixedPricer:
    """A price of the config."""

    price: Price

    def cost(self, usage: Usage) -> float | None:
        """See the protocol."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        price = self.price
        cached, to_cache = _parts(usage)
        return (
            (usage.tokens_in - cached - to_cache) * price.input_usd
            + cached * (price.input_usd if price.cached_usd is None else price.cached_usd)
            + to_cache * (price.input_usd if price.to_cache_usd is None else price.to_cache_usd)
            + usage.tokens_out * price.output_usd
        ) / _MILLION


class TablePricer:
    """The price table of the package genai-prices; its data lie in its wheel, nothing is fetched.

    Args:
        model: the provider's id.
        vendor: as the table calls it; empty where ``base_url`` says it.
        base_url: of the API, where it is another one than the vendor's.

    Raises:
        LookupError: when the table does not have the model.
    """

    def __init__(self, model: str, *, vendor: str, base_url: str | None) -> None:
        from genai_prices import __version__, calc_price

        self._calc = calc_price
        self._model = model
        self._place = {"provider_api_url": base_url} if base_url else {"provider_id": vendor}
        self._when = datetime.datetime.now(datetime.UTC)
        one = (
            Usage(tokens_in=1, tokens_out=0),
            Usage(tokens_in=0, tokens_out=1),
            Usage(tokens_in=1, tokens_out=0, tokens_cached=1),
            Usage(tokens_in=1, tokens_out=0, tokens_to_cache=1),
        )
        plain, out, cached, to_cache = (round(self._total(usage) * _MILLION, 9) for usage in one)
        self.price = Price(
            input_usd=plain,
            output_usd=out,
            cached_usd=cached,
            to_cache_usd=to_cache,
            source=f"genai-prices {__version__}",
            date=self._when.date().isoformat(),
        )

    def cost(self, usage: Usage) -> float | None:
        """See the protocol."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        return self._total(usage)

    def _total(self, usage: Usage) -> float:
        from genai_prices import Usage as Tokens

        cached, to_cache = _parts(usage)
        tokens = Tokens(
            input_tokens=usage.tokens_in,
            output_tokens=usage.tokens_out,
            cache_read_tokens=cached,
            cache_write_tokens=to_cache,
        )
        found = self._calc(tokens, self._model, genai_request_timestamp=self._when, **self._place)
        return float(found.total_price)


def _parts(usage: Usage) -> tuple[int, int]:
    """Prompt tokens that were in the server's cache, and that went into it; never more than there are."""
    whole = usage.tokens_in or 0
    cached = min(usage.tokens_cached or 0, whole)
    return cached, min(usage.tokens_to_cache or 0, whole - cached)


def pricer(model: str, *, vendor: str, base_url: str | None, given: Price | None) -> Pricer | None:
    """Where the price of a model comes from: the config, else the table; None where neither knows it.

    Raises:
        BadInput: when the table is not installed and the config gives no price for a vendor's model.
    """
    if given is not None:
        return FixedPricer(given)
    if (not vendor and base_url is None) or is_loopback(base_url):
        return None
    try:
        return TablePricer(model, vendor=vendor, base_url=base_url)
    except LookupError:
        return None
    except ImportError:
        problem = f"the price of {shown(model)} needs the package genai-prices"
        raise BadInput("price", "", problem, "python -m pip install 'sightbench[generate]'") from None

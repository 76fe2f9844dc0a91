"""Costs computed from measured tokens: by the table's tiers for each call, or by the config's price."""

import pytest

from benchmark.generation.wire.price import FixedPricer, Price, TablePricer, find_pricer
from benchmark.generation.wire.usage import Usage

GIVEN = Price(input_usd=3, output_usd=15, cached_usd=0.3, to_cache_usd=3.75, source="config", date="2025-01")


def test_cached_tokens_have_a_price_of_their_own() -> None:
    usage = Usage(tokens_in=1000, tokens_out=100, tokens_cached=600, tokens_to_cache=100)
    assert FixedPricer(GIVEN).cost(usage) == pytest.approx((300 * 3 + 600 * 0.3 + 100 * 3.75 + 1500) / 1e6)


def test_cached_tokens_without_a_price_cost_as_much_as_others() -> None:
    plain = FixedPricer(Price(input_usd=3, output_usd=15, source="config", date="2025-01"))
    cached = Usage(tokens_in=1000, tokens_out=100, tokens_cached=600, tokens_to_cache=100)
    assert plain.cost(cached) == plain.cost(Usage(tokens_in=1000, tokens_out=100))


def test_cached_tokens_beyond_the_prompt_cost_nothing() -> None:
    absurd = Usage(tokens_in=10, tokens_out=0, tokens_cached=1000, tokens_to_cache=1000)
    assert FixedPricer(GIVEN).cost(absurd) == pytest.approx(10 * 0.3 / 1e6)


@pytest.mark.parametrize("usage", [Usage(), Usage(tokens_in=1), Usage(tokens_out=1)])
def test_unknown_token_counts_have_no_cost(usage: Usage) -> None:
    assert FixedPricer(GIVEN).cost(usage) is None
    assert TablePricer("gpt-4o", vendor="openai", base_url=None).cost(usage) is None


def test_the_table_applies_its_tiers_to_each_call() -> None:
    """The price of claude-sonnet-4-5 is higher for prompts over 200,000 tokens."""
    table = TablePricer("claude-sonnet-4-5", vendor="anthropic", base_url=None)
    small, large = Usage(tokens_in=100_000, tokens_out=500), Usage(tokens_in=200_001, tokens_out=1000)
    assert table.cost(small) == pytest.approx(0.3075)
    assert table.cost(large) == pytest.approx(1.222506)
    assert table.price.source.startswith("genai-prices ")
    assert len(table.price.date) == 10


def test_the_price_in_the_config_overrides_the_table() -> None:
    found = find_pricer("gpt-4o", vendor="openai", base_url=None, given=GIVEN)
    assert found is not None
    assert found.price is GIVEN


@pytest.mark.parametrize(
    ("model", "vendor", "base_url"),
    [
        ("nobody-knows-this", "openai", None),
        ("gpt-4o", "openai", "http://127.0.0.1:8000/v1"),
        ("gpt-4o", "openai", "https://api.of-nobody.example/v1"),
        ("acme/acme-7b", "", None),
    ],
)
def test_an_unknown_price_is_none(model: str, vendor: str, base_url: str | None) -> None:
    assert find_pricer(model, vendor=vendor, base_url=base_url, given=None) is None


def test_a_router_has_its_own_prices() -> None:
    found = find_pricer("openai/gpt-4o", vendor="openai", base_url="https://openrouter.ai/api/v1", given=None)
    assert found is not None
    assert (found.price.input_usd, found.price.output_usd) == (2.5, 10)

"""The failures that vendors' real error responses mean."""

import json
from typing import Any

import pytest

from benchmark.cli.generate.lending import lent_keys
from benchmark.core.errors import BadInput
from benchmark.generation.providers.keys import api_key
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.failure import CallFailed, Cause, Outage, ParameterRefused, TaskRejected
from benchmark.generation.wire.price import FixedPricer, Price, TablePricer, find_pricer
from benchmark.generation.wire.status import failure_of
from benchmark.generation.wire.transport import LastResponse, http_client
from benchmark.generation.wire.usage import Usage
from tests.case_files import read_cases, table

NAMES = {
    "temperature": "temperature",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "top_p": "top_p",
    "topK": "top_k",
    "seed": "seed",
    "stop": "stop",
    "thinking": "thinking",
}


def failure(status: int, body: Any, **headers: str) -> CallFailed:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return failure_of(LastResponse(status=status, headers=headers, body=data), NAMES, ("the-key",))


def openai(message: str, code: str | None = None, param: str | None = None) -> dict[str, Any]:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return {"error": error}


def google(status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": 400, "message": message, "status": status, "details": list(details)}}


def anthropic(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize("case", read_cases("replies/errors.yaml"), ids=lambda case: str(case)[:60])
def test_an_error_response_gives_the_right_failure(case: dict[str, Any]) -> None:
    body = case["body"].encode("latin-1") if isinstance(case["body"], str) else case["body"]
    assert type(failure(case["status"], body)).__name__ == case["failure"]


#: An entry of an error's list that repeats the request, whose parameters do not count.
ECHO = {"loc": ["body", "seed"], "msg": "Extra inputs are not permitted", "input": {"temperature": 0.2}}


@table("generation")
def test_a_refused_parameter_has_the_name_used_in_configs(body: Any, named: list[str]) -> None:
    failed = failure(400, body)
    assert isinstance(failed, ParameterRefused)
    assert [failed.parameter, *failed.others] == named


def test_a_parameter_name_inside_a_longer_word_does_not_count() -> None:
    assert isinstance(failure(400, openai("Invalid value for reseeding or temperatures")), TaskRejected)


@table("generation")
def test_a_name_counts_only_where_it_names_a_parameter(message: str, named: list[str]) -> None:
    """All texts are of the type `invalid_request_error`, as those about pictures are."""
    failed = failure(400, openai(message))
    found = [failed.parameter, *failed.others] if isinstance(failed, ParameterRefused) else []
    assert found == named


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": "1210", "message": "API 调用参数有误请检查文档。"}, "UnnamedRefusal"),
        ({"code": 1210, "message": "API 调用参数有误请检查文档。"}, "UnnamedRefusal"),
        ({"code": "1210", "message": "temperature 参数非法。请检查文档。"}, "ParameterRefused"),
        ({"code": "1211", "message": "模型不存在请检查模型代码。"}, "TaskRejected"),
        ({"code": "1301", "message": "A picture of 1210 pixels is not read."}, "TaskRejected"),
    ],
)
def test_a_code_says_what_a_text_in_another_language_means(error: dict[str, Any], kind: str) -> None:
    assert type(failure(400, {"error": error})).__name__ == kind


def test_the_wait_in_a_google_body_overrides_the_header() -> None:
    body = google("RESOURCE_EXHAUSTED", "slow", {"@type": "RetryInfo", "retryDelay": "12.5s"})
    failed = failure(429, body, **{"retry-after": "60"})
    assert isinstance(failed, Outage)
    assert (failed.cause, failed.retry_after) == (Cause.RATE_LIMIT, 12.5)


def test_a_reason_is_one_printable_line_without_keys() -> None:
    failed = failure(500, openai("a\nb\x1b[31m the-key sk-proj-0123456789abcdef " + "x" * 5000))
    assert failed.reason.isprintable()
    assert len(failed.reason) < 400
    assert "the-key" not in failed.reason
    assert "sk-proj" not in failed.reason


def test_a_failure_has_the_status_and_the_request_id() -> None:
    failed = failure(500, b"", **{"x-request-id": "req-7"})
    assert (failed.status, failed.request_id) == (500, "req-7")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"temperature is not supported here", "temperature is not supported here"),
        (b'"no temperature: unsupported"', '"no temperature: unsupported"'),
        (b'{"errors": [{"message": "temperature: unknown field"}]}', "temperature: unknown field"),
        ({"detail": [ECHO]}, "the server says 400: body.seed: Extra inputs are not permitted"),
    ],
)
def test_an_error_in_another_layout_is_shown_and_understood(body: Any, message: str) -> None:
    refused = failure(400, body)
    assert isinstance(refused, ParameterRefused)
    assert message in refused.reason


def test_an_html_page_is_not_shown() -> None:
    assert failure(502, b"<html><body>overloaded</body></html>").reason == "the server says 502"


SECRET = "-".join(["a", "key", "of", "nobody"])


def key(variable: str | None, url: str | None, provider: str = "openai", **lent: str) -> str | None:
    access = ModelAccess(provider=provider, model="m", base_url=url, api_key_env=variable)
    names = (variable, "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
    found = api_key(access, {name: SECRET for name in names if name}, lent)
    return found and f"{found.variable} {found.host}"


@table("generation")
def test_a_key_goes_to_its_vendor_or_has_our_prefix(variable, url, provider) -> None:
    assert key(variable, url, provider) is not None


OTHERS = ("STRIPE_API_KEY", "ACME_API_KEY", "AWS_SECRET_ACCESS_KEY", "DATABASE_URL", "ANTHROPIC_AUTH_TOKEN")


@pytest.mark.parametrize("url", ["https://api.acme.example/v1", "http://127.0.0.1:8000/v1", None])
@pytest.mark.parametrize("variable", [*OTHERS, "ANTHROPIC_API_KEY", "HF_TOKEN"])
def test_another_variable_is_not_sent(variable: str, url: str | None) -> None:
    with pytest.raises(BadInput, match=f"{variable} may not be sent to") as caught:
        key(variable, url)
    assert SECRET not in caught.value.render()


@pytest.mark.parametrize("url", read_cases("texts/look_alikes.yaml"))
def test_a_look_alike_gets_no_vendors_key(url: str) -> None:
    with pytest.raises(BadInput, match="OPENAI_API_KEY may not be sent to"):
        key("OPENAI_API_KEY", url)


def test_a_lent_variable_goes_to_exactly_its_host() -> None:
    url = "https://api.acme.example/v1"
    assert key("ACME_API_KEY", url, ACME_API_KEY="api.acme.example") == "ACME_API_KEY api.acme.example"
    for host in ("acme.example", "other.example"):
        with pytest.raises(BadInput) as caught:
            key("ACME_API_KEY", url, ACME_API_KEY=host)
        assert "--lend ACME_API_KEY=api.acme.example" in caught.value.fix


@pytest.mark.parametrize("variable", [*OTHERS[2:], "STRIPE_API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN"])
def test_some_variables_cannot_even_be_lent(variable: str) -> None:
    with pytest.raises(BadInput, match=r"is sent to no other host|is never sent"):
        lent_keys([f"{variable}=api.acme.example"])


@pytest.mark.parametrize(
    "value", ["ACME", "ACME=", "=host", "ACME_KEY=https://a.b", "ACME_KEY=a.b:80", "a=b"]
)
def test_a_wrong_lending_is_refused(value: str) -> None:
    with pytest.raises(BadInput, match="--lend"):
        lent_keys([value])


@pytest.mark.parametrize(
    "proxy", ["socks5://127.0.0.1:1080", "socks5h://h:1", "ftp://h", "http://", "http://h:x"]
)
@pytest.mark.parametrize("name", ["HTTPS_PROXY", "ALL_PROXY", "http_proxy"])
def test_a_proxy_that_cannot_be_used_is_one_line(name, proxy, monkeypatch) -> None:
    monkeypatch.setenv(name, proxy)
    with pytest.raises(BadInput, match=name.upper()) as caught:
        http_client(seconds=1, url="https://api.acme.example", key=None, dump=None)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


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


@table("generation")
def test_an_unknown_price_is_none(model: str, vendor: str, base_url: str | None) -> None:
    assert find_pricer(model, vendor=vendor, base_url=base_url, given=None) is None


def test_a_router_has_its_own_prices() -> None:
    found = find_pricer("openai/gpt-4o", vendor="openai", base_url="https://openrouter.ai/api/v1", given=None)
    assert found is not None
    assert (found.price.input_usd, found.price.output_usd) == (2.5, 10)

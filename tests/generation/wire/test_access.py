"""Which key goes to which host, and proxies that cannot be used."""

import pytest

from benchmark.cli.generate.lending import lent_keys
from benchmark.core.errors import BadInput
from benchmark.generation.wire.access import ModelAccess, api_key
from benchmark.generation.wire.transport import http_client

SECRET = "-".join(["a", "key", "of", "nobody"])


def key(variable: str | None, url: str | None, provider: str = "openai", **lent: str) -> str | None:
    access = ModelAccess(provider=provider, model="m", base_url=url, api_key_env=variable)
    names = (variable, "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
    found = api_key(access, {name: SECRET for name in names if name}, lent)
    return found and f"{found.variable} {found.host}"


@pytest.mark.parametrize(
    ("variable", "url", "provider"),
    [
        ("OPENAI_API_KEY", None, "openai"),
        (None, None, "openai"),
        ("OPENAI_API_KEY", "https://eu.api.openai.com:8443/v1", "openai"),
        ("OPENAI_API_KEY", "https://API.OpenAI.com/v1", "openai"),
        ("SIGHTBENCH_KEY_ACME", "https://api.acme.example/v1", "openai"),
        ("SIGHTBENCH_KEY_ACME", "http://127.0.0.1:8000/v1", "anthropic"),
    ],
)
def test_a_key_goes_to_its_vendor_or_has_our_prefix(
    variable: str | None, url: str | None, provider: str
) -> None:
    assert key(variable, url, provider) is not None


OTHERS = ("STRIPE_API_KEY", "ACME_API_KEY", "AWS_SECRET_ACCESS_KEY", "DATABASE_URL", "ANTHROPIC_AUTH_TOKEN")


@pytest.mark.parametrize("url", ["https://api.acme.example/v1", "http://127.0.0.1:8000/v1", None])
@pytest.mark.parametrize("variable", [*OTHERS, "ANTHROPIC_API_KEY", "HF_TOKEN"])
def test_another_variable_is_not_sent(variable: str, url: str | None) -> None:
    with pytest.raises(BadInput, match=f"{variable} may not be sent to") as caught:
        key(variable, url)
    assert SECRET not in caught.value.render()


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com.evil.example/v1",
        "https://evilopenai.com/v1",
        "https://api.openai.com@evil.example/v1",
        "https://api.openai.com:443@evil.example/v1",
        "https://evil.example/@api.openai.com",
        "https://evil.example?api.openai.com",
        "https://evil.example#api.openai.com",
        "https://api.openai.com%2eevil.example/v1",
        "https://api.openai.com./v1",
        "https://api.\u043epenai.com/v1",
        "https://xn--penai-6od.com/v1",
        "http://127.0.0.1/api.openai.com",
    ],
)
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
def test_a_proxy_that_cannot_be_used_is_one_line(
    name: str, proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, proxy)
    with pytest.raises(BadInput, match=name.upper()) as caught:
        http_client(seconds=1, url="https://api.acme.example", key=None, dump=None)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)

"""A server that redirects gets one request; nobody else gets the key, the prompt or the picture."""

from collections.abc import Iterator

import pytest
from loopback import LoopbackServer, Status

from benchmark.generation.prompts.message import Message, PicturePart, TextPart
from benchmark.generation.wire.failure import ModelMisconfigured

from .conftest import API_PROVIDERS

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURE = PicturePart(media_type="image/png", base64=PNG, width=1, height=1, size=68)
MESSAGES = (Message(role="user", parts=(TextPart(text="Look at"), PICTURE)),)
PATHS = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/m:generateContent",
    "google-legacy": "/v1beta/models/m:generateContent",
}


@pytest.fixture(scope="module")
def other_server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as other:
        yield other


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("name", API_PROVIDERS)
def test_a_redirect_to_another_server_gets_nothing(name, code, ask, server, other_server) -> None:
    """The other server speaks the same API, so a followed redirect would get an answer."""
    before = len(server.served)
    for location in (
        other_server.origin + PATHS[name],
        other_server.origin.replace("127.0.0.1", "localhost") + PATHS[name],
    ):
        with pytest.raises(ModelMisconfigured, match="redirect"):
            ask(name, Status(code=code, location=location), messages=MESSAGES)
    assert len(server.served) == before + 2
    assert (other_server.served, other_server.others) == ((), ())


@pytest.mark.parametrize(
    "location", ["", "//localhost/x", "http://127.0.0.1:9/x", "{path}", "file:///x", "::"]
)
@pytest.mark.parametrize("name", API_PROVIDERS)
def test_no_address_of_a_redirect_is_tried(name, location, ask, server) -> None:
    """The addresses include ``http:`` on the same host, without TLS, and a path that would be answered."""
    before, elsewhere = len(server.served), server.others
    with pytest.raises(ModelMisconfigured, match="redirect"):
        ask(name, Status(code=307, location=location.format(path=PATHS[name])), messages=MESSAGES)
    assert len(server.served) == before + 1
    assert server.others == elsewhere

"""How the SDK anthropic reacts to each fault; the provider ``anthropic`` relies on this."""

import base64
import hashlib
import json
from typing import Any

import anthropic
import pytest
from loopback import (
    BadKey,
    BrokenJson,
    ContextOverflow,
    Cut,
    Drop,
    EmptyBody,
    ErrorInBody,
    Fault,
    Filtered,
    FixedText,
    Hang,
    Html,
    LoopbackServer,
    NoChoices,
    NoUsage,
    NullContent,
    PlainText,
    RateLimited,
    Refusal,
    RefusesParameter,
    ResolvesTo,
    Script,
    Status,
    UnknownModel,
)

from .conftest import FIRST, SECOND, script_with


@pytest.fixture(scope="module")
def client(module_server: LoopbackServer) -> anthropic.Anthropic:
    return anthropic.Anthropic(
        base_url=module_server.origin, api_key="sk-planted", max_retries=0, timeout=0.3
    )


def ask(
    client: anthropic.Anthropic, content: Any = "def f():", max_tokens: int = 512, **parameters: Any
) -> Any:
    messages: Any = [{"role": "user", "content": content}]
    return client.messages.create(model="m", max_tokens=max_tokens, messages=messages, **parameters)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Status(code=500), anthropic.InternalServerError),
        (Status(code=502, html=True), anthropic.InternalServerError),
        (Status(code=503), anthropic.ServiceUnavailableError),
        (Status(code=529), anthropic.OverloadedError),
        (Status(code=413), anthropic.ContentTooLargeError),
        (RateLimited(), anthropic.RateLimitError),
        (RateLimited(exhausted=True), anthropic.BadRequestError),
        (RefusesParameter(name="temperature"), anthropic.BadRequestError),
        (ContextOverflow(), anthropic.BadRequestError),
        (Filtered(), anthropic.BadRequestError),  # the other APIs return an answer
        (UnknownModel(), anthropic.NotFoundError),
        (BadKey(), anthropic.AuthenticationError),
        (Hang(), anthropic.APITimeoutError),
        (Drop(), anthropic.APIConnectionError),
        (Drop(after="headers"), anthropic.APIConnectionError),
        (Cut(), anthropic.APIConnectionError),
        (Cut(chunked=True), anthropic.APIConnectionError),
        (BrokenJson(), json.JSONDecodeError),
        (EmptyBody(), json.JSONDecodeError),
    ],
    ids=str,
)
def test_the_sdk_raises_these_faults(
    fault: Fault, error: type[Exception], client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    with pytest.raises(error) as raised:
        ask(client, extra_body={"temperature": 0.5})
    assert raised.type is error


@pytest.mark.parametrize(
    ("fault", "reason", "kinds"),
    [
        (ErrorInBody(), None, None),
        (NoChoices(missing=True), None, None),
        (NoChoices(), None, []),
        (NullContent(), "end_turn", []),
        (Refusal(), "refusal", []),
        (FixedText(text="x", finish="brand_new"), "brand_new", ["text"]),
        (PlainText(), "end_turn", ["text"]),
        (NoUsage(), "end_turn", ["text"]),
    ],
    ids=str,
)
def test_the_sdk_does_not_raise_these_faults(
    fault: Fault,
    reason: str | None,
    kinds: list[str] | None,
    client: anthropic.Anthropic,
    server: LoopbackServer,
) -> None:
    server.script = script_with(fault)
    reply = ask(client)
    assert isinstance(reply, anthropic.types.Message)
    assert reply.stop_reason == reason
    assert (reply.content and [block.type for block in reply.content]) == kinds


def test_an_html_page_with_status_200_is_returned_as_a_string(
    client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    server.script = script_with(Html())
    assert isinstance(ask(client), str)


def test_used_up_credit_differs_only_by_its_message(
    client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    server.script = script_with(RateLimited(exhausted=True))
    with pytest.raises(anthropic.BadRequestError, match="credit balance is too low"):
        ask(client)


def test_an_error_has_the_time_to_wait_and_the_request_id(
    client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    server.script = script_with(RateLimited(retry_after="7"))
    with pytest.raises(anthropic.RateLimitError) as raised:
        ask(client)
    assert raised.value.response.headers["retry-after"] == "7"
    assert raised.value.request_id == f"req_{server.served[-1].request_id}"


@pytest.mark.parametrize("name", ["temperature", "top_p", "top_k", "n", "seed"])
def test_these_parameters_are_not_in_the_signature(name: str, client: anthropic.Anthropic) -> None:
    with pytest.raises(TypeError, match=name):
        ask(client, **{name: 1})


def test_a_field_unknown_to_the_api_is_refused(client: anthropic.Anthropic, server: LoopbackServer) -> None:
    with pytest.raises(anthropic.BadRequestError, match="seed: Extra inputs are not permitted"):
        ask(client, extra_body={"seed": 1})
    assert "seed" in server.others[-1]


def test_temperature_and_top_p_together_may_be_refused(
    client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    server.script = script_with(RefusesParameter(name="top_p"))
    with pytest.raises(anthropic.BadRequestError, match="cannot both be specified"):
        ask(client, extra_body={"temperature": 0.8, "top_p": 0.95})
    assert ask(client, extra_body={"temperature": 0.8}).content


def test_a_large_token_limit_needs_an_explicit_time_limit(server: LoopbackServer) -> None:
    with anthropic.Anthropic(base_url=server.origin, api_key="k", max_retries=0) as client:
        with pytest.raises(ValueError, match="Streaming is required"):
            ask(client, max_tokens=64_000)
        assert ask(client.with_options(timeout=900), max_tokens=64_000).content


def test_all_parameters_and_parts_arrive_in_order(
    client: anthropic.Anthropic, server: LoopbackServer
) -> None:
    def picture(data: bytes) -> dict[str, Any]:
        source = {
            "type": "base64",
            "media_type": "image/png",
            "data": base64.b64encode(data).decode(),
        }
        return {"type": "image", "source": source}

    content = [{"type": "text", "text": "a"}, picture(FIRST), {"type": "text", "text": "b"}, picture(SECOND)]
    sampling = {"temperature": 0.8, "top_p": 0.95, "top_k": 20}
    reply = ask(
        client,
        content,
        system="s",
        stop_sequences=["\n```\n"],
        thinking={"type": "enabled", "budget_tokens": 1024},
        extra_body=sampling,
    )
    served = server.served[-1]
    assert served.order == "ttptp"
    assert served.pictures == tuple(hashlib.sha256(data).hexdigest() for data in (FIRST, SECOND))
    assert served.parameters == {
        **sampling,
        "max_tokens": 512,
        "stop_sequences": ["\n```\n"],
        "thinking": {"type": "enabled", "budget_tokens": 1024},
    }
    assert (served.key, served.model) == ("sk-planted", "m")
    assert (reply.stop_reason, reply.stop_sequence) == ("stop_sequence", "\n```\n")


def test_cached_tokens_are_not_counted_as_input(client: anthropic.Anthropic, server: LoopbackServer) -> None:
    server.script = Script(caches=True, thinking="t" * 40)
    for read, written in ((0, 2), (2, 0)):
        reply = ask(client, "16 characters ok")
        counted = server.served[-1].usage
        assert counted is not None
        assert (reply.usage.cache_read_input_tokens, reply.usage.cache_creation_input_tokens) == (
            read,
            written,
        )
        assert reply.usage.input_tokens + read + written == counted.tokens_in == 4
        assert reply.usage.output_tokens == counted.tokens_out
        assert [block.type for block in reply.content] == ["thinking", "text"]


def test_the_token_limit_ends_an_answer(client: anthropic.Anthropic, server: LoopbackServer) -> None:  # noqa: ARG001
    assert ask(client, max_tokens=2).stop_reason == "max_tokens"


def test_the_model_that_answers_may_change(client: anthropic.Anthropic, server: LoopbackServer) -> None:
    server.script = script_with(ResolvesTo(model="m-2"))
    assert ask(client).model == "m-2"

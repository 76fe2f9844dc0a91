"""How the SDK openai reacts to each fault; the provider ``openai`` relies on this."""

import base64
import hashlib
import json
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2
import openai
import pytest
from loopback import (
    BadKey,
    BrokenJson,
    ContextOverflow,
    Count,
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
    Slow,
    Status,
    UnknownModel,
)

from .conftest import FIRST, SECOND, script_with


@pytest.fixture(scope="module")
def client(module_server: LoopbackServer) -> openai.OpenAI:
    return openai.OpenAI(base_url=module_server.openai_url, api_key="sk-planted", max_retries=0, timeout=0.3)


def picture(data: bytes) -> dict[str, Any]:
    url = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": url, "detail": "high"}}


def ask(client: openai.OpenAI, **parameters: Any) -> Any:
    messages: Any = [{"role": "user", "content": "def f():"}]
    return client.chat.completions.create(model="m", messages=messages, **parameters)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Status(code=500), openai.InternalServerError),
        (Status(code=502, html=True), openai.InternalServerError),
        (Status(code=503), openai.InternalServerError),
        (Status(code=529), openai.InternalServerError),
        (Status(code=413), openai.APIStatusError),
        (RateLimited(), openai.RateLimitError),
        (RateLimited(exhausted=True), openai.RateLimitError),
        (RefusesParameter(name="temperature"), openai.BadRequestError),
        (ContextOverflow(), openai.BadRequestError),
        (Filtered(prompt=True), openai.BadRequestError),
        (UnknownModel(), openai.NotFoundError),
        (BadKey(), openai.AuthenticationError),
        (Hang(), openai.APITimeoutError),
        (Drop(), openai.APIConnectionError),
        (Drop(after="headers"), openai.APIConnectionError),
        (Cut(), openai.APIConnectionError),
        (Cut(chunked=True), openai.APIConnectionError),
        (BrokenJson(), json.JSONDecodeError),  # the SDK has no error of its own for this
        (EmptyBody(), json.JSONDecodeError),
    ],
    ids=str,
)
def test_the_sdk_raises_these_faults(
    fault: Fault, error: type[Exception], client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    with pytest.raises(error) as raised:
        ask(client, temperature=0.5)
    assert raised.type is error


@pytest.mark.parametrize("fault", [Cut(), Cut(chunked=True), Cut(share=0.99)], ids=str)
def test_a_truncated_compressed_body_is_raised_too(
    fault: Fault, client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = Script(rules=script_with(fault).rules, gzip=True)
    with pytest.raises(openai.APIConnectionError):
        ask(client)
    server.script = Script(gzip=True)
    assert ask(client).choices


@pytest.mark.parametrize(
    ("fault", "finishes"),
    [
        (ErrorInBody(), None),
        (NoChoices(missing=True), None),
        (NoChoices(), []),
        (ErrorInBody(in_choice=True), ["error"]),
        (Count(choices=1), ["stop"]),
        (NullContent(), ["stop"] * 3),
        (Refusal(), ["stop"] * 3),
        (Filtered(), ["content_filter"] * 3),
        (FixedText(text="x", finish="brand_new"), ["brand_new"] * 3),
        (PlainText(), ["stop"] * 3),
        (NoUsage(), ["stop"] * 3),
    ],
    ids=str,
)
def test_the_sdk_does_not_raise_these_faults(
    fault: Fault, finishes: list[str] | None, client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    reply = ask(client, n=3)
    assert isinstance(reply, openai.types.chat.ChatCompletion)
    assert (reply.choices and [choice.finish_reason for choice in reply.choices]) == finishes
    assert (reply.usage is None) == (fault in (NoUsage(), ErrorInBody()))


def test_an_html_page_with_status_200_is_returned_as_a_string(
    client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = script_with(Html())
    assert isinstance(ask(client), str)


def test_a_refusal_has_a_field_of_its_own(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = script_with(Refusal(text="No."))
    message = ask(client).choices[0].message
    assert (message.content, message.refusal) == (None, "No.")


def test_a_used_up_quota_differs_only_by_its_code(client: openai.OpenAI, server: LoopbackServer) -> None:
    codes = []
    for fault in (RateLimited(), RateLimited(exhausted=True)):
        server.script = script_with(fault)
        with pytest.raises(openai.RateLimitError) as raised:
            ask(client)
        codes.append(raised.value.code)
    assert codes == ["rate_limit_exceeded", "insufficient_quota"]


def test_an_error_has_the_time_to_wait_and_the_request_id(
    client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = script_with(RateLimited(retry_after="-1e400"))
    with pytest.raises(openai.RateLimitError) as raised:
        ask(client)
    assert raised.value.response.headers["retry-after"] == "-1e400"
    assert raised.value.request_id == server.served[-1].request_id
    server.script = script_with(RateLimited(retry_date=60))
    with pytest.raises(openai.RateLimitError) as raised:
        ask(client)
    assert parsedate_to_datetime(raised.value.response.headers["retry-after"]).utcoffset() is not None


def test_an_error_names_the_parameter(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = script_with(RefusesParameter(name="temperature"))
    with pytest.raises(openai.BadRequestError) as raised:
        ask(client, temperature=0.8)
    assert (raised.value.param, raised.value.code) == ("temperature", "unsupported_value")
    assert "does not support 0.8" in str(raised.value)
    assert ask(client).choices


def test_an_error_may_repeat_the_key(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = script_with(BadKey(echoes=True))
    with pytest.raises(openai.AuthenticationError, match="sk-planted"):
        ask(client)


def test_the_time_limit_applies_between_pieces_and_not_to_the_call(
    client: openai.OpenAI, server: LoopbackServer
) -> None:
    server.script = script_with(Slow(seconds=0.6, dribbles=True))
    assert ask(client).choices


def test_lone_surrogates_and_nul_arrive(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = script_with(FixedText(text="a\ud800\0b"))
    assert ask(client).choices[0].message.content == "a\ud800\0b"


def test_all_parameters_and_parts_arrive_in_order(client: openai.OpenAI, server: LoopbackServer) -> None:
    content = [{"type": "text", "text": "a"}, picture(FIRST), {"type": "text", "text": "b"}, picture(SECOND)]
    messages: Any = [{"role": "system", "content": "s"}, {"role": "user", "content": content}]
    wanted: dict[str, Any] = {
        "n": 2,
        "seed": 7,
        "stop": ["\n```\n"],
        "temperature": 0.8,
        "top_p": 0.95,
        "max_completion_tokens": 512,
        "reasoning_effort": "low",
    }
    reply = client.chat.completions.create(model="m", messages=messages, extra_body={"top_k": 5}, **wanted)
    served = server.served[-1]
    assert served.order == "ttptp"
    assert [(piece.role, piece.value) for piece in served.prompt if piece.kind == "text"] == [
        ("system", "s"),
        ("user", "a"),
        ("user", "b"),
    ]
    assert served.pictures == tuple(hashlib.sha256(data).hexdigest() for data in (FIRST, SECOND))
    assert served.parameters == {**wanted, "top_k": 5}
    assert (served.key, served.model) == ("sk-planted", "m")
    assert [choice.index for choice in reply.choices] == [0, 1]
    texts = [choice.message.content for choice in reply.choices]
    assert len(set(texts)) == 2
    assert not any(text is None or text.endswith("```\n") for text in texts)


def test_tokens_are_counted_with_thinking_and_cache(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = Script(caches=True, thinking="t" * 40)
    ask(client, n=2, seed=1)
    usage = ask(client, n=2, seed=1).usage
    counted = server.served[-1].usage
    assert counted is not None
    assert usage.prompt_tokens == counted.tokens_in
    assert usage.prompt_tokens_details.cached_tokens == counted.tokens_cached == counted.tokens_in // 2
    assert usage.completion_tokens == counted.tokens_out
    assert usage.completion_tokens_details.reasoning_tokens == counted.tokens_thinking == 20


def test_the_token_limit_includes_thinking(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = Script(thinking="t" * 40)
    short = ask(client, max_completion_tokens=12)
    assert (short.choices[0].finish_reason, short.usage.completion_tokens) == ("length", 12)


def test_the_model_that_answers_may_change(client: openai.OpenAI, server: LoopbackServer) -> None:
    server.script = Script(resolves={"m": "m-2026-01-01"})
    before = ask(client)
    server.script = script_with(ResolvesTo(model="m-2026-06-01"))
    after = ask(client)
    assert (before.model, before.system_fingerprint) == ("m-2026-01-01", "fp_loopback")
    assert (after.model, after.system_fingerprint) == ("m-2026-06-01", "fp_changed")


def test_the_transport_of_the_sdk_is_httpx2() -> None:
    assert issubclass(openai.DefaultHttpxClient, httpx2.Client)

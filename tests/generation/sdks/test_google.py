"""How the SDK google-genai reacts to each fault; the provider ``google`` relies on this."""

import hashlib
import json
import warnings
from typing import Any

import httpx2
import pytest
from google import genai
from google.genai import errors, types
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
def client(module_server: LoopbackServer) -> genai.Client:
    options = types.HttpOptions(base_url=module_server.origin, timeout=300, api_version="v1beta")
    return genai.Client(api_key="planted", http_options=options)


def ask(client: genai.Client, contents: Any = "def f():", **parameters: Any) -> Any:
    config = types.GenerateContentConfig(**parameters)
    return client.models.generate_content(model="m", contents=contents, config=config)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Status(code=500), errors.ServerError),
        (Status(code=502, html=True), errors.ServerError),
        (Status(code=503), errors.ServerError),
        (RateLimited(), errors.ClientError),
        (RateLimited(exhausted=True), errors.ClientError),
        (RefusesParameter(name="temperature"), errors.ClientError),
        (ContextOverflow(), errors.ClientError),
        (UnknownModel(), errors.ClientError),
        (BadKey(), errors.ClientError),
        # For faults of the transport and the body, the SDK has no errors of its own.
        (Hang(), httpx2.ReadTimeout),
        (Drop(), httpx2.RemoteProtocolError),
        (Drop(after="headers"), httpx2.RemoteProtocolError),
        (Cut(), httpx2.RemoteProtocolError),
        (Cut(chunked=True), httpx2.RemoteProtocolError),
        (BrokenJson(), json.JSONDecodeError),
        (Html(), json.JSONDecodeError),
    ],
    ids=str,
)
def test_the_sdk_raises_these_faults(
    fault: Fault, error: type[Exception], client: genai.Client, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    with pytest.raises(error) as raised:
        ask(client, temperature=0.5)
    assert raised.type is error


@pytest.mark.parametrize(
    ("fault", "finishes", "text"),
    [
        (EmptyBody(), None, None),
        (ErrorInBody(), None, None),
        (NoChoices(missing=True), None, None),
        (NoChoices(), [], None),
        (Count(choices=1), ["STOP"], "Here"),
        (NullContent(), ["STOP"] * 2, None),
        (Refusal(), ["PROHIBITED_CONTENT"] * 2, None),
        (Filtered(), ["SAFETY"] * 2, None),
        (Filtered(text="half", reason="RECITATION"), ["RECITATION"] * 2, "half"),
        (Filtered(prompt=True), None, None),
        (FixedText(text="x", finish="BRAND_NEW"), ["BRAND_NEW"] * 2, "x"),
        (PlainText(), ["STOP"] * 2, "Here"),
        (NoUsage(), ["STOP"] * 2, "Here"),
    ],
    ids=str,
)
def test_the_sdk_does_not_raise_these_faults(
    fault: Fault, finishes: list[str] | None, text: str | None, client: genai.Client, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the SDK warns of an unknown reason
        reply = ask(client, candidate_count=2)
        assert (
            reply.candidates and [candidate.finish_reason.value for candidate in reply.candidates]
        ) == finishes
        assert (reply.text and reply.text[:4]) == text
    blocked = reply.prompt_feedback and reply.prompt_feedback.block_reason
    assert blocked == ("PROHIBITED_CONTENT" if fault == Filtered(prompt=True) else None)


def test_the_time_to_wait_is_in_the_body(client: genai.Client, server: LoopbackServer) -> None:
    server.script = script_with(RateLimited(retry_after="7"))
    with pytest.raises(errors.ClientError) as raised:
        ask(client)
    details = raised.value.details["error"]["details"]
    delays = [detail["retryDelay"] for detail in details if detail["@type"].endswith("RetryInfo")]
    assert delays == ["7s"]
    assert "retry-after" not in raised.value.response.headers
    assert (raised.value.code, raised.value.status) == (429, "RESOURCE_EXHAUSTED")


def test_a_wrong_key_has_the_status_400(client: genai.Client, server: LoopbackServer) -> None:
    server.script = script_with(BadKey())
    with pytest.raises(errors.ClientError) as raised:
        ask(client)
    assert raised.value.code == 400
    assert raised.value.details["error"]["details"][0]["reason"] == "API_KEY_INVALID"


def test_the_time_limit_applies_between_pieces_and_not_to_the_call(
    client: genai.Client, server: LoopbackServer
) -> None:
    server.script = script_with(Slow(seconds=0.6, dribbles=True))
    assert ask(client).text


def test_lone_surrogates_and_nul_arrive(client: genai.Client, server: LoopbackServer) -> None:
    server.script = script_with(FixedText(text="a\ud800\0b"))
    assert ask(client).text == "a\ud800\0b"


def test_all_parameters_and_parts_arrive_in_order(client: genai.Client, server: LoopbackServer) -> None:
    first, second = (types.Part.from_bytes(data=data, mime_type="image/png") for data in (FIRST, SECOND))
    reply = ask(
        client,
        ["a", first, "b", second],
        system_instruction="s",
        temperature=0.8,
        top_p=0.95,
        top_k=20,
        seed=7,
        candidate_count=2,
        max_output_tokens=64,
        stop_sequences=["\n```\n"],
        thinking_config=types.ThinkingConfig(thinking_budget=8),
    )
    served = server.served[-1]
    assert served.order == "ttptp"
    assert served.pictures == tuple(hashlib.sha256(data).hexdigest() for data in (FIRST, SECOND))
    assert served.parameters == {
        "temperature": 0.8,
        "topP": 0.95,
        "topK": 20,
        "seed": 7,
        "candidateCount": 2,
        "maxOutputTokens": 64,
        "stopSequences": ["\n```\n"],
        "thinkingConfig": {"thinking_budget": 8},
    }
    assert (served.key, served.model) == ("planted", "m")
    assert len({candidate.content.parts[0].text for candidate in reply.candidates}) == 2
    assert reply.response_id == served.request_id


def test_tokens_are_counted_with_thinking_and_cache(client: genai.Client, server: LoopbackServer) -> None:
    """Candidates and thoughts are counted apart; the prompt count includes cached tokens."""
    server.script = Script(caches=True, thinking="t" * 40)
    ask(client, "counted")
    reply = ask(client, "counted")
    counted, usage = server.served[-1].usage, reply.usage_metadata
    assert counted is not None
    assert usage.prompt_token_count == counted.tokens_in
    assert usage.cached_content_token_count == counted.tokens_cached
    assert usage.thoughts_token_count == counted.tokens_thinking == 10
    assert usage.candidates_token_count == counted.tokens_out - counted.tokens_thinking
    assert not reply.text.startswith("t")


def test_the_token_limit_ends_an_answer(client: genai.Client, server: LoopbackServer) -> None:  # noqa: ARG001
    assert ask(client, max_output_tokens=2).candidates[0].finish_reason.value == "MAX_TOKENS"


def test_the_model_that_answers_may_change(client: genai.Client, server: LoopbackServer) -> None:
    server.script = script_with(ResolvesTo(model="m-002"))
    assert ask(client).model_version == "m-002"


def test_a_client_without_a_reference_is_closed(server: LoopbackServer) -> None:
    options = types.HttpOptions(base_url=server.origin)
    with pytest.raises(RuntimeError, match="client has been closed"):
        genai.Client(api_key="k", http_options=options).models.generate_content(model="m", contents="a")

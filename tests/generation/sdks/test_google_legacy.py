"""How the deprecated SDK google-generativeai reacts to each fault."""

import hashlib
import warnings
from typing import Any

import pytest
import requests
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

with warnings.catch_warnings():
    # It warns that it is deprecated, and it uses features that newer versions of Python deprecate.
    warnings.simplefilter("ignore")
    import google.generativeai as legacy
    from google.api_core import exceptions
    from google.protobuf.json_format import ParseError


@pytest.fixture(scope="module")
def model(module_server: LoopbackServer) -> legacy.GenerativeModel:
    endpoint = {"api_endpoint": module_server.origin}
    legacy.configure(api_key="planted", transport="rest", client_options=endpoint)
    return legacy.GenerativeModel("m")


def ask(model: legacy.GenerativeModel, contents: Any = "def f():", **parameters: Any) -> Any:
    options = {"timeout": 0.3, "retry": None}
    return model.generate_content(contents, generation_config=parameters, request_options=options)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Status(code=500), exceptions.InternalServerError),
        (Status(code=502, html=True), exceptions.BadGateway),
        (Status(code=503), exceptions.ServiceUnavailable),
        (RateLimited(), exceptions.TooManyRequests),
        (RateLimited(exhausted=True), exceptions.TooManyRequests),
        (RefusesParameter(name="temperature"), exceptions.BadRequest),
        (ContextOverflow(), exceptions.BadRequest),
        (BadKey(), exceptions.BadRequest),
        (UnknownModel(), exceptions.NotFound),
        (Hang(), requests.exceptions.ReadTimeout),
        (Drop(), requests.exceptions.ConnectionError),
        (Cut(), requests.exceptions.ChunkedEncodingError),
        (Cut(chunked=True), requests.exceptions.ChunkedEncodingError),
        (BrokenJson(), ParseError),
        (Html(), ParseError),
        (EmptyBody(), ParseError),
        (FixedText(text="a\ud800"), ParseError),  # the SDK cannot read this answer
    ],
    ids=ascii,
)
def test_the_sdk_raises_these_faults(
    fault: Fault, error: type[Exception], model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    with pytest.raises(error) as raised:
        ask(model, temperature=0.5)
    assert raised.type is error


@pytest.mark.parametrize(
    ("fault", "finishes"),
    [
        (ErrorInBody(), []),
        (NoChoices(), []),
        (NoChoices(missing=True), []),
        (Count(choices=1), ["STOP"]),
        (NullContent(), ["STOP"] * 2),
        (Refusal(), ["PROHIBITED_CONTENT"] * 2),
        (Filtered(), ["SAFETY"] * 2),
        (Filtered(prompt=True), []),
        (
            FixedText(text="x", finish="BRAND_NEW"),
            ["FINISH_REASON_UNSPECIFIED"] * 2,
        ),  # the SDK drops the reason
        (PlainText(), ["STOP"] * 2),
    ],
    ids=str,
)
def test_the_sdk_does_not_raise_these_faults(
    fault: Fault, finishes: list[str], model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = script_with(fault)
    reply = ask(model, candidate_count=2)
    assert [candidate.finish_reason.name for candidate in reply.candidates] == finishes
    blocked = fault == Filtered(prompt=True)
    assert (reply.prompt_feedback.block_reason.name == "PROHIBITED_CONTENT") == blocked


def test_the_text_of_a_filtered_answer_raises(model: legacy.GenerativeModel, server: LoopbackServer) -> None:
    server.script = script_with(Filtered())
    with pytest.raises(ValueError, match="finish_reason"):
        _ = ask(model).text


def test_thinking_tokens_are_the_total_minus_prompt_and_answer(
    model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = Script(thinking="t" * 40)
    usage = ask(model).usage_metadata
    assert "thoughts" not in str(usage)
    assert usage.total_token_count - usage.prompt_token_count - usage.candidates_token_count == 10


def test_all_parameters_and_parts_arrive_in_order(
    model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    contents = [
        "a",
        {"mime_type": "image/png", "data": FIRST},
        "b",
        {"mime_type": "image/png", "data": SECOND},
    ]
    ask(
        model,
        contents,
        temperature=0.5,
        top_p=0.75,
        top_k=20,
        candidate_count=2,
        max_output_tokens=64,
        stop_sequences=["\n```\n"],
    )
    served = server.served[-1]
    assert served.order == "tptp"
    assert served.pictures == tuple(hashlib.sha256(data).hexdigest() for data in (FIRST, SECOND))
    assert served.parameters == {
        "temperature": 0.5,
        "topP": 0.75,
        "topK": 20,
        "candidateCount": 2,
        "maxOutputTokens": 64,
        "stopSequences": ["\n```\n"],
    }
    assert served.key == "planted"


def test_the_sdk_has_no_seed(model: legacy.GenerativeModel) -> None:
    with pytest.raises(ValueError, match="seed"):
        ask(model, seed=1)


def test_the_model_that_answers_may_change(model: legacy.GenerativeModel, server: LoopbackServer) -> None:
    server.script = script_with(ResolvesTo(model="m-002"))
    assert ask(model).to_dict()["model_version"] == "m-002"

"""What the SDK google-generativeai, at its end of life, makes of each fault."""

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
    Says,
    Script,
    Status,
    UnknownModel,
)

from .conftest import FIRST, SECOND, struck_by

with warnings.catch_warnings():
    # It announces its end of life, and its parts use what newer Pythons deprecate.
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
        (Says(text="a\ud800"), ParseError),  # an answer that it cannot read
    ],
    ids=ascii,
)
def test_a_fault_is_raised(
    fault: Fault, error: type[Exception], model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = struck_by(fault)
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
        (Says(text="x", finish="BRAND_NEW"), ["FINISH_REASON_UNSPECIFIED"] * 2),  # which one is lost
        (PlainText(), ["STOP"] * 2),
    ],
    ids=str,
)
def test_a_fault_is_not_raised(
    fault: Fault, finishes: list[str], model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = struck_by(fault)
    reply = ask(model, candidate_count=2)
    assert [one.finish_reason.name for one in reply.candidates] == finishes
    blocked = fault == Filtered(prompt=True)
    assert (reply.prompt_feedback.block_reason.name == "PROHIBITED_CONTENT") == blocked


def test_the_text_of_a_filtered_answer_raises(model: legacy.GenerativeModel, server: LoopbackServer) -> None:
    server.script = struck_by(Filtered())
    with pytest.raises(ValueError, match="finish_reason"):
        _ = ask(model).text


def test_thinking_is_what_the_total_has_beyond_prompt_and_answer(
    model: legacy.GenerativeModel, server: LoopbackServer
) -> None:
    server.script = Script(thinking="t" * 40)
    usage = ask(model).usage_metadata
    assert "thoughts" not in str(usage)
    assert usage.total_token_count - usage.prompt_token_count - usage.candidates_token_count == 10


def test_everything_asked_for_arrives_in_order(model: legacy.GenerativeModel, server: LoopbackServer) -> None:
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
    assert served.pictures == tuple(hashlib.sha256(one).hexdigest() for one in (FIRST, SECOND))
    assert served.parameters == {
        "temperature": 0.5,
        "topP": 0.75,
        "topK": 20,
        "candidateCount": 2,
        "maxOutputTokens": 64,
        "stopSequences": ["\n```\n"],
    }
    assert served.key == "planted"


def test_it_has_no_seed(model: legacy.GenerativeModel) -> None:
    with pytest.raises(ValueError, match="seed"):
        ask(model, seed=1)


def test_who_answered_may_change(model: legacy.GenerativeModel, server: LoopbackServer) -> None:
    server.script = struck_by(ResolvesTo(model="m-002"))
    assert ask(model).to_dict()["model_version"] == "m-002"

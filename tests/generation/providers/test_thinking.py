"""Requests set how much a model thinks, with the fields of each API and the values of its pinned package."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from loopback import LoopbackServer, RefusesParameter
from loopback.faults import Body

from benchmark.core.suite import Thinking
from benchmark.generation.prompts.message import Message, PicturePart
from benchmark.generation.providers import load
from benchmark.generation.providers.values import refused_values
from benchmark.generation.wire.failure import ParameterRefused, TaskRejected
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request, Sampling
from tests.case_files import table
from tests.sampling import gate_of

Ask = Callable[..., Reply]

pytestmark = gate_of("engines")


def efforts_of(name: str) -> set[str]:
    """Return the efforts that the package of an API has, in our words."""
    match name:
        case "openai":
            from openai.types.shared import ReasoningEffort

            choices = get_args(ReasoningEffort)
        case "anthropic":
            from anthropic.types import OutputConfigParam

            choices = get_args(get_type_hints(OutputConfigParam)["effort"])
        case _:
            from google.genai.types import ThinkingLevel

            return {level.value.lower() for level in ThinkingLevel} - {"thinking_level_unspecified"}
    return {value for choice in choices for value in get_args(choice)} - {"none"}


def refused_by(name: str, **given: object) -> list[tuple[str, str, str]]:
    unset = {"detail": None, "shows_pictures": True, "thinking": None, "thinking_tokens": None}
    return [*refused_values(name, None, **(unset | given))]


#: Values that are no effort: each API has them or not.
SWITCHES = {
    "openai": {"off"},
    "anthropic": {"off", "adaptive", "between_tools"},
    "google": {"off", "adaptive"},
}


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("openai", lambda fields: fields.get("reasoning_effort")),
        ("anthropic", lambda fields: fields.get("output_config", {}).get("effort")),
        ("google", lambda fields: fields["thinkingConfig"].get("thinking_level", "").lower()),
    ],
)
def test_each_effort_that_the_package_has_is_sent_and_no_other(name, sent, ask, server) -> None:
    before = len(server.served)
    for thinking in get_args(Thinking):
        refused = [problem for _, problem, _ in refused_by(name, thinking=thinking)]
        if thinking in efforts_of(name) | SWITCHES[name]:
            assert not refused
            ask(name, thinking=thinking)
        else:
            assert refused == [f"{thinking} is not a value of this API"]
    assert {sent(call.parameters) for call in server.served[before:]} - {None, ""} == efforts_of(name)


@pytest.mark.parametrize(
    ("url", "off", "low"),
    [
        ("https://api.openai.com/v1", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
        ("https://api.x.ai/v1", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
        ("https://api.deepseek.com", {"thinking": {"type": "disabled"}}, {"reasoning_effort": "low"}),
        ("https://api.z.ai/v4", {"thinking": {"type": "disabled"}}, {"reasoning_effort": "low"}),
        ("https://api.moonshot.ai/v1", {"thinking": {"type": "disabled"}}, {"reasoning_effort": "low"}),
        (
            "https://ark.cn-beijing.volces.com/api/v3",
            {"thinking": {"type": "disabled"}},
            {"reasoning_effort": "low"},
        ),
        ("https://dashscope-intl.aliyuncs.com/v1", {"enable_thinking": False}, {"reasoning_effort": "low"}),
        ("https://openrouter.ai/api/v1", {"reasoning": {"enabled": False}}, {"reasoning": {"effort": "low"}}),
        (
            "http://[::1]:8000/v1",
            {"chat_template_kwargs": {"enable_thinking": False}},
            {"reasoning_effort": "low"},
        ),
        ("https://notdeepseek.com", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
    ],
)
def test_one_field_is_said_in_the_words_of_each_host(url: str, off: object, low: object) -> None:
    provider = load("openai")(Endpoint(model="m", base_url=url))
    for thinking, fields in (("off", off), ("low", low), (None, {})):
        body = provider.fields(Request(model="m", messages=(), sampling=Sampling(thinking=thinking)))
        assert body["extra_body"] == {"messages": [], **fields}


def test_options_of_the_chat_template_stay_next_to_the_switch(ask: Ask, server: LoopbackServer) -> None:
    ask("openai", thinking="off", extra={"chat_template_kwargs": {"style": "short"}})
    sent = server.served[-1].parameters["chat_template_kwargs"]
    assert sent == {"style": "short", "enable_thinking": False}


@pytest.mark.parametrize("kind", ["adaptive", "disabled", "between_tools"])
def test_the_package_of_anthropic_has_each_kind_of_thinking(kind: str) -> None:
    from anthropic.types import ThinkingConfigParam

    kinds = [get_type_hints(choice)["type"] for choice in get_args(ThinkingConfigParam)]
    assert kind in [value for choice in kinds for value in get_args(choice)]


SENT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"thinking": "adaptive"}, {"max_tokens": 100, "thinking": {"type": "adaptive"}}),
    (
        {"thinking": "xhigh", "thinking_tokens": 4000},
        {"max_tokens": 4100, "thinking": {"type": "adaptive"}, "output_config": {"effort": "xhigh"}},
    ),
    ({"thinking": "off"}, {"max_tokens": 100, "thinking": {"type": "disabled"}}),
    ({"thinking": "between_tools"}, {"max_tokens": 100, "thinking": {"type": "between_tools"}}),
    ({"thinking_tokens": 0}, {"max_tokens": 100}),
]


@pytest.mark.parametrize(("sampling", "sent"), SENT, ids=str)
def test_adaptive_thinking_is_sent_with_room_instead_of_a_budget(sampling, sent, ask, server) -> None:
    ask("anthropic", max_tokens=100, **sampling)
    assert server.served[-1].parameters == sent


def test_thinking_that_is_off_has_no_tokens() -> None:
    ((name, problem, _),) = refused_by("anthropic", thinking="off", thinking_tokens=1024)
    assert (name, problem) == ("parameters.thinking_tokens", "has no effect, because thinking is off")


@table("generation", ids=str)
def test_a_model_without_this_kind_of_thinking_names_the_field_to_change(sampling, named, ask) -> None:
    with pytest.raises(ParameterRefused) as caught:
        ask("anthropic", RefusesParameter(name="thinking"), max_tokens=100, **sampling)
    assert caught.value.parameter == named


def test_the_old_package_of_google_has_no_field_for_thinking() -> None:
    """The run is refused before the first call, because the provider does not list the parameter."""
    provider = load("google-legacy")(Endpoint(model="m", base_url="http://127.0.0.1:9"))
    assert "thinking" not in provider.parameters


def test_google_gets_a_level_or_a_budget_but_never_both(ask: Ask, server: LoopbackServer) -> None:
    """The API refuses a request with both."""
    ask("google", thinking="high", thinking_tokens=1000)
    assert server.served[-1].parameters["thinkingConfig"] == {"thinking_level": "HIGH"}
    ask("google", thinking="off")
    assert server.served[-1].parameters["thinkingConfig"] == {"thinking_budget": 0}


@pytest.mark.parametrize(
    ("given", "text", "named"),
    [
        ({"thinking": "minimal"}, "Thinking level MINIMAL is not supported for this model.", "thinking"),
        ({"thinking": "minimal"}, "Invalid value at 'generation_config.thinking_config'", None),
        ({"thinking": "minimal"}, "thinking_level is not supported by this model", "thinking"),
        ({"thinking": "minimal"}, "thinkingLevel MINIMAL is not supported; use thinking: low", "thinking"),
        ({"thinking": "off"}, "Budget 0 is invalid. This model only works in thinking mode.", "thinking"),
        ({"thinking": "off"}, "thinking_budget 0 is not supported", "thinking"),
        ({"thinking_tokens": 9}, "The thinking budget 9 is invalid.", "thinking_tokens"),
        ({}, "Thinking level MINIMAL is not supported for this model.", None),
    ],
)
def test_google_s_refusal_names_the_field_that_the_user_wrote(given, text, named, ask) -> None:
    body = json.dumps({"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}).encode()
    with pytest.raises((ParameterRefused, TaskRejected)) as caught:
        ask("google", Body(body=body, status=400), **given)
    assert getattr(caught.value, "parameter", None) == named


PICTURE = PicturePart(media_type="image/png", base64="iVBORw==", width=1, height=1, size=4)


def test_the_detail_of_pictures_is_sent_where_the_api_has_it(server: LoopbackServer) -> None:
    messages = (Message(role="user", parts=(PICTURE,)),)
    request = Request(model="m", messages=messages, sampling=Sampling(max_tokens=9))
    finer = load("openai")(Endpoint(model="m", base_url=server.openai_url, detail="high"))
    (sent,) = finer.fields(request)["extra_body"]["messages"]
    assert sent["content"][0]["image_url"]["detail"] == "high"
    google = load("google")(Endpoint(model="m", base_url=server.origin, detail="low"))

    async def call_once() -> None:
        try:
            await google.call(request)
        finally:
            await google.close()

    asyncio.run(call_once())
    assert server.served[-1].parameters["mediaResolution"] == "MEDIA_RESOLUTION_LOW"


@pytest.mark.parametrize(
    ("name", "detail"), [("openai", "medium"), ("google", "original"), ("anthropic", "low")]
)
def test_a_detail_that_the_api_does_not_have_is_refused(name: str, detail: str) -> None:
    ((field, problem, _),) = refused_by(name, detail=detail)
    assert (field, problem) == ("detail", f"{detail} is not a value of this API")

"""Requests set how much a model thinks, with the fields of each API and the values of its pinned package."""

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from loopback import LoopbackServer, RefusesParameter

from benchmark.core.errors import BadInput
from benchmark.generation.providers import load
from benchmark.generation.wire.failure import ParameterRefused
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Effort, Thinking
from tests.case_files import table
from tests.sampling import gate_of

Ask = Callable[..., Reply]

pytestmark = gate_of("engines")


def efforts_of(name: str) -> set[str]:
    """Return the efforts that the package of an API has."""
    match name:
        case "openai":
            from openai.types.shared import ReasoningEffort

            choices = get_args(ReasoningEffort)
        case "anthropic":
            from anthropic.types import OutputConfigParam

            choices = get_args(get_type_hints(OutputConfigParam)["effort"])
        case _:
            from google.genai.types import ThinkingLevel

            levels = {level.value.lower() for level in ThinkingLevel} - {"thinking_level_unspecified"}
            return levels | {"none"}  # without a level: a budget of no tokens
    return {value for choice in choices for value in get_args(choice)}


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("openai", lambda fields: fields["reasoning_effort"]),
        ("anthropic", lambda fields: fields["output_config"]["effort"]),
        (
            "google",
            lambda fields: (
                "none"
                if fields["thinkingConfig"] == {"thinking_budget": 0}
                else fields["thinkingConfig"]["thinking_level"].lower()
            ),
        ),
    ],
)
def test_each_effort_that_the_package_has_is_sent_and_no_other(name, sent, ask, server) -> None:
    before = len(server.served)
    for effort in get_args(Effort):
        if effort in efforts_of(name):
            ask(name, reasoning_effort=effort)
        else:
            with pytest.raises(BadInput, match=f"{effort} is not a value of this API"):
                ask(name, reasoning_effort=effort)
    assert {sent(call.parameters) for call in server.served[before:]} == efforts_of(name)


@pytest.mark.parametrize("kind", get_args(Thinking))
def test_the_package_of_anthropic_has_each_kind_of_thinking(kind: str) -> None:
    from anthropic.types import ThinkingConfigParam

    kinds = [get_type_hints(choice)["type"] for choice in get_args(ThinkingConfigParam)]
    assert kind in [value for choice in kinds for value in get_args(choice)]


SENT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"thinking": "adaptive"}, {"max_tokens": 100, "thinking": {"type": "adaptive"}}),
    (
        {"thinking": "adaptive", "thinking_tokens": 4000, "reasoning_effort": "xhigh"},
        {"max_tokens": 4100, "thinking": {"type": "adaptive"}, "output_config": {"effort": "xhigh"}},
    ),
    ({"thinking": "disabled"}, {"max_tokens": 100, "thinking": {"type": "disabled"}}),
    ({"thinking_tokens": 0}, {"max_tokens": 100}),
    ({"reasoning_effort": "max"}, {"max_tokens": 100, "output_config": {"effort": "max"}}),
]


@pytest.mark.parametrize(("sampling", "sent"), SENT, ids=str)
def test_adaptive_thinking_is_sent_with_room_instead_of_a_budget(sampling, sent, ask, server) -> None:
    ask("anthropic", max_tokens=100, **sampling)
    assert server.served[-1].parameters == sent


def test_disabled_thinking_has_no_tokens(ask: Ask, server: LoopbackServer) -> None:
    before = len(server.served)
    with pytest.raises(BadInput, match="has no effect, because thinking is disabled"):
        ask("anthropic", max_tokens=100, thinking="disabled", thinking_tokens=1024)
    assert len(server.served) == before


@table("generation", ids=str)
def test_a_model_without_this_kind_of_thinking_names_the_field_to_change(sampling, named, ask) -> None:
    with pytest.raises(ParameterRefused) as caught:
        ask("anthropic", RefusesParameter(name="thinking"), max_tokens=100, **sampling)
    assert caught.value.parameter == named


@pytest.mark.parametrize("name", ["openai", "google", "google-legacy"])
def test_no_other_api_has_adaptive_thinking(name: str) -> None:
    """The run is refused before the first call, because the provider does not list the parameter."""
    provider = load(name)(Endpoint(model="m", base_url="http://127.0.0.1:9"))
    assert "thinking" not in provider.parameters

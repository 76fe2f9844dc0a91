"""A probe finds out in at most twelve calls what a model accepts, whether it is greedy, and how it thinks."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from loopback import ListedModels, LoopbackServer, Rule, Script, faults

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.suite import DrawProtocol
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.failure import ModelMisconfigured
from benchmark.generation.wire.price import Price
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.transport import RequestCount, count_requests
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage, prepare
from benchmark.pipeline.generate.probe import EVERYTHING, Probe, kept_probe, probe, sampling_result
from benchmark.suites.template_prompt import PlainPrompt


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def writer(request: Any, _index: int, repetition: int) -> str:
    """A model that is greedy at temperature 0, if the server passes that on."""
    if "digits" in request.text:
        return str(7 if request.temperature == 0 else repetition) * 30
    return "one\n" * 500 if "500" in request.text else "def corners():\n    return 4\n"


def ready_for(url: str, provider: str = "openai", model: str = "m", **access: Any) -> PreparedStage:
    config = ModelAccess(provider=provider, model=model, base_url=url, **access)
    protocol = DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=999)
    (ready,) = prepare(
        GenerationPlan(
            tasks=(), suite="s", dataset="d", setting="", prompt=PlainPrompt(), prompt_name="sightbench",
            protocol=protocol, access=config, out=Path("none.jsonl"),
        )
    )  # fmt: skip
    return ready


def probed(
    script: Script, provider: str = "openai", model: str = "m", wanted: Sampling = EVERYTHING, **access: Any
) -> tuple[Probe, int]:
    """Probe a model of a scripted server; return the result and the number of requests for answers."""
    with LoopbackServer(script, writer) as server:
        ready = ready_for(
            server.openai_url if provider == "openai" else server.origin, provider, model, **access
        )
        return asyncio.run(probe(ready, wanted, None)), len(server.served)


CASES = [
    ("", "openai", "m", "temperature top_p top_k stop", "greedy measured"),
    ("openai", "openai", "gpt-6-astra", "top_k", "refused"),
    ("openai", "openai", "gpt-6-astra-pro", "", "refused"),
    ("anthropic", "anthropic", "claude-sonnet-4-6", "temperature top_k stop", "greedy measured"),
    ("anthropic", "anthropic", "claude-opus-5-5", "stop", "refused"),
    ("anthropic without the old version", "anthropic", "claude-sonnet-4-6", "stop", "refused"),
    ("google", "google", "gemini-4-argon", "temperature top_p top_k stop", "not greedy"),
    ("google", "google", "gemini-3.1-pro", "temperature top_p top_k stop", "greedy measured"),
    ("deepseek", "openai", "deepseek-flash", "temperature top_p top_k stop", "not greedy"),
    ("kimi", "openai", "kimi-k3.1", "top_p top_k stop", "refused"),
    ("grok", "openai", "grok-4.7", "temperature top_p top_k", "greedy measured"),
    ("glm", "openai", "glm-5v-turbo", "temperature top_k stop", "greedy measured"),
]


@pytest.mark.gate
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[2]}")
def test_a_probe_says_what_each_vendor_accepts_and_whether_it_is_greedy(case: tuple[Any, ...]) -> None:
    vendor, provider, model, accepted, sampling = case
    found, requests = probed(Script(vendor=vendor), provider, model)
    assert found.accepted.keys() - {"max_tokens"} == {*accepted.split()}
    assert found.sampling == sampling
    assert found.pictures
    assert found.calls == requests <= 12
    assert (found.versions.get("api") == "responses") is (model == "gpt-6-astra-pro")


def test_the_worst_case_stays_within_twelve_requests() -> None:
    names = ("max_tokens", "top_p", "top_k", "stop")
    rules = [Rule(fault=faults.RefusesParameter(name=name)) for name in names]
    picture = Rule(fault=faults.Status(code=413), holds="picture", requests=(5,))
    found, requests = probed(Script(rules=(picture, *rules)))
    assert found.calls == requests == 12
    assert (found.pictures, found.sampling) == (False, "greedy measured")
    assert found.dropped == ["stop", "top_k", "top_p"]


@pytest.mark.parametrize("rules", [(), (Rule(fault=faults.RefusesParameter(name="max_tokens")),)])
def test_a_server_that_names_neither_pictures_nor_parameters_gets_twelve_requests(rules) -> None:
    found, requests = probed(Script(vendor="glm without pictures", rules=rules), model="glm-5")
    assert found.calls == requests == 12
    assert (found.pictures, found.dropped, found.untested) == (False, [], ["stop", "top_k", "top_p"])
    assert found.accepted.keys() == {"max_tokens", "temperature"}
    assert "not tested: stop, top_k, top_p" in found.line
    assert (found.sampling, found.thinking_counts) == ("unclear" if rules else "greedy measured", None)


def test_no_request_is_sent_beyond_the_maximum() -> None:
    with LoopbackServer(Script(), writer) as server:
        provider = ready_for(server.openai_url).provider
        request = Request(model="m", messages=(Message(role="user", parts=(TextPart(text="Hi"),)),))

        async def ask() -> None:
            async with open_provider(provider):
                with count_requests(RequestCount(2)):
                    for _ in range(3):
                        await provider.call(request)

        with pytest.raises(ModelMisconfigured, match="more than 2 requests"):
            asyncio.run(ask())
        assert len(server.served) == 2


@pytest.mark.parametrize(("vendor", "sampling"), [("", "greedy measured"), ("kimi", "refused")])
def test_temperature_0_is_measured_although_a_protocol_sends_none(vendor: str, sampling: str) -> None:
    found, requests = probed(Script(vendor=vendor), wanted=Sampling(), must_apply=frozenset({"temperature"}))
    assert found.sampling == sampling
    assert found.accepted.keys() == {"max_tokens"}
    assert requests <= 12


@pytest.mark.parametrize(
    ("thinking", "tokens", "counts"),
    [("", 0, None), ("hm " * 40, 30, True), ("hm " * 400, 300, False)],
)
def test_thinking_is_measured_and_whether_it_counts_in_the_limit(thinking, tokens, counts) -> None:
    found, _ = probed(Script(thinking=thinking))
    assert (found.thinking, found.thinking_counts) == (tokens, counts)
    assert ("thought for" in found.line) is bool(tokens)


LONG = "hm " * 3_700  #: 2,775 tokens
REFUSES_OFF = Rule(fault=faults.RefusesParameter(name="chat_template_kwargs"))


@pytest.mark.parametrize(
    ("script", "access", "lowered", "sampling"),
    [
        (Script(thinking=LONG, may_not_think=True), {}, "off", "greedy measured"),
        (Script(thinking=LONG), {}, "off", "greedy measured"),
        (Script(thinking=LONG, rules=(REFUSES_OFF,)), {}, "minimal", "greedy measured"),
        (Script(thinking=LONG), {"wanted": Sampling(thinking="high")}, None, "greedy measured"),
        (Script(thinking=LONG, vendor="deepseek"), {"provider": "anthropic"}, "off", "greedy measured"),
        (Script(thinking="hm " * 40), {}, None, "greedy measured"),
        (Script(), {}, None, "greedy measured"),
    ],
)
def test_digits_are_drawn_with_the_lowest_thinking_and_room_for_more(
    script, access, lowered, sampling
) -> None:
    found, requests = probed(script, **access)
    assert (found.sampling, found.digits_thinking, len(found.digits)) == (sampling, lowered, 5)
    assert found.calls == requests <= 12
    assert f"at temperature 0{f' and thinking {lowered}' if lowered else ''}: {sampling}" in found.line


def test_a_temperature_that_is_ignored_while_a_model_thinks_is_measured_while_it_does() -> None:
    script = Script(thinking=LONG, vendor="google", may_not_think=True)
    with LoopbackServer(script, writer) as server:
        ready = ready_for(server.origin, "google", "gemini-4-argon")
        found = asyncio.run(probe(ready, EVERYTHING, None))
    assert (found.ignored, found.digits_thinking, found.sampling) == (
        ["temperature", "top_k", "top_p"], None, "not greedy",
    )  # fmt: skip


def test_a_model_that_refuses_the_temperature_is_not_asked_for_digits() -> None:
    found, requests = probed(Script(thinking=LONG, vendor="openai"), model="gpt-6-astra")
    assert (found.sampling, found.digits_thinking) == ("refused", None)
    assert found.calls == requests == 6


def test_draws_that_are_cut_are_the_reason_and_end_early() -> None:
    found, requests = probed(Script(thinking="hm " * 30_000))
    assert (found.sampling, found.unclear, found.digits) == ("unclear", "3 of 3 draws were cut", [])
    assert "unclear (3 of 3 draws were cut)" in found.line
    assert found.calls == requests == 5


A, B, C = ("".join(map(str, range(start, start + 10))) for start in range(10, 40, 10))
A, B, C = (text * 2 for text in (A, B, C))


@pytest.mark.parametrize(
    ("digits", "result"),
    [
        ([A] * 5, "greedy measured"),
        ([A] * 4, "unclear"),
        ([A, A, A, A, B], "unclear"),
        ([A, B, C], "not greedy"),
        ([A, A, A, B, C], "not greedy"),
        ([A[:29]] * 5, "unclear"),
        (["1", "2", "3"], "unclear"),
        ([], "unclear"),
    ],
)
def test_five_equal_draws_are_greedy_and_three_different_ones_are_not(digits, result) -> None:
    assert sampling_result(digits) == result


@pytest.mark.parametrize(
    ("provider", "entry", "known"),
    [
        (
            "anthropic",
            {"id": "m", "max_tokens": 64_000, "capabilities": {"image_input": {"supported": True}}},
            {"max_tokens": "64000", "capabilities.image_input.supported": "True"},
        ),
        ("google", {"name": "models/m", "outputTokenLimit": 65_536, "thinking": True}, {"thinking": "True"}),
        (
            "openai",
            {"id": "m", "supported_parameters": ["stop", "seed"]},
            {"supported_parameters": "stop, seed"},
        ),
        ("openai", {"id": "another"}, {}),
    ],
)
def test_the_vendors_free_record_is_read_first(provider, entry, known) -> None:
    found, _ = probed(Script(listed=ListedModels(models=(entry,))), provider)
    assert known.items() <= found.record.items()
    assert bool(found.record) is bool(known)


def test_a_probe_is_kept_for_30_days_by_host_model_and_api_version(monkeypatch, folder: Path) -> None:
    with LoopbackServer(Script(), writer) as server:
        ready = ready_for(server.openai_url, model="org/m")
        assert kept_probe(ready) is None
        made = asyncio.run(probe(ready, EVERYTHING, None))
        assert kept_probe(ready) == made
        (path,) = folder.rglob("*.json")
        assert path.parent.parent == folder / "build/probes"
        assert kept_probe(ready_for(server.openai_url, model="org/n")) is None
        assert kept_probe(ready_for("http://127.0.0.1:1/v1", model="org/m")) is None
        monkeypatch.setattr(ready.provider, "versions", {"openai": "0.1"})
        assert kept_probe(ready) is None
        monkeypatch.undo()
        monkeypatch.chdir(folder)
        for days, kept in ((30, True), (31, False)):
            day = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%d")
            path.write_text(re.sub(r'"date": "[^"]*"', f'"date": "{day}"', path.read_text()))
            assert (kept_probe(ready) is not None) is kept
        path.write_text('{"schema": "sightbench/probe/1"}')
        with pytest.raises(BadInput):
            kept_probe(ready)


def test_an_outage_or_a_budget_ends_a_probe_and_keeps_nothing(folder: Path) -> None:
    with pytest.raises(OurFailure):
        probed(Script(rules=(Rule(fault=faults.Status(code=500)),)))
    with pytest.raises(BadInput, match="does not exist"):
        probed(Script(rules=(Rule(fault=faults.UnknownModel()),)))
    dear = Price(input_usd=1000.0, output_usd=1000.0, source="config", date="2026-11")
    with LoopbackServer(Script(), writer) as server, pytest.raises(BadInput, match="--budget"):
        asyncio.run(probe(ready_for(server.openai_url, price=dear), EVERYTHING, 0.01))
    assert list(folder.rglob("*.json")) == []
    assert len(server.served) == 0

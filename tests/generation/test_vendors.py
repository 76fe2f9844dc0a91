"""The first call works with today's models: what a vendor refuses is left out, and completions say so."""

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any, get_args

import pytest
from loopback import LoopbackServer, Rule, Script, faults
from loopback.vendors import NEW, OLD

from benchmark.core.errors import BadInput
from benchmark.core.suite import Droppable
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.prompts.message import Message, PicturePart, TextPart
from benchmark.generation.providers import PROVIDERS, load
from benchmark.generation.providers.local import _ENGINES
from benchmark.generation.wire.failure import Outage, ParameterRefused
from benchmark.generation.wire.ignored import ignored_lines, ignored_parameters
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import FixedPricer, Price
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Finish
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.status import failure_of
from benchmark.generation.wire.transport import LastResponse

from .conftest import Generate

STOP = "\n```\n"
GREEDY = Sampling(temperature=0.0, max_tokens=1024, stop=(STOP,))
SAMPLED = Sampling(temperature=0.8, top_p=0.95, top_k=20, max_tokens=1024, stop=(STOP,), seed=7)
THINKING = Sampling(max_tokens=32_768)
TO_DEEPSEEK = {"url": "https://api.deepseek.com"}

#: Vendor, provider, model, what is asked → parameters that are dropped, ignored and applied here.
CASES: list[tuple[str, str, str, Sampling, dict[str, object], set[str], set[str], set[str]]] = [
    ("openai", "openai", "gpt-6-astra", GREEDY, {}, {"temperature", "stop"}, set(), {"stop"}),
    (
        "openai",
        "openai",
        "gpt-6-astra",
        SAMPLED,
        {},
        {"temperature", "top_p", "stop", "seed"},
        set(),
        {"stop"},
    ),
    ("openai", "openai", "gpt-6-astra", THINKING, {}, set(), set(), set()),
    ("anthropic", "anthropic", "claude-sonnet-4-6", GREEDY, {}, set(), set(), set()),
    ("anthropic", "anthropic", "claude-sonnet-4-6", SAMPLED, {}, {"seed", "top_p"}, set(), set()),
    ("anthropic", "anthropic", "claude-sonnet-4-6", THINKING, {}, set(), set(), set()),
    ("anthropic", "anthropic", "claude-opus-5-5", GREEDY, {}, {"temperature"}, set(), set()),
    (
        "anthropic without the old version",
        "anthropic",
        "claude-sonnet-4-6",
        GREEDY,
        {},
        {"temperature"},
        set(),
        set(),
    ),
    ("google", "google", "gemini-4-argon", GREEDY, {}, set(), {"temperature"}, set()),
    ("google", "google", "gemini-3.1-pro", GREEDY, {}, set(), set(), set()),
    ("google", "google", "gemini-4-argon", SAMPLED, {}, set(), {"temperature", "top_p", "top_k"}, set()),
    ("google", "google", "gemini-4-argon", THINKING, {}, set(), set(), set()),
    ("deepseek", "openai", "deepseek-flash", GREEDY, TO_DEEPSEEK, set(), {"temperature"}, set()),
    ("kimi", "openai", "kimi-k3.1", GREEDY, {}, {"temperature"}, set(), set()),
    ("kimi", "openai", "kimi-k3.1", replace(SAMPLED, top_p=0.9), {}, {"temperature", "top_p"}, set(), set()),
    ("grok", "openai", "grok-4.7", GREEDY, {}, {"stop"}, set(), {"stop"}),
    ("glm", "openai", "glm-5v-turbo", SAMPLED, {}, {"top_p"}, set(), set()),
    ("glm", "openai", "glm-5v-turbo", GREEDY, {}, set(), set(), set()),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[2]}-{len(case[5])}")
def test_the_first_call_works_and_each_completion_says_what_was_applied(case, generate, server) -> None:
    vendor, provider, model, sampling, job, dropped, ignored, local = case
    server.script = Script(vendor=vendor)
    missing = {"seed"} if provider == "anthropic" and sampling.seed is not None else set()
    one = RateLimits(concurrency=1)
    if missing:
        sampling, job = replace(sampling, seed=None), {**job, "dropped": frozenset(missing)}
    done = generate(tasks=3, sampling=sampling, provider_name=provider, model=model, limits=one, **job)
    assert done.error is None
    assert len(done.lines) == 3
    for line in done.lines:
        assert set(line.get("dropped", ())) == dropped
        assert set(line.get("ignored", ())) == ignored
        assert set(line.get("local", ())) == local
        assert not dropped & line["parameters"].keys()
        assert ignored <= line["parameters"].keys()
        assert (STOP in line["completion"]) == (not sampling.stop)
        assert line["finish_reason"] == "stop"
    refused = [call for call in server.served if call.status >= 400]
    assert len(refused) <= 5  # each refusal is learned once in a run
    assert done.tally.file.dropped == dict.fromkeys(dropped, 3)


def test_a_refused_stop_gives_the_text_of_a_server_that_takes_it(generate: Generate, server) -> None:
    taken = generate(tasks=4, sampling=GREEDY)
    server.script = Script(vendor="grok")
    path = taken.path.with_name("other.jsonl")
    cut = generate(tasks=4, sampling=GREEDY, path=path, limits=RateLimits(concurrency=1))
    texts = [sorted(line["completion"] for line in run.lines) for run in (cut, taken)]  # of any order
    assert texts[0] == texts[1]
    assert sum(line["tokens_out"] for line in cut.lines) > sum(line["tokens_out"] for line in taken.lines)


def test_a_refusal_stays_one_although_its_text_holds_a_refused_stop(generate: Generate, server) -> None:
    body = {"message": {"content": f"No.{STOP}", "refusal": None}, "finish_reason": "content_filter"}
    filtered = json.dumps({"model": "m", "choices": [body]}).encode()
    server.script = Script(rules=(Rule(fault=faults.Body(body=filtered)),))
    done = generate(tasks=1, sampling=GREEDY, dropped=frozenset({"stop"}))
    assert (done.lines[0]["finish_reason"], done.lines[0]["completion"]) == ("content_filter", f"No.{STOP}")


def test_calls_in_flight_survive_that_the_older_version_is_gone(generate: Generate, server) -> None:
    server.script = Script(vendor="anthropic without the old version", seconds=0.05)
    limits = RateLimits(concurrency=8)
    done = generate(
        tasks=8, sampling=GREEDY, provider_name="anthropic", model="claude-sonnet-4-6", limits=limits
    )
    assert done.error is None
    assert len(done.lines) == 8
    assert {tuple(line["dropped"]) for line in done.lines} == {("temperature",)}


@pytest.mark.gate
@pytest.mark.parametrize("vendor", ["openai", "kimi", "glm"])
def test_calls_in_flight_survive_what_others_learn(vendor: str, generate: Generate, server) -> None:
    server.script = Script(vendor=vendor)
    done = generate(tasks=24, sampling=SAMPLED, model="gpt-6-astra", limits=RateLimits(concurrency=12))
    assert done.error is None
    assert len(done.lines) == 24
    assert all("temperature" in line["dropped"] or vendor == "glm" for line in done.lines)


def test_claude_gets_the_older_version_exactly_when_sampling_is_set(generate, server, tmp_path) -> None:
    server.script = Script(vendor="anthropic")
    for sampling, version in ((GREEDY, OLD), (THINKING, NEW), (Sampling(max_tokens=9, top_k=3), OLD)):
        before = len(server.served)
        path = tmp_path / f"{before}.jsonl"
        generate(tasks=2, sampling=sampling, provider_name="anthropic", model="claude-sonnet-4-6", path=path)
        assert {call.version for call in server.served[before:]} == {version}


@pytest.mark.parametrize(
    ("vendor", "sampling", "version"),
    [
        ("anthropic", GREEDY, OLD),
        ("anthropic", THINKING, NEW),
        ("anthropic without the old version", GREEDY, NEW),
    ],
)
def test_the_version_of_the_api_that_answered_is_recorded(vendor, sampling, version, server) -> None:
    server.script = Script(vendor=vendor)
    provider = load("anthropic")(Endpoint(model="claude-sonnet-4-6", base_url=server.origin))
    words = (Message(role="user", parts=(TextPart(text="Write."),)),)
    request = Request(model="claude-sonnet-4-6", messages=words, sampling=sampling)

    async def ask() -> None:
        async with open_provider(provider):
            try:
                await provider.call(request)
            except ParameterRefused:
                assert "anthropic-version" not in provider.versions
                await provider.call(replace(request, sampling=THINKING))

    asyncio.run(ask())
    assert provider.versions["anthropic-version"] == version


@pytest.mark.gate
def test_several_answers_per_call_become_calls_of_their_own_if_they_are_refused(generate, server) -> None:
    """With a budget, the first call decides how many follow: it must not wait for itself."""
    pricer = FixedPricer(Price(input_usd=3.0, output_usd=15.0, source="config", date="2026-11"))
    for vendor, provider, model in (("google", "google", "gemini-3.1-pro"), ("mistral", "openai", "large-4")):
        server.script = Script(vendor=vendor)
        before = len(server.served)
        path = None if vendor == "google" else done.path.with_name("mistral.jsonl")  # noqa: F821
        done = generate(
            tasks=4, draws=6, per_call=4, sampling=GREEDY, provider_name=provider, model=model,
            pricer=pricer, budget_usd=9.0, path=path,
        )  # fmt: skip
        assert done.error is None
        assert len(done.keys) == len(set(done.keys)) == 24
        assert Counter(call.n for call in server.served[before:] if call.answered) == {1: 24}
        assert {tuple(line["dropped"]) for line in done.lines} == {("n",)}


def test_what_must_be_applied_ends_the_run_and_nothing_is_asked_twice(generate, server) -> None:
    server.script = Script(vendor="openai")
    must = frozenset({"temperature"})
    done = generate(model="gpt-6-astra", sampling=GREEDY, must_apply=must, limits=RateLimits(concurrency=1))
    assert isinstance(done.error, BadInput)
    assert "remove temperature from must_apply" in done.error.fix
    assert done.keys == []
    assert len(server.served) == 2  # the limit under its other name is one more


# ---- the Responses API


def test_a_model_of_the_responses_api_is_asked_there_by_itself(generate: Generate, server) -> None:
    server.script = Script(vendor="openai", thinking="hm " * 40)
    done = generate(tasks=3, model="gpt-6-astra-pro", sampling=SAMPLED, limits=RateLimits(concurrency=1))
    assert done.error is None
    assert [call.api for call in server.served] == ["openai"] + ["responses"] * 5
    for line in done.lines:
        assert line["dropped"] == ["seed", "stop", "temperature", "top_k", "top_p"]
        assert line["local"] == ["stop"]
        assert line["parameters"] == {"max_tokens": 1024}
        assert line["tokens_thinking"] == 30
        assert (STOP in line["completion"], line["finish_reason"]) == (False, "stop")


def test_the_effort_arrives_there_and_a_refused_one_ends_the_run(generate: Generate, server) -> None:
    server.script = Script(vendor="openai")
    done = generate(tasks=1, model="gpt-6-astra-pro", sampling=Sampling(max_tokens=99, thinking="low"))
    assert done.error is None
    assert server.served[-1].parameters["reasoning"] == {"effort": "low"}
    sampling = Sampling(max_tokens=99, thinking="max")
    done = generate(tasks=2, model="gpt-6-astra-pro", sampling=sampling, limits=RateLimits(concurrency=1))
    assert "parameters.thinking: the model does not accept it" in str(done.error)


@pytest.mark.gate
def test_calls_in_flight_survive_the_change_of_the_endpoint(generate: Generate, server) -> None:
    server.script = Script(vendor="openai", seconds=0.02)
    limits = RateLimits(concurrency=8)
    done = generate(tasks=16, draws=2, per_call=2, model="gpt-6-astra-pro", sampling=GREEDY, limits=limits)
    assert done.error is None
    assert len(set(done.keys)) == 32
    assert {tuple(line["dropped"]) for line in done.lines} == {("n", "stop", "temperature")}


def test_what_the_responses_api_lacks_ends_the_run_if_it_must_apply(generate: Generate, server) -> None:
    server.script = Script(vendor="openai")
    must = frozenset({"stop"})
    done = generate(
        model="gpt-6-astra-pro", sampling=GREEDY, must_apply=must, limits=RateLimits(concurrency=1)
    )
    assert isinstance(done.error, BadInput)
    assert "the Responses API has no stop" in str(done.error)
    assert len(server.served) == 1


def respond(server: LoopbackServer, body: bytes | None = None, **endpoint: Any) -> Any:
    """Make one call with a picture, which gets ``body`` as its answer."""
    rules = () if body is None else (Rule(fault=faults.Body(body=body)),)
    server.script = replace(server.script, vendor="openai", rules=rules)
    provider = load("openai")(Endpoint(model="o3-pro", base_url=server.openai_url, api_key="k", **endpoint))
    provider._responds = True
    picture = PicturePart(media_type="image/png", base64="iVBORw0KGgo=", width=1, height=1, size=8)
    parts = (TextPart(text="What is "), picture, TextPart(text="?"))
    system = Message(role="system", parts=(TextPart(text="Be brief."),))
    sampling = Sampling(max_tokens=20)
    request = Request(
        model="gpt-6-sol", messages=(system, Message(role="user", parts=parts)), sampling=sampling
    )

    async def ask() -> Any:
        async with open_provider(provider):
            return await provider.call(request), provider.versions

    return asyncio.run(ask())


def test_pictures_effort_and_detail_arrive_and_nothing_is_stored(server: LoopbackServer) -> None:
    reply, versions = respond(server, detail="low", extra={"verbosity": "low"})
    served = server.served[-1]
    assert (served.order, served.max_tokens) == ("ttpt", 20)
    assert served.parameters == {"max_output_tokens": 20, "store": False, "text": {"verbosity": "low"}}
    assert (reply.choices[0].finish, reply.usage.tokens_out) == (Finish.LENGTH, 20)
    assert reply.choices[0].text.startswith("Here is the function.")
    assert versions["api"] == "responses"


def response(status: str = "completed", **more: Any) -> bytes:
    usage = {"input_tokens": 9, "output_tokens": 70, "output_tokens_details": {"reasoning_tokens": 60}}
    body = {"id": "resp_1", "model": "gpt-6-sol", "status": status, "error": None, "usage": usage, **more}
    return json.dumps(body).encode()


def said(*parts: dict[str, Any], phase: str | None = None) -> dict[str, Any]:
    return {"type": "message", "phase": phase, "content": list(parts)}


TEXT, REFUSAL = {"type": "output_text", "text": "x = 1"}, {"type": "refusal", "refusal": "No."}


@pytest.mark.parametrize(
    ("body", "text", "finish", "detail"),
    [
        (response(output=[{"type": "reasoning"}, said(TEXT)]), "x = 1", Finish.STOP, ""),
        (response(output=[said(TEXT, phase="commentary"), said(TEXT)]), "x = 1", Finish.STOP, ""),
        (response(output=[said(REFUSAL)]), "", Finish.REFUSAL, "No."),
        (
            response("incomplete", incomplete_details={"reason": "max_output_tokens"}, output=[]),
            "",
            Finish.LENGTH,
            "max_output_tokens",
        ),
        (
            response("incomplete", incomplete_details={"reason": "content_filter"}, output=[]),
            "",
            Finish.CONTENT_FILTER,
            "content_filter",
        ),
        (
            response("incomplete", incomplete_details={"reason": "steered"}, output=[said(TEXT)]),
            "x = 1",
            Finish.OTHER,
            "steered",
        ),
        (
            response("failed", error={"code": "bio_policy", "message": "blocked"}),
            "",
            Finish.CONTENT_FILTER,
            "prompt filtered",
        ),
    ],
)
def test_each_ending_of_a_response_is_read(body, text, finish, detail, server: LoopbackServer) -> None:
    choice = respond(server, body)[0].choices[0]
    assert (choice.text, choice.finish, choice.finish_detail) == (text, finish, detail)


@pytest.mark.parametrize(
    "body",
    [
        response("failed", error={"code": "server_error", "message": "An error occurred"}),
        response("in_progress", output=[]),
        response("queued"),
        response(output=[said({"type": "output_text", "text": 5})]),
        response(status="completed", output="text"),
    ],
)
def test_a_response_without_an_answer_is_an_outage(body: bytes, server: LoopbackServer) -> None:
    with pytest.raises(Outage):
        respond(server, body)


@pytest.mark.parametrize(
    ("model", "url", "responds"),
    [
        ("gpt-5.5-pro-2026-04-01", None, True),
        ("gpt-5.3-codex", None, True),
        ("o1-pro", None, True),
        ("gpt-6-sol", None, False),
        ("gpt-5.5-professor", None, False),
        ("gpt-5.5-pro", "http://127.0.0.1:1/v1", False),
    ],
)
def test_known_models_are_asked_there_at_once(model: str, url: str | None, responds: bool) -> None:
    provider = load("openai")(Endpoint(model=model, base_url=url, api_key="k"))
    assert provider._responds is responds


def test_a_refused_effort_ends_the_run_and_names_the_field(generate, server) -> None:
    """Without the effort the answers would be those of another model, so it is never dropped."""
    server.script = Script(vendor="grok")
    done = generate(model="grok-4.7", sampling=Sampling(thinking="low"), limits=RateLimits(concurrency=1))
    assert "parameters.thinking: the model does not accept it" in str(done.error)


def test_a_task_that_a_server_refuses_without_a_name_is_rejected_after_one_round(generate, server) -> None:
    """The round tries each parameter once; later refusals in these words are about their task."""
    generic = faults.Status(code=400)
    server.script = Script(vendor="glm", rules=(Rule(fault=generic, holds="t2."),))
    done = generate(tasks=5, sampling=SAMPLED, limits=RateLimits(concurrency=2))
    assert isinstance(done.error, BadInput)
    assert sorted({line["task_id"] for line in done.lines}) == ["t0", "t1", "t3", "t4"]
    assert {tuple(line["dropped"]) for line in done.lines} == {("top_p",)}


def test_a_resumed_run_appends_and_counts_what_earlier_runs_dropped(generate, server) -> None:
    generate(tasks=2, sampling=GREEDY)
    server.script = Script(vendor="grok")
    done = generate(tasks=5, sampling=GREEDY, limits=RateLimits(concurrency=1))
    assert Counter(tuple(line.get("dropped", ())) for line in done.lines) == {(): 2, ("stop",): 3}
    assert done.tally.file.dropped == {"stop": 3}
    assert done.tally.file.local == {"stop": 3}


GATEWAY = "the gateway of the acme company could not complete this call: " * 5


def first_call_fails(**error: str) -> Script:
    body = json.dumps({"error": {"type": "invalid_request_error", **error}}).encode()
    return Script(rules=(Rule(fault=faults.Body(body=body, status=400), requests=(1,)),))


@pytest.mark.parametrize("key", ["a-key-of-nobody", "k", "max", "anthropic-version", "token"])
@pytest.mark.parametrize("before", ["", GATEWAY])
def test_a_refusal_is_read_whole_and_with_the_key_in_it(before: str, key: str, generate, server) -> None:
    """What is printed is cut to 300 characters and hides the key; what decides is neither."""
    text = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    )
    server.script = first_call_fails(message=f"{before}{text} Your key is {key}.", param="max_tokens")
    one = RateLimits(concurrency=1)
    done = generate(tasks=1, sampling=GREEDY, key=key, limits=one)
    assert done.error is None
    assert "max_completion_tokens" in server.served[-1].parameters


@pytest.mark.parametrize("key", ["a-key-of-nobody", "k", "v", "anthropic-version"])
@pytest.mark.parametrize("before", ["", GATEWAY])
def test_a_refused_version_is_read_whole_and_with_the_key_in_it(
    before: str, key: str, generate, server
) -> None:
    server.script = first_call_fails(
        message=f"{before}anthropic-version: {OLD} is not a valid version, {key}"
    )
    done = generate(tasks=1, sampling=GREEDY, key=key, provider_name="anthropic", model="claude-sonnet-4-6")
    assert done.error is None
    assert server.served[-1].version == NEW


# ---- answers in several hops


def hop(text: str, tokens: int, token: str = "", reason: str = "CONTINUATION") -> bytes:
    candidate: dict[str, Any] = {
        "content": {"parts": [{"text": text}]},
        "finishReason": reason if token else "STOP",
    }
    usage = {"promptTokenCount": 10, "candidatesTokenCount": tokens, "thoughtsTokenCount": 5}
    more = {"continuationToken": token} if token else {}
    return json.dumps({"candidates": [candidate | more], "usageMetadata": usage}).encode()


def hops(*bodies: bytes) -> Script:
    rules = [Rule(fault=faults.Body(body=body), requests=(number,)) for number, body in enumerate(bodies, 1)]
    return Script(rules=tuple(rules))


PRICER = FixedPricer(Price(input_usd=1.0, output_usd=1.0, source="config", date="2026-11"))


def test_an_answer_in_hops_is_joined_and_paid_for(generate: Generate, server: LoopbackServer) -> None:
    server.script = hops(
        hop("def f():\n", 100, "bmV4dA=="), hop("    return ", 50, "bW9yZQ=="), hop("first\n", 7)
    )
    done = generate(tasks=1, sampling=THINKING, provider_name="google", model="gemini-4-argon", pricer=PRICER)
    assert done.error is None
    (line,) = done.lines
    assert line["completion"] == "def f():\n    return first\n"
    assert (line["tokens_in"], line["tokens_out"], line["tokens_thinking"]) == (30, 100 + 50 + 7 + 15, 15)
    assert line["cost_usd"] == pytest.approx((30 + 172) / 1e6)
    assert line["finish_reason"] == "stop"
    limits = [call.max_tokens for call in server.served]
    assert limits == [32_768, 32_768 - 105, 32_768 - 105 - 55]


def test_hops_end_at_the_limit_of_tokens(generate: Generate, server: LoopbackServer) -> None:
    server.script = hops(hop("a" * 99, 95, "bmV4dA=="), hop("never asked", 7))
    done = generate(
        tasks=1, sampling=Sampling(max_tokens=100), provider_name="google", model="gemini-4-argon"
    )
    (line,) = done.lines
    assert (line["completion"], line["finish_reason"]) == ("a" * 99, "length")
    assert len(server.served) == 1


def test_hops_before_one_that_fails_are_paid_for(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(
        rules=(
            Rule(fault=faults.Body(body=hop("half", 100, "bmV4dA==")), requests=(1,)),
            Rule(fault=faults.Status(code=500), requests=(2,)),
            Rule(fault=faults.Body(body=hop("whole", 9)), requests=(3,)),
        )
    )
    done = generate(tasks=1, sampling=THINKING, provider_name="google", model="gemini-4-argon", pricer=PRICER)
    assert done.error is None
    assert [line["completion"] for line in done.lines] == ["whole"]
    assert done.tally.unsure_usd == pytest.approx((10 + 105) / 1e6)


# ---- what is ignored


def test_no_line_about_ignored_parameters_is_older_than_120_days() -> None:
    """Vendors change: read the page of a stale line again, and write the new date or remove the line."""
    today = datetime.now(UTC).date()
    stale = [line.source for line in ignored_lines() if today - line.checked > timedelta(days=120)]
    assert stale == []
    assert all(line.checked <= today and line.source.startswith("https://") for line in ignored_lines())


@pytest.mark.parametrize(
    ("model", "url", "thinking", "ignored"),
    [
        ("gemini-4-argon", "https://generativelanguage.googleapis.com", None, "temperature top_k top_p"),
        ("google/gemini-3.6-flash:free", "https://openrouter.ai/api/v1", None, "temperature top_k top_p"),
        ("gemini-3.5-flash", "https://generativelanguage.googleapis.com", None, ""),
        (
            "gemini-3.5-flash-lite",
            "https://generativelanguage.googleapis.com",
            None,
            "temperature top_k top_p",
        ),
        ("gemini-2.5-flash", "https://generativelanguage.googleapis.com", None, ""),
        ("deepseek-v4-pro", "https://api.deepseek.com/v1", None, "temperature top_p"),
        ("deepseek-v4-pro", "https://api.deepseek.com/v1", "off", ""),
        ("deepseek-flash", "https://api.deepseek.com", "high", "temperature"),
        ("deepseek-flash", "https://api.deepseek.com:443/v1", None, "temperature"),
        ("deepseek-flash", "https://DeepSeek.com./v1", None, "temperature"),
        ("deepseek-flash", "https://notdeepseek.com/v1", None, ""),
        ("deepseek-flash", "https://deepseek.com.example.org/v1", None, ""),
        ("m", "http://[::1]:11434/v1", None, "top_k"),
        ("m", "http://127.0.0.1:1143/v1", None, ""),
        ("deepseek-v4-pro", "http://127.0.0.1:8000/v1", None, ""),
        ("anthropic/claude-opus-5.5", "https://openrouter.ai/api/v1", None, "temperature top_k top_p"),
        ("anthropic/claude-opus-4.7", "https://openrouter.ai/api/v1", None, "temperature top_k top_p"),
        ("anthropic/claude-sonnet-4-5", "https://openrouter.ai/api/v1", None, ""),
        ("anthropic/claude-5-sonnet", "https://openrouter.ai/api/v1", None, "temperature top_k top_p"),
        ("claude-opus-5-5", "https://api.anthropic.com", None, ""),
        ("gemini-4-answers.jsonl", "", None, ""),  # answers from a file
        ("llama3", "http://localhost:11434/v1", None, "top_k"),
    ],
)
def test_a_line_holds_for_its_models_and_hosts_alone(model, url, thinking, ignored) -> None:
    asked = replace(SAMPLED, thinking=thinking)
    assert " ".join(ignored_parameters([model], url, asked)) == ignored
    assert ignored_parameters([model], url, Sampling(max_tokens=9)) == ()


def test_an_alias_counts_as_the_model_that_answers(generate: Generate, server: LoopbackServer) -> None:
    server.script = Script(resolves={"gemini-flash-latest": "gemini-3.8-flash"})
    done = generate(tasks=1, sampling=GREEDY, provider_name="google", model="gemini-flash-latest")
    assert done.lines[0]["ignored"] == ["temperature"]


@pytest.fixture
def at_host(server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A function after which the name of a vendor leads to the stand-in: whole calls are as to the vendor."""
    real = socket.getaddrinfo
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)

    def lead(host: str) -> None:
        def local(asked: Any, *more: Any, **named: Any) -> Any:
            return real("127.0.0.1" if asked in (host, host.encode()) else asked, *more, **named)

        monkeypatch.setattr(socket, "getaddrinfo", local)
        monkeypatch.setattr(LoopbackServer, "openai_url", f"http://{host}:{server.port}/v1")

    return lead


def test_thinking_is_switched_off_in_the_words_of_the_host(generate, server, at_host) -> None:
    server.script = Script(vendor="deepseek")
    at_host("api.deepseek.com")
    for thinking, ignored in (("off", []), (None, ["temperature"])):
        before = len(server.served)
        done = generate(
            tasks=1 + before, model="deepseek-flash", url="https://api.deepseek.com",
            sampling=replace(GREEDY, thinking=thinking),
        )  # fmt: skip
        assert done.error is None
        assert done.lines[-1].get("ignored", []) == ignored
        sent = server.served[-1].parameters
        assert sent.get("thinking") == ({"type": "disabled"} if thinking else None)


REQUIRED = {"require_parameters": True}
ROUTER = "https://openrouter.ai/api/v1"


def test_a_router_may_not_ignore_sampling_in_silence(generate, server, at_host) -> None:
    """It is told to refuse what its servers lack, so that a row is not greedy by name alone."""
    server.script = Script(vendor="openrouter")
    at_host("openrouter.ai")
    one = RateLimits(concurrency=1)
    done = generate(tasks=3, model="openai/gpt-6.1-sol", sampling=GREEDY, limits=one)
    assert done.error is None
    assert {tuple(line["dropped"]) for line in done.lines} == {("stop", "temperature")}
    assert {tuple(line["local"]) for line in done.lines} == {("stop",)}
    calls = [(call.status, call.parameters.get("provider")) for call in server.served]
    assert calls == [(404, REQUIRED), (404, REQUIRED), (404, REQUIRED), *[(200, None)] * 3]


@pytest.mark.parametrize(
    ("url", "given", "sampling", "sent"),
    [
        (ROUTER, {}, GREEDY, REQUIRED),
        ("https://eu.openrouter.ai/api/v1", {}, GREEDY, REQUIRED),
        (ROUTER, {}, THINKING, None),
        (ROUTER, {"provider": {"order": ["x"]}}, GREEDY, {**REQUIRED, "order": ["x"]}),
        *[(ROUTER, {"provider": own}, GREEDY, own) for own in ({"require_parameters": False}, "x")],
        ("https://notopenrouter.ai/api/v1", {}, GREEDY, None),
    ],
)  # fmt: skip
def test_only_a_router_is_told_to_refuse_and_only_if_nobody_says_otherwise(
    url, given, sampling, sent
) -> None:
    provider = load("openai")(Endpoint(model="m", base_url=url, extra=given))
    body = provider.fields(Request(model="m", messages=(), sampling=sampling))["extra_body"]
    assert body.get("provider") == sent


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("No endpoints found that support the requested parameters.", "UnnamedRefusal"),
        ("No endpoints found that can handle the requested parameters.", "UnnamedRefusal"),
        ("No endpoints found that support temperature and top_p.", "ParameterRefused"),
        ("No endpoints found that support image input", "ModelMisconfigured"),
        ("No endpoints found that support tool use", "ModelMisconfigured"),
        ("No endpoints found for acme/none", "ModelMisconfigured"),
    ],
)
def test_a_router_without_a_server_says_why(text: str, failure: str) -> None:
    body = json.dumps({"error": {"message": text, "code": 404}}).encode()
    names = {"temperature": "temperature", "top_p": "top_p"}
    found = failure_of(LastResponse(status=404, body=body), names, ())
    assert type(found).__name__ == failure
    if isinstance(found, ParameterRefused):
        assert (found.parameter, found.others) == ("temperature", ("top_p",))


def test_the_list_of_providers_names_what_each_api_lacks() -> None:
    droppable = {*get_args(Droppable)}
    for name, record in PROVIDERS.items():
        found = [each.parameters for each in _ENGINES.values()] if name == "local" else []
        if name not in ("local", "python", "replay"):
            found = [vars(import_module(record.module))["PROVIDER"].parameters]
        assert droppable - frozenset(droppable).intersection(*found) == record.lacks, name

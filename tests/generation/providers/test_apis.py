"""Behaviour that all API providers share: a request gives a reply, a fault gives the right failure."""

import asyncio
import base64
import contextlib
import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from loopback import LoopbackServer, Script, faults

from benchmark.core.sample import ONLY_REASONING
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.prompts.message import Message, PicturePart, TextPart
from benchmark.generation.providers import load
from benchmark.generation.providers.openai import OpenAIProvider
from benchmark.generation.wire.debug import Dump
from benchmark.generation.wire.failure import (
    Cause,
    ModelMisconfigured,
    Outage,
    ParameterRefused,
    QuotaExhausted,
    TaskRejected,
)
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Finish, Reply
from benchmark.generation.wire.request import Request, Sampling
from tests.case_files import read_cases

from .conftest import API_PROVIDERS, KEY, WORDS

Ask = Callable[..., Reply]

MODERN = tuple(name for name in API_PROVIDERS if name != "google-legacy")


def picture(data: bytes) -> PicturePart:
    encoded = base64.b64encode(data).decode()
    return PicturePart(media_type="image/png", base64=encoded, width=1, height=1, size=len(data))


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_texts_and_pictures_arrive_in_order(name: str, ask: Ask, server: LoopbackServer) -> None:
    first, second = b"\x89PNG one", b"\x89PNG two"
    parts = (
        TextPart(text="one "),
        picture(first),
        TextPart(text=" two "),
        picture(second),
        TextPart(text=" end"),
    )
    system = Message(role="system", parts=(TextPart(text="Be brief."),))
    reply = ask(name, messages=(system, Message(role="user", parts=parts)))
    served = server.served[-1]
    assert served.order == "ttptpt"
    assert served.pictures == tuple(hashlib.sha256(data).hexdigest() for data in (first, second))
    assert served.key == KEY
    assert reply.choices[0].text.startswith("Here is the function.")
    assert reply.choices[0].finish is Finish.STOP
    assert served.usage is not None
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (
        served.usage.tokens_in,
        served.usage.tokens_out,
    )
    assert reply.seconds > 0


@pytest.mark.parametrize("name", MODERN)
def test_the_model_and_the_ids_that_the_server_reports_are_kept(name, ask, server) -> None:
    reply = ask(name, script=Script(resolves={"m": "m-2025-06-30"}))
    assert reply.resolved_model == "m-2025-06-30"
    assert str(reply.request_id).removeprefix("req_") == server.served[-1].request_id
    assert (reply.fingerprint == "fp_loopback") is (name == "openai")


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_thinking_and_cached_tokens_are_counted_and_thinking_is_left_out_of_the_text(
    name: str, ask: Ask, server: LoopbackServer
) -> None:
    script = Script(thinking="let me think " * 10, caches=True)
    ask(name, script=script)  # the first call fills the cache
    reply = ask(name, script=script)
    usage, counted = reply.usage, server.served[-1].usage
    assert counted is not None
    if name != "google-legacy":  # its package does not tell thinking from text
        assert "let me think" not in reply.choices[0].text
    assert usage.tokens_in == counted.tokens_in
    assert usage.tokens_out == counted.tokens_out
    assert usage.tokens_cached == counted.tokens_cached > 0
    if name != "anthropic":  # its API counts thinking as output, not separately
        assert usage.tokens_thinking == counted.tokens_thinking > 0


SENT = read_cases("replies/sent_parameters.yaml")


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_every_parameter_that_the_api_has_arrives(name: str, ask: Ask, server: LoopbackServer) -> None:
    has = load(name)(Endpoint(model="m", api_key=KEY)).parameters
    given = {
        "temperature": 0.8,
        "top_p": 0.9,
        "top_k": 20,
        "max_tokens": 64,
        "stop": ("\n```\n",),
        "seed": 5,
        "thinking": "low",
    }
    reply = ask(name, **{key: value for key, value in given.items() if key in has})
    sent = server.served[-1].parameters
    for key, value in SENT[name].items():
        expected = pytest.approx(value, rel=1e-6) if isinstance(value, float) else value
        assert sent[key] == expected, key
    assert "\n```\n" not in reply.choices[0].text


@pytest.mark.gate
def test_a_thinking_budget_is_added_to_the_token_limit_of_the_answer(ask, server) -> None:
    ask("openai", max_tokens=100, thinking_tokens=1000)
    assert server.served[-1].parameters["max_tokens"] == 1100
    ask("anthropic", max_tokens=100, thinking_tokens=1024)
    sent = server.served[-1].parameters
    assert sent["max_tokens"] == 1124
    assert sent["thinking"] == {"type": "enabled", "budget_tokens": 1024}
    ask("google", max_tokens=100, thinking_tokens=1000)
    config = server.served[-1].parameters
    assert config["maxOutputTokens"] == 1100
    assert "1000" in str(config["thinkingConfig"])


@pytest.mark.parametrize("name", ["openai", "google", "google-legacy"])
def test_one_call_can_ask_for_several_draws(name: str, ask: Ask, server: LoopbackServer) -> None:
    reply = ask(name, draws=3)
    assert server.served[-1].n == 3
    assert len({choice.text for choice in reply.choices}) == 3


@pytest.mark.parametrize("name", ["openai", "google", "google-legacy"])
def test_fewer_choices_than_requested_are_an_outage(name: str, ask: Ask) -> None:
    with pytest.raises(Outage, match="1") as caught:
        ask(name, faults.Count(choices=1), draws=3)
    assert caught.value.cause is Cause.BODY


def test_other_servers_get_one_draw_per_call_and_the_old_name_of_the_token_limit() -> None:
    own = load("openai")(Endpoint(model="m", base_url="http://127.0.0.1:1/v1"))
    for url in (None, "https://api.openai.com/v1/"):
        vendor = load("openai")(Endpoint(model="m", api_key=KEY, base_url=url))
        assert (own.draws_per_call, vendor.draws_per_call) == (1, 8)
        assert isinstance(vendor, OpenAIProvider)
        sent = vendor.fields(Request(model="m", messages=WORDS, sampling=Sampling(max_tokens=5)))
        assert sent["max_completion_tokens"] == 5


OUTAGES: list[tuple[faults.Fault, Cause]] = [
    (faults.Html(), Cause.BODY),
    (faults.EmptyBody(), Cause.BODY),
    (faults.BrokenJson(), Cause.BODY),
    (faults.NoChoices(), Cause.BODY),
    (faults.NoChoices(missing=True), Cause.BODY),
    (faults.ErrorInBody(), Cause.SERVER),
    (faults.Status(code=500), Cause.SERVER),
    (faults.Status(code=502, html=True), Cause.SERVER),
    (faults.Status(code=503), Cause.OVERLOADED),
    (faults.Cut(), Cause.CONNECTION),
    (faults.Cut(chunked=True), Cause.CONNECTION),
    (faults.Drop(), Cause.CONNECTION),
    (faults.Drop(after="headers"), Cause.CONNECTION),
    (faults.RateLimited(), Cause.RATE_LIMIT),
]


@pytest.mark.parametrize("name", API_PROVIDERS)
@pytest.mark.parametrize(("fault", "cause"), OUTAGES, ids=lambda value: str(value)[:30])
def test_an_incomplete_reply_is_an_outage_and_never_an_answer(name, fault, cause, ask) -> None:
    with pytest.raises(Outage) as caught:
        ask(name, fault)
    if name == "google-legacy" and isinstance(fault, faults.ErrorInBody | faults.EmptyBody):
        cause = Cause.BODY  # the SDK hides the reply; it is not an answer in any case
    assert caught.value.cause is cause
    assert caught.value.reason.isprintable()


def of_openai(content: object, **more: object) -> dict[str, object]:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    return {"model": "m", "choices": [choice], **more}


#: Provider → an answer that consists of one piece of text.
PIECES: dict[str, Callable[[object], dict[str, object]]] = {
    "openai": lambda text: of_openai([{"type": "text", "text": text}]),
    "google": lambda text: {"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}]},
    "anthropic": lambda text: {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"},
}


@pytest.mark.parametrize("name", MODERN)
@pytest.mark.parametrize("text", [["a"], 7, {"a": 1}, True])
def test_content_that_is_not_text_does_not_become_an_answer(name: str, text: object, ask: Ask) -> None:
    body = json.dumps(PIECES[name]("words")).encode()
    assert ask(name, faults.Body(body=body)).choices[0].text == "words"
    with pytest.raises(Outage, match=r"is not (?:a string|text)") as caught:
        ask(name, faults.Body(body=json.dumps(PIECES[name](text)).encode()))
    assert caught.value.cause is Cause.BODY
    assert caught.value.unsure


@pytest.mark.parametrize(
    "content",
    ["ab", ["a", "b"], [{"type": "output_text", "text": "ab"}, {"type": "thinking", "text": ["x"]}]],
)
def test_text_is_read_from_every_layout(content: object, ask: Ask) -> None:
    assert ask("openai", faults.Body(body=json.dumps(of_openai(content)).encode())).choices[0].text == "ab"


def test_reasoning_without_an_answer_is_told_apart_where_no_tokens_say_it(ask: Ask) -> None:
    for text, reasoning, detail in (("", "hm", ONLY_REASONING), ("", None, ""), ("x = 1", "hm", "")):
        message = {"role": "assistant", "content": text, "reasoning_content": reasoning}
        body = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
        choice = ask("openai", faults.Body(body=body)).choices[0]
        assert (choice.finish, choice.finish_detail) == (Finish.STOP, detail)


@pytest.mark.parametrize("error", ["", {}, False, []])
def test_an_empty_error_next_to_an_answer_is_ignored(error: object, ask: Ask) -> None:
    body = json.dumps(of_openai("x", error=error)).encode()
    assert ask("openai", faults.Body(body=body)).choices[0].text == "x"


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_a_body_that_cannot_be_decompressed_is_an_outage(name: str, ask: Ask) -> None:
    with pytest.raises(Outage) as caught:
        ask(name, faults.Body(body=b'{"choices": []}', encoding="gzip"))
    assert caught.value.unsure


@pytest.mark.parametrize("name", MODERN)
def test_a_body_is_read_only_up_to_the_size_limit(name, ask, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.generation.wire.transport.MAX_BODY_BYTES", 1 << 20)
    bomb = gzip.compress(b" " * (3 << 20) + json.dumps(PIECES[name]("x")).encode())
    with pytest.raises(Outage, match="a body of more than 1 MiB") as caught:
        ask(name, faults.Body(body=bomb, encoding="gzip"))
    assert caught.value.cause is Cause.BODY
    assert caught.value.unsure


@pytest.mark.parametrize("count", [-1, 10**400, 10**12, 1.5, "7", True, None])
def test_an_impossible_token_count_is_unknown(count: object, ask: Ask) -> None:
    body = of_openai("x", usage={"prompt_tokens": count, "completion_tokens": 5, "total_tokens": count})
    usage = ask("openai", faults.Body(body=json.dumps(body).encode())).usage
    assert (usage.tokens_in, usage.tokens_out) == (None, 5)


def test_a_choice_that_holds_an_error_is_an_outage(ask: Ask) -> None:
    """Routers with OpenAI's format send errors in this way."""
    with pytest.raises(Outage) as caught:
        ask("openai", faults.ErrorInBody(in_choice=True))
    assert caught.value.cause is Cause.SERVER


DRIBBLES = faults.Slow(seconds=5, dribbles=True)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("name", "fault"), [(name, fault) for name in API_PROVIDERS for fault in (faults.Hang(), DRIBBLES)]
)
def test_a_call_ends_at_its_time_limit(name: str, fault: faults.Fault, ask: Ask) -> None:
    with pytest.raises(Outage) as caught:
        ask(name, fault, timeout=0.4)
    assert caught.value.cause is Cause.TIMEOUT
    assert caught.value.unsure


@pytest.mark.parametrize("name", API_PROVIDERS)
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (faults.BadKey(), ModelMisconfigured),
        (faults.UnknownModel(), ModelMisconfigured),
        (faults.ContextOverflow(), TaskRejected),
        (faults.Status(code=413), TaskRejected),
        (faults.Status(code=403), ModelMisconfigured),
        (faults.RateLimited(exhausted=True), QuotaExhausted),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_lasting_error_is_not_an_outage(name, fault, kind, ask) -> None:
    with pytest.raises(kind):
        ask(name, fault)


@pytest.mark.parametrize("name", MODERN)
@pytest.mark.parametrize(
    ("fault", "low", "high"),
    [
        (faults.RateLimited(retry_after="2"), 2, 2),
        (faults.RateLimited(retry_after="0.25"), 0.25, 0.25),
        (faults.RateLimited(retry_date=30), 25, 31),
        (faults.Status(code=503, retry_after="7"), 7, 7),
    ],
    ids=str,
)
def test_the_time_to_wait_is_read_from_the_reply(name, fault, low, high, ask) -> None:
    with pytest.raises(Outage) as caught:
        ask(name, fault)
    assert caught.value.retry_after is not None
    assert low <= caught.value.retry_after <= high


@pytest.mark.parametrize("name", MODERN)
@pytest.mark.parametrize("absurd", ["-5", "soon", "nan", "inf", "1e999", ""])
def test_an_absurd_time_to_wait_is_ignored(name: str, absurd: str, ask: Ask) -> None:
    with pytest.raises(Outage) as caught:
        ask(name, faults.RateLimited(retry_after=absurd))
    assert caught.value.retry_after is None


@pytest.mark.parametrize("name", API_PROVIDERS)
@pytest.mark.parametrize("field", ["temperature", "top_k"])
def test_a_refused_parameter_is_named_as_the_config_names_it(name: str, field: str, ask: Ask) -> None:
    wire = {"top_k": "topK"}.get(field, field) if name.startswith("google") else field
    with pytest.raises(ParameterRefused) as caught:
        ask(name, faults.RefusesParameter(name=wire), **{field: 1})
    assert caught.value.parameter == field


@pytest.mark.parametrize("name", ["openai", "anthropic"])  # Google's API has only filters
def test_a_refusal_is_an_answer_without_text(name: str, ask: Ask) -> None:
    (choice,) = ask(name, faults.Refusal()).choices
    assert choice.finish is Finish.REFUSAL
    assert choice.text == "" or name == "anthropic"


@pytest.mark.parametrize(
    ("name", "prompt"),
    # Anthropic's API calls a filtered prompt a refusal.
    [*((name, False) for name in API_PROVIDERS), *((name, True) for name in API_PROVIDERS[:-1])],
)
def test_a_filtered_answer_is_an_answer(name: str, prompt: bool, ask: Ask) -> None:
    (choice,) = ask(name, faults.Filtered(prompt=prompt)).choices
    assert choice.finish is Finish.CONTENT_FILTER


@pytest.mark.parametrize("name", MODERN)
@pytest.mark.parametrize("fault", [faults.FixedText(text=""), faults.NullContent()], ids=["empty", "null"])
def test_an_empty_text_with_output_tokens_is_an_answer(name: str, fault: faults.Fault, ask: Ask) -> None:
    (choice,) = ask(name, fault, script=Script(thinking="hm, " * 5)).choices
    assert (choice.text, choice.finish) == ("", Finish.STOP)


@pytest.mark.parametrize("name", API_PROVIDERS)
@pytest.mark.parametrize("fault", [faults.FixedText(text=""), faults.NullContent()], ids=["empty", "null"])
def test_an_empty_text_without_output_tokens_is_not_an_answer(name, fault, ask) -> None:
    with pytest.raises(Outage, match="an empty answer of 0 tokens") as caught:
        ask(name, fault)
    assert caught.value.cause is Cause.BODY
    assert caught.value.unsure


def test_anthropics_empty_content_follows_the_same_rule(ask: Ask) -> None:
    def body(tokens: int, reason: str = "end_turn") -> faults.Body:
        usage = {"input_tokens": 9, "output_tokens": tokens}
        reply = {"type": "message", "content": [], "stop_reason": reason, "usage": usage}
        return faults.Body(body=json.dumps(reply).encode())

    with pytest.raises(Outage, match="an empty answer of 0 tokens"):
        ask("anthropic", body(0))
    assert ask("anthropic", body(3)).choices[0].text == ""
    assert ask("anthropic", body(0, "refusal")).choices[0].finish is Finish.REFUSAL


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_an_answer_cut_at_the_token_limit_has_the_finish_length(name: str, ask: Ask) -> None:
    (choice,) = ask(name, max_tokens=5).choices
    assert choice.finish is Finish.LENGTH


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_the_content_type_of_a_reply_does_not_matter(name: str, ask: Ask) -> None:
    assert ask(name, faults.PlainText()).choices[0].text


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_tokens_that_the_server_does_not_count_are_unknown(name: str, ask: Ask) -> None:
    usage = ask(name, faults.NoUsage()).usage
    assert (usage.tokens_in, usage.tokens_out) == (None, None)


@pytest.mark.parametrize("name", MODERN)
def test_an_answer_may_hold_lone_surrogates(name: str, ask: Ask) -> None:
    assert ask(name, faults.FixedText(text="a\ud800b")).choices[0].text == "a\ud800b"


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_an_unknown_finish_reason_is_kept_in_the_words_of_the_api(name: str, ask: Ask) -> None:
    (choice,) = ask(
        name, faults.FixedText(text="x", finish="brand_new" if "google" not in name else "OTHER")
    ).choices
    assert choice.finish is Finish.OTHER
    assert choice.finish_detail.lower() in ("brand_new", "other")


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_a_key_that_the_server_repeats_is_not_shown(name: str, ask: Ask) -> None:
    with pytest.raises(ModelMisconfigured) as caught:
        ask(name, faults.BadKey(echoes=True))
    assert KEY not in caught.value.reason
    assert KEY not in repr(caught.value.__dict__)


@pytest.mark.parametrize("name", MODERN)
def test_extra_fields_are_sent_in_the_body(name: str, ask: Ask, tmp_path: Path) -> None:
    dump = Dump(tmp_path / "http.jsonl", (KEY,))
    with contextlib.suppress(TaskRejected):  # Anthropic's server refuses unknown fields
        ask(name, extra={"labels": {"team": "seven"}}, dump=dump)
    logged = json.loads((tmp_path / "http.jsonl").read_text().splitlines()[0])
    assert json.loads(logged["body"])["labels"] == {"team": "seven"}


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_an_address_without_a_server_is_an_outage_that_costs_nothing(name: str) -> None:
    url = "http://127.0.0.1:9/v1" if name == "openai" else "http://127.0.0.1:9"
    provider = load(name)(Endpoint(model="m", base_url=url, api_key=KEY, timeout=5))
    request = Request(model="m", messages=WORDS, sampling=Sampling(max_tokens=10))

    async def once() -> None:
        async with open_provider(provider):
            await provider.call(request)

    with pytest.raises(Outage) as caught:
        asyncio.run(once())
    assert caught.value.cause is Cause.CONNECTION
    assert caught.value.unsure is (name == "google-legacy")


@pytest.mark.parametrize("name", MODERN)
def test_secrets_that_an_sdk_finds_in_the_environment_are_not_sent(name, ask, tmp_path, monkeypatch) -> None:
    planted = {
        "ANTHROPIC_AUTH_TOKEN": "planted-1",
        "ANTHROPIC_CUSTOM_HEADERS": "X-Secret: planted-2",
        "OPENAI_CUSTOM_HEADERS": "X-Secret: planted-3",
        "OPENAI_ORG_ID": "planted-4",
        "OPENAI_PROJECT_ID": "planted-5",
        "OPENAI_ADMIN_KEY": "planted-6",
        "GOOGLE_API_KEY": "planted-7",
        "GEMINI_API_KEY": "planted-8",
    }
    for variable, value in planted.items():
        monkeypatch.setenv(variable, value)
    headers: list[dict[str, str]] = []

    class Spy(Dump):
        def request(self, method: str, url: str, sent: Mapping[str, str], body: bytes) -> None:
            headers.append(dict(sent))
            super().request(method, url, sent, body)

    assert ask(name, dump=Spy(tmp_path / "http.jsonl", ())).choices[0].text
    assert "planted" not in str(headers)
    assert str(headers).count(KEY) == 1

"""Pictures reach a server that we did not write: their content, place and number decide its answers."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import openai
import pytest

from benchmark.generation.prompts.message import TextPart
from benchmark.generation.providers.local import LocalProvider
from benchmark.generation.wire.failure import Cause, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Finish

from .conftest import Served, broken, picture

A, B = TextPart(text="a"), TextPart(text="b")
DARK, LIGHT = picture(20), picture(200)
PICTURE_TOKENS = 16  # (32 px / 8 px)², as engines/tiny_vlm.py makes it


def test_the_same_prompt_gets_the_same_answer(served: Served) -> None:
    assert served.text(A, DARK, B, LIGHT) == served.text(A, DARK, B, LIGHT) != ""


def test_a_pictures_content_and_place_decide_the_answer(served: Served) -> None:
    """Same texts, same pictures: in another order, behind other words, or one of them left out."""
    prompts = [
        (A, DARK, B, LIGHT),
        (A, LIGHT, B, DARK),
        (A, B, DARK, LIGHT),
        (DARK, A, LIGHT, B),
        (A, DARK, B),
        (A, LIGHT, B),
        (A, B),
    ]
    answers = [served.text(*prompt) for prompt in prompts]
    assert len(set(answers)) == len(prompts), answers


def test_each_picture_is_counted(served: Served) -> None:
    none, one, two = (served.ask(*prompt).usage.tokens_in for prompt in ((A,), (A, DARK), (A, DARK, LIGHT)))
    assert none is not None
    assert one == none + PICTURE_TOKENS
    assert two == none + 2 * PICTURE_TOKENS


def test_a_picture_of_another_size_and_format_is_taken(served: Served) -> None:
    assert (
        served.ask(A, picture(20, width=700, height=900)).usage.tokens_in
        == served.ask(A, DARK).usage.tokens_in
    )


def test_a_reply_says_what_it_is(served: Served) -> None:
    reply = served.ask(A, DARK)
    (choice,) = reply.choices
    assert choice.finish == Finish.LENGTH
    assert reply.usage.tokens_out == 12
    assert reply.resolved_model is not None
    path, _, revision = reply.resolved_model.partition("@")
    assert path == served.endpoint.model[: len(path)]
    assert revision.startswith("sha256 ")
    assert reply.request_id
    assert reply.seconds > 0
    assert served.local.versions["transformers"]


def test_sampling_follows_temperature_and_seed(served: Served) -> None:
    drawn = [served.text(A, DARK, temperature=0.8, top_p=0.95, top_k=20, seed=seed) for seed in (1, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3


def test_many_ask_at_once(served: Served) -> None:
    alone = [served.text(TextPart(text=f"{n}"), DARK) for n in range(6)]
    together = served.together([(TextPart(text=f"{n}"), DARK) for n in range(6)])
    assert [reply.choices[0].text for reply in together] == alone


def test_a_picture_that_cannot_be_read_is_no_answer(served: Served) -> None:
    """The server says 500 and closes the connection; who comes next may find it closing, and asks again."""
    with pytest.raises(Outage) as raised:
        served.ask(A, broken(DARK))
    assert raised.value.cause == Cause.SERVER
    with suppress(Outage):
        served.ask(A, DARK)
    assert served.text(A, DARK)


# Gaps of `transformers serve` 5.23. When one of these fails, the provider can do more than it does.


@pytest.fixture
def client(served: Served) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=served.base_url, api_key="none", max_retries=0, timeout=60) as client:
        yield client


def plainly(client: openai.OpenAI, served: Served, **parameters: Any) -> Any:
    """Ask without the settings that the provider sends."""
    messages: Any = [{"role": "user", "content": "a"}]
    model = served.endpoint.model
    return client.chat.completions.create(model=model, messages=messages, max_tokens=4, **parameters)


def test_n_is_dropped_without_a_word(client: openai.OpenAI, served: Served) -> None:
    assert len(plainly(client, served, n=3).choices) == 1


def test_logprobs_are_dropped_without_a_word(client: openai.OpenAI, served: Served) -> None:
    assert plainly(client, served, logprobs=True).choices[0].logprobs is None


def test_top_k_is_refused(client: openai.OpenAI, served: Served) -> None:
    with pytest.raises(openai.UnprocessableEntityError):
        plainly(client, served, extra_body={"top_k": 5})


def test_stop_fails(client: openai.OpenAI, served: Served) -> None:
    with pytest.raises(openai.InternalServerError):
        plainly(client, served, stop=["b"])


def test_temperature_is_ignored(client: openai.OpenAI, served: Served) -> None:
    drawn = {
        plainly(client, served, temperature=1.9, seed=seed).choices[0].message.content for seed in range(4)
    }
    assert len(drawn) == 1


def test_the_server_ends_with_the_provider_and_its_log_stays(weights: Path, tmp_path: Path) -> None:
    log = tmp_path / "logs" / "server.log"
    local = LocalProvider(Endpoint(model=str(weights), server={"engine": "transformers"}, log=log))

    async def open_and_close() -> int:
        await local.open()
        engine = local._engine
        assert engine is not None
        port = engine.port
        await local.close()
        await local.close()
        return port

    port = asyncio.run(open_and_close())
    with socket.socket() as found:
        assert found.connect_ex(("127.0.0.1", port)) != 0
    assert log.is_file()

"""Pictures reach a model server that we did not write: its answers depend on their content and position."""

import asyncio
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.providers.local import LocalProvider
from benchmark.generation.wire.failure import Cause, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Finish
from benchmark.generation.wire.request import Request

from .conftest import RunningServer, broken, picture

A, B = TextPart(text="a"), TextPart(text="b")
DARK, LIGHT = picture(20), picture(200)
PICTURE_TOKENS = 16  # (32 px / 8 px)², see lab/engines/tiny_vlm.py


def test_the_answer_depends_on_content_and_position_of_each_picture(served: RunningServer) -> None:
    """The same texts and pictures: in another order, at another position, or with a picture left out."""
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


def test_each_picture_is_counted(served: RunningServer) -> None:
    prompts = ((A,), (A, DARK), (A, DARK, LIGHT))
    without, with_one, with_two = (served.ask(*prompt).usage.tokens_in for prompt in prompts)
    assert without is not None
    assert with_one == without + PICTURE_TOKENS
    assert with_two == without + 2 * PICTURE_TOKENS


def test_a_picture_of_another_size_is_accepted(served: RunningServer) -> None:
    assert (
        served.ask(A, picture(20, width=700, height=900)).usage.tokens_in
        == served.ask(A, DARK).usage.tokens_in
    )


def test_a_reply_has_model_revision_tokens_and_time(served: RunningServer) -> None:
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


def test_sampling_follows_temperature_and_seed(served: RunningServer) -> None:
    drawn = [served.text(A, DARK, temperature=0.8, seed=seed) for seed in (1, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3


def test_calls_at_the_same_time_get_the_same_answers(served: RunningServer) -> None:
    alone = [served.text(TextPart(text=f"{n}"), DARK) for n in range(6)]
    together = served.together([(TextPart(text=f"{n}"), DARK) for n in range(6)])
    assert [reply.choices[0].text for reply in together] == alone


def test_a_broken_picture_is_an_outage(served: RunningServer) -> None:
    """The server answers 500 and closes the connection, so the next call may fail too and is repeated."""
    with pytest.raises(Outage) as raised:
        served.ask(A, broken(DARK))
    assert raised.value.cause == Cause.SERVER
    with suppress(Outage):
        served.ask(A, DARK)
    assert served.text(A, DARK)


def test_closing_the_provider_stops_the_server_and_keeps_its_log(weights: Path, tmp_path: Path) -> None:
    log = tmp_path / "logs" / "server.log"
    local = LocalProvider(Endpoint(model=str(weights), server={"engine": "transformers"}, log=log))

    async def open_and_close() -> int:
        await local.open()
        engine = local._engine
        assert engine is not None
        port = engine.port
        message = Message(role="user", parts=(TextPart(text="a" * 100_000),))  # reading it takes minutes
        call = asyncio.create_task(local.call(Request(model=str(weights), messages=(message,))))
        await asyncio.sleep(2)
        call.cancel()
        began = time.monotonic()
        await local.close()
        await local.close()
        assert time.monotonic() - began < 10
        return port

    port = asyncio.run(open_and_close())
    with socket.socket() as client:
        assert client.connect_ex(("127.0.0.1", port)) != 0
    assert log.is_file()

"""The loopback server, which the tests of generation call, follows its script and counts correctly."""

import asyncio
import gc
import gzip
import http.client
import json
import socket
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from loopback import (
    ApiRequest,
    Count,
    Cut,
    Fault,
    Hang,
    LoopbackProcess,
    LoopbackServer,
    NoChoices,
    Prices,
    RateLimited,
    RefusesParameter,
    Rule,
    Script,
    Slow,
    Status,
    totals,
)
from loopback.server import Addresses

FAILS = Status(code=500)


class Client:
    """An HTTP client with one open connection."""

    def __init__(self, server: Addresses, seconds: float = 5) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=seconds)

    def post(self, path: str, body: object, **headers: str) -> tuple[int, Any]:
        self._connection.request("POST", path, json.dumps(body), headers)
        reply = self._connection.getresponse()
        data = reply.read()
        if reply.headers["content-encoding"] == "gzip":
            data = gzip.decompress(data)
        return reply.status, json.loads(data)

    def ask(self, text: str = "a", key: str = "k", **parameters: object) -> tuple[int, Any]:
        body = {"model": "m", "messages": [{"role": "user", "content": text}], **parameters}
        return self.post("/v1/chat/completions", body, authorization=f"Bearer {key}")

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def client(server: LoopbackServer) -> Iterator[Client]:
    client = Client(server)
    yield client
    client.close()


def statuses(client: Client, count: int, **asked: Any) -> list[int]:
    return [client.ask(**asked)[0] for _ in range(count)]


def rules(*given: Rule) -> Script:
    return Script(rules=given)


def test_a_rule_strikes_by_number(server: LoopbackServer, client: Client) -> None:
    server.script = rules(Rule(fault=FAILS, requests=(2,)), Rule(fault=RateLimited(), requests=range(4, 99)))
    assert statuses(client, 5) == [200, 500, 200, 429, 429]
    assert [call.fault for call in server.served] == ["", "Status", "", "RateLimited", "RateLimited"]


def test_the_share_of_a_rule_is_drawn_by_its_seed() -> None:
    def struck(seed: int, *, by_prompt: bool = False) -> list[bool]:
        rule = Rule(fault=FAILS, share=0.3, seed=seed, by_prompt=by_prompt)
        return [rule.strikes(asked(str(number)), number, 1) for number in range(1, 2001)]

    def asked(model: str) -> ApiRequest:
        return ApiRequest(api="openai", key="", model=model, prompt=())

    assert 520 < sum(struck(1)) < 680
    assert 520 < sum(struck(1, by_prompt=True)) < 680
    assert struck(1) == struck(1) != struck(2)


def test_a_rule_strikes_by_key_model_and_text(server: LoopbackServer, client: Client) -> None:
    for rule in (
        Rule(fault=FAILS, key="other"),
        Rule(fault=FAILS, holds="b"),
        Rule(fault=FAILS, model="other"),
    ):
        server.script = rules(rule)
        assert client.ask()[0] == 200
    server.script = rules(Rule(fault=FAILS, key="k", holds="a", model="m"))
    assert client.ask()[0] == 500


def test_a_rule_strikes_the_first_repetitions_of_each_prompt(server: LoopbackServer, client: Client) -> None:
    server.script = rules(Rule(fault=FAILS, repetitions=(1, 2)))
    assert statuses(client, 3, text="a") == statuses(client, 3, text="b") == [500, 500, 200]
    assert [call.repetition for call in server.served] == [1, 2, 3, 1, 2, 3]


def test_a_refused_parameter_fails_only_requests_that_send_it(server: LoopbackServer, client: Client) -> None:
    server.script = rules(Rule(fault=RefusesParameter(name="top_k")))
    assert client.ask()[0] == 200
    assert client.ask(top_k=5)[0] == 400


@pytest.mark.parametrize(
    ("script", "status"),
    [
        (Script(keys=frozenset({"other"})), 401),
        (Script(models=frozenset({"other"})), 404),
        (Script(context_tokens=10), 400),
        (Script(keys=frozenset({"k"}), models=frozenset({"m"}), context_tokens=11), 200),
    ],
)
def test_the_server_checks_key_model_and_prompt_length(
    script: Script, status: int, server: LoopbackServer, client: Client
) -> None:
    server.script = script
    assert client.ask("x" * 44)[0] == status


def test_answers_follow_from_prompt_temperature_and_seed(server: LoopbackServer, client: Client) -> None:
    def texts(**parameters: object) -> list[str]:
        return [choice["message"]["content"] for choice in client.ask(**parameters)[1]["choices"]]

    assert texts(temperature=0) == texts(temperature=0)
    assert texts(seed=1, n=2) == [*texts(seed=1), *texts(seed=2)]
    assert len({*texts(n=2), *texts(n=2)}) == 4
    assert texts(temperature=0, text="b") != texts(temperature=0)
    assert server.totals.choices == 12


def test_requests_tokens_and_cost_are_counted(server: LoopbackServer, client: Client) -> None:
    """Answers that arrive are counted apart from answers that are paid for but lost."""
    prices = Prices(tokens_in=3, tokens_out=15)
    server.script = Script(
        prices=prices,
        rules=(Rule(fault=FAILS, requests=(2,)), Rule(fault=NoChoices(), requests=(3,))),
    )
    usage = [client.ask("x" * 400, n=2)[1]["usage"] for _ in (1,)]
    assert statuses(client, 2, text="x" * 400) == [500, 200]
    usage.append(client.ask("y" * 40)[1]["usage"])
    all_in, all_out = (sum(counts[f"{kind}_tokens"] for counts in usage) for kind in ("prompt", "completion"))
    counted = server.totals
    assert (counted.requests, counted.answered, counted.choices) == (4, 2, 3)
    assert (counted.tokens_in, counted.tokens_out) == (all_in, all_out) == (110, all_out)
    assert counted.cost_usd == pytest.approx((all_in * 3 + all_out * 15) / 1e6)
    assert counted.lost_usd == pytest.approx(server.served[2].cost_usd)
    assert counted.lost_usd > 0


@pytest.mark.parametrize("fault", [Cut(), Count(choices=1), NoChoices()], ids=str)
def test_an_incomplete_answer_is_not_counted_as_answered(
    fault: Fault, server: LoopbackServer, client: Client
) -> None:
    server.script = rules(Rule(fault=fault))
    if isinstance(fault, Cut):
        with pytest.raises(http.client.IncompleteRead):
            client.ask(n=2)
    else:
        assert client.ask(n=2)[0] == 200
    assert (server.totals.requests, server.totals.answered) == (1, 0)


@pytest.mark.parametrize("fault", [Hang(), Slow(seconds=60)], ids=str)
def test_a_client_that_disconnects_is_not_counted_as_answered(
    fault: Fault, server: LoopbackServer, client: Client
) -> None:
    server.script = rules(Rule(fault=fault, requests=(1,)))
    impatient = Client(server, seconds=0.05)
    with pytest.raises(TimeoutError):
        impatient.ask()
    impatient.close()
    assert client.ask()[0] == 200
    assert [call.whole for call in server.served] == [False, True]
    assert server.totals.answered == 1


def test_requests_beyond_the_concurrency_limit_are_refused(server: LoopbackServer) -> None:
    server.script = Script(at_once=4, seconds=0.2)
    clients = [Client(server) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        found = sorted(pool.map(lambda client: client.ask()[0], clients))
    for client in clients:
        client.close()
    assert found == [200] * 4 + [429] * 2
    assert server.most_at_once == 5


def test_requests_beyond_the_rate_limit_are_refused(server: LoopbackServer, client: Client) -> None:
    server.script = Script(per_second=5)
    assert statuses(client, 6) == [200] * 5 + [429]
    time.sleep(0.25)
    assert client.ask()[0] == 200


def test_the_server_compresses_replies_if_the_client_accepts_it(
    server: LoopbackServer, client: Client
) -> None:
    server.script = Script(gzip=True)
    body = {"model": "m", "messages": [{"role": "user", "content": "a"}]}
    status, answer = client.post("/v1/chat/completions", body, **{"accept-encoding": "gzip"})
    assert (status, len(answer["choices"])) == (200, 1)


@pytest.mark.parametrize("steps", range(4))
def test_a_connection_made_while_the_server_ends_is_closed(steps: int) -> None:
    def end(loop: asyncio.AbstractEventLoop, stop: asyncio.Event, left: int) -> None:
        if left:
            loop.call_soon(end, loop, stop, left - 1)
        else:
            stop.set()

    with socket.socket() as client, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with LoopbackServer() as server:
            loop, stop = server._loop, server._stop
            address = ("127.0.0.1", server.port)
            loop.call_soon_threadsafe(
                lambda: (client.connect(address), loop.call_soon(end, loop, stop, steps))
            )
            client.settimeout(5)
            while not stop.is_set():
                time.sleep(0.001)
        gc.collect()
    assert [str(one.message) for one in warned] == []


def test_the_server_has_only_health_and_models_apart_from_the_apis(server: LoopbackServer) -> None:
    server.script = Script(models=frozenset({"m"}))
    found = []
    for path in ("/health", "/v1/models", "/v1/responses"):
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as connection:
            connection.request("GET", path)
            reply = connection.getresponse()
            found.append((reply.status, json.loads(reply.read())))
    assert found[0] == (200, {"status": "ok"})
    assert [model["id"] for model in found[1][1]["data"]] == ["m"]
    assert found[2][0] == 404
    assert server.others == ("GET /health", "GET /v1/models", "GET /v1/responses")


@pytest.mark.parametrize(
    "body",
    [
        {"messages": []},
        {"model": "m", "messages": []},
        {"model": "m", "messages": [{"role": "user", "content": [{"type": "audio"}]}]},
        {
            "model": "m",
            "messages": [
                {
                    "role": "user",
                    "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,?"}}],
                }
            ],
        },
        [1],
    ],
)
def test_a_malformed_request_is_refused_and_not_counted(
    body: object, server: LoopbackServer, client: Client
) -> None:
    assert client.post("/v1/chat/completions", body)[0] == 400
    assert server.served == ()


def test_a_writer_can_replace_the_default_answers() -> None:
    with LoopbackServer(writer=lambda asked, index, _: f"{asked.text}/{index}") as server:
        client = Client(server)
        choices = client.ask("hello", n=2)[1]["choices"]
        client.close()
    assert [choice["message"]["content"] for choice in choices] == ["hello/0", "hello/1"]


@pytest.mark.gate
def test_a_server_in_its_own_process_is_not_the_bottleneck() -> None:
    """1,000 requests of 100 ms, 64 at a time, take 1.6 s; the server used about 0.25 s of CPU time here."""
    with LoopbackProcess(Script(seconds=0.1)) as server:
        began = time.monotonic()
        assert asyncio.run(flood(server.port, workers=64, requests=1000)) == {200}
        seconds = time.monotonic() - began
        assert server.totals.answered == 1000
        assert server.most_at_once == 64
        cpu = server.cpu_seconds
        server.follow(Script(keys=frozenset({"nobody"})))
        assert asyncio.run(flood(server.port, workers=1, requests=1)) == {401}
        assert totals(server.served).requests == 1001
    print(f"{seconds:.2f} s, {cpu * 1000:.0f} ms CPU of the server's process")
    assert cpu < 1.5


async def flood(port: int, *, workers: int, requests: int) -> set[int]:
    """Send requests from several workers; return the statuses of the replies."""
    statuses = set()
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "a" * 400}]})
    head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n\r\n"
    left = iter(range(requests))

    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in left:
            writer.write((head + body).encode())
            reply_head = await reader.readuntil(b"\r\n\r\n")
            length = int(reply_head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
            statuses.add(int(reply_head.split(b" ")[1]))
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(work() for _ in range(workers)))
    return statuses

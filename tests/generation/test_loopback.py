"""The loopback server, which the tests of generation call, follows its script and counts correctly."""

import asyncio
import gc
import http.client
import json
import socket
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from loopback import (
    ApiRequest,
    Fault,
    Hang,
    LoopbackServer,
    NoChoices,
    Prices,
    RateLimited,
    Rule,
    Script,
    Slow,
    Status,
)
from loopback.server import Addresses

FAILS = Status(code=500)


class Client:
    """An HTTP client with one open connection."""

    def __init__(self, server: Addresses, seconds: float = 5) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=seconds)

    def post(self, body: object) -> tuple[int, Any]:
        self._connection.request("POST", "/v1/chat/completions", json.dumps(body))
        reply = self._connection.getresponse()
        return reply.status, json.loads(reply.read())

    def ask(self, text: str = "a", **parameters: object) -> tuple[int, Any]:
        return self.post({"model": "m", "messages": [{"role": "user", "content": text}], **parameters})

    def close(self) -> None:
        self._connection.close()


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
    assert client.post(body)[0] == 400
    assert server.served == ()

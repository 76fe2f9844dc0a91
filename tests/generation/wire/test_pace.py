"""Limits on the number and rate of calls, and the breaker that pauses all calls."""

import asyncio
import time

import pytest

from benchmark.generation.asking.breaker import Breaker, ServerGone
from benchmark.generation.wire.pace import Pacer, RateLimits
from benchmark.generation.wire.patience import Patience

pytestmark = pytest.mark.anyio


async def test_refused_calls_halve_the_concurrency_once_and_successes_raise_it() -> None:
    pace = Pacer(RateLimits(concurrency=16))
    async with pace.turn(1) as began:
        pass
    for _ in range(5):  # calls that all began before the halving
        pace.slow_down(began, None)
    assert pace.allowed == 8
    for _ in range(8):
        pace.speed_up()
    assert pace.allowed == 8
    pace.speed_up()
    assert pace.allowed == 9
    for _ in range(1000):
        pace.speed_up()
    assert pace.allowed == 16


async def test_the_concurrency_never_falls_below_one() -> None:
    pace = Pacer(RateLimits(concurrency=4))
    for _ in range(9):
        async with pace.turn(1) as began:
            pace.slow_down(began, None)
    assert pace.allowed == 1
    async with pace.turn(1):
        pass


async def test_all_calls_wait_as_long_as_the_server_asks() -> None:
    async def wait(pace: Pacer) -> None:
        async with pace.turn(1):
            pass

    pace = Pacer(RateLimits(concurrency=4))
    async with pace.turn(1) as began:
        pace.slow_down(began, 0.3)
    started = time.monotonic()
    await asyncio.gather(*(wait(pace) for _ in range(2)))
    assert time.monotonic() - started >= 0.29


async def test_a_call_cancelled_while_waiting_gives_up_its_slot() -> None:
    pace = Pacer(RateLimits(concurrency=1))
    order = []

    async def call(name: str) -> None:
        async with pace.turn(1):
            order.append(name)
            await asyncio.sleep(0.01)

    first = asyncio.create_task(call("first"))
    await asyncio.sleep(0)
    second, third = asyncio.create_task(call("second")), asyncio.create_task(call("third"))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, third, return_exceptions=True)
    assert order == ["first", "third"]


async def test_the_limit_of_tokens_per_minute_is_kept() -> None:
    pace = Pacer(RateLimits(concurrency=50, tokens_per_minute=60_000))  # 1,000 per second, 15,000 at once
    started = time.monotonic()
    for _ in range(31):
        async with pace.turn(500):
            pass
    assert 0.4 < time.monotonic() - started < 15  # 15.5 s if none could begin at once


async def test_a_call_larger_than_the_token_bucket_still_begins() -> None:
    async with Pacer(RateLimits(tokens_per_minute=60)).turn(1_000_000):
        pass


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


HASTY = Patience(breaker_after=3, breaker_pause=0.05, breaker_pauses=2, wait_max=1)


async def test_the_breaker_opens_after_failures_in_a_row_and_admits_one_probe() -> None:
    breaker = Breaker(HASTY)
    for _ in range(3):
        breaker.record_failure(await breaker.admit(), "down")
    assert breaker.is_open
    started = time.monotonic()
    waiting = [asyncio.create_task(breaker.admit()) for _ in range(4)]
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert time.monotonic() - started >= 0.04
    assert len(done) == 1
    breaker.record_success()
    await asyncio.gather(*waiting)
    assert not breaker.is_open


async def test_failures_that_are_not_in_a_row_do_not_open_the_breaker() -> None:
    breaker = Breaker(HASTY)
    for _ in range(20):
        breaker.record_failure(await breaker.admit(), "down")
        breaker.record_failure(await breaker.admit(), "down")
        breaker.record_success()
    assert not breaker.is_open


async def test_calls_from_before_an_opening_do_not_open_the_breaker_again() -> None:
    breaker = Breaker(HASTY)
    marks = [await breaker.admit() for _ in range(40)]
    for mark in marks:
        breaker.record_failure(mark, "down")
    assert breaker.is_open  # but it has not given up


async def test_the_breaker_gives_up_after_all_pauses_with_the_last_reason() -> None:
    breaker = Breaker(HASTY)
    for _ in range(2):
        breaker.record_failure(await breaker.admit(), "down")
    for _ in range(2):
        breaker.record_failure(await breaker.admit(), "still down")
    mark = await breaker.admit()
    with pytest.raises(ServerGone, match="after 2 pauses; the last failure: gone"):
        breaker.record_failure(mark, "gone")


async def test_a_probe_without_a_result_allows_another_probe() -> None:
    breaker = Breaker(HASTY)
    for _ in range(3):
        breaker.record_failure(await breaker.admit(), "down")
    mark = await breaker.admit()
    second = asyncio.create_task(breaker.admit())
    await asyncio.sleep(0.02)
    assert not second.done()
    breaker.record_end(mark)
    await second

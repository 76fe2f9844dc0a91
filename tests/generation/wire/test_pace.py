"""How many calls may be under way, and what teaches otherwise."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from benchmark.generation.asking.breaker import Breaker, ServerGone
from benchmark.generation.wire.pace import Pacer, RateLimits
from benchmark.generation.wire.patience import Patience


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 20))


def test_the_concurrency_is_never_passed() -> None:
    async def work() -> None:
        pace = Pacer(RateLimits(concurrency=3))
        busy = most = 0

        async def call() -> None:
            nonlocal busy, most
            async with pace.turn(1):
                busy += 1
                most = max(most, busy)
                await asyncio.sleep(0.001)
                busy -= 1

        await asyncio.gather(*(call() for _ in range(50)))
        assert (most, busy) == (3, 0)

    run(work())


def test_turning_calls_away_halves_it_once_and_success_lets_it_grow() -> None:
    async def work() -> None:
        pace = Pacer(RateLimits(concurrency=16))
        async with pace.turn(1) as began:
            pass
        for _ in range(5):  # of one volley: they all began before the cut
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

    run(work())


def test_it_never_falls_below_one() -> None:
    async def work() -> None:
        pace = Pacer(RateLimits(concurrency=4))
        for _ in range(9):
            async with pace.turn(1) as began:
                pace.slow_down(began, None)
        assert pace.allowed == 1
        async with pace.turn(1):
            pass

    run(work())


def test_all_wait_as_long_as_the_server_asks() -> None:
    async def work() -> None:
        pace = Pacer(RateLimits(concurrency=4))
        async with pace.turn(1) as began:
            pace.slow_down(began, 0.3)
        started = time.monotonic()
        await asyncio.gather(*(wait(pace) for _ in range(2)))
        assert time.monotonic() - started >= 0.29

    async def wait(pace: Pacer) -> None:
        async with pace.turn(1):
            pass

    run(work())


def test_whoever_is_cancelled_while_waiting_leaves_its_place() -> None:
    async def work() -> None:
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

    run(work())


def test_tokens_a_minute_are_kept() -> None:
    async def work() -> None:
        pace = Pacer(RateLimits(concurrency=50, tokens_per_minute=60_000))  # 1,000 a second, 15,000 at once
        started = time.monotonic()
        for _ in range(31):
            async with pace.turn(500):
                pass
        assert 0.4 < time.monotonic() - started < 3

    run(work())


def test_a_call_larger_than_the_bucket_still_goes() -> None:
    async def work() -> None:
        async with Pacer(RateLimits(tokens_per_minute=60)).turn(1_000_000):
            pass

    run(work())


HASTY = Patience(breaker_after=3, breaker_pause=0.05, breaker_pauses=2, wait_max=1)


def test_the_breaker_opens_after_a_row_of_failures_and_lets_one_try() -> None:
    async def work() -> None:
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

    run(work())


def test_failures_that_are_not_in_a_row_do_not_open_it() -> None:
    async def work() -> None:
        breaker = Breaker(HASTY)
        for _ in range(20):
            breaker.record_failure(await breaker.admit(), "down")
            breaker.record_failure(await breaker.admit(), "down")
            breaker.record_success()
        assert not breaker.is_open

    run(work())


def test_what_was_under_way_when_it_opened_counts_once() -> None:
    async def work() -> None:
        breaker = Breaker(HASTY)
        marks = [await breaker.admit() for _ in range(40)]
        for mark in marks:
            breaker.record_failure(mark, "down")
        assert breaker.is_open  # and not given up

    run(work())


def test_after_all_pauses_it_gives_up_with_the_last_reason() -> None:
    async def work() -> None:
        breaker = Breaker(HASTY)
        for _ in range(2):
            breaker.record_failure(await breaker.admit(), "down")
        for _ in range(2):
            breaker.record_failure(await breaker.admit(), "still down")
        mark = await breaker.admit()
        with pytest.raises(ServerGone, match="through 2 pauses; the last failure: gone"):
            breaker.record_failure(mark, "gone")

    run(work())


def test_a_try_that_tells_nothing_lets_the_next_one_try() -> None:
    async def work() -> None:
        breaker = Breaker(HASTY)
        for _ in range(3):
            breaker.record_failure(await breaker.admit(), "down")
        mark = await breaker.admit()
        second = asyncio.create_task(breaker.admit())
        await asyncio.sleep(0.02)
        assert not second.done()
        breaker.record_end(mark)
        await second

    run(work())

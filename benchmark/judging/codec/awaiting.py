"""Connects the event loops of a test and of the answer: each side polls whether the other is done."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any

_SLICE_SECONDS = 0.01  #: time that an awaitable runs per poll


def make_poll(awaitable: Awaitable[object]) -> Callable[[], tuple[bool, object]]:
    """Return a function that the answer calls until an awaitable of the test is done.

    The function returns whether the awaitable is done, and its value. The awaitable runs in the test's event
    loop; if none is running, it runs in its own loop for a moment per call.
    """
    started: list[tuple[asyncio.AbstractEventLoop | None, asyncio.Future[object]]] = []

    def poll() -> tuple[bool, object]:
        if not started:
            # `asyncio.get_running_loop` raises if there is none.
            own = None if asyncio._get_running_loop() else asyncio.new_event_loop()
            started.append((own, asyncio.ensure_future(awaitable, loop=own)))
        own, task = started[0]
        if own is not None and not task.done():
            own.run_until_complete(asyncio.wait({task}, timeout=_SLICE_SECONDS))
        if not task.done():
            return False, None
        if own is not None:
            own.close()
        return True, task.result()

    return poll


def wait_until_done(
    advance: Callable[[], tuple[bool, object]], cancel: Callable[[], object]
) -> Generator[Any, None, object]:
    """Wait for an awaitable of the answer and return its value; other coroutines run between two polls.

    Args:
        advance: runs the awaitable for a moment and returns whether it is done, and its value.
        cancel: called when the test stops waiting.
    """
    try:
        while True:
            done, value = advance()
            if done:
                return value
            # As in `asyncio.sleep(0)`: an event loop takes a bare yield as "call me again after the others".
            yield
    except (GeneratorExit, asyncio.CancelledError):
        cancel()
        raise

"""Runs the answer's awaitables, a moment at a time, for a test that has its own event loop on the host.

All awaitables share one loop here, so those that a test gathers can wait for one another as in one process.
"""

import asyncio
from collections.abc import Awaitable

_SLICE_SECONDS = 0.01  #: time that awaitables run per request


class GuestEventLoop:
    """The answer's event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._tasks: dict[int, asyncio.Future[object]] = {}

    def advance(self, number: int, awaitable: Awaitable[object]) -> tuple[bool, object]:
        """Run all awaitables for a moment, or until this one is done; return whether it is, and its value.

        Args:
            number: handle number of the awaitable.
            awaitable: the awaitable; the first call starts it.
        """
        task = self._tasks.get(number)
        if task is None:
            task = self._tasks[number] = asyncio.ensure_future(_await(awaitable), loop=self._loop)
        if not task.done():
            self._loop.run_until_complete(asyncio.wait({task}, timeout=_SLICE_SECONDS))
        if not task.done():
            return False, None
        return True, self._tasks.pop(number).result()

    def cancel(self, number: int, _: Awaitable[object]) -> None:
        """Cancel an awaitable that the test no longer waits for."""
        task = self._tasks.pop(number, None)
        if task is not None:
            task.cancel()
            self._loop.run_until_complete(asyncio.wait({task}, timeout=_SLICE_SECONDS))


async def _await(awaitable: Awaitable[object]) -> object:
    return await awaitable

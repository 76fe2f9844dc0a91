"""Runs the answer's awaitables, a moment at a time, for a test that has an event loop of its own.

All of them share one loop here, so those that a test gathers wait for one another as they would in one
process.
"""

import asyncio
from collections.abc import Awaitable

_MOMENT = 0.01  #: seconds


class GuestEventLoop:
    """The answer's event loop; made when it is first needed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._tasks: dict[int, asyncio.Future[object]] = {}

    def advance(self, number: int, awaitable: Awaitable[object]) -> tuple[bool, object]:
        """Run everything for a moment, or until the awaitable is done; whether it is, and its value.

        Args:
            number: of the awaitable's handle.
            awaitable: started now when it has not been before.
        """
        task = self._tasks.get(number)
        if task is None:
            task = self._tasks[number] = asyncio.ensure_future(_awaited(awaitable), loop=self._loop)
        if not task.done():
            self._loop.run_until_complete(asyncio.wait({task}, timeout=_MOMENT))
        if not task.done():
            return False, None
        return True, self._tasks.pop(number).result()

    def cancel(self, number: int, _: Awaitable[object]) -> None:
        """Cancel an awaitable that the test waits for no longer."""
        task = self._tasks.pop(number, None)
        if task is not None:
            task.cancel()
            self._loop.run_until_complete(asyncio.wait({task}, timeout=_MOMENT))


async def _awaited(awaitable: Awaitable[object]) -> object:
    return await awaitable

"""Daemon threads for blocking calls: a second Ctrl-C ends the process at once, whatever they wait for."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")
Work = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class Threads:
    """A fixed number of daemon threads; ``concurrent.futures`` would wait for running calls at exit.

    Args:
        count: number of threads.
        name: name of each thread, shown by debugging tools.
    """

    def __init__(self, count: int, name: str) -> None:
        self._work: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, name=name, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call ``function`` in one of the threads and return its result; its exception is raised here."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._work.put((function, loop, future))
        return await future

    def close(self) -> None:
        """Let each thread end after its current call, without waiting for it."""
        for _ in self._threads:
            self._work.put(None)

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            function, loop, future = work
            result: object = None
            error: BaseException | None = None
            try:
                result = function()
            except StopIteration:  # a future cannot hold it
                error = RuntimeError("StopIteration was raised")
            except BaseException as raised:  # noqa: BLE001 - raised again in the coroutine that waits
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(_deliver, future, result, error)


def _deliver(future: "asyncio.Future[Any]", result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)

"""Between the event loops of a test and of the answer: each side looks again whether the other is done."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any

_MOMENT = 0.01  #: seconds


def poll_of(awaitable: Awaitable[object]) -> Callable[[], tuple[bool, object]]:
    """A function that the answer calls until the awaitable of a test is done: whether it is, and its value.

    It goes on in the test's event loop; where none is running, in one of its own, for a moment a call.
    """
    started: list[tuple[asyncio.AbstractEventLoop | None, asyncio.Future[object]]] = []

    def poll() -> tuple[bool, object]:
        if not started:
            own = None if _is_running() else asyncio.new_event_loop()
            started.append((own, asyncio.ensure_future(awaitable, loop=own)))
        own, task = started[0]
        if own is not None and not task.done():
            own.run_until_complete(asyncio.wait({task}, timeout=_MOMENT))
        if not task.done():
            return False, None
        if own is not None:
            own.close()
        return True, task.result()

    return poll


def until_done(advance: Callable[[], object], cancel: Callable[[], object]) -> Generator[Any, None, object]:
    """What ``await`` runs for an awaitable of the answer: others have their turn between two looks.

    Args:
        advance: runs it for a moment; a pair of whether it is done and its value, or what it raises.
        cancel: told when the test waits no longer.

    Raises:
        TypeError: for anything else than such a pair.
    """
    while True:
        try:
            match advance():
                case (True, value):
                    return value
                case (False, _):
                    yield
                case _:
                    raise TypeError("no pair")
        except (GeneratorExit, asyncio.CancelledError):
            cancel()
            raise


def leave_loop() -> None:
    """Forget the event loop that a test has been stopped in: the next test would be thought to run in it."""
    asyncio._set_running_loop(None)
    asyncio.set_event_loop(None)


def _is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True

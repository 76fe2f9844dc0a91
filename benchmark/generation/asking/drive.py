"""Running the loop in a process: Ctrl-C, progress, and the end of the provider whatever happens."""

import asyncio
import contextlib
import resource
import signal
from collections.abc import AsyncIterator, Callable, Iterator

from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import Tally
from benchmark.generation.wire.provider import Provider

#: Called about twice a second, and once at the end.
Told = Callable[[Tally], None]

_TICK_SECONDS = 0.5
_FILES = 4096
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def drive(
    run: GenerationRun, told: Told, asked_to_stop: Callable[[bool], None], seconds: float | None = None
) -> None:
    """Run to the end. The first SIGINT or SIGTERM stops new calls, the second breaks off those under way.

    Args:
        run: the loop.
        told: shows how far it is.
        asked_to_stop: told of a signal, with True for the second.
        seconds: after which no further call is made; None for ever.

    Raises:
        Interrupted: after a signal, or when the seconds are over.
        SightbenchError: as :meth:`GenerationRun.run`.
    """
    _allow_connections()
    ticker = asyncio.create_task(_tick(run.tally, told))
    timer = None if seconds is None else asyncio.get_running_loop().call_later(max(0.0, seconds), run.stop)
    if seconds is not None and seconds <= 0:
        run.stop()  # before the first call, not after it
    try:
        with _signals(run, asked_to_stop):
            await run.run()
    finally:
        if timer is not None:
            timer.cancel()
        ticker.cancel()
        told(run.tally)


@contextlib.asynccontextmanager
async def opened(provider: Provider) -> AsyncIterator[Provider]:
    """A provider that is ready, and closed at the end."""
    try:
        await provider.open()
        yield provider
    finally:
        await provider.close()


def _allow_connections() -> None:
    """Open as many files as the system lets us: each call under way is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _tick(tally: Tally, told: Told) -> None:
    while True:
        told(tally)
        await asyncio.sleep(_TICK_SECONDS)


@contextlib.contextmanager
def _signals(run: GenerationRun, asked_to_stop: Callable[[bool], None]) -> Iterator[None]:
    asked = 0

    def handle() -> None:
        nonlocal asked
        asked += 1
        asked_to_stop(asked > 1)
        if asked == 1:
            run.stop()
        else:
            run.stop_now()

    loop = asyncio.get_running_loop()
    handled = []
    for sign in _SIGNALS:
        # Only the main thread of the main interpreter gets signals; elsewhere there is nobody to send them.
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
            loop.add_signal_handler(sign, handle)
            handled.append(sign)
    try:
        yield
    finally:
        for sign in handled:
            loop.remove_signal_handler(sign)

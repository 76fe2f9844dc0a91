"""Runs the generation loop in a process: handles Ctrl-C, shows progress, and always closes the provider."""

import asyncio
import contextlib
import resource
import signal
from collections.abc import AsyncIterator, Callable, Iterator

from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import Tally
from benchmark.generation.wire.provider import Provider

#: Shows the progress; called about twice a second, and once at the end.
ShowProgress = Callable[[Tally], None]

_TICK_SECONDS = 0.5
# Linux allows a process 1,024 by default, and a config may ask for as many calls at once.
_OPEN_FILES = 4096
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def drive(
    run: GenerationRun,
    show_progress: ShowProgress,
    on_signal: Callable[[bool], None],
    seconds: float | None = None,
) -> None:
    """Run to the end. The first SIGINT or SIGTERM stops new calls; the second cancels calls in flight.

    Calls that take longer than the slowest reply before them are cancelled without a second signal.

    Args:
        run: the loop.
        show_progress: shows the progress.
        on_signal: called for each signal, with False for the first and True for later ones.
        seconds: make no further call after this time; None for no limit.

    Raises:
        RunInterrupted: after a signal, or when the time is up.
        SightbenchError: see :meth:`GenerationRun.run`.
    """
    _allow_connections()
    ticker = asyncio.create_task(_tick(run, show_progress))
    timer = None if seconds is None else asyncio.get_running_loop().call_later(max(0.0, seconds), run.stop)
    if seconds is not None and seconds <= 0:
        run.stop()  # before the first call, not after it
    try:
        with _handle_signals(run, on_signal):
            await run.run()
    finally:
        if timer is not None:
            timer.cancel()
        ticker.cancel()
        run.tally.waiting = None
        show_progress(run.tally)


@contextlib.asynccontextmanager
async def open_provider(provider: Provider) -> AsyncIterator[Provider]:
    """Open a provider, and close it at the end."""
    try:
        await provider.open()
        yield provider
    finally:
        await provider.close()


def _allow_connections() -> None:
    """Raise the limit of open files as far as the system allows: each call in flight needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _tick(run: GenerationRun, show_progress: ShowProgress) -> None:
    while True:
        run.tally.waiting = run.current_wait()
        show_progress(run.tally)
        await asyncio.sleep(_TICK_SECONDS)


@contextlib.contextmanager
def _handle_signals(run: GenerationRun, on_signal: Callable[[bool], None]) -> Iterator[None]:
    received = 0

    def handle() -> None:
        nonlocal received
        received += 1
        on_signal(received > 1)
        if received == 1:
            run.stop()
            loop.call_later(run.tally.grace, run.stop_now)
        else:
            run.stop_now()

    loop = asyncio.get_running_loop()
    handled = []
    for sign in _SIGNALS:
        # Python allows signal handlers only in the main thread of the main interpreter.
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
            loop.add_signal_handler(sign, handle)
            handled.append(sign)
    try:
        yield
    finally:
        for sign in handled:
            loop.remove_signal_handler(sign)

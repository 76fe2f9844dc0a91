"""Processes of ours beside the one that asks, and the end of a pipe to each."""

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

_END_SECONDS = 10.0  #: for a process whose connection is closed


def spawned(work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """Start a process that calls ``work(connection, *arguments)`` and ends with this one.

    Ctrl-C is blocked there until :func:`benchmark.pipeline.judge.worker.prepare` lets it in.

    Returns:
        The process, and our end of its connection.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    resource_tracker.ensure_running()  # else the first start would undo the mask
    with _no_interrupt():
        process.start()
    theirs.close()
    return process, ours


class HelperProcess:
    """One such process; begun when first needed, and again after it was closed. Close it at the end.

    Args:
        work: see :func:`spawned`.
        arguments: computed anew for each process.
    """

    def __init__(self, work: Callable[..., None], arguments: Callable[[], tuple[object, ...]]) -> None:
        self._work, self._arguments = work, arguments
        self._running: tuple[BaseProcess, Connection] | None = None

    def connection(self) -> Connection:
        """To the process, which runs."""
        if self._running is None:
            self._running = spawned(self._work, *self._arguments())
        return self._running[1]

    @property
    def process(self) -> BaseProcess | None:
        """None while none was begun."""
        return None if self._running is None else self._running[0]

    def close(self) -> None:
        """End the process, with what it has started."""
        if self._running is not None:
            process, connection = self._running
            self._running = None
            connection.close()
            process.join(_END_SECONDS)
            process.kill()  # should it still be there
            process.join()


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C comes afterwards; a process that is started meanwhile has it blocked until it says otherwise."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

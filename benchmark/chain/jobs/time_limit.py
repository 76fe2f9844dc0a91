"""A time limit for work on untrusted input, so that time is left to report the result."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUpError(Exception):
    """Raised when the time limit is reached."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise :class:`TimeIsUpError` inside the block when the time is over; None sets no limit.

    It uses SIGALRM, so it works in the main thread only, and interrupts whatever runs there.
    """
    if seconds is None:
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_time_is_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_time_is_up(_number: int, _frame: FrameType | None) -> None:
    raise TimeIsUpError

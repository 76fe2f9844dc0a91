"""An end to work whose length a stranger decides, so that there is time left to say what came of it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUpError(Exception):
    """The time that was given is over."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise :class:`TimeIsUpError` inside the block, once, when it takes longer; None never does.

    Works in the main thread only, by SIGALRM: whatever runs there is broken off.
    """
    if seconds is None:
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TimeIsUpError

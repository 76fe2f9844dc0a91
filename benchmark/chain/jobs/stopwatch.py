"""Measure the time of each stage of a command."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds of each stage, in the order in which the stages began.

    Args:
        clock: returns the time in seconds; the zero point does not matter.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of the ``with`` block to a stage."""
        begun = self._clock()
        self._found.setdefault(name, 0.0)
        try:
            yield
        finally:
            self._found[name] += self._clock() - begun

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each stage, rounded to milliseconds."""
        return {name: round(value, 3) for name, value in self._found.items()}

    def line(self) -> str:
        """Return a line such as ``time: read 0.1 s, judge 8.2 s; total 8.3 s``."""
        parts = ", ".join(f"{name} {value:.1f} s" for name, value in self._found.items())
        return f"time: {parts}; total {sum(self._found.values()):.1f} s"

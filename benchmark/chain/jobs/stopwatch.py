"""Where the time of a command went."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds by stage, in the order in which stages began.

    Args:
        clock: seconds, from any start.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what is done within."""
        begun = self._clock()
        self._found.setdefault(name, 0.0)
        try:
            yield
        finally:
            self._found[name] += self._clock() - begun

    @property
    def seconds(self) -> dict[str, float]:
        """By stage, to the millisecond."""
        return {name: round(value, 3) for name, value in self._found.items()}

    def line(self) -> str:
        """``time: read 0.1 s, judge 8.2 s; together 8.3 s``."""
        parts = ", ".join(f"{name} {value:.1f} s" for name, value in self._found.items())
        return f"time: {parts}; together {sum(self._found.values()):.1f} s"

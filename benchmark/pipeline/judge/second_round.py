"""Samples that came near a limit of time, and wait to be judged again with nothing beside them."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from benchmark.core.verdict import Verdict

#: The backstop on the wall clock is so many times as long the second time: the load may be another's.
PATIENCE = 3.0
_AT_LEAST_SECONDS = 300.0

Job = TypeVar("Job")


class SecondRound(Generic[Job]):
    """The second round of a run. It takes at most as long as the first one, or five minutes.

    So a model whose answers all come near their limits is judged in twice the time, not in that of all its
    answers one after the other. A loop without end is no such answer: it is killed far beyond its limit.

    Args:
        clock: seconds, from any start.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._ends: float | None = None
        self._waiting: deque[tuple[Job, Verdict]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, job: Job, first: Verdict) -> None:
        """Keep a job with its first verdict."""
        self._waiting.append((job, first))

    def next(self) -> Job | None:
        """The next to judge; None when there is none, or no time left."""
        if self._ends is None:
            first_round = self._clock() - self._begun
            self._ends = self._clock() + max(first_round, _AT_LEAST_SECONDS)
        if not self._waiting or self._clock() >= self._ends:
            return None
        return self._waiting.popleft()[0]

    def left(self) -> Iterator[tuple[Job, Verdict]]:
        """Those for which there is no time; their first verdicts count."""
        while self._waiting:
            yield self._waiting.popleft()

"""The queue of samples that came near a time limit and are judged again, one at a time."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from benchmark.core.verdict import Verdict

#: Factor for the wall-clock limit in the second round, since other programs may load the machine.
PATIENCE = 3.0
_AT_LEAST_SECONDS = 300.0

Job = TypeVar("Job")


class SecondRound(Generic[Job]):
    """The second round of a run. It takes at most as long as the first one, or five minutes if that is more.

    So even if all answers of a model come near their limits, judging takes only about twice as long. An
    endless loop is not near its limit: it is killed far beyond it.

    Args:
        clock: returns the time in seconds, from any start.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._ends: float | None = None
        self._waiting: deque[tuple[Job, Verdict]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, job: Job, first: Verdict) -> None:
        """Add a job with its first verdict."""
        self._waiting.append((job, first))

    def next(self) -> Job | None:
        """Return the next job to judge; None if no job or no time is left."""
        if self._ends is None:
            first_round = self._clock() - self._begun
            self._ends = self._clock() + max(first_round, _AT_LEAST_SECONDS)
        if not self._waiting or self._clock() >= self._ends:
            return None
        return self._waiting.popleft()[0]

    def remaining(self) -> Iterator[tuple[Job, Verdict]]:
        """Yield the jobs for which there was no time; their first verdicts count."""
        while self._waiting:
            yield self._waiting.popleft()

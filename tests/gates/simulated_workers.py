"""Runs ``sightbench`` with workers that are simulated in its own process, and prints its peak of memory.

Everything else is real: reading, sharding, collecting, the second round, the checkpoint and writing. Each
answer is the whole completion, and each verdict follows from task and draw. One in ten comes near a time
limit at first, so that these samples wait. ``SIMULATED_STOP`` is the number of judgings after which the run
ends as if it had been interrupted.
"""

import os
import re
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from benchmark.cli import main
from benchmark.core.sample import Answer, RawSample
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.pipeline.judge import local_pool
from benchmark.pipeline.judge.collected_outcomes import SampleJob

_NEAR_LIMIT = 10  #: one sample in so many comes near a limit


class SimulatedWorkers:
    """Has the interface of :class:`local_pool.WorkerProcesses`."""

    def __init__(self, *_: object, **__: object) -> None:
        self._left = int(os.environ.get("SIMULATED_STOP", sys.maxsize))

    def clock(self) -> float:
        """Return the time in seconds."""
        return time.monotonic()

    def judge(
        self,
        queue: "deque[SampleJob]",
        put: Callable[[SampleJob, Outcome], None],
        more: Callable[["deque[SampleJob]"], bool],
    ) -> None:
        """Judge all jobs of a queue."""
        while queue or more(queue):
            if not self._left:
                raise KeyboardInterrupt
            self._left -= 1
            job = queue.popleft()
            sample = job.sample
            if isinstance(sample, RawSample):
                job.answered = sample.answered(Answer(code=sample.text, program=sample.text))
            put(job, _verdict(f"{sample.task.id}", int(f"{sample.draw}"), alone=job.alone))

    def close(self) -> None:
        """End nothing."""


def _verdict(task_id: str, draw: int, *, alone: bool) -> Verdict:
    number = crc32(f"{task_id}#{draw}".encode())
    passed = number % 3 == 0
    return Verdict(
        task_id=task_id,
        draw=draw,
        status=Status.PASSED if passed else Status.WRONG_ANSWER,
        detail="" if passed else f"case {number % 7}: returned {number}, which is not the expected value",
        cpu_seconds=number / 7e9,
        wall_seconds=number / 6e9,
        memory_mb=number / 1e8,
        near_limit=number % _NEAR_LIMIT == 0 and not alone,
    )


if __name__ == "__main__":
    local_pool.WorkerProcesses = SimulatedWorkers  # type: ignore[assignment,misc]
    try:
        main()
    finally:
        status = Path("/proc/self/status").read_text()
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        print("peak of memory in bytes:", int(peak[1]) * 1024 if peak else "unknown", file=sys.stderr)

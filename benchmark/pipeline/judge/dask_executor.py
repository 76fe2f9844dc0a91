"""The executor for a Dask cluster."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Self

from benchmark.core.executor import Shard
from benchmark.core.verdict import Outcome
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes
from benchmark.pipeline.judge.dask_cluster import DaskCluster
from benchmark.pipeline.judge.dask_run import DaskRun


class DaskExecutor:
    """Judges shards on the workers of a Dask cluster; a context manager.

    The samples of a worker that leaves or is killed are sent to another one; what it had judged is used if it
    has arrived, so each sample has one outcome. If workers are lost again and again with the same samples,
    these are sent one at a time, and a sample whose workers are still lost is a failure of ours: it gets no
    outcome, and the run ends with an error that names it, after all others have been judged.
    Samples that came near a limit are judged again after all others, one at a time per machine.

    Args:
        address: address of the scheduler, ``HOST:PORT``.

    Raises:
        OurFailure: if no scheduler replies, or a worker has other software.
        SandboxFailure: if this machine or all workers have no working sandbox.
    """

    name = "dask"

    def __init__(self, address: str) -> None:
        self._cluster = DaskCluster(address)
        self.workers = self._cluster.threads

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._cluster.close()

    @property
    def time_factor(self) -> float:
        """The largest factor of all workers."""
        return self._cluster.time_factor

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in this thread, once per shard.

        Raises:
            OurFailure: if no worker is left, or workers are lost again and again with the same sample.
        """
        run = DaskRun(self._cluster, deque(shards), CollectedOutcomes(done, time.monotonic))
        try:
            run.judge()
        finally:
            run.end()
